//! Gaussian discriminant analysis: one joint density of all numbers in each class.

use super::error;
use super::factor::float;
use super::normal::LEAST;
use super::sigma::{Defect, Distances};
use super::{Fitted, Scatter, Sigma, Statistics};
use crate::encode::Dataset;
use crate::math::{Name, Number};
use crate::problem::Problem;
use crate::recipe::{Covariance, ExactNumber, Given, Resolved, SHARED, Variance, find};
use crate::text::brief;
use num_traits::{Signed, ToPrimitive};

/// The means of each class, and the covariance matrices.
///
/// # Formula
/// `p(x | c) = 1/√((2π)ᵈ |Σ|) · exp(−½ (x − μ)ᵀ Σ⁻¹ (x − μ))` with the means of the class and
/// `Σ = 1/n ∑ (x − μ_y)(x − μ_y)ᵀ` (CS229 notes, Gaussian discriminant analysis).
///
/// ```
/// use posterior_core::{model::Study, recipe::Recipe, table::Source};
///
/// let csv = "x,c\n1,a\n2,a\n3,a\n5,b\n6,b\n7,b\n";
/// let recipe = Recipe::from_toml("target = \"c\"\nmodel = \"gda\"", "recipe.toml")?;
/// let fitted = Study::open(Source::bytes("x.csv", csv.as_bytes()), recipe)?.fitted?;
/// let gda = fitted.gda().ok_or("features are read one by one")?;
/// assert_eq!(gda.mean(0, 0), Some(2.0));
/// // Each class has the squared distances 1, 0 and 1: together 4, over six rows.
/// assert!((gda.sigma(0).ok_or("no row")?.entry(0, 0) - 4.0 / 6.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gda {
    pub shape: Covariance,
    pub ridge: f64,
    /// The mean of each feature, by class; empty for a class that no training row has.
    pub means: Vec<Vec<f64>>,
    pub(super) rests: Vec<Vec<f64>>,
    pub(super) sigmas: Vec<Option<Sigma>>,
}

/// The posterior of two classes with one Σ as a logistic function: `P(c | x) = 1/(1 + exp(−(θ₀ + θᵀx)))`.
#[derive(Clone, Debug, PartialEq)]
pub struct Theta {
    /// θ₀; `None` where a class has prior 0.
    pub intercept: Option<f64>,
    pub weights: Vec<f64>,
}

impl Gda {
    /// Estimates means and Σ from the sums of the complete rows of each class; `order` gives the class code of each class,
    /// and `data` the rows again, which are read where the sums are too coarse for a Σ that is nearly singular.
    pub(super) fn fit(
        data: &Dataset,
        order: &[u32],
        classes: &[Name],
        scatters: &[&Scatter],
        absent: &[bool],
    ) -> Result<Gda, Problem> {
        let resolved = &data.resolved;
        let (shape, d) = (resolved.covariance, resolved.features.len());
        let ridge = resolved.recipe.ridge_or_default().value().to_f64().unwrap_or(0.0);
        let unbiased = resolved.variance == Variance::Unbiased;
        let sigma = |codes: &[u32], of: &[&Scatter], class: &str| {
            let n: u64 = of.iter().map(|scatter| scatter.n).sum();
            let means = of.iter().filter(|scatter| scatter.n > 0).count() as u64;
            let degrees = if unbiased { means } else { 0 };
            let Some(by) = n.checked_sub(degrees).filter(|by| *by > 0) else {
                return Err(error::covariance_undefined(class));
            };
            let entry = |a: usize, b: usize| {
                if a != b && shape.is_diagonal() {
                    return 0.0;
                }
                let sum: f64 = of.iter().map(|scatter| scatter.product(a, b)).sum();
                sum / by as f64 + if a == b { ridge } else { 0.0 }
            };
            let rows: u64 = of.iter().map(|scatter| scatter.rows).sum();
            enough(resolved, rows, means, class)?;
            for (feature, at) in resolved.features.iter().zip(0..) {
                let name = feature.name.as_str();
                let variance = entry(at, at);
                if !variance.is_finite() {
                    return Err(error::not_computable(name, class, false));
                }
                if variance < LEAST && data.varies(feature.column, codes) {
                    return Err(error::not_computable(name, class, true));
                }
            }
            let entries: Vec<Vec<f64>> = (0..d).map(|a| (0..d).map(|b| entry(a, b)).collect()).collect();
            let found = match Sigma::new(entries.clone()) {
                Ok(sigma) if !sigma.is_coarse() || shape.is_diagonal() => Ok(sigma),
                Err(defect) if !defect.constant.is_empty() || defect.collinear.is_empty() => Err(defect),
                coarse => match distances(data, codes, of) {
                    Some(rows) => rows.sigma(by as f64, ridge, entries),
                    None => coarse,
                },
            };
            found.map_err(|defect| singular(resolved, &defect, class))
        };
        let sigmas = if is_shared(shape) {
            vec![Some(sigma(order, scatters, SHARED)?)]
        } else {
            let each = classes.iter().zip(order.iter().zip(scatters)).zip(absent);
            each.map(|((class, (code, scatter)), absent)| {
                (!absent).then(|| sigma(&[*code], &[scatter], class.as_str())).transpose()
            })
            .collect::<Result<_, _>>()?
        };
        Ok(Gda {
            shape,
            ridge,
            sigmas,
            means: scatters.iter().map(|scatter| scatter.mean.clone()).collect(),
            rests: scatters.iter().map(|scatter| scatter.rest.clone()).collect(),
        })
    }

