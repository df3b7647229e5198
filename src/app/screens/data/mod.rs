//! Screen 1: the table, its filter, and the profile of a column.

pub mod actions;
pub(crate) mod filter;
pub(crate) mod view;

use std::cmp::Ordering;
use std::sync::atomic::Ordering::Relaxed;

use crate::app::prelude::*;
use crate::app::screens::data::filter::{Filter, RowResult, Seeker, condition};
use crate::app::words::{Width, number};
use crate::recipe::GivenBlock;
use crate::table::{Cell, Column, HistogramBin, Profile, Table, ValueCount};
use rayon::prelude::*;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    pub filter: Option<Filter>,
    pub sort: Option<Sort>,
}

/// The column that the rows are sorted by. Missing cells come last either way; equal cells keep the order of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    pub column: usize,
    pub down: bool,
}

impl Shown {
    pub fn is_all(&self) -> bool {
        *self == Shown::default()
    }

    pub fn words(&self, table: &Table) -> String {
        let filter =
            self.filter.as_ref().map(|filter| format!("filter {}", clip(&shown(&filter.to_string()), 50)));
        let sort = self.sort.and_then(|sort| {
            let name = table.columns().get(sort.column)?.name.as_str();
            Some(format!("sorted by {} {}", clip(&shown(name), 24), sort.arrow()))
        });
        let parts: Vec<String> = filter.into_iter().chain(sort).collect();
        if parts.is_empty() { "all rows, as in the data".to_owned() } else { parts.join(" · ") }
    }

    pub fn sorted(&self, column: usize) -> Shown {
        let sort = match self.sort.filter(|sort| sort.column == column) {
            None => Some(Sort { column, down: true }),
            Some(Sort { down: true, .. }) => Some(Sort { column, down: false }),
            Some(_) => None,
        };
        Shown { sort, ..self.clone() }
    }

    /// Returns the shown rows in their order, out of `some` rows or all; `None` if it was stopped.
    pub fn rows(
        &self,
        table: &Table,
        some: Option<&[u32]>,
        results: &[RowResult],
        watch: &Watch,
    ) -> Option<Vec<u32>> {
        let all = some.map_or(table.rows(), <[u32]>::len);
        watch.total.store(all as u64, Relaxed);
        let row = |at: usize| some.map_or(u32::try_from(at).ok(), |rows| rows.get(at).copied());
        let stopped = || watch.stop.load(Relaxed);
        let matches = self.filter.as_ref().map(|filter| filter.matcher(table, results));
        let is_shown = |row: &u32| matches.as_ref().is_none_or(|matches| matches(*row as usize));
        let piece = |piece: usize| {
            let part = piece * PIECE..all.min((piece + 1) * PIECE);
            watch.done.fetch_add(part.len() as u64, Relaxed);
            let part = if stopped() { 0..0 } else { part };
            part.filter_map(row).filter(is_shown)
        };
        let mut rows: Vec<u32> = (0..all.div_ceil(PIECE)).into_par_iter().flat_map_iter(piece).collect();
        if let (Some(sort), false) = (self.sort, stopped()) {
            sort.apply(table, &mut rows);
        }
        (!stopped()).then_some(rows)
    }
}

/// Rows that are read between checks whether to stop.
const PIECE: usize = 1 << 12;

