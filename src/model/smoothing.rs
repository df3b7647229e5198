//! The same counts under several α: what becomes of the smallest probability, and of a case.

use num_traits::Zero;

use super::case::Case;
use super::estimate::Estimate;
use super::fitted::Fitted;
use crate::math::Number;
use crate::recipe::Written;

/// A model and a case under one α.
#[derive(Clone, Debug, PartialEq)]
pub struct UnderAlpha {
    /// α.
    pub alpha: Written,
    /// The smallest P(value | class) of the tables; `None` where none is defined.
    pub smallest: Option<Estimate>,
    /// How many of these are 0.
    pub zeros: usize,
    /// How many there are.
    pub conditionals: usize,
    /// The posterior of the case, class by class; `None` where it is 0/0.
    pub posterior: Option<Vec<Number>>,
}

impl Fitted {
    /// This model and a case under each of these α; may take long for large tables. An α under which there is no model
    /// is left out.
    pub fn under_alphas(&self, case: &Case, alphas: impl IntoIterator<Item = Written>) -> Vec<UnderAlpha> {
        let under = |alpha: Written| {
            let fitted = self.with_alpha(alpha.clone()).ok()?;
            let (smallest, zeros, conditionals) = fitted.smallest();
            let posterior = fitted.predict(case).posterior;
            Some(UnderAlpha { alpha, smallest, zeros, conditionals, posterior })
        };
        alphas.into_iter().filter_map(under).collect()
    }

    /// The smallest entry of the tables, how many entries are 0 and how many there are. Within a class of a factor the
    /// smallest count has the smallest share, so only these are compared as fractions.
    fn smallest(&self) -> (Option<Estimate>, usize, usize) {
        let (mut zeros, mut all) = (0, 0);
        let mut smallest: Option<Estimate> = None;
        for factor in self.factors().iter().filter(|factor| !factor.is_number()) {
            for class in 0..self.classes.len() {
                all += factor.k();
                let Some(value) = (0..factor.k()).min_by_key(|value| factor.count(*value, class)) else {
                    continue;
                };
                let estimate = factor.estimate(value, class);
                if estimate.denominator.is_zero() {
                    continue;
                }
                if estimate.numerator.is_zero() {
                    zeros += (0..factor.k()).filter(|value| factor.count(*value, class) == 0).count();
                }
                let is_less = |other: &Estimate| {
                    &estimate.numerator * &other.denominator < &other.numerator * &estimate.denominator
                };
                if smallest.as_ref().is_none_or(is_less) {
                    smallest = Some(estimate);
                }
            }
        }
        (smallest, zeros, all)
    }
}
