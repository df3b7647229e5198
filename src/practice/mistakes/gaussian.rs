//! Mistakes with the normal curve of one number, and those that are made with the surface over several in the same way.

use std::f64::consts::TAU;

use super::asked::{Asked, Place};
use super::cell::said;
use super::density::{NormalDensity, constant, example, is_of_normals, joint_normal, joint_normals, normals};
use super::entry::{Change, Entry, Slip, both, entry, one, taken};
use crate::math::symbols::VARIANCE;
use crate::math::{Number, Quantity, Sentence, sentence};
use crate::model::Factor;
use crate::recipe::Variance;
use crate::worked::{Definition, Kinds};

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
    entry("G11", "height or area", is_of_normals, area),
    entry("G35", "the constant before exp", is_of_normals, variance_before_exp),
    entry("G36", "the constant before exp", is_of_densities, no_two_pi),
    entry("G37", "the exponent", is_of_densities, constant_alone),
    entry("G38", "the constant before exp", is_of_normals, of_standard_normal),
    entry("G39", "what is asked: the height of the curve", is_one_density, distance_itself),
    entry("G40", "what is asked: the density, not its logarithm", is_a_density, logarithm_of_density),
    entry("G41", "height or area", is_of_normals, upper_area),
];

fn is_of_densities(asked: &Asked<'_>) -> bool {
    is_of_normals(asked) || super::density::is_of_joint_normals(asked)
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
    vec![Slip::new(Change::new(Kinds::VARIANCE, other_variance), says)]
}

fn other_variance(
    quantity: &Quantity,
    right: &Definition,
    context: &crate::worked::Context<'_>,
) -> Option<Definition> {
    let Quantity::Var { feature, class: Some(class) } = quantity else { return None };
    let fitted = context.fitted;
    let normal = fitted.factor(feature.as_str())?.normal(fitted.class(class.as_str())?)?;
    if fitted.is_put(normal) {
        return None;
    }
    let (n, less) = (normal.n as f64, normal.n.saturating_sub(1) as f64);
    let unbiased = fitted.data.resolved.variance == Variance::Unbiased;
    let raw = if unbiased { normal.raw * less / n } else { normal.raw * n / less };
    let value = raw + fitted.epsilon;
    Some(taken(right, value.is_finite().then_some(Number::Float(value))))
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

/// The exponent of the density in hand, of one number or of the whole case.
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
    let normals = normals(|normal| constant(normal.variance) + 2.0 * normal.exponent(normal.variance));
    vec![Slip::new(
        both(normals, joint_normals(|joint_normal| joint_normal.constant() + 2.0 * joint_normal.exponent())),
        says,
    )]
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
    let normals = normals(|normal| constant(normal.variance) - normal.exponent(normal.variance));
    vec![Slip::new(
        both(normals, joint_normals(|joint_normal| joint_normal.constant() - joint_normal.exponent())),
        says,
    )]
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
    let normals = normals(|normal| normal.exponent(normal.variance));
    vec![Slip::new(both(normals, joint_normals(|joint_normal| joint_normal.exponent())), says)]
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
        let normals = normals(move |normal| ln(constant(normal.variance) + normal.exponent(normal.variance)));
        let joint_normals =
            joint_normals(move |joint_normal| ln(joint_normal.constant() + joint_normal.exponent()));
        Slip::new(
            both(normals, joint_normals),
            sentence!("This is what you get if a density above 1 {}; {}.", is, next),
        )
    };
    vec![slip(|_| 0.0, "is cut to 1"), slip(|ln| -ln, "is turned over, 1 divided by it")]
}

fn area(asked: &Asked<'_>) -> Vec<Slip> {
    let say = |normal: &NormalDensity| {
        sentence!(
            "This is what you get from the area under the curve to the left of {}; use the height of the curve there.",
            said(normal.x)
        )
    };
    // The area to the left, which is that to the right of the mirrored point.
    told(asked, say, |normal| (0.5 * libm::erfc(-normal.distance / (2.0 * normal.variance).sqrt())).ln())
}

fn upper_area(asked: &Asked<'_>) -> Vec<Slip> {
    let say = |normal: &NormalDensity| {
        sentence!(
            "This is what you get from the area under the curve to the right of {}; use the height of the curve there.",
            said(normal.x)
        )
    };
    told(asked, say, |normal| (0.5 * libm::erfc(normal.distance / (2.0 * normal.variance).sqrt())).ln())
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
    let normals = normals(|normal| constant(normal.variance));
    vec![Slip::new(both(normals, joint_normals(|joint_normal| joint_normal.constant())), says)]
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
    let slip = |ln: f64| Slip::new(one(asked.quantity.clone(), Some(Number::Float(ln))), says);
    ln.filter(|_| !asked.ln).map(slip).into_iter().collect()
}
