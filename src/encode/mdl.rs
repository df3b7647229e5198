//! Cuts by minimum description length.
//!
//! Fayyad and Irani, "Multi-interval discretization of continuous-valued attributes for classification learning"
//! (1993): cut where the classes are purest, as long as the cut pays for its own description.

use std::ops::Range;

use num_rational::BigRational;
use serde::Serialize;

use super::value_counts::{ValueCounts, shortest};
use crate::math::Number;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MdlTest {
    /// Rows that were to be divided.
    pub n: u64,
    pub cut: Number,
    pub gain: f64,
    /// What the gain must exceed.
    pub threshold: f64,
    pub accepted: bool,
}

/// Entropies closer than this are a tie, which the smallest cut wins.
const TIE: f64 = 1e-12;

/// Of so many rows `c log₂ c` is worked out once for every count.
const TABLE: u64 = 1 << 22;

/// The values in increasing order, and how many rows of each class have them.
struct Entries {
    values: Vec<f64>,
    counts: Vec<u64>,
    classes: usize,
    /// `c log₂ c` by count c.
    logs: Vec<f64>,
}

pub(super) fn cuts(tally: &ValueCounts) -> (Vec<BigRational>, Vec<MdlTest>) {
    let mut entries = Entries { values: Vec::new(), counts: Vec::new(), classes: 1, logs: Vec::new() };
    for (value, counts) in tally.iter() {
        entries.values.push(value.value());
        entries.classes = counts.len().max(1);
        entries.counts.extend(counts);
    }
    let n: u64 = entries.counts.iter().sum();
    entries.logs = (0..n.min(TABLE) + 1).map(count_times_log).collect();
    let (mut found, mut tests) = (Vec::new(), Vec::new());
    divide(&entries, 0..entries.values.len(), &mut found, &mut tests);
    found.sort();
    (found, tests)
}

fn count_times_log(count: u64) -> f64 {
    if count == 0 { 0.0 } else { count as f64 * (count as f64).log2() }
}

impl Entries {
    fn counts_of(&self, places: &Range<usize>) -> &[u64] {
        self.counts.get(places.start * self.classes..places.end * self.classes).unwrap_or_default()
    }

    fn summed(&self, places: &Range<usize>) -> Vec<u64> {
        let mut sum = vec![0; self.classes];
        self.counts_of(places).chunks_exact(self.classes).for_each(|counts| add(&mut sum, counts));
        sum
    }

    fn log(&self, count: u64) -> f64 {
        self.logs.get(count as usize).copied().unwrap_or_else(|| count_times_log(count))
    }

    /// Where in a range the entropy of both sides together is least: `Σ n_s/n H_s` is `(Σ n_s log₂ n_s − Σ n_sc log₂ n_sc)/n`
    /// over the sides s and the classes c.
    fn purest(&self, places: &Range<usize>, all: &[u64]) -> Option<usize> {
        let n: u64 = all.iter().sum();
        let (mut below, mut n_below) = (vec![0; self.classes], 0);
        let mut best: Option<(f64, usize)> = None;
        let counts = self.counts_of(places);
        let next = counts.chunks_exact(self.classes).skip(1);
        for ((at, counts), next) in (1..).zip(counts.chunks_exact(self.classes)).zip(next) {
            add(&mut below, counts);
            n_below += counts.iter().sum::<u64>();
            // Within a run of one class no cut is purest (Fayyad and Irani 1992).
            if best.is_some() && only_class(counts).is_some_and(|class| only_class(next) == Some(class)) {
                continue;
            }
            let sides = below.iter().zip(all).map(|(below, all)| self.log(*below) + self.log(all - below));
            let bits = self.log(n_below) + self.log(n - n_below) - sides.sum::<f64>();
            let entropy = bits / n as f64;
            if best.is_none_or(|(lowest, _)| entropy < lowest - TIE) {
                best = Some((entropy, at));
            }
        }
        best.map(|(_, at)| places.start + at)
    }
}

