//! How a model does on rows: the matrix, the figures, the ROC curve, the reliability table.

use serde::Serialize;

use super::decision::Decided;
use super::logistic::Logistic;
use super::study::Refusal;
use super::{ByClass, by_class};
use crate::evaluate::{self, Counts, MATRIX, Measured, Metrics, PerClass};
use crate::math::{Chain, Name, Number};
use crate::recipe::Split;

/// Rows whose predictions are listed unless all are asked for.
const LISTED: usize = 10_000;

/// Points of the curve that are listed.
pub(super) const POINTS: usize = 1_000;

/// The answer of `evaluate`.
#[derive(Serialize)]
pub struct Evaluation<'a> {
    pub evaluation: Evaluated<'a>,
    /// The model, where it is one of logistic regression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logistic: Option<Logistic<'a>>,
}

/// How a model does on rows.
#[derive(Serialize)]
pub struct Evaluated<'a> {
    split: String,
    labels: &'a [Name],
    matrix: Option<Vec<Vec<u64>>>,
    n: u64,
    n_undefined: u64,
    n_tied: u64,
    accuracy: &'a Option<Number>,
    baseline: Option<Number>,
    per_class: ByClass<'a, Option<&'a PerClass>>,
    log_loss: Option<f64>,
    n_impossible: u64,
    predicted: Vec<Option<&'a Name>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decisions: Option<Decided<'a>>,
    #[serde(flatten)]
    tested: Option<Tested<'a>>,
    #[serde(flatten)]
    metrics: Option<Figures<'a>>,
}

#[derive(Serialize)]
struct Tested<'a> {
    seed: u64,
    row: Vec<usize>,
    fold: Vec<Option<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    training: Option<Training>,
    folds: Vec<Fold<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fold_accuracies: Option<MeanAndDeviation>,
    remarks: &'a [String],
}

#[derive(Serialize)]
struct MeanAndDeviation {
    mean: f64,
    sd: f64,
}

#[derive(Serialize)]
pub(super) struct Training {
    pub n: u64,
    pub right: u64,
    pub accuracy: Option<Number>,
}

/// One part of the rows.
#[derive(Serialize)]
struct Fold<'a> {
    fold: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    n: u64,
    right: u64,
    by_class: ByClass<'a, u64>,
    #[serde(flatten)]
    refusal: Option<Refusal<'a>>,
}

impl<'a> Evaluated<'a> {
    /// The confusion matrix, null where it would have more than a million cells, and what follows from it. All
    /// predictions are listed when `every` is set, else the first 10,000.
    pub fn new(
        evaluation: &'a evaluate::Evaluation,
        metrics: Option<&'a Metrics>,
        every: bool,
    ) -> Evaluated<'a> {
        let labels = &evaluation.labels;
        let listed = evaluation.rows.iter().take(if every { usize::MAX } else { LISTED });
        // Programs read a square; nothing is ever called a class that only a test file has.
        let padded = |row: &Vec<u64>| {
            let zeros = labels.len() - row.len();
            row.iter().copied().chain(std::iter::repeat_n(0, zeros)).collect()
        };
        Evaluated {
            split: match &evaluation.tested {
                Some(tested) => tested.split.to_string(),
                None => "none".into(),
            },
            labels,
            matrix: (labels.len() <= MATRIX).then(|| evaluation.matrix.iter().map(padded).collect()),
            n: evaluation.n,
            n_undefined: evaluation.n_undefined,
            n_tied: evaluation.n_tied,
            accuracy: &evaluation.accuracy,
            baseline: evaluation.baseline(),
            per_class: by_class(labels, |class| evaluation.per_class.get(class)),
            log_loss: evaluation.log_loss,
            n_impossible: evaluation.n_impossible,
            predicted: listed
                .clone()
                .map(|row| row.prediction.predicted.and_then(|class| labels.get(class)))
                .collect(),
            decisions: evaluation.decisions.as_deref().map(|found| Decided::new(evaluation, found)),
            tested: evaluation.tested.as_ref().map(|tested| Tested {
                seed: tested.seed,
                row: listed.clone().map(|row| evaluation.row_number(&row)).collect(),
                fold: listed.clone().map(|row| row.fold.map(|fold| fold + 1)).collect(),
                weight: evaluation.is_weighted().then(|| listed.map(|row| row.weight).collect()),
                training: (tested.training.1 > 0).then(|| Training {
                    n: tested.training.1,
                    right: tested.training.0,
                    accuracy: tested.training_accuracy(),
                }),
                folds: tested.folds.iter().map(|fold| Fold::new(labels, fold)).collect(),
                fold_accuracies: tested
                    .fold_accuracies()
                    .filter(|_| tested.split != Split::LeaveOneOut)
                    .map(|(mean, sd)| MeanAndDeviation { mean, sd }),
                remarks: &tested.warnings,
            }),
            metrics: metrics.map(|metrics| Figures::new(evaluation, metrics)),
        }
    }
}

