//! Pictures of evaluations: ROC, reliability, learning curves, accuracy by α, comparisons.

use super::scene::{number, ratio_range, rounded_range, rows_text};
use super::{Axis, Layer, Mark, MarkShape, Role, Scene};
use crate::evaluate::{
    Calibration, Comparison, EvaluatedRows, Learning, Measure, MetricKind, ModelSpec, Point, Roc, RocPoint,
    Sweep,
};
use crate::math::{Name, Number, Precision, sentence};
use crate::recipe::Split;
use crate::text::grouped;

const MODELS: usize = 40;

/// Draws a figure of a model over α. A dotted line shows `now`, the current model.
pub fn sweep(found: &Sweep, measure: Measure, now: Option<&Point>) -> Scene {
    let title = found.points.first().map_or(found.title, |point| point.title);
    let mut scene = Scene::titled(format!("{}, by α", found.title));
    let value = |point: &Point| point.summary.as_ref().ok().and_then(|summary| summary.value(measure));
    let places: Vec<[f64; 2]> = sweep_places(found, measure);
    let mut points = Vec::new();
    for (point, place) in found.points.iter().zip(&places) {
        let what = sentence!("α = {}", point.alpha.as_str());
        let text = match (value(point), &point.summary) {
            (Some(value), _) => sentence!("{} {}", measure.name(), number(value)),
            (None, Ok(_)) => sentence!("no finite {}", measure.name()),
            (None, Err(problem)) => sentence!("no model: {}", problem.what.as_str()),
        };
        points.push(Mark::point(*place).titled(sentence!("{}: {}", what.clone(), text.clone())));
        scene.fact(what, text);
    }
    let mut layers = Vec::new();
    scene.key(Role::Class(0), title);
    let chosen = now.and_then(|now| Some((now, value(now)?)));
    if let Some((now, at)) = chosen {
        let ends = places.first().into_iter().chain(places.last()).map(|[x, _]| [*x, at]).collect();
        let label = sentence!("now: {}", now.alpha.as_str());
        let mark = Mark::path(ends).titled(sentence!("{}, {}", label.clone(), number(at)));
        layers.push(Layer::new(Role::Evidence, [mark]));
        scene.key(Role::Evidence, label);
    }
    layers.push(Layer::new(Role::Class(0), [Mark::path(places.clone())]));
    layers.push(Layer::new(Role::Class(0), points));
    let upward = places.iter().map(|[_, y]| *y).chain(chosen.map(|(_, at)| at));
    let y = Axis::of(measure.name(), rounded_range(upward).unwrap_or((0.0, 1.0)));
    let texts = found.points.iter().map(|point| point.alpha.clone()).collect();
    let x = Axis::of_names("α", texts);
    if found.split == Split::None {
        scene.note("Evaluated on its own training rows, so these figures are optimistic. Pass --split to use test rows.");
    }
    scene.frame(x, y, layers);
    scene
}

/// Returns the points of a sweep: the index of α and the figure, NaN if there is none.
pub fn sweep_places(found: &Sweep, measure: Measure) -> Vec<[f64; 2]> {
    let place = |(at, point): (usize, &Point)| {
        let value = point.summary.as_ref().ok().and_then(|summary| summary.value(measure));
        [at as f64, value.unwrap_or(f64::NAN)]
    };
    found.points.iter().enumerate().map(place).collect()
}

