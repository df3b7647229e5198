//! Numbers in naive Bayes: the mean and variance of a normal distribution or the rate of a Poisson distribution over the rows
//! of each class, the density or probability of a number, its part of ℓ, and the slopes of that part.

use super::route::ROWS;
use super::{Context, Defined, Result, Rule, WorkedError, estimated, formula, with_value};
use crate::math::{Expr, Func, Name, Number, Quantity, symbols};
use crate::model::{CaseValue, Factor, Normal, Rate};
use crate::recipe::Variance;
use num_traits::ToPrimitive;

/// The mean of a class: the sum of its numbers over how many there are (CS229 notes, the estimates of GDA).
pub(super) fn mean(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let (factor, at) = (context.factor(feature)?, context.class(class)?);
    let body = weighed_sample(Expr::of_row(symbols::X), context);
    if let Some(rate) = factor.rate(at) {
        let term = |x: f64| x.to_u64().map_or_else(|| Expr::float(x), Expr::int);
        let sum = ClassNumbers::of(factor, at, rate.n, context).sum(term, || Expr::int(rate.sum), body);
        return with_value(Rule::Rate, sum / known(feature, class), rate.lambda());
    }
    let (normal, numbers) = normal(feature, class, context)?;
    let short = || Expr::int(normal.n) * Expr::float(normal.mean);
    let expr = numbers.sum(Expr::float, short, body) / known(feature, class);
    estimated(Rule::Mean, expr, normal.mean)
}

/// The variance of a class: the mean squared distance from its mean, over n or n − 1, with ε added.
pub(super) fn variance(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let normal = context.normal(feature, class)?;
    if context.fitted.is_replaced(normal) {
        let expr = Expr::Num(context.fitted.for_zero()).squared();
        return estimated(Rule::LeastDeviation, expr, normal.variance);
    }
    let (rule, bottom) = match context.fitted.data.resolved.variance {
        Variance::Unbiased => (Rule::UnbiasedVariance, known(feature, class) - Expr::int(1)),
        Variance::Population => (Rule::Variance, known(feature, class)),
    };
    let share = squares(feature, class, context)? / bottom;
    let epsilon = context.fitted.epsilon;
    let expr = if epsilon > 0.0 { share + Expr::float(epsilon) } else { share };
    estimated(rule, expr, normal.variance)
}

fn squares(feature: &Name, class: &Name, context: &Context<'_>) -> Result<Expr> {
    let (normal, numbers) = normal(feature, class, context)?;
    let squared = |x: Expr| (x - mean_of(feature, class)).squared();
    let squares = context.fitted.squares(context.factor(feature)?, context.class(class)?);
    // The squared distances from any number are those from the mean plus n times that of the mean.
    let short = || Expr::float(squares) + Expr::int(normal.n) * squared(Expr::float(normal.mean));
    let body = weighed_sample(squared(Expr::of_row(symbols::X)), context);
    Ok(numbers.sum(|x| squared(Expr::float(x)), short, body))
}

pub(super) fn density(feature: &Name, value: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let normal = context.normal(feature, class)?;
    let x: f64 = value.as_str().parse().map_err(|_| WorkedError::NotHere)?;
    let var = || var_of(feature, class);
    let exponent = (Expr::float(x) - mean_of(feature, class)).squared() / (Expr::int(2) * var());
    let constant = Expr::int(1) / (Expr::from(symbols::TWO_PI) * var()).sqrt();
    with_value(Rule::Density, constant * (-exponent).exp(), normal.density(x))
}

