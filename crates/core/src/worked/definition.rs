//! Definitions of quantities as expressions over other quantities, and the context they are evaluated in.

use super::{Result, WorkedError, value_of};
use crate::math::{BigOp, Expr, Name, Number, Quantity, Symbol, symbols};
use crate::model::{Case, CaseValue, Factor, FactorForm, Fitted, Normal, Verdicts};
use crate::table::is_whole;
use serde::Serialize;
use std::collections::HashSet;

/// More factors than this are written as a product sign over a table.
pub(super) const LISTED: usize = 12;

/// How a quantity is computed: by a formula, whose terms with an address are [`Expr::Of`]. A fact is a formula of one number.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    pub rule: Rule,
    pub formula: Expr,
    /// The formula to show if this one has matrices that are too wide to read as addresses.
    pub general: Option<Expr>,
    /// The value if the model has it: estimated by sums that lose fewer digits than the formula.
    pub value: Option<Number>,
}

/// The definition of a quantity, or why the model does not have it.
pub(super) type Defined = Result<Definition>;

impl Definition {
    pub fn fact(rule: Rule, value: impl Into<Number>) -> Definition {
        let value = value.into();
        Definition { value: Some(value.clone()), ..Definition::formula(rule, Expr::Num(value)) }
    }

    pub fn formula(rule: Rule, formula: impl Into<Expr>) -> Definition {
        Definition { rule, formula: formula.into(), general: None, value: None }
    }

    /// The quantities it rests on, in the order of the formula, each once.
    pub fn uses(&self) -> Vec<Quantity> {
        self.formula.quantities()
    }

    /// Its value: that of the model, unless a definition below was replaced (`touched`).
    pub(super) fn value(&self, touched: bool, find: &impl Fn(&Quantity) -> Option<Number>) -> Option<Number> {
        self.value.clone().filter(|_| !touched).or_else(|| value_of(&self.formula, find))
    }
}

pub(super) fn fact(rule: Rule, value: impl Into<Number>) -> Defined {
    Ok(Definition::fact(rule, value))
}

pub(super) fn formula(rule: Rule, formula: impl Into<Expr>) -> Defined {
    Ok(Definition::formula(rule, formula))
}

/// A formula with the value that the model holds; the formula alone if it holds none.
pub(super) fn estimated(rule: Rule, formula: Expr, value: impl Into<Option<f64>>) -> Defined {
    with_value(rule, formula, value.into().map(Number::Float))
}

pub(super) fn with_value(rule: Rule, formula: Expr, value: impl Into<Option<Number>>) -> Defined {
    Ok(Definition { value: value.into(), ..Definition::formula(rule, formula) })
}

pub(super) fn matrices(rule: Rule, general: Expr, formula: Expr, value: Number) -> Defined {
    Ok(Definition { rule, formula, general: Some(general), value: Some(value) })
}

/// One rule per line: its name and its explanation.
macro_rules! rules {
    ($($rule:ident: $sentence:literal;)+) => {
        /// Why a step may be written: a finite list, each with its sentence.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        #[serde(rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = $sentence] $rule,)+
        }

        impl Rule {
            pub fn sentence(self) -> &'static str {
                match self { $(Rule::$rule => $sentence,)+ }
            }
        }
    };
}

