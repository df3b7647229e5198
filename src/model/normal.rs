//! The Gaussian of one numeric feature in one class.

use num_traits::ToPrimitive;

use super::error;
use super::moments::Moments;
use crate::encode::Dataset;
use crate::math::{Name, Number};
use crate::problem::Problem;
use crate::recipe::{Convention, Resolved, Variance};

/// A normal distribution, estimated from the rows of a class.
///
/// ```
/// use posterior::model::Normal;
///
/// // At the mean of the standard normal distribution the density is 1/√(2π).
/// let normal = Normal { n: 2, mean: 0.0, rest: 0.0, raw: 1.0, variance: 1.0 };
/// assert!((normal.density(0.0).to_f64() - 1.0 / std::f64::consts::TAU.sqrt()).abs() < 1e-15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal {
    /// Rows of the class in which the feature is known.
    pub n: u64,
    pub mean: f64,
    /// What is left of the mean when it is rounded to a float.
    pub rest: f64,
    pub raw: f64,
    /// Variance with ε added; where that is 0, what a convention puts in its place.
    pub variance: f64,
}

/// What e1071 puts in place of a standard deviation of 0, as of a factor of 0 (`predict.naiveBayes`, its `threshold`).
const LEAST_DEVIATION: f64 = 0.001;

impl Normal {
    /// ln of the density at a number.
    ///
    /// # Formula
    /// `p(x) = 1/√(2π σ²) · exp(−(x − μ)²/(2 σ²))` (CS229 notes, the multivariate normal distribution with d = 1).
    pub fn ln_density(&self, x: f64) -> f64 {
        let distance = x - self.mean - self.rest;
        // Neither 2π σ² nor the square of the distance is formed: both can be too large where their logarithm and their
        // share are not.
        -0.5 * (std::f64::consts::TAU.ln() + self.variance.ln() + distance / self.variance * distance)
    }

    /// The density at a number, per unit of the feature; it may exceed 1.
    pub fn density(&self, x: f64) -> Number {
        Number::from_ln(self.ln_density(x))
    }
}

/// What is added to every variance: a share of the largest population variance of any Gaussian feature over all rows.
pub(super) fn epsilon<'a>(resolved: &Resolved, moments: impl Iterator<Item = &'a [Moments]>) -> f64 {
    let share = resolved.recipe.var_smoothing_or_default().value().to_f64().unwrap_or(0.0);
    if share == 0.0 {
        return 0.0;
    }
    share * largest(moments)
}

/// Below this a variance has lost digits, if it is not 0 altogether: the squares it is made of are too small for floats.
pub(super) const LEAST: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// Whether any number varies over all rows, so that a share of the largest variance is more than 0.
pub(super) fn vary<'a>(moments: impl Iterator<Item = &'a [Moments]>) -> bool {
    largest(moments) > 0.0
}

fn largest<'a>(moments: impl Iterator<Item = &'a [Moments]>) -> f64 {
    moments
        .filter_map(|classes| classes.iter().copied().fold(Moments::default(), Moments::merged).variance(0))
        .map(|variance| if variance.is_nan() { f64::INFINITY } else { variance })
        .fold(0.0, f64::max)
}

/// Classes in which a feature never varies, each with the rows in which it is known.
pub(super) type Constant = Vec<(String, u64)>;

/// The Gaussians of a feature, class by class; `None` for a class that is absent and so needs none. Beside them the
/// classes in which its variance is 0: a model with such a class is none.
pub(super) fn normals(
    (data, column): (&Dataset, usize),
    (order, classes): (&[u32], &[Name]),
    moments: &[Moments],
    epsilon: f64,
    absent: &[bool],
) -> Result<(Vec<Option<Normal>>, Constant), Problem> {
    let mut constant = Vec::new();
    let unbiased = data.resolved.variance == Variance::Unbiased;
    let feature = data.table.columns().get(column).map_or("", |column| column.name.as_str());
    let normal = |(((class, code), moments), absent): (((&Name, &u32), &Moments), &bool)| {
        if *absent {
            return Ok(None);
        }
        if moments.n == 0 {
            return Err(error::never_known(feature, class.as_str()));
        }
        let Some(raw) = moments.variance(u64::from(unbiased)) else {
            return Err(error::variance_undefined(feature, class.as_str()));
        };
        let mut variance = raw + epsilon;
        if variance <= 0.0 && data.resolved.recipe.convention() == Convention::RE1071 {
            variance = LEAST_DEVIATION * LEAST_DEVIATION;
        }
        if !moments.mean.is_finite() || !variance.is_finite() {
            return Err(error::too_far_apart(feature, class.as_str()));
        }
        if variance < LEAST {
            if data.varies(column, &[*code]) {
                return Err(error::too_close_together(feature, class.as_str()));
            }
            constant.push((class.as_str().to_owned(), moments.n));
        }
        Ok(Some(Normal { n: moments.n, mean: moments.mean, rest: moments.rest, raw, variance }))
    };
    let normals = classes.iter().zip(order).zip(moments).zip(absent).map(normal).collect::<Result<_, _>>()?;
    Ok((normals, constant))
}
