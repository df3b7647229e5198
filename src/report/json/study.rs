//! What every answer begins with, and the answer when there is no model.

use serde_json::{Map, Value, json};

use super::{by_class, number};
use crate::evaluate::{Evaluation, PerClass};
use crate::model::{Fitted, Study};
use crate::problem::Problem;

/// Rows whose predictions are listed unless all are asked for.
const LISTED: usize = 10_000;

/// The keys that every command's answer has.
pub fn study(study: &Study, fitted: &Fitted) -> Map<String, Value> {
    let table = &fitted.data.table;
    let recipe = &fitted.data.resolved.recipe;
    let mut out = Map::new();
    out.insert("format".into(), json!(1));
    out.insert(
        "data".into(),
        json!({
            "file": study.source.label(),
            "rows": table.rows(),
            "used": fitted.rows(),
            "dropped_no_target": fitted.statistics.unlabelled,
            "dropped_incomplete": fitted.dropped(),
            "skipped": study.loaded.skipped,
        }),
    );
    out.insert("recipe".into(), serde_json::to_value(recipe.to_table()).unwrap_or(Value::Null));
    out.insert("conventions".into(), json!(fitted.conventions()));
    let notices = study.loaded.notices.iter().map(ToString::to_string);
    let notes = fitted.data.resolved.notes.iter().cloned();
    let warnings = fitted.data.resolved.warnings.iter().cloned();
    let notes = notes.chain(study.left_out()).chain(warnings);
    out.insert("warnings".into(), Value::Array(notices.chain(notes).map(Value::String).collect()));
    out.insert(
        "classes".into(),
        json!(fitted.classes.iter().map(|class| class.as_str()).collect::<Vec<_>>()),
    );
    out.insert("class_counts".into(), by_class(&fitted.classes, |class| json!(fitted.class_count(class))));
    out.insert("priors".into(), by_class(&fitted.classes, |class| number(fitted.prior(class).as_ref())));
    out.insert("exact".into(), json!(fitted.is_exact()));
    out
}

/// The confusion matrix and what follows from it. All predictions are listed when `every` is set, else the first
/// 10,000.
pub fn evaluate(evaluation: &Evaluation, every: bool) -> Value {
    let labels = &evaluation.labels;
    let name = |class: usize| labels.get(class).map(|label| label.as_str());
    let listed = if every { usize::MAX } else { LISTED };
    let per_class = |class: usize| {
        let Some(PerClass { precision, recall, f1, support }) = evaluation.per_class.get(class) else {
            return Value::Null;
        };
        json!({
            "precision": number(precision.as_ref()),
            "recall": number(recall.as_ref()),
            "f1": number(f1.as_ref()),
            "support": support,
        })
    };
    json!({
        "split": "none",
        "labels": labels.iter().map(|label| label.as_str()).collect::<Vec<_>>(),
        "matrix": evaluation.matrix,
        "n": evaluation.n,
        "n_undefined": evaluation.n_undefined,
        "n_tied": evaluation.n_tied,
        "accuracy": number(evaluation.accuracy.as_ref()),
        "baseline": number(evaluation.baseline.as_ref()),
        "per_class": by_class(labels, per_class),
        "log_loss": evaluation.log_loss,
        "n_impossible": evaluation.n_impossible,
        "predicted": evaluation.rows.iter().take(listed).map(|(row, _)| row.predicted.and_then(name)).collect::<Vec<_>>(),
    })
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
