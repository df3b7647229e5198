//! A count with a Poisson distribution in each class: λ of a class, the probability of a count, its part of ℓ, and the slope
//! of that part.

use num_traits::ToPrimitive;

use super::definition::Context;
use super::definition::{Defined, Definition, Rule};
use super::gaussian::{Numbers, known, mean_of, weighed_sample};
use crate::math::{Expr, Func, Name, Number, symbols};
use crate::model::{Factor, Rate};

/// From this count on, λᵏ and k! are not written out.
const LARGE: f64 = 1000.0;

pub(super) fn mean(factor: &Factor, rate: &Rate, class: &Name, context: &Context<'_>) -> Definition {
    let at = context.class(class).unwrap_or_default();
    let body = weighed_sample(Expr::of_row(symbols::X), context);
    let term = |x: f64| x.to_u64().map_or_else(|| Expr::float(x), Expr::int);
    let sum = Numbers::of(factor, at, rate.n, context).sum(term, || Expr::int(rate.sum), body);
    Definition::defined(Rule::Rate, sum / known(&factor.name, class), rate.lambda())
}

/// P(k) of a class: `λ^k · exp(−λ) / k!`.
pub(super) fn probability(factor: &Factor, value: &Name, class: &Name, context: &Context<'_>) -> Defined {
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
    Ok(Definition::defined(Rule::Poisson, expr, rate.probability(k)))
}

/// `∑ k · ln λ − n λ − ∑ ln k!`: the logarithms of the probabilities of the counts of a class.
pub(super) fn log_likelihood(factor: &Factor, rate: &Rate, class: &Name) -> Expr {
    let lambda = || mean_of(&factor.name, class);
    let rates = known(&factor.name, class) * lambda();
    if rate.sum == 0 {
        return -rates;
    }
    Expr::int(rate.sum) * lambda().ln() - rates - Expr::float(rate.ln_factorials)
}

/// `∑ k/λ − n`, the slope of ℓ in the rate of a class.
pub(super) fn slope(factor: &Factor, rate: &Rate, class: &Name) -> Definition {
    let n = known(&factor.name, class);
    let expr = match rate.sum {
        0 => -n,
        sum => Expr::int(sum) / mean_of(&factor.name, class) - n,
    };
    Definition::Formula { rule: Rule::Slope, expr }
}
