//! How far the log-likelihood of the training rows falls when a parameter is moved: highest at the estimate that ℓ likes best.
//! The fall is drawn in closed form; the difference of two ℓ would lose it.

use super::pair::number;
use super::scene::{Address, Axis, Fact, Frame, Key, Layer, Mark, Role, Scene, Shape, around};
use crate::math::{Event, Name, Number, Quantity, sentence};
use crate::model::Fitted;
use crate::problem::Problem;
use crate::worked::likelihood::argue;

/// Places of the curve.
const SAMPLES: usize = 241;
/// Falls of ℓ around a region that holds two parameters in 68, 95 and 99 of 100 samples: half the quantiles of χ² with two
/// degrees of freedom.
const REGIONS: [(f64, &str); 3] = [(1.14, "68 %"), (3.00, "95 %"), (4.61, "99 %")];

/// The fall of ℓ from its top when a share k/n is told as φ: n · KL(k/n ‖ φ).
///
/// ```
/// let fall = posterior::plot::fall_of_share(9.0, 14.0, 0.5);
/// assert!((fall - 0.57946867142209).abs() < 1e-13);
/// ```
pub fn fall_of_share(k: f64, n: f64, phi: f64) -> f64 {
    let part = |k: f64, p: f64| if k == 0.0 { 0.0 } else { k * (k / n / p).ln() };
    part(k, phi) + part(n - k, 1.0 - phi)
}

/// The fall when mean and variance of n numbers, whose own are `mean` and `variance`, are told as `at`.
///
/// # Formula
/// n/2 · ((x̄ − μ)²/σ² + r − 1 − ln r) with r = s²/σ²; near 1 by the series of r − 1 − ln r.
pub fn fall_of_normal(n: f64, (mean, variance): (f64, f64), at: (f64, f64)) -> f64 {
    let apart = (mean - at.0) / at.1 * (mean - at.0);
    0.5 * n * (apart + excess(variance / at.1))
}

/// r − 1 − ln r.
fn excess(r: f64) -> f64 {
    let e = r - 1.0;
    if e.abs() < 1e-4 { e * e * (0.5 - e * (1.0 / 3.0 - e / 4.0)) } else { e - r.ln() }
}

