//! The confusion matrix and the figures of an evaluation as documents.

use super::compare::figure;
use super::document::{Document, Grid, cells, decimal, equals, plural};
use crate::evaluate::{
    Calibration, Evaluation, Interval, MATRIX, Metric, MetricKind, MetricValue, Metrics, Roc, ThresholdCounts,
};
use crate::math::{Expr, Name, Number, Sentence, sentence};
use crate::recipe::Split;
use crate::text::{counted, grouped, shown};

const DRAWN: usize = 100;

/// The confusion matrix with recalls and precisions, the figures if they are computed, and the notes on them.
pub fn evaluation(evaluation: &Evaluation, metrics: Option<&Metrics>) -> Document {
    let mut out = Document::headed(heading(evaluation));
    matrix(evaluation, &mut out);
    out.text(accuracy(evaluation));
    out.texts(training(evaluation));
    if let Some(metrics) = metrics {
        out.heading("Figures");
        out.grid(figures(evaluation, metrics));
        out.heading("Classes");
        out.grid(classes(evaluation, metrics));
        out.append(super::decision::decisions(evaluation, metrics));
        if let Some(folds) = folds(evaluation) {
            out.heading("Folds");
            out.grid(folds);
            let found = evaluation.tested.as_ref().and_then(|tested| tested.fold_accuracies());
            out.texts(found.map(|(mean, deviation)| {
                let [mean, deviation] = [mean, deviation].map(|value| decimal(&Number::Float(value)));
                sentence!("Accuracy by fold: mean {}, standard deviation {}.", mean, deviation)
            }));
        }
    }
    out.items(caveats(evaluation));
    out
}

/// The counts with recalls and precisions; of very many classes only how to get them.
fn matrix(evaluation: &Evaluation, out: &mut Document) {
    let (labels, classes) = (&evaluation.labels, &evaluation.per_class);
    if labels.len() > DRAWN {
        let instead = match labels.len() > MATRIX {
            true => "`posterior evaluate --format csv --table rows` to list each prediction",
            false => "`posterior evaluate --format csv` to get it",
        };
        let many = grouped(labels.len() as u64);
        return out.text(format!("A matrix of {many} × {many} classes is not drawn. Run {instead}."));
    }
    let share = |value: &Option<Number>| value.as_ref().map_or_else(|| "-".into(), decimal);
    let predicted = labels.iter().take(evaluation.predictable);
    let mut grid = Grid::of(["actual \\ predicted"]).numbers(predicted).numbers(["recall"]);
    for ((label, row), class) in labels.iter().zip(&evaluation.matrix).zip(classes) {
        let counts = row.iter().map(Sentence::from);
        grid.named(label.to_string(), counts.chain([share(&class.recall)]));
    }
    let precisions = classes.iter().take(evaluation.predictable).map(|class| share(&class.precision));
    grid.named("precision", precisions.chain(cells![""]));
    out.grid(grid);
}

/// The count of a cell of the matrix: `actual No, predicted Yes: 3`
pub fn matrix_cell(evaluation: &Evaluation, (actual, predicted): (usize, usize), rows: u64) -> Sentence {
    let labels = &evaluation.labels;
    let name = |class: usize| labels.get(class).map(Name::to_string).unwrap_or_default();
    match predicted < evaluation.predictable {
        true => sentence!("actual {}, predicted {}: {}", name(actual), name(predicted), rows),
        false => sentence!("actual {}, no prediction: {}", name(actual), rows),
    }
}

/// The notes on an accuracy: undefined posteriors, ties, whether training rows make it optimistic, and log loss.
pub fn caveats(evaluation: &Evaluation) -> Vec<String> {
    let tested = evaluation.tested.as_ref();
    let rows = match tested {
        Some(tested) => format!("{}.", kept(&tested.split, evaluation.is_weighted())),
        None => "Evaluated on its own training rows, so these figures are optimistic.".to_owned(),
    };
    let loss =
        evaluation.log_loss.map(|loss| format!("Log loss {loss:.4}: the mean of −ln P(actual class | x)."));
    let mut all = undecided(evaluation.n_undefined, evaluation.n_tied, evaluation.n);
    all.extend(tested.into_iter().flat_map(|tested| tested.warnings.iter().cloned()));
    all.extend([rows].into_iter().chain(loss.or_else(|| infinite(evaluation.n_impossible))));
    all
}

/// The sentences on rows with an undefined posterior and on ties.
pub(super) fn undecided(undefined: u64, tied: u64, n: u64) -> Vec<String> {
    let rows = plural(n, "row");
    let (have, count) = if undefined == 1 { ("has", "it counts") } else { ("have", "they count") };
    let (are, them) = if tied == 1 { ("is a tie", "it") } else { ("are ties", "them") };
    let undefined_rows = format!("{undefined} of {rows} {have} an undefined posterior; {count} as wrong.");
    let ties = format!("{tied} of {rows} {are}; the first of the tied classes is predicted for {them}.");
    let all = [(undefined, undefined_rows), (tied, ties)];
    all.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect()
}

