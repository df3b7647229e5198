//! The normal density of one number and the density over several together, and mistakes with them.

use std::f64::consts::TAU;

use super::asked::{Asked, Place};
use super::cell::said;
use super::entry::{Change, Entry, Slip, both, entry, floats, one, other_value, taken};
use crate::math::symbols::VARIANCE;
use crate::math::{Event, Number, Quantity, Sentence, sentence};
use crate::model::{Factor, Fitted, Gda};
use crate::recipe::Variance;
use crate::worked::{Context, Kinds, TermKind};

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        "G1",
        "what the squares are divided by",
        |asked| is_of_normals(asked) || asked.place == Place::Variance && asked.any(Factor::is_gaussian),
        divided_otherwise,
    ),
    entry("G2", "variance or standard deviation", is_of_normals, deviation),
    entry("G2", "variance or standard deviation", |asked| asked.place == Place::Variance, root_of_variance),
    entry("G2b", "variance or standard deviation", is_of_normals, deviation_in_one_place),
    entry("G3", "variance or standard deviation", is_of_normals, squared_again),
    entry("G5", "the exponent", is_of_densities, no_half),
    entry("G6", "the exponent", is_of_normals, not_squared),
    entry("G7", "the sign of the exponent", is_of_densities, sign_lost),
    entry("G8", "the constant before exp", is_of_densities, constant_omitted),
    entry("G9", "the constant before exp", is_of_normals, root_lost),
    entry("G10", "what a density is", is_of_densities, not_above_one),
    entry("G11", "height or area", is_of_normals, |asked| area(asked, "left", -1.0)),
    entry("G35", "the constant before exp", is_of_normals, variance_before_exp),
    entry("G36", "the constant before exp", is_of_densities, no_two_pi),
    entry("G37", "the exponent", is_of_densities, constant_alone),
    entry("G38", "the constant before exp", is_of_normals, of_standard_normal),
    entry("G39", "what is asked: the height of the curve", is_one_density, distance_itself),
    entry("G40", "what is asked: the density, not its logarithm", is_a_density, logarithm_of_density),
    entry("G41", "height or area", is_of_normals, |asked| area(asked, "right", 1.0)),
    entry(
        "G17",
        "Σ or its inverse",
        |asked| asked.place == Place::SquaredDistance || is_of_joint_normals(asked),
        not_inverted,
    ),
    entry("G18", "the determinant", is_of_joint_normals, determinant),
    entry("G19", "the power of 2π", is_of_joint_normals, one_dimension),
];

fn is_of_densities(asked: &Asked<'_>) -> bool {
    is_of_normals(asked) || is_of_joint_normals(asked)
}

fn is_a_density(asked: &Asked<'_>) -> bool {
    asked.place == Place::Density && is_of_densities(asked)
}

fn is_one_density(asked: &Asked<'_>) -> bool {
    asked.place == Place::Density && is_of_normals(asked)
}

fn told(
    asked: &Asked<'_>,
    say: impl Fn(&NormalDensity) -> Sentence,
    of: impl Fn(&NormalDensity) -> f64 + Send + Sync + 'static,
) -> Vec<Slip> {
    example(asked).map(|(_, normal)| Slip::new(normals(of), say(&normal))).into_iter().collect()
}

fn divided_otherwise(asked: &Asked<'_>) -> Vec<Slip> {
    let unbiased = asked.fitted.data.resolved.variance == Variance::Unbiased;
    let own = match &asked.quantity {
        Quantity::Var { feature, .. } => {
            let factor = asked.fitted.factor(feature.as_str());
            asked.class().and_then(|class| factor?.normal(class)).map(|normal| normal.n)
        }
        _ => example(asked).map(|(_, normal)| normal.n),
    };
    let Some(n) = own else { return Vec::new() };
    let less = n.saturating_sub(1);
    let says = if unbiased {
        sentence!(
            "This is what you get if the squares are divided by n = {}; the variance here divides by n − 1 = {}.",
            n,
            less
        )
    } else {
        sentence!(
            "This is what you get if the squares are divided by n − 1 = {}; the variance here divides by n = {}.",
            less,
            n
        )
    };
    vec![Slip::new(floats(Kinds::VARIANCE, other_variance), says)]
}

