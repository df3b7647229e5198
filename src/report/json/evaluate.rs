//! JSON of evaluations and decisions.

use super::{Object, by_class, refusal, with};
use crate::evaluate::{self, Decisions, MATRIX, MetricValue, Metrics, ThresholdCounts};
use crate::math::Name;
use crate::model::{Decider, DesignColumn, Logistic, Prediction, RidgeReason};
use crate::recipe::Split;
use serde::Serialize;
use serde_json::{Value, json};

const LISTED: usize = 10_000;
pub(super) const POINTS: usize = 1_000;

#[derive(Serialize)]
pub struct Evaluation<'a> {
    pub evaluation: Evaluated<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logistic: Option<Value>,
}

/// The predicted rows are written as they are; the rest is built as a tree.
#[derive(Serialize)]
pub struct Evaluated<'a> {
    #[serde(flatten)]
    figures: Value,
    predicted: Vec<Option<&'a Name>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decisions: Option<Value>,
    #[serde(flatten)]
    tested: Option<Tested>,
    #[serde(flatten)]
    metrics: Option<Value>,
}

#[derive(Serialize)]
struct Tested {
    seed: u64,
    row: Vec<usize>,
    fold: Vec<Option<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<Vec<u64>>,
    #[serde(flatten)]
    folds: Value,
}

impl<'a> Evaluated<'a> {
    /// The confusion matrix, null if it would have more than a million cells, and its figures. Lists all predictions if
    /// `every` is set, otherwise the first 10,000.
    pub fn new(
        evaluation: &'a evaluate::Evaluation,
        metrics: Option<&'a Metrics>,
        every: bool,
    ) -> Evaluated<'a> {
        let labels = &evaluation.labels;
        let listed = evaluation.rows.iter().take(if every { usize::MAX } else { LISTED });
        // Programs expect a square. A class that only a test file has is never predicted.
        let mut matrix = (labels.len() <= MATRIX).then(|| evaluation.matrix.clone());
        matrix.iter_mut().flatten().for_each(|row| row.resize(labels.len(), 0));
        let tested = |tested: &evaluate::TestResults| Tested {
            seed: tested.seed,
            row: listed.clone().map(|row| evaluation.row_number(&row)).collect(),
            fold: listed.clone().map(|row| row.fold.map(|fold| fold + 1)).collect(),
            weight: evaluation.is_weighted().then(|| listed.clone().map(|row| row.weight).collect()),
            folds: folds(labels, tested),
        };
        Evaluated {
            figures: json!({
                "split": evaluation.split().to_string(),
                "labels": labels,
                "matrix": matrix,
                "n": evaluation.n,
                "n_undefined": evaluation.n_undefined,
                "n_tied": evaluation.n_tied,
                "accuracy": evaluation.accuracy,
                "baseline": evaluation.baseline(),
                "per_class": by_class(labels, |class| evaluation.per_class.get(class)),
                "log_loss": evaluation.log_loss,
                "n_impossible": evaluation.n_impossible,
            }),
            predicted: listed
                .clone()
                .map(|row| row.prediction.predicted.and_then(|class| labels.get(class)))
                .collect(),
            decisions: evaluation.decisions.as_deref().map(|found| decided(evaluation, found)),
            tested: evaluation.tested.as_ref().map(tested),
            metrics: metrics.map(|metrics| self::figures(evaluation, metrics)),
        }
    }
}

fn folds(labels: &[Name], tested: &evaluate::TestResults) -> Value {
    let (right, n) = tested.training;
    let training = (n > 0).then(|| json!({ "n": n, "right": right, "accuracy": tested.training_accuracy() }));
    let accuracies = tested.fold_accuracies().filter(|_| tested.split != Split::LeaveOneOut);
    let accuracies = accuracies.map(|(mean, sd)| json!({ "mean": mean, "sd": sd }));
    let folds: Vec<Value> = tested.folds.iter().map(|part| fold(labels, part)).collect();
    let found = with(with(json!({}), "training", training), "folds", Some(folds));
    with(with(found, "fold_accuracies", accuracies), "remarks", Some(&tested.warnings))
}

fn fold(labels: &[Name], fold: &evaluate::Fold) -> Value {
    let found = with(json!({ "fold": fold.fold + 1 }), "value", fold.by_column.then_some(&fold.name));
    let (n, right) = (fold.by_class.iter().sum::<u64>(), fold.right);
    let by_class = by_class(labels, |class| fold.by_class.get(class).copied().unwrap_or(0));
    let found = with(with(with(found, "n", Some(n)), "right", Some(right)), "by_class", Some(by_class));
    with(found, "error", fold.error.as_ref().map(refusal))
}

pub(super) fn interval(interval: Option<&evaluate::Interval>) -> Option<[f64; 2]> {
    interval.map(|interval| [interval.low(), interval.high()])
}

fn threshold_counts(counts: &ThresholdCounts) -> Value {
    json!({
        "tp": counts.true_positive,
        "fp": counts.false_positive,
        "tn": counts.true_negative,
        "fn": counts.false_negative,
        "sensitivity": counts.sensitivity(),
        "specificity": counts.specificity(),
    })
}

