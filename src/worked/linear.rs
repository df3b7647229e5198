//! The linear forms of one Σ for all classes: θ of two classes as a logistic function, and the linear discriminant of
//! each class.

use super::context::Context;
use super::definition::{Defined, Definition, Rule};
use super::error::WorkedError;
use super::gaussian::mean_of;
use crate::math::{Expr, Name, Number, Quantity};
use crate::model::{Gda, Theta};

/// θ, and the names of its two classes: the one against it, then the one for it.
fn theta<'a>(context: &Context<'a>) -> Result<(Theta, &'a Name, &'a Name), WorkedError> {
    match (context.fitted.theta(), context.fitted.classes.as_slice()) {
        (Some(theta), [zero, one]) => Ok((theta, zero, one)),
        _ => Err(WorkedError::NotHere),
    }
}

/// θ = Σ⁻¹(μ₁ − μ₀), one row of it.
pub(super) fn weight(name: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let at = context.feature(name)?;
    let (theta, zero, one) = theta(context)?;
    let expr = row_of_inverse(at, gda, context, |other| mean_of(other, one) - mean_of(other, zero));
    let value = Number::Float(theta.weights.get(at).copied().unwrap_or(f64::NAN));
    Ok(Definition::Estimated { rule: Rule::Logistic, expr, value })
}

/// θ₀ = ln(P(1)/P(0)) − ½ θᵀ(μ₁ + μ₀), which is the notes' ln(φ/(1 − φ)) − ½ μ₁ᵀΣ⁻¹μ₁ + ½ μ₀ᵀΣ⁻¹μ₀. Undefined where
/// a prior is 0.
pub(super) fn intercept(context: &Context<'_>) -> Defined {
    let (theta, zero, one) = theta(context)?;
    let prior = |class: &Name| Expr::from(Quantity::prior(class));
    let weighed = |name: &Name| theta_of(Some(name), None) * (mean_of(name, one) + mean_of(name, zero));
    let expr = (prior(one) / prior(zero)).ln() - half_of_sum(context, weighed);
    Ok(Definition::defined(Rule::Logistic, expr, theta.intercept.map(Number::Float)))
}

/// θ = Σ⁻¹ μ, one row of it, or θ₀ = ln P(c) − ½ θᵀμ, which is ln P(c) − ½ μᵀΣ⁻¹μ (Johnson and Wichern, Applied
/// Multivariate Statistical Analysis, section 11.5). θ₀ is undefined for a prior of 0.
pub(super) fn discriminant(name: Option<&Name>, class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let of = context.class(class)?;
    let (intercept, weights) = context.fitted.discriminant(of).ok_or(WorkedError::NotHere)?;
    let rule = Rule::Discriminant;
    let Some(name) = name else {
        let weighed = |name: &Name| theta_of(Some(name), Some(class)) * mean_of(name, class);
        let expr = Expr::from(Quantity::prior(class).ln()) - half_of_sum(context, weighed);
        return Ok(Definition::finite(rule, expr, intercept));
    };
    let at = context.feature(name)?;
    let expr = row_of_inverse(at, gda, context, |other| mean_of(other, class));
    let value = Number::Float(weights.get(at).copied().unwrap_or(f64::NAN));
    Ok(Definition::Estimated { rule, expr, value })
}

/// θ₀ + θᵀx of the case in hand. Undefined for a prior of 0.
pub(super) fn discriminant_of_case(class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let x = context.case()?.numbers();
    let of = context.class(class)?;
    if !gda.is_shared() {
        return Err(WorkedError::NotHere);
    }
    let terms = context.fitted.feature_names().zip(&x);
    let terms = terms.map(|(name, x)| theta_of(Some(name), Some(class)) * Expr::float(*x));
    let expr = Expr::Add(std::iter::once(theta_of(None, Some(class))).chain(terms).collect());
    let value = context.fitted.discriminant_at(of, &x).unwrap_or(f64::NAN);
    Ok(Definition::finite(Rule::Discriminant, expr, value))
}

fn theta_of(feature: Option<&Name>, class: Option<&Name>) -> Expr {
    Quantity::theta(feature, class).into()
}

/// ½ ∑ over the features.
fn half_of_sum(context: &Context<'_>, of: impl Fn(&Name) -> Expr) -> Expr {
    Expr::ratio(1, 2) * Expr::Add(context.fitted.feature_names().map(of).collect())
}

/// A row of Σ⁻¹ times a vector with an entry for each feature; Σ⁻¹ is symmetric, so each entry goes by one name.
fn row_of_inverse(at: usize, gda: &Gda, context: &Context<'_>, entry: impl Fn(&Name) -> Expr) -> Expr {
    let features = &context.fitted.features;
    let terms = features.iter().enumerate().filter(|(other, _)| *other == at || !gda.is_diagonal());
    let terms = terms.filter_map(|(other, feature)| {
        let (a, b) = (&features.get(at.min(other))?.name, &features.get(at.max(other))?.name);
        Some(Expr::from(Quantity::inverse(a, b, None)) * entry(&feature.name))
    });
    Expr::Add(terms.collect())
}
