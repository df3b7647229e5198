//! A table and the recipe it is read by: what a model is fitted from.

use std::sync::Arc;

use super::held::HeldOut;
use super::value_counts::Ordered;
use crate::recipe::{Feature, ModelKind, Resolved};
use crate::table::{Kind, Table};
use crate::text::shown;

/// A table whose columns have been read as the recipe says.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The rows.
    pub table: Arc<Table>,
    /// The recipe, with nothing left open.
    pub resolved: Resolved,
    /// Where the rows of a test file begin, and what it is called.
    pub test: Option<(usize, String)>,
    /// The rows that are not learned from, where some are held out.
    pub held_out: Option<HeldOut>,
}

/// What of a column is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Its codes.
    Codes,
    /// Its numbers, each value by itself, so that cuts can be learned from the counts.
    Numbers,
    /// Mean and scatter of its numbers.
    Moments,
    /// Its numbers together with those of the other features: means and scatter of the rows in which all are known.
    Together,
    /// Its words.
    Words,
    /// Its numbers, each saying how often the column's name stands in a document.
    WordCounts,
}

/// Which columns are counted, and how: what two sums must share to be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Position of the class column.
    pub target: usize,
    /// Number of classes: of codes of the class column.
    pub classes: usize,
    /// Position of each feature's column, and what of it is counted.
    pub features: Vec<(usize, Counted)>,
    /// Position of the column that says how many times a row was seen.
    pub weight: Option<usize>,
}

impl Dataset {
    /// All rows of a table, read as a recipe says.
    pub fn new(table: Arc<Table>, resolved: Resolved) -> Dataset {
        Dataset { table, resolved, test: None, held_out: None }
    }

    /// What is counted for this recipe.
    pub fn layout(&self) -> Layout {
        let classes =
            self.table.columns().get(self.resolved.target).map_or(0, |column| column.dictionary.len());
        let together = matches!(self.resolved.model, ModelKind::Gda | ModelKind::Qda);
        let words = self.resolved.is_word_counts();
        let poisson = self.resolved.model == ModelKind::Poisson;
        let counted = |feature: &Feature| {
            let counted = match feature.kind {
                Kind::Text => Counted::Words,
                Kind::Numeric if together => Counted::Together,
                Kind::Numeric if words => Counted::WordCounts,
                Kind::Numeric if feature.bins.is_none() && !poisson => Counted::Moments,
                Kind::Numeric => Counted::Numbers,
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

    /// The place of a row in its own file, from 0.
    pub fn row_number(&self, row: usize) -> usize {
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
    pub fn class_code(&self, row: usize) -> Option<u32> {
        let (segment, at) = self.table.locate(row)?;
        segment.cells.get(self.resolved.target)?.code(at)
    }

    /// The rows without a class, from 0; rows that are held out are not among them.
    pub fn unlabelled(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.table.rows()).filter(|row| self.class_code(*row).is_none() && !self.is_held_out(*row))
    }

    /// How many rows have a class and weight 0, and so were never seen.
    pub fn weightless(&self) -> usize {
        let seen = |row: &usize| self.class_code(*row).is_some() && self.seen(*row) == 0;
        if self.resolved.weight.is_some() { (0..self.table.rows()).filter(seen).count() } else { 0 }
    }

    /// A row's number in a column, as a key of a tally.
    pub fn number(&self, row: usize, column: usize) -> Option<Ordered> {
        let (segment, at) = self.table.locate(row)?;
        segment.cells.get(column)?.number(at).map(Ordered::new)
    }
}

impl Dataset {
    /// Whether a column has two numbers in the rows of some classes that are learned from.
    pub fn varies(&self, column: usize, classes: &[u32]) -> bool {
        let learned = |row: &usize| {
            self.weight(*row) > 0 && self.class_code(*row).is_some_and(|code| classes.contains(&code))
        };
        let mut numbers = (0..self.table.rows()).filter(learned).filter_map(|row| self.number(row, column));
        numbers.next().is_some_and(|first| numbers.any(|other| other != first))
    }
}

impl Layout {
    /// Whether only rows in which every feature is known are learned from.
    pub fn is_complete_case(&self) -> bool {
        self.features.iter().any(|(_, counted)| *counted == Counted::Together)
    }
}
