//! Logistic regression for programs.

use serde_json::{Map, Value, json};

use super::by_class;
use crate::model::{Column, Logistic, Part, Ridge, Why};

/// Columns, coefficients and how they were found.
pub fn logistic(model: &Logistic) -> Value {
    let name = |class: usize| model.classes.get(class).map(|name| name.as_str());
    let references = model.references().iter();
    let references: Map<String, Value> =
        references.map(|(feature, value)| (feature.as_str().to_owned(), json!(value.as_str()))).collect();
    json!({
        "discriminative": true,
        "classes": model.classes.iter().map(|class| class.as_str()).collect::<Vec<_>>(),
        "base": model.base().and_then(name),
        "columns": (0..).zip(model.columns()).map(|(at, it)| column(model, at, it)).collect::<Vec<_>>(),
        "references": references,
        "coefficients": by_class(&model.classes, |class| coefficients(model, class)),
        "iterations": model.steps,
        "log_likelihood": model.log_likelihood,
        "ridge": model.ridge.as_ref().map(|found| ridge(model, found)),
        "dropped": model.dropped,
        "remarks": model.remarks(),
    })
}

fn column(model: &Logistic, at: usize, column: &Column) -> Value {
    let kind = match &column.part {
        Part::Number => "number",
        Part::Is(_) => "indicator",
        Part::Yes(_) => "yes",
        Part::Count(_) => "count",
        Part::Presence(_) => "presence",
    };
    json!({
        "name": column.label(),
        "feature": column.feature.as_str(),
        "kind": kind,
        "value": column.value().map(|value| value.as_str()),
        "constant": model.is_constant(at),
    })
}

fn coefficients(model: &Logistic, class: usize) -> Value {
    let Some((intercept, weights)) = model.coefficients(class) else { return Value::Null };
    let theta = model.columns().iter().zip(weights).map(|(column, weight)| (column.label(), json!(weight)));
    json!({ "theta_0": intercept, "theta": theta.collect::<Map<String, Value>>() })
}

fn ridge(model: &Logistic, ridge: &Ridge) -> Value {
    let (why, columns) = match &ridge.why {
        Why::Asked => ("asked", None),
        Why::Separable { every: true } => ("separable", None),
        Why::Separable { every: false } => ("partly_separable", None),
        Why::Collinear(columns) => ("collinear", Some(columns)),
        Why::NotFound => ("not_found", None),
    };
    let labels = columns.map(|columns| {
        columns.iter().filter_map(|at| model.columns().get(*at)).map(Column::label).collect::<Vec<_>>()
    });
    json!({ "lambda": ridge.lambda, "why": why, "columns": labels })
}
