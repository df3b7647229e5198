//! Rows that are predicted or drawn, and pictures as text.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{ByClass, Log, Object, by_class, with};
use crate::math::{Name, Number};
use crate::model::{DrawnRow, DrawnValue, Fitted, Ranking, Sampler, Typicality};
use crate::plot::{Fact, Scene};
use crate::report::{Predictions, addresses};

#[derive(Serialize)]
pub struct Predicted<'a> {
    predictions: Vec<Row<'a>>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<Object<&'a str, &'a str>>,
    row: usize,
    predicted: Option<&'a Name>,
    tie: bool,
    undefined_reason: Option<&'static str>,
    posterior: Option<ByClass<'a, Option<Number>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<Option<&'a Name>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    typicality: Option<Value>,
}

impl<'a> Predicted<'a> {
    pub fn new(predictions: &'a Predictions, notes: Vec<String>) -> Predicted<'a> {
        let classes = &predictions.classes;
        let typicality = predictions.typicality.as_deref().unwrap_or_default();
        let rows = predictions.rows.iter().enumerate().map(|(at, (row, answer))| Row {
            typicality: typicality.get(at).and_then(Option::as_ref).map(|found| typical(found, classes)),
            kept: (!predictions.kept.0.is_empty()).then(|| {
                let cells = predictions.kept_of(at).iter().map(String::as_str);
                predictions.kept.0.iter().map(String::as_str).zip(cells).collect()
            }),
            row: *row,
            predicted: answer.predicted.and_then(|class| classes.get(class)),
            tie: answer.is_tie,
            undefined_reason: answer.undefined,
            decision: predictions.decider.as_ref().map(|_| predictions.decision(answer)),
            posterior: answer
                .predicted
                .map(|_| by_class(classes, |class| answer.posterior.get(class).copied().map(Number::Float))),
        });
        Predicted { predictions: rows.collect(), notes }
    }
}

fn typical(typicality: &Typicality, classes: &[Name]) -> Value {
    let Ranking { below, equal, above } = typicality.ranking;
    let ln_evidence = Log(Some(typicality.ln_evidence));
    let tail = |class: usize| typicality.tails.get(class).copied().flatten();
    let tails = (!typicality.tails.is_empty()).then(|| by_class(classes, tail));
    let found = json!({ "ln_evidence": ln_evidence, "below": below, "equal": equal, "above": above });
    with(found, "tails", tails)
}

/// The answer of `draw`: the class, a value for each feature, and the uniform numbers used.
pub fn draws(fitted: &Fitted, sampler: &Sampler<'_>, rows: &[DrawnRow]) -> Value {
    let draw = |row: &DrawnRow| {
        let cells = sampler.cells(row).into_iter();
        let mut values: Map<_, _> =
            cells.map(|(name, text)| (name.as_str().to_owned(), Value::String(text))).collect();
        // Numbers are JSON numbers.
        for (feature, value) in fitted.features.iter().zip(&row.values) {
            let number = match value {
                DrawnValue::Number { x, .. } => Value::from(*x),
                DrawnValue::Count { k, .. } => Value::from(*k),
                _ => continue,
            };
            values.insert(feature.name.as_str().to_owned(), number);
        }
        let of_values = row.values.iter().flat_map(|value| match value {
            DrawnValue::Category { u, .. } | DrawnValue::Number { u, .. } | DrawnValue::Count { u, .. } => {
                vec![u.value]
            }
            DrawnValue::Words(words) => words.iter().map(|(_, u)| u.value).collect(),
            DrawnValue::Presence(words) => words.iter().map(|(.., u)| u.value).collect(),
        });
        json!({
            "class": fitted.classes.get(row.class).map(Name::as_str).unwrap_or_default(),
            "values": values,
            "uniforms": row.u.iter().map(|u| u.value).chain(of_values).collect::<Vec<_>>(),
        })
    };
    json!({ "draws": rows.iter().map(draw).collect::<Vec<_>>() })
}

/// A picture in words: its notes, and each fact with its numbers.
pub fn picture(scene: &Scene) -> Value {
    let fact = |fact: &Fact| {
        let addresses = addresses(&fact.address);
        json!({ "what": fact.what.plain(), "value": fact.value.plain(), "addresses": addresses })
    };
    json!({
        "title": scene.title,
        "notes": scene.notes.iter().map(|note| note.plain()).collect::<Vec<_>>(),
        "facts": scene.facts.iter().map(fact).collect::<Vec<_>>(),
    })
}
