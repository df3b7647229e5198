//! A table as the recipe reads it: features, class codes and weights. A row that was seen several times is as many cases, and
//! some of them may be held out while the model learns from the others.

use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::{Bins, Convention, Feature, Resolved, Split};
use crate::table::{Cells, Kind, Segment, Table, TableSums};
use crate::text::shown;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Dataset {
    pub table: Arc<Table>,
    pub resolved: Resolved,
    /// Where the rows of a test file begin, and its name.
    pub test: Option<(usize, String)>,
    pub held_out: Option<HeldOut>,
    /// The codes of classes that the recipe declares and no row has.
    pub declared: Range<u32>,
    /// The sums of all rows, if these are elsewhere: then the table has none.
    pub sums: Option<Arc<TableSums>>,
    /// What a test file writes differently from the training rows, one sentence for each column.
    pub test_notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    Codes,
    /// Its numbers, each value by itself, so that cuts can be learned from the counts.
    Numbers,
    /// Its numbers by bin, with cuts learned beforehand: of tables that are too long to count each value by itself.
    Bins(Bins, Convention),
    Moments,
    /// Its numbers together with those of the other features: means and scatter of the rows in which all are known.
    Together,
    Words,
    WordCounts,
}

/// From so many rows on numbers are counted by bin. Fewer are counted each by itself, so that other cuts need no pass over
/// the rows.
const BY_BIN: usize = 1 << 16;

/// Which columns are counted, and how: what two sums must share to be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub target: usize,
    pub classes: usize,
    pub features: Vec<(usize, Counted)>,
    pub weight: Option<usize>,
}

impl Layout {
    pub(crate) fn is_complete_case(&self) -> bool {
        self.features.iter().any(|(_, counted)| *counted == Counted::Together)
    }

    /// Returns how many times each row of a segment was seen: 1 if there is no weight column.
    pub fn weights(&self, segment: &Segment) -> Vec<u64> {
        let cells = self.weight.and_then(|column| segment.cells.get(column));
        (0..segment.rows.len()).map(|at| cells.map_or(1, |cells| times(cells, at))).collect()
    }
}

/// Returns the whole number of a row within a segment; 0 if it is missing.
pub fn times(cells: &Cells, at: usize) -> u64 {
    // Whole and below 2⁵³, or there would be no model.
    cells.number(at).map_or(0, |number| number as u64)
}

fn with_declared(table: Arc<Table>, resolved: &Resolved) -> Arc<Table> {
    let classes = resolved.recipe.classes.iter().flatten().map(|class| (resolved.target, class));
    let values = resolved.features.iter();
    let values = values.flat_map(|feature| feature.values.iter().map(move |value| (feature.column, value)));
    let mut declared: Vec<_> = classes.chain(values).map(|(column, name)| (column, name.as_str())).collect();
    declared.retain(|(column, name)| {
        table.columns().get(*column).is_some_and(|column| column.dictionary.code(name).is_none())
    });
    match declared.is_empty() || resolved.recipe.given.is_some() {
        true => table,
        false => Arc::new(table.with_names(declared.into_iter())),
    }
}

impl Dataset {
    pub fn new(table: Arc<Table>, resolved: Resolved) -> Dataset {
        let codes = |table: &Table| {
            let column = table.columns().get(resolved.target);
            column.map_or(0, |column| u32::try_from(column.dictionary.len()).unwrap_or(u32::MAX))
        };
        let from = codes(&table);
        let table = with_declared(table, &resolved);
        let (declared, test_notes) = (from..codes(&table), Vec::new());
        Dataset { table, resolved, test: None, held_out: None, sums: None, declared, test_notes }
    }

    #[must_use]
    pub fn without(&self, held_out: HeldOut) -> Dataset {
        Dataset { held_out: Some(held_out), ..self.clone() }
    }

    pub(crate) fn names(&self, column: usize) -> &[Name] {
        self.table.columns().get(column).map(|column| column.dictionary.names()).unwrap_or_default()
    }

    pub fn rows(&self) -> usize {
        match &self.sums {
            Some(sums) => usize::try_from(sums.rows()).unwrap_or(usize::MAX),
            None => self.table.rows(),
        }
    }

    /// Returns whether the table has every row; if it has not, nothing is reported row by row.
    pub fn has_all_rows(&self) -> bool {
        self.sums.is_none() && !self.is_given()
    }

