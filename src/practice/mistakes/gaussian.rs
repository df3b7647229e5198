//! The normal density of one number and the density over several together, and mistakes with them.

use std::f64::consts::TAU;

use super::asked::said;
use super::asked::{Asked, Place};
use super::entry::How::{Height, Normal, Value, Way, Ways};
use super::entry::{Change, Entry, Slip, both, entry, floats, one, taken};
use crate::math::{Event, Number, Quantity, sentence};
use crate::model::{Factor, Fitted, Gda};
use crate::recipe::Variance;
use crate::worked::{Context, Kinds, TermKind};

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        "G1",
        "what you divide the squares by",
        |asked| is_of_normals(asked) || asked.place == Place::Variance && asked.any(Factor::is_gaussian),
        Way(divided_otherwise),
    ),
    entry(
        "G2",
        "whether you use the variance or the standard deviation",
        is_of_normals,
        Normal(
            |normal| constant(normal.deviation()) + normal.exponent(normal.deviation()),
            "You get this number with the standard deviation {σ} for {sign of variance}. Use the variance {σ²} in both places.",
        ),
    ),
    entry(
        "G2",
        "variance or standard deviation",
        |asked| asked.place == Place::Variance,
        Way(root_of_variance),
    ),
    entry("G2b", "variance or standard deviation", is_of_normals, Ways(deviation_in_one_place)),
    entry(
        "G3",
        "variance or standard deviation",
        is_of_normals,
        Normal(
            |normal| {
                let square = normal.variance * normal.variance;
                constant(square) + normal.exponent(square)
            },
            "You get this number if you square the variance {σ²} again. It is {sign of variance} already, so use it as it is.",
        ),
    ),
    entry(
        "G5",
        "the exponent",
        is_of_densities,
        Height(
            |constant, exponent| constant + 2.0 * exponent,
            "You get this number with the exponent {exponent without ½}, without the factor ½. Halve the exponent.",
        ),
    ),
    entry(
        "G6",
        "the exponent",
        is_of_normals,
        Normal(
            |normal| constant(normal.variance) - 0.5 * normal.distance.abs() / normal.variance,
            "You get this number if you do not square the distance {distance} from the mean. Square it in the exponent.",
        ),
    ),
    entry(
        "G7",
        "the sign of the exponent",
        is_of_densities,
        Height(
            |constant, exponent| constant - exponent,
            "You get this number with the exponent +{exponent without sign}. The density falls away from the mean, so the exponent is negative.",
        ),
    ),
    entry("G8", "the constant before exp", is_of_densities, Way(constant_omitted)),
    entry("G9", "the constant before exp", is_of_normals, Ways(root_lost)),
    entry("G10", "what a density is", is_of_densities, Ways(not_above_one)),
    entry(
        "G11",
        "whether you use the height or the area",
        is_of_normals,
        Normal(
            |normal| area(normal, -1.0),
            "You get this number from the area under the curve to the left of {x}. Use the height of the curve there.",
        ),
    ),
    entry(
        "G35",
        "the constant before exp",
        is_of_normals,
        Normal(
            |normal| -0.5 * TAU.ln() - normal.variance.ln() + normal.exponent(normal.variance),
            "You get this number with the variance in the constant, 1/(√(2π) · {σ²}). There, use the standard deviation {σ}.",
        ),
    ),
    entry("G36", "the constant before exp", is_of_densities, Way(no_two_pi)),
    entry(
        "G37",
        "the exponent",
        is_of_densities,
        Height(|constant, _| constant, "That is the constant factor alone. Multiply it by exp({exponent})."),
    ),
    entry(
        "G38",
        "the constant before exp",
        is_of_normals,
        Normal(
            |normal| constant(1.0) + normal.exponent(normal.variance),
            "That is the height of the standard normal curve at z = {z}. Divide it by the standard deviation {σ}.",
        ),
    ),
    entry("G39", "the question: it asks for the height of the curve", is_one_density, Ways(distance_itself)),
    entry(
        "G40",
        "the question: it asks for the density, not its logarithm",
        |asked| is_a_density(asked) && !asked.ln,
        Value(
            |asked| {
                let ln = asked.right(&asked.quantity)?.ln();
                ln.is_finite().then_some(Number::Float(ln))
            },
            "That is the logarithm of the density. Apply exp to it.",
        ),
    ),
    entry(
        "G41",
        "whether you use the height or the area",
        is_of_normals,
        Normal(
            |normal| area(normal, 1.0),
            "You get this number from the area under the curve to the right of {x}. Use the height of the curve there.",
        ),
    ),
    entry(
        "G17",
        "Σ or its inverse",
        |asked| asked.place == Place::SquaredDistance || is_of_joint_normals(asked),
        Way(not_inverted),
    ),
    entry("G18", "the determinant", is_of_joint_normals, Ways(determinant)),
    entry("G19", "the power of 2π", is_of_joint_normals, Way(one_dimension)),
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