/// Draws how models learn from more and more rows: means over the seeds, with the 10th to the 90th percentile.
pub fn learning(found: &Learning, measure: Measure) -> Scene {
    let mut scene = Scene::titled(format!("Learning curve: {}", measure.name()));
    let (mut bands, mut lines, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for (place, curve) in found.curves.iter().enumerate() {
        let (mut points, mut marks, mut bars) = (Vec::new(), Vec::new(), Vec::new());
        for (size, stage) in found.sizes.iter().zip(&curve.stages) {
            let x = *size as f64;
            let Some(spread) = stage.spread(measure) else {
                points.push([x, f64::NAN]);
                continue;
            };
            points.push([x, spread.mean]);
            all.extend([spread.low, spread.mean, spread.high]);
            let text =
                sentence!("{} ({} to {})", number(spread.mean), number(spread.low), number(spread.high));
            let what = sentence!("{}, {}", curve.name.as_str(), rows_text(*size));
            let title = sentence!("{}: {}", what.clone(), text.clone());
            marks.push(Mark::point([x, spread.mean]).titled(title.clone()));
            bars.push(Mark::path(vec![[x, spread.low], [x, spread.high]]).titled(title));
            scene.fact(what, text);
        }
        bands.push(Layer::new(Role::Class(place), bars));
        lines.push(Layer::new(Role::Class(place), [Mark::path(points)]));
        lines.push(Layer::new(Role::Class(place), marks));
        scene.key(Role::Class(place), curve.name.as_str());
    }
    bands.extend(lines);
    let sizes = || found.sizes.iter().map(|size| *size as f64);
    let upward = all.into_iter();
    let y = match measure {
        Measure::Accuracy => Axis::of(measure.name(), rounded_range(upward).unwrap_or((0.0, 1.0))),
        // Losses of the first few rows are much larger than the others.
        _ => Axis::of_ratios(measure.name(), ratio_range(upward).unwrap_or((0.1, 1.0))),
    };
    let x = Axis::of_ratios("training rows", ratio_range(sizes()).unwrap_or((1.0, 10.0)));
    scene.note(sentence!(
        "Means of {} {}, each with {} held out. Bars show the 10th to the 90th percentile.",
        found.seeds.len().to_string(),
        if found.seeds.len() == 1 { "seed" } else { "seeds" },
        rows_text(found.tested)
    ));
    scene.frame(x, y, bands);
    scene
}

/// Draws the accuracy of several models on the same rows, each with its 95 % interval, in this order.
pub fn comparison(found: &Comparison, order: &[usize]) -> Scene {
    let mut scene = Scene::titled("Accuracy of several models on the same rows");
    let accuracy = |at: &usize| {
        let result = found.results.get(*at)?;
        let figure = result.figure(MetricKind::Accuracy)?;
        let interval = figure.interval.map(|between| [between.low(), between.high()]);
        Some((result, figure.measured.value()?.to_f64(), interval))
    };
    // A baseline far below the others would press them together: it only gets a label.
    let some = |most: usize| order.iter().take(most).filter_map(|at| Some((*at, accuracy(at)?)));
    let low = some(usize::MAX).filter(|(_, (result, ..))| result.spec != ModelSpec::Baseline);
    let low = low.map(|(_, (_, share, interval))| interval.map_or(share, |[low, _]| low));
    let least = low.fold(f64::INFINITY, f64::min);
    let (mut names, mut reach) = (Vec::new(), Vec::new());
    let (mut beyond, mut bars, mut points, mut own) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (at, (result, share, interval)) in some(MODELS) {
        let (y, name) = (names.len() as f64, result.candidate.name.as_str());
        names.push(name.to_owned());
        let (right, n) = (grouped(result.right), grouped(result.n));
        let text = match interval.map(|ends| ends.map(number)) {
            Some([low, high]) => {
                sentence!("{}/{} = {}, 95 % interval {} to {}", right, n, number(share), low, high)
            }
            None => sentence!("{}/{} = {}", right, n, number(share)),
        };
        scene.fact(name, text.clone());
        if result.spec == ModelSpec::Baseline && interval.map_or(share, |[_, high]| high) < least {
            beyond.push((y, sentence!("< {}", Number::Float(share).fixed(2))));
            continue;
        }
        if let Some([low, high]) = interval {
            let title = sentence!("95 % interval: {} to {}", number(low), number(high));
            bars.push(Mark::path(vec![[low, y], [high, y]]).titled(title));
        }
        reach.extend(interval.into_iter().flatten().chain([share]));
        let marks = if found.own == Some(at) { &mut own } else { &mut points };
        marks.push(Mark::point([share, y]).titled(sentence!("{}: {}", name, text)));
    }
    let range = rounded_range(reach.into_iter()).unwrap_or((0.0, 1.0));
    let x = Axis::of("accuracy", (range.0.max(0.0), range.1.min(1.0)));
    scene.key(Role::Class(0), "accuracy");
    if !own.is_empty() {
        scene.key(Role::Case, "accuracy of the recipe's model");
    }
    scene.key(Role::Plain, "95 % interval (Wilson)");
    if found.results.len() > 1 {
        scene.note(
            "All models are evaluated on the same rows. Intervals that overlap do not show that two models are equally good.",
        );
    }
    let label = |(y, text)| Mark::new(MarkShape::Label([x.range.0, y], text));
    let layers = vec![
        Layer::new(Role::Plain, beyond.into_iter().map(label)),
        Layer::new(Role::Plain, bars),
        Layer::new(Role::Class(0), points),
        Layer::new(Role::Case, own),
    ];
    scene.frame(x, Axis::of_names("", names), layers);
    scene
}

/// Points of a curve that are listed as text.
const LISTED: usize = 10;
/// Points of a curve that have marks of their own.
const POINTS: usize = 400;
/// With more of them the curve has no marks: they would cover it.
const MARKED: usize = 24;

/// Returns the role of a class that is drawn alone: it has its sign in lists, where a sixth class has that of the first.
fn alone(class: usize) -> Role {
    Role::Class(class % 5)
}

/// Draws the ROC curve of a class: sensitivity over 1 − specificity, threshold by threshold.
pub fn roc(found: &Roc, rows: &EvaluatedRows, class: &Name) -> Scene {
    let mut scene = Scene::titled(format!("ROC of {class} against the rest"));
    let some = found.some_points(POINTS);
    let at = |at: usize| {
        let point = found.point(rows, at)?;
        Some((point, point.counts.place()?))
    };
    let places: Vec<(RocPoint, (f64, f64))> = some.into_iter().filter_map(at).collect();
    let role = alone(found.positive);
    let predicted =
        |point: &RocPoint| point.threshold.map(|least| sentence!("predicted if P ≥ {}", number(least)));
    let text = |(x, y): (f64, f64)| sentence!("sensitivity {}, 1 − specificity {}", number(y), number(x));
    let mark = |(point, place): &(RocPoint, (f64, f64))| {
        let above = predicted(point).unwrap_or_else(|| "never predicted".into());
        Mark::point([place.0, place.1]).titled(sentence!("{}: {}", above, text(*place)))
    };
    let diagonal = vec![[0.0, 0.0], [1.0, 1.0]];
    let points = places.iter().map(|(_, (x, y))| [*x, *y]).collect();
    let mut layers = vec![
        Layer::new(Role::Evidence, [Mark::path(diagonal).titled("chance alone")]),
        Layer::new(role, [Mark::path(points)]),
    ];
    if places.len() <= MARKED {
        layers.push(Layer::new(role, places.iter().map(mark)));
    }
    for (point, place) in found.some_points(LISTED).into_iter().filter_map(at) {
        predicted(&point).into_iter().for_each(|what| scene.fact(what, text(place)));
    }
    if let Some(place) = found.in_use.place() {
        let title = sentence!("the threshold in use: {}", text(place));
        layers.push(Layer::new(Role::Case, [Mark::point([place.0, place.1]).titled(title)]));
        scene.key(Role::Case, "in use");
        scene.fact("the threshold in use", text(place));
    }
    if let Some(area) = found.area() {
        let pairs = grouped(u64::try_from(found.pairs.all).unwrap_or(u64::MAX));
        let area = sentence!("{}, over {} pairs", area.rounded(Precision::Share), pairs);
        scene.fact("area under the curve", area);
    }
    scene.key(role, class.as_str());
    scene.key(Role::Evidence, "chance alone");
    scene.frame(Axis::of("1 − specificity", (0.0, 1.0)), Axis::of("sensitivity", (0.0, 1.0)), layers);
    scene
}

/// Draws predicted and observed shares, bin by bin, with 95 % intervals of the observed ones.
pub fn reliability(found: &Calibration, class: Option<&Name>) -> Scene {
    let of = class.map_or("the predicted class".to_owned(), |class| class.to_string());
    let mut scene = Scene::titled(format!("Reliability for {of}"));
    let role = alone(found.of.unwrap_or(0));
    let (mut marks, mut bars, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for (at, bin) in found.bins.iter().enumerate() {
        let ends = [at as f64, at as f64 + 1.0].map(|end| end / found.bins.len() as f64);
        let (Some(predicted), Some(observed)) = (bin.mean_predicted(), bin.observed()) else { continue };
        let (share, so, n) = (observed.to_f64(), grouped(bin.of_class), grouped(bin.n));
        let title = sentence!(
            "predicted {}, observed in {} of {}: {}",
            number(predicted),
            so.clone(),
            n,
            number(share)
        );
        marks.push(Mark::point([predicted, share]).titled(title));
        counts.push(
            Mark::new(MarkShape::Bar([ends[0], 0.0], [ends[1], bin.n as f64])).titled(rows_text(bin.n)),
        );
        if let Some([low, high]) = bin.interval().map(|interval| [interval.low(), interval.high()]) {
            let title = sentence!("95 % interval: {} to {}", number(low), number(high));
            bars.push(Mark::path(vec![[predicted, low], [predicted, high]]).titled(title));
        }
        let share = Number::Float(share).rounded(Precision::Share);
        let observed = sentence!("observed in {} of {}: {}", so, rows_text(bin.n), share);
        scene.fact(sentence!("predicted {} on average", number(predicted)), observed);
    }
    if let Some(error) = found.error() {
        scene.fact("mean difference (ECE)", sentence!("{}", number(error)));
    }
    let diagonal = Mark::path(vec![[0.0, 0.0], [1.0, 1.0]]).titled("calibrated");
    scene.key(role, "observed");
    scene.key(Role::Plain, "95 %");
    scene.key(Role::Evidence, "calibrated");
    scene.note(
        "Each bar is a 95 % interval (Wilson): where it contains the predicted share, chance alone can explain the difference.",
    );
    let above =
        vec![Layer::new(Role::Evidence, [diagonal]), Layer::new(Role::Plain, bars), Layer::new(role, marks)];
    scene.frame(Axis::of("predicted", (0.0, 1.0)), Axis::of("observed", (0.0, 1.0)), above);
    // Below: the rows in each bin.
    let most = found.bins.iter().map(|bin| bin.n).max().unwrap_or(0).max(1) as f64;
    let below = vec![Layer::new(role, counts)];
    scene.frame(Axis::of("", (0.0, 1.0)), Axis::of("rows", (0.0, 1.05 * most)), below);
    scene
}
