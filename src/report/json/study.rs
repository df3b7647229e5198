//! What every answer begins with, and the answer when there is no model.

use serde_json::{Map, Value, json};

use super::{by_class, number};
use crate::evaluate::{Evaluation, Fold, MATRIX, PerClass};
use crate::math::Name;
use crate::model::{Classifier, Study};
use crate::problem::Problem;

/// Rows whose predictions are listed unless all are asked for.
const LISTED: usize = 10_000;

/// The keys that every command's answer has.
pub fn study(study: &Study, model: &dyn Classifier) -> Map<String, Value> {
    let (table, recipe) = (&model.data().table, &model.data().resolved.recipe);
    let classes = model.classes();
    let mut out = Map::new();
    out.insert("format".into(), json!(1));
    out.insert(
        "data".into(),
        json!({
            "file": study.source.label(),
            "rows": table.rows(),
            "used": model.table_rows(),
            "dropped_no_target": model.data().unlabelled().count(),
            "dropped_incomplete": model.dropped(),
            "skipped": study.loaded.skipped,
        }),
    );
    let weighted = model.data().resolved.weight.is_some();
    if let Some(Value::Object(data)) = out.get_mut("data").filter(|_| weighted) {
        let seen: u64 = (0..classes.len()).map(|class| model.class_count(class)).sum();
        data.insert("used_weight".into(), json!(seen));
        data.insert("dropped_weight_zero".into(), json!(model.data().weightless()));
    }
    out.insert("recipe".into(), serde_json::to_value(recipe.to_table()).unwrap_or(Value::Null));
    out.insert("conventions".into(), json!(model.conventions()));
    let notices = study.loaded.notices.iter().map(ToString::to_string);
    let notes = model.data().resolved.notes.iter().cloned();
    let warnings = model.data().resolved.warnings.iter().cloned();
    let notes = notes.chain(study.left_out()).chain(warnings).chain(model.cautions());
    out.insert("warnings".into(), Value::Array(notices.chain(notes).map(Value::String).collect()));
    out.insert("classes".into(), json!(classes.iter().map(Name::as_str).collect::<Vec<_>>()));
    out.insert("class_counts".into(), by_class(classes, |class| json!(model.class_count(class))));
    out.insert("priors".into(), by_class(classes, |class| number(model.prior(class).as_ref())));
    out.insert("exact".into(), json!(model.is_exact()));
    out
}

/// The confusion matrix, null where it would have more than a million cells, and what follows from it. All predictions are listed when `every` is set, else the first
/// 10,000.
pub fn evaluate(evaluation: &Evaluation, every: bool) -> Value {
    let labels = &evaluation.labels;
    let name = |class: usize| labels.get(class).map(|label| label.as_str());
    let listed = if every { usize::MAX } else { LISTED };
    let per_class = |class: usize| {
        let Some(PerClass { precision, recall, f1, support, .. }) = evaluation.per_class.get(class) else {
            return Value::Null;
        };
        json!({
            "precision": number(precision.as_ref()),
            "recall": number(recall.as_ref()),
            "f1": number(f1.as_ref()),
            "support": support,
        })
    };
    // Programs read a square; nothing is ever called a class that only a test file has.
    let padded = |row: &Vec<u64>| {
        let zeros = labels.len() - row.len();
        row.iter().copied().chain(std::iter::repeat_n(0, zeros)).collect::<Vec<u64>>()
    };
    let matrix = (labels.len() <= MATRIX).then(|| evaluation.matrix.iter().map(padded).collect::<Vec<_>>());
    let rows = || evaluation.rows.iter().take(listed);
    let mut out = json!({
        "split": evaluation.tested.as_ref().map_or_else(|| "none".to_owned(), |tested| tested.split.to_string()),
        "labels": labels.iter().map(|label| label.as_str()).collect::<Vec<_>>(),
        "matrix": matrix,
        "n": evaluation.n,
        "n_undefined": evaluation.n_undefined,
        "n_tied": evaluation.n_tied,
        "accuracy": number(evaluation.accuracy.as_ref()),
        "baseline": number(evaluation.baseline.as_ref()),
        "per_class": by_class(labels, per_class),
        "log_loss": evaluation.log_loss,
        "n_impossible": evaluation.n_impossible,
        "predicted": rows().map(|row| row.prediction.predicted.and_then(name)).collect::<Vec<_>>(),
    });
    if let (Some(tested), Some(out)) = (&evaluation.tested, out.as_object_mut()) {
        let (right, n) = tested.training;
        out.insert("seed".into(), json!(tested.seed));
        out.insert("row".into(), json!(rows().map(|row| evaluation.row_number(row)).collect::<Vec<_>>()));
        out.insert("fold".into(), json!(rows().map(|row| row.fold.map(|fold| fold + 1)).collect::<Vec<_>>()));
        if evaluation.is_weighted() {
            out.insert("weight".into(), json!(rows().map(|row| row.weight).collect::<Vec<_>>()));
        }
        out.insert(
            "training".into(),
            json!({"n": n, "right": right, "accuracy": number(tested.training_accuracy().as_ref())}),
        );
        out.insert("folds".into(), tested.folds.iter().map(|of| fold(labels, of)).collect());
        out.insert("remarks".into(), json!(tested.remarks));
    }
    out
}

/// One part of the rows.
fn fold(labels: &[Name], fold: &Fold) -> Value {
    let count = |class: usize| json!(fold.by_class.get(class).copied().unwrap_or(0));
    let mut out = json!({
        "fold": fold.fold + 1,
        "n": fold.by_class.iter().sum::<u64>(),
        "right": fold.right,
        "by_class": by_class(labels, count),
    });
    if let (Some(error), Some(out)) = (&fold.error, out.as_object_mut()) {
        out.extend(problem(error).as_object().cloned().unwrap_or_default());
    }
    out
}

/// `{"error": …}`.
pub fn problem(problem: &Problem) -> Value {
    let mut error = Map::new();
    error.insert("kind".into(), json!(problem.kind));
    error.insert("message".into(), json!(problem.what));
    error.insert("fix".into(), json!(problem.advice()));
    let optional = [("place", &problem.place), ("feature", &problem.feature), ("class", &problem.class)];
    for (key, text) in optional {
        if let Some(text) = text {
            error.insert(key.into(), json!(text));
        }
    }
    if let Some(line) = problem.line {
        error.insert("line".into(), json!(line));
    }
    if let Some(column) = &problem.column {
        error.insert("column".into(), json!(column));
    }
    json!({ "error": error })
}
