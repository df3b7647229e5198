//! Whether what is said with probability 0.8 is so in eight of ten rows, and whether posteriors claim more than comes true:
//! one test over all rows and classes.
//!
//! A posterior makes a promise about itself. If it is right, the −ln P of the class that is so is its entropy on average;
//! posteriors that claim too much lose more. (The difference is the score of a temperature that all of them are raised to.)
//! How seldom chance loses so much is bounded, not estimated, so that the bound holds for any number of rows and classes.

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
    /// Positions of the evaluated rows.
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

/// A model is called too sure where chance would lose as much less often than this.
const LEVEL: f64 = 0.05;
/// With fewer cases nothing is said.
pub const LEAST: u64 = 20;
/// Steps towards the best bound; every step is a bound already.
const STEPS: usize = 30;
/// The best bound is not looked for any nearer: its logarithm would change by less.
const NEAR: f64 = 0.01;

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

/// A row with a posterior, of a class that the model knows.
struct Case<'a> {
    scores: &'a [f64],
    /// ln of their sum.
    evidence: f64,
    /// ln of the posterior of the class that is so.
    so: f64,
    times: u64,
}

impl<'a> Case<'a> {
    fn of(row: &Pooled<'a>) -> Option<Self> {
        let scores: &[f64] = &row.prediction.log_joint;
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let evidence = highest + scores.iter().map(|ln| (ln - highest).exp()).sum::<f64>().ln();
        Some(Case { scores, evidence, so: row.prediction.log_posterior(row.actual)?, times: row.times })
    }

    /// ln P(c | x) of the classes with a posterior above 0.
    fn logs(&self) -> impl Iterator<Item = f64> {
        let possible = self.scores.iter().filter(|ln| **ln > f64::NEG_INFINITY);
        possible.map(|ln| ln - self.evidence)
    }
}

impl Sureness {
    /// Of the evaluated rows; `None` without any.
    pub fn new(rows: &[Pooled<'_>]) -> Option<Sureness> {
        let cases: Vec<Case<'_>> = rows.iter().filter(|row| row.times > 0).filter_map(Case::of).collect();
        let n: u64 = cases.iter().map(|case| case.times).sum();
        let mean = |of: fn(&Case<'_>) -> f64| {
            cases.iter().map(|case| case.times as f64 * of(case)).sum::<f64>() / n as f64
        };
        (n > 0).then(|| Sureness {
            n,
            promised: mean(|case| -case.logs().map(|ln| ln.exp() * ln).sum::<f64>()),
            loss: mean(|case| -case.so),
            chance: chance(&cases),
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
fn chance(cases: &[Case<'_>]) -> f64 {
    let losses: f64 = cases.iter().map(|case| -case.so * case.times as f64).sum();
    if losses == f64::INFINITY {
        return 0.0;
    }
    // f and its slope.
    let at = |lambda: f64| {
        let (mut value, mut slope) = (lambda * losses, losses);
        for case in cases {
            let (mut sum, mut loss) = (0.0, 0.0);
            for ln in case.logs() {
                let part = ((1.0 - lambda) * ln).exp();
                sum += part;
                loss -= part * ln;
            }
            value -= case.times as f64 * sum.ln();
            slope -= case.times as f64 * loss / sum;
        }
        (value, slope)
    };
    if at(0.0).1 <= 0.0 {
        return 1.0;
    }
    let (mut low, mut high, mut best) = (0.0, 1.0, 0.0f64);
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        let (value, slope) = at(middle);
        best = best.max(value);
        // f lies below its tangent: this is the most that can still be gained.
        let left = if slope > 0.0 { slope * (high - middle) } else { slope * (low - middle) };
        if left < NEAR {
            break;
        }
        if slope > 0.0 { low = middle } else { high = middle }
    }
    (-best).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RowPrediction;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    fn uniform(draw: &mut ChaCha8Rng) -> f64 {
        (draw.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// How often `tables` tables of `n` rows are called too sure, when posteriors p come true and p^`sharper` is said.
    fn called(tables: u32, (n, classes): (usize, usize), spread: f64, sharper: f64) -> u32 {
        let mut draw = ChaCha8Rng::seed_from_u64(1);
        let table = |draw: &mut ChaCha8Rng| {
            let mut actual = Vec::with_capacity(n);
            let said: Vec<RowPrediction> = (0..n)
                .map(|row| {
                    let scores: Vec<f64> = (0..classes).map(|_| spread * (uniform(draw) - 0.5)).collect();
                    let sum: f64 = scores.iter().map(|ln| ln.exp()).sum();
                    let mut left = uniform(draw) * sum;
                    let so = scores.iter().position(|ln| {
                        left -= ln.exp();
                        left < 0.0
                    });
                    actual.push(so.unwrap_or(classes - 1));
                    let log_joint: Vec<f64> = scores.iter().map(|ln| sharper * ln).collect();
                    RowPrediction { row, predicted: Some(0), tied: Vec::new(), log_joint, undefined: None }
                })
                .collect();
            let rows: Vec<Pooled<'_>> = said
                .iter()
                .zip(actual)
                .map(|(prediction, actual)| Pooled { prediction, actual, times: 1 })
                .collect();
            Sureness::new(&rows).unwrap().is_too_sure()
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
        let of = |log_joint: [f64; 2]| RowPrediction {
            row: 0,
            predicted: Some(0),
            tied: Vec::new(),
            log_joint: log_joint.to_vec(),
            undefined: None,
        };
        let sure = of([0.0, -30.0]);
        let wrong = |times| Sureness::new(&[Pooled { prediction: &sure, actual: 1, times }]).unwrap();
        assert!(!wrong(LEAST - 1).is_too_sure() && wrong(LEAST).is_too_sure());
        let never = of([0.0, f64::NEG_INFINITY]);
        let found = Sureness::new(&[Pooled { prediction: &never, actual: 1, times: 30 }]).unwrap();
        assert_eq!((found.loss, found.promised.abs(), found.chance), (f64::INFINITY, 0.0, 0.0));
        let right = Sureness::new(&[Pooled { prediction: &never, actual: 0, times: 30 }]).unwrap();
        assert_eq!((right.loss.abs(), right.chance, right.is_too_sure()), (0.0, 1.0, false));
        // A class that only a test file has is none that the model could be sure or unsure of.
        assert_eq!(Sureness::new(&[Pooled { prediction: &never, actual: 2, times: 30 }]), None);
    }
}