fn other_variance(quantity: &Quantity, context: &Context<'_>) -> Option<f64> {
    let Quantity::Var { feature, class: Some(class) } = quantity else { return None };
    let fitted = context.fitted;
    let normal = fitted.factor(feature.as_str())?.normal(fitted.class(class.as_str())?)?;
    if fitted.is_put(normal) {
        return None;
    }
    let (n, less) = (normal.n as f64, normal.n.saturating_sub(1) as f64);
    let unbiased = fitted.data.resolved.variance == Variance::Unbiased;
    let raw = if unbiased { normal.raw * less / n } else { normal.raw * n / less };
    Some(raw + fitted.epsilon)
}

fn deviation(asked: &Asked<'_>) -> Vec<Slip> {
    let say = |normal: &NormalDensity| {
        sentence!(
            "This is what you get if the standard deviation {} stands where {} does; put the variance {} in both places.",
            said(normal.deviation()),
            VARIANCE,
            said(normal.variance)
        )
    };
    told(asked, say, |normal| constant(normal.deviation()) + normal.exponent(normal.deviation()))
}

fn root_of_variance(asked: &Asked<'_>) -> Vec<Slip> {
    let root = asked.right(&asked.quantity).map(|variance| Number::Float(variance.to_f64().sqrt()));
    let says = "That is the standard deviation, the root of the variance; square it.";
    vec![Slip::new(one(asked.quantity.clone(), root), says)]
}

fn deviation_in_one_place(asked: &Asked<'_>) -> Vec<Slip> {
    let say = |place: &'static str| {
        move |normal: &NormalDensity| {
            sentence!(
                "This is what you get if the standard deviation {} stands where {} does in {}; put the variance {} there too.",
                said(normal.deviation()),
                VARIANCE,
                place,
                said(normal.variance)
            )
        }
    };
    let exponent = told(asked, say("the exponent"), |normal| {
        constant(normal.variance) + normal.exponent(normal.deviation())
    });
    let before = told(asked, say("the constant"), |normal| {
        constant(normal.deviation()) + normal.exponent(normal.variance)
    });
    exponent.into_iter().chain(before).collect()
}

fn squared_again(asked: &Asked<'_>) -> Vec<Slip> {
    let say = |normal: &NormalDensity| {
        sentence!(
            "This is what you get if the variance {} is squared once more; it is {} already, so put it in as it is.",
            said(normal.variance),
            VARIANCE
        )
    };
    told(asked, say, |normal| {
        let square = normal.variance * normal.variance;
        constant(square) + normal.exponent(square)
    })
}

/// Other heights of all normal curves and surfaces, by the logarithm of the constant and by the exponent.
fn heights(of: impl Fn(f64, f64) -> f64 + Copy + Send + Sync + 'static) -> Change {
    let curves = normals(move |normal| of(constant(normal.variance), normal.exponent(normal.variance)));
    both(curves, joint_normals(move |joint| of(joint.constant(), joint.exponent())))
}

fn exponent(asked: &Asked<'_>) -> Option<f64> {
    match example(asked) {
        Some((_, normal)) => Some(normal.exponent(normal.variance)),
        None => Some(joint_normal(asked)?.exponent()),
    }
}

fn no_half(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(exponent) = exponent(asked) else { return Vec::new() };
    let says = sentence!(
        "This is what you get if the exponent is {}, without the ½; halve it.",
        said(2.0 * exponent)
    );
    vec![Slip::new(heights(|constant, exponent| constant + 2.0 * exponent), says)]
}

fn not_squared(asked: &Asked<'_>) -> Vec<Slip> {
    let say = |normal: &NormalDensity| {
        sentence!(
            "This is what you get if the distance {} from the mean is not squared; square it in the exponent.",
            said(normal.distance.abs())
        )
    };
    told(asked, say, |normal| constant(normal.variance) - 0.5 * normal.distance.abs() / normal.variance)
}

fn sign_lost(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(exponent) = exponent(asked) else { return Vec::new() };
    let says = sentence!(
        "This is what you get if the exponent is +{}; a density falls away from the mean, so the exponent is negative.",
        said(-exponent)
    );
    vec![Slip::new(heights(|constant, exponent| constant - exponent), says)]
}

