//! Several models side by side, and curves.

use serde::Serialize;

use super::evaluate::{Training, interval};
use super::study::{Error, Refusal};
use super::{FORMAT, Log, Object};
use crate::evaluate::{
    self, Comparison, ComparisonResult, Experiment, Kind, LearningStage, Measure, Summary, Yardstick,
    experiments,
};
use crate::math::{Chain, Number};
use crate::problem::Problem;

const LISTED: usize = 100;

/// The answer of `compare`.
#[derive(Serialize)]
pub struct Compared<'a> {
    split: String,
    seed: u64,
    n: u64,
    models: Vec<Model<'a>>,
    pairs: Vec<Pair<'a>>,
    best: Object<String, Vec<&'a str>>,
    remarks: &'a [String],
}

#[derive(Serialize)]
#[serde(untagged)]
enum Model<'a> {
    Fitted(Box<Fitted<'a>>),
    Refused { model: &'a str, name: &'a str, refused: Error<'a> },
}

#[derive(Serialize)]
struct Fitted<'a> {
    model: &'a str,
    name: &'a str,
    title: &'static str,
    n: u64,
    right: u64,
    accuracy: Option<&'a Number>,
    interval: Option<[f64; 2]>,
    log_loss: Option<f64>,
    n_impossible: u64,
    brier: Option<f64>,
    auc: Option<&'a Number>,
    n_undefined: u64,
    n_tied: u64,
    parameters: u64,
    parameters_formula: &'a Chain,
    training: Training,
    seconds: f64,
    remarks: &'a [String],
}

#[derive(Serialize)]
struct Pair<'a> {
    a: Option<&'a str>,
    b: Option<&'a str>,
    both: u64,
    only_a: u64,
    only_b: u64,
    neither: u64,
    p: Number,
    differ: Vec<usize>,
    differ_total: usize,
}

