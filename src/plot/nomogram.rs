//! The nomogram of two classes: every value of every counted feature at the logarithm of its ratio.

use super::axis::ticks;
use super::bars::{name, ratio_text, signed};
use super::pair::number;
use super::scene::{Address, Axis, Fact, Frame, Key, Layer, Mark, Role, Scene, Shape};
use crate::math::{Quantity, Sentence, sentence};
use crate::model::{Case, CaseValue, Fitted};
use crate::problem::Problem;

/// Values of a feature that a nomogram shows at most.
const VALUES: usize = 30;
/// Features that it shows at most.
const FEATURES: usize = 40;

/// The nomogram of two classes: every value of every counted feature at ln of its ratio, the case's marked; below, the sums
/// and the posterior that they stand for.
///
/// # Errors
/// When the model is not one of counted values.
pub fn nomogram(fitted: &Fitted, case: Option<&Case>, (a, b): (usize, usize)) -> Result<Scene, Problem> {
    let counted = |at: &usize| {
        fitted.factors().get(*at).is_some_and(|factor| !factor.is_number() && !factor.is_words())
    };
    let features: Vec<usize> = (0..fitted.features.len()).filter(counted).collect();
    if features.is_empty() || features.len() < fitted.features.len() || fitted.classes.len() < 2 {
        return Err(Problem {
            kind: "no_picture",
            what: "a nomogram has a line for each value of each feature, and this model has features without a list of values".into(),
            fix: "bins make values of numbers; posterior plot pushed draws one case of any model".into(),
            usage: true,
            ..Problem::default()
        });
    }
    let (one, other) = (name(fitted, a), name(fitted, b));
    let ln_prior = fitted.prior(a).zip(fitted.prior(b)).map_or(f64::NAN, |(a, b)| a.ln() - b.ln());
    let mut scene = Scene { title: format!("nomogram of {one} : {other}"), ..Scene::default() };
    let (mut names, mut labels, mut own, mut points) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut least, mut most, mut from, mut to) = (0.0_f64, 0.0_f64, ln_prior, ln_prior);
    let mut total = case.is_some().then_some(ln_prior).filter(|_| features.len() <= FEATURES);
    for at in features.iter().copied().take(FEATURES) {
        let Some(factor) = fitted.factors().get(at) else { continue };
        let y = names.len() as f64;
        let mut lns = Vec::new();
        let mut known = None;
        for (value, label) in factor.values().iter().enumerate().take(VALUES) {
            let [p, q] = [a, b].map(|class| factor.conditional(value, class));
            let Some((p, q)) = p.zip(q) else { continue };
            let ln = p.ln() - q.ln();
            if ln.is_finite() {
                lns.push(ln);
                labels.push(Mark::new(Shape::Label([ln, y], label.as_str().into())));
                let of = [a, b].into_iter().filter_map(|class| fitted.classes.get(class));
                let of = of.map(|class| Quantity::conditional(&factor.name, label, class)).collect();
                let ratio = p.div(&q).map(|ratio| ratio_text(&ratio)).unwrap_or_default();
                let title = sentence!(
                    "{}={}: × {}, ln {}",
                    factor.name.as_str(),
                    label.as_str(),
                    ratio.clone(),
                    signed(ln)
                );
                points.push(Mark::new(Shape::Point([ln, y])).at(Address::Numbers(of)).titled(title.clone()));
                if case
                    .and_then(|case| case.cells.get(at))
                    .is_some_and(|cell| cell.value == CaseValue::Value(value))
                {
                    own.push(Mark::new(Shape::Point([ln, y])).titled(title.clone()));
                    known = Some(ln);
                }
                scene.facts.push(Fact {
                    what: sentence!("{}={}", factor.name.as_str(), label.as_str()),
                    address: Address::None,
                    value: sentence!("× {}, ln {}", ratio, signed(ln)),
                });
            }
        }
        let low = lns.iter().copied().fold(f64::INFINITY, f64::min);
        let high = lns.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low <= high {
            (least, most) = (least.min(low), most.max(high));
            (from, to) = (from + low, to + high);
        }
        // What is missing has no factor; what has a factor of 0 has no finite sum.
        let cell = case.and_then(|case| case.cells.get(at)).map(|cell| &cell.value);
        total = match (cell, known) {
            (Some(CaseValue::Missing | CaseValue::Unseen), _) => total,
            (_, ln) => total.zip(ln).map(|(total, ln)| total + ln),
        };
        names.push(factor.name.to_string());
    }
    let y = names.len() as f64;
    names.push("prior".to_owned());
    points.push(Mark::new(Shape::Point([ln_prior, y])).titled(sentence!("prior: ln {}", signed(ln_prior))));
    (least, most) = (least.min(ln_prior), most.max(ln_prior));
    let wide = (most - least).max(1e-9);
    let range = (least - 0.1 * wide, most + 0.1 * wide);
    let mut layers =
        vec![Layer { role: Role::Plain, marks: labels }, Layer { role: Role::Class(a), marks: points }];
    if !own.is_empty() {
        layers.push(Layer { role: Role::Case, marks: own });
        scene.legend.push(Key { role: Role::Case, text: "the case".into() });
    }
    let logistic = |ln: f64| 1.0 / (1.0 + (-ln).exp());
    scene.facts.push(Fact {
        what: "sum of all".into(),
        address: Address::None,
        value: sentence!(
            "from {} to {}, P({}) from {} to {}",
            signed(from),
            signed(to),
            one,
            number(logistic(from)),
            number(logistic(to))
        ),
    });
    scene.notes.push(sentence!("To the right a value speaks for {}, to the left for {}.", one, other));
    if fitted.classes.len() > 2 {
        scene.notes.push(sentence!(
            "The sum gives P({} | {} or {}): the other classes have totals of their own.",
            one,
            one,
            other
        ));
    }
    scene.frames.push(Frame {
        title: String::new(),
        x: Axis::of("ln ratio", range),
        y: Axis::of_names("", names),
        equal: false,
        layers,
    });
    scene.frames.push(scales(one, (from, to), total));
    if let Some(total) = total {
        scene.facts.push(Fact {
            what: "sum of the case".into(),
            address: Address::None,
            value: sentence!("{}, P({}) = {}", signed(total), one, number(logistic(total))),
        });
    }
    Ok(scene)
}

