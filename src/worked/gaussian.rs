//! The definitions of a Gaussian feature: mean and variance over the rows of a class, and the density at a number.

use super::context::Context;
use super::definition::{Definition, Rule};
use super::error::WorkedError;
use super::rows::numbers_of;
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
    let short = || Expr::Mul(vec![Expr::int(normal.n), Expr::float(normal.mean)]);
    let terms = terms(numbers, Expr::float, short);
    let expr = Expr::frac(
        sum(terms, Expr::Sample(Box::new(Expr::Sym(symbols::X)), symbols::I), normal.n),
        known(feature, class),
    );
    Ok(Definition::Estimated { rule: Rule::Mean, expr, value: Number::Float(normal.mean) })
}

/// The variance of a class: the mean squared distance from its mean, over n or n − 1, with ε added.
pub(super) fn variance(feature: &Name, class: &Name, context: &Context<'_>) -> Defined {
    let address = || Quantity::Var { feature: feature.clone(), class: Some(class.clone()) };
    let (normal, _) = normal(feature, class, context, &address)?;
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
    let terms = terms(numbers, |x| squared(Expr::float(x)), short);
    let body = squared(Expr::Sample(Box::new(Expr::Sym(symbols::X)), symbols::I));
    Ok(sum(terms, body, normal.n))
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

/// The terms of a sum over rows; one term that they come to where they are too many.
pub(super) fn terms(
    numbers: Option<Vec<f64>>,
    term: impl Fn(f64) -> Expr,
    short: impl Fn() -> Expr,
) -> Vec<Expr> {
    numbers.map_or_else(|| vec![short()], |numbers| numbers.into_iter().map(term).collect())
}

/// The distribution of a feature in a class, and the numbers it was estimated from, in the order of the rows, where they
/// are few enough to be listed.
pub(super) fn normal<'a>(
    feature: &Name,
    class: &Name,
    context: &Context<'a>,
    address: &dyn Fn() -> Quantity,
) -> Result<(&'a Normal, Option<Vec<f64>>), WorkedError> {
    let (factor, at) = (context.factor(feature)?, context.class(class)?);
    let normal = factor.normal(at).ok_or_else(|| WorkedError::NotOfThisModel { quantity: address() })?;
    let gaussian = context.fitted.factors.iter().filter(|factor| factor.is_gaussian()).count() as u64;
    let few = normal.n.saturating_mul(gaussian) <= NUMBERS;
    Ok((normal, few.then(|| numbers_of(context.fitted, factor, at))))
}

/// How many rows of a class have a known number.
pub(super) fn known(feature: &Name, class: &Name) -> Expr {
    Expr::Of(Quantity::Count { event: Event::Any(feature.clone()), class: Some(class.clone()) })
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