rules! {
    Counted: "Counted in the training rows.";
    CountedWords: "Counted in the training documents, with every occurrence of a word.";
    Weighed: "Counted in the training rows, each row times its weight.";
    WeighedWords:
        "Counted in the training documents, with every occurrence of a word, each document times its weight.";
    Chosen: "Chosen in the recipe.";
    Given: "Given, not counted.";
    Taken: "Taken as given.";
    Frequency: "A probability is estimated by a share: the count divided by the total.";
    Smoothed: "Additive smoothing: α is added to every count, so the total grows by α · k.";
    Complement: "Complement rule: the probabilities of the two outcomes add to 1.";
    Uniform: "Uniform prior: all classes are equally common.";
    TotalProbability: "Law of total probability: add over the classes, each weighted by its prior.";
    Bayes: "Bayes' rule: likelihood times prior, divided by the evidence.";
    NaiveProduct:
        "Naive Bayes assumption: within a class the features are independent, so their probabilities multiply.";
    Joint: "Product rule (‘and’ multiplies): the prior times the factors of the case.";
    Evidence: "Law of total probability: add the scores of all classes.";
    Normalise: "The scores do not add to 1. Divide each by their sum.";
    AddToOne: "The scores add to 1 already, so dividing by their sum changes nothing.";
    NoSum: "Every score is 0, so their sum is 0, and 0/0 is undefined.";
    Logarithm: "The logarithm of a product is the sum of the logarithms.";
    Mean: "Maximum likelihood: the mean is the average over the rows of the class.";
    Variance: "Maximum likelihood: the squared distances from the mean are added and divided by n.";
    UnbiasedVariance:
        "Unbiased estimate: the squared distances from the mean are added and divided by n − 1.";
    Density:
        "The normal density at this number. It is not a probability and may exceed 1: only areas are probabilities.";
    Rate: "Maximum likelihood: the rate λ is the mean count of the class. It is not smoothed.";
    Poisson: "The Poisson probability of the count k with mean λ: P(k) = λ^k · exp(−λ) / k!.";
    Covariance:
        "How two features vary together: the average product of their distances from the means of the row's class.";
    UnbiasedCovariance:
        "Unbiased estimate: the products of the distances from the means are added and divided by the rows minus the classes.";
    Correlation:
        "The covariance divided by both standard deviations: 1 or −1 if the rows lie on a line, 0 if there is no linear relation.";
    Cumulated: "The probabilities are added in the order of the values. The first value has the smallest u.";
    Cholesky: "Cholesky decomposition: L Lᵀ = Σ, and L has zeros above its diagonal.";
    Drawn: "z has mean 0 and standard deviation 1, so μ + σ z has those of the class.";
    DrawnTogether: "The numbers z are independent, so μ + L z has mean μ and covariance matrix Σ.";
    LeftOut: "A diagonal Σ has no covariances: the entries off its diagonal are 0.";
    Determinant:
        "It measures how much the rows spread around their means. If it were 0, Σ would have no inverse.";
    Inverse: "Σ⁻¹ is the inverse of Σ: their product is 1 on the diagonal and 0 elsewhere.";
    QuadraticForm: "The squared Mahalanobis distance. Σ⁻¹ accounts for variances and covariances.";
    JointDensity: "The joint normal density at the case. It is not a probability and may exceed 1.";
    Difference: "How far the case is from the mean of the class, in the unit of the feature.";
    Solved: "A row of Σ⁻¹ times x − μ. Each times its own x − μ, they add up to q.";
    Tail:
        "If the class is normal, q has a χ² distribution with one degree of freedom for each number. This is the share of the class at least as far out.";
    Ranked:
        "Each training row is compared with the case by P(x) on the features that the case has. Rows that lack one of them are left out.";
    Typicality:
        "The rank of the case by its evidence P(x). Near 0, hardly any training row is as improbable.";
    TypicalityOfDocument:
        "The rank of the case by its evidence P(x). A shorter document has fewer factors, so its P(x) is larger.";
    Sigmoid: "The logistic function turns log-odds into a probability.";
    Softmax:
        "The terms that all ln scores share cancel in the division. So the softmax of the discriminants is the posterior.";
    Logistic:
        "With one Σ for all classes the squares of x cancel: the posterior is 1/(1 + exp(−(θ₀ + θᵀx))).";
    Centred:
        "The terms are large and nearly cancel, so their printed figures do not give this number. It was computed from x − μ, where nothing cancels.";
    Discriminant:
        "With one Σ for all classes the squares of x are the same in each ln score. The rest is θ₀ + θᵀx. The class with the largest is predicted.";
    Odds: "Odds say how many times as likely one is as the other.";
    Ratio:
        "The likelihood ratio of this feature: its factor in one class divided by its factor in the other. It multiplies the odds.";
    RatioOfRest:
        "Against all other classes together, the ratio also depends on the features before it: they weight the other classes.";
    Crossing:
        "Equal scores have equal logarithms: an equation in x of degree 2, or of degree 1 if both variances are the same.";
    LogLikelihood:
        "The rows are independent, so their probabilities multiply and the logarithms add. Equal terms are counted together.";
    Scatter: "The products of the distances from the means are added over the rows.";
    Slope: "The derivative of ℓ: how fast ℓ rises with this number. At the highest point of ℓ it is 0.";
    Asked: "This is the formula of the question.";
    Tested: "Counted among the test rows, by actual and predicted class.";
    TestedWeighed: "Counted among the test rows, each times its weight.";
    CellsAdded:
        "Cells of the confusion matrix are added. Its rows are actual classes, its columns predicted classes.";
    Accuracy: "The diagonal of the confusion matrix holds the right predictions.";
    Precision: "TP/(TP + FP): divide by a column of the matrix.";
    Recall: "TP/(TP + FN): divide by a row of the matrix.";
    F1: "The harmonic mean is closer to the smaller of the two.";
    F1OfCounts: "Written with counts: 2TP/(2TP + FP + FN), which is 0 without true positives.";
    BalancedAccuracy: "Every class counts the same, however many rows it has.";
    MacroF1: "Every class counts the same, however many rows it has.";
    LogLoss: "It is small if the actual class has a high probability.";
    LogLossInfinite: "The actual class of a row has probability 0, and −ln 0 is infinite.";
    Brier:
        "The d² of a row is Σ (P(c | x) − y)² over the classes, where y is 1 for the actual class, else 0. It is from 0 to 2.";
    Area:
        "How often a row of the class has a larger posterior of the class than another row. A tie counts half.";
    ExpectedCost: "The cost of the action in each class times the posterior of the class, added.";
    MeanCost:
        "Each row has the cost of its action in its class. The costs are added and divided by the rows.";
    CountedTogether: "Counted in the same rows, without assuming independence. There may be few such rows.";
    FreeParameters: "If numbers must add to 1, the others fix the last one, which is not counted.";
    Threshold: "e1071 replaces a probability of 0 by 0.001 when it scores a case.";
    LeastDeviation:
        "The standard deviation in the class is 0. e1071 replaces it by 0.001 when it scores a case.";
    ClassGivenValue:
        "Orange uses the share of the class among the rows with this value, with α added for each class.";
    DividedByPrior:
        "For each value, Orange divides P(c | value) by the prior, so that the prior counts once.";
}

