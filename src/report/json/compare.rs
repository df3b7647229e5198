//! Several models side by side, for programs.

use serde_json::{Value, json};

use super::{number, study};
use crate::evaluate::{Comparison, ComparisonResult, Kind, Measure, Pair, Refused};
use crate::math::{Linear, Number};

/// Rows that are listed of those for which two models say different things.
const LISTED: usize = 100;

/// The keys that the answer of a comparison has beside those of every command.
pub fn compare(found: &Comparison, by: Option<Measure>) -> serde_json::Map<String, Value> {
    let order = found.sorted(by);
    let models = order.iter().filter_map(|at| found.standings.get(*at)).map(model);
    let refused = found.refused.iter().map(refusal);
    let word = |at: usize| found.standings.get(at).map(|standing| standing.entrant.word());
    let mut out = serde_json::Map::new();
    out.insert("split".into(), json!(found.split.to_string()));
    out.insert("seed".into(), json!(found.seed));
    out.insert("n".into(), json!(found.n));
    out.insert("models".into(), models.chain(refused).collect());
    out.insert("pairs".into(), found.pairs().map(|of| pair(found, &of)).collect());
    let best = Measure::JUDGING.map(|measure| {
        let words: Vec<_> = found.best(measure).into_iter().filter_map(word).collect();
        (measure.word().replace('-', "_"), json!(words))
    });
    out.insert("best".into(), Value::Object(best.into_iter().collect()));
    out.insert("remarks".into(), json!(found.remarks));
    out
}

fn model(standing: &ComparisonResult) -> Value {
    let interval = standing.figure(Kind::Accuracy).and_then(|figure| figure.interval);
    let float = |kind: Kind| standing.measured(kind).value().map(Number::to_f64);
    let (right, n) = standing.training;
    json!({
        "model": standing.entrant.word(),
        "name": standing.contestant.name,
        "title": standing.trial.whole.classifier().title(),
        "n": standing.n,
        "right": standing.right,
        "accuracy": number(standing.measured(Kind::Accuracy).value()),
        "interval": interval.map(|interval| [interval.low(), interval.high()]),
        "log_loss": float(Kind::LogLoss),
        "n_impossible": standing.n_impossible,
        "brier": float(Kind::Brier),
        "n_undefined": standing.n_undefined,
        "n_tied": standing.n_tied,
        "parameters": standing.parameters.count,
        "parameters_formula": Linear { ascii: false }.chain(&standing.parameters.chain),
        "training": {"n": n, "right": right, "accuracy": number(standing.training_accuracy().as_ref())},
        "seconds": standing.seconds,
        "remarks": standing.remarks,
    })
}

fn refusal(refused: &Refused) -> Value {
    let mut out = json!({ "model": refused.entrant.word(), "name": refused.name });
    if let Some(out) = out.as_object_mut() {
        let problem = study::problem(&refused.problem);
        out.insert("refused".into(), problem.get("error").cloned().unwrap_or(Value::Null));
    }
    out
}

fn pair(found: &Comparison, pair: &Pair) -> Value {
    let word = |at: usize| found.standings.get(at).map(|standing| standing.entrant.word());
    let row = |at: &usize| found.rows.get(*at).map(|row| row.row + 1);
    json!({
        "a": word(pair.a),
        "b": word(pair.b),
        "both": pair.both,
        "only_a": pair.only_a,
        "only_b": pair.only_b,
        "neither": pair.neither,
        "p": number(Some(&pair.p)),
        "differ": pair.differ.iter().take(LISTED).filter_map(row).collect::<Vec<_>>(),
        "differ_total": pair.differ.len(),
    })
}