impl<'a> Compared<'a> {
    pub fn new(found: &'a Comparison, by: Option<Measure>) -> Compared<'a> {
        let order = found.sorted(by).into_iter().filter_map(|at| found.results.get(at));
        let word = |at: usize| found.results.get(at).map(|result| result.spec.word());
        let refused = found.refused.iter().map(|refused| Model::Refused {
            model: refused.spec.word(),
            name: &refused.name,
            refused: Refusal::from(&refused.problem).error,
        });
        let row = |at: &usize| found.rows.get(*at).map(|row| row.row + 1);
        let pair = |pair: evaluate::Pair| Pair {
            a: word(pair.a),
            b: word(pair.b),
            both: pair.both,
            only_a: pair.only_a,
            only_b: pair.only_b,
            neither: pair.neither,
            differ: pair.differ.iter().take(LISTED).filter_map(row).collect(),
            differ_total: pair.differ.len(),
            p: pair.p,
        };
        let best = Measure::JUDGING.into_iter().map(|measure| {
            let words = found.best(measure).into_iter().filter_map(word);
            (measure.word().replace('-', "_"), words.collect())
        });
        Compared {
            split: found.split.to_string(),
            seed: found.seed,
            n: found.n,
            models: order.map(|result| Model::Fitted(Box::new(Fitted::new(result)))).chain(refused).collect(),
            pairs: found.pairs().map(pair).collect(),
            best: best.collect(),
            remarks: &found.warnings,
        }
    }
}

impl<'a> Fitted<'a> {
    fn new(result: &'a ComparisonResult) -> Fitted<'a> {
        let float = |kind: Kind| result.measured(kind).value().map(Number::to_f64);
        let accuracy = result.figure(Kind::Accuracy);
        Fitted {
            model: result.spec.word(),
            name: &result.candidate.name,
            title: result.trial.whole.classifier().title(),
            n: result.n,
            right: result.right,
            accuracy: result.measured(Kind::Accuracy).value(),
            interval: interval(accuracy.and_then(|figure| figure.interval.as_ref())),
            log_loss: float(Kind::LogLoss),
            n_impossible: result.n_impossible,
            brier: float(Kind::Brier),
            auc: result.area.as_ref(),
            n_undefined: result.n_undefined,
            n_tied: result.n_tied,
            parameters: result.parameters.count,
            parameters_formula: &result.parameters.chain,
            training: Training {
                n: result.training.1,
                right: result.training.0,
                accuracy: result.training_accuracy(),
            },
            seconds: result.seconds,
            remarks: &result.warnings,
        }
    }
}

/// The answer of `experiments`.
#[derive(Serialize)]
pub struct Experiments {
    format: u32,
    experiments: &'static [Experiment],
}

impl Experiments {
    pub fn all() -> Experiments {
        Experiments { format: FORMAT, experiments: experiments() }
    }
}

/// The answer of `experiments NAME`.
#[derive(Serialize)]
pub struct Drawn<'a> {
    format: u32,
    experiment: &'a Experiment,
    #[serde(flatten)]
    curve: Curve,
}

impl<'a> Drawn<'a> {
    pub fn new(experiment: &'a Experiment, curve: Curve) -> Drawn<'a> {
        Drawn { format: FORMAT, experiment, curve }
    }
}

/// A curve under its name.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Curve {
    /// Over α, from the smallest on.
    Sweep(Sweep),
    /// Over training sizes: for each model and each size the mean over the seeds, the 10th and the 90th percentile.
    Learning(Learning),
}

#[derive(Serialize)]
pub struct Sweep {
    parameter: &'static str,
    split: String,
    rows: u64,
    points: Vec<Point>,
}

#[derive(Serialize)]
struct Point {
    accuracy: Option<Number>,
    right: Option<u64>,
    n: Option<u64>,
    n_undefined: Option<u64>,
    n_impossible: Option<u64>,
    log_loss: Log,
    brier: Log,
    reason: Option<String>,
    value: String,
    model: &'static str,
}

impl From<&evaluate::Sweep> for Curve {
    fn from(sweep: &evaluate::Sweep) -> Curve {
        Curve::Sweep(Sweep {
            parameter: "α",
            split: sweep.split.to_string(),
            rows: sweep.rows,
            points: sweep.points.iter().map(Point::new).collect(),
        })
    }
}

impl Point {
    fn new(point: &evaluate::Point) -> Point {
        let known = point.summary.as_ref().ok();
        Point {
            accuracy: known.and_then(Summary::accuracy),
            right: known.map(|known| known.right),
            n: known.map(|known| known.n),
            n_undefined: known.map(|known| known.n_undefined),
            n_impossible: known.map(|known| known.n_impossible),
            log_loss: Log(known.and_then(|known| known.log_loss)),
            brier: Log(known.and_then(|known| known.brier)),
            reason: match &point.summary {
                Ok(known) => known.gap(),
                Err(problem) => Some(problem.what.clone()),
            },
            value: point.setting.text.clone(),
            model: point.title,
        }
    }
}

#[derive(Serialize)]
pub struct Learning {
    seeds: Vec<u64>,
    tested: u64,
    sizes: Vec<u64>,
    curves: Vec<Learner>,
}

#[derive(Serialize)]
struct Learner {
    model: String,
    points: Vec<Size>,
}

#[derive(Serialize)]
struct Size {
    rows: u64,
    accuracy: Spread,
    log_loss: Spread,
    brier: Spread,
    without_model: usize,
    held: usize,
    reason: Option<String>,
}

#[derive(Serialize)]
struct Spread {
    mean: Log,
    p10: Log,
    p90: Log,
    seeds: usize,
}

impl From<&evaluate::Learning> for Curve {
    fn from(learning: &evaluate::Learning) -> Curve {
        let learner = |curve: &evaluate::Curve| Learner {
            model: curve.name.clone(),
            points: learning.sizes.iter().zip(&curve.stages).map(|(n, stage)| Size::new(*n, stage)).collect(),
        };
        Curve::Learning(Learning {
            seeds: learning.seeds.clone(),
            tested: learning.tested,
            sizes: learning.sizes.clone(),
            curves: learning.curves.iter().map(learner).collect(),
        })
    }
}

impl Size {
    fn new(rows: u64, stage: &LearningStage) -> Size {
        let spread = |measure: Yardstick| {
            let found = stage.spread(measure);
            Spread {
                mean: Log(found.map(|spread| spread.mean)),
                p10: Log(found.map(|spread| spread.low)),
                p90: Log(found.map(|spread| spread.high)),
                seeds: found.map_or(0, |spread| spread.n),
            }
        };
        let without = stage.without_model();
        Size {
            rows,
            accuracy: spread(Yardstick::Accuracy),
            log_loss: spread(Yardstick::LogLoss),
            brier: spread(Yardstick::Brier),
            without_model: without.map_or(0, |(count, _)| count),
            held: stage.held().map_or(0, |(count, _)| count),
            reason: without.map(|(_, problem): (usize, &Problem)| problem.what.clone()),
        }
    }
}
