//! How good a model is, as pictures: the ROC curve with the threshold in use, and what became of what it was sure of.

use super::pair::number;
use super::scene::{Address, Axis, Fact, Frame, Key, Layer, Mark, Role, Scene, Shape};
use crate::evaluate::{Calibration, Roc};
use crate::math::{Name, Number, Precision, sentence};
use crate::text::grouped;

/// Points of a curve that have marks of their own.
const POINTS: usize = 400;

/// The ROC curve of a class: sensitivity over 1 − specificity, threshold by threshold.
pub fn roc(found: &Roc, class: &Name) -> Scene {
    let mut scene = Scene { title: format!("ROC of {class} against the rest"), ..Scene::default() };
    let some = found.some_points(POINTS);
    let at = |point: usize| Some((point, found.points.get(point)?.counts.place()?));
    let places: Vec<(usize, (f64, f64))> = some.into_iter().filter_map(at).collect();
    let points: Vec<[f64; 2]> = places.iter().map(|(_, (x, y))| [*x, *y]).collect();
    let mark = |(point, (x, y)): &(usize, (f64, f64))| {
        let threshold = found.points.get(*point).and_then(|point| point.threshold);
        let above = threshold
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
        Layer { role: Role::Class(0), marks: vec![Mark::new(Shape::Path(points))] },
    ];
    if places.len() <= 60 {
        layers.push(Layer { role: Role::Class(0), marks: places.iter().map(mark).collect() });
    }
    if let Some((x, y)) = found.in_use.place() {
        let title =
            sentence!("the threshold in use: sensitivity {}, 1 − specificity {}", number(y), number(x));
        layers.push(Layer { role: Role::Case, marks: vec![Mark::new(Shape::Point([x, y])).titled(title)] });
        scene.legend.push(Key { role: Role::Case, text: "the threshold in use".into() });
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
    scene.legend.push(Key { role: Role::Class(0), text: sentence!("{} against the rest", class.as_str()) });
    scene.legend.push(Key { role: Role::Evidence, text: "what chance alone would do".into() });
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
    let (mut marks, mut bars) = (Vec::new(), Vec::new());
    for bin in &found.bins {
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
    scene.legend.push(Key { role: Role::Class(0), text: "observed, by what was said".into() });
    scene.legend.push(Key { role: Role::Plain, text: "95 % interval".into() });
    scene.legend.push(Key { role: Role::Evidence, text: "as often as it says".into() });
    scene.frames.push(Frame {
        title: String::new(),
        x: Axis::of("said", (0.0, 1.0)),
        y: Axis::of("observed", (0.0, 1.0)),
        equal: false,
        layers: vec![
            Layer { role: Role::Evidence, marks: vec![diagonal] },
            Layer { role: Role::Plain, marks: bars },
            Layer { role: Role::Class(0), marks },
        ],
    });
    scene
}
