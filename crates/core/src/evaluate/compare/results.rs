//! The result of one model, the best model by each figure, and two models row by row.

use super::{Comparison, ModelSpec, ParameterCount};
use crate::evaluate::figures::text;
use crate::evaluate::metrics::mean_area;
use crate::evaluate::{
    CandidateModel, Evaluation, Metric, MetricKind, MetricValue, Metrics, Trial, warnings,
};
use crate::math::{BigOp, Chain, Expr, Name, Number, Symbol, symbols};
use crate::problem::Problem;
use crate::recipe::unknown_word;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::cmp::Ordering;

/// Below this p the difference is significant.
const SIGNIFICANT: f64 = 0.05;

/// Rows of difference up to which p is exact; with more, a float is faster and precise enough.
const EXACT: u64 = 1000;
/// Rows of difference up to which p is written as a fraction of counts.
const WRITTEN: u64 = 40;

#[derive(Clone, Debug)]
pub struct ComparisonResult {
    pub spec: ModelSpec,
    pub candidate: CandidateModel,
    pub trial: Trial,
    pub right: u64,
    pub n: u64,
    pub n_undefined: u64,
    pub n_tied: u64,
    /// Rows whose actual class was given probability 0.
    pub n_impossible: u64,
    pub figures: Vec<Metric>,
    /// The area under the ROC curve; with more than two classes the mean over them, each against the rest. `None` if no
    /// class has one, and with more than a hundred classes.
    pub area: Option<Number>,
    pub parameters: ParameterCount,
    /// How many of its training rows the model fitted to all rows predicts right, and how many there are.
    pub training: (u64, u64),
    /// Wall-clock seconds for fitting and predicting.
    pub seconds: f64,
    pub warnings: Vec<String>,
    pub predictions: Vec<PredictedClass>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictedClass {
    /// The predicted class, as a position among the labels; `None` if the posterior is undefined.
    pub class: Option<usize>,
    /// ln P(class | x).
    pub ln_posterior: f64,
}

impl ComparisonResult {
    /// The accuracy on the training rows of the model fitted to all of them; `None` without rows.
    pub fn training_accuracy(&self) -> Option<Number> {
        Number::ratio(self.training.0, self.training.1)
    }

    /// Extracts the result from an evaluation; `labels` are those of the comparison.
    pub(super) fn new(
        (spec, candidate, trial): (ModelSpec, CandidateModel, Trial),
        evaluation: &Evaluation,
        labels: &[Name],
        seconds: f64,
    ) -> ComparisonResult {
        let place = |label: &Name| labels.iter().position(|other| other == label);
        let places: Vec<Option<usize>> = evaluation.labels.iter().map(place).collect();
        let predicted = evaluation.rows.iter().map(|row| {
            let class = row.prediction.predicted;
            PredictedClass {
                class: class.and_then(|class| places.get(class).copied().flatten()),
                ln_posterior: class.and_then(|class| row.prediction.log_posterior(class)).unwrap_or(f64::NAN),
            }
        });
        let tested = evaluation.tested.as_ref();
        ComparisonResult {
            spec,
            right: evaluation.right,
            n: evaluation.n,
            n_undefined: evaluation.n_undefined,
            n_tied: evaluation.n_tied,
            n_impossible: evaluation.n_impossible,
            area: mean_area(evaluation),
            parameters: ParameterCount::of(&trial.whole),
            training: tested.map_or((evaluation.right, evaluation.n), |tested| tested.training),
            seconds,
            warnings: match tested {
                Some(tested) => tested.warnings.clone(),
                None => warnings::held(&trial, trial.whole.held().as_slice()).into_iter().collect(),
            },
            predictions: predicted.collect(),
            figures: Metrics::new(evaluation, trial.positive()).figures,
            candidate,
            trial,
        }
    }

    pub fn figure(&self, kind: MetricKind) -> Option<&Metric> {
        self.figures.iter().find(|figure| figure.kind == kind)
    }

