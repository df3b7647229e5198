//! How good a model is, as pictures: the ROC curve with the threshold in use, and what became of what it was sure of.

use super::pair::number;
use super::scene::{Address, Axis, Fact, Frame, Key, Layer, Mark, Role, Scene, Shape};
use crate::evaluate::{Calibration, CostCurve, CostPoint, EvaluatedRows, Evaluation, Metrics, Roc, RocPoint};
use crate::math::{Name, Number, Precision, sentence};
use crate::text::grouped;

/// Points of a curve that are told in words.
const SAID: usize = 10;
/// Points of a curve that have marks of their own.
const POINTS: usize = 400;
/// With more of them the curve has no marks: they would cover it.
const MARKED: usize = 24;

/// The role of a class that stands alone: it has the sign that it has in lists, where a sixth class has that of the first.
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
            .map_or("nothing is called it".into(), |least| sentence!("called it from P = {}", number(least)));
        let title = sentence!("{}: sensitivity {}, 1 − specificity {}", above, number(*y), number(*x));
        Mark::new(Shape::Point([*x, *y])).titled(title)
    };
    let diagonal = vec![[0.0, 0.0], [1.0, 1.0]];
    let mut layers = vec![
        Layer {
            role: Role::Evidence,
            marks: vec![Mark::new(Shape::Path(diagonal)).titled("what chance alone would do")],
        },
        Layer { role, marks: vec![Mark::new(Shape::Path(points))] },
    ];
    if places.len() <= MARKED {
        layers.push(Layer { role, marks: places.iter().map(mark).collect() });
    }
    for (point, (x, y)) in found.some_points(SAID).into_iter().filter_map(at) {
        let Some(least) = point.threshold else { continue };
        scene.facts.push(Fact {
            what: sentence!("called it from P = {}", number(least)),
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
                "{}, of {} pairs",
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

/// What a row costs over the threshold from which a class is called so: the curve falls and rises in steps, one for each posterior.
pub fn costs(evaluation: &Evaluation, metrics: &Metrics, curve: &CostCurve) -> Scene {
    let class = evaluation.labels.get(curve.positive).map(Name::to_string).unwrap_or_default();
    let mut scene = Scene { title: format!("Cost by the threshold of {class}"), ..Scene::default() };
    let role = alone(curve.positive);
    let mut some = metrics.roc.some_points(POINTS);
    some.push(curve.best);
    some.sort_unstable();
    some.dedup();
    let found: Vec<CostPoint> =
        some.into_iter().filter_map(|at| curve.point(evaluation, &metrics.roc, at)).collect();
    // A point holds from its threshold up to that of the point before it, which calls fewer rows so.
    let (mut path, mut above) = (Vec::new(), 1.0);
    for point in &found {
        let cost = point.cost.to_f64();
        let from = point.threshold.unwrap_or(above);
        path.extend([[above, cost], [from, cost]]);
        above = from;
    }
    path.extend(path.last().map(|[_, cost]| [0.0, *cost]));
    let most = found.iter().map(|point| point.cost.to_f64()).fold(0.0, f64::max);
    let told = |point: &CostPoint| match point.threshold {
        Some(least) => sentence!("{} from P = {} on", class.clone(), number(least)),
        None => sentence!("never {}", class.clone()),
    };
    let mut layers = vec![Layer { role, marks: vec![Mark::new(Shape::Path(path))] }];
    let mut mark = |point: usize, role: Role, name: &'static str| {
        let Some(point) = curve.point(evaluation, &metrics.roc, point) else { return };
        let value = sentence!("{} a row", number(point.cost.to_f64()));
        let title = sentence!("{}: {}, {}", name, told(&point), value.clone());
        let place = [point.threshold.unwrap_or(1.0), point.cost.to_f64()];
        layers.push(Layer { role, marks: vec![Mark::new(Shape::Point(place)).titled(title)] });
        scene.legend.push(Key { role, text: name.into() });
        let what = sentence!("{}, {}", name, told(&point));
        scene.facts.push(Fact { what, address: Address::None, value });
    };
    mark(curve.best, role, "least");
    if let Some(at) = curve.in_use {
        mark(at, Role::Case, "in use");
    }
    if let Some(even) = &curve.break_even {
        let even = Number::Exact(even.clone()).to_f64();
        let line = Mark::new(Shape::Path(vec![[even, 0.0], [even, most]]))
            .titled(sentence!("chosen from {} on", number(even)));
        layers.push(Layer { role: Role::Evidence, marks: vec![line] });
        scene.legend.push(Key { role: Role::Evidence, text: "break-even".into() });
        let what = sentence!("{} is chosen from P = {} on", class.clone(), number(even));
        scene.facts.push(Fact { what, address: Address::None, value: "".into() });
    }
    scene.frames.push(Frame {
        title: String::new(),
        x: Axis::of("threshold", (0.0, 1.0)),
        y: Axis::of("cost a row", (0.0, if most > 0.0 { 1.05 * most } else { 1.0 })),
        equal: false,
        layers,
    });
    scene
}

/// What the model said and how often it was so, bin by bin, with the interval of 95 % of what was observed.
pub fn reliability(found: &Calibration, class: Option<&Name>) -> Scene {
    let of = class.map_or("the class it names".to_owned(), |class| class.to_string());
    let mut scene = Scene { title: format!("Reliability for {of}"), ..Scene::default() };
    let role = alone(found.of.unwrap_or(0));
    let (mut marks, mut bars, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    for (at, bin) in found.bins.iter().enumerate() {
        let ends = [at as f64, at as f64 + 1.0].map(|end| end / found.bins.len() as f64);
        let (Some(said), Some(observed)) = (bin.said(), bin.observed()) else { continue };
        let share = observed.to_f64();
        let title = sentence!(
            "said {}, so in {} of {}: {}",
            number(said),
            grouped(bin.so),
            grouped(bin.n),
            number(share)
        );
        marks.push(Mark::new(Shape::Point([said, share])).titled(title.clone()));
        counts.push(
            Mark::new(Shape::Bar([ends[0], 0.0], [ends[1], bin.n as f64]))
                .titled(sentence!("{} rows", grouped(bin.n))),
        );
        if let Some(interval) = bin.interval() {
            bars.push(Mark::new(Shape::Path(vec![[said, interval.low()], [said, interval.high()]])).titled(
                sentence!("95 % interval: {} to {}", number(interval.low()), number(interval.high())),
            ));
        }
        scene.facts.push(Fact {
            what: sentence!("said {} on average", number(said)),
            address: Address::None,
            value: sentence!(
                "so in {} of {} rows: {}",
                grouped(bin.so),
                grouped(bin.n),
                Number::Float(share).rounded(Precision::Share)
            ),
        });
    }
    if let Some(error) = found.error() {
        scene.facts.push(Fact {
            what: "apart on average".into(),
            address: Address::None,
            value: sentence!("{}", number(error)),
        });
    }
    let diagonal = Mark::new(Shape::Path(vec![[0.0, 0.0], [1.0, 1.0]])).titled("as often as it says");
    scene.legend.push(Key { role, text: "is so".into() });
    scene.legend.push(Key { role: Role::Plain, text: "95 %".into() });
    scene.legend.push(Key { role: Role::Evidence, text: "said = so".into() });
    scene.notes.push(
        "Each bar is a 95 % interval (Wilson): where it holds what was said, chance alone may have done it."
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
    scene.frames.push(frame("was said", Axis::of("is so", (0.0, 1.0)), above));
    // Below: how many rows stand behind each of them.
    let below = vec![Layer { role, marks: counts }];
    scene.frames.push(frame("", Axis::of("rows", (0.0, 1.05 * most)), below));
    scene
}
