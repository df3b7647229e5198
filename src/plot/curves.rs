//! Pictures of evaluations: ROC, reliability, learning curves, accuracy by α, comparisons.

use super::pair::{number, rows_text};
use super::scene::{
    Address, Axis, Fact, Frame, Key, Layer, Mark, Role, Scene, Shape, ratio_range, rounded_range,
};
use crate::evaluate::{
    Calibration, Comparison, EvaluatedRows, Kind, Learning, ModelSpec, Point, Roc, RocPoint, Sweep, Yardstick,
};
use crate::math::{Name, Number, Precision, Sentence, sentence};
use crate::text::grouped;

const MODELS: usize = 40;

/// A figure of a model over α. A dotted line shows `now`, the current model.
pub fn sweep(found: &Sweep, measure: Yardstick, now: Option<&Point>) -> Scene {
    let title = found.points.first().map_or(found.title, |point| point.title);
    let mut scene = Scene { title: format!("{}, by α", found.title), ..Scene::default() };
    let value = |point: &Point| point.summary.as_ref().ok().and_then(|summary| summary.value(measure));
    let places: Vec<[f64; 2]> = sweep_places(found, measure);
    let mut points = Vec::new();
    for (point, place) in found.points.iter().zip(&places) {
        let what = sentence!("α = {}", point.setting.text.as_str());
        let text = match (value(point), &point.summary) {
            (Some(value), _) => sentence!("{} {}", measure.name(), number(value)),
            (None, Ok(_)) => sentence!("no finite {}", measure.name()),
            (None, Err(problem)) => sentence!("no model: {}", problem.what.as_str()),
        };
        points.push(Mark::new(Shape::Point(*place)).titled(sentence!("{}: {}", what.clone(), text.clone())));
        scene.facts.push(Fact { what, address: Address::None, value: text });
    }
    let line = Mark::new(Shape::Path(places.clone()));
    let mut layers = vec![
        Layer { role: Role::Class(0), marks: vec![line] },
        Layer { role: Role::Class(0), marks: points },
    ];
    scene.legend.push(Key { role: Role::Class(0), text: title.into() });
    let chosen = now.and_then(|now| Some((now, value(now)?)));
    if let Some((now, at)) = chosen {
        let ends = places.first().into_iter().chain(places.last()).map(|[x, _]| [*x, at]).collect();
        let label = sentence!("now: {}", now.setting.text.as_str());
        layers.insert(
            0,
            Layer {
                role: Role::Evidence,
                marks: vec![Mark::new(Shape::Path(ends)).titled(sentence!(
                    "{}, {}",
                    label.clone(),
                    number(at)
                ))],
            },
        );
        scene.legend.push(Key { role: Role::Evidence, text: label });
    }
    let upward = places.iter().map(|[_, y]| *y).chain(chosen.map(|(_, at)| at));
    let y = Axis::of(measure.name(), rounded_range(upward).unwrap_or((0.0, 1.0)));
    let texts = found.points.iter().map(|point| point.setting.text.clone()).collect();
    let x = Axis::of_names("α", texts);
    scene.notes.extend(optimistic(found));
    scene.frames.push(Frame { title: String::new(), x, y, equal: false, layers });
    scene
}

/// The note on a model that is evaluated on its own training rows.
fn optimistic(found: &Sweep) -> Option<Sentence> {
    let none = found.split == crate::recipe::Split::None;
    none.then(|| {
        "Evaluated on its own training rows, so these figures are optimistic. Pass --split to use test rows."
            .into()
    })
}

/// The points of a sweep: the index of α and the figure, NaN where there is none.
pub fn sweep_places(found: &Sweep, measure: Yardstick) -> Vec<[f64; 2]> {
    let place = |(at, point): (usize, &Point)| {
        let value = point.summary.as_ref().ok().and_then(|summary| summary.value(measure));
        [at as f64, value.unwrap_or(f64::NAN)]
    };
    found.points.iter().enumerate().map(place).collect()
}

