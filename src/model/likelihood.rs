//! The log-likelihood of the training rows, and tables of ln P(v | c).
//!
//! Computed from counts, moments and scatter, never from the rows, so its cost depends on the size of the model.

use super::case::{Case, CaseValue};
use super::factor::{Factor, Form};
use super::fitted::{Fitted, Likelihood};
use super::prediction::Undefined;
use super::queries::Answer;
use crate::math::{Number, Scaled};
use crate::recipe::Variance;
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::sync::OnceLock;

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
        match self.likelihood.as_ref() {
            Likelihood::Joint(_) => prior + self.together_log_likelihood(class),
            Likelihood::Naive(factors) => {
                let features = factors.iter().map(|factor| self.feature_log_likelihood(factor, class));
                prior + features.sum::<f64>()
            }
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
            form if form.count_family().is_some() => form.counts_log_likelihood(class),
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
        let constant = sigma.d() as f64 * std::f64::consts::TAU.ln() + sigma.log_det();
        let columns = sigma.inverse();
        let entries = columns.iter().enumerate();
        let trace = entries.map(|(a, column)| {
            column.iter().enumerate().map(|(b, inverse)| inverse * scatter.product(a, b)).sum::<f64>()
        });
        -0.5 * (scatter.n as f64 * constant + trace.sum::<f64>())
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

/// The numbers that the score of each class is multiplied with, 0 among them.
type ByClass = Box<[Option<Scaled>]>;

/// The factors of a model's scores.
pub struct ScoreTables<'a> {
    fitted: &'a Fitted,
    priors: Option<ByClass>,
    /// By factor and value; `None` where one of them is not exact.
    factors: Vec<Vec<OnceLock<Option<ByClass>>>>,
    absences: Vec<OnceLock<Option<ByClass>>>,
}

impl<'a> ScoreTables<'a> {
    pub fn new(fitted: &'a Fitted) -> Self {
        let is_of_counts = |factor: &Factor| !factor.is_number();
        let exact = fitted.is_naive() && fitted.factors().iter().all(is_of_counts);
        let tables = |factor: &Factor| (0..factor.k()).map(|_| OnceLock::new()).collect();
        let prior = |class| fitted.prior(class)?.as_exact().map(Scaled::of);
        let priors = || (0..fitted.classes.len()).map(prior).collect::<Option<ByClass>>();
        ScoreTables {
            priors: if exact { priors() } else { None },
            factors: if exact { fitted.factors().iter().map(tables).collect() } else { Vec::new() },
            absences: fitted.factors().iter().map(|_| OnceLock::new()).collect(),
            fitted,
        }
    }

    pub fn fitted(&self) -> &'a Fitted {
        self.fitted
    }

    /// Predicts a case; `None` if exact arithmetic must decide.
    pub fn answer(&self, case: &Case) -> Option<Answer> {
        let mut scores = self.priors.clone()?;
        for (at, (factor, cell)) in self.fitted.factors().iter().zip(&case.cells).enumerate() {
            match &cell.value {
                CaseValue::Missing | CaseValue::Unseen => {}
                CaseValue::Value(value) => multiply(&mut scores, self.of_value(at, factor, *value)?, 1),
                CaseValue::Number(_) => return None,
                CaseValue::Words { known, .. } => {
                    let is_set = factor.form == Form::Presence;
                    if is_set {
                        multiply(&mut scores, self.without_words(at, factor)?, 1);
                    }
                    for (word, times) in known {
                        let times = if is_set { 1 } else { *times };
                        multiply(&mut scores, self.of_value(at, factor, *word)?, times);
                    }
                }
            }
        }
        decided(&scores)
    }

    /// The factor of a value in each class; in the Bernoulli event model, divided by that of its absence.
    fn of_value(&self, at: usize, factor: &Factor, value: usize) -> Option<&ByClass> {
        let made = || {
            let present = by_class(self.fitted, |class| self.fitted.multiplied(factor, value, class))?;
            if factor.form != Form::Presence {
                return Some(present);
            }
            let absent = self.without_word(factor, value)?;
            let over = |(present, absent): (&Option<Scaled>, &Option<Scaled>)| match (present, absent) {
                (Some(present), Some(absent)) => Some(Some(present.over(*absent))),
                (None, Some(_)) => Some(None),
                // A factor of 0 cannot be divided out of a product.
                (_, None) => None,
            };
            present.iter().zip(&absent).map(over).collect()
        };
        self.factors.get(at)?.get(value)?.get_or_init(made).as_ref()
    }

    fn without_word(&self, factor: &Factor, word: usize) -> Option<ByClass> {
        by_class(self.fitted, |class| self.fitted.multiplied_absent(&factor.estimate(word, class)))
    }

    fn without_words(&self, at: usize, factor: &Factor) -> Option<&ByClass> {
        let made = || {
            let mut product: ByClass = vec![Some(Scaled::ONE); self.fitted.classes.len()].into();
            for word in 0..factor.k() {
                let absent = self.without_word(factor, word)?;
                // See above.
                if absent.iter().any(Option::is_none) {
                    return None;
                }
                multiply(&mut product, &absent, 1);
            }
            Some(product)
        };
        self.absences.get(at)?.get_or_init(made).as_ref()
    }
}

/// Returns a number of each class; `None` if one of them is not exact.
fn by_class(fitted: &Fitted, of: impl Fn(usize) -> Option<Number>) -> Option<ByClass> {
    // The prior makes the score of an absent class 0, whatever its factors.
    let of = |class: usize| if fitted.is_absent(class) { Some(Number::one()) } else { of(class) };
    let scaled = |class: usize| of(class)?.as_exact().map(Scaled::of);
    (0..fitted.classes.len()).map(scaled).collect()
}

fn multiply(scores: &mut ByClass, with: &ByClass, times: u32) {
    for (score, with) in scores.iter_mut().zip(with) {
        *score = score.zip(*with).map(|(score, with)| match times {
            1 => score.times(with),
            times => score.times(with.power(times)),
        });
    }
}

fn decided(scores: &ByClass) -> Option<Answer> {
    let known = || scores.iter().enumerate().filter_map(|(class, score)| Some((class, (*score)?)));
    let Some((first, score)) = known().next() else {
        return Some(Answer { undefined: Some(Undefined::ZERO_EVIDENCE), ..Answer::default() });
    };
    let (mut predicted, mut highest, mut evidence) = (first, score, score);
    for (class, score) in known().skip(1) {
        if score.compare(highest)? == Ordering::Greater {
            (predicted, highest) = (class, score);
        }
        evidence = evidence.plus(score);
    }
    let share = |score: &Option<Scaled>| score.map_or(Some(0.0), |score| score.share_of(evidence));
    let posterior = scores.iter().map(share).collect::<Option<Vec<f64>>>()?;
    Some(Answer { predicted: Some(predicted), posterior, ..Answer::default() })
}