    pub fn is_given(&self) -> bool {
        self.resolved.recipe.given.is_some()
    }

    pub fn need_rows(&self, what: &str) -> Result<(), Problem> {
        let source = shown(&self.table.source);
        let (why, open) = match &self.sums {
            Some(sums) => (
                match sums.asked.as_str() {
                    "" => format!("{source} has their counts only"),
                    asked => format!("{source} has their sums only; the rows are in {}", shown(asked)),
                },
                "open the rows themselves, or ",
            ),
            None if self.is_given() => (format!("the numbers of {source} are given"), ""),
            None => return Ok(()),
        };
        let what = format!("{what} needs rows, and {why}");
        let fix = "name a file of rows: --split file:TEST.csv tests on it, --queries FILE.csv predicts it";
        Err(Problem { kind: "no_rows", what, fix: format!("{open}{fix}"), ..Problem::default() })
    }

    pub fn layout(&self) -> Layout {
        let Resolved { target, model, weight, recipe, .. } = &self.resolved;
        let rows = self.test.as_ref().map_or_else(|| self.rows(), |(from, _)| *from);
        // One row left out moves the cuts of quantiles, which sorted numbers show without another pass.
        let by_bin = self.sums.is_none() && rows >= BY_BIN && recipe.split_or_default() != Split::LeaveOneOut;
        let sums = self.sums.as_ref();
        let is_summed_by_bin = |name: &Name| sums.is_some_and(|sums| sums.bins.contains_key(name.as_str()));
        let counted = |feature: &Feature| {
            let counted = match (feature.kind, &feature.bins) {
                (Kind::Text, _) => Counted::Words,
                (Kind::Categorical | Kind::Binary, _) => Counted::Codes,
                (Kind::Numeric, _) if model.is_joint() => Counted::Together,
                (Kind::Numeric, _) if self.resolved.is_word_counts() => Counted::WordCounts,
                (Kind::Numeric, None) if !model.is_of_counts() => Counted::Moments,
                (Kind::Numeric, Some(bins)) if by_bin || is_summed_by_bin(&feature.name) => {
                    Counted::Bins(bins.clone(), recipe.convention())
                }
                (Kind::Numeric, _) => Counted::Numbers,
            };
            (feature.column, counted)
        };
        let features = self.resolved.features.iter().map(counted).collect();
        Layout { target: *target, classes: self.names(*target).len(), features, weight: *weight }
    }

    /// Returns the place of a row in its own file, from 0.
    pub fn row_number(&self, row: usize) -> usize {
        match &self.test {
            Some((from, _)) if row >= *from => row - from,
            _ => row,
        }
    }

    /// Returns what a person calls a row: `row 3`, or `row 3 of TEST.csv`.
    pub fn row_name(&self, row: usize) -> String {
        let number = self.row_number(row) + 1;
        match &self.test {
            Some((from, file)) if row >= *from => format!("row {number} of {}", shown(file)),
            _ => format!("row {number}"),
        }
    }

    /// Returns the code of a row's class; `None` for a row without one.
    pub(crate) fn class_code(&self, row: usize) -> Option<u32> {
        let (cells, at) = self.table.cells_at(row, self.resolved.target)?;
        cells.code(at)
    }

    pub fn number(&self, row: usize, column: usize) -> Option<f64> {
        let (cells, at) = self.table.cells_at(row, column)?;
        // Adding zero turns −0 into 0.
        Some(cells.number(at)? + 0.0)
    }

    pub fn times(&self, row: usize, column: usize) -> u64 {
        self.table.cells_at(row, column).map_or(0, |(cells, at)| times(cells, at))
    }

    pub fn seen(&self, row: usize) -> u64 {
        self.resolved.weight.map_or(1, |column| self.times(row, column))
    }

    /// Returns how many cases of a row the model learns from: those that were seen and are not held out.
    pub fn weight(&self, row: usize) -> u64 {
        self.seen(row).saturating_sub(self.held(row).unwrap_or(0))
    }

    fn held(&self, row: usize) -> Option<u64> {
        self.held_out.as_ref()?.cases(row, self.seen(row))
    }

