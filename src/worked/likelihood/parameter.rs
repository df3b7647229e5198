//! What ℓ can be differentiated by: the numbers of a model that its formulas estimate.

use super::super::context::Context;
use super::super::definition::Definition;
use super::super::error::WorkedError;
use super::super::{gda, poisson};
use super::chance::Chance;
use super::define::{normal, sum};
use super::moments;
use crate::math::{Event, Expr, Name, Quantity, Share};
use crate::model::{Factor, Fitted, Gda, Rate};

/// A parameter of the model.
#[derive(Clone, Debug)]
pub(super) enum Parameter<'a> {
    /// A probability.
    Chance(Box<Chance>),
    /// The mean of a feature in a class.
    Mean { feature: &'a Name, class: &'a Name },
    /// The rate of a count in a class.
    Rate { factor: &'a Factor, rate: &'a Rate, class: &'a Name },
    /// The variance of a feature in a class.
    Variance { feature: &'a Name, class: &'a Name },
    /// A mean of a class, where all numbers are read together.
    Centre { feature: &'a Name, class: &'a Name, gda: &'a Gda },
    /// An entry of Σ: the positions of its two numbers, the first one first.
    Entry { at: (usize, usize), class: Option<&'a Name>, gda: &'a Gda },
}

impl<'a> Parameter<'a> {
    /// The parameter of an address.
    ///
    /// # Errors
    /// When it is none of the model, or was left out of it.
    pub(super) fn of(quantity: &'a Quantity, context: &Context<'a>) -> Result<Parameter<'a>, WorkedError> {
        let none = || WorkedError::NotOfThisModel { quantity: quantity.clone().slope() };
        let together = context.fitted.gda();
        let checked = |feature: &Name, class: &Name| {
            let (of, at) = (context.feature(feature)?, context.class(class)?);
            let normal = context.fitted.factors().get(of).and_then(|factor| factor.normal(at));
            if normal.is_some() || together.is_some() { Ok(()) } else { Err(none()) }
        };
        match quantity {
            Quantity::Prob { event: Event::Class(class), given: None } => {
                Ok(Parameter::Chance(Box::new(Chance::prior(class, context)?)))
            }
            Quantity::Prob { event: Event::Value { feature, .. }, given: Some(Event::Class(_)) }
                if context.factor(feature).is_ok_and(|factor| factor.is_poisson()) =>
            {
                Err(none())
            }
            Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
                Ok(Parameter::Chance(Box::new(Chance::conditional(feature, value, class, context)?)))
            }
            Quantity::Mean { feature, class: Some(class) } => {
                let (of, at) = (context.feature(feature)?, context.class(class)?);
                if let Some(factor) = context.fitted.factors().get(of)
                    && let Some(rate) = factor.rate(at)
                {
                    return Ok(Parameter::Rate { factor, rate, class });
                }
                checked(feature, class)?;
                Ok(match together {
                    Some(gda) => Parameter::Centre { feature, class, gda },
                    None => Parameter::Mean { feature, class },
                })
            }
            Quantity::Var { feature, class } => match (together, class) {
                (Some(gda), class) => entry(feature, feature, class.as_ref(), gda, context, &none),
                (None, Some(class)) => {
                    checked(feature, class)?;
                    Ok(Parameter::Variance { feature, class })
                }
                (None, None) => Err(none()),
            },
            Quantity::Cov { a, b, class } => {
                let gda = together.ok_or_else(none)?;
                entry(a, b, class.as_ref(), gda, context, &none)
            }
            _ => Err(none()),
        }
    }

    /// The address by which definitions use it.
    pub(super) fn address(&self, fitted: &Fitted) -> Quantity {
        match self {
            Parameter::Chance(chance) => chance.of.clone(),
            Parameter::Mean { feature, class } | Parameter::Centre { feature, class, .. } => {
                Quantity::Mean { feature: (*feature).clone(), class: Some((*class).clone()) }
            }
            Parameter::Rate { factor, class, .. } => {
                Quantity::Mean { feature: factor.name.clone(), class: Some((*class).clone()) }
            }
            Parameter::Variance { feature, class } => {
                Quantity::Var { feature: (*feature).clone(), class: Some((*class).clone()) }
            }
            Parameter::Entry { at: (row, column), class, .. } => {
                let name = |at: usize| fitted.features.get(at).map(|feature| feature.name.clone());
                let name = |at: usize| name(at).unwrap_or_else(|| Name::new(""));
                Quantity::Cov { a: name(*row), b: name(*column), class: class.cloned() }
            }
        }
    }

    /// The slope of ℓ in it.
    pub(super) fn slope(&self, context: &Context<'_>) -> Result<Definition, WorkedError> {
        match self {
            Parameter::Chance(chance) => Ok(chance.slope()),
            Parameter::Mean { feature, class } => moments::mean_slope(feature, class, context),
            Parameter::Rate { factor, rate, class } => Ok(poisson::slope(factor, rate, class)),
            Parameter::Variance { feature, class } => moments::variance_slope(feature, class, context),
            Parameter::Centre { feature, class, gda } => {
                moments::together_mean_slope(feature, class, gda, context)
            }
            Parameter::Entry { at, class, gda } => moments::entry_slope(*at, *class, gda, context),
        }
    }

    /// The part of ℓ that it takes part in; what is left of ℓ does not change with it.
    pub(super) fn share(&self, context: &Context<'_>) -> Result<Expr, WorkedError> {
        let together = |class: &Name| Expr::Of(Quantity::LogLik(Share::Together(class.clone())));
        Ok(match self {
            Parameter::Chance(chance) => chance.share(),
            Parameter::Mean { feature, class } | Parameter::Variance { feature, class } => {
                normal(feature, class, context)?
            }
            Parameter::Rate { factor, rate, class } => poisson::log_likelihood(factor, rate, class),
            Parameter::Centre { class, .. } | Parameter::Entry { class: Some(class), .. } => together(class),
            Parameter::Entry { class: None, .. } => {
                sum(context.fitted.classes.iter().map(together).collect())
            }
        })
    }

    /// Whether Σ is so wide that neither the slope nor a nudge is worked out of its entries.
    pub(super) fn is_wide(&self, context: &Context<'_>) -> bool {
        matches!(self, Parameter::Centre { .. } | Parameter::Entry { .. }) && moments::is_wide(context)
    }
}

fn entry<'a>(
    a: &Name,
    b: &Name,
    class: Option<&'a Name>,
    gda: &'a Gda,
    context: &Context<'a>,
    none: &dyn Fn() -> WorkedError,
) -> Result<Parameter<'a>, WorkedError> {
    let (a, b) = (gda::feature(a, context)?, gda::feature(b, context)?);
    class.map(|class| context.class(class)).transpose()?;
    // With one Σ no class has an entry of its own, and what a diagonal Σ leaves out is no parameter.
    if class.is_none() != gda.is_shared() || (a != b && gda.is_diagonal()) {
        return Err(none());
    }
    Ok(Parameter::Entry { at: (a.min(b), a.max(b)), class, gda })
}
