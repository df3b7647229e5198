//! A table and the recipe it is read by: what a model is fitted from; and rows that a model does not see, so that it can be
//! evaluated by them.
//!
//! What is partitioned are cases. A row that was seen several times is as many cases, and some of them may be held out while
//! the model learns from the others.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::value_counts::Ordered;
use crate::problem::Problem;
use crate::recipe::{Bins, Convention, Feature, Resolved, Split};
use crate::table::{Cells, Kind, MISSING, Segment, Sums, Table};
use crate::text::shown;

#[derive(Clone, Debug)]
pub struct Dataset {
    pub table: Arc<Table>,
    pub resolved: Resolved,
    pub test: Option<(usize, String)>,
    pub held_out: Option<HeldOut>,
    pub declared: Range<u32>,
    /// The sums of all rows, when these are somewhere else: then the table has none.
    pub sums: Option<Arc<Sums>>,
    /// What a test file writes otherwise than the rows that are learned from, one sentence for each column.
    pub test_notes: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    Codes,
    /// Its numbers, each value by itself, so that cuts can be learned from the counts.
    Numbers,
    /// Its numbers by bin, the cuts learned beforehand: of tables that are too long to count each value by itself.
    Bins(Bins, Convention),
    Moments,
    /// Its numbers together with those of the other features: means and scatter of the rows in which all are known.
    Together,
    Words,
    WordCounts,
}

fn with_declared(table: Arc<Table>, resolved: &Resolved) -> Arc<Table> {
    let classes = resolved.recipe.classes.iter().flatten().map(|class| (resolved.target, class.as_str()));
    let values = resolved
        .features
        .iter()
        .flat_map(|feature| feature.values.iter().map(move |value| (feature.column, value.as_str())));
    let is_new = |(column, name): &(usize, &str)| {
        table.columns().get(*column).is_some_and(|column| column.dictionary.code(name).is_none())
    };
    let new: Vec<(usize, &str)> = classes.chain(values).filter(is_new).collect();
    if new.is_empty() || resolved.recipe.given.is_some() {
        return table;
    }
    Arc::new(table.with_names(new.into_iter()))
}

/// From so many rows on numbers are counted by bin: fewer are counted each by itself, so that other cuts cost no look at
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

impl Dataset {
    pub fn new(table: Arc<Table>, resolved: Resolved) -> Dataset {
        let codes = |table: &Table| {
            let column = table.columns().get(resolved.target);
            column.map_or(0, |column| u32::try_from(column.dictionary.len()).unwrap_or(u32::MAX))
        };
        let from = codes(&table);
        let table = with_declared(table, &resolved);
        let declared = from..codes(&table);
        let test_notes = Vec::new();
        Dataset { table, resolved, test: None, held_out: None, sums: None, declared, test_notes }
    }

    pub fn rows(&self) -> usize {
        match &self.sums {
            Some(sums) => usize::try_from(sums.rows()).unwrap_or(usize::MAX),
            None => self.table.rows(),
        }
    }

    /// Whether the table has every row: where it has not, what is said row by row is not said.
    pub(crate) fn has_all_rows(&self) -> bool {
        self.sums.is_none() && !self.is_given()
    }

    pub fn is_given(&self) -> bool {
        self.resolved.recipe.given.is_some()
    }

    pub(crate) fn need_rows(&self, what: &str) -> Result<(), Problem> {
        let source = shown(&self.table.source);
        let (why, open) = match &self.sums {
            Some(sums) => (
                format!("{source} has their sums only; the rows are in {}", shown(&sums.asked)),
                "open the rows themselves, or ",
            ),
            None if self.is_given() => (format!("the numbers of {source} are given"), ""),
            None => return Ok(()),
        };
        Err(Problem {
            kind: "no_rows",
            what: format!("{what} needs rows, and {why}"),
            fix: format!(
                "{open}name a file of rows: --split file:TEST.csv judges by it, --queries FILE.csv predicts it"
            ),
            ..Problem::default()
        })
    }