    pub fn measured(&self, kind: MetricKind) -> &MetricValue {
        self.figure(kind).map_or(&MetricValue::Undefined, |figure| &figure.measured)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    #[default]
    Accuracy,
    /// The mean of −ln P(actual class | x).
    LogLoss,
    Brier,
    Area,
    /// Free parameters; fewer first.
    Parameters,
    Training,
    Seconds,
}

impl Measure {
    /// All of them, in the order of the columns.
    pub const ALL: [Measure; 7] = [
        Measure::Accuracy,
        Measure::LogLoss,
        Measure::Brier,
        Measure::Area,
        Measure::Parameters,
        Measure::Training,
        Measure::Seconds,
    ];

    /// The figures by which a model can be the best, in the order of the key that cycles through them.
    pub const QUALITY: [Measure; 3] = [Measure::Accuracy, Measure::LogLoss, Measure::Brier];

    pub fn name(self) -> &'static str {
        self.names().0
    }

    pub fn word(self) -> &'static str {
        self.names().1
    }

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Measure::Accuracy => ("accuracy", "accuracy"),
            Measure::LogLoss => ("log loss", "log-loss"),
            Measure::Brier => ("Brier score", "brier"),
            Measure::Area => ("AUC", "auc"),
            Measure::Parameters => ("parameters", "parameters"),
            Measure::Training => ("training", "training"),
            Measure::Seconds => ("seconds", "seconds"),
        }
    }

    pub fn better(self) -> &'static str {
        match self {
            Measure::Accuracy | Measure::Area | Measure::Training => "higher is better",
            Measure::LogLoss | Measure::Brier | Measure::Parameters | Measure::Seconds => "lower is better",
        }
    }

    /// The one after it in [`Measure::QUALITY`].
    #[must_use]
    pub fn next(self) -> Measure {
        let at = Measure::QUALITY.iter().position(|measure| *measure == self).unwrap_or(0);
        Measure::QUALITY.get((at + 1) % Measure::QUALITY.len()).copied().unwrap_or(self)
    }

    /// The value of a model, the best first; undefined figures come last.
    fn compare(self, a: &ComparisonResult, b: &ComparisonResult) -> Ordering {
        match (self.lower_is_better(a), self.lower_is_better(b)) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }

    fn lower_is_better(self, of: &ComparisonResult) -> Option<f64> {
        let share = |(right, n): (u64, u64)| Number::ratio(right, n).map(|share| -share.to_f64());
        let number = |kind: MetricKind| match of.measured(kind) {
            MetricValue::Value(value) => Some(value.to_f64()),
            MetricValue::Infinite => Some(f64::INFINITY),
            MetricValue::Undefined => None,
        };
        match self {
            Measure::Accuracy => share((of.right, of.n)),
            Measure::Training => share(of.training),
            Measure::LogLoss => number(MetricKind::LogLoss),
            Measure::Brier => number(MetricKind::Brier),
            Measure::Area => of.area.as_ref().map(|area| -area.to_f64()),
            Measure::Parameters => Some(of.parameters.count as f64),
            Measure::Seconds => Some(of.seconds),
        }
    }
}

impl std::str::FromStr for Measure {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let found = Measure::ALL.into_iter().find(|measure| measure.word() == text.trim());
        found.ok_or_else(|| unknown_word("figure to sort by", text, &Measure::ALL.map(Measure::word)))
    }
}

impl Comparison {
    /// The positions of the results, the best first; equal ones stay in the requested order.
    pub fn sorted(&self, by: Option<Measure>) -> Vec<usize> {
        let mut results: Vec<(usize, &ComparisonResult)> = self.results.iter().enumerate().collect();
        if let Some(measure) = by {
            results.sort_by(|(_, a), (_, b)| measure.compare(a, b));
        }
        results.into_iter().map(|(place, _)| place).collect()
    }

