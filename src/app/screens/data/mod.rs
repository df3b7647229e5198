//! Screen 1: the table, its filter, and the profile of a column.

pub mod actions;
pub(crate) mod filter;
pub(crate) mod view;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::app::screens::ScreenId;
use crate::app::screens::data::filter::{Filter, RowResult, Seeker};
use crate::app::session::{Loaded, Session};
use crate::app::words::{Frame, Scroll, Width, clip, shown};
use crate::recipe::{GivenBlock, GivenPlace};
use crate::table::{Cell, Kind, MISSING, Profile, Table, Watch};
use rayon::prelude::*;

/// A filter and a sort order of the data; the undo history can hold it.
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

impl Sort {
    pub fn arrow(self) -> &'static str {
        if self.down { "↓" } else { "↑" }
    }
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
        judged: &[RowResult],
        watch: &Watch,
    ) -> Option<Vec<u32>> {
        let all = some.map_or(table.rows(), <[u32]>::len);
        watch.total.store(all as u64, Ordering::Relaxed);
        let row = |at: usize| match some {
            Some(rows) => rows.get(at).copied(),
            None => u32::try_from(at).ok(),
        };
        let stopped = || watch.stop.load(Ordering::Relaxed);
        let matches = self.filter.as_ref().map(|filter| filter.matcher(table, judged));
        let pieces: Vec<Vec<u32>> = (0..all.div_ceil(PIECE))
            .into_par_iter()
            .map(|piece| {
                let part = piece * PIECE..all.min((piece + 1) * PIECE);
                let long = part.len() as u64;
                let is_shown = |row: &u32| matches.as_ref().is_none_or(|matches| matches(*row as usize));
                let rows =
                    if stopped() { Vec::new() } else { part.filter_map(row).filter(is_shown).collect() };
                watch.done.fetch_add(long, Ordering::Relaxed);
                rows
            })
            .collect();
        let mut rows = pieces.concat();
        if let (Some(sort), false) = (self.sort, stopped()) {
            sort.apply(table, &mut rows);
        }
        (!stopped()).then_some(rows)
    }
}

/// Rows that are read between checks whether to stop.
const PIECE: usize = 1 << 12;

impl Sort {
    fn apply(self, table: &Table, rows: &mut [u32]) {
        let Some(about) = table.columns().get(self.column) else { return };
        let cells = |row: u32| {
            let (segment, at) = table.locate(row as usize)?;
            Some((segment.cells.get(self.column)?, at))
        };
        match about.kind {
            Kind::Numeric => {
                self.by_key(rows, |row| cells(row).and_then(|(cells, at)| cells.number(at)).map(ordered))
            }
            Kind::Categorical | Kind::Binary => {
                let names = about.dictionary.names();
                let mut order: Vec<usize> = (0..names.len()).collect();
                order.par_sort_by(|a, b| by_text(text_of(names, *a), text_of(names, *b)));
                let mut ranks = vec![0_u64; names.len()];
                for (rank, code) in (0..).zip(order) {
                    ranks.get_mut(code).into_iter().for_each(|place| *place = rank);
                }
                let code = |row: u32| cells(row).and_then(|(cells, at)| cells.code(at));
                self.by_key(rows, |row| {
                    code(row)
                        .filter(|code| *code != MISSING)
                        .and_then(|code| ranks.get(code as usize).copied())
                });
            }
            Kind::Text => {
                let text = |row: u32| match table.cell(row as usize, self.column) {
                    Cell::Text(text) => text,
                    _ => "",
                };
                rows.par_sort_by(|a, b| {
                    let (a, b) = if self.down { (*b, *a) } else { (*a, *b) };
                    by_text(text(a), text(b))
                });
            }
        }
    }

    fn by_key(self, rows: &mut [u32], key: impl Fn(u32) -> Option<u64> + Sync) {
        let turned = |key: u64| if self.down { u64::MAX - 1 - key } else { key };
        let keyed = |(at, row): (usize, &u32)| (key(*row).map_or(u64::MAX, turned), at as u32, *row);
        // The position is part of the key, so that the faster unstable sort keeps the order of equal cells.
        let mut all: Vec<(u64, u32, u32)> =
            rows.par_iter().enumerate().map(|(at, row)| keyed((at, row))).collect();
        all.par_sort_unstable();
        rows.iter_mut().zip(all).for_each(|(place, (.., row))| *place = row);
    }
}