/// How models learn from more and more rows: means over the seeds, with the 10th to the 90th percentile.
pub fn learning(found: &Learning, measure: Yardstick) -> Scene {
    let mut scene = Scene { title: format!("Learning curve: {}", measure.name()), ..Scene::default() };
    // Losses of the first few rows are much larger than the others.
    let ratios = measure != Yardstick::Accuracy;
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
            marks.push(Mark::new(Shape::Point([x, spread.mean])).titled(title.clone()));
            bars.push(Mark::new(Shape::Path(vec![[x, spread.low], [x, spread.high]])).titled(title));
            scene.facts.push(Fact { what, address: Address::None, value: text });
        }
        bands.push(Layer { role: Role::Class(place), marks: bars });
        lines.push(Layer { role: Role::Class(place), marks: vec![Mark::new(Shape::Path(points))] });
        lines.push(Layer { role: Role::Class(place), marks });
        scene.legend.push(Key { role: Role::Class(place), text: curve.name.as_str().into() });
    }
    bands.extend(lines);
    let sizes = || found.sizes.iter().map(|size| *size as f64);
    let upward = all.into_iter();
    let y = match ratios {
        true => Axis::of_ratios(measure.name(), ratio_range(upward).unwrap_or((0.1, 1.0))),
        false => Axis::of(measure.name(), rounded_range(upward).unwrap_or((0.0, 1.0))),
    };
    let x = Axis::of_ratios("training rows", ratio_range(sizes()).unwrap_or((1.0, 10.0)));
    scene.notes.push(sentence!(
        "Means of {} {}, each with {} held out. Bars show the 10th to the 90th percentile.",
        found.seeds.len().to_string(),
        if found.seeds.len() == 1 { "seed" } else { "seeds" },
        rows_text(found.tested)
    ));
    scene.frames.push(Frame { title: String::new(), x, y, equal: false, layers: bands });
    scene
}

/// The accuracy of several models on the same rows, each with its 95 % interval, in the order that is asked for.
pub fn comparison(found: &Comparison, order: &[usize]) -> Scene {
    let mut scene = Scene { title: "Accuracy of several models on the same rows".into(), ..Scene::default() };
    let (mut names, mut bars, mut points, mut own, mut all) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let reach = |at: &usize| {
        let figure = found.results.get(*at)?.figure(Kind::Accuracy)?;
        let share = figure.measured.value()?.to_f64();
        Some(figure.interval.map_or([share; 2], |between| [between.low(), between.high()]))
    };
    let is_baseline = |at: &usize| found.results.get(*at).is_some_and(|one| one.spec == ModelSpec::Baseline);
    // A baseline far below the others would press them together: it only gets a label.
    let others = order.iter().filter(|at| !is_baseline(at)).filter_map(reach);
    let least = others.map(|[low, _]| low).fold(f64::INFINITY, f64::min);
    let mut beyond = Vec::new();
    for at in order.iter().take(MODELS) {
        let Some(result) = found.results.get(*at) else { continue };
        let Some(figure) = result.figure(Kind::Accuracy) else { continue };
        let Some(share) = figure.measured.value().map(Number::to_f64) else { continue };
        let y = names.len() as f64;
        let name = result.candidate.name.as_str();
        let text = match figure.interval {
            Some(between) => {
                let (low, high) = (between.low(), between.high());
                all.extend([low, high]);
                let title = sentence!("95 % interval: {} to {}", number(low), number(high));
                bars.push(Mark::new(Shape::Path(vec![[low, y], [high, y]])).titled(title));
                sentence!(
                    "{}/{} = {}, 95 % interval {} to {}",
                    grouped(result.right),
                    grouped(result.n),
                    number(share),
                    number(low),
                    number(high)
                )
            }
            None => sentence!("{}/{} = {}", grouped(result.right), grouped(result.n), number(share)),
        };
        if is_baseline(at) && reach(at).is_some_and(|[_, high]| high < least) {
            beyond.push((y, sentence!("< {}", Number::Float(share).fixed(2))));
            bars.pop();
            all.truncate(all.len().saturating_sub(2));
            scene.facts.push(Fact { what: name.into(), address: Address::None, value: text });
            names.push(name.to_owned());
            continue;
        }
        all.push(share);
        let mark = Mark::new(Shape::Point([share, y])).titled(sentence!("{}: {}", name, text.clone()));
        if found.own == Some(*at) {
            own.push(mark)
        } else {
            points.push(mark)
        }
        scene.facts.push(Fact { what: name.into(), address: Address::None, value: text });
        names.push(name.to_owned());
    }
    let y = Axis::of_names("", names);
    let range = rounded_range(all.into_iter()).unwrap_or((0.0, 1.0));
    let x = Axis::of("accuracy", (range.0.max(0.0), range.1.min(1.0)));
    scene.legend.push(Key { role: Role::Class(0), text: "accuracy".into() });
    if !own.is_empty() {
        scene.legend.push(Key { role: Role::Case, text: "accuracy of the recipe's model".into() });
    }
    scene.legend.push(Key { role: Role::Plain, text: "95 % interval (Wilson)".into() });
    if found.results.len() > 1 {
        scene.notes.push(
            "All models are evaluated on the same rows. Intervals that overlap do not show that two models are equally good.".into(),
        );
    }
    let label = |(y, text)| Mark::new(Shape::Label([x.range.0, y], text));
    let beyond = beyond.into_iter().map(label).collect();
    scene.frames.push(Frame {
        title: String::new(),
        x,
        y,
        equal: false,
        layers: vec![
            Layer { role: Role::Plain, marks: beyond },
            Layer { role: Role::Plain, marks: bars },
            Layer { role: Role::Class(0), marks: points },
            Layer { role: Role::Case, marks: own },
        ],
    });
    scene
}

