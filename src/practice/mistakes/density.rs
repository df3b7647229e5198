//! The normal density of one number and the density over several together, and mistakes with the latter.

use std::f64::consts::TAU;

use super::asked::{Asked, Place};
use super::cell::said;
use super::entry::{Change, Entry, Slip, entry, taken};
use crate::math::{Event, Number, Quantity, sentence};
use crate::model::{Factor, Fitted, Gda};
use crate::worked::{Context, Kinds, TermKind};

pub(super) const ENTRIES: &[Entry] = &[
    entry(
        "G17",
        "Σ or its inverse",
        |asked| asked.place == Place::SquaredDistance || is_of_joint_normals(asked),
        not_inverted,
    ),
    entry("G18", "the determinant", is_of_joint_normals, determinant),
    entry("G19", "the power of 2π", is_of_joint_normals, one_dimension),
];

pub(super) fn is_of_joint_normals(asked: &Asked<'_>) -> bool {
    asked.fitted.gda().is_some() && (asked.is_about_case() || asked.place == Place::Density)
}

/// What the height of a normal surface is made of.
pub(super) struct JointNormal {
    /// How many numbers.
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
    pub fn constant(&self) -> f64 {
        -0.5 * (self.d * TAU.ln() + self.log_det)
    }

    /// ln of (2π)ᵈ
    pub fn powers(&self) -> f64 {
        self.d * TAU.ln()
    }

    /// −½ q
    pub fn exponent(&self) -> f64 {
        -0.5 * self.quadratic
    }
}

pub(super) fn joint_normal(asked: &Asked<'_>) -> Option<JointNormal> {
    JointNormal::of(asked.fitted.gda()?, asked.class()?, &asked.context.case?.numbers())
}

/// Other heights of the surfaces of all classes, by their logarithm.
pub(super) fn joint_normals(of: impl Fn(&JointNormal) -> f64 + Send + Sync + 'static) -> Change {
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
    let rows = gda.sigma(class)?.rows().iter().zip(&distances);
    Some(
        rows.map(|(row, own)| own * row.iter().zip(&distances).map(|(entry, d)| entry * d).sum::<f64>())
            .sum(),
    )
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
    let change: Change = Change::new(Kinds::QUADRATIC, |quantity, right, context| {
        let Quantity::SquaredDistance(class) = quantity else { return None };
        let class = context.fitted.class(class.as_str())?;
        let value = with_sigma(context.fitted.gda()?, class, context)?;
        Some(taken(right, Some(Number::Float(value))))
    });
    vec![Slip::new(change, says)]
}

fn determinant(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(own) = joint_normal(asked) else { return Vec::new() };
    let shared = asked.fitted.gda().is_some_and(Gda::is_shared);
    let each = if shared { "" } else { ", for each class has its own and it does not cancel" };
    let det = said(own.log_det.exp());
    vec![
        Slip::new(
            joint_normals(|joint_normal| {
                joint_normal.constant() + joint_normal.exponent() + 0.5 * joint_normal.log_det
            }),
            sentence!(
                "This is what you get without the determinant; divide by √|Σ|, where |Σ| = {}{}.",
                det,
                each
            ),
        ),
        Slip::new(
            joint_normals(|joint_normal| {
                joint_normal.constant() + joint_normal.exponent() - 0.5 * joint_normal.log_det
            }),
            sentence!(
                "This is what you get if you divide by |Σ| = {} itself; take its root first{}.",
                det,
                each
            ),
        ),
    ]
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

pub(super) fn is_of_normals(asked: &Asked<'_>) -> bool {
    (asked.is_about_case() || asked.place == Place::Density) && asked.any(Factor::is_gaussian)
}

/// What the height of a normal curve is made of.
pub(super) struct NormalDensity {
    /// x
    pub x: f64,
    /// x − μ
    pub distance: f64,
    /// σ²
    pub variance: f64,
    /// Rows of the class in which the number is known.
    pub n: u64,
}

impl NormalDensity {
    /// That of a density at one number; `None` for other quantities.
    pub fn of(quantity: &Quantity, fitted: &Fitted) -> Option<NormalDensity> {
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

    /// The exponent, with something in the place of σ².
    pub fn exponent(&self, variance: f64) -> f64 {
        -0.5 * self.distance / variance * self.distance
    }
}

/// ln of 1/√(2π v)
pub(super) fn constant(variance: f64) -> f64 {
    -0.5 * (TAU.ln() + variance.ln())
}

/// Other heights of all normal curves, by their logarithm.
pub(super) fn normals(of: impl Fn(&NormalDensity) -> f64 + Send + Sync + 'static) -> Change {
    Change::new(Kinds::DENSITY, move |quantity, right, context| {
        let normal = NormalDensity::of(quantity, context.fitted)?;
        Some(taken(right, Some(Number::from_ln(of(&normal)))))
    })
}

/// The density that is asked, else the first one that what is asked rests on.
pub(super) fn example(asked: &Asked<'_>) -> Option<(Quantity, NormalDensity)> {
    let own = NormalDensity::of(&asked.quantity, asked.fitted).map(|normal| (asked.quantity.clone(), normal));
    own.or_else(|| {
        let term = asked.terms.iter().find(|term| term.kind == TermKind::Density)?;
        let quantity = term.quantity(&asked.class_name());
        let normal = NormalDensity::of(&quantity, asked.fitted)?;
        Some((quantity, normal))
    })
}