    pub fn layout(&self) -> Layout {
        let classes =
            self.table.columns().get(self.resolved.target).map_or(0, |column| column.dictionary.len());
        let model = self.resolved.model;
        let words = self.resolved.is_word_counts();
        let recipe = &self.resolved.recipe;
        let rows = self.test.as_ref().map_or_else(|| self.rows(), |(from, _)| *from);
        // One row left out moves the cuts of quantiles, which sorted numbers tell without a look at the others.
        let by_bin = self.sums.is_none() && rows >= BY_BIN && recipe.split_or_default() != Split::LeaveOneOut;
        let counted = |feature: &Feature| {
            let counted = match feature.kind {
                Kind::Text => Counted::Words,
                Kind::Numeric if model.is_joint() => Counted::Together,
                Kind::Numeric if words => Counted::WordCounts,
                Kind::Numeric if feature.bins.is_none() && !model.is_of_counts() => Counted::Moments,
                Kind::Numeric => match &feature.bins {
                    Some(bins) if by_bin || self.is_summed_by_bin(feature) => {
                        Counted::Bins(bins.clone(), recipe.convention())
                    }
                    _ => Counted::Numbers,
                },
                Kind::Categorical | Kind::Binary => Counted::Codes,
            };
            (feature.column, counted)
        };
        Layout {
            target: self.resolved.target,
            classes,
            features: self.resolved.features.iter().map(counted).collect(),
            weight: self.resolved.weight,
        }
    }

    fn is_summed_by_bin(&self, feature: &Feature) -> bool {
        self.sums.as_ref().is_some_and(|sums| sums.bins.contains_key(feature.name.as_str()))
    }

    /// The place of a row in its own file, from 0.
    pub(crate) fn row_number(&self, row: usize) -> usize {
        match &self.test {
            Some((from, _)) if row >= *from => row - from,
            _ => row,
        }
    }

    /// What a person calls a row: `row 3`, or `row 3 of TEST.csv`.
    pub fn row_name(&self, row: usize) -> String {
        match &self.test {
            Some((from, file)) if row >= *from => {
                format!("row {} of {}", self.row_number(row) + 1, shown(file))
            }
            _ => format!("row {}", row + 1),
        }
    }

    /// The code of a row's class; `None` for a row without one.
    pub(crate) fn class_code(&self, row: usize) -> Option<u32> {
        let (segment, at) = self.table.locate(row)?;
        segment.cells.get(self.resolved.target)?.code(at)
    }

    /// The rows without a class, from 0; rows that are held out are not among them.
    pub fn unlabelled(&self) -> impl Iterator<Item = usize> + '_ {
        let target = self.resolved.target;
        let of = move |segment: &'_ Segment| {
            let codes = match segment.cells.get(target) {
                Some(Cells::Codes(codes)) => codes.as_slice(),
                _ => &[],
            };
            let from = segment.rows.start;
            let none = codes.iter().enumerate().filter(|(_, code)| **code == MISSING);
            none.map(|(at, _)| from + at).collect::<Vec<usize>>()
        };
        self.table.segments().iter().flat_map(of).filter(|row| !self.is_held_out(*row))
    }

    /// How many rows have a class and weight 0, and so were never seen.
    pub(crate) fn weightless(&self) -> usize {
        let seen = |row: &usize| self.class_code(*row).is_some() && self.seen(*row) == 0;
        if let Some(sums) = &self.sums {
            let of = sums.of_rows.weightless.saturating_sub(sums.of_rows.weightless_unlabelled);
            return usize::try_from(of).unwrap_or(usize::MAX);
        }
        if self.resolved.weight.is_some() { (0..self.table.rows()).filter(seen).count() } else { 0 }
    }

    pub fn number(&self, row: usize, column: usize) -> Option<Ordered> {
        let (segment, at) = self.table.locate(row)?;
        segment.cells.get(column)?.number(at).map(Ordered::new)
    }
}

impl Dataset {
    pub fn varies(&self, column: usize, classes: &[u32]) -> bool {
        let learned = |row: &usize| {
            self.weight(*row) > 0 && self.class_code(*row).is_some_and(|code| classes.contains(&code))
        };
        let mut numbers = (0..self.table.rows()).filter(learned).filter_map(|row| self.number(row, column));
        numbers.next().is_some_and(|first| numbers.any(|other| other != first))
    }
}

