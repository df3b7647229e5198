//! The judged rows as every figure reads them: what was said, what is so, and how often the row was seen.

use super::Evaluation;
use crate::model::RowPrediction;

/// A judged row.
#[derive(Clone, Copy, Debug)]
pub struct Pooled<'a> {
    /// What was said of it.
    pub prediction: &'a RowPrediction,
    /// Its class.
    pub actual: usize,
    /// How often it was seen.
    pub times: u64,
}

/// The rows of an evaluation, whichever part of the data each was predicted from.
pub fn pooled(evaluation: &Evaluation) -> Vec<Pooled<'_>> {
    let rows = evaluation.rows.iter();
    rows.map(|row| Pooled { prediction: &row.prediction, actual: row.actual, times: row.weight }).collect()
}

impl Pooled<'_> {
    /// P(c | x) of every class; `None` when the posterior is undefined.
    pub fn posterior(&self) -> Option<Vec<f64>> {
        self.prediction.predicted?;
        let scores = &self.prediction.log_joint;
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = scores.iter().map(|ln| (ln - highest).exp()).collect();
        let sum: f64 = shares.iter().sum();
        Some(shares.into_iter().map(|share| share / sum).collect())
    }
}
