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
    /// It was estimated by sums that lose fewer digits than the formula, which says what they come to.
    Estimated {
        rule: Rule,
        expr: Expr,
        value: Number,
    },
    /// It was computed from matrices, whose entries written as addresses would be too wide to read.
    Matrices {
        rule: Rule,
        general: Expr,
        expr: Expr,
        value: Number,
    },
}

/// The definition of a quantity, or why it is none of the model.
pub(super) type Defined = Result<Definition, WorkedError>;

impl Definition {
    /// What the model holds for a formula; the formula alone where the model holds nothing.
    pub(super) fn defined(rule: Rule, expr: Expr, value: Option<Number>) -> Definition {
        match value {
            Some(value) => Definition::Estimated { rule, expr, value },
            None => Definition::Formula { rule, expr },
        }
    }

    pub(super) fn finite(rule: Rule, expr: Expr, value: f64) -> Definition {
        Definition::defined(rule, expr, value.is_finite().then_some(Number::Float(value)))
    }

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

/// A rule a line: its name, its stable word in the JSON, and what a student is told about it.
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
    CountedWords, "counted_words": "Counted in the training documents, with every repeat of a word.";
    Weighed, "weighed": "Counted in the training rows; each row counts as often as its weight.";
    WeighedWords, "weighed_words":
        "Counted in the training documents, with every repeat of a word; each document counts as often as its weight.";
    Chosen, "chosen": "Chosen in the recipe.";
    Given, "given": "Given, not counted.";
    Taken, "taken": "Taken as given.";
    Frequency, "frequency": "A probability is estimated by a share: the rows that have the value, divided by all of them.";
    Smoothed, "smoothed": "α is added to every count, so the denominator grows by α for each of the k values.";
    Complement, "complement": "One of the two outcomes must happen, so their probabilities add to 1.";
    Uniform, "uniform": "All classes are assumed to be equally common.";
    TotalProbability, "total_probability":
        "Law of total probability: add over the classes, each weighted by its prior.";
    Bayes, "bayes": "Bayes' rule: multiply by the prior and divide by the evidence.";
    NaiveProduct, "naive_product":
        "Naive Bayes assumes that the features are independent given the class, so their probabilities multiply.";
    Joint, "joint": "Product rule: multiply the prior by the factor of each feature.";
    Evidence, "evidence": "Law of total probability: add the scores of all classes.";
    Normalise, "normalise": "The scores do not add to 1, so divide each by their sum.";
    AddToOne, "add_to_one": "The scores add to 1 already, so dividing by their sum changes nothing.";
    NoSum, "no_sum": "Every score is 0, so there is no sum to divide by: 0/0 is undefined.";
    Logarithm, "logarithm": "The logarithm of a product is the sum of the logarithms.";
    Mean, "mean": "The mean that makes the rows of the class most likely is their average.";
    Variance, "variance": "The variance is the average squared distance from the mean; it divides by n.";
    UnbiasedVariance, "unbiased_variance":
        "The squared distances from the mean are added and divided by n − 1.";
    Density, "density":
        "The normal density at this number. It is not a probability and may exceed 1; only areas are probabilities.";
    Rate, "rate":
        "The rate λ that makes the rows of the class most likely is their mean count; α does not touch it.";
    Poisson, "poisson":
        "Poisson distribution: with λ expected, the count k has the probability P(k) = λ^k · exp(−λ) / k!.";
    Covariance, "covariance":
        "How two numbers vary together: the average product of their distances from the means of the row's class.";
    UnbiasedCovariance, "unbiased_covariance":
        "The products of the distances from the means are added and divided by the number of rows minus the number of classes.";
    Correlation, "correlation":
        "The covariance in units of both standard deviations: 1 or −1 where the rows lie on a line, 0 where they are not related linearly.";
    Cumulated, "cumulated":
        "Probabilities are added up in the order of the values: the first one has the smallest u.";
    Cholesky, "cholesky":
        "L is the square root of Σ with only zeros above its diagonal: L Lᵀ = Σ.";
    Drawn, "drawn": "z has mean 0 and standard deviation 1; times σ and plus μ it has those of the class.";
    DrawnTogether, "drawn_together":
        "The z are independent; L mixes them so that the numbers vary together as Σ says, and μ moves them.";
    LeftOut, "left_out": "A diagonal Σ ignores how two numbers vary together.";
    Determinant, "determinant":
        "It measures the spread of the rows around their means; 0 would mean that they lie in a plane or on a line.";
    Inverse, "inverse":
        "Σ⁻¹ is the matrix that undoes Σ: their product is 1 on the diagonal and 0 elsewhere.";
    QuadraticForm, "quadratic_form":
        "The distance in standard deviations, squared. Σ⁻¹ accounts for numbers that vary together.";
    JointDensity, "joint_density":
        "It is the joint normal density. It is not a probability and may exceed 1.";
    Difference, "difference": "How far the case is from the mean of the class, in the unit of the feature.";
    Solved, "solved": "A row of Σ⁻¹ times x − μ. Multiplied by x − μ once more and added, the rows give q.";
    Tail, "tail":
        "In a class with this mean and Σ, the squared distance q has a χ² distribution with as many degrees of freedom as there are numbers. This is the share of the class that lies as far out or farther.";
    Ranked, "ranked": "Each training row is compared with the case by P(x) of the features that the case has; rows that lack one of them are left out.";
    Typicality, "typicality":
        "Where the case ranks by its evidence P(x): near 0, hardly a training row is as improbable.";
    TypicalityOfDocument, "typicality_of_document":
        "Where the case ranks by its evidence P(x). The length matters: a shorter document has fewer factors, so its P(x) is larger.";
    Sigmoid, "sigmoid": "The logistic function turns log-odds into a probability.";
    Softmax, "softmax":
        "Terms that all ln scores share cancel in the division, so the discriminants give the posterior. Only their differences matter.";
    Logistic, "logistic":
        "With one Σ for all classes the squares of x cancel: the posterior is 1/(1 + exp(−(θ₀ + θᵀx))).";
    Centred, "centred":
        "The terms are large and nearly cancel, so their printed figures do not give this number. It was computed from x − μ, where nothing cancels.";
    Discriminant, "discriminant":
        "With one Σ for all classes, the squares of x are the same in each ln score and cancel. The class with the largest θ₀ + θᵀx is predicted.";
    Odds, "odds": "The odds are the ratio of the two probabilities.";
    Ratio, "ratio":
        "Likelihood ratio: how many times as likely this value is in one class as in the other. The odds are multiplied by it.";
    RatioOfRest, "ratio_of_rest":
        "Against all other classes together, a feature has no ratio of its own: it depends on the features before it.";
    Crossing, "crossing":
        "Where both scores are equal, so are their logarithms. That is an equation in x of degree 2, or of degree 1 if both variances are equal.";
    LogLikelihood, "log_likelihood":
        "The rows are independent, so their probabilities multiply and the logarithms add; equal terms are counted together.";
    Scatter, "scatter": "The products of the distances from the means are added over the rows.";
    Slope, "slope":
        "The derivative is the rate at which ℓ rises with this number. At the maximum of ℓ it is 0.";
    Asked, "asked": "This is the formula you asked for.";
    Judged, "judged": "Counted among the test rows, by actual and predicted class.";
    JudgedWeighed, "judged_weighed":
        "Counted among the test rows; each row counts as often as its weight.";
    CellsAdded, "cells_added": "Cells of the confusion matrix are added: its rows are actual classes, its columns predicted ones.";
    Accuracy, "accuracy": "The diagonal of the confusion matrix holds the right predictions.";
    Precision, "precision": "That is TP/(TP + FP): the diagonal divided by the column of the class.";
    Recall, "recall": "That is TP/(TP + FN): the diagonal divided by the row of the class.";
    F1, "f1": "It is closer to the smaller of the two.";
    F1OfCounts, "f1_of_counts":
        "Written with counts it is 2TP/(2TP + FP + FN), which is 0 if nothing is found.";
    BalancedAccuracy, "balanced_accuracy": "Every class counts the same, however many rows it has.";
    MacroF1, "macro_f1": "Every class counts the same, however many rows it has.";
    LogLoss, "log_loss":
        "It is small where the true class got a high probability.";
    LogLossInfinite, "log_loss_infinite":
        "The true class of a row was given probability 0, and −ln 0 is infinite.";
    Brier, "brier":
        "The d² of a row is Σ (P(c | x) − [c is the actual class])² over the classes: 0 if the model was certain and right, 2 if it was certain and wrong.";
    Area, "area":
        "How often a row of the class has a greater posterior of the class than a row of another class; a tie counts half.";
    ExpectedCost, "expected_cost":
        "The cost of the action in each class, weighted by the posterior of the class, and added.";
    MeanCost, "mean_cost":
        "The cost of a row is that of its action in its class. The costs are added and divided by the number of rows.";
    CountedTogether, "counted_together":
        "Counted in the same rows: no independence is assumed, but there may be few such rows.";
    FreeParameters, "free_parameters":
        "Probabilities add to 1, so the last one follows from the others and is not counted.";
    Threshold, "threshold": "e1071 puts 0.001 in place of a probability of 0 when a case is scored.";
    LeastDeviation, "least_deviation":
        "In the rows of the class the standard deviation is 0; e1071 puts 0.001 in its place when a case is scored.";
    ClassGivenValue, "class_given_value":
        "Orange takes the share of the class among the rows with this value, with α added for each class.";
    DividedByPrior, "divided_by_prior":
        "Orange divides P(class | value) by the prior, so that the prior counts once.";
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

    /// Whether it estimates a parameter of numbers from the rows, or makes Σ⁻¹ of Σ.
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

/// More factors than this, of all classes together, are not worked out: each takes up to 15 KB of formulas.
const MOST_NUMBERS: usize = 40_000;

/// The model, and the case in hand if there is one.
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

    /// What is multiplied for the case in hand, whatever the class.
    ///
    /// # Errors
    /// When no case was given, or so much is multiplied that its working would not fit into memory.
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
                    // The words that are there come first, in the order of the document.
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
    /// A word that is not there: 1 less its probability.
    Absent,
    Density,
    Together,
}

impl Term {
    /// The address of the number that is multiplied, or of the one it is the opposite of.
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
