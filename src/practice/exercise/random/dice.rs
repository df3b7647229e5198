//! Numbers from a seed: whole ones only, so that a seed draws the same data on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// What draws, begun from a seed.
pub(super) struct Dice(ChaCha8Rng);

/// Uniform numbers that are added to make one of a bell: their variance is 1 when each lies between 0 and 1.
const ADDED: i64 = 12;

/// Steps of a uniform number between 0 and 1.
const STEPS: i64 = 1 << 16;

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A whole number from 0 to one less than `end`; 0 where `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        // The upper half of the product; for the few that are asked for here its bias is beyond notice.
        ((u128::from(self.0.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// A whole number from `least` to `most`, both included.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let width = most.saturating_sub(least).saturating_add(1).max(1);
        least.saturating_add(self.below(width.unsigned_abs()) as i64)
    }

    /// The place of one of several weights, each as likely as its share; `None` where there is none.
    pub fn weighted(&mut self, weights: &[u64]) -> Option<usize> {
        let mut left = self.below(weights.iter().sum());
        weights.iter().position(|weight| {
            let found = left < *weight;
            left = left.saturating_sub(*weight);
            found
        })
    }

    /// [`Dice::weighted`], where each weight is told as the sum of it and those before it; 0 where there is none.
    pub fn summed(&mut self, sums: &[u64]) -> usize {
        let drawn = self.below(sums.last().copied().unwrap_or(0));
        let place = sums.partition_point(|sum| *sum <= drawn);
        if place < sums.len() { place } else { 0 }
    }

    /// A number of a bell around `mean` with this spread, never further off than six times the spread: the sum of
    /// twelve uniform numbers, so that no logarithm of the machine decides.
    pub fn bell(&mut self, mean: i64, spread: i64) -> i64 {
        let sum: i64 = (0..ADDED).map(|_| self.between(0, STEPS)).sum();
        let off = i128::from(sum - ADDED / 2 * STEPS) * i128::from(spread);
        mean.saturating_add((off / i128::from(STEPS)) as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides_for_ever() {
        let mut dice = Dice::new(7);
        let drawn: Vec<u64> = (0..8).map(|_| dice.below(10)).collect();
        assert_eq!(drawn, DRAWN);
        let mut dice = Dice::new(7);
        let drawn: Vec<i64> = (0..6).map(|_| dice.bell(100, 10)).collect();
        assert_eq!(drawn, BELL);
    }

    const DRAWN: [u64; 8] = [1, 1, 7, 7, 6, 3, 0, 8];
    const BELL: [i64; 6] = [96, 81, 100, 94, 102, 99];

    #[test]
    fn a_bell_has_its_mean_and_its_spread() {
        let mut dice = Dice::new(1);
        let drawn: Vec<i64> = (0..20_000).map(|_| dice.bell(5_000, 1_000)).collect();
        let mean = drawn.iter().sum::<i64>() / 20_000;
        let spread = (drawn.iter().map(|x| (x - mean) * (x - mean)).sum::<i64>() as f64 / 20_000.0).sqrt();
        assert!((4_970..5_030).contains(&mean) && (spread - 1_000.0).abs() < 20.0, "{mean} {spread}");
    }

    #[test]
    fn weights_are_shares() {
        let mut dice = Dice::new(3);
        let mut counts = [0; 3];
        (0..6_000).for_each(|_| counts[dice.weighted(&[1, 0, 2]).unwrap()] += 1);
        assert!(counts[1] == 0 && (1_900..2_100).contains(&counts[0]), "{counts:?}");
        assert_eq!(dice.weighted(&[]), None);
    }
}
