//! The log-likelihood of the training rows.
//!
//! Computed from counts, moments and scatter, never from the rows, so its cost depends on the size of the model.

use super::factor::{Factor, Form};
use super::fitted::Fitted;
use crate::recipe::Variance;
use num_traits::ToPrimitive;

impl Fitted {
    /// Whether the model has a likelihood. It has none if scores are products of P(class | value), which is not a
    /// distribution of x, or if its numbers are given without rows.
    pub(crate) fn has_likelihood(&self) -> bool {
        !self.is_by_value() && !self.data.is_given()
    }

    /// ℓ, the natural logarithm of the probability (with numbers, of the density) of all training rows. Minus infinity
    /// if a class with rows has the given prior 0.
    ///
    /// # Formula
    /// `ℓ = ∑ᵢ ln(P(y⁽ⁱ⁾) · P(x⁽ⁱ⁾ | y⁽ⁱ⁾))` (CS229 notes, the joint likelihood of GDA and of naive Bayes). A count of
    /// 0 has no term: 0 · ln 0 is 0 here.
    pub fn log_likelihood(&self) -> f64 {
        (0..self.classes.len()).map(|class| self.class_log_likelihood(class)).sum()
    }

    pub(crate) fn class_log_likelihood(&self, class: usize) -> f64 {
        let prior =
            self.prior_estimate(class).map_or(0.0, |prior| times(self.class_count(class), prior.ln()));
        let features = self.factors().iter().map(|factor| self.feature_log_likelihood(factor, class));
        match self.gda() {
            Some(_) => prior + self.together_log_likelihood(class),
            None => prior + features.sum::<f64>(),
        }
    }

    /// The part of ℓ from a feature in the rows of a class in which it is known.
    pub fn feature_log_likelihood(&self, factor: &Factor, class: usize) -> f64 {
        match &factor.form {
            Form::Gaussian(_) => factor.normal(class).map_or(0.0, |normal| {
                let n = normal.n as f64;
                let constant = std::f64::consts::TAU.ln() + normal.variance.ln();
                -0.5 * (n * constant + self.squares(factor, class) / normal.variance)
            }),
            Form::Counts(family, rates) => rates.get(class).map_or(0.0, family.log_likelihood),
            form => {
                let (total, alpha) = (factor.total(class), factor.alpha().to_f64().unwrap_or(0.0));
                let below = total as f64 + alpha * factor.outcomes() as f64;
                // A count of 0 has no term, so 0/0 never occurs.
                let term = |count: u64| times(count, ((count as f64 + alpha) / below).ln());
                // In the Bernoulli event model absent words have a factor too.
                let absent = |count: u64| match form {
                    Form::Presence => term(total.saturating_sub(count)),
                    _ => 0.0,
                };
                let counts = (0..factor.k()).map(|value| factor.count(value, class));
                counts.map(|count| term(count) + absent(count)).sum()
            }
        }
    }

    /// The part of ℓ from all numbers together in the rows of a class.
    ///
    /// # Formula
    /// `−½ (n (d ln 2π + ln |Σ|) + tr(Σ⁻¹ S))` with the scatter S of the class, since `∑ᵢ (x − μ)ᵀ Σ⁻¹ (x − μ)` is that
    /// trace.
    pub(crate) fn together_log_likelihood(&self, class: usize) -> f64 {
        let parts = self.gda().and_then(|gda| Some((gda.sigma(class)?, self.scatter(class)?)));
        let Some((sigma, scatter)) = parts else { return 0.0 };
        let entries = sigma.inverse().iter().enumerate();
        let trace = entries.map(|(a, column)| {
            column.iter().enumerate().map(|(b, inverse)| inverse * scatter.product(a, b)).sum::<f64>()
        });
        -0.5 * (scatter.n as f64 * sigma.norm() + trace.sum::<f64>())
    }

    /// The sum of the squared distances of a class's numbers from their mean; 0 without a normal distribution.
    pub fn squares(&self, factor: &Factor, class: usize) -> f64 {
        let unbiased = u64::from(self.data.resolved.variance == Variance::Unbiased);
        factor.normal(class).map_or(0.0, |normal| normal.raw * normal.n.saturating_sub(unbiased) as f64)
    }
}

/// `count · ln`, which is 0 for a count of 0 even if the logarithm is infinite.
fn times(count: u64, ln: f64) -> f64 {
    if count == 0 { 0.0 } else { count as f64 * ln }
}
