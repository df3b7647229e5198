//! Cuts by minimum description length: Fayyad and Irani, "Multi-interval discretization of continuous-valued attributes for
//! classification learning" (1993). Cut where the classes are purest, as long as the cut pays for its own description.

use super::bins::shortest;
use super::value_counts::{Sorted, ValueCounts};
use crate::math::Number;
use num_rational::BigRational;
use serde::Serialize;
use std::ops::Range;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MdlTest {
    pub n: u64,
    pub cut: Number,
    pub gain: f64,
    pub threshold: f64,
    pub accepted: bool,
}

/// Entropies closer than this are a tie, which the smallest cut wins.
const TIE: f64 = 1e-12;
/// For so many rows `c log₂ c` is computed once for every count.
const TABLE: u64 = 1 << 22;

struct MdlSearch {
    sorted: Arc<Sorted>,
    /// `c log₂ c` by count c.
    logs: Vec<f64>,
    cuts: Vec<BigRational>,
    tests: Vec<MdlTest>,
}

pub(super) fn cuts(tally: &ValueCounts) -> (Vec<BigRational>, Vec<MdlTest>) {
    let sorted = tally.sorted();
    let logs = (0..tally.total().min(TABLE) + 1).map(count_times_log).collect();
    let all = 0..sorted.values.len();
    let mut search = MdlSearch { sorted, logs, cuts: Vec::new(), tests: Vec::new() };
    search.divide(all);
    search.cuts.sort();
    (search.cuts, search.tests)
}

fn count_times_log(count: u64) -> f64 {
    if count == 0 { 0.0 } else { count as f64 * (count as f64).log2() }
}

impl MdlSearch {
    fn log(&self, count: u64) -> f64 {
        self.logs.get(count as usize).copied().unwrap_or_else(|| count_times_log(count))
    }

    /// Returns where in a range the entropy of both sides together is least: `Σ n_s/n H_s` is
    /// `(Σ n_s log₂ n_s − Σ n_sc log₂ n_sc)/n` over the sides s and the classes c.
    fn purest(&self, places: &Range<usize>) -> Option<usize> {
        let (start, end) = (self.sorted.first(places.start), self.sorted.first(places.end));
        let mut best: Option<(f64, usize)> = None;
        for at in places.start + 1..places.end {
            // Within a run of one class no cut is purest (Fayyad and Irani 1992).
            if best.is_some()
                && self.only_class(at).is_some_and(|class| self.only_class(at - 1) == Some(class))
            {
                continue;
            }
            let sides = start.iter().zip(self.sorted.first(at)).zip(end);
            let sides =
                sides.map(|((start, at), end)| (self.log(at - start) + self.log(end - at), end - start));
            // The last entry is the sum of the classes.
            let Some((of_all, n)) = sides.clone().next_back() else { continue };
            let of_classes = sides.take(self.sorted.classes).map(|(log, _)| log);
            let entropy = (of_all - of_classes.sum::<f64>()) / n as f64;
            if best.is_none_or(|(lowest, _)| entropy < lowest - TIE) {
                best = Some((entropy, at));
            }
        }
        best.map(|(_, at)| at)
    }

    fn only_class(&self, place: usize) -> Option<usize> {
        let rows =
            self.sorted.first(place).iter().zip(self.sorted.first(place + 1)).take(self.sorted.classes);
        let mut classes =
            (0..).zip(rows).filter(|(_, (before, up_to))| before < up_to).map(|(class, _)| class);
        classes.next().filter(|_| classes.next().is_none())
    }

    fn divide(&mut self, places: Range<usize>) {
        let Some(at) = self.purest(&places) else { return };
        let value = |place: usize| self.sorted.values.get(place).copied().map(shortest);
        let (Some(left), Some(right)) = (value(at - 1), value(at)) else { return };
        let cut = (left + right) / BigRational::from_integer(2.into());
        let (low, high) = (places.start..at, at..places.end);
        let [[n, k, h], [n_low, k_low, h_low], [n_high, k_high, h_high]] =
            [&places, &low, &high].map(|places| summary(&self.sorted.between(places.clone())));
        let gain = h - (n_low / n * h_low + n_high / n * h_high);
        // 3^k − 2 overflows for hundreds of classes, where it is 3^k to the last bit anyway.
        let choices = if k > 30.0 { k * 3f64.log2() } else { (3f64.powf(k) - 2.0).log2() };
        let saved = k * h - k_low * h_low - k_high * h_high;
        let threshold = ((n - 1.0).log2() + choices - saved) / n;
        let accepted = gain > threshold;
        self.tests.push(MdlTest { n: n as u64, cut: Number::Exact(cut.clone()), gain, threshold, accepted });
        if accepted {
            self.cuts.push(cut);
            self.divide(low);
            self.divide(high);
        }
    }
}

/// Returns the number of rows, the number of classes among them, and the entropy.
fn summary(counts: &[u64]) -> [f64; 3] {
    let n = counts.iter().sum::<u64>() as f64;
    let bits = |count: &u64| {
        let share = *count as f64 / n;
        -share * share.log2()
    };
    let present = || counts.iter().filter(|count| **count > 0);
    [n, present().count() as f64, present().map(bits).sum()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tests_of(rows: &[(f64, usize)], times: u64) -> Vec<MdlTest> {
        cuts(&ValueCounts::of(3, rows.iter().map(|(x, class)| (*x, *class, times)))).1
    }

    #[test]
    fn cuts_of_more_rows_than_the_table_has_counts_are_the_same() {
        let rows: Vec<_> = (0..60).map(|i| (f64::from(i), [0, 1, 2, 2, 1][i as usize / 12])).collect();
        let few = tests_of(&rows, 1);
        let many = tests_of(&rows, TABLE / 40);
        assert!(few.len() >= 5 && rows.len() as u64 * (TABLE / 40) > TABLE);
        assert_eq!(few[0].cut, many[0].cut);
        assert!((few[0].gain - many[0].gain).abs() < 1e-12);
    }

    #[test]
    fn of_equally_pure_cuts_the_smallest_is_chosen_and_rows_of_one_class_are_counted_once() {
        let rows = [(1.0, 0), (2.0, 1), (3.0, 1), (4.0, 0)];
        assert_eq!(tests_of(&rows, 1)[0].cut.to_f64(), 1.5);
        let pure = tests_of(&[(1.0, 2), (2.0, 2), (3.0, 2)], 1);
        assert_eq!((pure.len(), pure[0].cut.to_f64(), pure[0].accepted), (1, 1.5, false));
    }
}
