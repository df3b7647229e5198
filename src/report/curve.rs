//! Curves in words: what a point is, how it stands beside the one that is chosen now, and the whole as a table.

use super::document::{Align, Document, Grid, cells};
use super::number::equals;
use crate::evaluate::{Learning, Point, Summary, Sweep, Yardstick, rows_or_cases};
use crate::math::{Number, Precision, Rounded, Sentence, sentence};
use crate::recipe::Split;

/// Columns of the picture beside a table.
const PICTURE: usize = 18;
/// The marks of the curves in it, in their order.
const MARKS: [char; 5] = ['●', '▲', '■', '◆', '✚'];

pub fn figure(value: f64) -> Rounded {
    Number::Float(value).rounded(Precision::Share)
}

/// A figure of a point, or why it has none: `0.7857`, `infinite`, `-`.
pub fn cell(point: &Result<Summary, crate::problem::Problem>, measure: Yardstick) -> Sentence {
    match point {
        Ok(summary) => match summary.value(measure) {
            Some(value) => figure(value).into(),
            None if measure == Yardstick::LogLoss && summary.n_impossible > 0 => "infinite".into(),
            None => "-".into(),
        },
        Err(_) => "-".into(),
    }
}

pub fn figures(summary: &Summary) -> Vec<Sentence> {
    let share = summary.accuracy().map(|share| equals(&share)).unwrap_or_default();
    let mut all = vec![sentence!("{} of {} right {}", summary.right, summary.n, share)];
    let losses = [(Yardstick::LogLoss, summary.log_loss), (Yardstick::Brier, summary.brier)];
    let losses = losses
        .into_iter()
        .filter_map(|(measure, value)| Some(sentence!("{} {}", measure.name(), figure(value?))));
    all.extend(Some(Sentence::join(losses, ", ")).filter(|text| !text.is_empty()));
    all.extend(summary.gap().map(Sentence::from));
    all
}

/// How a model stands beside the one that is chosen now: `2 more right, log loss lower by 0.0312`.
pub fn beside(summary: &Summary, now: &Summary) -> Sentence {
    let right = match (summary.right.checked_sub(now.right), now.right.abs_diff(summary.right)) {
        (_, 0) => "as many right".into(),
        (Some(_), more) => sentence!("{} more right", more),
        (None, fewer) => sentence!("{} fewer right", fewer),
    };
    let loss = summary.over(now, Yardstick::LogLoss).map(|over| {
        let way = if over < 0.0 { "lower" } else { "higher" };
        if over == 0.0 {
            Sentence::from("the same log loss")
        } else {
            sentence!("log loss {} by {}", way, figure(over.abs()))
        }
    });
    Sentence::join([Some(right), loss].into_iter().flatten(), ", ")
}

/// Which rows judge: `By 10 folds, 200 rows`; training rows are said to flatter.
pub fn tested_by(sweep: &Sweep) -> String {
    let rows = rows_or_cases(sweep.rows, sweep.recipe.weight.is_some());
    match &sweep.split {
        Split::None => format!("On its own training rows ({rows}), so the figures are optimistic"),
        Split::Holdout(share) => format!("Held out, {} of each class: {rows}", share.text()),
        Split::Folds(rule) => format!("By {rule}, {rows}"),
        Split::LeaveOneOut => format!("Leave one out, {rows}"),
        Split::File(path) => format!("On {}, {rows}", crate::text::shown(path)),
    }
}

fn repeated(learning: &Learning) -> String {
    format!(
        "Means over {} seeds; each holds out {} to judge by, other ones each time.",
        learning.seeds.len(),
        rows_or_cases(learning.tested, learning.weighted)
    )
}

/// What a point of a learning curve is: each model's mean, and where four fifths of the seeds lie.
pub fn stage(learning: &Learning, size: usize, measure: Yardstick) -> Vec<(String, Sentence)> {
    let of = |curve: &crate::evaluate::Curve| {
        let stage = curve.stages.get(size)?;
        let text = match stage.spread(measure) {
            Some(spread) => {
                sentence!("{} ({}–{})", figure(spread.mean), figure(spread.low), figure(spread.high))
            }
            None => "-".into(),
        };
        Some((curve.name.clone(), text))
    };
    learning.curves.iter().filter_map(of).collect()
}

/// What is missing in a point of a learning curve, one sentence for each model that misses something.
pub fn gaps(learning: &Learning, size: usize) -> Vec<String> {
    let all = learning.seeds.len();
    let mut said = Vec::new();
    for curve in &learning.curves {
        let Some(stage) = curve.stages.get(size) else { continue };
        if let Some((without, problem)) = stage.without_model() {
            said.push(format!("{}: no model for {without} of {all} seeds ({}).", curve.name, problem.what));
        }
        if let Some((held, penalty)) = stage.held() {
            said.push(format!(
                "{}: for {held} of {all} seeds it has no single finite answer; a ridge penalty of {penalty} that nobody asked for holds it.",
                curve.name
            ));
        }
        if stage.infinite() > 0 {
            let infinite = stage.infinite();
            said.push(format!("{}: the log loss is infinite for {infinite} of {all} seeds.", curve.name));
        }
    }
    said
}