    /// Returns the rows without a class, from 0, except those of which every case is held out.
    pub fn unlabelled(&self) -> impl Iterator<Item = usize> + '_ {
        let without = (0..self.table.rows()).filter(|row| self.class_code(*row).is_none());
        without.filter(|row| self.held(*row).is_none_or(|held| held < self.seen(*row)))
    }

    /// Counts the rows with a class and weight 0, which were never seen.
    pub(crate) fn weightless(&self) -> usize {
        if let Some(sums) = &self.sums {
            let of = sums.of_rows.weightless.saturating_sub(sums.of_rows.weightless_unlabelled);
            return usize::try_from(of).unwrap_or(usize::MAX);
        }
        let rows = if self.resolved.weight.is_some() { self.table.rows() } else { 0 };
        (0..rows).filter(|row| self.class_code(*row).is_some() && self.seen(*row) == 0).count()
    }

    /// Returns whether a column has different numbers in the training rows of some classes.
    pub fn varies(&self, column: usize, classes: &[u32]) -> bool {
        let learned = |row: &usize| {
            self.weight(*row) > 0 && self.class_code(*row).is_some_and(|code| classes.contains(&code))
        };
        let mut numbers = (0..self.table.rows()).filter(learned).filter_map(|row| self.number(row, column));
        numbers.next().is_some_and(|first| numbers.any(|other| other != first))
    }
}

/// The part that each case of a data set is in.
#[derive(Clone, Debug, Default)]
pub struct Partition {
    whole: Vec<u32>,
    /// By row and part, how many of its cases are in it, if they are not all in one.
    split: BTreeMap<(usize, u32), u64>,
}

impl Partition {
    /// The part of rows that are in none.
    const NEVER: u32 = u32::MAX;
    /// The part of rows whose cases are counted by part.
    const SPLIT: u32 = u32::MAX - 1;

    /// Returns a partition of so many rows, none of which is in any part.
    pub fn new(rows: usize) -> Partition {
        Partition { whole: vec![Partition::NEVER; rows], split: BTreeMap::new() }
    }

    /// Puts some of the `of` cases of a row into a part.
    pub fn put(&mut self, row: usize, part: u32, cases: u64, of: u64) {
        let Some(whole) = self.whole.get_mut(row) else { return };
        if cases == of {
            *whole = part;
            return;
        }
        *whole = Partition::SPLIT;
        *self.split.entry((row, part)).or_default() += cases;
    }

    /// Returns how many of the `of` cases of a row are in a part; `None` if it has none there.
    pub fn cases(&self, row: usize, part: u32, of: u64) -> Option<u64> {
        match self.whole.get(row)? {
            &Partition::SPLIT => self.split.get(&(row, part)).copied(),
            whole => (*whole == part && part != Partition::NEVER).then_some(of),
        }
    }

    /// Returns the parts of the `of` cases of a row, each with how many it has.
    pub fn of_row(&self, row: usize, of: u64) -> impl Iterator<Item = (usize, u64)> + '_ {
        let whole = self.whole.get(row).copied().unwrap_or(Partition::NEVER);
        let split = (whole == Partition::SPLIT).then(|| self.split.range((row, 0)..=(row, u32::MAX)));
        let one = (whole < Partition::SPLIT).then_some((whole as usize, of));
        one.into_iter().chain(split.into_iter().flatten().map(|((_, part), cases)| (*part as usize, *cases)))
    }

    pub fn rows(&self) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for row in 0..self.whole.len() {
            for (part, _) in self.of_row(row, 0) {
                rows.resize(rows.len().max(part + 1), Vec::new());
                rows.get_mut(part).into_iter().for_each(|rows| rows.push(row));
            }
        }
        rows
    }
}

/// The cases of a data set that one model must not learn from, and the classes that it must know all the same.
#[derive(Clone, Debug)]
pub struct HeldOut {
    partition: Arc<Partition>,
    part: u32,
    /// The class codes of the whole data in the order of the classes, which every model keeps.
    pub order: Arc<[u32]>,
}

impl HeldOut {
    pub fn new(partition: Arc<Partition>, part: u32, order: Arc<[u32]>) -> HeldOut {
        HeldOut { partition, part, order }
    }

    /// Returns how many of the `of` cases of a row are held out; `None` if none of them is.
    pub fn cases(&self, row: usize, of: u64) -> Option<u64> {
        self.partition.cases(row, self.part, of)
    }
}
