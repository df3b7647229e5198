//! The definitions of a Gaussian feature: mean and variance over the rows of a class, and the density at a number.

use super::context::Context;
use super::definition::{Definition, Rule};
use super::error::WorkedError;
use super::poisson;
use super::rows::{Weighed, numbers_of};
use crate::math::{BigOp, Event, Expr, Func, Name, Number, Quantity, symbols};
use crate::model::{Factor, Normal};
use crate::recipe::Variance;

type Defined = Result<Definition, WorkedError>;

/// The mean of a class: the sum of its numbers over how many there are (CS229 notes, the estimates of GDA).
pub(super) fn mean(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let factor = context.factor(feature)?;
    if let Some(rate) = factor.rate(context.class(class)?) {
        return Ok(poisson::mean(factor, rate, class, context));
    }
    let (normal, numbers) = normal(feature, class, context, &|| Quantity::Mean {
        feature: feature.clone(),
        class: Some(class.clone()),
    })?;
    let short = || Expr::Mul(vec![Expr::int(normal.n), Expr::float(normal.mean)]);
    let body = weighed_sample(Expr::Sample(Box::new(Expr::Sym(symbols::X)), symbols::I), context);
    let expr = Expr::frac(numbers.sum(Expr::float, short, body), known(feature, class));
    Ok(Definition::Estimated { rule: Rule::Mean, expr, value: Number::Float(normal.mean) })
}

/// The variance of a class: the mean squared distance from its mean, over n or n − 1, with ε added.
pub(super) fn variance(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let address = || Quantity::Var { feature: feature.clone(), class: Some(class.clone()) };
    let (normal, _) = normal(feature, class, context, &address)?;
    if context.fitted.is_put(normal) {
        let expr = Expr::pow(Expr::Num(context.fitted.for_zero()), Expr::int(2));
        let value = Number::Float(normal.variance);
        return Ok(Definition::Estimated { rule: Rule::LeastDeviation, expr, value });
    }
    let unbiased = context.fitted.data.resolved.variance == Variance::Unbiased;
    let n = known(feature, class);
    let bottom = if unbiased { Expr::Add(vec![n, Expr::int(1).negated()]) } else { n };
    let share = Expr::frac(squares(feature, class, context)?, bottom);
    let epsilon = context.fitted.epsilon;
    let expr = if epsilon > 0.0 { Expr::Add(vec![share, Expr::float(epsilon)]) } else { share };
    let rule = if unbiased { Rule::UnbiasedVariance } else { Rule::Variance };
    Ok(Definition::Estimated { rule, expr, value: Number::Float(normal.variance) })
}

/// The squared distances of a class's numbers from its mean, added.
pub(super) fn squares(feature: &Name, class: &Name, context: &Context<'_>) -> Result<Expr, WorkedError> {
    let address = || Quantity::Var { feature: feature.clone(), class: Some(class.clone()) };
    let (normal, numbers) = normal(feature, class, context, &address)?;
    let mean = || Expr::Of(Quantity::Mean { feature: feature.clone(), class: Some(class.clone()) });
    let squared = |x: Expr| Expr::pow(Expr::Add(vec![x, mean().negated()]), Expr::int(2));
    let squares = context.fitted.squares(context.factor(feature)?, context.class(class)?);
    // Distances from any number are those from the mean and that of the mean from the number.
    let short = || {
        let apart = Expr::Mul(vec![Expr::int(normal.n), squared(Expr::float(normal.mean))]);
        Expr::Add(vec![Expr::float(squares), apart])
    };
    let body = squared(Expr::Sample(Box::new(Expr::Sym(symbols::X)), symbols::I));
    Ok(numbers.sum(|x| squared(Expr::float(x)), short, weighed_sample(body, context)))
}

