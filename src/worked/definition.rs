//! Definitions of quantities as expressions over other quantities, and the context they are evaluated in.

use super::error::WorkedError;
use crate::math::{BigOp, Expr, Name, Number, Quantity, symbols};
use crate::model::{Case, CaseValue, Factor, Fitted, Form, Verdicts};
use crate::table::is_whole;
use std::collections::HashSet;

/// More factors than this are written as a product sign over a table.
pub(super) const LISTED: usize = 12;

#[derive(Clone, Debug, PartialEq)]
pub enum Definition {
    Fact {
        rule: Rule,
        value: Number,
    },
    Formula {
        rule: Rule,
        /// The formula; terms with an address are [`Expr::Of`].
        expr: Expr,
    },
    /// Estimated by sums that lose fewer digits than the formula.
    Estimated {
        rule: Rule,
        expr: Expr,
        value: Number,
    },
    /// Computed from matrices that are too wide to read as addresses.
    Matrices {
        rule: Rule,
        general: Expr,
        expr: Expr,
        value: Number,
    },
}

/// The definition of a quantity, or why the model does not have it.
pub(super) type Defined = Result<Definition, WorkedError>;

pub(super) fn fact(rule: Rule, value: impl Into<Number>) -> Defined {
    Ok(Definition::Fact { rule, value: value.into() })
}

pub(super) fn formula(rule: Rule, expr: impl Into<Expr>) -> Defined {
    Ok(Definition::Formula { rule, expr: expr.into() })
}

/// A formula with the value that the model holds; the formula alone if it holds none.
pub(super) fn estimated(rule: Rule, expr: Expr, value: impl Into<Option<f64>>) -> Defined {
    with_value(rule, expr, value.into().map(Number::Float))
}

pub(super) fn with_value(rule: Rule, expr: Expr, value: impl Into<Option<Number>>) -> Defined {
    Ok(match value.into() {
        Some(value) => Definition::Estimated { rule, expr, value },
        None => Definition::Formula { rule, expr },
    })
}

pub(super) fn matrices(rule: Rule, general: Expr, expr: Expr, value: Number) -> Defined {
    Ok(Definition::Matrices { rule, general, expr, value })
}

impl Definition {
    pub fn rule(&self) -> Rule {
        match self {
            Definition::Fact { rule, .. }
            | Definition::Formula { rule, .. }
            | Definition::Matrices { rule, .. }
            | Definition::Estimated { rule, .. } => *rule,
        }
    }

    /// The quantities it rests on, in the order of the formula, each once.
    pub fn uses(&self) -> Vec<Quantity> {
        match self {
            Definition::Fact { .. } => Vec::new(),
            Definition::Formula { expr, .. }
            | Definition::Estimated { expr, .. }
            | Definition::Matrices { expr, .. } => expr.quantities(),
        }
    }
}

/// One rule per line: its name, its stable word in the JSON, and its explanation.
macro_rules! rules {
    ($($rule:ident, $code:literal: $sentence:literal;)+) => {
        /// Why a step may be written: a finite list, each with its sentence.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = $sentence] $rule,)+
        }

        impl Rule {
            pub fn code(self) -> &'static str {
                match self { $(Rule::$rule => $code,)+ }
            }

            pub fn sentence(self) -> &'static str {
                match self { $(Rule::$rule => $sentence,)+ }
            }
        }
    };
}

