//! The sentences of an argument.

use super::super::context::Context;
use super::chance::Added;
use super::moved_parameter::MovedParameter;
use super::parameter::Parameter;
use crate::math::Quantity;
use crate::model::Fitted;
use crate::recipe::Variance;

/// What ℓ is.
pub(super) fn of_all(fitted: &Fitted) -> String {
    let what = if fitted.is_dense() { "density" } else { "probability" };
    format!(
        "The likelihood is the {what} that the model gives to all training rows together. Its logarithm ℓ has its highest point at the same place and is a sum over the rows."
    )
}

/// How the parameter stands in ℓ.
pub(super) fn of_share(of: &Parameter<'_>, address: &Quantity) -> String {
    match of {
        Parameter::Chance(chance) if chance.outcomes > 2 => format!(
            "Only a part of ℓ changes with {address}. The other probabilities keep their proportions and share 1 − {address}; the rest stays as it is."
        ),
        Parameter::Chance(_) => format!(
            "Only a part of ℓ changes with {address}. Of two outcomes the other one has 1 − {address}; the rest stays as it is."
        ),
        _ => format!("Only a part of ℓ changes with {address}; the rest stays as it is."),
    }
}

/// What the slope says.
pub(super) fn of_slope(of: &Parameter<'_>, address: &Quantity) -> String {
    let rule = match of {
        Parameter::Chance(_) => "The slope of ln P is 1/P, and that of ln(1 − P) is −1/(1 − P).",
        Parameter::Mean { .. } => "The slope of −(x − μ)²/(2σ²) in μ is (x − μ)/σ².",
        Parameter::Rate { .. } => "The slope of k ln λ in λ is k/λ, and that of −λ is −1.",
        Parameter::Variance { .. } => {
            "The slope of −ln(σ²)/2 in σ² is −1/(2σ²), and that of −(x − μ)²/(2σ²) is (x − μ)²/(2σ⁴)."
        }
        Parameter::Centre { .. } => "The slope of −(x − μ)ᵀ Σ⁻¹ (x − μ)/2 in μ is Σ⁻¹ (x − μ).",
        Parameter::Entry { .. } => {
            "The slope of −ln |Σ|/2 in Σ is −Σ⁻¹/2, and that of −(x − μ)ᵀ Σ⁻¹ (x − μ)/2 is Σ⁻¹ (x − μ)(x − μ)ᵀ Σ⁻¹/2."
        }
    };
    format!("How fast ℓ rises with {address} is its slope, the derivative. {rule}")
}

/// What happened to ℓ beside the estimate.
pub(super) fn of_nudges(
    of: &Parameter<'_>,
    nudges: &[MovedParameter],
    now: Option<f64>,
    context: &Context<'_>,
) -> String {
    if now.is_none() {
        return "The recipe gives prior 0 to a class that has rows, so the model calls its own training rows impossible: ℓ is −∞."
            .to_owned();
    }
    if of.is_wide(context) {
        return "With so many numbers read together Σ⁻¹ has too many entries to nudge one of them."
            .to_owned();
    }
    if nudges.is_empty() {
        return "It cannot be moved to either side.".to_owned();
    }
    let fall = |change: &Option<f64>| change.is_none_or(|change| change < 0.0);
    if nudges.iter().all(|nudge| fall(&nudge.change)) && is_highest(of, context) {
        return "Wherever it is moved, ℓ falls: the estimate is where the training rows are most likely."
            .to_owned();
    }
    if nudges.iter().all(|nudge| nudge.smoothed.is_some_and(|change| change < 0.0)) {
        let name = match of {
            Parameter::Chance(chance) if chance.of.feature().is_none() => "a",
            _ => "α",
        };
        return format!(
            "ℓ alone may rise; ℓ + {name} · ∑ ln P falls wherever it is moved, so the estimate is where that is highest."
        );
    }
    if nudges.iter().any(|nudge| !fall(&nudge.change)) {
        return "ℓ rises towards the value that makes the training rows most likely.".to_owned();
    }
    "ℓ falls at these values; a smaller move towards where the slope is 0 would raise it.".to_owned()
}

/// Whether the estimate is where ℓ is highest.
fn is_highest(of: &Parameter<'_>, context: &Context<'_>) -> bool {
    let fitted = context.fitted;
    let population = fitted.data.resolved.variance == Variance::Population;
    match of {
        Parameter::Chance(chance) => chance.added == Added::Nothing,
        Parameter::Mean { .. } | Parameter::Centre { .. } | Parameter::Rate { .. } => true,
        Parameter::Variance { .. } => population && fitted.epsilon == 0.0,
        Parameter::Entry { gda, .. } => population && gda.ridge == 0.0,
    }
}