impl Rule {
    pub fn is_count(self) -> bool {
        matches!(
            self,
            Rule::Counted
                | Rule::CountedWords
                | Rule::Weighed
                | Rule::WeighedWords
                | Rule::Tested
                | Rule::TestedWeighed
        )
    }

    /// Whether it estimates a parameter of numbers from the rows, or inverts Σ.
    pub fn is_estimate(self) -> bool {
        matches!(
            self,
            Rule::Mean
                | Rule::Rate
                | Rule::Variance
                | Rule::UnbiasedVariance
                | Rule::Covariance
                | Rule::UnbiasedCovariance
                | Rule::LeftOut
                | Rule::Inverse
        )
    }
}

/// More classes than this are written as a sum sign.
const CLASSES: usize = 6;

pub(super) fn over_classes(context: &Context<'_>, term: impl Fn(&Name) -> Expr) -> Expr {
    over(&context.fitted.classes, CLASSES, term)
}

pub(super) fn over(classes: &[Name], most: usize, term: impl Fn(&Name) -> Expr) -> Expr {
    summed(classes.iter().map(&term).collect(), most, symbols::C, || term(&Name::new("c")))
}

/// A sum, written with ∑ and a general term if it has more terms than `most`.
pub(super) fn summed(terms: Vec<Expr>, most: usize, index: Symbol, general: impl FnOnce() -> Expr) -> Expr {
    if terms.len() <= most {
        return Expr::sum(terms);
    }
    Expr::big(BigOp::Sum, index, Expr::int(terms.len() as u64), general(), terms)
}

/// The most factors over all classes that are worked out: each takes up to 15 KB of formulas.
const MOST_NUMBERS: usize = 40_000;

#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub fitted: &'a Fitted,
    /// The case that `x` stands for.
    pub case: Option<&'a Case>,
}

impl<'a> Context<'a> {
    pub(super) fn class(&self, name: &Name) -> Result<usize> {
        let found = self.fitted.class(name.as_str());
        found.ok_or_else(|| WorkedError::NoClass(name.clone(), self.fitted.classes.clone()))
    }

    pub(super) fn feature(&self, name: &Name) -> Result<usize> {
        let names = || self.fitted.feature_names().cloned().collect();
        self.fitted.feature(name.as_str()).ok_or_else(|| WorkedError::NoFeature(name.clone(), names()))
    }

