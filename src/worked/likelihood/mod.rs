//! Why the formulas are right: the log-likelihood ℓ of the training rows, its slope in each parameter, and how far ℓ falls
//! when a parameter moves.
//!
//! The derivations are those of the CS229 notes on generative learning, for K classes. ℓ and its slopes are definitions
//! over other quantities like any number. A moved parameter is an overlay of constants, and ℓ is evaluated under it.

mod argument;
mod joint;
mod parameter;
mod solved;

pub use argument::argue;
pub(crate) use argument::{Argument, Passage};
pub use parameter::held;

use self::parameter::Parameter;
use super::definition::Context;
use super::definition::{Defined, Definition, LISTED, Rule};
use super::error::WorkedError;
use super::naive_bayes::total;
use super::{gaussian, gda, poisson};
use crate::math::{BigOp, Expr, Name, Quantity, Share, Symbol, symbols};
use crate::model::{Factor, Form};

/// The definition of ℓ, of a part of it, of a scatter or of a slope; `None` for other quantities.
pub(super) fn define(quantity: &Quantity, context: &Context<'_>) -> Result<Option<Definition>, WorkedError> {
    let about_rows = matches!(quantity, Quantity::LogLik(_) | Quantity::Slope(_));
    if about_rows && !context.fitted.has_likelihood() {
        return Err(WorkedError::NotHere);
    }
    Ok(Some(match quantity {
        Quantity::LogLik(share) => log_likelihood(share, context)?,
        Quantity::Scatter { a, b, class } => joint::scatter(a, b, class.as_ref(), context)?,
        Quantity::Slope(of) => Parameter::of(of, context)?.slope(context)?,
        _ => return Ok(None),
    }))
}

/// ℓ of all rows is the sum over the classes; ℓ of a class is `n_c ln P(c)` plus the part of each feature.
fn log_likelihood(share: &Share, context: &Context<'_>) -> Defined {
    let fitted = context.fitted;
    let (expr, value) = match share {
        Share::Whole => {
            let of = |class: &Name| Quantity::LogLik(Share::Class(class.clone())).into();
            let general = || Expr::general(symbols::LOG_LIKELIHOOD, symbols::C, None);
            (folded(fitted.classes.iter().map(of).collect(), symbols::C, general), fitted.log_likelihood())
        }
        Share::Class(class) => {
            let at = context.class(class)?;
            let mut parts = Vec::new();
            if fitted.class_count(at) > 0 {
                parts.push(gda::count(class) * Expr::from(Quantity::prior(class)).ln());
            }
            if fitted.is_naive() {
                let of = |feature: &Name| {
                    let (feature, class) = (feature.clone(), class.clone());
                    Quantity::LogLik(Share::Feature { feature, class }).into()
                };
                let features: Vec<Expr> = fitted.feature_names().map(of).collect();
                let general = || general(symbols::LOG_LIKELIHOOD, symbols::X_I, class);
                parts.push(folded(features, symbols::I, general));
            } else {
                parts.push(Quantity::LogLik(Share::Together(class.clone())).into());
            }
            (Expr::sum(parts), fitted.class_log_likelihood(at))
        }
        Share::Feature { feature, class } => {
            let (factor, at) = (context.factor(feature)?, context.class(class)?);
            let expr = match &factor.form {
                form if form.count_family().is_some() => {
                    poisson::log_likelihood(factor, &form.rate(at).copied().unwrap_or_default(), class)
                }
                Form::Gaussian(_) if factor.normal(at).is_none() => Expr::int(0),
                Form::Gaussian(_) => gaussian::log_likelihood(feature, class, context)?,
                _ => counted(factor, at, class, context),
            };
            (expr, fitted.feature_log_likelihood(factor, at))
        }
        Share::Together(class) => return joint::log_likelihood(class, context),
    };
    Ok(Definition::finite(Rule::LogLikelihood, expr, value))
}

/// A sum, written with ∑ if it has many terms.
fn folded(parts: Vec<Expr>, index: Symbol, body: impl Fn() -> Expr) -> Expr {
    if parts.len() <= LISTED {
        return Expr::sum(parts);
    }
    Expr::big(BigOp::Sum, index, Expr::int(parts.len() as u64), body(), parts)
}

fn general(head: Symbol, argument: Symbol, class: &Name) -> Expr {
    Expr::general(head, argument, Some(Expr::Text(class.to_string())))
}

/// `∑ count(v, c) · ln P(v | c)`, over the counted values; for Bernoulli words, over present and absent ones.
fn counted(factor: &Factor, at: usize, class: &Name, context: &Context<'_>) -> Expr {
    let count = |value: &Name| Expr::from(Quantity::value_count(&factor.name, value, Some(class)));
    let p = |value: &Name| Expr::from(Quantity::conditional(&factor.name, value, class));
    let all = || Expr::from(total(factor, at, class, context));
    let rows = factor.total(at);
    let presence = factor.form == Form::Presence;
    let mut terms = Vec::new();
    for (position, value) in factor.values().iter().enumerate() {
        let seen = factor.count(position, at);
        if seen > 0 {
            terms.push(count(value) * p(value).ln());
        }
        if presence && seen < rows {
            terms.push((all() - count(value)) * p(value).opposite().ln());
        }
    }
    if terms.len() <= LISTED {
        return Expr::sum(terms);
    }
    let symbol = if factor.is_words() { symbols::WORD_I } else { symbols::X_I };
    let of = |head| general(head, symbol, class);
    let present = of(symbols::COUNT) * of(symbols::P).ln();
    let body = match presence {
        true => present + (all() - of(symbols::COUNT)) * of(symbols::P).opposite().ln(),
        false => present,
    };
    Expr::over_rows(Expr::int(factor.k() as u64), body, terms)
}