    /// Whether no other model is better by a figure that models are evaluated by. Log loss and Brier score leave out
    /// rows with an undefined posterior, so a model with such rows cannot be the best by them.
    pub fn is_best(&self, place: usize, by: Measure) -> bool {
        let evaluated = |result: &&ComparisonResult| match by {
            Measure::Accuracy => true,
            Measure::LogLoss => {
                result.n_undefined == 0 && result.measured(MetricKind::LogLoss).value().is_some()
            }
            Measure::Brier | Measure::Area => result.n_undefined == 0,
            Measure::Parameters | Measure::Training | Measure::Seconds => false,
        };
        let Some(one) = self.results.get(place).filter(evaluated) else { return false };
        self.results.iter().filter(evaluated).all(|other| by.compare(one, other).is_le())
    }

    pub fn best(&self, by: Measure) -> Vec<usize> {
        (0..self.results.len()).filter(|place| self.is_best(*place, by)).collect()
    }
}

/// Two models, row by row. With weights, every count of rows is a sum of weights.
#[derive(Clone, Debug)]
pub struct ModelPair {
    /// The first model, as a position among the results.
    pub a: usize,
    pub b: usize,
    pub both: u64,
    /// Rows that only the first predicts right.
    pub only_a: u64,
    /// Rows that only the second predicts right.
    pub only_b: u64,
    pub neither: u64,
    /// McNemar's exact p, two-sided.
    pub p: Number,
    /// Its formula with the numbers put in; `None` if both are right for the same rows.
    pub chain: Option<Chain>,
    /// The rows with different predictions, as positions in [`Comparison::rows`].
    pub differ: Vec<usize>,
}

impl ModelPair {
    /// Whether the difference is significant for this many pairs (Bonferroni's bound).
    pub fn is_seldom(&self, pairs: usize) -> bool {
        self.p.to_f64() * (pairs as f64) < SIGNIFICANT
    }
}

impl Comparison {
    /// Compares two models; `None` if one of them does not exist.
    pub fn pair(&self, a: usize, b: usize) -> Option<ModelPair> {
        let (first, second) = (self.results.get(a)?, self.results.get(b)?);
        let (mut both, mut only_a, mut only_b, mut neither) = (0, 0, 0, 0);
        let mut differ = Vec::new();
        let predicted = first.predictions.iter().zip(&second.predictions);
        for (at, (row, (of_a, of_b))) in self.rows.iter().zip(predicted).enumerate() {
            let is = Some(row.actual);
            let count = match (of_a.class == is, of_b.class == is) {
                (true, true) => &mut both,
                (true, false) => &mut only_a,
                (false, true) => &mut only_b,
                (false, false) => &mut neither,
            };
            *count += row.weight;
            if of_a.class != of_b.class {
                differ.push(at);
            }
        }
        let p = mcnemar(only_a, only_b);
        let chain = (only_a + only_b > 0).then(|| chain(only_a, only_b, &p));
        Some(ModelPair { a, b, both, only_a, only_b, neither, p, chain, differ })
    }

    pub fn pairs(&self) -> impl Iterator<Item = ModelPair> + '_ {
        let models = self.results.len();
        let places = (0..models).flat_map(move |a| (a + 1..models).map(move |b| (a, b)));
        places.filter_map(|(a, b)| self.pair(a, b))
    }
}

