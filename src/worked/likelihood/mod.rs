//! Why the formulas are what they are: the log-likelihood ℓ of the training rows, its slope in each parameter, and how
//! far ℓ falls when a parameter is nudged.
//!
//! The derivations are those of the CS229 notes on generative learning, for K classes. ℓ and its slopes are definitions
//! over other quantities like any number, so a nudged parameter is an overlay of constants, and the fallen ℓ is what
//! follows under it.

mod argument;
mod chance;
mod define;
mod moments;
mod moved_parameter;
mod listed;
mod parameter;
mod solved;
mod told;

pub use argument::{Argument, Passage, argue};
pub use listed::parameters;
pub(super) use listed::quantities;
pub use moved_parameter::{MovedParameter, held};

use super::context::Context;
use super::definition::Definition;
use super::error::WorkedError;
use crate::math::Quantity;

/// The definition of ℓ, of a part of it, of a scatter or of a slope; `None` for other quantities.
pub(super) fn define(quantity: &Quantity, context: &Context<'_>) -> Result<Option<Definition>, WorkedError> {
    let about_rows = matches!(quantity, Quantity::LogLik(_) | Quantity::Slope(_));
    if about_rows && !context.fitted.has_likelihood() {
        return Err(WorkedError::NotOfThisModel { quantity: quantity.clone() });
    }
    Ok(Some(match quantity {
        Quantity::LogLik(share) => define::log_likelihood(share, context)?,
        Quantity::Scatter { a, b, class } => moments::scatter(a, b, class.as_ref(), context)?,
        Quantity::Slope(of) => parameter::Parameter::of(of, context)?.slope(context)?,
        _ => return Ok(None),
    }))
}
