//! Tables of models that are held against each other: side by side, and along a curve.

use super::sheet::{Sheet, decimal, float};
use crate::evaluate::{Comparison, Kind, Learning, Measure, Point, Summary, Sweep, Yardstick};

/// A row for each model that was compared, in the order that `by` gives: what it was right for, the figures, and the
/// wall seconds that fitting and predicting took.
pub fn comparison(found: &Comparison, by: Option<Measure>) -> Sheet {
    let mut out = Sheet::new([
        "model",
        "name",
        "right",
        "n",
        "accuracy",
        "low",
        "high",
        "log_loss",
        "brier",
        "undefined",
        "parameters",
        "training",
        "seconds",
    ]);
    for standing in found.sorted(by).into_iter().filter_map(|at| found.standings.get(at)) {
        let interval = standing.figure(Kind::Accuracy).and_then(|figure| figure.interval);
        let value = |kind: Kind| decimal(standing.measured(kind).value());
        out.rows.push(vec![
            standing.entrant.word().to_owned(),
            standing.contestant.name.clone(),
            standing.right.to_string(),
            standing.n.to_string(),
            value(Kind::Accuracy),
            float(interval.map(|interval| interval.low())),
            float(interval.map(|interval| interval.high())),
            value(Kind::LogLoss),
            value(Kind::Brier),
            standing.n_undefined.to_string(),
            standing.parameters.count.to_string(),
            decimal(standing.training_accuracy().as_ref()),
            float(Some(standing.seconds)),
        ]);
    }
    out
}

/// A row for each value of a sweep: `parameter,value,model,right,n,accuracy,log_loss,brier,undefined`.
pub fn sweep(sweep: &Sweep) -> Sheet {
    let mut out = Sheet::new([
        "parameter",
        "value",
        "model",
        "right",
        "n",
        "accuracy",
        "log_loss",
        "brier",
        "undefined",
    ]);
    let point = |point: &Point| {
        let known = point.summary.as_ref().ok();
        let count = |of: fn(&Summary) -> u64| known.map(|known| of(known).to_string()).unwrap_or_default();
        vec![
            sweep.parameter.name().to_owned(),
            point.setting.text.clone(),
            point.title.to_owned(),
            count(|known| known.right),
            count(|known| known.n),
            decimal(known.and_then(Summary::accuracy).as_ref()),
            float(known.and_then(|known| known.log_loss)),
            float(known.and_then(|known| known.brier)),
            count(|known| known.n_undefined),
        ]
    };
    out.rows.extend(sweep.own.iter().chain(&sweep.points).map(point));
    out
}

/// A row for each model and size of a learning curve: the mean over the seeds, the 10th and the 90th percentile.
pub fn learning(learning: &Learning) -> Sheet {
    const YARDSTICKS: [(&str, Yardstick); 3] =
        [("accuracy", Yardstick::Accuracy), ("log_loss", Yardstick::LogLoss), ("brier", Yardstick::Brier)];
    let figures =
        YARDSTICKS.iter().flat_map(|(name, _)| ["", "_p10", "_p90"].map(|end| format!("{name}{end}")));
    let mut out = Sheet::new(["model", "rows", "seeds"].map(str::to_owned).into_iter().chain(figures));
    for curve in &learning.curves {
        for (size, stage) in learning.sizes.iter().zip(&curve.stages) {
            let spreads = YARDSTICKS.map(|(_, yardstick)| stage.spread(yardstick));
            let seeds = spreads.iter().flatten().map(|spread| spread.n).max().unwrap_or(0);
            let figures = spreads.iter().flat_map(|spread| {
                let of = |of: fn(&crate::evaluate::Spread) -> f64| float(spread.as_ref().map(of));
                [of(|spread| spread.mean), of(|spread| spread.low), of(|spread| spread.high)]
            });
            let first = [curve.name.clone(), size.to_string(), seeds.to_string()];
            out.rows.push(first.into_iter().chain(figures).collect());
        }
    }
    out
}