/// ℓ along a parameter.
///
/// # Errors
/// When the quantity is no parameter of the model, or one along which ℓ is not drawn.
pub fn scene(fitted: &Fitted, parameter: &Quantity, region: bool) -> Result<Scene, Problem> {
    let argument = argue(fitted, parameter).map_err(Problem::from)?;
    let of = argument.parameter.clone();
    let not_here = || Problem {
        kind: "no_picture",
        what: format!("ℓ is not drawn along {of}"),
        fix: "a prior, P(value | class), a mean and a variance can be drawn".into(),
        usage: true,
        ..Problem::default()
    };
    let value = argument.value.as_ref().map(Number::to_f64).ok_or_else(not_here)?;
    let known = |class: &Name, feature: &Name| -> Option<(f64, f64, f64, f64)> {
        let (class, at) = (fitted.class(class.as_str())?, fitted.feature(feature.as_str())?);
        if let Some(gda) = fitted.gda() {
            let scatter = fitted.scatter(class)?;
            let precision = *gda.sigma(class)?.inverse().get(at)?.get(at)?;
            return Some((scatter.n as f64, *scatter.mean.get(at)?, f64::NAN, 1.0 / precision));
        }
        let normal = fitted.factors().get(at)?.normal(class)?;
        Some((normal.n as f64, normal.mean, normal.raw, normal.variance))
    };
    // The best value, what a step is, and the fall at a value.
    type Fall = Box<dyn Fn(f64) -> f64>;
    let (best, range, fall): (f64, (f64, f64), Fall) = match &of {
        Quantity::Prob { event, given } => {
            let (k, n) = counted(fitted, event, given.as_ref()).ok_or_else(not_here)?;
            (k / n, (0.0, 1.0), Box::new(move |phi| fall_of_share(k, n, phi)))
        }
        Quantity::Mean { feature, class: Some(class) } => {
            let (n, mean, _, variance) = known(class, feature).ok_or_else(not_here)?;
            let wide = 3.5 * (variance / n).sqrt();
            (
                mean,
                (mean - wide, mean + wide),
                Box::new(move |at| 0.5 * n * (at - mean) / variance * (at - mean)),
            )
        }
        Quantity::Var { feature, class: Some(class) } => {
            let (n, _, raw, _) = known(class, feature).filter(|known| known.2 > 0.0).ok_or_else(not_here)?;
            let wide = 3.5 * raw * (2.0 / n).sqrt();
            let from = (raw - wide).max(raw * 0.15);
            (raw, (from, raw + 1.3 * wide), Box::new(move |at| 0.5 * n * excess(raw / at)))
        }
        _ => return Err(not_here()),
    };
    if region {
        let pair = match &of {
            Quantity::Mean { feature, class: Some(class) }
            | Quantity::Var { feature, class: Some(class) } => Some((feature, class)),
            _ => None,
        };
        let (feature, class) = pair.filter(|_| fitted.gda().is_none()).ok_or_else(not_here)?;
        let (n, mean, raw, _) = known(class, feature).filter(|known| known.2 > 0.0).ok_or_else(not_here)?;
        return Ok(regions((feature, class), n, (mean, raw)));
    }
    let range = if let Quantity::Prob { .. } = of { range } else { (range.0.min(value), range.1.max(value)) };
    let points: Vec<[f64; 2]> = (0..SAMPLES)
        .map(|at| range.0 + (range.1 - range.0) * at as f64 / (SAMPLES - 1) as f64)
        .map(|x| [x, -fall(x)])
        .filter(|point| point[1].is_finite())
        .collect();
    let far = fall(value).max(8.0_f64.min(points.iter().map(|point| -point[1]).fold(0.0, f64::max)));
    let mut scene = Scene { title: format!("ℓ along {of}"), ..Scene::default() };
    let moves: Vec<Mark> = argument
        .moves
        .iter()
        .filter_map(|moved| Some((moved.value.to_f64(), moved.change?)))
        .map(|(at, _)| {
            let title = sentence!("{}: ℓ falls by {}", number(at), number(fall(at)));
            Mark::new(Shape::Point([at, -fall(at)])).titled(title)
        })
        .collect();
    for mark in &moves {
        if let Shape::Point([at, _]) = mark.shape {
            scene.facts.push(Fact {
                what: sentence!("ℓ at {}", number(at)),
                address: Address::None,
                value: sentence!("falls by {}", number(fall(at))),
            });
        }
    }
    let top = Mark::new(Shape::Point([best, 0.0])).titled(sentence!("ℓ is highest at {}", number(best)));
    let own = Mark::new(Shape::Point([value, -fall(value)]))
        .at(Address::Numbers(vec![of.clone()]))
        .titled(sentence!("the model's estimate, {}", number(value)));
    scene.facts.push(Fact {
        what: "ℓ is highest at".into(),
        address: Address::None,
        value: sentence!("{}", number(best)),
    });
    scene.facts.push(Fact {
        what: "the model's estimate".into(),
        address: Address::Numbers(vec![of.clone()]),
        value: sentence!("{}", number(value)),
    });
    scene.legend.push(Key { role: Role::Class(0), text: "ℓ − highest ℓ".into() });
    scene.legend.push(Key { role: Role::Mean(0), text: "the model's estimate".into() });
    scene.legend.push(Key { role: Role::Case, text: "where ℓ is highest".into() });
    if (best - value).abs() > 1e-9 * best.abs().max(1.0) {
        scene.notes.push(
            "The estimate is not where ℓ is highest: smoothing, ε, n − 1 or a prior that is given move it."
                .into(),
        );
    } else {
        scene.notes.push("The estimate is where the training rows are most likely.".into());
    }
    scene.frames.push(Frame {
        title: String::new(),
        x: Axis::of(of.to_string(), range),
        y: Axis::of("ℓ − highest ℓ", (-1.05 * far, 0.1 * far)),
        equal: false,
        layers: vec![
            Layer { role: Role::Class(0), marks: vec![Mark::new(Shape::Path(points))] },
            Layer { role: Role::Class(0), marks: moves },
            Layer { role: Role::Case, marks: vec![top] },
            Layer { role: Role::Mean(0), marks: vec![own] },
        ],
    });
    Ok(scene)
}

