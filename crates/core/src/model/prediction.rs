//! Predictions of a row: scores, the leading classes by the one tie rule, and the interface of an evaluation.

use super::score::{ScoreTerm, terms};
use super::{Case, CaseValue, Factor, Fitted, Gda};
use crate::math::{Name, Number};
use crate::problem::Problem;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::sync::Arc;

/// Scores, evidence and posterior of a case, one entry per class of the model.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Every score is 0.
    ZeroEvidence,
    /// A conditional that is needed is itself 0/0: the class has no row where the feature is known, and α is 0.
    UndefinedParameter { feature: usize, class: usize },
}

impl Undefined {
    pub(crate) const ZERO_EVIDENCE: &'static str = "zero_evidence";
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
        let classes = 0..self.classes.len();
        let factors: Vec<Option<FactorPowers>> =
            classes.clone().map(|class| self.factors_of(case, class)).collect();
        let numbers = case.numbers();
        let density = |gda: &Gda| classes.map(|class| gda.density(class, &numbers)).collect();
        let mut prediction = Prediction {
            likelihoods: (0..self.features.len()).map(|feature| self.likelihood(case, feature)).collect(),
            density: self.gda().map(density),
            joint: factors.iter().map(|factors| factors.as_deref().map(Number::powers)).collect(),
            undefined: self.undefined_parameter(case),
            ..Prediction::default()
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
        let factors: Vec<FactorPowers> = factors.into_iter().flatten().collect();
        let ln_scores: Vec<f64> = joint.iter().map(Number::ln).collect();
        let leading = leaders(&ln_scores, |a, b| {
            fractions(joint.get(a)?, joint.get(b)?)
                .or_else(|| compare_exactly(factors.get(a)?, factors.get(b)?))
        });
        let (predicted, tied) = first_and_tied(&leading);
        (prediction.predicted, prediction.tied) = (predicted, tied.to_vec());
        prediction
    }

    /// P(x | c) of one feature for each class; `None` when the cell has no factor.
    fn likelihood(&self, case: &Case, feature: usize) -> Option<Vec<Option<Number>>> {
        let value = &case.cells.get(feature)?.value;
        let factor = self.factors().get(feature).filter(|_| value.has_factor())?;
        let of = |class: usize| match (self.numbers(factor, value, class)?.as_slice(), value) {
            ([(number, _)], CaseValue::Value(_) | CaseValue::Number(_)) => Some(number.clone()),
            (numbers, _) => Some(Number::powers(numbers)),
        };
        Some((0..self.classes.len()).map(of).collect())
    }

    /// All factors of the score of a class; `None` if one of them is 0/0.
    pub(super) fn factors_of(&self, case: &Case, class: usize) -> Option<FactorPowers> {
        let mut all = vec![(self.prior(class)?, 1)];
        if self.is_absent(class) {
            return Some(all);
        }
        let density = self.gda().map(|gda| (gda.density(class, &case.numbers()), 1));
        all.extend(density);
        for (factor, cell) in self.factors().iter().zip(&case.cells) {
            all.extend(self.numbers(factor, &cell.value, class)?);
        }
        Some(all)
    }

    pub(super) fn leading(&self, ln_scores: &[f64], case: Option<&Case>) -> Vec<usize> {
        let case = case.filter(|_| self.is_exact());
        let factors = |class: usize| self.factors_of(case?, class);
        leaders(ln_scores, |a, b| compare_exactly(&factors(a)?, &factors(b)?))
    }

    fn numbers(&self, factor: &Factor, value: &CaseValue, class: usize) -> Option<FactorPowers> {
        let number = |(term, times): (ScoreTerm, u32)| Some((term.number(self, factor, class)?, times));
        terms(factor, value).into_iter().map(number).collect()
    }

    /// The first feature and class with a factor of 0/0. Either all factors of a feature are 0/0, or none.
    fn undefined_parameter(&self, case: &Case) -> Option<Undefined> {
        for ((feature, factor), cell) in (0..).zip(self.factors()).zip(&case.cells) {
            let Some((term, _)) = terms(factor, &cell.value).into_iter().next() else { continue };
            let is_undefined =
                |class: &usize| !self.is_absent(*class) && term.number(self, factor, *class).is_none();
            if let Some(class) = (0..self.classes.len()).find(is_undefined) {
                return Some(Undefined::UndefinedParameter { feature, class });
            }
        }
        None
    }
}