/// Points of a curve that are listed as text.
const SAID: usize = 10;
/// Points of a curve that have marks of their own.
const POINTS: usize = 400;
/// With more of them the curve has no marks: they would cover it.
const MARKED: usize = 24;

/// The role of a class that is drawn alone: it has its sign in lists, where a sixth class has that of the first.
fn alone(class: usize) -> Role {
    Role::Class(class % 5)
}

/// The ROC curve of a class: sensitivity over 1 − specificity, threshold by threshold.
pub fn roc(found: &Roc, rows: &EvaluatedRows, class: &Name) -> Scene {
    let mut scene = Scene { title: format!("ROC of {class} against the rest"), ..Scene::default() };
    let some = found.some_points(POINTS);
    let at = |at: usize| {
        let point = found.point(rows, at)?;
        Some((point, point.counts.place()?))
    };
    let places: Vec<(RocPoint, (f64, f64))> = some.into_iter().filter_map(at).collect();
    let role = alone(found.positive);
    let points: Vec<[f64; 2]> = places.iter().map(|(_, (x, y))| [*x, *y]).collect();
    let mark = |(point, (x, y)): &(RocPoint, (f64, f64))| {
        let above = point
            .threshold
            .map_or("never predicted".into(), |least| sentence!("predicted if P ≥ {}", number(least)));
        let title = sentence!("{}: sensitivity {}, 1 − specificity {}", above, number(*y), number(*x));
        Mark::new(Shape::Point([*x, *y])).titled(title)
    };
    let diagonal = vec![[0.0, 0.0], [1.0, 1.0]];
    let mut layers = vec![
        Layer { role: Role::Evidence, marks: vec![Mark::new(Shape::Path(diagonal)).titled("chance alone")] },
        Layer { role, marks: vec![Mark::new(Shape::Path(points))] },
    ];
    if places.len() <= MARKED {
        layers.push(Layer { role, marks: places.iter().map(mark).collect() });
    }
    for (point, (x, y)) in found.some_points(SAID).into_iter().filter_map(at) {
        let Some(least) = point.threshold else { continue };
        scene.facts.push(Fact {
            what: sentence!("predicted if P ≥ {}", number(least)),
            address: Address::None,
            value: sentence!("sensitivity {}, 1 − specificity {}", number(y), number(x)),
        });
    }
    if let Some((x, y)) = found.in_use.place() {
        let title =
            sentence!("the threshold in use: sensitivity {}, 1 − specificity {}", number(y), number(x));
        layers.push(Layer { role: Role::Case, marks: vec![Mark::new(Shape::Point([x, y])).titled(title)] });
        scene.legend.push(Key { role: Role::Case, text: "in use".into() });
        scene.facts.push(Fact {
            what: "the threshold in use".into(),
            address: Address::None,
            value: sentence!("sensitivity {}, 1 − specificity {}", number(y), number(x)),
        });
    }
    if let Some(area) = found.area() {
        scene.facts.push(Fact {
            what: "area under the curve".into(),
            address: Address::None,
            value: sentence!(
                "{}, over {} pairs",
                area.rounded(Precision::Share),
                grouped(u64::try_from(found.pairs.all).unwrap_or(u64::MAX))
            ),
        });
    }
    scene.legend.push(Key { role, text: class.as_str().into() });
    scene.legend.push(Key { role: Role::Evidence, text: "chance alone".into() });
    scene.frames.push(Frame {
        title: String::new(),
        x: Axis::of("1 − specificity", (0.0, 1.0)),
        y: Axis::of("sensitivity", (0.0, 1.0)),
        equal: false,
        layers,
    });
    scene
}

