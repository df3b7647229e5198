//! Normal densities, the sums that means, variances and Σ are estimated from, and the Poisson distribution.

use std::f64::consts::TAU;
use std::ops::Range;

use super::asked::{Asked, Place};
use super::each::Bound;
use super::overlay::conditional;
use super::scopes::less;
use crate::math::{Event, Name, Number, Quantity, ln_factorial, sentence};
use crate::model::{Factor, Fitted, Gda, Rate, Scatter, Sigma};
use crate::worked::{Context, TermKind, WIDE};

#[derive(Clone, Copy)]
pub(super) struct NormalDensity {
    pub x: f64,
    /// x − μ
    pub distance: f64,
    /// σ²
    pub variance: f64,
    pub n: u64,
}

impl NormalDensity {
    /// The normal density of a quantity; `None` for other quantities.
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

    pub fn deviation(&self) -> f64 {
        self.variance.sqrt()
    }

    pub fn exponent(&self) -> f64 {
        -0.5 * self.distance / self.variance * self.distance
    }
}

pub(super) fn example(asked: &Asked<'_>) -> Option<NormalDensity> {
    NormalDensity::of(&asked.quantity, asked.fitted).or_else(|| {
        let term = asked.terms.iter().find(|term| term.kind == TermKind::Density)?;
        NormalDensity::of(&term.quantity(&asked.class_name()), asked.fitted)
    })
}

/// −½ (x − μ)ᵀ Σ⁻¹ (x − μ)
pub(super) fn joint_exponent(context: &Context<'_>, class: usize) -> Option<f64> {
    Some(-0.5 * context.fitted.gda()?.quadratic(class, &context.case?.numbers()))
}

pub(super) fn exponent(asked: &Asked<'_>) -> Option<f64> {
    let of_one = example(asked).map(|normal| normal.exponent());
    of_one.or_else(|| joint_exponent(&asked.context, asked.class()?))
}

pub(super) fn is_of_normals(asked: &Asked<'_>) -> bool {
    (asked.is_about_case() || asked.place == Place::Density) && asked.any(Factor::is_gaussian)
}

pub(super) fn is_of_joint_normals(asked: &Asked<'_>) -> bool {
    asked.fitted.gda().is_some() && (asked.is_about_case() || asked.place == Place::Density)
}

pub(super) fn is_of_sigma(asked: &Asked<'_>) -> bool {
    let rests = asked.is_about_case()
        || matches!(
            asked.place,
            Place::Sigma
                | Place::Variance
                | Place::Solved
                | Place::SquaredDistance
                | Place::Density
                | Place::Linear
        );
    // Wider inverses are not computed entry by entry.
    asked.fitted.gda().is_some() && rests && asked.fitted.features.len() <= WIDE
}

pub(super) fn is_shared(fitted: &Fitted) -> bool {
    fitted.gda().is_some_and(Gda::is_shared)
}

#[derive(Clone, Copy)]
pub(super) struct Sums {
    /// The rows, with their weights.
    pub n: f64,
    pub mean: f64,
    pub squares: f64,
}

impl Sums {
    pub fn of(fitted: &Fitted, at: usize, class: usize) -> Option<Sums> {
        if let Some(scatter) = fitted.gda().and_then(|_| fitted.scatter(class)).filter(|found| found.n > 0) {
            let mean = *scatter.mean.get(at)?;
            return Some(Sums { n: scatter.n as f64, mean, squares: scatter.product(at, at) });
        }
        let factor = fitted.factors().get(at)?;
        let normal = factor.normal(class)?;
        Some(Sums { n: normal.n as f64, mean: normal.mean, squares: fitted.squares(factor, class) })
    }

    pub fn each(fitted: &Fitted, at: usize) -> Vec<Sums> {
        all(fitted).filter_map(|class| Sums::of(fitted, at, class)).collect()
    }

    pub fn all(fitted: &Fitted, at: usize) -> Sums {
        let each = Sums::each(fitted, at);
        let n: f64 = each.iter().map(|sums| sums.n).sum();
        let mean: f64 = each.iter().map(|sums| sums.n / n * sums.mean).sum();
        let around = |sums: &Sums| sums.squares + sums.n * (sums.mean - mean).powi(2);
        Sums { n, mean, squares: each.iter().map(around).sum() }
    }
}

pub(super) fn own_sums(asked: &Asked<'_>) -> Option<(usize, Sums)> {
    let at = asked.fitted.feature(asked.quantity.feature()?.as_str())?;
    Some((at, Sums::of(asked.fitted, at, asked.class()?)?))
}

/// The sums that an entry of Σ is estimated from: of a class, or of all classes around their own means.
pub(super) struct EntrySums {
    pub pair: (usize, usize),
    pub class: Option<usize>,
    pub products: f64,
    pub rows: f64,
    pub raw: f64,
}