/// Probabilities that stand on the scale below.
const SHARES: [f64; 15] = [0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 0.999];

/// The sum of all ln ratios, and below it the probability that it comes to.
fn scales(one: &str, (from, to): (f64, f64), total: Option<f64>) -> Frame {
    let wide = (to - from).max(1e-9);
    let range = (from - 0.05 * wide, to + 0.05 * wide);
    let mut layers =
        vec![Layer { role: Role::Plain, marks: Vec::new() }, Layer { role: Role::Plain, marks: Vec::new() }];
    let mut mark = |ln: f64, row: f64, text: Sentence| {
        if let [points, labels] = layers.as_mut_slice() {
            points.marks.push(Mark::new(Shape::Point([ln, row])));
            labels.marks.push(Mark::new(Shape::Label([ln, row], text)));
        }
    };
    ticks(range, 8).into_iter().for_each(|tick| mark(tick.at, 0.0, tick.text.into()));
    for share in SHARES {
        let ln = (share / (1.0 - share)).ln();
        if (range.0..=range.1).contains(&ln) {
            mark(ln, 1.0, sentence!("{}", number(share)));
        }
    }
    if let Some(total) = total.filter(|total| total.is_finite()) {
        let marks = [0.0, 1.0].map(|row| Mark::new(Shape::Point([total, row])).titled("the case"));
        layers.push(Layer { role: Role::Case, marks: marks.into() });
    }
    let names = vec!["sum of ln ratios".to_owned(), format!("P({one})")];
    Frame {
        title: String::new(),
        x: Axis { bare: true, ..Axis::of("", range) },
        y: Axis::of_names("", names),
        equal: false,
        layers,
    }
}