impl Sort {
    pub fn arrow(self) -> &'static str {
        if self.down { "↓" } else { "↑" }
    }

    fn apply(self, table: &Table, rows: &mut [u32]) {
        if table.columns().get(self.column).is_some_and(|column| column.kind == Kind::Numeric) {
            // Adding 0 makes −0 equal to 0.
            let number = |row: u32| match table.cell(row as usize, self.column) {
                Cell::Number(value) => Some(value + 0.0),
                _ => None,
            };
            return self.by_key(rows, number, f64::total_cmp);
        }
        let text = |row: u32| match table.cell(row as usize, self.column) {
            Cell::Category(name) => Some(name.as_str()),
            Cell::Text(text) => Some(text),
            Cell::Missing | Cell::Number(_) => None,
        };
        self.by_key(rows, text, |a, b| by_text(a, b));
    }

    fn by_key<K: Send>(
        self,
        rows: &mut [u32],
        key: impl Fn(u32) -> Option<K> + Sync,
        compare: impl Fn(&K, &K) -> Ordering + Sync,
    ) {
        let mut all: Vec<(Option<K>, u32)> = rows.par_iter().map(|row| (key(*row), *row)).collect();
        all.par_sort_by(|(a, _), (b, _)| match (a, b) {
            (Some(a), Some(b)) if self.down => compare(b, a),
            (Some(a), Some(b)) => compare(a, b),
            (a, b) => a.is_none().cmp(&b.is_none()),
        });
        rows.iter_mut().zip(all).for_each(|(place, (_, row))| *place = row);
    }
}

fn by_text(a: &str, b: &str) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    a.chars().flat_map(char::to_lowercase).cmp(b.chars().flat_map(char::to_lowercase)).then_with(|| a.cmp(b))
}

/// A column, the rows of the profile (`None` for all), and the profile.
pub type Profiled = (usize, Option<Arc<[u32]>>, Box<Profile>);

#[derive(Clone, Debug, Default)]
pub struct DataScreen {
    pub row: usize,
    pub column: usize,
    pub scroll: Scroll,
    pub detail: Scroll,
    pub value: usize,
    pub widths: Vec<Width>,
    pub profile: Option<Profiled>,
    pub sought: Option<String>,
    pub only: Option<Only>,
    pub shown: Shown,
    pub list: Option<Arc<[u32]>>,
    pub stale: bool,
}

/// The rows that were counted for a number, and what was shown before: the positions of the cursor and of the first row on
/// screen, and the rows.
#[derive(Clone, Debug)]
pub struct Only {
    pub of: String,
    pub rows: Arc<[u32]>,
    pub from: ScreenId,
    pub row: usize,
    pub top: usize,
    pub shown: Shown,
    pub list: Option<Arc<[u32]>>,
}

pub const ROW: &str = "row";

impl DataScreen {
    /// Returns the columns in the order of the screen: the class is the first.
    pub fn order(&self, target: Option<usize>) -> Vec<usize> {
        let others = (0..self.widths.len()).filter(|at| target != Some(*at));
        target.into_iter().chain(others).collect()
    }

    pub fn given_number(&self, blocks: &[GivenBlock]) -> Option<(Quantity, ExactNumber)> {
        let (_, cells) = blocks.iter().flat_map(|block| &block.rows).nth(self.row)?;
        cells.get(self.column).cloned()
    }

    pub fn some_rows(&self) -> Option<Arc<[u32]>> {
        self.list.clone().filter(|_| self.shown.filter.is_some() || self.only.is_some())
    }

    /// Returns the profile of the selected column in the shown rows; `None` until it is counted.
    pub fn counted(&self) -> Option<&Profile> {
        let (column, rows, profile) = self.profile.as_ref()?;
        let same = rows.as_ref().map(Arc::as_ptr) == self.some_rows().as_ref().map(Arc::as_ptr);
        (same && *column == self.column).then_some(&**profile)
    }

    pub fn rows(&self, all: usize) -> usize {
        self.list.as_ref().map_or(all, |rows| rows.len())
    }

    pub fn row_at(&self, place: usize) -> usize {
        self.list.as_ref().and_then(|rows| rows.get(place)).map_or(place, |row| *row as usize)
    }

    pub fn place_of(&self, row: usize) -> Option<usize> {
        match &self.list {
            None => Some(row),
            Some(rows) => rows.iter().position(|shown| *shown as usize == row),
        }
    }

