//! The confusion matrix and the figures of an evaluation as documents.

use crate::text::counted;
use std::collections::HashMap;

use super::document::{Align, Document, Grid, cells};
use super::document::{decimal, equals};
use crate::evaluate::{
    Calibration, Evaluation, Interval, MATRIX, Metric, MetricKind, MetricValue, Metrics, Roc, ThresholdCounts,
};
use crate::math::{Expr, Name, Number, Sentence, sentence};
use crate::recipe::Split;
use crate::text::{grouped, shown};

/// The most classes whose matrix is drawn for people.
const DRAWN: usize = 100;

pub fn evaluation(evaluation: &Evaluation) -> Document {
    let mut out = Document::default();
    out.heading(heading(evaluation));
    let share = |value: Option<&Number>| value.map_or_else(|| "-".into(), decimal);
    if evaluation.labels.len() > DRAWN {
        out.text(too_wide(evaluation));
        out.text(accuracy(evaluation));
        training(evaluation).into_iter().for_each(|training| out.text(training));
        caveats(evaluation).into_iter().for_each(|caveat| out.item(caveat));
        return out;
    }
    let mut grid = counts(evaluation);
    grid.columns.push(("recall".to_owned(), Align::Right));
    for (row, per_class) in grid.rows.iter_mut().zip(&evaluation.per_class) {
        row.push(share(per_class.recall.as_ref()));
    }
    let precisions = evaluation.per_class.iter().take(evaluation.predictable);
    let precisions = precisions.map(|class| share(class.precision.as_ref()));
    grid.row(cells!["precision"].into_iter().chain(precisions).chain(cells![""]));
    out.grid(grid);
    out.text(accuracy(evaluation));
    training(evaluation).into_iter().for_each(|training| out.text(training));
    caveats(evaluation).into_iter().for_each(|caveat| out.item(caveat));
    out
}

pub(super) fn matrix(evaluation: &Evaluation) -> Document {
    let mut out = Document::default();
    out.heading(heading(evaluation));
    if evaluation.labels.len() > DRAWN {
        out.text(too_wide(evaluation));
        return out;
    }
    let mut grid = counts(evaluation);
    grid.columns.push(("rows".to_owned(), Align::Right));
    for (row, per_class) in grid.rows.iter_mut().zip(&evaluation.per_class) {
        row.push(per_class.support.to_string().into());
    }
    let predicted = (0..evaluation.predictable).map(|class| {
        let column = evaluation.matrix.iter().filter_map(|row| row.get(class));
        column.sum::<u64>().to_string()
    });
    grid.row(std::iter::once("predicted".to_owned()).chain(predicted).chain([evaluation.n.to_string()]));
    out.grid(grid);
    out
}

/// The count of a cell of the matrix: `actual No, predicted Yes: 3`
pub fn called(evaluation: &Evaluation, (actual, predicted): (usize, usize), rows: u64) -> Sentence {
    let labels = &evaluation.labels;
    let name = |class: usize| labels.get(class).map(Name::to_string).unwrap_or_default();
    match predicted < evaluation.predictable {
        true => sentence!("actual {}, predicted {}: {}", name(actual), name(predicted), rows),
        false => sentence!("actual {}, no prediction: {}", name(actual), rows),
    }
}

fn too_wide(evaluation: &Evaluation) -> String {
    let k = evaluation.labels.len();
    let instead = match k > MATRIX {
        true => "`posterior evaluate --format csv --table rows` to list each prediction",
        false => "`posterior evaluate --format csv` to get it",
    };
    format!("A matrix of {0} × {0} classes is not drawn. Run {instead}.", grouped(k as u64))
}

fn counts(evaluation: &Evaluation) -> Grid {
    let labels = &evaluation.labels;
    let mut grid = Grid::new(
        std::iter::once(("actual \\ predicted".to_owned(), Align::Left))
            .chain(labels.iter().take(evaluation.predictable).map(|label| (label.to_string(), Align::Right))),
    );
    for (label, row) in labels.iter().zip(&evaluation.matrix) {
        grid.row(std::iter::once(label.to_string()).chain(row.iter().map(u64::to_string)));
    }
    grid
}

