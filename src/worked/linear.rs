//! The linear forms of one Σ for all classes: θ of two classes as a logistic function, and the linear discriminant of
//! each class.

use super::definition::Context;
use super::definition::{Defined, Definition, Rule};
use super::error::WorkedError;
use super::gaussian::mean_of;
use crate::math::{Expr, Name, Number, Quantity, log_add};
use crate::model::{Gda, Theta};

/// θ, and the names of its two classes: the reference class, then the other.
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
    let expr = row_of_inverse(at, gda, None, context, |other| mean_of(other, one) - mean_of(other, zero));
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
    let expr = row_of_inverse(at, gda, None, context, |other| mean_of(other, class));
    let value = Number::Float(weights.get(at).copied().unwrap_or(f64::NAN));
    Ok(Definition::Estimated { rule, expr, value })
}

/// θ₀ + θᵀx of this case. Undefined for a prior of 0.
pub(super) fn discriminant_of_case(class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let x = context.case()?.numbers();
    let of = context.class(class)?;
    if !gda.is_shared() {
        return Err(WorkedError::NotHere);
    }
    let expr = of_case(&x, Some(class), context);
    let value = context.fitted.discriminant_at(of, &x).unwrap_or(f64::NAN);
    Ok(Definition::finite(Rule::Discriminant, expr, value))
}

/// θ₀ + θᵀx of this case, of two classes. Undefined where a prior is 0.
pub(super) fn logit(context: &Context<'_>) -> Defined {
    let x = context.case()?.numbers();
    let (theta, ..) = theta(context)?;
    let value = context.fitted.log_odds_at((1, 0), &x).filter(|value| value.is_finite());
    let terms = theta.weights.iter().zip(&x).map(|(weight, x)| weight * x);
    let largest = terms.chain(theta.intercept).map(f64::abs).fold(0.0, f64::max);
    let rule = if value.is_some_and(|z| cancels(largest, z)) { Rule::Centred } else { Rule::Logistic };
    Ok(Definition::defined(rule, of_case(&x, None, context), value.map(Number::Float)))
}

/// Whether terms of this size cancel so far that their printed figures do not give the sum.
fn cancels(largest: f64, sum: f64) -> bool {
    largest > 1e5 * sum.abs().max(1.0)
}

/// 1/(1 + exp(−z)), the posterior of the second class (CS229 notes, GDA and logistic regression).
pub(super) fn sigmoid(context: &Context<'_>) -> Defined {
    theta(context)?;
    let expr = Expr::int(1) / (Expr::int(1) + (-Expr::from(Quantity::Logit)).exp());
    Ok(Definition::Formula { rule: Rule::Sigmoid, expr })
}

/// exp(d(c)) over the sum of these, computed from the differences to d(c), so that no power is too large.
pub(super) fn softmax(class: &Name, gda: &Gda, context: &Context<'_>) -> Defined {
    let of = context.class(class)?;
    if !gda.is_shared() {
        return Err(WorkedError::NotHere);
    }
    let x = context.case()?.numbers();
    let at = |class: usize| context.fitted.discriminant_at(class, &x).unwrap_or(f64::NAN);
    let own = at(of);
    if own == f64::NEG_INFINITY {
        return Ok(Definition::Formula { rule: Rule::Softmax, expr: Quantity::prior(class).into() });
    }
    let d = |class: &Name| Expr::from(Quantity::Discriminant(class.clone()));
    // A class of prior 0 adds nothing.
    let classes = context.fitted.classes.iter().enumerate();
    let classes: Vec<(usize, &Name)> = classes.filter(|(other, _)| at(*other) > f64::NEG_INFINITY).collect();
    let general = d(class).exp() / Expr::sum(classes.iter().map(|(_, other)| d(other).exp()).collect());
    if classes.len() == 1 {
        return Ok(Definition::Formula { rule: Rule::Softmax, expr: general });
    }
    let against = |other: usize| context.fitted.log_odds_at((other, of), &x).unwrap_or(f64::NAN);
    let lost = classes.iter().any(|(other, _)| *other != of && cancels(own.abs(), against(*other)));
    let rule = if lost { Rule::Centred } else { Rule::Softmax };
    let others = classes.iter().map(|(other, name)| match *other == of {
        true => Expr::int(1),
        false => (d(name) - d(class)).exp(),
    });
    let expr = Expr::int(1) / Expr::sum(others.collect());
    let sum = classes.iter().fold(f64::NEG_INFINITY, |sum, (other, _)| log_add(sum, against(*other)));
    Ok(Definition::Matrices { rule, general, expr, value: Number::from_ln(-sum) })
}

/// θ₀ + θᵀx, term by term.
fn of_case(x: &[f64], class: Option<&Name>, context: &Context<'_>) -> Expr {
    let terms = context.fitted.feature_names().zip(x);
    let terms = terms.map(|(name, x)| theta_of(Some(name), class) * Expr::float(*x));
    Expr::Add(std::iter::once(theta_of(None, class)).chain(terms).collect())
}

fn theta_of(feature: Option<&Name>, class: Option<&Name>) -> Expr {
    Quantity::theta(feature, class).into()
}

/// ½ ∑ over the features.
fn half_of_sum(context: &Context<'_>, of: impl Fn(&Name) -> Expr) -> Expr {
    Expr::ratio(1, 2) * Expr::Add(context.fitted.feature_names().map(of).collect())
}

/// A row of Σ⁻¹ times a vector with an entry for each feature; Σ⁻¹ is symmetric, so each entry goes by one name.
pub(super) fn row_of_inverse(
    at: usize,
    gda: &Gda,
    class: Option<&Name>,
    context: &Context<'_>,
    entry: impl Fn(&Name) -> Expr,
) -> Expr {
    let features = &context.fitted.features;
    let terms = features.iter().enumerate().filter(|(other, _)| *other == at || !gda.is_diagonal());
    let terms = terms.filter_map(|(other, feature)| {
        let (a, b) = (&features.get(at.min(other))?.name, &features.get(at.max(other))?.name);
        Some(Expr::from(Quantity::inverse(a, b, class)) * entry(&feature.name))
    });
    Expr::Add(terms.collect())
}