impl<'a> Fold<'a> {
    fn new(labels: &'a [Name], fold: &'a evaluate::Fold) -> Fold<'a> {
        Fold {
            fold: fold.fold + 1,
            value: fold.by_column.then_some(&fold.name),
            n: fold.by_class.iter().sum(),
            right: fold.right,
            by_class: by_class(labels, |class| fold.by_class.get(class).copied().unwrap_or(0)),
            refusal: fold.error.as_ref().map(Refusal::from),
        }
    }
}

#[derive(Serialize)]
struct Figures<'a> {
    errors: u64,
    interval: Option<[f64; 2]>,
    above_baseline: &'a Option<Number>,
    balanced_accuracy: &'a Option<Number>,
    macro_f1: &'a Option<Number>,
    brier: Option<f64>,
    n_defined: u64,
    roc: Roc<'a>,
    calibration: Calibration<'a>,
    figures: Vec<Figure<'a>>,
}

pub(super) fn interval(interval: Option<&evaluate::Interval>) -> Option<[f64; 2]> {
    interval.map(|interval| [interval.low(), interval.high()])
}

#[derive(Serialize)]
struct Roc<'a> {
    positive: Option<&'a Name>,
    auc: Option<Number>,
    n_left_out: u64,
    in_use: Called,
    threshold_in_use: Option<f64>,
    points: Vec<Point>,
    points_total: usize,
}

#[derive(Serialize)]
struct Point {
    #[serde(flatten)]
    called: Called,
    threshold: Option<f64>,
}

#[derive(Serialize)]
struct Called {
    tp: u64,
    fp: u64,
    tn: u64,
    r#fn: u64,
    sensitivity: Option<Number>,
    specificity: Option<Number>,
}

impl From<&Counts> for Called {
    fn from(counts: &Counts) -> Called {
        Called {
            tp: counts.true_positive,
            fp: counts.false_positive,
            tn: counts.true_negative,
            r#fn: counts.false_negative,
            sensitivity: counts.sensitivity(),
            specificity: counts.specificity(),
        }
    }
}

#[derive(Serialize)]
struct Calibration<'a> {
    of: Option<&'a Name>,
    n: u64,
    ece: Option<f64>,
    bins: Vec<Bin>,
}

#[derive(Serialize)]
struct Bin {
    from: f64,
    to: f64,
    n: u64,
    mean: Option<f64>,
    observed: Option<Number>,
    interval: Option<[f64; 2]>,
}

#[derive(Serialize)]
struct Figure<'a> {
    figure: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'a Name>,
    value: Option<&'a Number>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    infinite: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<[f64; 2]>,
    formulas: &'a [Chain],
}

impl<'a> Figures<'a> {
    fn new(evaluation: &'a evaluate::Evaluation, metrics: &'a Metrics) -> Figures<'a> {
        let labels = &evaluation.labels;
        let (roc, calibration) = (&metrics.roc, &metrics.calibration);
        let point = |at: usize| roc.point(&evaluation.rows, at);
        let points = roc.some_points(POINTS).into_iter().filter_map(point);
        let many = calibration.bins.len() as f64;
        let bin = |(at, bin): (usize, &evaluate::Bin)| Bin {
            from: at as f64 / many,
            to: (at + 1) as f64 / many,
            n: bin.n,
            mean: bin.said(),
            observed: bin.observed(),
            interval: interval(bin.interval().as_ref()),
        };
        let figure = |figure: &'a evaluate::Figure| Figure {
            figure: figure.kind.word(),
            class: figure.class.and_then(|class| labels.get(class)),
            value: figure.measured.value(),
            infinite: figure.measured == Measured::Infinite,
            interval: interval(figure.interval.as_ref()),
            formulas: &figure.chains,
        };
        Figures {
            errors: metrics.errors,
            interval: interval(metrics.interval.as_ref()),
            above_baseline: &metrics.above_baseline,
            balanced_accuracy: &metrics.balanced_accuracy,
            macro_f1: &metrics.macro_f1,
            brier: metrics.brier,
            n_defined: metrics.n_defined,
            roc: Roc {
                positive: labels.get(metrics.positive()),
                auc: roc.area(),
                n_left_out: roc.left_out,
                in_use: Called::from(&roc.in_use),
                threshold_in_use: roc.at_use().and_then(|at| point(at)?.threshold),
                points: points
                    .map(|point| Point { called: Called::from(&point.counts), threshold: point.threshold })
                    .collect(),
                points_total: roc.points(),
            },
            calibration: Calibration {
                of: calibration.of.and_then(|class| labels.get(class)),
                n: calibration.n,
                ece: calibration.error(),
                bins: calibration.bins.iter().enumerate().map(bin).collect(),
            },
            figures: metrics.figures.iter().map(figure).collect(),
        }
    }
}
