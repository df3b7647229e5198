//! What a model says of one case, exactly.

use super::case::Case;
use super::case_cell::CaseValue;
use super::factor::Factor;
use super::fitted::{Fitted, Likelihood};
use super::gda::Gda;
use super::leaders::{compare_exactly, fractions, leaders};
use super::log_sums::{Term, terms};
use crate::math::Number;

/// Joint, evidence and posterior of a case, one entry per class of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// P(x | c) of each feature, by feature and class; `None` where the cell has no factor.
    pub likelihoods: Vec<Option<Vec<Option<Number>>>>,
    /// p(x | c) of the whole case, by class, where the model reads all features together.
    pub density: Option<Vec<Number>>,
    /// P(c) times the likelihood; `None` where a factor is 0/0.
    pub joint: Vec<Option<Number>>,
    pub evidence: Option<Number>,
    /// P(c | x); `None` when it is undefined.
    pub posterior: Option<Vec<Number>>,
    /// The class with the largest posterior, the first of the tied in the order of the classes.
    pub predicted: Option<usize>,
    pub tied: Vec<usize>,
    pub undefined: Option<Undefined>,
}

/// Why a posterior is 0/0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// Every joint is 0.
    ZeroEvidence,
    /// A conditional that is needed is itself 0/0: the class has no row where the feature is known, and α is 0.
    UndefinedParameter { feature: usize, class: usize },
}

impl Undefined {
    /// The word for a posterior whose scores are all 0.
    pub(crate) const ZERO_EVIDENCE: &'static str = "zero_evidence";
    /// The word for a posterior that needs a conditional of 0/0.
    pub(crate) const PARAMETER: &'static str = "undefined_parameter";

    pub fn word(&self) -> &'static str {
        match self {
            Undefined::ZeroEvidence => Self::ZERO_EVIDENCE,
            Undefined::UndefinedParameter { .. } => Self::PARAMETER,
        }
    }
}

impl Fitted {
    /// The posterior of a case, in exact arithmetic.
    ///
    /// # Formula
    /// `P(c | x) = score(c)/P(x)` with `score(c) = P(c) · ∏ P(xⱼ | c)` and `P(x) = ∑ score(c)`.
    pub fn predict(&self, case: &Case) -> Prediction {
        let likelihoods: Vec<_> =
            (0..self.features.len()).map(|feature| self.likelihood(case, feature)).collect();
        let factors: Vec<Option<Factors>> =
            (0..self.classes.len()).map(|class| self.factors_of(case, class)).collect();
        let joint: Vec<Option<Number>> = factors.iter().map(|f| f.as_deref().map(Number::powers)).collect();
        let numbers = case.numbers();
        let density = |gda: &Gda| (0..self.classes.len()).map(|class| gda.density(class, &numbers)).collect();
        let mut prediction = Prediction {
            likelihoods,
            density: self.gda().map(density),
            evidence: None,
            posterior: None,
            predicted: None,
            tied: Vec::new(),
            undefined: self.undefined_parameter(case),
            joint,
        };
        let Some(joint) = prediction.joint.iter().cloned().collect::<Option<Vec<Number>>>() else {
            return prediction;
        };
        let evidence = joint.iter().fold(Number::zero(), |sum, score| sum.add(score));
        prediction.posterior = joint.iter().map(|score| score.div(&evidence).map(share)).collect();
        prediction.evidence = Some(evidence);
        if prediction.posterior.is_none() {
            prediction.undefined = Some(Undefined::ZeroEvidence);
            return prediction;
        }
        let factors: Vec<Factors> = factors.into_iter().flatten().collect();
        let ln_scores: Vec<f64> = joint.iter().map(Number::ln).collect();
        let leading = leaders(&ln_scores, |a, b| {
            fractions(joint.get(a)?, joint.get(b)?)
                .or_else(|| compare_exactly(factors.get(a)?, factors.get(b)?))
        });
        prediction.predicted = leading.first().copied();
        prediction.tied = if leading.len() > 1 { leading } else { Vec::new() };
        prediction
    }

    /// P(x | c) of one feature for each class; `None` when the cell has no factor.
    fn likelihood(&self, case: &Case, feature: usize) -> Option<Vec<Option<Number>>> {
        let (factor, cell) = (self.factors().get(feature)?, case.cells.get(feature)?);
        let terms = match &cell.value {
            CaseValue::Missing | CaseValue::Unseen => return None,
            value => terms(factor, value),
        };
        let of = |class: usize| match (terms.as_slice(), &cell.value) {
            ([(term, _)], CaseValue::Value(_) | CaseValue::Number(_)) => term.number(self, factor, class),
            _ => self.numbers(factor, &terms, class).map(|numbers| Number::powers(&numbers)),
        };
        Some((0..self.classes.len()).map(of).collect())
    }

    /// Everything that is multiplied for a class; `None` when one of it is 0/0.
    pub(super) fn factors_of(&self, case: &Case, class: usize) -> Option<Factors> {
        let mut all = vec![(self.prior(class)?, 1)];
        if self.is_absent(class) {
            return Some(all);
        }
        match self.likelihood.as_ref() {
            Likelihood::Joint(gda) => all.push((gda.density(class, &case.numbers()), 1)),
            Likelihood::Naive(factors) => {
                for (factor, cell) in factors.iter().zip(&case.cells) {
                    all.extend(self.numbers(factor, &terms(factor, &cell.value), class)?);
                }
            }
        }
        Some(all)
    }

    /// Which classes lead of a case whose ln scores were added up: see [`leaders`].
    pub(super) fn leading(&self, ln_scores: &[f64], case: Option<&Case>) -> Vec<usize> {
        let case = case.filter(|_| self.is_exact());
        let factors = |class: usize| self.factors_of(case?, class);
        leaders(ln_scores, |a, b| compare_exactly(&factors(a)?, &factors(b)?))
    }

    fn numbers(&self, factor: &Factor, terms: &[(Term, u32)], class: usize) -> Option<Factors> {
        terms.iter().map(|(term, times)| Some((term.number(self, factor, class)?, *times))).collect()
    }

    /// The first feature and class of which a number that is needed is 0/0: all of a feature's are, or none.
    fn undefined_parameter(&self, case: &Case) -> Option<Undefined> {
        let classes = (0..self.classes.len()).filter(|class| !self.is_absent(*class));
        for ((feature, factor), cell) in (0..).zip(self.factors()).zip(&case.cells) {
            let Some((term, _)) = terms(factor, &cell.value).into_iter().next() else { continue };
            if let Some(class) = classes.clone().find(|class| term.number(self, factor, *class).is_none()) {
                return Some(Undefined::UndefinedParameter { feature, class });
            }
        }
        None
    }
}

/// Factors with their exponents.
pub(super) type Factors = Vec<(Number, u32)>;

impl Prediction {
    /// P(c | x) less what it was before, by class; `None` where one of the two is undefined.
    pub(crate) fn change_since(&self, before: &Prediction) -> Option<Vec<Number>> {
        let pairs = self.posterior.as_ref()?.iter().zip(before.posterior.as_ref()?);
        Some(pairs.map(|(now, then)| now.sub(then)).collect())
    }
}

/// A share that rounding made larger than 1 is 1.
fn share(share: Number) -> Number {
    match share {
        Number::Float(p) if p > 1.0 => Number::Float(1.0),
        share => share,
    }
}
