//! Several models, fitted to the same training rows and evaluated on the same test rows.
//!
//! The rows are split once. If some model needs every feature, only rows with all features are test rows. So the
//! figures of the models can be compared, and any two models row by row.

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
    /// Warnings about all models, one sentence each: the split, and the rows that are left out.
    pub warnings: Vec<String>,
    pub labels: Vec<Name>,
    /// The test rows, in order. A row with cases in several parts appears once for each.
    pub rows: Vec<TestedRow>,
    /// The total weight of these rows.
    pub n: u64,
    /// The models that could be fitted, in the requested order.
    pub results: Vec<ComparisonResult>,
    pub refused: Vec<Refused>,
    /// The result of the recipe's own model, if it was compared.
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
    /// Its fold, from 0; `None` if it is a training row of the models.
    pub fold: Option<usize>,
}

/// A model that is not compared, and why.
#[derive(Clone, Debug)]
pub struct Refused {
    pub spec: ModelSpec,
    pub name: String,
    pub problem: Problem,
}

/// The progress of a comparison, and how to stop it.
#[derive(Debug, Default)]
pub struct Stage {
    pub watch: std::sync::Arc<Watch>,
    words: Mutex<String>,
}

impl Stage {
    /// The current step: `GDA, fold 3 of 10`.
    pub fn words(&self) -> String {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn tell(&self, words: String) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }
}