/// The notes on an accuracy: undefined posteriors, ties, log loss, and whether training rows make it optimistic.
pub fn caveats(evaluation: &Evaluation) -> Vec<String> {
    let mut all = undecided(evaluation);
    all.extend(match evaluation.log_loss {
        Some(loss) => Some(format!("Log loss {loss:.4}: the mean of −ln P(actual class | x).")),
        None => infinite(evaluation),
    });
    all.extend(evaluation.brier.map(|brier| {
        format!("Brier score {brier:.4}: the mean over the rows of the sum over the classes of (P(class | x) − y)². y is 1 for the actual class, else 0. The score is from 0 to 2.")
    }));
    match &evaluation.tested {
        None => all.push(FLATTERS.to_owned()),
        Some(tested) => {
            let whole = match tested.split {
                Split::File(_) => "",
                _ => " The parameters are fitted to all rows.",
            };
            all.push(format!("{}.{whole}", kept(&tested.split, evaluation.is_weighted())));
            all.extend(tested.warnings.iter().cloned());
        }
    }
    all
}

pub fn caveats_in_short(evaluation: &Evaluation) -> Vec<String> {
    let mut all = undecided(evaluation);
    let tested = evaluation.tested.as_ref();
    all.extend(tested.into_iter().flat_map(|tested| tested.warnings.iter().cloned()));
    all.push(tested.map_or_else(
        || FLATTERS.to_owned(),
        |tested| format!("{}.", kept(&tested.split, evaluation.is_weighted())),
    ));
    all.extend(
        evaluation.log_loss.map(|loss| format!("Log loss {loss:.4}.")).or_else(|| infinite(evaluation)),
    );
    all
}

/// For a model that is evaluated on its own training rows.
const FLATTERS: &str = "Evaluated on its own training rows, so these figures are optimistic.";

fn undecided(evaluation: &Evaluation) -> Vec<String> {
    let (undefined, tied, n) = (evaluation.n_undefined, evaluation.n_tied, evaluation.n);
    let rows = if n == 1 { "row" } else { "rows" };
    let (have, count) = if undefined == 1 { ("has", "it counts") } else { ("have", "they count") };
    let undefined = (undefined > 0)
        .then(|| format!("{undefined} of {n} {rows} {have} an undefined posterior; {count} as wrong."));
    let (are, them) = if tied == 1 { ("is a tie", "it") } else { ("are ties", "them") };
    let tied = (tied > 0).then(|| {
        format!("{tied} of {n} {rows} {are}; the first of the tied classes is predicted for {them}.")
    });
    undefined.into_iter().chain(tied).collect()
}

fn infinite(evaluation: &Evaluation) -> Option<String> {
    let rows = match evaluation.n_impossible {
        0 => return None,
        1 => "1 row".to_owned(),
        many => format!("{many} rows"),
    };
    Some(format!("Log loss is infinite: the actual class of {rows} has probability 0."))
}

/// The folds: rows of each class, and rows predicted right by the model of the other folds.
pub(super) fn folds(evaluation: &Evaluation) -> Option<Grid> {
    let tested = evaluation.tested.as_ref().filter(|tested| matches!(tested.split, Split::Folds(_)))?;
    let columns = std::iter::once(("fold".to_owned(), Align::Right))
        .chain(evaluation.labels.iter().map(|label| (label.to_string(), Align::Right)))
        .chain([("rows".to_owned(), Align::Right), ("right".to_owned(), Align::Right)]);
    let mut grid = Grid::new(columns);
    for fold in &tested.folds {
        let rows: u64 = fold.by_class.iter().sum();
        let counts = fold.by_class.iter().map(u64::to_string);
        let right = if fold.error.is_some() { "no model".to_owned() } else { fold.right.to_string() };
        let first = std::iter::once(fold.name.clone());
        grid.row(first.chain(counts).chain([rows.to_string(), right]));
    }
    Some(grid)
}

