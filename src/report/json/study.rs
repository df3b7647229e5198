//! What every answer begins with, and the answer when there is no model.

use serde::Serialize;
use serde_json::{Value, json};

use super::{FORMAT, by_class, with};
use crate::model::{Classifier, Study};
use crate::problem::Problem;
use crate::table::Topic;

#[derive(Serialize)]
pub struct Answer<T> {
    #[serde(flatten)]
    about: Option<Value>,
    #[serde(flatten)]
    rest: T,
}

impl<T> Answer<T> {
    /// An answer about a model of a study; without a model, the answer stands alone.
    pub fn new(study: &Study, model: Option<&dyn Classifier>, rest: T) -> Answer<T> {
        Answer { about: model.map(|model| about(study, model)), rest }
    }
}

fn about(study: &Study, model: &dyn Classifier) -> Value {
    let (data, resolved) = (model.data(), &model.data().resolved);
    let classes = model.classes();
    // What a recipe in which all is written says is not asked: both give the same.
    let noticed = study.noticed().into_iter().filter(|warning| warning.notice.topic != Topic::Few);
    let warnings = noticed
        .map(|warning| warning.to_string())
        .chain(resolved.notes.iter().cloned())
        .chain(study.left_out())
        .chain(resolved.warnings.iter().map(ToString::to_string))
        .chain(model.warnings());
    let file = json!({
        "file": study.source.label(),
        "rows": data.rows(),
        "used": model.table_rows(),
        "dropped_no_target": model.unlabelled(),
        "dropped_incomplete": model.dropped(),
        "skipped": study.loaded.skipped,
    });
    let weighted = resolved.weight.is_some();
    let used_weight = || -> u64 { (0..classes.len()).map(|class| model.class_count(class)).sum() };
    let file = with(file, "used_weight", weighted.then(used_weight));
    let file = with(file, "dropped_weight_zero", weighted.then(|| model.weightless()));
    json!({
        "format": FORMAT,
        "data": file,
        "recipe": resolved.recipe.to_table(),
        "conventions": model.conventions(),
        "warnings": warnings.collect::<Vec<_>>(),
        "classes": classes,
        "class_counts": by_class(classes, |class| model.class_count(class)),
        "priors": by_class(classes, |class| model.prior(class)),
        "exact": model.is_exact(),
    })
}

pub fn refusal(problem: &Problem) -> Value {
    let Problem { kind, what, place, feature, class, line, column, .. } = problem;
    let mut found = json!({ "kind": kind, "message": what, "fix": problem.advice() });
    for (key, text) in [("place", place), ("feature", feature), ("class", class)] {
        found = with(found, key, text.as_ref());
    }
    with(with(found, "line", *line), "column", column.as_ref())
}
