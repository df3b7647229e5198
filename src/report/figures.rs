//! The figures of an evaluation in words and tables.

use std::collections::HashMap;

use super::document::{Align, Document, Grid, cells};
use super::number::{decimal, equals};
use crate::evaluate::{Calibration, Counts, Evaluation, Figure, Interval, Kind, Measured, Metrics, Roc};
use crate::math::{Expr, Number, Sentence, sentence};

/// Matrix, figures, classes, and what must be said beside them.
pub fn assessment(evaluation: &Evaluation, metrics: &Metrics) -> Document {
    let mut out = super::evaluation::matrix(evaluation);
    out.text(super::accuracy(evaluation));
    super::training(evaluation).into_iter().for_each(|training| out.text(training));
    out.heading("Figures");
    out.grid(figures(evaluation, metrics));
    out.heading("Classes");
    out.grid(classes(evaluation, metrics));
    super::decision::decisions(evaluation, metrics).into_iter().for_each(|told| out.append(told));
    if let Some(folds) = super::evaluation::folds(evaluation) {
        out.heading("Folds");
        out.grid(folds);
        super::evaluation::by_fold(evaluation).into_iter().for_each(|told| out.text(told));
    }
    super::caveats(evaluation).into_iter().for_each(|caveat| out.item(caveat));
    out
}

/// `AUC of Yes`
pub fn figure_name(evaluation: &Evaluation, figure: &Figure) -> String {
    let class = figure.class.and_then(|class| evaluation.labels.get(class));
    match class {
        Some(class) => format!("{} of {class}", figure.kind.name()),
        None => figure.kind.name().to_owned(),
    }
}

/// What came out: `0.9286`, `∞`, `0/0`; a count has no decimals.
pub fn measured(figure: &Figure) -> Sentence {
    match (&figure.measured, figure.kind) {
        (Measured::Value(value), Kind::Errors) => sentence!("{}", Expr::Num(value.clone())),
        (Measured::Value(value), _) => decimal(value),
        (Measured::Infinite, _) => "∞".into(),
        (Measured::Undefined, _) => "0/0".into(),
    }
}

/// `0.6853–0.9873`
pub fn interval(interval: &Interval) -> Sentence {
    let end = |share: f64| decimal(&Number::Float(share));
    sentence!("{}–{}", end(interval.low()), end(interval.high()))
}

/// `of 8 rows said 0.9–1.0, 6 are so`; `what` is what was said, such as P(Yes | x).
pub fn bin_told(calibration: &Calibration, bin: usize) -> String {
    let Some(about) = calibration.bins.get(bin) else { return String::new() };
    let rows = if about.n == 1 { "row" } else { "rows" };
    let are = if about.so == 1 { "is" } else { "are" };
    format!("Of {} {rows} said {}, {} {are} so.", about.n, tenth(bin), about.so)
}

/// `0.9–1.0`
pub fn tenth(bin: usize) -> String {
    format!("{:.1}–{:.1}", bin as f64 / 10.0, (bin + 1) as f64 / 10.0)
}

/// Sensitivity and specificity by name, from the counts to the decimal.
pub fn shares(counts: &Counts) -> [(&'static str, Sentence); 2] {
    let share = |some: u64, all: u64, value: Option<Number>| match value {
        Some(value) => sentence!("{}/{} {}", some, all, equals(&value)),
        None => sentence!("{}/{} undefined", some, all),
    };
    [
        ("sensitivity", share(counts.true_positive, counts.positives(), counts.sensitivity())),
        ("specificity", share(counts.true_negative, counts.negatives(), counts.specificity())),
    ]
}

/// What the model does at a point of a curve: `P(Yes | x) at least 0.41: sensitivity …`
pub fn at_threshold(evaluation: &Evaluation, roc: &Roc, point: usize) -> Option<Sentence> {
    let (label, point) = (evaluation.labels.get(roc.positive)?, roc.point(&evaluation.rows, point)?);
    let from = match point.threshold {
        Some(least) => sentence!("P({} | x) at least {}", label, decimal(&Number::Float(least))),
        None => sentence!("no row called {}", label),
    };
    let shares = shares(&point.counts).map(|(name, share)| sentence!("{} {}", name, share));
    Some(sentence!("{}: {}", from, Sentence::join(shares, ", ")))
}

pub fn figure_opened(figure: &Figure) -> Document {
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
            "95 % interval (Wilson): {}. So far chance can move it with so many rows.",
            range
        ));
    } else if !working.is_empty() {
        out.blank();
        out.text("Its first part, worked out:");
    }
    for chain in working {
        out.blank();
        out.formula(chain);
    }
    out
}

/// The figures of the model: name, value, interval.
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

fn is_of_classes(kind: Kind) -> bool {
    matches!(kind, Kind::Precision | Kind::Recall | Kind::F1)
}

/// Each class with its rows, precision, recall and F1.
fn classes(evaluation: &Evaluation, metrics: &Metrics) -> Grid {
    let kinds = [Kind::Precision, Kind::Recall, Kind::F1];
    let named = kinds.map(|kind| (kind.name().to_owned(), Align::Right));
    let head = [("class".to_owned(), Align::Left), ("rows".to_owned(), Align::Right)];
    let mut grid = Grid::new(head.into_iter().chain(named));
    let of_class = metrics.figures.iter().filter_map(|figure| Some(((figure.class?, figure.kind), figure)));
    let found: HashMap<(usize, Kind), &Figure> = of_class.collect();
    for (class, label) in evaluation.labels.iter().enumerate() {
        let rows = evaluation.per_class.get(class).map_or(0, |class| class.support);
        let of = |kind: Kind| found.get(&(class, kind)).map(|figure| measured(figure)).unwrap_or_default();
        grid.row(cells![label.to_string(), rows.to_string()].into_iter().chain(kinds.map(of)));
    }
    grid
}