/// ∑ ((x − μ)/σ)² over the numbers that are known in the case, where all features are normal.
pub(super) fn squared_distance(class: &Name, context: &Context<'_>) -> Defined {
    let at = context.class(class)?;
    if !context.fitted.factors().iter().all(Factor::is_gaussian) {
        return Err(WorkedError::NotHere);
    }
    let (mut terms, mut sum) = (Vec::new(), 0.0);
    for (factor, cell) in context.fitted.factors().iter().zip(&context.case()?.cells) {
        let CaseValue::Number(x) = cell.value else { continue };
        let normal = factor.normal(at).ok_or(WorkedError::NotHere)?;
        let (name, distance) = (&factor.name, x - normal.mean - normal.rest);
        terms.push((Expr::float(x) - mean_of(name, class)).squared() / var_of(name, class));
        sum += distance / normal.variance * distance;
    }
    estimated(Rule::QuadraticForm, Expr::sum(terms), sum)
}

/// `−n/2 · ln(2π σ²) − ∑(x − μ)²/(2σ²)`: the logarithms of the densities at the numbers of a class.
pub(super) fn log_likelihood(feature: &Name, class: &Name, context: &Context<'_>) -> Result<Expr> {
    let var = || var_of(feature, class);
    let constant = known(feature, class) / Expr::int(2) * (Expr::from(symbols::TWO_PI) * var()).ln();
    Ok(-constant - squares(feature, class, context)? / (Expr::int(2) * var()))
}

/// `∑ (x − μ)/σ²`, the slope of ℓ in the mean of a class.
pub(super) fn mean_slope(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let (normal, numbers) = normal(feature, class, context)?;
    let body = weighed_sample(Expr::of_row(symbols::X) - mean_of(feature, class), context);
    let rows = (numbers.rows, normal.n, normal.mean);
    let top = deviations(feature, class, body, rows, || numbers.listed.unwrap_or_default());
    // At the mean the distances cancel: their sum would be only rounding.
    estimated(Rule::Slope, top / var_of(feature, class), 0.0)
}

/// `−n/(2σ²) + ∑ (x − μ)²/(2σ⁴)`, the slope of ℓ in the variance of a class.
pub(super) fn variance_slope(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let normal = context.normal(feature, class)?;
    let (two, var) = (|| Expr::int(2), || var_of(feature, class));
    let constant = known(feature, class) / (two() * var());
    let rest = squares(feature, class, context)? / (two() * var().squared());
    // From the difference of the two variances, which is exactly 0 if they are the same.
    let n = normal.n as f64;
    let squares = context.fitted.squares(context.factor(feature)?, context.class(class)?);
    let same = normal.variance == normal.raw && squares == normal.raw * n;
    let gap = if same { 0.0 } else { squares / n - normal.variance };
    estimated(Rule::Slope, -constant + rest, n / 2.0 * (gap / normal.variance / normal.variance))
}

/// From this count on, λᵏ and k! are not written out.
const LARGE: f64 = 1000.0;

/// P(k) of a class: `λ^k · exp(−λ) / k!`.
pub(super) fn poisson(factor: &Factor, value: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let at = context.class(class)?;
    let rate = factor.rate(at).copied().unwrap_or_default();
    let k = context.count(factor, value)?;
    let lambda = || mean_of(&factor.name, class);
    let count = || Expr::Num(Number::from(k as u64));
    let factorial = Expr::Call(Func::Factorial, Box::new(count()));
    let expr = if k < LARGE {
        Expr::pow(lambda(), count()) * (-lambda()).exp() / factorial
    } else {
        (count() * lambda().ln() - lambda() - factorial.ln()).exp()
    };
    with_value(Rule::Poisson, expr, rate.probability(k))
}

/// `∑ k · ln λ − n λ − ∑ ln k!`: the logarithms of the probabilities of the counts of a class.
pub(super) fn poisson_likelihood(feature: &Name, rate: &Rate, class: &Name) -> Expr {
    let lambda = || mean_of(feature, class);
    let rates = known(feature, class) * lambda();
    if rate.sum == 0 {
        return -rates;
    }
    Expr::int(rate.sum) * lambda().ln() - rates - Expr::float(rate.ln_factorials)
}

