//! The definitions of a Gaussian feature: mean and variance over the rows of a class, and the density at a number.

use super::context::Context;
use super::definition::{Definition, Rule};
use super::error::WorkedError;
use super::rows::{Weighed, numbers_of};
use crate::math::{BigOp, Event, Expr, Func, Name, Number, Quantity, symbols};
use crate::model::Normal;
use crate::recipe::Variance;

type Defined = Result<Definition, WorkedError>;

/// The mean of a class: the sum of its numbers over how many there are (CS229 notes, the estimates of GDA).
pub(super) fn mean(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let (normal, numbers) = normal(feature, class, context, &|| Quantity::Mean {
        feature: feature.clone(),
        class: Some(class.clone()),
    })?;
    let rows = numbers.len() as u64;
    let terms = numbers.iter().map(|(x, weight)| weighed(Expr::float(*x), *weight)).collect();
    let body = weighed_sample(Expr::Sample(Box::new(Expr::Sym(symbols::X)), symbols::I), context);
    let expr = Expr::frac(sum(terms, body, rows), known(feature, class));
    Ok(Definition::Estimated { rule: Rule::Mean, expr, value: Number::Float(normal.mean) })
}

/// The variance of a class: the mean squared distance from its mean, over n or n − 1, with ε added.
pub(super) fn variance(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let address = || Quantity::Var { feature: feature.clone(), class: Some(class.clone()) };
    let (normal, numbers) = normal(feature, class, context, &address)?;
    let mean = || Expr::Of(Quantity::Mean { feature: feature.clone(), class: Some(class.clone()) });
    let squared = |x: Expr| Expr::pow(Expr::Add(vec![x, mean().negated()]), Expr::int(2));
    let rows = numbers.len() as u64;
    let terms = numbers.iter().map(|(x, weight)| weighed(squared(Expr::float(*x)), *weight)).collect();
    let body = squared(Expr::Sample(Box::new(Expr::Sym(symbols::X)), symbols::I));
    let body = weighed_sample(body, context);
    let unbiased = context.fitted.data.resolved.variance == Variance::Unbiased;
    let n = known(feature, class);
    let bottom = if unbiased { Expr::Add(vec![n, Expr::int(1).negated()]) } else { n };
    let share = Expr::frac(sum(terms, body, rows), bottom);
    let epsilon = context.fitted.epsilon;
    let expr = if epsilon > 0.0 { Expr::Add(vec![share, Expr::float(epsilon)]) } else { share };
    let rule = if unbiased { Rule::UnbiasedVariance } else { Rule::Variance };
    Ok(Definition::Estimated { rule, expr, value: Number::Float(normal.variance) })
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

/// The distribution of a feature in a class, and the numbers it was estimated from, in the order of the rows.
fn normal<'a>(
    feature: &Name,
    class: &Name,
    context: &Context<'a>,
    address: &dyn Fn() -> Quantity,
) -> Result<(&'a Normal, Vec<Weighed>), WorkedError> {
    let (factor, at) = (context.factor(feature)?, context.class(class)?);
    let normal = factor.normal(at).ok_or_else(|| WorkedError::NotOfThisModel { quantity: address() })?;
    Ok((normal, numbers_of(context.fitted, factor, at)))
}

/// How many rows of a class have a known number.
fn known(feature: &Name, class: &Name) -> Expr {
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
