//! Logistic regression: its columns, its coefficients, and how they were found.

use serde::Serialize;

use super::{ByClass, Object, by_class};
use crate::math::Name;
use crate::model::{self, Part, Ridge, Why};

/// Columns and coefficients of logistic regression, and how they were found.
#[derive(Serialize)]
pub struct Logistic<'a> {
    discriminative: bool,
    classes: &'a [Name],
    base: Option<&'a Name>,
    columns: Vec<Column<'a>>,
    references: Object<&'a Name, &'a Name>,
    coefficients: ByClass<'a, Option<Coefficients>>,
    iterations: usize,
    log_likelihood: f64,
    ridge: Option<Penalty>,
    dropped: u64,
    remarks: Vec<String>,
}

#[derive(Serialize)]
struct Column<'a> {
    name: String,
    feature: &'a Name,
    kind: &'static str,
    value: Option<&'a Name>,
    constant: bool,
}

#[derive(Serialize)]
struct Coefficients {
    theta_0: f64,
    theta: Object<String, f64>,
}

#[derive(Serialize)]
struct Penalty {
    lambda: f64,
    why: &'static str,
    columns: Option<Vec<String>>,
}

impl<'a> From<&'a model::Logistic> for Logistic<'a> {
    fn from(model: &'a model::Logistic) -> Self {
        let column = |(at, column): (usize, &'a model::Column)| Column {
            name: column.label(),
            feature: &column.feature,
            kind: match &column.part {
                Part::Number => "number",
                Part::Is(_) => "indicator",
                Part::Yes(_) => "yes",
                Part::Count(_) => "count",
                Part::Presence(_) => "presence",
            },
            value: column.value(),
            constant: model.is_constant(at),
        };
        let coefficients = |class: usize| {
            let (theta_0, weights) = model.coefficients(class)?;
            let theta = model.columns().iter().zip(weights).map(|(column, weight)| (column.label(), weight));
            Some(Coefficients { theta_0, theta: theta.collect() })
        };
        Logistic {
            discriminative: true,
            classes: &model.classes,
            base: model.base().and_then(|class| model.classes.get(class)),
            columns: model.columns().iter().enumerate().map(column).collect(),
            references: model.references().iter().map(|(feature, value)| (feature, value)).collect(),
            coefficients: by_class(&model.classes, coefficients),
            iterations: model.steps,
            log_likelihood: model.log_likelihood,
            ridge: model.ridge.as_ref().map(|found| penalty(model, found)),
            dropped: model.dropped,
            remarks: model.warnings(),
        }
    }
}

fn penalty(model: &model::Logistic, ridge: &Ridge) -> Penalty {
    let label = |at: &usize| model.columns().get(*at).map(model::Column::label);
    let (why, columns) = match &ridge.why {
        Why::Asked => ("asked", None),
        Why::Separable { every: true } => ("separable", None),
        Why::Separable { every: false } => ("partly_separable", None),
        Why::Collinear(columns) => ("collinear", Some(columns.iter().filter_map(label).collect())),
        Why::NotFound => ("not_found", None),
    };
    Penalty { lambda: ridge.lambda, why, columns }
}
