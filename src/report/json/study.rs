//! What every answer begins with, and the answer when there is no model.

use serde::Serialize;

use super::{ByClass, FORMAT, by_class};
use crate::math::{Name, Number};
use crate::model::{Classifier, Study};
use crate::problem::Problem;
use crate::table::Topic;

/// What is said of data and model, and then the answer of a command.
#[derive(Serialize)]
pub struct Answer<'a, T> {
    #[serde(flatten)]
    about: Option<About<'a>>,
    #[serde(flatten)]
    rest: T,
}

impl<'a, T> Answer<'a, T> {
    /// An answer about a model of a study; without a model, the answer stands alone.
    pub fn new(study: &'a Study, model: Option<&'a dyn Classifier>, rest: T) -> Answer<'a, T> {
        Answer { about: model.map(|model| About::new(study, model)), rest }
    }
}

#[derive(Serialize)]
struct About<'a> {
    format: u32,
    data: Data,
    recipe: toml::Table,
    conventions: String,
    warnings: Vec<String>,
    classes: &'a [Name],
    class_counts: ByClass<'a, u64>,
    priors: ByClass<'a, Option<Number>>,
    exact: bool,
}

#[derive(Serialize)]
struct Data {
    file: String,
    rows: usize,
    used: u64,
    dropped_no_target: u64,
    dropped_incomplete: u64,
    skipped: u64,
    #[serde(flatten)]
    weights: Option<Weights>,
}

#[derive(Serialize)]
struct Weights {
    used_weight: u64,
    dropped_weight_zero: u64,
}

impl<'a> About<'a> {
    fn new(study: &'a Study, model: &'a dyn Classifier) -> About<'a> {
        let (data, resolved) = (model.data(), &model.data().resolved);
        let classes = model.classes();
        // What a recipe in which all is written says is not asked: both give the same.
        let noticed = study.noticed().into_iter().filter(|warning| warning.notice.topic != Topic::Few);
        let warnings = noticed.map(|warning| warning.to_string());
        let warnings = warnings.chain(resolved.notes.iter().cloned()).chain(study.left_out());
        About {
            format: FORMAT,
            data: Data {
                file: study.source.label(),
                rows: data.rows(),
                used: model.table_rows(),
                dropped_no_target: model.unlabelled(),
                dropped_incomplete: model.dropped(),
                skipped: study.loaded.skipped,
                weights: resolved.weight.as_ref().map(|_| Weights {
                    used_weight: (0..classes.len()).map(|class| model.class_count(class)).sum(),
                    dropped_weight_zero: model.weightless(),
                }),
            },
            recipe: resolved.recipe.to_table(),
            conventions: model.conventions(),
            warnings: warnings
                .chain(resolved.warnings.iter().map(ToString::to_string))
                .chain(model.warnings())
                .collect(),
            classes,
            class_counts: by_class(classes, |class| model.class_count(class)),
            priors: by_class(classes, |class| model.prior(class)),
            exact: model.is_exact(),
        }
    }
}

/// Why there is no answer.
#[derive(Serialize)]
pub struct Refusal<'a> {
    pub(super) error: Error<'a>,
}

#[derive(Serialize)]
pub(super) struct Error<'a> {
    kind: &'a str,
    message: &'a str,
    fix: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: &'a Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    feature: &'a Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: &'a Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: &'a Option<String>,
}

impl<'a> From<&'a Problem> for Refusal<'a> {
    fn from(problem: &'a Problem) -> Self {
        let Problem { kind, what, place, feature, class, line, column, .. } = problem;
        let fix = problem.advice();
        Refusal { error: Error { kind, message: what, fix, place, feature, class, line: *line, column } }
    }
}