fn constant_omitted(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(exponent) = exponent(asked) else { return Vec::new() };
    let constant = match asked.fitted.gda() {
        None => sentence!("1/√(2π{}), which differs between the classes", VARIANCE),
        Some(gda) if gda.is_shared() => "1/√((2π)ᵈ |Σ|)".into(),
        Some(_) => "1/√((2π)ᵈ |Σ|), which differs between the classes".into(),
    };
    let says =
        sentence!("This is what you get from exp({}) alone; multiply by {}.", said(exponent), constant);
    vec![Slip::new(heights(|_, exponent| exponent), says)]
}

fn root_lost(asked: &Asked<'_>) -> Vec<Slip> {
    let half = |normal: &NormalDensity| {
        sentence!(
            "This is what you get if the constant is 1/(2π · {}), with the standard deviation; it is 1/√(2π · {}), with the root over 2π too.",
            said(normal.deviation()),
            said(normal.variance)
        )
    };
    let none = |normal: &NormalDensity| {
        sentence!(
            "This is what you get if the constant is 1/(2π · {}), without the root; take the root of the denominator.",
            said(normal.variance)
        )
    };
    let deviation =
        told(asked, half, |normal| -TAU.ln() - normal.deviation().ln() + normal.exponent(normal.variance));
    let variance =
        told(asked, none, |normal| -TAU.ln() - normal.variance.ln() + normal.exponent(normal.variance));
    deviation.into_iter().chain(variance).collect()
}

fn not_above_one(asked: &Asked<'_>) -> Vec<Slip> {
    let spread = example(asked)
        .map(|(_, normal)| sentence!(" (the standard deviation is {} here)", said(normal.deviation())));
    let spread = spread.unwrap_or_default();
    let next = sentence!(
        "a density may exceed 1 where the spread is small{}, and only areas are probabilities; keep it as it is",
        spread
    );
    let slip = |how: fn(f64) -> f64, is: &str| {
        let ln = move |ln: f64| if ln > 0.0 { how(ln) } else { ln };
        let says = sentence!("This is what you get if a density above 1 {}; {}.", is, next);
        Slip::new(heights(move |constant, exponent| ln(constant + exponent)), says)
    };
    vec![slip(|_| 0.0, "is cut to 1"), slip(|ln| -ln, "is turned over, 1 divided by it")]
}

/// The area under the curve to the right where `sign` is 1; to the left, which is that to the right of the mirrored point, where
/// it is -1.
fn area(asked: &Asked<'_>, side: &str, sign: f64) -> Vec<Slip> {
    let say = |normal: &NormalDensity| {
        sentence!(
            "This is what you get from the area under the curve to the {} of {}; use the height of the curve there.",
            side,
            said(normal.x)
        )
    };
    told(asked, say, move |normal| {
        (0.5 * libm::erfc(sign * normal.distance / (2.0 * normal.variance).sqrt())).ln()
    })
}

fn variance_before_exp(asked: &Asked<'_>) -> Vec<Slip> {
    let say = |normal: &NormalDensity| {
        sentence!(
            "This is what you get if the constant is 1/(√(2π) · {}), with the variance; the standard deviation {} stands there.",
            said(normal.variance),
            said(normal.deviation())
        )
    };
    told(asked, say, |normal| -0.5 * TAU.ln() - normal.variance.ln() + normal.exponent(normal.variance))
}

fn no_two_pi(asked: &Asked<'_>) -> Vec<Slip> {
    let says = match asked.fitted.gda() {
        None => sentence!("This is what you get without √(2π) in the constant; it is 1/√(2π{}).", VARIANCE),
        Some(_) => "This is what you get without 2π in the constant; it is 1/√((2π)ᵈ |Σ|).".into(),
    };
    let normals = normals(|normal| -0.5 * normal.variance.ln() + normal.exponent(normal.variance));
    let joint_normals = joint_normals(|joint| joint.constant() + joint.exponent() + 0.5 * joint.powers());
    vec![Slip::new(both(normals, joint_normals), says)]
}