impl Layout {
    pub(crate) fn is_complete_case(&self) -> bool {
        self.features.iter().any(|(_, counted)| *counted == Counted::Together)
    }
}

/// The part that each case of a data set is in.
#[derive(Clone, Debug, Default)]
pub struct Partition {
    whole: Vec<u32>,
    /// By row and part, how many of its cases are in it, where they are not all in one.
    split: BTreeMap<(usize, u32), u64>,
}

impl Partition {
    /// The part of rows that are in none.
    const NEVER: u32 = u32::MAX;
    /// The part of rows whose cases are counted by part.
    const SPLIT: u32 = u32::MAX - 1;

    /// So many rows, none of which is in any part.
    pub fn new(rows: usize) -> Partition {
        Partition { whole: vec![Partition::NEVER; rows], split: BTreeMap::new() }
    }

    /// Puts some of the cases of a row into a part; `of` says how many it has.
    pub fn put(&mut self, row: usize, part: u32, cases: u64, of: u64) {
        let Some(whole) = self.whole.get_mut(row) else { return };
        if cases == of {
            *whole = part;
            return;
        }
        *whole = Partition::SPLIT;
        *self.split.entry((row, part)).or_default() += cases;
    }

    /// How many of the cases of a row are in a part; `of` says how many it has. `None` where it has none there.
    pub fn cases(&self, row: usize, part: u32, of: u64) -> Option<u64> {
        match self.whole.get(row)? {
            &Partition::SPLIT => self.split.get(&(row, part)).copied(),
            whole => (*whole == part && part != Partition::NEVER).then_some(of),
        }
    }

    /// The parts that a row has cases in, each with how many; `of` says how many it has.
    pub fn of_row(&self, row: usize, of: u64) -> impl Iterator<Item = (usize, u64)> + '_ {
        let whole = self.whole.get(row).copied().unwrap_or(Partition::NEVER);
        let split = (whole == Partition::SPLIT).then(|| self.split.range((row, 0)..=(row, u32::MAX)));
        let one = (whole < Partition::SPLIT).then_some((whole as usize, of));
        one.into_iter().chain(split.into_iter().flatten().map(|((_, part), cases)| (*part as usize, *cases)))
    }

    pub fn rows(&self) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut put = |row: usize, part: usize| {
            if rows.len() <= part {
                rows.resize(part + 1, Vec::new());
            }
            rows.get_mut(part).into_iter().for_each(|rows| rows.push(row));
        };
        for (row, whole) in self.whole.iter().enumerate() {
            match *whole {
                Partition::NEVER => {}
                Partition::SPLIT => self.of_row(row, 0).for_each(|(part, _)| put(row, part)),
                part => put(row, part as usize),
            }
        }
        rows
    }
}

/// The cases of a data set that one model is kept from, and the classes that it must know all the same.
#[derive(Clone, Debug)]
pub struct HeldOut {
    partition: Arc<Partition>,
    part: u32,
    order: Arc<[u32]>,
}

impl HeldOut {
    /// Holds out one part of the cases; `order` gives the class codes of the whole data in the order of the classes, which
    /// every model keeps to.
    pub fn new(partition: Arc<Partition>, part: u32, order: Arc<[u32]>) -> HeldOut {
        HeldOut { partition, part, order }
    }

    /// How many cases of a row are held out; `of` says how many it has. `None` where none of them is.
    pub fn cases(&self, row: usize, of: u64) -> Option<u64> {
        self.partition.cases(row, self.part, of)
    }

    pub fn order(&self) -> &[u32] {
        &self.order
    }
}

impl Dataset {
    #[must_use]
    pub fn without(&self, held_out: HeldOut) -> Dataset {
        Dataset { held_out: Some(held_out), ..self.clone() }
    }

    /// Whether no case of a row is to be learned from, since a model is judged by them.
    pub(crate) fn is_held_out(&self, row: usize) -> bool {
        let seen = self.seen(row);
        self.held_out.as_ref().and_then(|held_out| held_out.cases(row, seen)).is_some_and(|held| held >= seen)
    }
}