/// `Accuracy by fold: mean 0.6286, standard deviation 0.0811.`
pub(super) fn by_fold(evaluation: &Evaluation) -> Option<Sentence> {
    let (mean, deviation) = evaluation.tested.as_ref()?.fold_accuracies()?;
    let number = |value: f64| decimal(&Number::Float(value));
    Some(sentence!("Accuracy by fold: mean {}, standard deviation {}.", number(mean), number(deviation)))
}

/// `Confusion matrix by 10 folds, 14 rows`
fn heading(evaluation: &Evaluation) -> String {
    let weights = if evaluation.is_weighted() { ", each counted as often as its weight" } else { "" };
    if evaluation.tested.is_none() {
        return format!("Confusion matrix on the training rows{weights}");
    }
    let rows = evaluation.rows.table_rows();
    let rows = counted(rows, "row", "rows") + weights;
    format!("Confusion matrix {}, {rows}", judged_on(evaluation))
}

/// What the model was tested on: `Leave-one-out, 14 rows`
pub fn tested_on(evaluation: &Evaluation) -> String {
    let rows = evaluation.rows.table_rows();
    let seen =
        if evaluation.is_weighted() { format!(", seen {} times", evaluation.n) } else { String::new() };
    let rows = |what: &str| format!("{rows} {what}{}{seen}", if rows == 1 { "" } else { "s" });
    let Some(tested) = &evaluation.tested else { return format!("On its own {}", rows("training row")) };
    match &tested.split {
        Split::None => format!("On its own {}", rows("training row")),
        Split::Holdout(share) => format!("Held out, {} of each class: {}", share.text(), rows("row")),
        Split::Folds(rule) => format!("By {rule}, {}", rows("row")),
        Split::LeaveOneOut => format!("Leave one out, {}", rows("row")),
        Split::File(path) => format!("On {}, {}", shown(path), rows("row")),
    }
}

/// On which rows a model was evaluated, after a figure: `by 10 folds`
pub fn judged_on(evaluation: &Evaluation) -> String {
    evaluation.split().judged_on()
}

/// Which models predicted the test rows. If rows have weights, single cases are held out.
fn kept(split: &Split, weighted: bool) -> &'static str {
    match (split, weighted) {
        (Split::Folds(_) | Split::LeaveOneOut, false) => {
            "Each row was predicted by a model that did not see it"
        }
        (Split::Folds(_) | Split::LeaveOneOut, true) => {
            "Each case was predicted by a model that did not see it"
        }
        (_, false) => "These rows were predicted by a model that did not see them",
        (_, true) => "These cases were predicted by a model that did not see them",
    }
}

/// `Accuracy on its own training rows: 13/14 ≈ 0.9286.`
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
        sentence!(
            "; always predicting {} scores {}/{} {}",
            class.map_or("the majority class of a fold’s training rows", Name::as_str),
            majority.right,
            n,
            value(evaluation.baseline())
        )
    });
    let below = evaluation.majority.as_ref().is_some_and(|majority| right < majority.right);
    sentence!(
        "Accuracy {}/{} {}{}.{}",
        right,
        n,
        value(evaluation.accuracy.clone()),
        baseline.unwrap_or_default(),
        if below { " The model is worse than this baseline." } else { "" },
    )
}

/// Matrix, figures, classes, and the notes on them.
pub fn assessment(evaluation: &Evaluation, metrics: &Metrics) -> Document {
    let mut out = matrix(evaluation);
    out.text(super::accuracy(evaluation));
    super::training(evaluation).into_iter().for_each(|training| out.text(training));
    out.heading("Figures");
    out.grid(figures(evaluation, metrics));
    out.heading("Classes");
    out.grid(classes(evaluation, metrics));
    super::decision::decisions(evaluation, metrics).into_iter().for_each(|decisions| out.append(decisions));
    if let Some(folds) = folds(evaluation) {
        out.heading("Folds");
        out.grid(folds);
        by_fold(evaluation).into_iter().for_each(|accuracy| out.text(accuracy));
    }
    super::caveats(evaluation).into_iter().for_each(|caveat| out.item(caveat));
    out
}