fn text_of(names: &[crate::math::Name], code: usize) -> &str {
    names.get(code).map_or("", |name| name.as_str())
}

/// Compares texts, first ignoring case, then with it.
fn by_text(a: &str, b: &str) -> std::cmp::Ordering {
    a.chars().flat_map(char::to_lowercase).cmp(b.chars().flat_map(char::to_lowercase)).then_with(|| a.cmp(b))
}

fn ordered(value: f64) -> u64 {
    const SIGN: u64 = 1 << 63;
    let bits = (value + 0.0).to_bits();
    if bits & SIGN == 0 { bits | SIGN } else { !bits }
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
    pub given: GivenCursor,
}

#[derive(Clone, Debug)]
pub struct Only {
    pub of: String,
    pub rows: Arc<[u32]>,
    pub from: ScreenId,
    pub before: Before,
}

/// What was shown before: the positions of the cursor and of the first row on screen, and the rows.
#[derive(Clone, Debug, Default)]
pub struct Before {
    pub row: usize,
    pub top: usize,
    pub shown: Shown,
    pub list: Option<Arc<[u32]>>,
}

pub const ROW: &str = "row";

impl DataScreen {
    pub fn beside(&self, column: usize, target: Option<usize>, right: bool) -> usize {
        let all = self.widths.len();
        let scrolling = |at: &usize| target != Some(*at);
        let found = match (target == Some(column), right) {
            (true, true) => (0..all).find(scrolling),
            (true, false) => None,
            (false, true) => (column + 1..all).find(scrolling),
            (false, false) => (0..column.min(all)).rev().find(scrolling).or(target),
        };
        found.unwrap_or(column)
    }

    pub fn some_rows(&self) -> Option<Arc<[u32]>> {
        self.list.clone().filter(|_| self.shown.filter.is_some() || self.only.is_some())
    }

    /// Returns the profile of the selected column in the shown rows; `None` until it is counted.
    pub fn counted(&self) -> Option<&Profile> {
        let (column, rows, profile) = self.profile.as_ref()?;
        let same = match (rows, self.some_rows()) {
            (Some(rows), Some(now)) => Arc::ptr_eq(rows, &now),
            (rows, now) => rows.is_none() && now.is_none(),
        };
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
        let judged = self.shown.filter.as_ref().is_some_and(Filter::needs_predictions);
        self.stale |= !self.shown.is_all() && (!same || judged);
    }

    pub fn leave_counted(&mut self) {
        if let Some(Only { before, .. }) = self.only.take() {
            self.row = before.row;
            self.scroll.to(before.top);
            (self.shown, self.list) = (before.shown, before.list);
        }
    }

    /// Returns the lines above the table: the filter and the sort, and a blank one if there is room.
    pub fn above(&self, frame: Frame) -> usize {
        match (self.shown.is_all(), frame.lines() >= SPACIOUS) {
            (true, _) => 0,
            (false, true) => 2,
            (false, false) => 1,
        }
    }
}

const SPACIOUS: usize = 14;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub row: usize,
    pub column: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    pub text: String,
    pub from: Place,
    pub forward: bool,
    pub only: Option<Arc<[u32]>>,
}

pub fn find(table: &Table, search: &Search) -> Option<Place> {
    let columns = table.columns().len();
    let rows = search.only.as_ref().map_or(table.rows(), |only| only.len());
    let all = rows.checked_mul(columns)?;
    let start = search.from.row.checked_mul(columns)?.checked_add(search.from.column)?;
    let row = |place: Place| {
        search.only.as_ref().and_then(|only| only.get(place.row)).map_or(place.row, |row| *row as usize)
    };
    let seeker = Seeker::new(table, &search.text);
    let step = |n: usize| if search.forward { (start + n) % all } else { (start + all - n) % all };
    let place = |at: usize| Place { row: at / columns, column: at % columns };
    (1..=all).map(|n| place(step(n))).find(|place| seeker.holds(row(*place), place.column))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenCursor {
    pub line: usize,
    pub column: usize,
}

impl GivenCursor {
    pub fn place(self, blocks: &[GivenBlock]) -> Option<&GivenPlace> {
        let (_, cells) = blocks.iter().flat_map(|block| &block.rows).nth(self.line)?;
        cells.get(self.column).map(|(place, _)| place)
    }
}
