//! How good a model is, as pictures: the ROC curve with the threshold in use, and what became of what it was sure of.

use super::pair::number;
use super::scene::{Address, Axis, Fact, Frame, Key, Layer, Mark, Role, Scene, Shape};
use crate::evaluate::{Calibration, EvaluatedRows, Roc, RocPoint};
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