/// The density of a class at a number.
pub(super) fn density(feature: &Name, value: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let event = Event::Value { feature: feature.clone(), value: value.clone() };
    let address = || Quantity::Density { event: event.clone(), given: Some(class.clone()) };
    let (normal, _) = normal(feature, class, context, &address)?;
    let x: f64 = value.as_str().parse().map_err(|_| WorkedError::NotOfThisModel { quantity: address() })?;
    let mean = Expr::Of(Quantity::Mean { feature: feature.clone(), class: Some(class.clone()) });
    let var = || Expr::Of(Quantity::Var { feature: feature.clone(), class: Some(class.clone()) });
    let distance = Expr::Add(vec![Expr::float(x), mean.negated()]);
    let exponent = Expr::frac(Expr::pow(distance, Expr::int(2)), Expr::Mul(vec![Expr::int(2), var()]));
    let constant =
        Expr::frac(Expr::int(1), Expr::Sqrt(Box::new(Expr::Mul(vec![Expr::Sym(symbols::TWO_PI), var()]))));
    let height = Expr::Call(Func::Exp, Box::new(exponent.negated()));
    let expr = Expr::Mul(vec![constant, height]);
    Ok(Definition::Estimated { rule: Rule::Density, expr, value: normal.density(x) })
}

/// Sums over the rows of a class hold their terms while all Gaussian features together have no more numbers than this:
/// nobody reads them, and they are a formula each.
const NUMBERS: u64 = 10_000;

/// The rows that a Gaussian was estimated from.
pub(super) struct Numbers {
    /// How many rows of the data there are.
    pub rows: u64,
    /// The number of each and its weight, in the order of the rows, where they are few enough to be listed.
    pub listed: Option<Vec<Weighed>>,
}

impl Numbers {
    /// The sum over the rows; `short` is the one term that it comes to, where there are too many rows.
    pub(super) fn sum(self, term: impl Fn(f64) -> Expr, short: impl Fn() -> Expr, body: Expr) -> Expr {
        let terms = self.listed.map_or_else(
            || vec![short()],
            |listed| listed.into_iter().map(|(x, weight)| weighed(term(x), weight)).collect(),
        );
        sum(terms, body, self.rows)
    }
}

/// The distribution of a feature in a class, and the rows it was estimated from.
pub(super) fn normal<'a>(
    feature: &Name,
    class: &Name,
    context: &Context<'a>,
    address: &dyn Fn() -> Quantity,
) -> Result<(&'a Normal, Numbers), WorkedError> {
    let (factor, at) = (context.factor(feature)?, context.class(class)?);
    let normal = factor.normal(at).ok_or_else(|| WorkedError::NotOfThisModel { quantity: address() })?;
    Ok((normal, numbers(factor, at, normal.n, context)))
}

/// The rows of a class in which a feature is known, `n` with their weights.
pub(super) fn numbers(factor: &Factor, class: usize, n: u64, context: &Context<'_>) -> Numbers {
    let alone = context.fitted.factors().iter().filter(|factor| factor.is_number()).count() as u64;
    let few = n.saturating_mul(alone) <= NUMBERS;
    let listed = (few || context.is_weighted()).then(|| numbers_of(context.fitted, factor, class));
    let rows = listed.as_ref().map_or(n, |listed| listed.len() as u64);
    Numbers { rows, listed: listed.filter(|_| few) }
}

/// How many rows of a class have a known number.
pub(super) fn known(feature: &Name, class: &Name) -> Expr {
    Expr::Of(Quantity::Count { event: Event::Any(feature.clone()), class: Some(class.clone()) })
}

/// What a row adds to a sum, as often as the row was seen.
pub(super) fn weighed(term: Expr, weight: Option<u64>) -> Expr {
    match weight {
        Some(weight) => Expr::Mul(vec![Expr::int(weight), term]),
        None => term,
    }
}

/// The same for the row that a sum runs over.
pub(super) fn weighed_sample(body: Expr, context: &Context<'_>) -> Expr {
    if !context.is_weighted() {
        return body;
    }
    Expr::Mul(vec![Expr::Sample(Box::new(Expr::Sym(symbols::W)), symbols::I), body])
}

/// A sum over rows that holds its terms, where they are not too many.
pub(super) fn sum(terms: Vec<Expr>, body: Expr, rows: u64) -> Expr {
    Expr::Big {
        op: BigOp::Sum,
        index: symbols::I,
        lower: Box::new(Expr::int(1)),
        upper: Box::new(Expr::int(rows)),
        body: Box::new(body),
        terms,
    }
}
