//! Reliability: whether predictions made with probability 0.8 are right in eight of ten rows.

use super::{EvaluatedRow, EvaluatedRows, Interval};
use crate::math::Number;

/// How many bins there are: [0, 0.1), [0.1, 0.2) … [0.9, 1].
pub const BINS: usize = 10;

/// What was said held against what is so, by how surely it was said.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The class whose probability is looked at; `None` for that of the class that was predicted, whichever it is.
    pub of: Option<usize>,
    pub bins: Vec<Bin>,
    /// Rows with a posterior.
    pub n: u64,
}

/// The rows of which something was said with about the same probability.
#[derive(Clone, Debug, Default)]
pub struct Bin {
    /// How many.
    pub n: u64,
    /// Those of which it is so.
    pub so: u64,
    pub sum: f64,
    pub rows: Vec<u32>,
}

impl Bin {
    /// The mean probability that was said; `None` without rows.
    pub fn said(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum / self.n as f64)
    }

    /// The share of the rows of which it is so; `None` without rows.
    pub fn observed(&self) -> Option<Number> {
        Number::ratio(self.so, self.n)
    }

    /// The 95 % interval of that share.
    pub fn interval(&self) -> Option<Interval> {
        Interval::wilson(self.so, self.n)
    }
}

impl Calibration {
    /// The table, of one class's probability or of that of the predicted class.
    pub fn new(rows: &EvaluatedRows, of: Option<usize>) -> Calibration {
        let pieces = rows.pieces(|first, piece| {
            let (mut said, mut shares) = (SaidOfRows::default(), Vec::new());
            for (at, row) in (first..).zip(piece.iter()) {
                let (Some(class), Some(sum)) = (of.or(row.prediction.predicted), row.shares(&mut shares))
                else {
                    continue;
                };
                said.add(at, &row, class, &shares, sum);
            }
            said
        });
        Calibration::put_together(&pieces, of)
    }

    pub(super) fn put_together(pieces: &[SaidOfRows], of: Option<usize>) -> Calibration {
        let mut bins = vec![Bin::default(); BINS];
        for (at, bin) in bins.iter_mut().enumerate() {
            let parts = || pieces.iter().filter_map(|piece| piece.0.get(at));
            bin.rows.reserve_exact(parts().map(|part| part.rows.len()).sum());
            for part in parts() {
                bin.n += part.n;
                bin.so += part.so;
                bin.sum += part.sum;
                bin.rows.extend_from_slice(&part.rows);
            }
        }
        Calibration { of, n: bins.iter().map(|bin| bin.n).sum(), bins }
    }

    /// The expected calibration error; `None` without rows.
    ///
    /// # Formula
    /// `∑ n_b/n · |observed_b − said_b|` over the bins b (Naeini, Cooper and Hauskrecht 2015).
    pub fn error(&self) -> Option<f64> {
        let gap = |bin: &Bin| Some(bin.n as f64 * (bin.observed()?.to_f64() - bin.said()?).abs());
        (self.n > 0).then(|| self.bins.iter().filter_map(gap).sum::<f64>() / self.n as f64)
    }

    pub fn filled(&self) -> usize {
        self.bins.iter().filter(|bin| bin.n > 0).count()
    }
}

/// What was said of some rows, by how surely.
#[derive(Clone, Debug)]
pub(super) struct SaidOfRows([Bin; BINS]);

impl Default for SaidOfRows {
    fn default() -> Self {
        SaidOfRows(std::array::from_fn(|_| Bin::default()))
    }
}

impl SaidOfRows {
    /// Adds what was said of a class of the row at a place; `shares` are those of the scores, and `sum` their sum.
    pub fn add(&mut self, at: usize, row: &EvaluatedRow<'_>, class: usize, shares: &[f64], sum: f64) {
        let Some(said) = shares.get(class).map(|share| share / sum) else { return };
        let Some(bin) = self.0.get_mut(bin_of(said)) else { return };
        bin.n += row.weight;
        bin.sum += said * row.weight as f64;
        bin.so += if row.actual == class { row.weight } else { 0 };
        bin.rows.push(at as u32);
    }
}

/// The bin of a probability; one on a cut belongs above it, also where the float fell short of the cut by its last
/// digit.
fn bin_of(probability: f64) -> usize {
    ((probability * BINS as f64 + 1e-9) as usize).min(BINS - 1)
}