/// How often something was counted, and of how many.
fn counted(fitted: &Fitted, event: &Event, given: Option<&Event>) -> Option<(f64, f64)> {
    let (k, n) = match (event, given) {
        (Event::Class(class), None) => (fitted.class_count(fitted.class(class.as_str())?), fitted.rows()),
        (Event::Value { feature, value }, Some(Event::Class(class))) => {
            let (factor, class) = (fitted.factor(feature.as_str())?, fitted.class(class.as_str())?);
            (factor.count(fitted.position(factor, value.as_str())?, class), factor.total(class))
        }
        _ => return None,
    };
    (n > 0).then_some((k as f64, n as f64))
}

/// The regions of a mean and a variance together.
fn regions((feature, class): (&Name, &Name), n: f64, (mean, variance): (f64, f64)) -> Scene {
    let mut scene = Scene {
        title: format!("ℓ over the mean and the variance of {feature} given {class}"),
        ..Scene::default()
    };
    let mut layers = Vec::new();
    for (at, (level, share)) in REGIONS.iter().enumerate().rev() {
        // r − 1 − ln r ≤ 2 level/n bounds the variance on both sides.
        let most = 2.0 * level / n;
        let edge = |mut low: f64, mut high: f64| {
            for _ in 0..200 {
                let middle = f64::midpoint(low, high);
                if (excess(middle) < most) == (excess(low) < most) { low = middle } else { high = middle }
            }
            f64::midpoint(low, high)
        };
        let (least, largest) = (edge(1.0, 1e-9), edge(1.0, 1e9));
        let half = |sign: f64| {
            (0..=96).map(move |at| {
                let turn = std::f64::consts::PI * f64::from(at) / 96.0;
                let middle = f64::midpoint(least.ln(), largest.ln());
                let r = (middle + (largest / least).ln() / 2.0 * turn.cos()).exp();
                let sigma = variance / r;
                let apart = ((most - excess(r)).max(0.0) * sigma).sqrt();
                [mean + sign * apart, sigma]
            })
        };
        let points: Vec<[f64; 2]> =
            half(1.0).chain(half(-1.0).collect::<Vec<_>>().into_iter().rev()).collect();
        let title = sentence!("ℓ falls by {} at its edge", number(*level));
        let role = Role::Ring(0, [1, 4, 9].get(at).copied().unwrap_or(9));
        layers.push(Layer { role, marks: vec![Mark::new(Shape::Path(points)).titled(title.clone())] });
        scene.legend.push(Key { role, text: sentence!("ℓ falls by {}: {}", number(*level), *share) });
        scene.facts.push(Fact {
            what: sentence!("region of {}", *share),
            address: Address::None,
            value: title,
        });
    }
    let top = Mark::new(Shape::Point([mean, variance])).titled(sentence!(
        "ℓ is highest at mean {} and variance {}",
        number(mean),
        number(variance)
    ));
    scene.facts.push(Fact {
        what: "ℓ is highest at".into(),
        address: Address::None,
        value: sentence!("mean {}, variance {}", number(mean), number(variance)),
    });
    layers.push(Layer { role: Role::Case, marks: vec![top] });
    scene.legend.push(Key { role: Role::Case, text: "where ℓ is highest".into() });
    let outer = layers.iter().flat_map(|layer| &layer.marks).filter_map(|mark| match &mark.shape {
        Shape::Path(points) => Some(points.clone()),
        _ => None,
    });
    let outer: Vec<[f64; 2]> = outer.flatten().collect();
    let of = |numbers: &mut dyn Iterator<Item = f64>| around(numbers, 0.08).unwrap_or((0.0, 1.0));
    let [across, upwards] =
        [of(&mut outer.iter().map(|point| point[0])), of(&mut outer.iter().map(|point| point[1]))];
    scene.notes.push(
        "Half the quantiles of χ² with two degrees of freedom; in small samples the shares are rough.".into(),
    );
    scene.frames.push(Frame {
        title: String::new(),
        x: Axis::of(format!("μ({feature} | {class})"), across),
        y: Axis::of(format!("σ²({feature} | {class})"), upwards),
        equal: false,
        layers,
    });
    scene
}