/// `AUC of Yes`
pub fn figure_name(evaluation: &Evaluation, figure: &Metric) -> String {
    let class = figure.class.and_then(|class| evaluation.labels.get(class));
    match class {
        Some(class) => format!("{} of {class}", figure.kind.name()),
        None => figure.kind.name().to_owned(),
    }
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

/// `0.6853–0.9873`
pub fn interval(interval: &Interval) -> Sentence {
    let end = |share: f64| decimal(&Number::Float(share));
    sentence!("{}–{}", end(interval.low()), end(interval.high()))
}

/// `Of 8 rows predicted 0.9–1.0, 6 are of the class.`
pub fn bin_told(calibration: &Calibration, bin: usize) -> String {
    let Some(about) = calibration.bins.get(bin) else { return String::new() };
    let rows = if about.n == 1 { "row" } else { "rows" };
    let are = if about.so == 1 { "is" } else { "are" };
    let what = if calibration.of.is_some() { "of the class" } else { "predicted right" };
    format!("Of {} {rows} predicted {}, {} {are} {what}.", about.n, tenth(bin), about.so)
}

/// `0.9–1.0`
pub fn tenth(bin: usize) -> String {
    format!("{:.1}–{:.1}", bin as f64 / 10.0, (bin + 1) as f64 / 10.0)
}

pub fn shares(counts: &ThresholdCounts) -> [(&'static str, Sentence); 2] {
    let share = |some: u64, all: u64, value: Option<Number>| match value {
        Some(value) => sentence!("{}/{} {}", some, all, equals(&value)),
        None => sentence!("{}/{} undefined", some, all),
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
    let (chain, working) =
        figure.chains.split_first().map_or((None, &[][..]), |(one, rest)| (Some(one), rest));
    if let Some(chain) = chain {
        out.blank();
        out.formula(chain);
    }
    out.blank();
    out.heading("When it misleads");
    out.text(figure.misleads);
    if let Some(range) = &figure.interval {
        let range = interval(range);
        out.blank();
        out.text(sentence!(
            "95 % interval (Wilson): {}. With this many rows, chance can move the figure this far.",
            range
        ));
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
    for figure in metrics.figures.iter().filter(|figure| !is_of_classes(figure.kind)) {
        grid.row(cells![
            figure_name(evaluation, figure),
            measured(figure),
            figure.interval.as_ref().map(interval).unwrap_or_default(),
        ]);
    }
    grid
}

fn is_of_classes(kind: MetricKind) -> bool {
    matches!(kind, MetricKind::Precision | MetricKind::Recall | MetricKind::F1)
}

/// Each class with its rows, precision, recall and F1.
fn classes(evaluation: &Evaluation, metrics: &Metrics) -> Grid {
    let kinds = [MetricKind::Precision, MetricKind::Recall, MetricKind::F1];
    let named = kinds.map(|kind| (kind.name().to_owned(), Align::Right));
    let head = [("class".to_owned(), Align::Left), ("rows".to_owned(), Align::Right)];
    let mut grid = Grid::new(head.into_iter().chain(named));
    let of_class = metrics.figures.iter().filter_map(|figure| Some(((figure.class?, figure.kind), figure)));
    let found: HashMap<(usize, MetricKind), &Metric> = of_class.collect();
    for (class, label) in evaluation.labels.iter().enumerate() {
        let rows = evaluation.per_class.get(class).map_or(0, |class| class.support);
        let of =
            |kind: MetricKind| found.get(&(class, kind)).map(|figure| measured(figure)).unwrap_or_default();
        grid.row(cells![label.to_string(), rows.to_string()].into_iter().chain(kinds.map(of)));
    }
    grid
}