/// The two-sided p of McNemar's test, exact: with n rows that only one of two models predicts right, the probability
/// that fair coins give a split at least this uneven.
///
/// # Formula
/// `p = 2 · ∑ C(n, k)/2ⁿ` for k from 0 to the smaller count, and at most 1 (McNemar 1947, in the exact binomial form). Up to
/// 1,000 rows it is a rational, beyond that a float.
fn mcnemar(only_a: u64, only_b: u64) -> Number {
    let (n, least) = (only_a + only_b, only_a.min(only_b));
    if only_a == only_b {
        return Number::one();
    }
    if n <= EXACT {
        let (top, below) = counted(n, least);
        return Number::ratio(top, below).unwrap_or_else(Number::one);
    }
    // ln C(n, k) grows by ln((n − k + 1)/k); the largest term is the last.
    let half = std::f64::consts::LN_2;
    let mut ln = -(n as f64) * half;
    let (mut highest, mut sum) = (ln, 1.0);
    for k in 1..=least {
        ln += ((n - k + 1) as f64 / k as f64).ln();
        sum = sum * (highest - ln).exp() + 1.0;
        highest = ln;
    }
    Number::Float((half + highest + sum.ln()).exp().min(1.0))
}

/// 2 · ∑ C(n, k), and 2ⁿ.
fn counted(n: u64, least: u64) -> (BigInt, BigInt) {
    let (mut choose, mut sum) = (BigInt::one(), BigInt::zero());
    for k in 0..=least {
        sum += &choose;
        choose = choose * (n - k) / (k + 1);
    }
    (sum * 2, BigInt::one() << n)
}

fn chain(only_a: u64, only_b: u64, value: &Number) -> Chain {
    const CHOOSE: Symbol = Symbol { uni: "C", ascii: "C", tex: "\\operatorname{C}" };
    const LEAST: Symbol = Symbol { uni: "m", ascii: "m", tex: "m" };
    let (n, least) = (only_a + only_b, only_a.min(only_b));
    let p = |n: Expr, upper: Expr| {
        let args = vec![n.clone(), Expr::Sym(symbols::K)];
        let (lower, upper) = (Box::new(Expr::int(0)), Box::new(upper));
        let body = Box::new(Expr::General { head: CHOOSE, args, given: None });
        let sum = Expr::Big { op: BigOp::Sum, index: symbols::K, lower, upper, body, terms: Vec::new() };
        Expr::int(2) * sum / Expr::pow(Expr::int(2), n)
    };
    let general = p(Expr::Sym(symbols::N), Expr::Sym(LEAST));
    let mut chain = Chain::new(text("p")).eq(general).eq(p(Expr::int(n), Expr::int(least)));
    if n <= WRITTEN {
        let (top, below) = counted(n, least);
        chain = chain.eq(Expr::ratio(top, below));
    }
    // With equal counts both halves contain the middle term, so the sum exceeds 1 and is limited to 1.
    if only_a == only_b { chain } else { chain.eq(Expr::float(value.to_f64())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_values_of_p() {
        assert_eq!(mcnemar(0, 5).to_fraction(), Some("1/16".to_owned()));
        assert_eq!(mcnemar(5, 0).to_fraction(), Some("1/16".to_owned()));
        assert!((mcnemar(10, 25).to_f64() - 0.016_673_847_8).abs() < 1e-9, "{}", mcnemar(10, 25).to_f64());
        assert!((mcnemar(12, 3).to_f64() - 0.035_156_25).abs() < 1e-15);
        assert_eq!(mcnemar(7, 7), Number::one());
        assert_eq!(mcnemar(0, 0), Number::one());
        assert_eq!(mcnemar(0, 1), Number::one());
    }

    #[test]
    fn float_p_of_many_rows_agrees_with_exact_p() {
        let (top, below) = counted(1001, 460);
        let exact = Number::ratio(top, below).unwrap().to_f64();
        assert!((mcnemar(460, 541).to_f64() / exact - 1.0).abs() < 1e-10);
        assert!(mcnemar(400_000, 600_000).to_f64() < 1e-300);
    }

    proptest! {
        #[test]
        fn p_is_a_symmetric_probability(a in 0u64..60, b in 0u64..60) {
            let p = mcnemar(a, b);
            prop_assert!(p.compare(&Number::one()).is_le() && !p.is_negative() && !p.is_zero());
            prop_assert_eq!(p, mcnemar(b, a));
        }
    }
}
