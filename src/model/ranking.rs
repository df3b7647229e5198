//! Where a case ranks among the training rows, and what is kept of them to tell it.

use std::collections::HashMap;
use std::sync::Arc;

/// How many training rows are less probable than a case, as probable, and more probable; each row as often as its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranking {
    /// P(x) of the row is less.
    pub below: u64,
    /// P(x) of the row is the same.
    pub equal: u64,
    /// P(x) of the row is more.
    pub above: u64,
}

/// The evidence of a training row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evidence {
    pub(super) ln: f64,
    pub(super) row: usize,
    /// How many cases the row stands for, and how many stand before it.
    pub(super) times: u64,
    pub(super) before: u64,
}

/// The evidence of the training rows, from the least on, by the features that are compared.
pub(super) type Evidences = HashMap<Vec<bool>, Arc<[Evidence]>>;

impl Ranking {
    /// How many there are.
    pub fn rows(&self) -> u64 {
        self.below + self.equal + self.above
    }

    /// The share that is no more probable; `None` without rows.
    pub fn share(&self) -> Option<f64> {
        (self.rows() > 0).then(|| (self.below + self.equal) as f64 / self.rows() as f64)
    }
}
