//! Cuts by minimum description length.
//!
//! Fayyad and Irani, "Multi-interval discretization of continuous-valued attributes for classification learning"
//! (1993): cut where the classes are purest, as long as the cut pays for its own description.

use num_rational::BigRational;
use serde::Serialize;

use super::value_counts::{ValueCounts, shortest};
use crate::math::Number;

/// One cut that was weighed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MdlTest {
    /// Rows that were to be divided.
    pub n: u64,
    /// The best cut among them.
    pub cut: Number,
    /// Information gained by it, in bits per row.
    pub gain: f64,
    /// What the gain must exceed.
    pub threshold: f64,
    /// Whether it did.
    pub accepted: bool,
}

/// Entropies closer than this are a tie, which the smallest cut wins.
const TIE: f64 = 1e-12;

type Entry = (f64, Vec<u64>);

/// The accepted cuts in increasing order, and every test in the order made.
pub(super) fn cuts(tally: &ValueCounts) -> (Vec<BigRational>, Vec<MdlTest>) {
    let entries: Vec<Entry> = tally.iter().map(|(value, counts)| (value.value(), counts)).collect();
    let (mut found, mut tests) = (Vec::new(), Vec::new());
    divide(&entries, &mut found, &mut tests);
    found.sort();
    (found, tests)
}

fn divide(entries: &[Entry], found: &mut Vec<BigRational>, tests: &mut Vec<MdlTest>) {
    let all = summed(entries);
    let n: u64 = all.iter().sum();
    let mut below = vec![0; all.len()];
    let mut best: Option<(f64, usize)> = None;
    for (at, (_, counts)) in entries.iter().enumerate().take(entries.len().saturating_sub(1)) {
        add(&mut below, counts);
        let above: Vec<u64> = all.iter().zip(&below).map(|(all, below)| all - below).collect();
        let entropy = weighted(&below, n) + weighted(&above, n);
        if best.is_none_or(|(lowest, _)| entropy < lowest - TIE) {
            best = Some((entropy, at + 1));
        }
    }
    let Some((after, at)) = best else { return };
    let (low, high) = entries.split_at(at);
    let (Some((left, _)), Some((right, _))) = (low.last(), high.first()) else { return };
    let cut = (shortest(*left) + shortest(*right)) / BigRational::from_integer(2.into());
    let gain = entropy(&all) - after;
    let threshold = threshold(&all, &summed(low), &summed(high));
    let accepted = gain > threshold;
    tests.push(MdlTest { n, cut: Number::Exact(cut.clone()), gain, threshold, accepted });
    if accepted {
        found.push(cut);
        divide(low, found, tests);
        divide(high, found, tests);
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

/// Entropy in bits of a distribution given by counts.
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

fn summed(entries: &[Entry]) -> Vec<u64> {
    let mut sum = vec![0; entries.first().map_or(0, |(_, counts)| counts.len())];
    for (_, counts) in entries {
        add(&mut sum, counts);
    }
    sum
}

fn add(sum: &mut [u64], counts: &[u64]) {
    for (sum, count) in sum.iter_mut().zip(counts) {
        *sum += count;
    }
}
