//! Questions to a model beside its posterior: what becomes of it under other α, how far a number is moved when somebody asks
//! what if, and which words speak most for a class.

use std::cmp::Ordering;

use num_traits::{ToPrimitive, Zero};

use super::case::Case;
use super::classes::Estimate;
use super::factor::Factor;
use super::fitted::Fitted;
use super::moments::Moments;
use crate::encode::round_step;
use crate::math::Number;
use crate::recipe::Written;

#[derive(Clone, Debug, PartialEq)]
pub struct UnderAlpha {
    pub alpha: Written,
    /// The smallest P(value | class) of the tables; `None` where none is defined.
    pub smallest: Option<Estimate>,
    pub zeros: usize,
    pub conditionals: usize,
    pub posterior: Option<Vec<Number>>,
}

impl Fitted {
    /// This model and a case under each of these α; may take long for large tables. An α under which there is no model
    /// is left out.
    pub(crate) fn under_alphas(
        &self,
        case: &Case,
        alphas: impl IntoIterator<Item = Written>,
    ) -> Vec<UnderAlpha> {
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

/// A column's round step is about this share of its standard deviation.
const SHARE: f64 = 0.1;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Perturbation {
    pub step: f64,
    pub decimals: u8,
    /// Where a number that is missing begins: the column's mean.
    pub mean: f64,
}

impl Fitted {
    /// The step of a column of numbers: a round number of about a tenth of its standard deviation, and no less than the
    /// last decimal that the column was written with.
    pub(crate) fn perturbation(&self, column: usize) -> Perturbation {
        let table = &self.data.table;
        let decimals = table.columns().get(column).map_or(0, |column| column.decimals).min(12);
        let numbers: Vec<f64> = table.numbers(column).filter(|value| !value.is_nan()).collect();
        let moments = Moments::of(&numbers);
        let deviation = moments.variance(0).filter(|variance| variance.is_finite()).unwrap_or(0.0).sqrt();
        let least = 10f64.powi(-i32::from(decimals));
        let step =
            if deviation > 0.0 { round_step(SHARE * deviation).to_f64().unwrap_or(least) } else { least };
        Perturbation { step: step.max(least), decimals, mean: moments.mean }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TopWord {
    pub word: usize,
    /// [`Fitted::log_odds`]: infinite for a word that no other class has.
    pub log_odds: f64,
}

impl Fitted {
    /// The `n` words of a factor that speak most for a class, the strongest first; fewer where fewer speak for it. Words
    /// that speak alike are in the order of how often the class has them, then of the vocabulary.
    pub fn top_words(&self, factor: &Factor, class: usize, n: usize) -> Vec<TopWord> {
        if !factor.is_words() {
            return Vec::new();
        }
        let speaks = |word: usize| {
            // A word that neither class has says nothing: −∞ − −∞ is no number, and is not above 0.
            let log_odds = self.log_odds(factor, word, class);
            (log_odds > 0.0).then_some(TopWord { word, log_odds })
        };
        let mut all: Vec<TopWord> = (0..factor.k()).filter_map(speaks).collect();
        let count = |top: &TopWord| factor.count(top.word, class);
        all.sort_by(|a, b| {
            let order = b.log_odds.partial_cmp(&a.log_odds).unwrap_or(Ordering::Equal);
            order.then_with(|| count(b).cmp(&count(a)))
        });
        all.truncate(n);
        all
    }
}