fn divided_otherwise(asked: &Asked<'_>) -> Option<Slip> {
    let unbiased = asked.fitted.data.resolved.variance == Variance::Unbiased;
    let n = match &asked.quantity {
        Quantity::Var { feature, .. } => asked.fitted.factor(feature.as_str())?.normal(asked.class()?)?.n,
        _ => example(asked)?.1.n,
    };
    let less = n.saturating_sub(1);
    let says = if unbiased {
        sentence!(
            "You get this number if you divide the squares by n = {}. Here the variance divides by n − 1 = {}.",
            n,
            less
        )
    } else {
        sentence!(
            "You get this number if you divide the squares by n − 1 = {}. Here the variance divides by n = {}.",
            less,
            n
        )
    };
    Some(Slip::new(floats(Kinds::VARIANCE, other_variance), says))
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

fn root_of_variance(asked: &Asked<'_>) -> Option<Slip> {
    let root = asked.right(&asked.quantity).map(|variance| Number::Float(variance.to_f64().sqrt()));
    let says = "That is the standard deviation, the root of the variance. Square it.";
    Some(Slip::new(one(asked.quantity.clone(), root), says))
}

/// One of several ways to make a mistake with a normal density.
fn way(asked: &Asked<'_>, of: fn(&NormalDensity) -> f64, says: &str) -> Option<Slip> {
    asked.say(says).map(|says| Slip::new(normals(of), says))
}

fn deviation_in_one_place(asked: &Asked<'_>) -> Vec<Slip> {
    let exponent = way(
        asked,
        |normal| constant(normal.variance) + normal.exponent(normal.deviation()),
        "You get this number with the standard deviation {σ} for {sign of variance} in the exponent. Use the variance {σ²} there too.",
    );
    let before = way(
        asked,
        |normal| constant(normal.deviation()) + normal.exponent(normal.variance),
        "You get this number with the standard deviation {σ} for {sign of variance} in the constant. Use the variance {σ²} there too.",
    );
    exponent.into_iter().chain(before).collect()
}

/// Other values of all normal densities, from the logarithm of the constant and the exponent.
pub(super) fn heights(of: impl Fn(f64, f64) -> f64 + Copy + Send + Sync + 'static) -> Change {
    let curves = normals(move |normal| of(constant(normal.variance), normal.exponent(normal.variance)));
    both(curves, joint_normals(move |joint| of(joint.constant(), joint.exponent())))
}

pub(super) fn exponent(asked: &Asked<'_>) -> Option<f64> {
    match example(asked) {
        Some((_, normal)) => Some(normal.exponent(normal.variance)),
        None => Some(joint_normal(asked)?.exponent()),
    }
}

fn constant_omitted(asked: &Asked<'_>) -> Option<Slip> {
    let constant = match asked.fitted.gda() {
        None => "1/√(2π{sign of variance}), which differs between the classes.",
        Some(gda) if gda.is_shared() => "1/√((2π)ᵈ |Σ|).",
        Some(_) => "1/√((2π)ᵈ |Σ|), which differs between the classes.",
    };
    let says = asked.say("You get this number from exp({exponent}) alone. Multiply by ")?;
    Some(Slip::new(heights(|_, exponent| exponent), says.and(asked.say(constant)?)))
}

fn root_lost(asked: &Asked<'_>) -> Vec<Slip> {
    let deviation = way(
        asked,
        |normal| -TAU.ln() - normal.deviation().ln() + normal.exponent(normal.variance),
        "You get this number with the constant 1/(2π · {σ}). It is 1/√(2π · {σ²}): the root covers 2π too.",
    );
    let variance = way(
        asked,
        |normal| -TAU.ln() - normal.variance.ln() + normal.exponent(normal.variance),
        "You get this number with the constant 1/(2π · {σ²}), without the root. Take the root of the denominator.",
    );
    deviation.into_iter().chain(variance).collect()
}

fn not_above_one(asked: &Asked<'_>) -> Vec<Slip> {
    let spread = example(asked)
        .map(|(_, normal)| sentence!(" (here the standard deviation is {})", said(normal.deviation())));
    let spread = spread.unwrap_or_default();
    let next = sentence!(
        "A density may exceed 1 where the spread is small{}: only areas are probabilities. Keep it as it is",
        spread
    );
    let slip = |how: fn(f64) -> f64, is: &str| {
        let ln = move |ln: f64| if ln > 0.0 { how(ln) } else { ln };
        let says = sentence!("You get this number if you {}. {}.", is, next);
        Slip::new(heights(move |constant, exponent| ln(constant + exponent)), says)
    };
    vec![slip(|_| 0.0, "cut a density above 1 to 1"), slip(|ln| -ln, "take 1 divided by a density above 1")]
}

/// ln of the area under the curve: to the right of x where `sign` is 1, to the left where it is −1.
fn area(normal: &NormalDensity, sign: f64) -> f64 {
    (0.5 * libm::erfc(sign * normal.distance / (2.0 * normal.variance).sqrt())).ln()
}

fn no_two_pi(asked: &Asked<'_>) -> Option<Slip> {
    let says = match asked.fitted.gda() {
        None => "You get this number without √(2π) in the constant. It is 1/√(2π{sign of variance}).",
        Some(_) => "You get this number without 2π in the constant. It is 1/√((2π)ᵈ |Σ|).",
    };
    let normals = normals(|normal| -0.5 * normal.variance.ln() + normal.exponent(normal.variance));
    let joint_normals = joint_normals(|joint| joint.constant() + joint.exponent() + 0.5 * joint.powers());
    Some(Slip::new(both(normals, joint_normals), asked.say(says)?))
}

fn distance_itself(asked: &Asked<'_>) -> Vec<Slip> {
    let Some((quantity, normal)) = example(asked).filter(|(quantity, _)| *quantity == asked.quantity) else {
        return Vec::new();
    };
    let z = normal.distance / normal.deviation();
    let says =
        "That is z = (x − μ)/σ, the number of standard deviations from the mean. Put it into the density.";
    let squared = "That is z² = (x − μ)²/σ². Put it into the density: exp(−z²/2) times the constant.";
    let slip =
        |value: f64, says: &'static str| Slip::new(one(quantity.clone(), Some(Number::Float(value))), says);
    vec![slip(z, says), slip(z * z, squared)]
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

fn not_inverted(asked: &Asked<'_>) -> Option<Slip> {
    let value = with_sigma(asked.fitted.gda()?, asked.class()?, &asked.context)?;
    let says = sentence!(
        "You get this number with (x − μ)ᵀ Σ (x − μ) = {} as the quadratic form of {}. Use Σ⁻¹ in the middle.",
        said(value),
        asked.class_name()
    );
    let change = floats(Kinds::QUADRATIC, |quantity, context| {
        let Quantity::SquaredDistance(class) = quantity else { return None };
        with_sigma(context.fitted.gda()?, context.fitted.class(class.as_str())?, context)
    });
    Some(Slip::new(change, says))
}

fn determinant(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(own) = joint_normal(asked) else { return Vec::new() };
    let shared = asked.fitted.gda().is_some_and(Gda::is_shared);
    let each = if shared { "" } else { ". Each class has its own, so it does not cancel" };
    let det = said(own.log_det.exp());
    let without = sentence!(
        "You get this number without the determinant. Divide by √|Σ|, where |Σ| = {}{}.",
        det,
        each
    );
    let itself =
        sentence!("You get this number if you divide by |Σ| = {} itself. First take its root{}.", det, each);
    let powers =
        |power: f64| joint_normals(move |joint| joint.constant() + joint.exponent() + power * joint.log_det);
    vec![Slip::new(powers(0.5), without), Slip::new(powers(-0.5), itself)]
}

fn one_dimension(asked: &Asked<'_>) -> Option<Slip> {
    let own = joint_normal(asked).filter(|joint_normal| joint_normal.d > 1.0)?;
    let says = sentence!(
        "You get this number with √(2π) = 2.507 in the constant. There are d = {} numbers, so take √((2π)ᵈ).",
        own.d
    );
    let change = joint_normals(|joint_normal| {
        joint_normal.constant() + joint_normal.exponent() + 0.5 * (joint_normal.d - 1.0) * TAU.ln()
    });
    Some(Slip::new(change, says))
}

fn is_of_normals(asked: &Asked<'_>) -> bool {
    (asked.is_about_case() || asked.place == Place::Density) && asked.any(Factor::is_gaussian)
}

pub(super) struct NormalDensity {
    pub x: f64,
    /// x − μ
    pub distance: f64,
    /// σ²
    pub variance: f64,
    n: u64,
}

impl NormalDensity {
    /// The normal density of a quantity; `None` for other quantities.
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
    pub fn deviation(&self) -> f64 {
        self.variance.sqrt()
    }

    /// The exponent, with `variance` instead of σ².
    fn exponent(&self, variance: f64) -> f64 {
        -0.5 * self.distance / variance * self.distance
    }
}

/// ln of 1/√(2π v)
fn constant(variance: f64) -> f64 {
    -0.5 * (TAU.ln() + variance.ln())
}

pub(super) fn normals(of: impl Fn(&NormalDensity) -> f64 + Send + Sync + 'static) -> Change {
    Change::new(Kinds::DENSITY, move |quantity, right, context| {
        let normal = NormalDensity::of(quantity, context.fitted)?;
        Some(taken(right, Some(Number::from_ln(of(&normal)))))
    })
}

pub(super) fn example(asked: &Asked<'_>) -> Option<(Quantity, NormalDensity)> {
    let own = NormalDensity::of(&asked.quantity, asked.fitted).map(|normal| (asked.quantity.clone(), normal));
    own.or_else(|| {
        let term = asked.terms.iter().find(|term| term.kind == TermKind::Density)?;
        let quantity = term.quantity(&asked.class_name());
        let normal = NormalDensity::of(&quantity, asked.fitted)?;
        Some((quantity, normal))
    })
}