fn constant_alone(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(exponent) = exponent(asked) else { return Vec::new() };
    let says = sentence!("That is the constant alone; multiply it by exp({}).", said(exponent));
    vec![Slip::new(heights(|constant, _| constant), says)]
}

fn of_standard_normal(asked: &Asked<'_>) -> Vec<Slip> {
    let say = |normal: &NormalDensity| {
        sentence!(
            "That is the height of the standard normal curve at z = {}; divide it by the standard deviation {}.",
            said(normal.distance / normal.deviation()),
            said(normal.deviation())
        )
    };
    told(asked, say, |normal| constant(1.0) + normal.exponent(normal.variance))
}

fn distance_itself(asked: &Asked<'_>) -> Vec<Slip> {
    let Some((quantity, normal)) = example(asked).filter(|(quantity, _)| *quantity == asked.quantity) else {
        return Vec::new();
    };
    let z = normal.distance / normal.deviation();
    let says =
        "That is z = (x − μ)/σ, how many standard deviations x is from the mean; put it into the curve.";
    let squared = "That is z² = (x − μ)²/σ²; halve it, and take exp of what is below 0.";
    let slip =
        |value: f64, says: &'static str| Slip::new(one(quantity.clone(), Some(Number::Float(value))), says);
    vec![slip(z, says), slip(z * z, squared)]
}

fn logarithm_of_density(asked: &Asked<'_>) -> Vec<Slip> {
    let ln = asked.right(&asked.quantity).map(|density| density.ln()).filter(|ln| ln.is_finite());
    let says = "That is the logarithm of the density; take exp of it.";
    other_value(asked, ln.filter(|_| !asked.ln).map(Number::Float), says)
}

fn is_of_joint_normals(asked: &Asked<'_>) -> bool {
    asked.fitted.gda().is_some() && (asked.is_about_case() || asked.place == Place::Density)
}

struct JointNormal {
    d: f64,
    /// ln |Σ|
    log_det: f64,
    /// (x − μ)ᵀ Σ⁻¹ (x − μ)
    quadratic: f64,
}

impl JointNormal {
    fn of(gda: &Gda, class: usize, x: &[f64]) -> Option<JointNormal> {
        let sigma = gda.sigma(class)?;
        Some(JointNormal {
            d: sigma.d() as f64,
            log_det: sigma.log_det(),
            quadratic: gda.quadratic(class, x),
        })
    }

    /// ln of 1/√((2π)ᵈ |Σ|)
    fn constant(&self) -> f64 {
        -0.5 * (self.d * TAU.ln() + self.log_det)
    }

    /// ln of (2π)ᵈ
    fn powers(&self) -> f64 {
        self.d * TAU.ln()
    }

    /// −½ q
    fn exponent(&self) -> f64 {
        -0.5 * self.quadratic
    }
}

fn joint_normal(asked: &Asked<'_>) -> Option<JointNormal> {
    JointNormal::of(asked.fitted.gda()?, asked.class()?, &asked.context.case?.numbers())
}

fn joint_normals(of: impl Fn(&JointNormal) -> f64 + Send + Sync + 'static) -> Change {
    Change::new(Kinds::DENSITY, move |quantity, right, context| {
        let Quantity::Density { event: Event::Case, given: Some(class) } = quantity else { return None };
        let fitted = context.fitted;
        let class = fitted.class(class.as_str())?;
        let joint_normal = JointNormal::of(fitted.gda()?, class, &context.case?.numbers())?;
        Some(taken(right, Some(Number::from_ln(of(&joint_normal)))))
    })
}

/// (x − μ)ᵀ Σ (x − μ)
fn with_sigma(gda: &Gda, class: usize, context: &Context<'_>) -> Option<f64> {
    let x = context.case?.numbers();
    let distances: Vec<f64> = x.iter().zip(gda.means.get(class)?).map(|(x, mean)| x - mean).collect();
    let rows = gda.sigma(class)?.rows().iter();
    let times = |row: &Vec<f64>| row.iter().zip(&distances).map(|(entry, d)| entry * d).sum::<f64>();
    Some(rows.zip(&distances).map(|(row, own)| own * times(row)).sum())
}