/// Factors with their exponents.
pub(super) type FactorPowers = Vec<(Number, u32)>;

impl Prediction {
    /// The change of P(c | x), by class; `None` where one of the two is undefined.
    pub fn change_since(&self, before: &Prediction) -> Option<Vec<Number>> {
        let pairs = self.posterior.as_ref()?.iter().zip(before.posterior.as_ref()?);
        Some(pairs.map(|(now, then)| now.sub(then)).collect())
    }
}

/// Limits a probability that rounding made larger than 1 to 1.
fn share(share: Number) -> Number {
    match share {
        Number::Float(p) if p > 1.0 => Number::Float(1.0),
        share => share,
    }
}

/// Logarithms that differ by less than this share of their size do not decide between two classes.
pub const NEAR: f64 = 1e-9;

/// The classes whose ln score is too close to the highest for logarithms to decide.
pub(super) fn near(ln_scores: &[f64], highest: f64) -> impl Iterator<Item = usize> {
    let near = NEAR * highest.abs().max(1.0);
    let is_near = move |ln: f64| ln == highest || highest - ln <= near;
    ln_scores.iter().enumerate().filter(move |(_, ln)| is_near(**ln)).map(|(class, _)| class)
}

/// The leading classes, in their order: several if they tie, none if all scores are 0. A class leads if its ln score is
/// larger by more than 1e-9 of its size. Closer ones are compared by `exactly`, and tie if that returns `None`.
///
/// ```
/// use posterior_core::model::leaders;
///
/// assert_eq!(leaders(&[-2.0, -1.0, -1.0 - 2e-9], |_, _| None), [1]);
/// assert_eq!(leaders(&[-2.0, -1.0, -1.0 - 5e-10], |_, _| None), [1, 2]);
/// assert_eq!(leaders(&[-2.0, -1.0, -1.0 - 5e-10], |a, b| Some(a.cmp(&b))), [2]);
/// ```
pub fn leaders(ln_scores: &[f64], exactly: impl Fn(usize, usize) -> Option<Ordering>) -> Vec<usize> {
    let highest = ln_scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut leading: Vec<usize> = Vec::new();
    if highest == f64::NEG_INFINITY {
        return leading;
    }
    for class in near(ln_scores, highest) {
        match leading.first().and_then(|leader| exactly(class, *leader)).unwrap_or(Ordering::Equal) {
            Ordering::Greater => leading = vec![class],
            Ordering::Equal => leading.push(class),
            Ordering::Less => {}
        }
    }
    leading
}

/// The predicted class, the first of the leading ones, and all of them if they tie.
pub(super) fn first_and_tied(leading: &[usize]) -> (Option<usize>, &[usize]) {
    (leading.first().copied(), if leading.len() > 1 { leading } else { &[] })
}

pub fn leaders_of(scores: &[Number]) -> Vec<usize> {
    let ln_scores: Vec<f64> = scores.iter().map(Number::ln).collect();
    leaders(&ln_scores, |a, b| scores.get(a).zip(scores.get(b)).and_then(|(a, b)| fractions(a, b)))
}

pub fn fractions(a: &Number, b: &Number) -> Option<Ordering> {
    (a.is_exact() && b.is_exact()).then(|| a.compare(b))
}

