//! Several models evaluated by the same rows, each time by models that learned from the same others.
//!
//! The rows are dealt once; where some model needs every feature, only rows that have them all judge any. So a figure of
//! one model can be held against that of another, and any two of them row by row.

mod model_spec;
mod pair;
mod run;
mod result;

use std::sync::{Mutex, PoisonError};

pub use model_spec::ModelSpec;
pub use model_spec::Parameters;
pub use pair::Pair;
pub use result::{ComparisonResult, Measure, Said};

use crate::math::Name;
use crate::problem::Problem;
use crate::recipe::Split;
use crate::table::Watch;

#[derive(Clone, Debug)]
pub struct Comparison {
    pub split: Split,
    pub seed: u64,
    /// What must be said of all of them, one sentence each: which split was chosen, and which rows are left out.
    pub warnings: Vec<String>,
    pub labels: Vec<Name>,
    /// The rows that judge, in their order; one whose cases are in several parts comes once for each.
    pub rows: Vec<TestedRow>,
    /// How many cases these rows are, in all.
    pub n: u64,
    /// The models that could be fitted, in the order they were asked for.
    pub results: Vec<ComparisonResult>,
    pub refused: Vec<Refused>,
    /// Of the results, the model of the recipe itself, if it took part.
    pub own: Option<usize>,
}

impl Comparison {
    pub fn table_rows(&self) -> usize {
        self.rows.chunk_by(|one, other| one.row == other.row).count()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestedRow {
    /// The row, from 0.
    pub row: usize,
    /// Its class, as a position in [`Comparison::labels`].
    pub actual: usize,
    pub weight: u64,
    /// The part it belongs to, from 0; `None` where the models learned from it.
    pub fold: Option<usize>,
}

/// A model that does not take part, and why.
#[derive(Clone, Debug)]
pub struct Refused {
    pub spec: ModelSpec,
    pub name: String,
    pub problem: Problem,
}

/// How far a comparison is, and how to stop it.
#[derive(Debug, Default)]
pub struct Stage {
    pub watch: std::sync::Arc<Watch>,
    words: Mutex<String>,
}

impl Stage {
    /// What is being done: `GDA, fold 3 of 10`.
    pub fn words(&self) -> String {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn tell(&self, words: String) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }
}