impl EntrySums {
    pub fn of(quantity: &Quantity, fitted: &Fitted) -> Option<EntrySums> {
        let Quantity::Cov { a, b, class } = quantity else { return None };
        let pair = (fitted.feature(a.as_str())?, fitted.feature(b.as_str())?);
        if pair.0 != pair.1 && fitted.gda()?.is_diagonal() {
            return None;
        }
        let class = match class {
            Some(class) => Some(fitted.class(class.as_str())?),
            None => None,
        };
        let mut sums = EntrySums { pair, class, products: 0.0, rows: 0.0, raw: 0.0 };
        let classes = class.map_or(all(fitted), |class| class..class + 1);
        for scatter in classes.filter_map(|class| fitted.scatter(class)) {
            let (n, product) = (scatter.n as f64, scatter.product(pair.0, pair.1));
            let mean = |at: usize| scatter.mean.get(at).copied().unwrap_or(0.0);
            sums.products += product;
            sums.rows += n;
            sums.raw += product + n * mean(pair.0) * mean(pair.1);
        }
        Some(sums)
    }
}

fn all(fitted: &Fitted) -> Range<usize> {
    0..fitted.classes.len()
}

pub(super) fn ridge(fitted: &Fitted, (a, b): (usize, usize)) -> f64 {
    fitted.gda().filter(|_| a == b).map_or(0.0, |gda| gda.ridge)
}

pub(super) fn own_entry(fitted: &Fitted, class: usize, pair: (usize, usize)) -> Option<f64> {
    let scatter = fitted.scatter(class)?;
    let by = scatter.n.checked_sub(less(fitted) as u64)?;
    Some(scatter.product(pair.0, pair.1) / by as f64 + ridge(fitted, pair))
}

pub(super) fn pooled_entry(fitted: &Fitted, pair: (usize, usize)) -> Option<f64> {
    let product = |class: usize| Some(fitted.scatter(class)?.product(pair.0, pair.1));
    let sum: f64 = all(fitted).map(product).sum::<Option<f64>>()?;
    let by = fitted.rows().checked_sub(less(fitted) as u64 * fitted.classes.len() as u64)?;
    Some(sum / by as f64 + ridge(fitted, pair))
}

pub(super) fn around_one_mean(fitted: &Fitted) -> Option<Scatter> {
    let each = all(fitted).map(|class| fitted.scatter(class).cloned());
    each.reduce(|a, b| Some(a?.merged(&b?))).flatten()
}

/// The products that an entry of Σ is estimated from, with the distances from the mean of all rows.
pub(super) fn products_around_one_mean(fitted: &Fitted, of: &EntrySums) -> Option<f64> {
    let (total, (a, b)) = (around_one_mean(fitted)?, of.pair);
    let Some(class) = of.class else { return Some(total.product(a, b)) };
    let own = fitted.scatter(class)?;
    let distance = |at: usize| Some(own.mean.get(at)? - total.mean.get(at)?);
    Some(own.product(a, b) + own.n as f64 * distance(a)? * distance(b)?)
}

/// (x − μ)ᵀ Σ⁻¹ (x − μ) and ln of (2π)ᵈ |Σ|, with the Σ of the class itself where the classes share one.
pub(super) fn with_own_sigma(context: &Context<'_>, name: &Name) -> Option<(f64, f64)> {
    let fitted = context.fitted;
    let (gda, class) = (fitted.gda()?, fitted.class(name.as_str())?);
    let entry = |a: usize, b: usize| {
        if a != b && gda.is_diagonal() { Some(0.0) } else { own_entry(fitted, class, (a, b)) }
    };
    let d = fitted.features.len();
    let row = |a: usize| (0..d).map(|b| entry(a, b)).collect::<Option<Vec<f64>>>();
    let sigma = Sigma::new((0..d).map(row).collect::<Option<Vec<_>>>()?).ok()?;
    let (mut distances, _) = of_case(context, name)?;
    Some((sigma.quadratic(&mut distances), d as f64 * TAU.ln() + sigma.log_det))
}

fn groups(fitted: &Fitted) -> u64 {
    if is_shared(fitted) { fitted.classes.len() as u64 } else { 1 }
}

/// What the model subtracts from n where it divides by it in Σ.
pub(super) fn subtracted(fitted: &Fitted) -> u64 {
    less(fitted) as u64 * groups(fitted)
}

pub(super) fn other_divisors(asked: &Asked<'_>) -> Vec<Bound> {
    let fitted = asked.fitted;
    let n = match asked.class().filter(|_| !is_shared(fitted)) {
        Some(class) => fitted.class_count(class),
        None => fitted.rows(),
    };
    let right = subtracted(fitted);
    let mut wrong = vec![0, groups(fitted), 1];
    wrong.retain(|less| *less != right);
    wrong.dedup();
    let name = |less: u64| match less {
        0 => sentence!("n = {}", n),
        _ => sentence!("n − {} = {}", less, n.saturating_sub(less)),
    };
    let bound = |less: u64| {
        let holes = vec![("divisor of Σ", name(less)), ("right divisor of Σ", name(right))];
        Bound { holes, ..Bound::number(less) }
    };
    wrong.into_iter().map(bound).collect()
}

