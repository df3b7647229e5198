//! The confusion matrix as a document.

use super::document::{Align, Document, Grid};
use super::number::{decimal, equals};
use crate::evaluate::Evaluation;
use crate::math::{Name, Number};

/// Matrix, accuracy against the baseline, precision and recall.
pub fn evaluation(evaluation: &Evaluation) -> Document {
    let mut out = Document::default();
    out.heading(heading(evaluation));
    let share = |value: Option<&Number>| value.map_or_else(|| "-".to_owned(), decimal);
    let mut grid = counts(evaluation);
    grid.columns.push(("recall".to_owned(), Align::Right));
    for (row, per_class) in grid.rows.iter_mut().zip(&evaluation.per_class) {
        row.push(share(per_class.recall.as_ref()));
    }
    let precisions = evaluation.per_class.iter().map(|class| share(class.precision.as_ref()));
    grid.rows
        .push(std::iter::once("precision".to_owned()).chain(precisions).chain([String::new()]).collect());
    out.grid(grid);
    out.text(accuracy(evaluation));
    caveats(evaluation).into_iter().for_each(|caveat| out.item(caveat));
    out
}

/// The matrix with the sums of its rows and columns.
pub(super) fn matrix(evaluation: &Evaluation) -> Document {
    let mut out = Document::default();
    out.heading(heading(evaluation));
    let mut grid = counts(evaluation);
    grid.columns.push(("rows".to_owned(), Align::Right));
    for (row, per_class) in grid.rows.iter_mut().zip(&evaluation.per_class) {
        row.push(per_class.support.to_string());
    }
    let called = (0..evaluation.labels.len()).map(|class| {
        let column = evaluation.matrix.iter().filter_map(|row| row.get(class));
        column.sum::<u64>().to_string()
    });
    grid.rows.push(
        std::iter::once("called so".to_owned()).chain(called).chain([evaluation.n.to_string()]).collect(),
    );
    out.grid(grid);
    out
}

fn heading(evaluation: &Evaluation) -> String {
    let weights = if evaluation.is_weighted() { ", each as often as its weight says" } else { "" };
    format!("Confusion matrix on the training rows{weights}")
}

fn counts(evaluation: &Evaluation) -> Grid {
    let labels = &evaluation.labels;
    let mut grid = Grid::new(
        std::iter::once(("actual \\ predicted".to_owned(), Align::Left))
            .chain(labels.iter().map(|label| (label.to_string(), Align::Right))),
    );
    for (label, row) in labels.iter().zip(&evaluation.matrix) {
        grid.rows.push(std::iter::once(label.to_string()).chain(row.iter().map(u64::to_string)).collect());
    }
    grid
}

/// What must be said beside the accuracy: undefined posteriors, ties, log loss, and that training rows flatter.
pub fn caveats(evaluation: &Evaluation) -> Vec<String> {
    let mut all = Vec::new();
    if evaluation.n_undefined > 0 {
        all.push(format!(
            "{} of {} rows have an undefined posterior; they count as wrong.",
            evaluation.n_undefined, evaluation.n
        ));
    }
    if evaluation.n_tied > 0 {
        all.push(format!(
            "{} of {} rows are ties; the first class of the data is named for them.",
            evaluation.n_tied, evaluation.n
        ));
    }
    match evaluation.log_loss {
        Some(loss) => all.push(format!("Log loss {loss:.4}: the mean of −ln P(true class | x).")),
        None if evaluation.n_impossible > 0 => all.push(format!(
            "Log loss is infinite: {} rows gave their true class probability 0.",
            evaluation.n_impossible
        )),
        None => {}
    }
    all.push("The model was tested on the rows it learned from, which flatters it.".to_owned());
    all
}

/// `Accuracy 13/14 ≈ 0.9286; always saying Yes reaches 9/14 ≈ 0.6429.`
pub fn accuracy(evaluation: &Evaluation) -> String {
    let value = |number: Option<&Number>| number.map(equals).unwrap_or_default();
    let commonest = evaluation.commonest.and_then(|class| evaluation.labels.get(class));
    let most = evaluation
        .commonest
        .and_then(|class| evaluation.per_class.get(class))
        .map_or(0, |class| class.support);
    let baseline = evaluation.baseline.as_ref().zip(evaluation.accuracy.as_ref());
    let below = baseline.is_some_and(|(baseline, accuracy)| accuracy.compare(baseline).is_lt());
    format!(
        "Accuracy {}/{} {}; always saying {} reaches {most}/{} {}.{}",
        evaluation.right,
        evaluation.n,
        value(evaluation.accuracy.as_ref()),
        commonest.map(Name::to_string).unwrap_or_default(),
        evaluation.n,
        value(evaluation.baseline.as_ref()),
        if below { " The model is worse than that." } else { "" },
    )
}
