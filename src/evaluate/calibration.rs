//! Whether what is said with probability 0.8 is so in eight of ten rows, and whether posteriors claim more than comes true:
//! one test over all rows and classes.
//!
//! A posterior makes a promise about itself. If it is right, the −ln P of the class that is so is its entropy on average;
//! posteriors that claim too much lose more. (The difference is the score of a temperature that all of them are raised to.)
//! How seldom chance loses so much is bounded, not estimated, so that the bound holds for any number of rows and classes.

use super::promises::{LnOfProduct, Promises};
use super::{EvaluatedRow, EvaluatedRows, Evaluation, Interval};
use crate::math::Number;
use crate::model::share;

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
    /// Positions of the evaluated rows.
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

    /// The table of several pieces of the rows, in their order.
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

    /// Bins with rows.
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

/// A model is called too sure where chance would lose as much less often than this.
const LEVEL: f64 = 0.05;
/// With fewer cases nothing is said.
pub const LEAST: u64 = 20;
/// Steps towards the best bound; every step is a bound already.
const STEPS: usize = 30;
/// The best bound is not looked for any nearer: its logarithm would change by less.
const NEAR: f64 = 0.01;
/// exp(−x) is 0 to a float from here on.
const NEVER: f64 = 746.0;
/// Below exp of that a share is lost beside the highest.
const NOTHING: f64 = -60.0;

/// What posteriors promise, and what came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sureness {
    /// Cases with a posterior, of a class that the model knows.
    pub n: u64,
    /// The log loss that the posteriors promise: their mean entropy.
    pub promised: f64,
    /// The log loss that came of them; infinite where a class with the posterior 0 is so.
    pub loss: f64,
    /// At least as large as the probability that chance alone loses as much, were every posterior right.
    pub chance: f64,
}

impl Sureness {
    /// Of the evaluated rows; `None` without any.
    pub fn new(evaluation: &Evaluation) -> Option<Sureness> {
        let promises = &evaluation.promises;
        let n = promises.n;
        (n > 0).then(|| Sureness {
            n,
            promised: promises.entropy() / n as f64,
            loss: promises.loss() / n as f64,
            chance: chance(&evaluation.rows, promises),
        })
    }

    /// Whether chance would seldom lose as much, in rows enough to say so.
    pub fn is_too_sure(&self) -> bool {
        self.n >= LEAST && self.chance <= LEVEL
    }
}