/// Compares two products of non-negative factors without reducing them; `None` if one of the factors is not exact.
pub fn compare_exactly(f: &[(Number, u32)], g: &[(Number, u32)]) -> Option<Ordering> {
    type Exact<'a> = Vec<(&'a BigRational, u32)>;
    fn exact(factors: &[(Number, u32)]) -> Option<Exact<'_>> {
        factors.iter().map(|(value, times)| Some((value.as_exact()?, *times))).collect()
    }
    let (f, g) = (exact(f)?, exact(g)?);
    let zero = |factors: &Exact<'_>| factors.iter().any(|(value, _)| value.is_zero());
    if zero(&f) || zero(&g) {
        return Some(zero(&g).cmp(&zero(&f)));
    }
    let side = |above: &Exact<'_>, below: &Exact<'_>| {
        let above = above.iter().map(|(value, times)| value.numer().pow(*times));
        above.chain(below.iter().map(|(value, times)| value.denom().pow(*times))).product::<BigInt>()
    };
    Some(side(&f, &g).cmp(&side(&g, &f)))
}

/// Predictions compared with the actual classes of the rows. If rows have weights, every count is a sum of them.
pub trait Verdicts: Debug + Send + Sync {
    /// The classes: first those that can be predicted, then those that occur only in a test file.
    fn labels(&self) -> &[Name];

    /// How the test rows were chosen, to follow a noun: `by 10 folds`.
    fn tested_on(&self) -> String;

    fn is_weighted(&self) -> bool;

    /// Rows with an actual and a predicted class.
    fn cell(&self, actual: usize, predicted: usize) -> u64;

    /// Rows with an actual class, including those without a posterior.
    fn support(&self, actual: usize) -> u64;

    /// The rows of the data in a cell, a row, a column or all cells of the matrix, from 0; `None` if they are in
    /// another file.
    fn rows(&self, actual: Option<usize>, predicted: Option<usize>) -> Option<Vec<usize>>;

    /// Rows of a class, or of all classes of the model, for which an action, or any, is chosen; 0 without decisions.
    fn decided(&self, actual: Option<usize>, action: Option<usize>) -> u64;

    /// The rows that [`Verdicts::decided`] counts, as in [`Verdicts::rows`].
    fn decided_rows(&self, actual: Option<usize>, action: Option<usize>) -> Option<Vec<usize>>;

    /// How many training rows the model fitted to all of them predicts right, and how many there are; `None` if the
    /// test rows are the training rows.
    fn training(&self) -> Option<(u64, u64)>;

    /// Rows that the baseline predicts right, and its class if it is the same in all folds; `None` if the training rows
    /// are not known.
    fn majority(&self) -> Option<(u64, Option<&Name>)>;

    /// The terms of the log loss: ln P(actual class | x) of each row with a posterior.
    fn losses(&self) -> MeanOfRows;

    /// The terms of the Brier score: the squared distance of each row's posterior from its actual class.
    fn distances(&self) -> MeanOfRows;

    /// Pairs of a row of the class and a row of another class: how many have the greater posterior in the first row,
    /// how many tie, and the rows of the class and of the others.
    fn pairs(&self, class: usize) -> [u128; 4];
}

#[derive(Clone, Debug, PartialEq)]
pub struct MeanOfRows {
    /// The term of each row with its count; equal terms together, in the order in which they first appear.
    pub terms: Vec<(f64, u64)>,
    pub n: u64,
    /// The mean; `None` without rows, or if a row makes it infinite.
    pub value: Option<Number>,
}

impl Fitted {
    /// The evaluation of the model, if it was computed.
    pub fn verdicts(&self) -> Option<&Result<Arc<dyn Verdicts>, Problem>> {
        self.verdicts.get()
    }

    /// The predicted class of each row of the table: empty if it is not a test row, 0/0 if it has no posterior, and
    /// several classes if the models of several folds predict different ones.
    pub fn predicted_names(&self) -> Option<Vec<String>> {
        let verdicts = self.verdicts()?.as_ref().ok()?;
        let mut called = vec![Vec::new(); self.data.table.rows()];
        for (class, label) in verdicts.labels().iter().enumerate() {
            for row in verdicts.rows(None, Some(class))? {
                called.get_mut(row).into_iter().for_each(|names| names.push(label.as_str()));
            }
        }
        for row in verdicts.rows(None, None)? {
            let unnamed = called.get_mut(row).filter(|names| names.is_empty());
            unnamed.into_iter().for_each(|names| names.push("0/0"));
        }
        Some(called.into_iter().map(|names| names.join(" or ")).collect())
    }
}