    pub fn refitted(&mut self, session: &Session, loaded: &Loaded) {
        let same = session.table.as_ref().is_some_and(|table| Arc::ptr_eq(table, &loaded.table));
        let predicted = self.shown.filter.as_ref().is_some_and(Filter::needs_predictions);
        self.stale |= !self.shown.is_all() && (!same || predicted);
    }

    pub fn leave_counted(&mut self) {
        if let Some(only) = self.only.take() {
            self.row = only.row;
            self.scroll.to(only.top);
            (self.shown, self.list) = (only.shown, only.list);
        }
    }
}

/// Returns the position among the shown rows, and the column, of the next cell with a text; the last cell looked at is the
/// one at `from`.
pub fn find(
    table: &Table,
    text: &str,
    from: (usize, usize),
    forward: bool,
    list: Option<&[u32]>,
) -> Option<(usize, usize)> {
    let columns = table.columns().len();
    let all = list.map_or(table.rows(), <[u32]>::len).checked_mul(columns)?;
    let start = from.0.checked_mul(columns)?.checked_add(from.1)?;
    let row = |place: usize| list.and_then(|list| list.get(place)).map_or(place, |row| *row as usize);
    let seeker = Seeker::new(table, text);
    let step = |n: usize| if forward { (start + n) % all } else { (start + all - n) % all };
    let places = (1..=all).map(step).map(|at| (at / columns, at % columns));
    places.into_iter().find(|(place, column)| seeker.holds(row(*place), *column))
}

/// The most distinct numbers that are shown one by one, not in intervals.
const FEW_NUMBERS: usize = 12;

#[derive(Clone, Debug)]
pub struct ProfilePart<'a> {
    pub label: String,
    pub short: String,
    pub total: u64,
    pub by_class: &'a [u64],
    pub filter: String,
}

pub fn parts<'a>(column: &Column, profile: &'a Profile) -> (Vec<ProfilePart<'a>>, [&'static str; 2]) {
    let name = column.name.as_str();
    let Some(numbers) = profile.numbers.as_ref().filter(|_| profile.distinct > FEW_NUMBERS) else {
        let words = profile.words.as_ref().map_or(&[][..], |words| &words.commonest);
        let value = |v: &'a ValueCount| {
            let label = shown(v.value.as_str()).into_owned();
            let filter = condition(name, "=", v.value.as_str());
            ProfilePart { short: label.clone(), label, total: v.count, by_class: &v.by_class, filter }
        };
        let heading = if profile.words.is_some() { "Word" } else { "Value" };
        return (profile.values.iter().chain(words).map(value).collect(), [heading; 2]);
    };
    let decimals = decimals_of_edges(column, &numbers.bins);
    let last = numbers.bins.len().saturating_sub(1);
    let interval = |(at, bin): (usize, &'a HistogramBin)| {
        let short = number(bin.low, decimals);
        let label = format!("{short} to {}", number(bin.high, decimals));
        let ends = [("≥", bin.low), (if at == last { "≤" } else { "<" }, bin.high)];
        let filter = ends.map(|(sign, edge)| condition(name, sign, &edge.to_string())).join(", ");
        ProfilePart { label, short, total: bin.count, by_class: &bin.by_class, filter }
    };
    (numbers.bins.iter().enumerate().map(interval).collect(), ["Interval", "From"])
}

fn decimals_of_edges(column: &Column, bins: &[HistogramBin]) -> u8 {
    let most = column.decimals.saturating_add(1);
    let is_exact = |decimals: &u8| {
        let scale = 10_f64.powi(i32::from(*decimals));
        bins.iter().all(|bin| ((bin.low * scale).round() / scale - bin.low).abs() <= bin.low.abs() * 1e-12)
    };
    (0..most).find(is_exact).unwrap_or(most)
}

/// Returns the recipe if all its numbers are given.
pub fn given(app: &App) -> Option<&Recipe> {
    app.session.study.as_ref().map(|study| &study.recipe).filter(|recipe| recipe.given.is_some())
}
