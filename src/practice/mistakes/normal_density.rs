//! The normal curve of one number, and other heights for it.

use std::f64::consts::TAU;

use super::asked::Asked;
use super::entry::{Change, taken};
use super::place::Place;
use crate::math::{Event, Number, Quantity};
use crate::model::{Factor, Fitted};
use crate::worked::{Kinds, TermKind};

/// Whether it rests on the normal curve of a single number.
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