fn only_class(counts: &[u64]) -> Option<usize> {
    let mut classes = counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(class, _)| class);
    classes.next().filter(|_| classes.next().is_none())
}

fn divide(entries: &Entries, places: Range<usize>, found: &mut Vec<BigRational>, tests: &mut Vec<MdlTest>) {
    let all = entries.summed(&places);
    let n: u64 = all.iter().sum();
    let Some(at) = entries.purest(&places, &all) else { return };
    let (low, high) = (places.start..at, at..places.end);
    let value = |place: usize| entries.values.get(place).copied().map(shortest);
    let (Some(left), Some(right)) = (value(at - 1), value(at)) else { return };
    let cut = (left + right) / BigRational::from_integer(2.into());
    let (below, above) = (entries.summed(&low), entries.summed(&high));
    let gain = entropy(&all) - (weighted(&below, n) + weighted(&above, n));
    let threshold = threshold(&all, &below, &above);
    let accepted = gain > threshold;
    tests.push(MdlTest { n, cut: Number::Exact(cut.clone()), gain, threshold, accepted });
    if accepted {
        found.push(cut);
        divide(entries, low, found, tests);
        divide(entries, high, found, tests);
    }
}

fn threshold(all: &[u64], low: &[u64], high: &[u64]) -> f64 {
    let n = all.iter().sum::<u64>() as f64;
    let present = |counts: &[u64]| counts.iter().filter(|count| **count > 0).count() as f64;
    let k = present(all);
    // 3^k − 2 overflows for hundreds of classes, where it is 3^k to the last bit anyway.
    let choices = if k > 30.0 { k * 3f64.log2() } else { (3f64.powf(k) - 2.0).log2() };
    let saved = k * entropy(all) - present(low) * entropy(low) - present(high) * entropy(high);
    ((n - 1.0).log2() + choices - saved) / n
}

fn entropy(counts: &[u64]) -> f64 {
    let n = counts.iter().sum::<u64>() as f64;
    let bits = |count: &u64| {
        let share = *count as f64 / n;
        -share * share.log2()
    };
    counts.iter().filter(|count| **count > 0).map(bits).sum()
}

fn weighted(counts: &[u64], n: u64) -> f64 {
    let part = counts.iter().sum::<u64>() as f64;
    if part == 0.0 { 0.0 } else { part / n as f64 * entropy(counts) }
}

fn add(sum: &mut [u64], counts: &[u64]) {
    for (sum, count) in sum.iter_mut().zip(counts) {
        *sum += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::value_counts::Ordered;

    fn tests_of(rows: &[(f64, usize)], times: u64) -> Vec<MdlTest> {
        let rows = rows.iter().map(|(x, class)| (Ordered::new(*x), *class, times));
        cuts(&ValueCounts::of(3, rows)).1
    }

    #[test]
    fn cuts_of_more_rows_than_the_table_has_counts_are_the_same() {
        let rows: Vec<(f64, usize)> =
            (0..60).map(|i| (f64::from(i), [0, 1, 2, 2, 1][i as usize / 12])).collect();
        let few = tests_of(&rows, 1);
        let many = tests_of(&rows, TABLE / 40);
        assert!(few.len() >= 5 && rows.len() as u64 * (TABLE / 40) > TABLE);
        assert_eq!(few[0].cut, many[0].cut);
        assert!((few[0].gain - many[0].gain).abs() < 1e-12);
    }

    #[test]
    fn of_equally_pure_cuts_the_smallest_is_taken_and_rows_of_one_class_are_weighed_once() {
        let rows = [(1.0, 0), (2.0, 1), (3.0, 1), (4.0, 0)];
        assert_eq!(tests_of(&rows, 1)[0].cut.to_f64(), 1.5);
        let pure = tests_of(&[(1.0, 2), (2.0, 2), (3.0, 2)], 1);
        assert_eq!((pure.len(), pure[0].cut.to_f64(), pure[0].accepted), (1, 1.5, false));
    }
}
