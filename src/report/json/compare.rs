//! Several models side by side, and curves.

use serde_json::{Value, json};

use super::evaluate::interval;
use super::{FORMAT, Log, Object, refusal};
use crate::evaluate::{
    Comparison, ComparisonResult, Experiment, Learning, LearningCurve, LearningStage, Measure, MetricKind,
    ModelPair, Point, Summary, Sweep, experiments,
};
use crate::math::Number;

const LISTED: usize = 100;

pub fn compared(found: &Comparison, by: Option<Measure>) -> Value {
    let order = found.sorted(by).into_iter().filter_map(|at| found.results.get(at));
    let word = |at: usize| found.results.get(at).map(|result| result.spec.word());
    let refused = found
        .refused
        .iter()
        .map(|one| json!({ "model": one.spec.word(), "name": one.name, "refused": refusal(&one.problem) }));
    let row = |at: &usize| found.rows.get(*at).map(|row| row.row + 1);
    let pair = |pair: ModelPair| {
        json!({
            "a": word(pair.a),
            "b": word(pair.b),
            "both": pair.both,
            "only_a": pair.only_a,
            "only_b": pair.only_b,
            "neither": pair.neither,
            "p": pair.p,
            "differ": pair.differ.iter().take(LISTED).filter_map(row).collect::<Vec<_>>(),
            "differ_total": pair.differ.len(),
        })
    };
    let best = Measure::QUALITY.into_iter().map(|measure| {
        let words: Vec<_> = found.best(measure).into_iter().filter_map(word).collect();
        (measure.word().replace('-', "_"), words)
    });
    json!({
        "split": found.split.to_string(),
        "seed": found.seed,
        "n": found.n,
        "models": order.map(fitted).chain(refused).collect::<Vec<_>>(),
        "pairs": found.pairs().map(pair).collect::<Vec<_>>(),
        "best": best.collect::<Object<_, _>>(),
        "remarks": found.warnings,
    })
}

fn fitted(result: &ComparisonResult) -> Value {
    let float = |kind: MetricKind| result.measured(kind).value().map(Number::to_f64);
    let accuracy = result.figure(MetricKind::Accuracy);
    let (training_right, training_n) = result.training;
    json!({
        "model": result.spec.word(),
        "name": result.candidate.name,
        "title": result.trial.whole.classifier().title(),
        "n": result.n,
        "right": result.right,
        "accuracy": result.measured(MetricKind::Accuracy).value(),
        "interval": interval(accuracy.and_then(|figure| figure.interval.as_ref())),
        "log_loss": float(MetricKind::LogLoss),
        "n_impossible": result.n_impossible,
        "brier": float(MetricKind::Brier),
        "auc": result.area,
        "n_undefined": result.n_undefined,
        "n_tied": result.n_tied,
        "parameters": result.parameters.count,
        "parameters_formula": result.parameters.chain,
        "training": { "n": training_n, "right": training_right, "accuracy": result.training_accuracy() },
        "seconds": result.seconds,
        "remarks": result.warnings,
    })
}

pub fn all_experiments() -> Value {
    json!({ "format": FORMAT, "experiments": experiments() })
}

pub fn drawn(experiment: &Experiment, learning: &Learning) -> Value {
    json!({ "format": FORMAT, "experiment": experiment, "learning": learned(learning) })
}

/// A curve over α, the smallest first.
pub fn sweep(sweep: &Sweep) -> Value {
    let point = |point: &Point| {
        let known = point.summary.as_ref().ok();
        let reason = point.summary.as_ref().map_or_else(|problem| Some(problem.what.clone()), Summary::gap);
        json!({
            "accuracy": known.and_then(Summary::accuracy),
            "right": known.map(|known| known.right),
            "n": known.map(|known| known.n),
            "n_undefined": known.map(|known| known.n_undefined),
            "n_impossible": known.map(|known| known.n_impossible),
            "log_loss": Log(known.and_then(|known| known.log_loss)),
            "brier": Log(known.and_then(|known| known.brier)),
            "reason": reason,
            "value": point.alpha,
            "model": point.title,
        })
    };
    json!({
        "sweep": {
            "parameter": "α",
            "split": sweep.split.to_string(),
            "rows": sweep.rows,
            "points": sweep.points.iter().map(point).collect::<Vec<_>>(),
        }
    })
}

pub fn learning(learning: &Learning) -> Value {
    json!({ "learning": learned(learning) })
}

/// Over training sizes: for each model and each size the mean over the seeds, the 10th and the 90th percentile.
fn learned(learning: &Learning) -> Value {
    let learner = |curve: &LearningCurve| {
        let points = learning.sizes.iter().zip(&curve.stages).map(|(rows, stage)| size(*rows, stage));
        json!({ "model": curve.name, "points": points.collect::<Vec<_>>() })
    };
    json!({
        "seeds": learning.seeds,
        "tested": learning.tested,
        "sizes": learning.sizes,
        "curves": learning.curves.iter().map(learner).collect::<Vec<_>>(),
    })
}

fn size(rows: u64, stage: &LearningStage) -> Value {
    let spread = |measure: Measure| {
        let found = stage.spread(measure);
        json!({
            "mean": Log(found.map(|spread| spread.mean)),
            "p10": Log(found.map(|spread| spread.low)),
            "p90": Log(found.map(|spread| spread.high)),
            "seeds": found.map_or(0, |spread| spread.n),
        })
    };
    let without = stage.without_model();
    json!({
        "rows": rows,
        "accuracy": spread(Measure::Accuracy),
        "log_loss": spread(Measure::LogLoss),
        "brier": spread(Measure::Brier),
        "without_model": without.map_or(0, |(count, _)| count),
        "held": stage.held().map_or(0, |(count, _)| count),
        "reason": without.map(|(_, problem)| problem.what.clone()),
    })
}
