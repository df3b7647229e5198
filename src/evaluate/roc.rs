//! One class against the rest at every threshold: the receiver operating characteristic, and the area under it.

use super::Pooled;
use crate::math::Number;

/// Log-odds nearer than this count as the same, as they do where classes tie: no model tells such rows apart.
const NEAR: f64 = 1e-9;

/// Rows by what is so and what was said of one class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rows of the class that were called so.
    pub true_positive: u64,
    /// Other rows that were called so.
    pub false_positive: u64,
    /// Other rows that were not.
    pub true_negative: u64,
    /// Rows of the class that were not.
    pub false_negative: u64,
}

impl Counts {
    /// Rows of the class.
    pub fn positives(&self) -> u64 {
        self.true_positive + self.false_negative
    }

    /// Other rows.
    pub fn negatives(&self) -> u64 {
        self.false_positive + self.true_negative
    }

    /// Of the rows of the class, the share that is called so; `None` for 0/0.
    pub fn sensitivity(&self) -> Option<Number> {
        Number::ratio(self.true_positive, self.positives())
    }

    /// Of the other rows, the share that is not called so; `None` for 0/0.
    pub fn specificity(&self) -> Option<Number> {
        Number::ratio(self.true_negative, self.negatives())
    }

    /// Where it stands on the curve: 1 − specificity to the right, sensitivity upwards; `None` where one is 0/0.
    pub fn place(&self) -> Option<(f64, f64)> {
        let share = |some: u64, all: u64| (all > 0).then(|| some as f64 / all as f64);
        share(self.false_positive, self.negatives()).zip(share(self.true_positive, self.positives()))
    }
}

/// What a threshold makes of the rows: those with P(class | x) of at least so much are called the class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RocPoint {
    /// The least P(class | x) that is called so; `None` where no row is.
    pub threshold: Option<f64>,
    /// What follows.
    pub counts: Counts,
    /// The rows that are called so: the first so many of [`Roc::order`].
    pub end: usize,
}

/// Pairs of a row of the class and another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// The row of the class has the greater P(class | x).
    pub won: u128,
    /// Both have the same.
    pub tied: u128,
    /// All pairs.
    pub all: u128,
}

impl Pairs {
    /// The area under the curve, by the pairs: a tie is half won (Mann and Whitney 1947; Hanley and McNeil 1982).
    /// `None` without pairs.
    pub fn area(&self) -> Option<Number> {
        Number::ratio(2 * self.won + self.tied, 2 * self.all)
    }
}

/// One class against the rest.
#[derive(Clone, Debug)]
pub struct Roc {
    /// The class.
    pub positive: usize,
    /// A point for each distinct threshold, from the one that calls no row so to the one that calls all rows so.
    pub points: Vec<RocPoint>,
    /// Positions of the evaluated rows with a posterior, the likeliest first.
    pub order: Vec<usize>,
    /// The pairs that the area counts.
    pub pairs: Pairs,
    /// Rows without a posterior, which no threshold can place.
    pub left_out: u64,
    /// What the model itself says of the rows that have a place: the class with the largest posterior.
    pub in_use: Counts,
}

impl Roc {
    /// The curve of a class. `O(n log n)` for n rows.
    pub fn new(rows: &[Pooled<'_>], positive: usize) -> Roc {
        let mut placed: Vec<(usize, f64)> = Vec::with_capacity(rows.len());
        let (mut left_out, mut in_use, mut now) = (0, Counts::default(), Counts::default());
        for (at, row) in rows.iter().enumerate() {
            let Some(odds) = row.prediction.log_odds(positive).filter(|odds| !odds.is_nan()) else {
                left_out += row.times;
                continue;
            };
            placed.push((at, odds));
            let so = row.actual == positive;
            *cell(&mut in_use, row.prediction.predicted == Some(positive), so) += row.times;
            *cell(&mut now, false, so) += row.times;
        }
        placed.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        let mut pairs =
            Pairs { all: u128::from(now.positives()) * u128::from(now.negatives()), ..Pairs::default() };
        let mut points = vec![RocPoint { threshold: None, counts: now, end: 0 }];
        let mut rest = placed.as_slice();
        while let Some((group, after)) =
            rest.split_at_checked(tied(rest)).filter(|(group, _)| !group.is_empty())
        {
            rest = after;
            let (so, other) =
                group.iter().filter_map(|(at, _)| rows.get(*at)).fold((0, 0), |(so, other), row| {
                    if row.actual == positive { (so + row.times, other) } else { (so, other + row.times) }
                });
            pairs.tied += u128::from(so) * u128::from(other);
            pairs.won += u128::from(so) * u128::from(now.true_negative - other);
            now.true_positive += so;
            now.false_negative -= so;
            now.false_positive += other;
            now.true_negative -= other;
            let end = points.last().map_or(0, |point| point.end) + group.len();
            let odds = group.last().map_or(f64::NEG_INFINITY, |(_, odds)| *odds);
            points.push(RocPoint { threshold: Some(1.0 / (1.0 + (-odds).exp())), counts: now, end });
        }
        let order = placed.into_iter().map(|(at, _)| at).collect();
        Roc { positive, points, order, pairs, left_out, in_use }
    }

    /// The area under the curve; `None` when one of the sides has no rows.
    pub fn area(&self) -> Option<Number> {
        self.pairs.area()
    }

    /// The point of the threshold in use: ½ for two classes. With more the largest posterior decides, which is no
    /// threshold of one class, so mostly there is none.
    pub fn at_use(&self) -> Option<usize> {
        self.points.iter().position(|point| point.counts == self.in_use)
    }

    /// Where to begin to look at it: at the threshold in use, else at the last that is ½ or more.
    pub fn start(&self) -> usize {
        let half = |point: &RocPoint| point.threshold.is_none_or(|threshold| threshold >= 0.5);
        self.at_use().unwrap_or_else(|| self.points.iter().rposition(half).unwrap_or(0))
    }

    /// The rows between a point and the one before it, as positions of the evaluated rows.
    pub fn rows_of(&self, point: usize) -> &[usize] {
        let end = |point: usize| self.points.get(point).map_or(0, |point| point.end);
        let from = point.checked_sub(1).map_or(0, end);
        self.order.get(from..end(point)).unwrap_or_default()
    }

    /// At most so many of the points, evenly spread, the first and the last among them.
    pub fn some_points(&self, most: usize) -> Vec<usize> {
        let (many, most) = (self.points.len(), most.max(2));
        if many <= most {
            return (0..many).collect();
        }
        (0..most).map(|at| at * (many - 1) / (most - 1)).collect()
    }
}

fn cell(counts: &mut Counts, said: bool, so: bool) -> &mut u64 {
    match (said, so) {
        (true, true) => &mut counts.true_positive,
        (true, false) => &mut counts.false_positive,
        (false, true) => &mut counts.false_negative,
        (false, false) => &mut counts.true_negative,
    }
}

/// What is certain (±∞) is near to nothing but itself.
fn same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= NEAR * a.abs().clamp(1.0, f64::MAX)
}

/// How many rows at the beginning of a sorted list are the same as the first one.
fn tied(sorted: &[(usize, f64)]) -> usize {
    let first = sorted.first().map_or(0.0, |(_, odds)| *odds);
    sorted.iter().take_while(|(_, odds)| same(first, *odds)).count()
}
