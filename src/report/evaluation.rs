//! The confusion matrix as a document.

use super::document::{Align, Document, Grid};
use super::number::{decimal, equals};
use crate::evaluate::Evaluation;
use crate::math::{Name, Number};
use crate::recipe::Split;
use crate::text::shown;

/// Matrix, accuracy against the baseline, precision and recall.
pub fn evaluation(evaluation: &Evaluation) -> Document {
    let mut out = Document::default();
    out.heading(heading(evaluation));
    let labels = &evaluation.labels;
    let said = labels.iter().take(evaluation.predictable);
    let mut grid = Grid::new(
        std::iter::once(("actual \\ predicted".to_owned(), Align::Left))
            .chain(said.map(|label| (label.to_string(), Align::Right)))
            .chain([("recall".to_owned(), Align::Right)]),
    );
    let share = |value: Option<&Number>| value.map_or_else(|| "-".to_owned(), decimal);
    for ((label, row), per_class) in labels.iter().zip(&evaluation.matrix).zip(&evaluation.per_class) {
        let counts = row.iter().map(u64::to_string);
        let cells =
            std::iter::once(label.to_string()).chain(counts).chain([share(per_class.recall.as_ref())]);
        grid.rows.push(cells.collect());
    }
    let precisions = evaluation.per_class.iter().take(evaluation.predictable);
    let precisions = precisions.map(|class| share(class.precision.as_ref()));
    grid.rows
        .push(std::iter::once("precision".to_owned()).chain(precisions).chain([String::new()]).collect());
    out.grid(grid);
    out.text(accuracy(evaluation));
    training(evaluation).into_iter().for_each(|training| out.text(training));
    caveats(evaluation).into_iter().for_each(|caveat| out.item(caveat));
    out
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
            "Log loss is infinite: {} gave the true class probability 0.",
            if evaluation.n_impossible == 1 {
                "1 row".to_owned()
            } else {
                format!("{} rows", evaluation.n_impossible)
            }
        )),
        None => {}
    }
    match &evaluation.tested {
        None => all.push("The model was tested on the rows it learned from, which flatters it.".to_owned()),
        Some(tested) => {
            all.push(kept(&tested.split));
            all.extend(tested.remarks.iter().cloned());
        }
    }
    all
}

/// `Confusion matrix by 10 folds, 14 rows`
pub fn heading(evaluation: &Evaluation) -> String {
    let weights = if evaluation.is_weighted() { ", each as often as its weight says" } else { "" };
    let Some(tested) = &evaluation.tested else {
        return format!("Confusion matrix on the training rows{weights}");
    };
    let by = match &tested.split {
        Split::None => "on the training rows".to_owned(),
        Split::Holdout(share) => format!("on the rows held out, a share of {} of each class", share.text()),
        Split::Folds(k) => format!("by {k} folds"),
        Split::LeaveOneOut => "by leaving one row out".to_owned(),
        Split::File(path) => format!("on the rows of {}", shown(path)),
    };
    let rows = evaluation.rows.len();
    format!("Confusion matrix {by}, {rows} {}{weights}", if rows == 1 { "row" } else { "rows" })
}

/// What kept the rows from the models that predicted them.
fn kept(split: &Split) -> String {
    let models = match split {
        Split::Folds(_) | Split::LeaveOneOut => "Each row was predicted by a model that did not see it",
        Split::None | Split::Holdout(_) | Split::File(_) => {
            "These rows were predicted by a model that did not see them"
        }
    };
    match split {
        Split::File(_) => format!("{models}."),
        _ => format!("{models}; the parameters are those of all rows."),
    }
}

/// `On its own training rows the model is right for 13 of 14 ≈ 0.9286.`
pub fn training(evaluation: &Evaluation) -> Option<String> {
    let (right, n) = evaluation.tested.as_ref()?.training;
    let share = Number::ratio(right, n).map(|share| equals(&share)).unwrap_or_default();
    Some(format!("On its own training rows the model reaches {right}/{n} {share}."))
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
