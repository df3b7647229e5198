//! The definitions of a count with a Poisson distribution: λ of a class, and the probability of a count.

use num_traits::ToPrimitive;

use super::context::Context;
use super::definition::{Definition, Rule};
use super::error::WorkedError;
use super::gaussian::{known, numbers, weighed_sample};
use crate::math::{Expr, Func, Name, Number, Quantity, symbols};
use crate::model::{Factor, Rate};

/// From this count on λᵏ and k! are no longer written out.
const LARGE: f64 = 1000.0;

/// λ of a class, the mean of its counts.
pub(super) fn mean(factor: &Factor, rate: &Rate, class: &Name, context: &Context<'_>) -> Definition {
    let at = context.class(class).unwrap_or_default();
    let body = weighed_sample(Expr::Sample(Box::new(Expr::Sym(symbols::X)), symbols::I), context);
    let term = |x: f64| x.to_u64().map_or_else(|| Expr::float(x), Expr::int);
    let sum = numbers(factor, at, rate.n, context).sum(term, || Expr::int(rate.sum), body);
    let expr = Expr::frac(sum, known(&factor.name, class));
    match rate.lambda() {
        Some(value) => Definition::Estimated { rule: Rule::Rate, expr, value },
        None => Definition::Formula { rule: Rule::Rate, expr },
    }
}

/// P(k) of a class: `λ^k · exp(−λ) / k!`.
pub(super) fn probability(
    factor: &Factor,
    value: &Name,
    class: &Name,
    context: &Context<'_>,
) -> Result<Definition, WorkedError> {
    let at = context.class(class)?;
    let rate = factor.rate(at).copied().unwrap_or_default();
    let k = context.count(factor, value)?;
    let lambda = || lambda(factor, class);
    let count = || Expr::Num(Number::from(k as u64));
    let factorial = || Expr::Call(Func::Factorial, Box::new(count()));
    let call = |func, of| Expr::Call(func, Box::new(of));
    let expr = if k < LARGE {
        let power = Expr::pow(lambda(), count());
        Expr::frac(Expr::Mul(vec![power, call(Func::Exp, lambda().negated())]), factorial())
    } else {
        let power = Expr::Mul(vec![count(), call(Func::Ln, lambda())]);
        call(Func::Exp, Expr::Add(vec![power, lambda().negated(), call(Func::Ln, factorial()).negated()]))
    };
    Ok(match rate.probability(k) {
        Some(value) => Definition::Estimated { rule: Rule::Poisson, expr, value },
        None => Definition::Formula { rule: Rule::Poisson, expr },
    })
}

/// `∑ k · ln λ − n λ − ∑ ln k!`: the logarithms of the probabilities of the counts of a class.
pub(super) fn log_likelihood(factor: &Factor, rate: &Rate, class: &Name) -> Expr {
    let rates = Expr::Mul(vec![known(&factor.name, class), lambda(factor, class)]).negated();
    if rate.sum == 0 {
        return rates;
    }
    let ln = Expr::Call(Func::Ln, Box::new(lambda(factor, class)));
    let powers = Expr::Mul(vec![Expr::int(rate.sum), ln]);
    Expr::Add(vec![powers, rates, Expr::float(rate.ln_factorials).negated()])
}

/// `∑ k/λ − n`, the slope of ℓ in the rate of a class.
pub(super) fn slope(factor: &Factor, rate: &Rate, class: &Name) -> Definition {
    let n = known(&factor.name, class).negated();
    if rate.sum == 0 {
        return Definition::Formula { rule: Rule::Slope, expr: n };
    }
    let expr = Expr::Add(vec![Expr::frac(Expr::int(rate.sum), lambda(factor, class)), n]);
    Definition::Formula { rule: Rule::Slope, expr }
}

fn lambda(factor: &Factor, class: &Name) -> Expr {
    Expr::Of(Quantity::Mean { feature: factor.name.clone(), class: Some(class.clone()) })
}
