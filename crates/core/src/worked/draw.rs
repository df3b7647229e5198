//! How rows are drawn: probabilities added in the order of the draw, Σ = L Lᵀ, and μ + σ z or μ + L z.

use super::definition::summed;
use super::gda::{named, sigma};
use super::odds::variance;
use super::{Context, Defined, LISTED, Rule, WIDE, WorkedError, estimated, fact, formula, mean_of};
use crate::math::{Event, Expr, Name, Number, Quantity, symbols};
use crate::model::FactorForm;

pub(super) fn cumulated(event: &Event, class: Option<&Name>, context: &Context<'_>) -> Defined {
    if context.fitted.is_by_value() {
        return Err(WorkedError::NotHere);
    }
    let terms: Vec<Expr> = match (event, class) {
        (Event::Class(name), None) => {
            let last = context.class(name)?;
            context.fitted.classes.iter().take(last + 1).map(|class| Quantity::prior(class).into()).collect()
        }
        (Event::Value { feature, value }, Some(class)) => {
            context.class(class)?;
            let factor = context.factor(feature)?;
            if factor.is_number() || factor.form == FactorForm::Presence {
                return Err(WorkedError::NotHere);
            }
            let last = context.value(factor, value)?;
            let order = factor.drawn_order();
            let until = order.iter().position(|of| *of == last).ok_or(WorkedError::NotHere)?;
            let names = order.iter().take(until + 1).filter_map(|of| factor.values().get(*of));
            names.map(|name| Quantity::conditional(feature, name, class).into()).collect()
        }
        _ => return Err(WorkedError::NotHere),
    };
    let given = class.map(|class| Expr::Text(class.to_string()));
    let general = || Expr::general(symbols::P, Expr::Text("v".to_owned()), given);
    formula(Rule::Cumulated, summed(terms, LISTED, symbols::I, general))
}

/// An entry of L, from the entries of Σ and the entries of L to the left: on the diagonal the root of the remainder.
pub(super) fn cholesky(a: &Name, b: &Name, class: Option<&Name>, context: &Context<'_>) -> Defined {
    let gda = context.fitted.gda().ok_or(WorkedError::NotHere)?;
    let sigma = sigma(class, gda, context)?;
    let (row, column) = (context.feature(a)?, context.feature(b)?);
    let found = sigma.lower.get(row).and_then(|entries| entries.get(column)).copied();
    let value = found.filter(|_| column <= row).unwrap_or(0.0);
    if column > row || (row != column && gda.is_diagonal()) || row >= WIDE {
        return fact(Rule::Cholesky, Number::Float(value));
    }
    let entry = |a: &Name, b: &Name| Expr::from(Quantity::cholesky(a, b, class));
    let before: Vec<&Name> =
        context.fitted.feature_names().take(if gda.is_diagonal() { 0 } else { column }).collect();
    // Σ is symmetric.
    let own = Expr::from(Quantity::cov(b, a, class));
    let left = before.into_iter().fold(own, |left, k| {
        left - if row == column { entry(a, k).squared() } else { entry(a, k) * entry(b, k) }
    });
    let expr = if row == column { left.sqrt() } else { left / entry(b, b) };
    estimated(Rule::Cholesky, expr, value)
}

/// The number drawn by standard normal numbers: μ + σ z, or a row of μ + L z.
pub(super) fn drawn(feature: &Name, by: &[String], class: Option<&Name>, context: &Context<'_>) -> Defined {
    let class = class.ok_or(WorkedError::NotHere)?;
    let at = context.feature(feature)?;
    context.class(class)?;
    let z = |text: &String| text.parse().map(Expr::float).map_err(|_| WorkedError::NotHere);
    let zs = by.iter().map(z).collect::<Result<Vec<_>, _>>()?;
    let (rule, scales) = match context.fitted.gda() {
        Some(gda) if !gda.is_diagonal() => {
            let entry = |other: &Name| Expr::from(Quantity::cholesky(feature, other, named(class, gda)));
            let row = context.fitted.feature_names().take(at + 1).map(entry).collect();
            (Rule::DrawnTogether, row)
        }
        None if !context.factor(feature)?.is_gaussian() => return Err(WorkedError::NotHere),
        _ => (Rule::Drawn, vec![variance(feature, class, context).sqrt()]),
    };
    if zs.len() != scales.len() {
        return Err(WorkedError::NotSoMany(feature.clone(), scales.len()));
    }
    let moved = scales.into_iter().zip(zs).map(|(scale, z)| scale * z);
    let terms = std::iter::once(mean_of(feature, class)).chain(moved).collect();
    formula(rule, Expr::sum(terms))
}
