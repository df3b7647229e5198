//! The figures, the ROC curve and the reliability table for programs.

use serde_json::{Map, Value, json};

use super::number;
use crate::evaluate::{Counts, Evaluation, Figure, Interval, Measured, Metrics, Roc};
use crate::math::Linear;

/// Points of the curve that are listed.
const POINTS: usize = 1_000;

/// What `evaluate` adds to the object `evaluation`.
pub fn metrics(evaluation: &Evaluation, metrics: &Metrics) -> Map<String, Value> {
    let name = |class: usize| evaluation.labels.get(class).map(|label| label.as_str());
    let Value::Object(all) = json!({
        "errors": metrics.errors,
        "interval": interval(metrics.interval.as_ref()),
        "above_baseline": number(metrics.above_baseline.as_ref()),
        "balanced_accuracy": number(metrics.balanced_accuracy.as_ref()),
        "macro_f1": number(metrics.macro_f1.as_ref()),
        "brier": metrics.brier,
        "n_defined": metrics.n_defined,
        "roc": roc(&metrics.roc, name(metrics.positive())),
        "calibration": calibration(metrics, name),
        "figures": metrics.figures.iter().map(|each| figure(each, name)).collect::<Vec<_>>(),
    }) else {
        return Map::new();
    };
    all
}

fn interval(interval: Option<&Interval>) -> Value {
    interval.map_or(Value::Null, |interval| json!([interval.low(), interval.high()]))
}

fn roc(roc: &Roc, positive: Option<&str>) -> Value {
    let point = |at: usize| {
        let point = roc.points.get(at)?;
        let mut object = counts(&point.counts);
        object.insert("threshold".into(), json!(point.threshold));
        Some(Value::Object(object))
    };
    json!({
        "positive": positive,
        "auc": number(roc.area().as_ref()),
        "n_left_out": roc.left_out,
        "in_use": counts(&roc.in_use),
        "threshold_in_use": roc.at_use().and_then(|at| roc.points.get(at)?.threshold),
        "points": roc.some_points(POINTS).into_iter().filter_map(point).collect::<Vec<_>>(),
        "points_total": roc.points.len(),
    })
}

fn counts(counts: &Counts) -> Map<String, Value> {
    let entries = [
        ("tp", json!(counts.true_positive)),
        ("fp", json!(counts.false_positive)),
        ("tn", json!(counts.true_negative)),
        ("fn", json!(counts.false_negative)),
        ("sensitivity", number(counts.sensitivity().as_ref())),
        ("specificity", number(counts.specificity().as_ref())),
    ];
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn calibration<'a>(metrics: &Metrics, name: impl Fn(usize) -> Option<&'a str>) -> Value {
    let calibration = &metrics.calibration;
    let many = calibration.bins.len() as f64;
    let bin = |(at, bin): (usize, &crate::evaluate::Bin)| {
        json!({
            "from": at as f64 / many,
            "to": (at + 1) as f64 / many,
            "n": bin.n,
            "mean": bin.said(),
            "observed": number(bin.observed().as_ref()),
            "interval": interval(bin.interval().as_ref()),
        })
    };
    json!({
        "of": calibration.of.and_then(name),
        "n": calibration.n,
        "ece": calibration.error(),
        "sureness": metrics.sureness.map(|found| {
            json!({
                "n": found.n,
                "promised_log_loss": found.promised,
                "log_loss": found.loss.is_finite().then_some(found.loss),
                "chance_at_most": found.chance,
                "too_sure": found.is_too_sure(),
            })
        }),
        "bins": calibration.bins.iter().enumerate().map(bin).collect::<Vec<_>>(),
    })
}

fn figure<'a>(figure: &Figure, name: impl Fn(usize) -> Option<&'a str>) -> Value {
    let line = |chain| Linear::default().chain(chain);
    let mut out = Map::new();
    out.insert("figure".into(), json!(figure.kind.word()));
    if let Some(class) = figure.class.and_then(name) {
        out.insert("class".into(), json!(class));
    }
    out.insert("value".into(), number(figure.measured.value()));
    if figure.measured == Measured::Infinite {
        out.insert("infinite".into(), json!(true));
    }
    if figure.interval.is_some() {
        out.insert("interval".into(), interval(figure.interval.as_ref()));
    }
    out.insert("formulas".into(), figure.chains.iter().map(line).collect());
    Value::Object(out)
}