    /// Rejects, before anything is counted, too few rows for a Σ that can be inverted.
    pub(super) fn check_rows(data: &Dataset) -> Result<(), Problem> {
        if !data.has_all_rows() || data.resolved.features.len() < MANY || !data.layout().is_complete_case() {
            return Ok(());
        }
        let names = data.names(data.resolved.target);
        let rows = Statistics::of_classes(data).table_rows;
        let mut each = names.iter().zip(&rows).filter(|(_, rows)| **rows > 0);
        if is_shared(data.resolved.covariance) {
            let (classes, rows) = each.fold((0, 0), |(classes, sum), (_, rows)| (classes + 1, sum + rows));
            return if classes == 0 { Ok(()) } else { enough(&data.resolved, rows, classes, SHARED) };
        }
        each.try_for_each(|(name, rows)| enough(&data.resolved, *rows, 1, name.as_str()))
    }

    pub fn is_shared(&self) -> bool {
        is_shared(self.shape)
    }

    pub fn is_diagonal(&self) -> bool {
        self.shape.is_diagonal()
    }

    pub fn sigma(&self, class: usize) -> Option<&Sigma> {
        self.sigmas.get(if self.is_shared() { 0 } else { class })?.as_ref()
    }

    pub fn mean(&self, class: usize, feature: usize) -> Option<f64> {
        self.means.get(class)?.get(feature).copied()
    }

    /// The means of a class with their rounding errors, for as many features as given; `None` for a class without rows.
    fn exact_means(&self, class: usize, features: usize) -> Option<impl Iterator<Item = (&f64, &f64)>> {
        let (means, rests) = (self.means.get(class)?, self.rests.get(class)?);
        (means.len() == features && rests.len() == features).then(|| means.iter().zip(rests))
    }

    /// x − μ of a class, feature by feature; `None` for a class without rows.
    pub fn distances(&self, class: usize, x: &[f64]) -> Option<Vec<f64>> {
        let means = self.exact_means(class, x.len())?;
        Some(x.iter().zip(means).map(|(x, (mean, rest))| x - mean - rest).collect())
    }

    /// The mean of one class minus that of another; `None` if one of them has no rows.
    fn mean_difference(&self, one: usize, other: usize) -> Option<Vec<f64>> {
        let features = self.means.get(one)?.len();
        let means = self.exact_means(one, features)?.zip(self.exact_means(other, features)?);
        Some(means.map(|((one, rest), (other, others))| one - other + (rest - others)).collect())
    }