    /// The factor of a feature; an error where the features are read together.
    pub(super) fn factor(&self, name: &Name) -> Result<&'a Factor> {
        let at = self.feature(name)?;
        self.fitted.factors().get(at).ok_or(WorkedError::NotHere)
    }

    pub(super) fn normal(&self, feature: &Name, class: &Name) -> Result<&'a Normal> {
        let (factor, at) = (self.factor(feature)?, self.class(class)?);
        factor.normal(at).ok_or(WorkedError::NotHere)
    }

    pub(super) fn value(&self, factor: &Factor, name: &Name) -> Result<usize> {
        self.fitted
            .position(factor, name.as_str())
            .ok_or_else(|| WorkedError::NoValue(factor.name.clone(), name.clone(), factor.values().to_vec()))
    }

    pub(super) fn count(&self, factor: &Factor, name: &Name) -> Result<f64> {
        let number = name.as_str().parse().ok().filter(|number| is_whole(*number));
        number.ok_or_else(|| WorkedError::NoValue(factor.name.clone(), name.clone(), Vec::new()))
    }

    pub(super) fn verdicts(&self) -> Result<&'a dyn Verdicts> {
        match self.fitted.verdicts() {
            Some(Ok(verdicts)) => Ok(verdicts.as_ref()),
            Some(Err(problem)) => Err(WorkedError::NotEvaluated(problem.clone().into())),
            None => Err(WorkedError::NotHere),
        }
    }

    pub(super) fn label(&self, name: &Name) -> Result<usize> {
        let labels = self.verdicts()?.labels();
        let found = labels.iter().position(|label| label == name);
        found.ok_or_else(|| WorkedError::NoClass(name.clone(), labels.to_vec()))
    }

    pub(super) fn is_weighted(&self) -> bool {
        self.fitted.weight_column().is_some()
    }

    pub(super) fn case(&self) -> Result<&'a Case> {
        self.case.ok_or(WorkedError::NoCase)
    }

    /// Returns the terms of the case, which are the same for every class.
    ///
    /// # Errors
    /// If no case was given, or the working would not fit into memory.
    pub fn terms(&self) -> Result<Vec<CaseTerm>> {
        let case = self.case()?;
        if self.fitted.gda().is_some() {
            let none = || Name::new("x");
            return Ok(vec![CaseTerm { kind: TermKind::Together, feature: none(), value: none(), times: 1 }]);
        }
        let mut terms = Vec::new();
        for (factor, cell) in self.fitted.factors().iter().zip(&case.cells) {
            let mut push = |kind: TermKind, value: Name, times: u32| {
                terms.push(CaseTerm { kind, feature: factor.name.clone(), value, times });
            };
            let name = |value: usize| factor.values().get(value).cloned();
            match &cell.value {
                CaseValue::Missing | CaseValue::Unseen => {}
                CaseValue::Number(x) => {
                    let kind = if factor.is_count() { TermKind::Value } else { TermKind::Density };
                    push(kind, Name::new(x.to_string()), 1);
                }
                CaseValue::Value(value) => name(*value).into_iter().for_each(|v| push(TermKind::Value, v, 1)),
                CaseValue::Words { known, .. } => {
                    // Present words come first, in the order of the document.
                    let presence = factor.form == FactorForm::Presence;
                    for (word, times) in known {
                        let times = if presence { 1 } else { *times };
                        name(*word).into_iter().for_each(|word| push(TermKind::Word, word, times));
                    }
                    if presence {
                        let present: HashSet<usize> = known.iter().map(|(word, _)| *word).collect();
                        let absent = factor.values().iter().enumerate();
                        let absent = absent.filter(|(word, _)| !present.contains(word));
                        absent.for_each(|(_, word)| push(TermKind::Absent, word.clone(), 1));
                    }
                }
            }
        }
        let (numbers, most) = (terms.len().saturating_mul(self.fitted.classes.len()), MOST_NUMBERS);
        if numbers > most { Err(WorkedError::TooLong(numbers, most)) } else { Ok(terms) }
    }
}

#[derive(Clone, Debug)]
pub struct CaseTerm {
    pub kind: TermKind,
    pub feature: Name,
    pub value: Name,
    pub times: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    Value,
    Word,
    Absent,
    Density,
    Together,
}

impl CaseTerm {
    /// The address of the factor, or of its opposite for an absent word.
    pub fn quantity(&self, class: &Name) -> Quantity {
        match self.kind {
            TermKind::Density => Quantity::density_at(&self.feature, &self.value, class),
            TermKind::Together => Quantity::density(class),
            _ => Quantity::conditional(&self.feature, &self.value, class),
        }
    }

    pub fn is_word(&self) -> bool {
        matches!(self.kind, TermKind::Word | TermKind::Absent)
    }
}
