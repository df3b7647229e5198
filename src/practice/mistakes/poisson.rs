//! The Poisson distribution of a count.

use super::asked::{Asked, Place};
use crate::math::{Event, Number, Quantity, ln_factorial};
use crate::model::{Factor, Fitted, Rate};

pub(super) fn is_of_counts(asked: &Asked<'_>) -> bool {
    (asked.is_about_case() || matches!(asked.place, Place::Conditional | Place::Alone))
        && asked.any(Factor::is_count)
}

/// λ and k of the probability of a count; `None` for other quantities, and if λ is 0 or 0/0.
pub(super) fn of(quantity: &Quantity, fitted: &Fitted) -> Option<(f64, f64)> {
    let Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } =
        quantity
    else {
        return None;
    };
    let lambda = fitted.factor(feature.as_str())?.rate(fitted.class(class.as_str())?)?.lambda()?;
    (!lambda.is_zero()).then_some((lambda.to_f64(), value.as_str().parse().ok()?))
}

/// λ and k of the first count that the quantity rests on.
pub(super) fn example(asked: &Asked<'_>) -> Option<(f64, f64)> {
    let class = asked.class_name();
    let first = || asked.terms.iter().find_map(|term| of(&term.quantity(&class), asked.fitted));
    of(&asked.quantity, asked.fitted).or_else(first)
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

/// The count of the question, and its rate in the class.
pub(super) fn rate<'a>(asked: &Asked<'a>) -> Option<(&'a Factor, &'a Rate)> {
    let factor = asked.factors().into_iter().find(|factor| factor.is_count())?;
    Some((factor, factor.rate(asked.class()?)?))
}

/// The mean of all rows.
pub(super) fn overall(factor: &Factor) -> Option<Number> {
    let all = || (0..).map_while(|class| factor.rate(class));
    Number::ratio(all().map(|rate| rate.sum).sum::<u64>(), all().map(|rate| rate.n).sum::<u64>())
}
