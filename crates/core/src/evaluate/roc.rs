//! One class against the rest at every threshold: the receiver operating characteristic, and the area under it.

use rayon::prelude::*;

use super::EvaluatedRows;
use crate::math::Number;
use crate::model::NEAR;

/// Rows by actual and predicted class, for one class against the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThresholdCounts {
    pub true_positive: u64,
    pub false_positive: u64,
    pub true_negative: u64,
    pub false_negative: u64,
}

impl ThresholdCounts {
    pub fn positives(&self) -> u64 {
        self.true_positive + self.false_negative
    }

    pub fn negatives(&self) -> u64 {
        self.false_positive + self.true_negative
    }

    /// Of the rows of the class, the share predicted as the class; `None` for 0/0.
    pub fn sensitivity(&self) -> Option<Number> {
        Number::ratio(self.true_positive, self.positives())
    }

    /// Of the other rows, the share not predicted as the class; `None` for 0/0.
    pub fn specificity(&self) -> Option<Number> {
        Number::ratio(self.true_negative, self.negatives())
    }

    /// Predicts some more rows as the class.
    fn call(&mut self, positive: u64, other: u64) {
        self.true_positive += positive;
        self.false_negative -= positive;
        self.false_positive += other;
        self.true_negative -= other;
    }

    fn merged(self, other: ThresholdCounts) -> ThresholdCounts {
        ThresholdCounts {
            true_positive: self.true_positive + other.true_positive,
            false_positive: self.false_positive + other.false_positive,
            true_negative: self.true_negative + other.true_negative,
            false_negative: self.false_negative + other.false_negative,
        }
    }

    /// Its place on the curve: 1 − specificity to the right, sensitivity upwards; `None` if one is 0/0.
    pub fn place(&self) -> Option<(f64, f64)> {
        let share = |some: u64, all: u64| (all > 0).then(|| some as f64 / all as f64);
        share(self.false_positive, self.negatives()).zip(share(self.true_positive, self.positives()))
    }
}

/// A threshold and its counts: rows with P(class | x) at or above it are predicted as the class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RocPoint {
    /// The least P(class | x) that is predicted as the class; `None` if no row is.
    pub threshold: Option<f64>,
    pub counts: ThresholdCounts,
    pub end: usize,
}

/// Pairs of a row of the class and a row of another class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The row of the class has the greater P(class | x).
    pub won: u128,
    pub tied: u128,
    pub all: u128,
}

#[derive(Clone, Debug)]
pub struct Roc {
    pub positive: usize,
    order: Vec<u32>,
    ends: Vec<u32>,
    marks: Vec<ThresholdCounts>,
    /// The point of the threshold in use: ½ for two classes. With more classes the largest posterior decides, which is
    /// not a threshold of one class, so there is usually none.
    pub at_use: Option<usize>,
    half: usize,
    pub pairs: Pairs,
    /// Rows without a posterior, which no threshold can place.
    pub left_out: u64,
    /// The counts of the model's own predictions, by the largest posterior, over the rows on the curve.
    pub in_use: ThresholdCounts,
}

impl Roc {
    /// The curve of a class. `O(n log n)` for n rows.
    pub fn new(rows: &EvaluatedRows, positive: usize) -> Roc {
        let pieces = rows.pieces(|places| {
            let (mut placed, mut left_out, mut in_use) = (Vec::new(), 0, ThresholdCounts::default());
            for (at, row) in rows.at(places) {
                let Some(odds) = row.prediction.log_odds(positive).filter(|odds| !odds.is_nan()) else {
                    left_out += row.weight;
                    continue;
                };
                placed.push((key(odds), at as u32));
                *match (row.prediction.predicted == Some(positive), row.actual == positive) {
                    (true, true) => &mut in_use.true_positive,
                    (true, false) => &mut in_use.false_positive,
                    (false, true) => &mut in_use.false_negative,
                    (false, false) => &mut in_use.true_negative,
                } += row.weight;
            }
            (placed, left_out, in_use)
        });
        // The most probable rows come first, ties in their own order.
        let mut placed: Vec<(u64, u32)> = Vec::with_capacity(rows.len());
        let (mut left_out, mut in_use) = (0, ThresholdCounts::default());
        for (some, left, used) in pieces {
            placed.extend(some);
            left_out += left;
            in_use = in_use.merged(used);
        }
        let (false_negative, true_negative) = (in_use.positives(), in_use.negatives());
        let mut now = ThresholdCounts { false_negative, true_negative, ..ThresholdCounts::default() };
        match placed.len() {
            ..MANY => placed.sort_unstable(),
            _ => placed.par_sort_unstable(),
        }
        let mut roc = Roc {
            positive,
            order: placed.iter().map(|(_, at)| *at).collect(),
            ends: vec![0],
            marks: vec![now],
            at_use: (now == in_use).then_some(0),
            half: 0,
            pairs: Pairs { won: 0, tied: 0, all: u128::from(now.positives()) * u128::from(now.negatives()) },
            left_out,
            in_use,
        };
        let mut end = 0;
        while let Some(rest @ [(first, _), ..]) = placed.get(end..) {
            let tied = rest.iter().take_while(|(key, _)| same(odds(*first), odds(*key))).count();
            let (positives, others) =
                split(rows, positive, roc.order.get(end..end + tied).unwrap_or_default());
            end += tied;
            roc.pairs.tied += u128::from(positives) * u128::from(others);
            roc.pairs.won += u128::from(positives) * u128::from(now.true_negative - others);
            now.call(positives, others);
            let point = roc.ends.len();
            roc.ends.push(end as u32);
            if point.is_multiple_of(MARK) {
                roc.marks.push(now);
            }
            if now == in_use {
                roc.at_use.get_or_insert(point);
            }
            let is_half = |odds: f64| odds >= 0.0 || odds > -NEAR && probability(odds) >= 0.5;
            if rest.get(tied - 1).is_some_and(|(key, _)| is_half(odds(*key))) {
                roc.half = point;
            }
        }
        roc
    }

