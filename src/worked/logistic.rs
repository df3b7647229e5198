//! The definitions of θ: two classes with one Σ as a logistic function.

use super::context::Context;
use super::definition::{Definition, Rule};
use super::error::WorkedError;
use super::gda::{feature, mean_of};
use crate::math::{Expr, Func, Name, Number, Quantity};
use crate::model::{Gda, Theta};

/// θ, and the names of its two classes: the one against it, then the one for it.
fn theta<'a>(
    context: &Context<'a>,
    asked: &dyn Fn() -> Quantity,
) -> Result<(Theta, &'a Name, &'a Name), WorkedError> {
    match (context.fitted.theta(), context.fitted.classes.as_slice()) {
        (Some(theta), [zero, one]) => Ok((theta, zero, one)),
        _ => Err(WorkedError::NotOfThisModel { quantity: asked() }),
    }
}

/// θ = Σ⁻¹(μ₁ − μ₀), one row of it.
pub(super) fn weight(name: &Name, gda: &Gda, context: &Context<'_>) -> Result<Definition, WorkedError> {
    let at = feature(name, context)?;
    let (theta, zero, one) =
        theta(context, &|| Quantity::Theta { feature: Some(name.clone()), class: None })?;
    let apart = |other: &Name| Expr::Add(vec![mean_of(other, one), mean_of(other, zero).negated()]);
    let expr = row_of_inverse(at, gda, context, apart);
    let value = Number::Float(theta.weights.get(at).copied().unwrap_or(f64::NAN));
    Ok(Definition::Estimated { rule: Rule::Logistic, expr, value })
}

/// A row of Σ⁻¹ times a vector with an entry for each feature; Σ⁻¹ is symmetric, so each entry goes by one name.
pub(super) fn row_of_inverse(
    at: usize,
    gda: &Gda,
    context: &Context<'_>,
    entry: impl Fn(&Name) -> Expr,
) -> Expr {
    let features = &context.fitted.features;
    let terms = features.iter().enumerate().filter(|(other, _)| *other == at || !gda.is_diagonal());
    let terms = terms.filter_map(|(other, feature)| {
        let (a, b) = (&features.get(at.min(other))?.name, &features.get(at.max(other))?.name);
        Some(Expr::from(Quantity::inverse(a, b, None)) * entry(&feature.name))
    });
    Expr::Add(terms.collect())
}

/// θ₀ = ln(P(1)/P(0)) − ½ θᵀ(μ₁ + μ₀), which is the notes' ln(φ/(1 − φ)) − ½ μ₁ᵀΣ⁻¹μ₁ + ½ μ₀ᵀΣ⁻¹μ₀. Undefined where
/// a prior is 0.
pub(super) fn intercept(context: &Context<'_>) -> Result<Definition, WorkedError> {
    let (theta, zero, one) = theta(context, &|| Quantity::Theta { feature: None, class: None })?;
    let prior = |class: &Name| Expr::Of(Quantity::prior(class));
    let odds = Expr::Call(Func::Ln, Box::new(Expr::frac(prior(one), prior(zero))));
    let terms = context.fitted.feature_names().map(|name| {
        let middle = Expr::Add(vec![mean_of(name, one), mean_of(name, zero)]);
        Expr::Mul(vec![Expr::Of(Quantity::Theta { feature: Some(name.clone()), class: None }), middle])
    });
    let half = Expr::Mul(vec![Expr::ratio(1, 2), Expr::Add(terms.collect())]);
    let (rule, expr) = (Rule::Logistic, Expr::Add(vec![odds, half.negated()]));
    Ok(match theta.intercept {
        Some(value) => Definition::Estimated { rule, expr, value: Number::Float(value) },
        None => Definition::Formula { rule, expr },
    })
}
