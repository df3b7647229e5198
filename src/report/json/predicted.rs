//! Predictions of rows.

use serde::Serialize;

use super::explain::Ratio;
use super::{ByClass, Object, by_class};
use crate::math::{Name, Number};
use crate::model::{Ranking, Typicality};
use crate::report::Predictions;

/// The answer of `predict`.
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
    typicality: Option<Typical<'a>>,
}

/// How typical a row is, where that is asked for.
#[derive(Serialize)]
struct Typical<'a> {
    ln_evidence: Ratio,
    below: u64,
    equal: u64,
    above: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    tails: Option<ByClass<'a, Option<f64>>>,
}

impl<'a> Typical<'a> {
    fn new(typicality: &Typicality, classes: &'a [Name]) -> Typical<'a> {
        let Ranking { below, equal, above } = typicality.ranking;
        let tail = |class: usize| typicality.tails.get(class).copied().flatten();
        let tails = (!typicality.tails.is_empty()).then(|| by_class(classes, tail));
        Typical { ln_evidence: Ratio(Some(typicality.ln_evidence)), below, equal, above, tails }
    }
}

impl<'a> Predicted<'a> {
    /// The predictions, with what must be said of them.
    pub fn new(predictions: &'a Predictions, notes: Vec<String>) -> Predicted<'a> {
        let classes = &predictions.classes;
        let typicality = predictions.typicality.as_deref().unwrap_or_default();
        let typical = |at: usize| typicality.get(at).and_then(Option::as_ref);
        let rows = predictions.rows.iter().enumerate().map(|(at, (row, answer))| Row {
            typicality: typical(at).map(|typical| Typical::new(typical, classes)),
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