    /// (x − μ)ᵀ Σ⁻¹ (x − μ) of a class; NaN where a number is missing.
    pub fn quadratic(&self, class: usize, x: &[f64]) -> f64 {
        let (Some(mut distances), Some(sigma)) = (self.distances(class, x), self.sigma(class)) else {
            return f64::NAN;
        };
        sigma.quadratic(&mut distances)
    }

    /// ln p(x | c); NaN where a number is missing.
    pub fn ln_density(&self, class: usize, x: &[f64]) -> f64 {
        let norm = self.sigma(class).map_or(f64::NAN, Sigma::norm);
        -0.5 * (norm + self.quadratic(class, x))
    }

    /// ln p(x | c) of many cases, given column by column; `None` for a class without rows. The same numbers as
    /// [`Gda::ln_density`], with every step taken for all cases.
    pub(super) fn ln_densities(&self, class: usize, columns: &[Vec<f64>]) -> Option<Vec<f64>> {
        let (sigma, means) = (self.sigma(class)?, self.exact_means(class, columns.len())?);
        let mean_difference =
            |(x, (mean, rest)): (&Vec<f64>, (&f64, &f64))| x.iter().map(|x| x - mean - rest).collect();
        let norm = sigma.norm();
        let mut all = sigma.quadratics(columns.iter().zip(means).map(mean_difference).collect());
        all.iter_mut().for_each(|quadratic| *quadratic = -0.5 * (norm + *quadratic));
        Some(all)
    }

    /// p(x | c), per unit of every feature; it may exceed 1.
    pub fn density(&self, class: usize, x: &[f64]) -> Number {
        Number::from_ln(self.ln_density(class, x))
    }

    pub(super) fn title(&self) -> &'static str {
        match self.shape {
            Covariance::Shared => "Gaussian discriminant analysis, one Σ for all classes",
            Covariance::PerClass => "Gaussian discriminant analysis, a Σ for each class",
            Covariance::SharedDiagonal => "Gaussian discriminant analysis, one diagonal Σ for all classes",
            Covariance::PerClassDiagonal => "Gaussian discriminant analysis, a diagonal Σ for each class",
        }
    }

    /// Describes the divisor of Σ, and the number added to its diagonal.
    pub fn divided(&self, variance: Variance) -> String {
        let by = match (variance, self.is_shared()) {
            (Variance::Population, true) => "Σ divides by n",
            (Variance::Unbiased, true) => "Σ divides by n − K, K classes",
            (Variance::Population, false) => "Σ divides by the rows of its class",
            (Variance::Unbiased, false) => "Σ divides by the rows of its class less 1",
        };
        let ridge =
            if self.ridge > 0.0 { format!(", plus {:e} on its diagonal", self.ridge) } else { String::new() };
        format!("{by}{ridge}")
    }

    pub(super) fn conventions(&self, variance: Variance, dropped: u64) -> Vec<String> {
        let rows = match dropped {
            0 => "no row was dropped for a missing number".to_owned(),
            1 => "1 row with a missing number was dropped before anything was counted".to_owned(),
            more => format!("{more} rows with a missing number were dropped before anything was counted"),
        };
        vec![self.divided(variance), rows]
    }
}

impl Fitted {
    /// θ₀ and θ for the second class against the first; `None` unless there are two classes with one Σ.
    ///
    /// # Formula
    /// `θ = Σ⁻¹(μ₁ − μ₀)` and `θ₀ = ln(P(1)/P(0)) − ½ θᵀ(μ₁ + μ₀)`, which is
    /// `ln(φ/(1 − φ)) − ½ μ₁ᵀΣ⁻¹μ₁ + ½ μ₀ᵀΣ⁻¹μ₀` without the difference of two large numbers (CS229 notes).
    pub fn theta(&self) -> Option<Theta> {
        let gda = self.gda().filter(|gda| gda.is_shared())?;
        let [zero, one] = gda.means.as_slice() else { return None };
        if zero.len() != one.len() {
            return None;
        }
        let weights = gda.sigma(0)?.solve(&gda.mean_difference(1, 0)?);
        let middle: f64 =
            weights.iter().zip(one.iter().zip(zero)).map(|(w, (one, zero))| w * (one + zero)).sum();
        let odds = self.prior(1)?.ln() - self.prior(0)?.ln();
        Some(Theta { intercept: odds.is_finite().then_some(odds - 0.5 * middle), weights })
    }