fn not_inverted(asked: &Asked<'_>) -> Vec<Slip> {
    let found = asked.fitted.gda().zip(asked.class());
    let Some(value) = found.and_then(|(gda, class)| with_sigma(gda, class, &asked.context)) else {
        return Vec::new();
    };
    let says = sentence!(
        "This is what you get if the quadratic form is (x − μ)ᵀ Σ (x − μ) = {} in {}; use Σ⁻¹ in the middle.",
        said(value),
        asked.class_name()
    );
    let change = floats(Kinds::QUADRATIC, |quantity, context| {
        let Quantity::SquaredDistance(class) = quantity else { return None };
        with_sigma(context.fitted.gda()?, context.fitted.class(class.as_str())?, context)
    });
    vec![Slip::new(change, says)]
}

fn determinant(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(own) = joint_normal(asked) else { return Vec::new() };
    let shared = asked.fitted.gda().is_some_and(Gda::is_shared);
    let each = if shared { "" } else { ", for each class has its own and it does not cancel" };
    let det = said(own.log_det.exp());
    let without = sentence!(
        "This is what you get without the determinant; divide by √|Σ|, where |Σ| = {}{}.",
        det,
        each
    );
    let itself =
        sentence!("This is what you get if you divide by |Σ| = {} itself; take its root first{}.", det, each);
    let powers =
        |power: f64| joint_normals(move |joint| joint.constant() + joint.exponent() + power * joint.log_det);
    vec![Slip::new(powers(0.5), without), Slip::new(powers(-0.5), itself)]
}

fn one_dimension(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(own) = joint_normal(asked).filter(|joint_normal| joint_normal.d > 1.0) else {
        return Vec::new();
    };
    let says = sentence!(
        "This is what you get with √(2π) = 2.507 in the constant; there are d = {} numbers, so take √((2π)ᵈ).",
        own.d
    );
    let change = joint_normals(|joint_normal| {
        joint_normal.constant() + joint_normal.exponent() + 0.5 * (joint_normal.d - 1.0) * TAU.ln()
    });
    vec![Slip::new(change, says)]
}

fn is_of_normals(asked: &Asked<'_>) -> bool {
    (asked.is_about_case() || asked.place == Place::Density) && asked.any(Factor::is_gaussian)
}

struct NormalDensity {
    /// x
    x: f64,
    /// x − μ
    distance: f64,
    /// σ²
    variance: f64,
    n: u64,
}

impl NormalDensity {
    /// That of a density at one number; `None` for other quantities.
    fn of(quantity: &Quantity, fitted: &Fitted) -> Option<NormalDensity> {
        let Quantity::Density { event: Event::Value { feature, value }, given: Some(class) } = quantity
        else {
            return None;
        };
        let normal = fitted.factor(feature.as_str())?.normal(fitted.class(class.as_str())?)?;
        let x: f64 = value.as_str().parse().ok()?;
        let distance = x - normal.mean - normal.rest;
        Some(NormalDensity { x, distance, variance: normal.variance, n: normal.n })
    }

    /// σ
    fn deviation(&self) -> f64 {
        self.variance.sqrt()
    }

    /// The exponent, with something in the place of σ².
    fn exponent(&self, variance: f64) -> f64 {
        -0.5 * self.distance / variance * self.distance
    }
}

/// ln of 1/√(2π v)
fn constant(variance: f64) -> f64 {
    -0.5 * (TAU.ln() + variance.ln())
}

fn normals(of: impl Fn(&NormalDensity) -> f64 + Send + Sync + 'static) -> Change {
    Change::new(Kinds::DENSITY, move |quantity, right, context| {
        let normal = NormalDensity::of(quantity, context.fitted)?;
        Some(taken(right, Some(Number::from_ln(of(&normal)))))
    })
}

fn example(asked: &Asked<'_>) -> Option<(Quantity, NormalDensity)> {
    let own = NormalDensity::of(&asked.quantity, asked.fitted).map(|normal| (asked.quantity.clone(), normal));
    own.or_else(|| {
        let term = asked.terms.iter().find(|term| term.kind == TermKind::Density)?;
        let quantity = term.quantity(&asked.class_name());
        let normal = NormalDensity::of(&quantity, asked.fitted)?;
        Some((quantity, normal))
    })
}