pub(super) fn infinite(impossible: u64) -> Option<String> {
    let rows = plural(impossible, "row");
    (impossible > 0).then(|| format!("Log loss is infinite: the actual class of {rows} has probability 0."))
}

/// The folds: rows of each class, and rows predicted right by the model of the other folds.
fn folds(evaluation: &Evaluation) -> Option<Grid> {
    let tested = evaluation.tested.as_ref().filter(|tested| matches!(tested.split, Split::Folds(_)))?;
    let mut grid = Grid::of([">fold"]).numbers(&evaluation.labels).numbers(["rows", "right"]);
    for fold in &tested.folds {
        let rows: u64 = fold.by_class.iter().sum();
        let counts = fold.by_class.iter().map(u64::to_string);
        let right = if fold.error.is_some() { "no model".to_owned() } else { fold.right.to_string() };
        grid.named(fold.name.clone(), counts.chain([rows.to_string(), right]));
    }
    Some(grid)
}

fn heading(evaluation: &Evaluation) -> String {
    let weights = if evaluation.is_weighted() { ", each counted as often as its weight" } else { "" };
    if evaluation.tested.is_none() {
        return format!("Confusion matrix on the training rows{weights}");
    }
    let rows = plural(evaluation.rows.table_rows(), "row");
    format!("Confusion matrix {}, {rows}{weights}", evaluation.split().tested_on())
}

/// What the model was tested on: `Leave-one-out, 14 rows`
pub fn tested_on(evaluation: &Evaluation) -> String {
    let rows = evaluation.rows.table_rows();
    let seen =
        if evaluation.is_weighted() { format!(", seen {} times", evaluation.n) } else { String::new() };
    match evaluation.split() {
        Split::None => format!("On its own {}{seen}", plural(rows, "training row")),
        split => by_split(split, &format!("{}{seen}", plural(rows, "row"))),
    }
}

/// The test rows of a split: `By 10 folds, 200 rows`
pub(super) fn by_split(split: &Split, rows: &str) -> String {
    match split {
        Split::None => format!("On its own training rows ({rows}), so the figures are optimistic"),
        Split::Holdout(share) => format!("Held out, {} of each class: {rows}", share.text()),
        Split::Folds(rule) => format!("By {rule}, {rows}"),
        Split::LeaveOneOut => format!("Leave one out, {rows}"),
        Split::File(path) => format!("On {}, {rows}", shown(path)),
    }
}

/// Which models predicted the test rows. If rows have weights, single cases are held out.
fn kept(split: &Split, weighted: bool) -> &'static str {
    let each = matches!(split, Split::Folds(_) | Split::LeaveOneOut);
    match (each, weighted) {
        (true, false) => "Each row was predicted by a model that did not see it",
        (true, true) => "Each case was predicted by a model that did not see it",
        (false, false) => "These rows were predicted by a model that did not see them",
        (false, true) => "These cases were predicted by a model that did not see them",
    }
}

pub fn training(evaluation: &Evaluation) -> Option<Sentence> {
    let tested = evaluation.tested.as_ref().filter(|tested| tested.training.1 > 0)?;
    let (right, n) = tested.training;
    let share = tested.training_accuracy().map(|share| equals(&share)).unwrap_or_default();
    Some(sentence!("Accuracy on its own training rows: {}/{} {}.", right, n, share))
}

/// `Accuracy 13/14 ≈ 0.9286; always predicting Yes scores 9/14 ≈ 0.6429.`
pub fn accuracy(evaluation: &Evaluation) -> Sentence {
    let value = |number: Option<Number>| number.as_ref().map(equals).unwrap_or_default();
    let (right, n) = (evaluation.right, evaluation.n);
    let baseline = evaluation.majority.as_ref().map(|majority| {
        let class = majority.class.and_then(|class| evaluation.labels.get(class));
        let class = class.map_or("the majority class of a fold’s training rows", Name::as_str);
        let share = value(evaluation.baseline());
        let below = if right < majority.right { " The model is worse than this baseline." } else { "" };
        sentence!("; always predicting {} scores {}/{} {}.{}", class, majority.right, n, share, below)
    });
    let share = value(evaluation.accuracy.clone());
    sentence!("Accuracy {}/{} {}{}", right, n, share, baseline.unwrap_or_else(|| ".".into()))
}