/// Predicted and observed shares, bin by bin, with 95 % intervals of the observed ones.
pub fn reliability(found: &Calibration, class: Option<&Name>) -> Scene {
    let of = class.map_or("the predicted class".to_owned(), |class| class.to_string());
    let mut scene = Scene { title: format!("Reliability for {of}"), ..Scene::default() };
    let role = alone(found.of.unwrap_or(0));
    let (mut marks, mut bars, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for (at, bin) in found.bins.iter().enumerate() {
        let ends = [at as f64, at as f64 + 1.0].map(|end| end / found.bins.len() as f64);
        let (Some(predicted), Some(observed)) = (bin.said(), bin.observed()) else { continue };
        let share = observed.to_f64();
        let title = sentence!(
            "predicted {}, observed in {} of {}: {}",
            number(predicted),
            grouped(bin.so),
            grouped(bin.n),
            number(share)
        );
        marks.push(Mark::new(Shape::Point([predicted, share])).titled(title.clone()));
        counts.push(Mark::new(Shape::Bar([ends[0], 0.0], [ends[1], bin.n as f64])).titled(rows_text(bin.n)));
        if let Some(interval) = bin.interval() {
            bars.push(
                Mark::new(Shape::Path(vec![[predicted, interval.low()], [predicted, interval.high()]]))
                    .titled(sentence!(
                        "95 % interval: {} to {}",
                        number(interval.low()),
                        number(interval.high())
                    )),
            );
        }
        scene.facts.push(Fact {
            what: sentence!("predicted {} on average", number(predicted)),
            address: Address::None,
            value: sentence!(
                "observed in {} of {}: {}",
                grouped(bin.so),
                rows_text(bin.n),
                Number::Float(share).rounded(Precision::Share)
            ),
        });
    }
    if let Some(error) = found.error() {
        scene.facts.push(Fact {
            what: "mean difference (ECE)".into(),
            address: Address::None,
            value: sentence!("{}", number(error)),
        });
    }
    let diagonal = Mark::new(Shape::Path(vec![[0.0, 0.0], [1.0, 1.0]])).titled("calibrated");
    scene.legend.push(Key { role, text: "observed".into() });
    scene.legend.push(Key { role: Role::Plain, text: "95 %".into() });
    scene.legend.push(Key { role: Role::Evidence, text: "calibrated".into() });
    scene.notes.push(
        "Each bar is a 95 % interval (Wilson): where it contains the predicted share, chance alone can explain the difference."
            .into(),
    );
    let most = found.bins.iter().map(|bin| bin.n).max().unwrap_or(0).max(1) as f64;
    let frame = |x: &str, y: Axis, layers: Vec<Layer>| Frame {
        title: String::new(),
        x: Axis::of(x, (0.0, 1.0)),
        y,
        equal: false,
        layers,
    };
    let above = vec![
        Layer { role: Role::Evidence, marks: vec![diagonal] },
        Layer { role: Role::Plain, marks: bars },
        Layer { role, marks },
    ];
    scene.frames.push(frame("predicted", Axis::of("observed", (0.0, 1.0)), above));
    // Below: the rows in each bin.
    let below = vec![Layer { role, marks: counts }];
    scene.frames.push(frame("", Axis::of("rows", (0.0, 1.05 * most)), below));
    scene
}
