//! Reliability: whether predictions made with probability 0.8 are right in eight of ten rows; and Wilson's interval.

use super::{EvaluatedRow, EvaluatedRows};
use crate::math::Number;

/// How many bins there are: [0, 0.1), [0.1, 0.2) … [0.9, 1].
pub const BINS: usize = 10;

/// The reliability table: predicted and observed shares by predicted probability.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// The class whose probability is used; `None` for the predicted class of each row.
    pub of: Option<usize>,
    pub bins: Vec<CalibrationBin>,
    pub n: u64,
}

/// The rows with about the same predicted probability.
#[derive(Clone, Debug, Default)]
pub struct CalibrationBin {
    pub n: u64,
    /// Rows whose actual class is the class in question.
    pub of_class: u64,
    pub sum: f64,
    pub rows: Vec<u32>,
}

impl CalibrationBin {
    pub fn mean_predicted(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum / self.n as f64)
    }

    pub fn observed(&self) -> Option<Number> {
        Number::ratio(self.of_class, self.n)
    }

    pub fn interval(&self) -> Option<Interval> {
        Interval::wilson(self.of_class, self.n)
    }
}

impl Calibration {
    pub(super) fn empty(of: Option<usize>) -> Calibration {
        Calibration { of, bins: vec![CalibrationBin::default(); BINS], n: 0 }
    }

    /// Builds the table for the probability of one class, or of the predicted class.
    pub fn new(rows: &EvaluatedRows, of: Option<usize>) -> Calibration {
        let pieces = rows.pieces(|places| {
            let (mut found, mut shares) = (Calibration::empty(of), Vec::new());
            for (at, row) in rows.at(places) {
                if let Some(sum) = row.shares(&mut shares) {
                    found.add(at, &row, &shares, sum);
                }
            }
            found
        });
        let mut all = Calibration::empty(of);
        pieces.iter().for_each(|piece| all.merge(piece));
        all
    }

    /// Adds the row at a place; `shares` are its scores as shares of the highest, `sum` their sum. A probability on a
    /// cut belongs above it, even if its float is below the cut in the last digit.
    pub(super) fn add(&mut self, at: usize, row: &EvaluatedRow<'_>, shares: &[f64], sum: f64) {
        let class = self.of.or(row.prediction.predicted);
        let Some(predicted) = class.and_then(|class| shares.get(class)).map(|share| share / sum) else {
            return;
        };
        let place = ((predicted * BINS as f64 + 1e-9) as usize).min(BINS - 1);
        let Some(bin) = self.bins.get_mut(place) else { return };
        self.n += row.weight;
        bin.n += row.weight;
        bin.sum += predicted * row.weight as f64;
        bin.of_class += if Some(row.actual) == class { row.weight } else { 0 };
        bin.rows.push(at as u32);
    }

    pub(super) fn merge(&mut self, other: &Calibration) {
        self.n += other.n;
        for (bin, other) in self.bins.iter_mut().zip(&other.bins) {
            bin.n += other.n;
            bin.of_class += other.of_class;
            bin.sum += other.sum;
            bin.rows.extend_from_slice(&other.rows);
        }
    }

    /// The expected calibration error; `None` without rows.
    ///
    /// # Formula
    /// `∑ n_b/n · |observed_b − said_b|` over the bins b (Naeini, Cooper and Hauskrecht 2015).
    pub fn error(&self) -> Option<f64> {
        let gap = |bin: &CalibrationBin| {
            Some(bin.n as f64 * (bin.observed()?.to_f64() - bin.mean_predicted()?).abs())
        };
        (self.n > 0).then(|| self.bins.iter().filter_map(gap).sum::<f64>() / self.n as f64)
    }
}

/// A mean over repetitions, with the range of the middle 80 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub n: usize,
    pub mean: f64,
    /// The 10th percentile (type 7: linear between neighbours).
    pub low: f64,
    pub high: f64,
}

impl Spread {
    /// From numbers in any order; `None` without numbers.
    pub fn of(mut numbers: Vec<f64>) -> Option<Spread> {
        numbers.sort_by(f64::total_cmp);
        let n = numbers.len();
        (n > 0).then(|| Spread {
            n,
            mean: numbers.iter().sum::<f64>() / n as f64,
            low: quantile(&numbers, 0.1),
            high: quantile(&numbers, 0.9),
        })
    }
}

/// The quantile of sorted numbers, linear between neighbours (type 7 of Hyndman and Fan 1996).
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * sorted.len().saturating_sub(1) as f64;
    let at = |place: f64| sorted.get(place as usize).copied().unwrap_or(f64::NAN);
    let (below, above) = (at(place.floor()), at(place.ceil()));
    below + (place - place.floor()) * (above - below)
}

/// The 97.5 % point of the normal distribution: 95 % lie within it on both sides.
pub const Z: f64 = 1.959963984540054;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub centre: f64,
    pub half: f64,
}

impl Interval {
    /// The interval of Wilson for `right` of `n` rows; `None` without rows.
    ///
    /// # Formula
    /// `(right + z²/2)/(n + z²) ± z/(n + z²) · √(right · (n − right)/n + z²/4)` (E. B. Wilson, "Probable inference, the
    /// law of succession, and statistical inference", JASA 22, 1927).
    pub fn wilson(right: u64, n: u64) -> Option<Interval> {
        if n == 0 {
            return None;
        }
        let (k, n) = (right as f64, n as f64);
        let below = n + Z * Z;
        let half = Z / below * (k * (n - k) / n + Z * Z / 4.0).sqrt();
        Some(Interval { centre: (k + Z * Z / 2.0) / below, half })
    }

    pub fn low(&self) -> f64 {
        settled(self.centre - self.half)
    }

    pub fn high(&self) -> f64 {
        settled(self.centre + self.half)
    }

    pub fn holds(&self, share: f64) -> bool {
        (self.low()..=self.high()).contains(&share)
    }
}

/// Rounds an end that is 0 or 1 up to the last digit of a float: with no row right the lower end is 0, with all rows
/// right the upper end is 1.
fn settled(end: f64) -> f64 {
    match end {
        _ if end < 1e-12 => 0.0,
        _ if end > 1.0 - 1e-12 => 1.0,
        end => end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_ignores_order_and_interpolates_percentiles() {
        let spread = Spread::of(vec![5.0, 1.0, 3.0, 2.0, 4.0]).unwrap();
        assert_eq!((spread.n, spread.mean), (5, 3.0));
        assert!((spread.low - 1.4).abs() < 1e-12 && (spread.high - 4.6).abs() < 1e-12, "{spread:?}");
        assert_eq!(Spread::of(vec![2.0]), Some(Spread { n: 1, mean: 2.0, low: 2.0, high: 2.0 }));
        assert_eq!(Spread::of(Vec::new()), None);
    }
}