/// `∑ k/λ − n`, the slope of ℓ in the rate of a class.
pub(super) fn rate_slope(feature: &Name, rate: &Rate, class: &Name) -> Defined {
    let n = known(feature, class);
    let expr = match rate.sum {
        0 => -n,
        sum => Expr::int(sum) / mean_of(feature, class) - n,
    };
    formula(Rule::Slope, expr)
}

/// `∑ (x − μ)` of a number in a class: row by row if the rows are few, else its value.
pub(super) fn deviations(
    feature: &Name,
    class: &Name,
    body: Expr,
    (rows, n, mean): (u64, u64, f64),
    listed: impl FnOnce() -> Vec<Weighed>,
) -> Expr {
    let less = |x: f64| Expr::float(x) - mean_of(feature, class);
    // More terms are never written out, and a single term with their sum loses no digits.
    let numbers = ClassNumbers { rows, listed: (rows <= ROWS as u64).then(listed) };
    numbers.sum(less, || Expr::int(n) * less(mean), body)
}

pub(super) fn mean_of(feature: &Name, class: &Name) -> Expr {
    Quantity::mean(feature, class).into()
}

pub(super) fn var_of(feature: &Name, class: &Name) -> Expr {
    Quantity::var(feature, class).into()
}

pub(super) fn known(feature: &Name, class: &Name) -> Expr {
    Quantity::known_count(feature, Some(class)).into()
}

/// Sums over rows hold their terms if all features together have at most this many numbers.
pub(super) const NUMBERS: u64 = 10_000;

/// A number of a row, and the weight of the row, if rows have weights.
type Weighed = (f64, Option<u64>);

struct ClassNumbers {
    rows: u64,
    /// Each number with its weight, in the order of the rows, if there are few enough to list.
    listed: Option<Vec<Weighed>>,
}

impl ClassNumbers {
    /// The rows of a class in which a feature is known, `n` with their weights.
    fn of(factor: &Factor, class: usize, n: u64, context: &Context<'_>) -> ClassNumbers {
        let fitted = context.fitted;
        // Counts only as far as needed: this runs for each of thousands of features.
        let mut alone = fitted.factors().iter().filter(|factor| factor.is_number());
        let few = NUMBERS.checked_div(n).is_none_or(|most| alone.nth(most as usize).is_none());
        let few = few && fitted.data.has_all_rows();
        let number = |row: &usize| Some((fitted.data.number(*row, factor.column)?, fitted.weight(*row)));
        let listed = (few || context.is_weighted() && fitted.data.sums.is_none())
            .then(|| fitted.rows_of(class).iter().filter_map(number).collect::<Vec<Weighed>>());
        let rows = listed.as_ref().map_or(n, |listed| listed.len() as u64);
        ClassNumbers { rows, listed: listed.filter(|_| few) }
    }

    /// The sum over the rows; `short` is a single term with its value, for too many rows.
    fn sum(self, term: impl Fn(f64) -> Expr, short: impl Fn() -> Expr, body: Expr) -> Expr {
        let terms = self.listed.map_or_else(
            || vec![short()],
            |listed| listed.into_iter().map(|(x, weight)| weighed(term(x), weight)).collect(),
        );
        Expr::over_rows(Expr::int(self.rows), body, terms)
    }
}

fn normal<'a>(feature: &Name, class: &Name, context: &Context<'a>) -> Result<(&'a Normal, ClassNumbers)> {
    let (normal, factor) = (context.normal(feature, class)?, context.factor(feature)?);
    Ok((normal, ClassNumbers::of(factor, context.class(class)?, normal.n, context)))
}

pub(super) fn weighed(term: Expr, weight: Option<u64>) -> Expr {
    match weight {
        Some(weight) => Expr::int(weight) * term,
        None => term,
    }
}

pub(super) fn weighed_sample(body: Expr, context: &Context<'_>) -> Expr {
    if context.is_weighted() { Expr::of_row(symbols::W) * body } else { body }
}