rules! {
    Counted, "counted": "Counted in the training rows.";
    CountedWords, "counted_words": "Counted in the training documents, with every occurrence of a word.";
    Weighed, "weighed": "Counted in the training rows, each row times its weight.";
    WeighedWords, "weighed_words":
        "Counted in the training documents, with every occurrence of a word, each document times its weight.";
    Chosen, "chosen": "Chosen in the recipe.";
    Given, "given": "Given, not counted.";
    Taken, "taken": "Taken as given.";
    Frequency, "frequency": "A probability is estimated by a share: the count divided by the total.";
    Smoothed, "smoothed": "Additive smoothing: α is added to every count, so the total grows by α · k.";
    Complement, "complement": "Complement rule: the probabilities of the two outcomes add to 1.";
    Uniform, "uniform": "Uniform prior: all classes are equally common.";
    TotalProbability, "total_probability":
        "Law of total probability: add over the classes, each weighted by its prior.";
    Bayes, "bayes": "Bayes' rule: likelihood times prior, divided by the evidence.";
    NaiveProduct, "naive_product":
        "Naive Bayes assumption: within a class the features are independent, so their probabilities multiply.";
    Joint, "joint": "Product rule (‘and’ multiplies): the prior times the factors of the case.";
    Evidence, "evidence": "Law of total probability: add the scores of all classes.";
    Normalise, "normalise": "The scores do not add to 1. Divide each by their sum.";
    AddToOne, "add_to_one": "The scores add to 1 already, so dividing by their sum changes nothing.";
    NoSum, "no_sum": "Every score is 0, so their sum is 0, and 0/0 is undefined.";
    Logarithm, "logarithm": "The logarithm of a product is the sum of the logarithms.";
    Mean, "mean": "Maximum likelihood: the mean is the average over the rows of the class.";
    Variance, "variance": "Maximum likelihood: the squared distances from the mean are added and divided by n.";
    UnbiasedVariance, "unbiased_variance":
        "Unbiased estimate: the squared distances from the mean are added and divided by n − 1.";
    Density, "density":
        "The normal density at this number. It is not a probability and may exceed 1: only areas are probabilities.";
    Rate, "rate":
        "Maximum likelihood: the rate λ is the mean count of the class. It is not smoothed.";
    Poisson, "poisson":
        "The Poisson probability of the count k with mean λ: P(k) = λ^k · exp(−λ) / k!.";
    Covariance, "covariance":
        "How two features vary together: the average product of their distances from the means of the row's class.";
    UnbiasedCovariance, "unbiased_covariance":
        "Unbiased estimate: the products of the distances from the means are added and divided by the rows minus the classes.";
    Correlation, "correlation":
        "The covariance divided by both standard deviations: 1 or −1 if the rows lie on a line, 0 if there is no linear relation.";
    Cumulated, "cumulated":
        "The probabilities are added in the order of the values. The first value has the smallest u.";
    Cholesky, "cholesky":
        "Cholesky decomposition: L Lᵀ = Σ, and L has zeros above its diagonal.";
    Drawn, "drawn": "z has mean 0 and standard deviation 1, so μ + σ z has those of the class.";
    DrawnTogether, "drawn_together":
        "The numbers z are independent, so μ + L z has mean μ and covariance matrix Σ.";
    LeftOut, "left_out": "A diagonal Σ has no covariances: the entries off its diagonal are 0.";
    Determinant, "determinant":
        "It measures how much the rows spread around their means. If it were 0, Σ would have no inverse.";
    Inverse, "inverse":
        "Σ⁻¹ is the inverse of Σ: their product is 1 on the diagonal and 0 elsewhere.";
    QuadraticForm, "quadratic_form":
        "The squared Mahalanobis distance. Σ⁻¹ accounts for variances and covariances.";
    JointDensity, "joint_density":
        "The joint normal density at the case. It is not a probability and may exceed 1.";
    Difference, "difference": "How far the case is from the mean of the class, in the unit of the feature.";
    Solved, "solved": "A row of Σ⁻¹ times x − μ. Each times its own x − μ, they add up to q.";
    Tail, "tail":
        "If the class is normal, q has a χ² distribution with one degree of freedom for each number. This is the share of the class at least as far out.";
    Ranked, "ranked": "Each training row is compared with the case by P(x) on the features that the case has. Rows that lack one of them are left out.";
    Typicality, "typicality":
        "The rank of the case by its evidence P(x). Near 0, hardly any training row is as improbable.";
    TypicalityOfDocument, "typicality_of_document":
        "The rank of the case by its evidence P(x). A shorter document has fewer factors, so its P(x) is larger.";
    Sigmoid, "sigmoid": "The logistic function turns log-odds into a probability.";
    Softmax, "softmax":
        "The terms that all ln scores share cancel in the division. So the softmax of the discriminants is the posterior.";
    Logistic, "logistic":
        "With one Σ for all classes the squares of x cancel: the posterior is 1/(1 + exp(−(θ₀ + θᵀx))).";
    Centred, "centred":
        "The terms are large and nearly cancel, so their printed figures do not give this number. It was computed from x − μ, where nothing cancels.";
    Discriminant, "discriminant":
        "With one Σ for all classes the squares of x are the same in each ln score. The rest is θ₀ + θᵀx. The class with the largest is predicted.";
    Odds, "odds": "Odds say how many times as likely one is as the other.";
    Ratio, "ratio":
        "The likelihood ratio of this feature: its factor in one class divided by its factor in the other. It multiplies the odds.";
    RatioOfRest, "ratio_of_rest":
        "Against all other classes together, the ratio also depends on the features before it: they weight the other classes.";
    Crossing, "crossing":
        "Equal scores have equal logarithms: an equation in x of degree 2, or of degree 1 if both variances are the same.";
    LogLikelihood, "log_likelihood":
        "The rows are independent, so their probabilities multiply and the logarithms add. Equal terms are counted together.";
    Scatter, "scatter": "The products of the distances from the means are added over the rows.";
    Slope, "slope":
        "The derivative of ℓ: how fast ℓ rises with this number. At the highest point of ℓ it is 0.";
    Asked, "asked": "This is the formula of the question.";
    Judged, "judged": "Counted among the test rows, by actual and predicted class.";
    JudgedWeighed, "judged_weighed":
        "Counted among the test rows, each times its weight.";
    CellsAdded, "cells_added": "Cells of the confusion matrix are added. Its rows are actual classes, its columns predicted classes.";
    Accuracy, "accuracy": "The diagonal of the confusion matrix holds the right predictions.";
    Precision, "precision": "TP/(TP + FP): divide by a column of the matrix.";
    Recall, "recall": "TP/(TP + FN): divide by a row of the matrix.";
    F1, "f1": "The harmonic mean is closer to the smaller of the two.";
    F1OfCounts, "f1_of_counts":
        "Written with counts: 2TP/(2TP + FP + FN), which is 0 without true positives.";
    BalancedAccuracy, "balanced_accuracy": "Every class counts the same, however many rows it has.";
    MacroF1, "macro_f1": "Every class counts the same, however many rows it has.";
    LogLoss, "log_loss":
        "It is small if the actual class has a high probability.";
    LogLossInfinite, "log_loss_infinite":
        "The actual class of a row has probability 0, and −ln 0 is infinite.";
    Brier, "brier":
        "The d² of a row is Σ (P(c | x) − y)² over the classes, where y is 1 for the actual class, else 0. It is from 0 to 2.";
    Area, "area":
        "How often a row of the class has a larger posterior of the class than another row. A tie counts half.";
    ExpectedCost, "expected_cost":
        "The cost of the action in each class times the posterior of the class, added.";
    MeanCost, "mean_cost":
        "Each row has the cost of its action in its class. The costs are added and divided by the rows.";
    CountedTogether, "counted_together":
        "Counted in the same rows, without assuming independence. There may be few such rows.";
    FreeParameters, "free_parameters":
        "If numbers must add to 1, the others fix the last one, which is not counted.";
    Threshold, "threshold": "e1071 replaces a probability of 0 by 0.001 when it scores a case.";
    LeastDeviation, "least_deviation":
        "The standard deviation in the class is 0. e1071 replaces it by 0.001 when it scores a case.";
    ClassGivenValue, "class_given_value":
        "Orange uses the share of the class among the rows with this value, with α added for each class.";
    DividedByPrior, "divided_by_prior":
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
                | Rule::Judged
                | Rule::JudgedWeighed
        )
    }

    /// Whether it estimates a parameter of numbers from the rows, or inverts Σ.
    pub(crate) fn is_estimate(self) -> bool {
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
    let terms: Vec<Expr> = context.fitted.classes.iter().map(&term).collect();
    if terms.len() <= CLASSES {
        return Expr::sum(terms);
    }
    let n = Expr::int(terms.len() as u64);
    Expr::big(BigOp::Sum, symbols::C, n, term(&Name::new("c")), terms)
}

