//! Probabilities added up in an order, and what a uniform number decides for among them.

use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

use super::uniform::Uniform;

/// The first outcome whose probabilities add up to more than a number.
#[derive(Clone, Debug)]
pub struct Cumulated {
    /// What is drawn, in order: classes or values.
    pub outcomes: Vec<usize>,
    /// P of each outcome and all before it.
    pub sums: Vec<BigRational>,
    floats: Vec<f64>,
}

/// Nearer than this, floats do not decide.
const NEAR: f64 = 1e-12;

impl Cumulated {
    /// Probabilities, each of an outcome, in the order in which they are added up.
    pub fn new(probabilities: impl Iterator<Item = (usize, BigRational)>) -> Cumulated {
        let (mut outcomes, mut sums, mut sum) = (Vec::new(), Vec::new(), BigRational::zero());
        for (outcome, p) in probabilities {
            sum += p;
            outcomes.push(outcome);
            sums.push(sum.clone());
        }
        let floats = sums.iter().map(|sum| sum.to_f64().unwrap_or(f64::NAN)).collect();
        Cumulated { outcomes, sums, floats }
    }

    /// What a number decides for.
    pub fn draw(&self, u: &Uniform) -> usize {
        let mut at = self.floats.partition_point(|sum| *sum <= u.value - NEAR);
        while self.floats.get(at).is_some_and(|sum| *sum < u.value + NEAR)
            && self.sums.get(at).is_some_and(|sum| *sum <= u.exact)
        {
            at += 1;
        }
        // Of what adds up to 1 there always is one; of rounded sums the last.
        self.outcomes.get(at).or(self.outcomes.last()).copied().unwrap_or(0)
    }
}