    /// The linear discriminant of a class: ln P(c | x) up to a constant that all classes share; `None` unless the
    /// classes have one Σ.
    ///
    /// # Formula
    /// `ln P(c) − ½ μᵀΣ⁻¹μ + (Σ⁻¹μ)ᵀ x`. The intercept is minus infinity for a prior of 0.
    pub fn discriminant(&self, class: usize) -> Option<(f64, Vec<f64>)> {
        let gda = self.gda().filter(|gda| gda.is_shared())?;
        let mean = gda.means.get(class).filter(|mean| !mean.is_empty())?;
        let weights = gda.sigma(class)?.solve(mean);
        let half: f64 = weights.iter().zip(mean).map(|(weight, mean)| weight * mean).sum::<f64>() / 2.0;
        Some((self.prior(class)?.ln() - half, weights))
    }

    /// ln P(a | x) − ln P(b | x), which is d(a) − d(b); `None` unless the classes have one Σ, minus infinity or NaN for a
    /// prior of 0.
    ///
    /// # Formula
    /// `ln(P(a)/P(b)) + (Σ⁻¹(μₐ − μ_b))ᵀ (x − ½(μₐ + μ_b))`: computed from distances from the means, so no digits
    /// cancel if the features are far from 0.
    pub(crate) fn log_odds_at(&self, (a, b): (usize, usize), x: &[f64]) -> Option<f64> {
        let gda = self.gda().filter(|gda| gda.is_shared())?;
        let weights = gda.sigma(a)?.solve(&gda.mean_difference(a, b)?);
        let from_middle =
            gda.distances(a, x)?.into_iter().zip(gda.distances(b, x)?).map(|(a, b)| (a + b) / 2.0);
        let linear: f64 = weights.iter().zip(from_middle).map(|(weight, x)| weight * x).sum();
        Some(self.prior(a)?.ln() - self.prior(b)?.ln() + linear)
    }

    /// The linear discriminant of a class at some numbers; `None` unless the classes have one Σ.
    pub(crate) fn discriminant_at(&self, class: usize, x: &[f64]) -> Option<f64> {
        let (intercept, weights) = self.discriminant(class)?;
        Some(intercept + weights.iter().zip(x).map(|(weight, x)| weight * x).sum::<f64>())
    }
}

/// Returns the distances of the complete rows of some classes from their means; `None` if these are not the rows that
/// were summed.
fn distances(data: &Dataset, codes: &[u32], of: &[&Scatter]) -> Option<Distances> {
    let d = data.resolved.features.len();
    let mut found = Distances::new(d);
    let mut seen = 0;
    for row in 0..data.table.rows() {
        let at = data.class_code(row).and_then(|code| codes.iter().position(|other| *other == code));
        let (Some(scatter), times @ 1..) = (at.and_then(|at| of.get(at)), data.weight(row)) else { continue };
        let numbers = data.resolved.features.iter().map(|feature| data.number(row, feature.column));
        let Some(numbers) = numbers.collect::<Option<Vec<f64>>>() else { continue };
        let means = scatter.mean.iter().zip(&scatter.rest);
        found.add(&numbers, numbers.iter().zip(means).map(|(x, (mean, rest))| x - mean - rest), times);
        seen += times;
    }
    (seen == of.iter().map(|scatter| scatter.n).sum::<u64>()).then_some(found)
}

pub(super) fn is_shared(shape: Covariance) -> bool {
    matches!(shape, Covariance::Shared | Covariance::SharedDiagonal)
}

/// From this many numbers on, the number of rows is checked before counting, which takes long.
const MANY: usize = 100;

