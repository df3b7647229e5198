//! Whether what is said with probability 0.8 is so in eight of ten rows.

use super::{Interval, Pooled};
use crate::math::Number;

/// How many bins there are: [0, 0.1), [0.1, 0.2) … [0.9, 1].
pub const BINS: usize = 10;

/// What was said held against what is so, by how surely it was said.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The class whose probability is looked at; `None` for that of the class that was predicted, whichever it is.
    pub of: Option<usize>,
    /// The ten bins.
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
    /// The sum of the probabilities.
    pub sum: f64,
    /// Positions of the judged rows.
    pub rows: Vec<usize>,
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
    pub fn new(rows: &[Pooled<'_>], of: Option<usize>) -> Calibration {
        let mut bins = vec![Bin::default(); BINS];
        let mut n = 0;
        for (at, row) in rows.iter().enumerate() {
            let (Some(class), Some(posterior)) = (of.or(row.prediction.predicted), row.posterior()) else {
                continue;
            };
            let Some(said) = posterior.get(class) else { continue };
            let Some(bin) = bins.get_mut(bin_of(*said)) else { continue };
            bin.n += row.times;
            bin.sum += said * row.times as f64;
            bin.so += if row.actual == class { row.times } else { 0 };
            bin.rows.push(at);
            n += row.times;
        }
        Calibration { of, bins, n }
    }

    /// The expected calibration error; `None` without rows.
    ///
    /// # Formula
    /// `∑ n_b/n · |observed_b − said_b|` over the bins b (Naeini, Cooper and Hauskrecht 2015).
    pub fn error(&self) -> Option<f64> {
        let gap = |bin: &Bin| Some(bin.n as f64 * (bin.observed()?.to_f64() - bin.said()?).abs());
        (self.n > 0).then(|| self.bins.iter().filter_map(gap).sum::<f64>() / self.n as f64)
    }

    /// Bins with rows.
    pub fn filled(&self) -> usize {
        self.bins.iter().filter(|bin| bin.n > 0).count()
    }
}

/// The bin of a probability; one on a cut belongs above it, also where the float fell short of the cut by its last
/// digit.
fn bin_of(probability: f64) -> usize {
    ((probability * BINS as f64 + 1e-9) as usize).min(BINS - 1)
}