pub fn figure_name(evaluation: &Evaluation, figure: &Metric) -> String {
    let class = figure.class.and_then(|class| evaluation.labels.get(class));
    let of_class = class.map(|class| format!(" of {class}")).unwrap_or_default();
    format!("{}{of_class}", figure.kind.name())
}

/// The value of a figure: `0.9286`, `∞`, `0/0`; a count has no decimals.
pub fn measured(figure: &Metric) -> Sentence {
    match (&figure.measured, figure.kind) {
        (MetricValue::Value(value), MetricKind::Errors) => sentence!("{}", Expr::Num(value.clone())),
        (MetricValue::Value(value), _) => decimal(value),
        (MetricValue::Infinite, _) => "∞".into(),
        (MetricValue::Undefined, _) => "0/0".into(),
    }
}

pub fn interval(interval: &Interval) -> Sentence {
    sentence!("{}–{}", figure(interval.low()), figure(interval.high()))
}

/// `Of 8 rows predicted 0.9–1.0, 6 are of the class.`
pub fn describe_bin(calibration: &Calibration, bin: usize) -> String {
    let Some(about) = calibration.bins.get(bin) else { return String::new() };
    let (rows, are) = (plural(about.n, "row"), counted(about.of_class, "is", "are"));
    let what = if calibration.of.is_some() { "of the class" } else { "predicted right" };
    format!("Of {rows} predicted {}, {are} {what}.", tenth(bin))
}

pub fn tenth(bin: usize) -> String {
    format!("{:.1}–{:.1}", bin as f64 / 10.0, (bin + 1) as f64 / 10.0)
}

pub fn shares(counts: &ThresholdCounts) -> [(&'static str, Sentence); 2] {
    let share = |some: u64, all: u64, value: Option<Number>| {
        sentence!("{}/{} {}", some, all, value.as_ref().map_or_else(|| "undefined".into(), equals))
    };
    [
        ("sensitivity", share(counts.true_positive, counts.positives(), counts.sensitivity())),
        ("specificity", share(counts.true_negative, counts.negatives(), counts.specificity())),
    ]
}

/// The shares at a point of a curve: `P(Yes | x) at least 0.41: sensitivity …`
pub fn at_threshold(evaluation: &Evaluation, roc: &Roc, point: usize) -> Option<Sentence> {
    let (label, point) = (evaluation.labels.get(roc.positive)?, roc.point(&evaluation.rows, point)?);
    let from = match point.threshold {
        Some(least) => sentence!("P({} | x) at least {}", label, decimal(&Number::Float(least))),
        None => sentence!("no row predicted {}", label),
    };
    let shares = shares(&point.counts).map(|(name, share)| sentence!("{} {}", name, share));
    Some(sentence!("{}: {}", from, Sentence::join(shares, ", ")))
}

pub fn figure_opened(figure: &Metric) -> Document {
    let mut out = Document::default();
    out.blank();
    out.text(figure.meaning.clone());
    let working = figure.chains.get(1..).unwrap_or_default();
    if let Some(chain) = figure.chains.first() {
        out.blank();
        out.formula(chain);
    }
    out.blank();
    out.heading("When it misleads");
    out.text(figure.misleads);
    if let Some(range) = &figure.interval {
        out.blank();
        let chance = "With this many rows, chance can move the figure this far.";
        out.text(sentence!("95 % interval (Wilson): {}. {}", interval(range), chance));
    } else if !working.is_empty() {
        out.blank();
        out.text("Its first part, step by step:");
    }
    for chain in working {
        out.blank();
        out.formula(chain);
    }
    out
}

fn figures(evaluation: &Evaluation, metrics: &Metrics) -> Grid {
    let mut grid = Grid::of(["figure", ">value", "95 % interval"]);
    for figure in metrics.figures.iter().filter(|figure| !OF_CLASSES.contains(&figure.kind)) {
        let range = figure.interval.as_ref().map(interval).unwrap_or_default();
        grid.named(figure_name(evaluation, figure), [measured(figure), range]);
    }
    grid
}

const OF_CLASSES: [MetricKind; 3] = [MetricKind::Precision, MetricKind::Recall, MetricKind::F1];

fn classes(evaluation: &Evaluation, metrics: &Metrics) -> Grid {
    let mut grid = Grid::of(["class", ">rows"]).numbers(OF_CLASSES.map(MetricKind::name));
    for (class, label) in evaluation.labels.iter().enumerate() {
        let rows = evaluation.per_class.get(class).map_or(0, |class| class.support);
        let of = |kind: MetricKind| {
            let is_it = |figure: &&Metric| figure.class == Some(class) && figure.kind == kind;
            metrics.figures.iter().find(is_it).map(measured).unwrap_or_default()
        };
        grid.named(label.to_string(), cells![rows.to_string()].into_iter().chain(OF_CLASSES.map(of)));
    }
    grid
}