/// Chernoff's bound of the probability that chance loses as much: `exp(−f(λ))` for any λ from 0 to 1, with
/// `f(λ) = λ L − Σ ln Σ P(c | x)^(1 − λ)` and L the sum of the losses, since each row's `E[e^(λ loss)]` is `Σ P^(1 − λ)`.
/// f is concave; its maximum is looked for where its slope is 0.
fn chance(rows: &EvaluatedRows, promises: &Promises) -> f64 {
    let (losses, rest) = (promises.loss(), promises.rest.value());
    if losses == f64::INFINITY {
        return 0.0;
    }
    // The slope at 0 is what was lost beyond the promise.
    let beyond = losses - promises.entropy();
    if beyond <= 0.0 {
        return 1.0;
    }
    // f, its slope and how fast that falls.
    let at = |lambda: f64| {
        let pieces = rows.pieces(|_, piece| {
            let (mut value, mut slope, mut fall) = (LnOfProduct::default(), 0.0, 0.0);
            for row in piece.iter() {
                let said = &row.prediction;
                if said.predicted.is_none() || row.actual >= said.log_joint.len() {
                    continue;
                }
                let (highest, times) = (said.highest(), row.weight as f64);
                let (mut sum, mut first, mut second) = (0.0, 0.0, 0.0);
                for d in said.log_joint.iter().map(|ln| ln - highest) {
                    if (1.0 - lambda) * d > NOTHING {
                        let part = share((1.0 - lambda) * d, 0.0);
                        sum += part;
                        first += part * d;
                        second += part * d * d;
                    }
                }
                let mean = first / sum;
                value.add(sum, row.weight);
                slope += times * mean;
                fall += times * (second / sum - mean * mean);
            }
            [value.value(), slope, fall]
        });
        let sums = pieces.into_iter().fold([0.0; 3], |[v, s, f], [a, b, c]| [v + a, s + b, f + c]);
        let [value, slope, fall] = sums;
        (lambda * losses - value + (1.0 - lambda) * rest, losses + slope - rest, fall)
    };
    let (mut low, mut high, mut best) = (0.0, 1.0, 0.0f64);
    // Newton's steps from 0, where what is needed is known, and from each point to the next; halves where one leads outside.
    let mut next = beyond / promises.spread;
    for _ in 0..STEPS {
        let here = if next > low && next < high { next } else { f64::midpoint(low, high) };
        let (value, slope, fall) = at(here);
        best = best.max(value);
        // f lies below its tangent: this is the most that can still be gained.
        let left = if slope > 0.0 { slope * (high - here) } else { slope * (low - here) };
        if left < NEAR || best > NEVER {
            break;
        }
        if slope > 0.0 {
            low = here
        } else {
            high = here
        }
        next = here + slope / fall;
    }
    (-best).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::EvaluatedRow;
    use crate::evaluate::confusion::evaluate_rows;
    use crate::math::Name;
    use crate::model::RowPrediction;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    fn uniform(draw: &mut ChaCha8Rng) -> f64 {
        (draw.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The sureness of rows of which something was said, each with its class and how often it was seen.
    fn sureness(classes: usize, rows: &[(Vec<f64>, usize, u64)]) -> Option<Sureness> {
        let mut all = EvaluatedRows::new(classes, rows.len());
        for (row, (log_joint, actual, weight)) in rows.iter().enumerate() {
            let prediction = RowPrediction { row, log_joint, predicted: Some(0), tied: &[], undefined: None };
            all.push(EvaluatedRow { prediction, actual: *actual, weight: *weight, fold: None });
        }
        let labels = (0..=classes).map(|label| Name::new(label.to_string())).collect();
        Sureness::new(&evaluate_rows(labels, classes, all))
    }

    /// How often `tables` tables of `n` rows are called too sure, when posteriors p come true and p^`sharper` is said.
    fn called(tables: u32, (n, classes): (usize, usize), spread: f64, sharper: f64) -> u32 {
        let mut draw = ChaCha8Rng::seed_from_u64(1);
        let row = |draw: &mut ChaCha8Rng| {
            let scores: Vec<f64> = (0..classes).map(|_| spread * (uniform(draw) - 0.5)).collect();
            let sum: f64 = scores.iter().map(|ln| ln.exp()).sum();
            let mut left = uniform(draw) * sum;
            let so = scores.iter().position(|ln| {
                left -= ln.exp();
                left < 0.0
            });
            (scores.iter().map(|ln| sharper * ln).collect(), so.unwrap_or(classes - 1), 1)
        };
        let table = |draw: &mut ChaCha8Rng| {
            let rows: Vec<(Vec<f64>, usize, u64)> = (0..n).map(|_| row(draw)).collect();
            sureness(classes, &rows).unwrap().is_too_sure()
        };
        (0..tables).filter(|_| table(&mut draw)).count() as u32
    }

    #[test]
    fn posteriors_that_come_true_are_seldom_called_too_sure() {
        for classes in [2, 3, 5] {
            for n in [20, 50, 300] {
                for spread in [1.0, 4.0, 12.0, 40.0] {
                    let many = called(200, (n, classes), spread, 1.0);
                    assert!(many <= 4, "{many} of 200 with {classes} classes, {n} rows, spread {spread}");
                }
            }
        }
    }

    #[test]
    fn posteriors_that_claim_too_much_are_found_and_modest_ones_never_called_so() {
        for classes in [2, 3, 5] {
            let found = called(100, (200, classes), 4.0, 2.5);
            assert!(found >= 95, "{found} of 100 with {classes} classes");
            let small = called(100, (50, classes), 6.0, 3.0);
            assert!(small >= 80, "{small} of 100 with {classes} classes and 50 rows");
            assert_eq!(called(100, (200, classes), 4.0, 0.5), 0, "too modest with {classes} classes");
        }
    }

    #[test]
    fn below_twenty_rows_nothing_is_said_and_what_was_impossible_cannot_be_chance() {
        let of = |log_joint: [f64; 2], actual, times| sureness(2, &[(log_joint.to_vec(), actual, times)]);
        let wrong = |times| of([0.0, -30.0], 1, times).unwrap();
        assert!(!wrong(LEAST - 1).is_too_sure() && wrong(LEAST).is_too_sure());
        let never = [0.0, f64::NEG_INFINITY];
        let found = of(never, 1, 30).unwrap();
        assert_eq!((found.loss, found.promised.abs(), found.chance), (f64::INFINITY, 0.0, 0.0));
        let right = of(never, 0, 30).unwrap();
        assert_eq!((right.loss.abs(), right.chance, right.is_too_sure()), (0.0, 1.0, false));
        // A class that only a test file has is none that the model could be sure or unsure of.
        assert_eq!(of(never, 2, 30), None);
        // So sure and so often wrong that the bound is 0 to a float.
        assert_eq!(wrong(1000).chance, 0.0);
    }
}