/// Rejects a full Σ from fewer rows than there are numbers and class means.
fn enough(resolved: &Resolved, rows: u64, classes: u64, class: &str) -> Result<(), Problem> {
    let (shape, numbers) = (resolved.covariance, resolved.features.len());
    let held = shape.is_diagonal() || resolved.recipe.ridge_or_default().value().is_positive();
    if held || rows >= numbers as u64 + classes {
        return Ok(());
    }
    Err(error::too_few_rows(class, shape, rows, classes, numbers))
}

fn singular(resolved: &Resolved, defect: &Defect, class: &str) -> Problem {
    let names = |columns: &[usize]| -> Vec<String> {
        let names = columns.iter().filter_map(|at| resolved.features.get(*at));
        names.map(|feature| feature.name.as_str().to_owned()).collect()
    };
    error::singular(class, resolved.covariance, &names(&defect.constant), &names(&defect.collinear))
}

impl Gda {
    pub(super) fn given(data: &Dataset, given: &Given, classes: &[Name]) -> Result<Gda, Problem> {
        let (shape, d) = (data.resolved.covariance, data.resolved.features.len());
        let wrong = |class: &str, what: String, fix: String| Problem {
            class: Some(class.to_owned()),
            ..Problem::usage(what, fix)
        };
        let mean = |class: &Name| {
            let class = class.as_str();
            let mean = find(&given.mean, class).filter(|mean| mean.len() == d).ok_or_else(|| {
                let fix = "add [given.mean] with a list for each class: one number per feature";
                let what = format!("the mean of every feature ({d}) in “{}” is not given", brief(class));
                wrong(class, what, fix.to_owned())
            })?;
            Ok(mean.iter().map(float).collect())
        };
        let means: Vec<Vec<f64>> = classes.iter().map(mean).collect::<Result<_, Problem>>()?;
        let matrix = |name: &str| -> Result<Sigma, Problem> {
            let of = brief(name);
            let fix = || format!("write [given.Sigma] as a symmetric matrix of {d} × {d} numbers");
            let fits =
                |rows: &&Vec<Vec<ExactNumber>>| rows.len() == d && rows.iter().all(|row| row.len() == d);
            let rows = find(&given.sigma, name).filter(fits).ok_or_else(|| {
                wrong(name, format!("Σ of {of} is not given as a matrix of {d} × {d} numbers"), fix())
            })?;
            let at = |a: usize, b: usize| rows.get(a).and_then(|row| row.get(b)).map(ExactNumber::value);
            let mut below = (0..d).flat_map(|a| (0..a).map(move |b| (a, b)));
            if let Some((a, b)) = below.find(|(a, b)| at(*a, *b) != at(*b, *a)) {
                let what = format!("Σ of {of} is not symmetric: compare rows {} and {}", b + 1, a + 1);
                return Err(wrong(name, what, fix()));
            }
            let entries = rows.iter().map(|row| row.iter().map(float).collect()).collect();
            Sigma::new(entries).map_err(|_| {
                let fix = "make every variance more than 0, and every covariance smaller than the square root of the \
                           product of its two variances; no column may be a weighted sum of others";
                let what = format!("Σ of {of} is not positive definite to the precision of a float");
                wrong(name, what, fix.to_owned())
            })
        };
        let sigmas = match given.sigma.as_slice() {
            [(only, _)] if is_shared(shape) => vec![Some(matrix(only)?)],
            _ if is_shared(shape) => vec![Some(matrix(SHARED)?)],
            all => {
                let shared = all.iter().any(|(name, _)| name == SHARED);
                let name = |class: &Name| if shared { SHARED.to_owned() } else { class.as_str().to_owned() };
                classes.iter().map(|class| matrix(&name(class)).map(Some)).collect::<Result<_, _>>()?
            }
        };
        let rests = means.iter().map(|means| vec![0.0; means.len()]).collect();
        Ok(Gda { shape, ridge: 0.0, means, rests, sigmas })
    }
}
