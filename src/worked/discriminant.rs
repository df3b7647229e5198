//! The definitions of linear discriminants: with one Σ for all classes, ln score is a straight line in x for each class.

use super::context::Context;
use super::definition::{Definition, Rule};
use super::error::WorkedError;
use super::gda::{feature, mean_of};
use super::logistic::row_of_inverse;
use crate::math::{Expr, Name, Number, Quantity};
use crate::model::Gda;

/// θ = Σ⁻¹ μ, one row of it, or θ₀ = ln P(c) − ½ θᵀμ, which is ln P(c) − ½ μᵀΣ⁻¹μ (Johnson and Wichern, Applied
/// Multivariate Statistical Analysis, section 11.5). θ₀ is undefined for a prior of 0.
pub(super) fn define(
    name: Option<&Name>,
    class: &Name,
    gda: &Gda,
    context: &Context<'_>,
) -> Result<Definition, WorkedError> {
    let asked = || Quantity::Theta { feature: name.cloned(), class: Some(class.clone()) };
    let of = context.class(class)?;
    let (intercept, weights) =
        context.fitted.discriminant(of).ok_or_else(|| WorkedError::NotOfThisModel { quantity: asked() })?;
    let rule = Rule::Discriminant;
    let Some(name) = name else {
        let terms = context.fitted.feature_names().map(|name| {
            let weight = Quantity::Theta { feature: Some(name.clone()), class: Some(class.clone()) };
            Expr::Mul(vec![Expr::Of(weight), mean_of(name, class)])
        });
        let half = Expr::Mul(vec![Expr::ratio(1, 2), Expr::Add(terms.collect())]);
        let expr = Expr::Add(vec![Expr::Of(Quantity::prior(class).ln()), half.negated()]);
        return Ok(if intercept.is_finite() {
            Definition::Estimated { rule, expr, value: Number::Float(intercept) }
        } else {
            Definition::Formula { rule, expr }
        });
    };
    let at = feature(name, context)?;
    let expr = row_of_inverse(at, gda, context, |other| mean_of(other, class));
    let value = Number::Float(weights.get(at).copied().unwrap_or(f64::NAN));
    Ok(Definition::Estimated { rule, expr, value })
}

/// θ₀ + θᵀx of the case in hand. Undefined for a prior of 0.
pub(super) fn of_case(class: &Name, gda: &Gda, context: &Context<'_>) -> Result<Definition, WorkedError> {
    let x = context.case()?.numbers();
    let of = context.class(class)?;
    if !gda.is_shared() {
        return Err(WorkedError::NotOfThisModel { quantity: Quantity::Discriminant(class.clone()) });
    }
    let weight = |feature: Option<&Name>| {
        Expr::Of(Quantity::Theta { feature: feature.cloned(), class: Some(class.clone()) })
    };
    let terms = context.fitted.feature_names().zip(&x);
    let terms = terms.map(|(name, x)| Expr::Mul(vec![weight(Some(name)), Expr::float(*x)]));
    let expr = Expr::Add(std::iter::once(weight(None)).chain(terms).collect());
    let rule = Rule::Discriminant;
    Ok(match context.fitted.discriminant_at(of, &x) {
        Some(value) if value.is_finite() => Definition::Estimated { rule, expr, value: Number::Float(value) },
        _ => Definition::Formula { rule, expr },
    })
}
