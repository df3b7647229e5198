//! Numbers that are given, not counted: facts, from which all else follows as ever.

use super::context::Context;
use super::definition::{Defined, Definition, Rule};
use super::error::WorkedError;
use crate::math::{Event, Name, Number, Quantity};

/// A number that was given; `None` for what follows from such numbers. Nothing is counted.
pub(super) fn define(quantity: &Quantity, context: &Context<'_>) -> Option<Defined> {
    let fact = |value: Option<Number>| {
        value.map(|value| Definition::Fact { rule: Rule::Given, value }).ok_or(WorkedError::NotHere)
    };
    let of = |feature: &Name, class: &Name| Ok((context.feature(feature)?, context.class(class)?));
    Some(match quantity {
        Quantity::Prob { event: Event::Class(class), given: None } => {
            context.class(class).and_then(|at| fact(context.fitted.prior(at)))
        }
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
            let (factor, at) = match (context.factor(feature), context.class(class)) {
                (Ok(factor), Ok(at)) if !factor.is_number() => (factor, at),
                _ => return None,
            };
            context.value(factor, value).and_then(|value| fact(factor.conditional(value, at)))
        }
        Quantity::Mean { feature, class: Some(class) } => of(feature, class).and_then(|(feature, class)| {
            let rate = context.fitted.factors().get(feature).and_then(|factor| factor.mean(class));
            fact(rate.or_else(|| context.fitted.mean(feature, class).map(Number::Float)))
        }),
        Quantity::Var { feature, class: Some(class) } if context.fitted.is_naive() => of(feature, class)
            .and_then(|(feature, class)| {
                let normal = context.fitted.factors().get(feature).and_then(|factor| factor.normal(class));
                fact(normal.map(|normal| Number::Float(normal.variance)))
            }),
        Quantity::Cov { a, b, class } => {
            let gda = context.fitted.gda()?;
            let at = match class.as_ref().map(|class| context.class(class)).transpose() {
                Ok(at) => at.unwrap_or(0),
                Err(error) => return Some(Err(error)),
            };
            let places = context.feature(a).and_then(|a| Ok((a, context.feature(b)?)));
            places.and_then(|(a, b)| fact(gda.sigma(at).map(|sigma| Number::Float(sigma.entry(a, b)))))
        }
        Quantity::Count { .. }
        | Quantity::Rows
        | Quantity::Scatter { .. }
        | Quantity::LogLik(_)
        | Quantity::Slope(_) => Err(WorkedError::NotHere),
        _ => return None,
    })
}
