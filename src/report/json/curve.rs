//! Curves and experiments for programs.

use serde_json::{Map, Value, json};

use super::{log, number};
use crate::evaluate::{Course, Experiment, Learning, Point, Summary, Sweep, Yardstick};
use crate::problem::Problem;

/// What an experiment is.
pub fn experiment(experiment: &Experiment) -> Map<String, Value> {
    let curve = match experiment.course {
        Course::Learning(..) => "learning",
        Course::Sweep(_) => "sweep",
    };
    let mut out = Map::new();
    let mut put = |key: &str, value: &str| out.insert(key.to_owned(), json!(value));
    put("name", experiment.name);
    put("claim", experiment.claim);
    put("sample", experiment.sample);
    put("curve", curve);
    put("look", experiment.look);
    put("why", experiment.why);
    out
}

/// A sweep: its points, from the smallest value on; `own` is the recipe as it is, where none of them is that.
pub fn sweep(sweep: &Sweep) -> Value {
    let point = |point: &Point| {
        let mut out = summary(&point.summary);
        out.insert("value".into(), json!(point.setting.text));
        out.insert("model".into(), json!(point.title));
        Value::Object(out)
    };
    json!({
        "parameter": sweep.parameter.name(),
        "split": sweep.split.to_string(),
        "rows": sweep.rows,
        "own": sweep.own.as_ref().map(point),
        "points": sweep.points.iter().map(point).collect::<Vec<_>>(),
    })
}

/// A learning curve: for each model and each size the mean over the seeds, the 10th and the 90th percentile.
pub fn learning(learning: &Learning) -> Value {
    let spread = |stage: &crate::evaluate::LearningStage, measure: Yardstick| {
        let found = stage.spread(measure);
        json!({
            "mean": log(found.map(|spread| spread.mean)),
            "p10": log(found.map(|spread| spread.low)),
            "p90": log(found.map(|spread| spread.high)),
            "seeds": found.map_or(0, |spread| spread.n),
        })
    };
    let stage = |(size, stage): (&u64, &crate::evaluate::LearningStage)| {
        json!({
            "rows": size,
            "accuracy": spread(stage, Yardstick::Accuracy),
            "log_loss": spread(stage, Yardstick::LogLoss),
            "brier": spread(stage, Yardstick::Brier),
            "without_model": stage.without_model().map_or(0, |(count, _)| count),
            "held": stage.held().map_or(0, |(count, _)| count),
            "reason": stage.without_model().map(|(_, problem)| &problem.what),
        })
    };
    let curve = |curve: &crate::evaluate::Curve| {
        json!({
            "model": curve.name,
            "points": learning.sizes.iter().zip(&curve.stages).map(stage).collect::<Vec<_>>(),
        })
    };
    json!({
        "seeds": learning.seeds,
        "tested": learning.tested,
        "sizes": learning.sizes,
        "curves": learning.curves.iter().map(curve).collect::<Vec<_>>(),
    })
}

fn summary(found: &Result<Summary, Problem>) -> Map<String, Value> {
    let known = found.as_ref().ok();
    let mut out = Map::new();
    let accuracy = known.and_then(Summary::accuracy);
    out.insert("accuracy".into(), number(accuracy.as_ref()));
    out.insert("right".into(), json!(known.map(|known| known.right)));
    out.insert("n".into(), json!(known.map(|known| known.n)));
    out.insert("n_undefined".into(), json!(known.map(|known| known.n_undefined)));
    out.insert("n_impossible".into(), json!(known.map(|known| known.n_impossible)));
    out.insert("log_loss".into(), log(known.and_then(|known| known.log_loss)));
    out.insert("brier".into(), log(known.and_then(|known| known.brier)));
    let reason = match found {
        Ok(known) => known.gap(),
        Err(problem) => Some(problem.what.clone()),
    };
    out.insert("reason".into(), json!(reason));
    out
}