fn figures(evaluation: &evaluate::Evaluation, metrics: &Metrics) -> Value {
    let labels = &evaluation.labels;
    let (roc, calibration) = (&metrics.roc, &metrics.calibration);
    let point = |at: usize| roc.point(&evaluation.rows, at);
    let points = roc.some_points(POINTS).into_iter().filter_map(point);
    let points =
        points.map(|point| with(threshold_counts(&point.counts), "threshold", Some(point.threshold)));
    let many = calibration.bins.len() as f64;
    let bin = |(at, bin): (usize, &evaluate::CalibrationBin)| {
        json!({
            "from": at as f64 / many,
            "to": (at + 1) as f64 / many,
            "n": bin.n,
            "mean": bin.mean_predicted(),
            "observed": bin.observed(),
            "interval": interval(bin.interval().as_ref()),
        })
    };
    let figure = |figure: &evaluate::Metric| {
        let class = figure.class.and_then(|class| labels.get(class));
        let found = with(json!({ "figure": figure.kind.word() }), "class", class);
        let found = with(found, "value", Some(figure.measured.value()));
        let found = with(found, "infinite", (figure.measured == MetricValue::Infinite).then_some(true));
        let found = with(found, "interval", interval(figure.interval.as_ref()));
        with(found, "formulas", Some(&figure.chains))
    };
    json!({
        "errors": metrics.errors,
        "interval": interval(metrics.interval.as_ref()),
        "above_baseline": metrics.above_baseline,
        "balanced_accuracy": metrics.balanced_accuracy,
        "macro_f1": metrics.macro_f1,
        "brier": metrics.brier,
        "n_defined": metrics.n_defined,
        "roc": {
            "positive": labels.get(metrics.roc.positive),
            "auc": roc.area(),
            "n_left_out": roc.left_out,
            "in_use": threshold_counts(&roc.in_use),
            "threshold_in_use": roc.at_use.and_then(|at| point(at)?.threshold),
            "points": points.collect::<Vec<_>>(),
            "points_total": roc.points(),
        },
        "calibration": {
            "of": calibration.of.and_then(|class| labels.get(class)),
            "n": calibration.n,
            "ece": calibration.error(),
            "bins": calibration.bins.iter().enumerate().map(bin).collect::<Vec<_>>(),
        },
        "figures": metrics.figures.iter().map(figure).collect::<Vec<_>>(),
    })
}

pub fn logistic(model: &Logistic) -> Value {
    let column = |(at, column): (usize, &DesignColumn)| {
        json!({
            "name": column.label(),
            "feature": column.feature,
            "kind": column.kind,
            "value": column.value,
            "constant": model.is_constant(at),
        })
    };
    let coefficients = |class: usize| {
        let (theta_0, weights) = model.coefficients(class)?;
        let theta = model.columns().iter().zip(weights).map(|(column, weight)| (column.label(), weight));
        Some(json!({ "theta_0": theta_0, "theta": theta.collect::<Object<_, _>>() }))
    };
    let label = |at: &usize| model.columns().get(*at).map(DesignColumn::label);
    let ridge = model.ridge.as_ref().map(|ridge| {
        let (why, columns) = match &ridge.why {
            RidgeReason::Asked => ("asked", None),
            RidgeReason::Separable { every: true } => ("separable", None),
            RidgeReason::Separable { every: false } => ("partly_separable", None),
            RidgeReason::Collinear(columns) => {
                ("collinear", Some(columns.iter().filter_map(label).collect::<Vec<_>>()))
            }
            RidgeReason::NotFound => ("not_found", None),
        };
        json!({ "lambda": ridge.lambda, "why": why, "columns": columns })
    });
    let references = model.references();
    json!({
        "discriminative": true,
        "classes": model.classes,
        "base": model.base().and_then(|class| model.classes.get(class)),
        "columns": model.columns().iter().enumerate().map(column).collect::<Vec<_>>(),
        "references": references.iter().map(|(feature, value)| (feature, value)).collect::<Object<_, _>>(),
        "coefficients": by_class(&model.classes, coefficients),
        "iterations": model.steps,
        "log_likelihood": model.log_likelihood,
        "ridge": ridge,
        "dropped": model.dropped,
        "remarks": model.warnings(),
    })
}

/// The action chosen for a case, with the expected costs of all.
pub(super) fn decision(decider: &Decider, prediction: &Prediction) -> Value {
    let name = |action: usize| decider.actions.get(action);
    let posterior = prediction.posterior.as_deref();
    let chosen = posterior.and_then(|posterior| decider.choose(posterior, prediction.predicted));
    let expected = posterior.map(|posterior| decider.expected(posterior)).unwrap_or_default();
    let costs = decider.has_costs().then(|| by_class(&decider.actions, |action| expected.get(action)));
    let tied = posterior.map(|posterior| decider.least(posterior).1).unwrap_or_default();
    let found = with(json!({}), "expected_cost", costs);
    let found = with(found, "chosen", Some(chosen.and_then(name)));
    let found = with(found, "tied", Some(tied.into_iter().filter_map(name).collect::<Vec<_>>()));
    with(found, "rejected", Some(chosen.is_some() && chosen == decider.rejects()))
}

fn decided(evaluation: &evaluate::Evaluation, found: &Decisions) -> Value {
    let classes = evaluation.labels.get(..evaluation.predictable).unwrap_or_default();
    let row = |action: usize| {
        let row = found.matrix.get(action)?;
        Some(by_class(classes, |class| row.get(class).copied().unwrap_or(0)))
    };
    let actions: &[Name] = &found.decider.actions;
    let decisions = json!({
        "actions": actions,
        "matrix": by_class(actions, row),
        "n": found.n,
        "n_undecided": found.undecided,
        "n_unknown": found.unknown,
        "mean_cost": found.mean_cost,
    });
    with(decisions, "rejected", found.rejected())
}