    /// The number of points: one for each distinct threshold, from the one that predicts the class for no row to the
    /// one that predicts it for all rows.
    pub fn points(&self) -> usize {
        self.ends.len()
    }

    pub fn point(&self, rows: &EvaluatedRows, point: usize) -> Option<RocPoint> {
        let end = *self.ends.get(point)? as usize;
        let from = *self.ends.get(point / MARK * MARK)? as usize;
        let mut counts = *self.marks.get(point / MARK)?;
        let (positives, others) = split(rows, self.positive, self.order.get(from..end)?);
        counts.call(positives, others);
        let last = end.checked_sub(1).and_then(|last| rows.get(*self.order.get(last)? as usize));
        let odds = last.and_then(|row| row.prediction.log_odds(self.positive));
        Some(RocPoint { threshold: odds.map(probability), counts, end })
    }

    /// The area under the curve, from the pairs: a tie counts half (Mann and Whitney 1947; Hanley and McNeil 1982).
    /// `None` when one of the sides has no rows.
    pub fn area(&self) -> Option<Number> {
        Number::ratio(2 * self.pairs.won + self.pairs.tied, 2 * self.pairs.all)
    }

    /// The first point to show: the threshold in use, else the last that is ½ or more.
    pub fn start(&self) -> usize {
        self.at_use.unwrap_or(self.half)
    }

    /// The rows between a point and the one before it, as positions of the evaluated rows.
    pub fn rows_of(&self, point: usize) -> &[u32] {
        let end = |point: usize| self.ends.get(point).map_or(0, |end| *end as usize);
        let from = point.checked_sub(1).map_or(0, end);
        self.order.get(from..end(point)).unwrap_or_default()
    }

    /// At most this many of the points, evenly spread, including the first and the last.
    pub fn some_points(&self, most: usize) -> Vec<usize> {
        let (many, most) = (self.points(), most.max(2));
        if many <= most {
            return (0..many).collect();
        }
        (0..most).map(|at| at * (many - 1) / (most - 1)).collect()
    }
}

fn same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= NEAR * a.abs().clamp(1.0, f64::MAX)
}

/// More rows than this are sorted in parallel.
const MANY: usize = 1 << 14;
/// How many points share one stored entry of counts.
const MARK: usize = 256;

/// Sorts log-odds from the highest to the lowest.
fn key(odds: f64) -> u64 {
    let bits = odds.to_bits();
    if bits >> 63 == 0 { !bits & (u64::MAX >> 1) } else { bits }
}

fn odds(key: u64) -> f64 {
    f64::from_bits(if key >> 63 == 0 { !key & (u64::MAX >> 1) } else { key })
}

/// P(class | x) from log-odds.
fn probability(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

/// How many cases of some rows are of the class, and how many are not.
fn split(rows: &EvaluatedRows, positive: usize, places: &[u32]) -> (u64, u64) {
    let (mut positives, mut others) = (0, 0);
    for (actual, times) in places.iter().filter_map(|at| rows.seen(*at as usize)) {
        *if actual == positive { &mut positives } else { &mut others } += times;
    }
    (positives, others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_go_down_where_log_odds_go_up() {
        let all = [f64::INFINITY, 1e300, 2.0, 1.0, 1e-310, 0.0, -0.0, -1e-310, -1.0, -2.0, f64::NEG_INFINITY];
        assert!(all.windows(2).all(|pair| key(pair[0]) < key(pair[1])));
        assert!(all.iter().all(|value| odds(key(*value)).to_bits() == value.to_bits()));
    }
}