pub fn sweep(sweep: &Sweep) -> Document {
    let mut out = Document::default();
    out.heading(format!("{}, by α", sweep.title));
    out.text(format!("{}.", tested_by(sweep)));
    let value = |point: &Point| point.summary.as_ref().ok()?.value(Yardstick::Accuracy);
    let (low, high) = reach(sweep.points.iter().filter_map(value));
    let mut grid = Grid::new([
        ("α".to_owned(), Align::Right),
        ("right".to_owned(), Align::Right),
        ("accuracy".to_owned(), Align::Right),
        ("log loss".to_owned(), Align::Right),
        (scale(low, high), Align::Left),
    ]);
    for point in &sweep.points {
        let right =
            point.summary.as_ref().map_or_else(|_| "-".to_owned(), |s| format!("{}/{}", s.right, s.n));
        grid.row(cells![
            point.setting.text.clone(),
            right,
            cell(&point.summary, Yardstick::Accuracy),
            cell(&point.summary, Yardstick::LogLoss),
            picture(&[value(point)], low, high, false),
        ]);
    }
    out.grid(grid);
    for point in &sweep.points {
        let words = format!("α = {}", point.setting.text);
        match &point.summary {
            Ok(summary) => summary.gap().into_iter().for_each(|gap| out.item(format!("{words}: {gap}"))),
            Err(problem) => out.item(format!("{words}: no model ({}).", problem.what)),
        }
    }
    out
}

pub fn learning(learning: &Learning) -> Document {
    let mut out = Document::default();
    out.heading("Learning curve");
    out.text(format!("{} In brackets the 10th to 90th percentile.", repeated(learning)));
    for measure in [Yardstick::Accuracy, Yardstick::LogLoss] {
        let mean =
            |curve: &crate::evaluate::Curve, size: usize| Some(curve.stages.get(size)?.spread(measure)?.mean);
        let sizes = 0..learning.sizes.len();
        let (low, high) = reach(
            sizes.clone().flat_map(|size| learning.curves.iter().filter_map(move |curve| mean(curve, size))),
        );
        let names = learning.curves.iter().zip(MARKS.into_iter().cycle());
        let mut grid = Grid::new(
            std::iter::once(("rows".to_owned(), Align::Right))
                .chain(names.map(|(curve, mark)| (format!("{mark} {}", curve.name), Align::Right)))
                .chain([(scale(low, high), Align::Left)]),
        );
        for (at, size) in sizes.zip(&learning.sizes) {
            let cells = stage(learning, at, measure).into_iter().map(|(_, text)| text);
            let means: Vec<Option<f64>> = learning.curves.iter().map(|curve| mean(curve, at)).collect();
            let drawn = picture(&means, low, high, measure != Yardstick::Accuracy);
            grid.row(cells![size.to_string()].into_iter().chain(cells).chain(cells![drawn]));
        }
        out.text(format!("{}: {}", measure.name(), measure.better()));
        out.grid(grid);
    }
    for (at, size) in learning.sizes.iter().enumerate() {
        gaps(learning, at).into_iter().for_each(|gap| out.item(format!("{size} rows. {gap}")));
    }
    out
}

fn reach(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
}

fn scale(low: f64, high: f64) -> String {
    if low > high {
        return String::new();
    }
    let (low, high) = (format!("{low:.3}"), format!("{high:.3}"));
    let gap = PICTURE.saturating_sub(low.len() + high.len());
    format!("{low}{}{high}", " ".repeat(gap))
}

/// Marks on one line, from the lowest value of all to the highest, perhaps by their logarithms; what lies on top of each other is `*`.
fn picture(values: &[Option<f64>], low: f64, high: f64, log: bool) -> String {
    let scaled = |value: f64| if log { value.max(f64::MIN_POSITIVE).ln() } else { value };
    let (low, high) = (scaled(low), scaled(high));
    let mut line = vec![' '; PICTURE];
    for (value, mark) in values.iter().zip(MARKS.into_iter().cycle()) {
        let Some(value) = value else { continue };
        let share = if high > low { (scaled(*value) - low) / (high - low) } else { 0.5 };
        let at = (share * (PICTURE - 1) as f64).round() as usize;
        line.get_mut(at).into_iter().for_each(|cell| *cell = if *cell == ' ' { mark } else { '*' });
    }
    line.into_iter().collect::<String>().trim_end().to_owned()
}