/// The most factors over all classes that are worked out: each takes up to 15 KB of formulas.
const MOST_NUMBERS: usize = 40_000;

/// The model, and the case if there is one.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub fitted: &'a Fitted,
    /// The case that `x` stands for.
    pub case: Option<&'a Case>,
}

impl<'a> Context<'a> {
    pub(super) fn class(&self, name: &Name) -> Result<usize, WorkedError> {
        self.fitted
            .class(name.as_str())
            .ok_or_else(|| WorkedError::NoClass(name.clone(), self.fitted.classes.clone()))
    }

    pub(super) fn feature(&self, name: &Name) -> Result<usize, WorkedError> {
        self.fitted.feature(name.as_str()).ok_or_else(|| {
            WorkedError::NoFeature(name.clone(), self.fitted.feature_names().cloned().collect())
        })
    }

    /// The factor of a feature; an error where the features are read together.
    pub(super) fn factor(&self, name: &Name) -> Result<&'a Factor, WorkedError> {
        let at = self.feature(name)?;
        self.fitted.factors().get(at).ok_or(WorkedError::NotHere)
    }

    pub(super) fn value(&self, factor: &Factor, name: &Name) -> Result<usize, WorkedError> {
        self.fitted
            .position(factor, name.as_str())
            .ok_or_else(|| WorkedError::NoValue(factor.name.clone(), name.clone(), factor.values().to_vec()))
    }

    pub(super) fn count(&self, factor: &Factor, name: &Name) -> Result<f64, WorkedError> {
        let number = name.as_str().parse().ok().filter(|number| is_whole(*number));
        number.ok_or_else(|| WorkedError::NoValue(factor.name.clone(), name.clone(), Vec::new()))
    }

    pub(super) fn verdicts(&self) -> Result<&'a dyn Verdicts, WorkedError> {
        match self.fitted.verdicts() {
            Some(Ok(verdicts)) => Ok(verdicts.as_ref()),
            Some(Err(problem)) => Err(WorkedError::NotJudged(problem.clone().into())),
            None => Err(WorkedError::NotHere),
        }
    }

    pub(super) fn label(&self, name: &Name) -> Result<usize, WorkedError> {
        let labels = self.verdicts()?.labels();
        let found = labels.iter().position(|label| label == name);
        found.ok_or_else(|| WorkedError::NoClass(name.clone(), labels.to_vec()))
    }

    pub(super) fn is_weighted(&self) -> bool {
        self.fitted.weight_column().is_some()
    }

    pub(super) fn case(&self) -> Result<&'a Case, WorkedError> {
        self.case.ok_or(WorkedError::NoCase)
    }

    /// Returns the terms of the case, which are the same for every class.
    ///
    /// # Errors
    /// If no case was given, or the working would not fit into memory.
    pub fn terms(&self) -> Result<Vec<Term>, WorkedError> {
        let case = self.case()?;
        if self.fitted.gda().is_some() {
            let none = || Name::new("x");
            return Ok(vec![Term { kind: TermKind::Together, feature: none(), value: none(), times: 1 }]);
        }
        let mut terms = Vec::new();
        for (factor, cell) in self.fitted.factors().iter().zip(&case.cells) {
            let mut take = |kind: TermKind, value: usize, times: u32| {
                if let Some(value) = factor.values().get(value) {
                    terms.push(Term { kind, feature: factor.name.clone(), value: value.clone(), times });
                }
            };
            match &cell.value {
                CaseValue::Missing | CaseValue::Unseen => {}
                CaseValue::Number(x) => {
                    let (feature, value) = (factor.name.clone(), Name::new(x.to_string()));
                    let kind = if factor.is_count() { TermKind::Value } else { TermKind::Density };
                    terms.push(Term { kind, feature, value, times: 1 });
                }
                CaseValue::Value(value) => take(TermKind::Value, *value, 1),
                CaseValue::Words { known, .. } if factor.form == Form::Presence => {
                    // Present words come first, in the order of the document.
                    known.iter().for_each(|(word, _)| take(TermKind::Word, *word, 1));
                    let present: HashSet<usize> = known.iter().map(|(word, _)| *word).collect();
                    let absent = (0..factor.k()).filter(|word| !present.contains(word));
                    absent.for_each(|word| take(TermKind::Absent, word, 1));
                }
                CaseValue::Words { known, .. } => {
                    known.iter().for_each(|(word, times)| take(TermKind::Word, *word, *times));
                }
            }
        }
        let (numbers, most) = (terms.len().saturating_mul(self.fitted.classes.len()), MOST_NUMBERS);
        if numbers > most { Err(WorkedError::TooLong(numbers, most)) } else { Ok(terms) }
    }
}

#[derive(Clone, Debug)]
pub struct Term {
    pub kind: TermKind,
    pub feature: Name,
    pub value: Name,
    pub times: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    Value,
    Word,
    /// An absent word: 1 − its probability.
    Absent,
    Density,
    Together,
}

impl Term {
    /// The address of the factor, or of its opposite for an absent word.
    pub fn quantity(&self, class: &Name) -> Quantity {
        match self.kind {
            TermKind::Density => Quantity::density_at(&self.feature, &self.value, class),
            TermKind::Together => Quantity::density(class),
            _ => Quantity::conditional(&self.feature, &self.value, class),
        }
    }

    pub(crate) fn is_word(&self) -> bool {
        matches!(self.kind, TermKind::Word | TermKind::Absent)
    }
}