pub(super) fn divisors_around_one_mean(asked: &Asked<'_>) -> Vec<Bound> {
    // By default programs divide the squares around one mean by n − 1.
    let mut divisors = vec![subtracted(asked.fitted), 1];
    divisors.dedup();
    divisors.into_iter().map(Bound::number).collect()
}

pub(super) fn sigma<'a>(fitted: &'a Fitted, class: Option<&Name>) -> Option<&'a Sigma> {
    let at = class.map_or(Some(0), |class| fitted.class(class.as_str()))?;
    fitted.gda()?.sigma(at)
}

pub(super) fn of_case<'a>(context: &Context<'a>, class: &Name) -> Option<(Vec<f64>, &'a Sigma)> {
    let (gda, at) = (context.fitted.gda()?, context.fitted.class(class.as_str())?);
    Some((gda.distances(at, &context.case?.numbers())?, gda.sigma(at)?))
}

/// Σ(x − μ)
pub(super) fn with_sigma(distances: &[f64], sigma: &Sigma) -> Vec<f64> {
    let times = |row: &Vec<f64>| row.iter().zip(distances).map(|(entry, x)| entry * x).sum();
    sigma.rows().iter().map(times).collect()
}

/// (x − μ)ᵀ Σ (x − μ)
pub(super) fn quadratic_with_sigma(distances: &[f64], sigma: &Sigma) -> f64 {
    with_sigma(distances, sigma).iter().zip(distances).map(|(row, x)| row * x).sum()
}

/// The terms of (x − μ)ᵀ Σ⁻¹ (x − μ): the sum of the squares, and that of the products of two features.
pub(super) fn cross_terms(distances: &[f64], sigma: &Sigma) -> (f64, f64) {
    let inverse = sigma.inverse();
    let (mut alone, mut crossed) = (0.0, 0.0);
    for (at, (column, y)) in inverse.iter().zip(distances).enumerate() {
        for (other, (entry, x)) in column.iter().zip(distances).enumerate() {
            *(if at == other { &mut alone } else { &mut crossed }) += x * entry * y;
        }
    }
    (alone, crossed)
}

pub(super) fn prior_part(asked: &Asked<'_>) -> Option<f64> {
    let fitted = asked.fitted;
    let ln = |class: usize| fitted.prior(class).map(|prior| prior.ln());
    match &asked.quantity {
        Quantity::Theta { feature: None, class: Some(class) } => ln(fitted.class(class.as_str())?),
        Quantity::Theta { feature: None, class: None } => Some(ln(1)? - ln(0)?),
        _ => None,
    }
}

pub(super) fn is_of_counts(asked: &Asked<'_>) -> bool {
    (asked.is_about_case() || matches!(asked.place, Place::Conditional | Place::Alone))
        && asked.any(Factor::is_count)
}

/// λ and k of the probability of a count; `None` for other quantities, and if λ is 0 or 0/0.
pub(super) fn of_count(quantity: &Quantity, fitted: &Fitted) -> Option<(f64, f64)> {
    let (feature, value, class) = conditional(quantity)?;
    let lambda = fitted.factor(feature.as_str())?.rate(fitted.class(class.as_str())?)?.lambda()?;
    (!lambda.is_zero()).then_some((lambda.to_f64(), value.as_str().parse().ok()?))
}

pub(super) fn example_of_count(asked: &Asked<'_>) -> Option<(f64, f64)> {
    let class = asked.class_name();
    let first = || asked.terms.iter().find_map(|term| of_count(&term.quantity(&class), asked.fitted));
    of_count(&asked.quantity, asked.fitted).or_else(first)
}

const MOST: f64 = 10_000.0;

/// ln of the probability of k or fewer.
pub(super) fn ln_at_most(lambda: f64, k: f64) -> f64 {
    let least = if k > MOST { k } else { 0.0 };
    // Each probability is the previous one times λ over its count: from the last one down.
    let (mut part, mut sum, mut at) = (1.0, 1.0, k);
    while at > least {
        part *= at / lambda;
        sum += part;
        at -= 1.0;
    }
    k * lambda.ln() - lambda - ln_factorial(k) + f64::ln(sum)
}

pub(super) fn rate<'a>(asked: &Asked<'a>) -> Option<(&'a Factor, &'a Rate)> {
    let factor = asked.factors().into_iter().find(|factor| factor.is_count())?;
    Some((factor, factor.rate(asked.class()?)?))
}

pub(super) fn overall_rate(factor: &Factor) -> Option<Number> {
    let all = || (0..).map_while(|class| factor.rate(class));
    Number::ratio(all().map(|rate| rate.sum).sum::<u64>(), all().map(|rate| rate.n).sum::<u64>())
}
