//! The definitions of ℓ and of its parts.

use super::super::context::Context;
use super::super::definition::{Definition, Rule};
use super::super::error::WorkedError;
use super::super::naive_bayes::{LISTED, opposite, total};
use super::super::{gaussian, gda, poisson};
use super::moments;
use crate::math::{BigOp, Event, Expr, Func, Name, Number, Quantity, Share, Symbol, symbols};
use crate::model::{Factor, Form};

type Defined = Result<Definition, WorkedError>;

/// ℓ of all rows is that of the classes together; that of a class is `n_c ln P(c)` and what each feature adds.
pub(super) fn log_likelihood(share: &Share, context: &Context<'_>) -> Defined {
    let fitted = context.fitted;
    match share {
        Share::Whole => {
            let of = |class: &Name| Expr::Of(Quantity::LogLik(Share::Class(class.clone())));
            let parts: Vec<Expr> = fitted.classes.iter().map(of).collect();
            let general = || general(symbols::LOG_LIKELIHOOD, Expr::Sym(symbols::C), None);
            Ok(valued(folded(parts, symbols::C, general), fitted.log_likelihood()))
        }
        Share::Class(class) => {
            let at = context.class(class)?;
            let rows = fitted.class_count(at);
            let mut parts = Vec::new();
            if rows > 0 {
                parts.push(times_ln(gda::count(class), Expr::Of(Quantity::prior(class))));
            }
            if fitted.gda().is_some() {
                parts.push(Expr::Of(Quantity::LogLik(Share::Together(class.clone()))));
            } else {
                let of = |factor: &Factor| {
                    let (feature, class) = (factor.name.clone(), class.clone());
                    Expr::Of(Quantity::LogLik(Share::Feature { feature, class }))
                };
                let features: Vec<Expr> = fitted.factors().iter().map(of).collect();
                let general = || general(symbols::LOG_LIKELIHOOD, Expr::Sym(symbols::X_I), Some(class));
                parts.push(folded(features, symbols::I, general));
            }
            Ok(valued(sum(parts), fitted.class_log_likelihood(at)))
        }
        Share::Feature { feature, class } => {
            let (factor, at) = (context.factor(feature)?, context.class(class)?);
            let value = fitted.feature_log_likelihood(factor, at);
            match &factor.form {
                Form::Poisson(rates) => {
                    let rate = rates.get(at).copied().unwrap_or_default();
                    Ok(valued(poisson::log_likelihood(factor, &rate, class), value))
                }
                Form::Gaussian(_) if factor.normal(at).is_none() => Ok(valued(Expr::int(0), 0.0)),
                Form::Gaussian(_) => Ok(valued(normal(feature, class, context)?, value)),
                _ => Ok(valued(counted(factor, at, class, context), value)),
            }
        }
        Share::Together(class) => moments::together(class, context),
    }
}

/// A part of ℓ with what the model says of it; without that where it is minus infinity.
fn valued(expr: Expr, value: f64) -> Definition {
    let rule = Rule::LogLikelihood;
    if value.is_finite() {
        Definition::Estimated { rule, expr, value: Number::Float(value) }
    } else {
        Definition::Formula { rule, expr }
    }
}

/// `count · ln(p)`
pub(super) fn times_ln(count: Expr, p: Expr) -> Expr {
    Expr::Mul(vec![count, Expr::Call(Func::Ln, Box::new(p))])
}

/// A sum, which of one term is that term and of none is 0.
pub(super) fn sum(mut parts: Vec<Expr>) -> Expr {
    match (parts.pop(), parts.is_empty()) {
        (None, _) => Expr::int(0),
        (Some(only), true) => only,
        (Some(last), false) => {
            parts.push(last);
            Expr::Add(parts)
        }
    }
}

/// A sum that is written with ∑ where it has many terms.
fn folded(parts: Vec<Expr>, index: Symbol, body: impl Fn() -> Expr) -> Expr {
    if parts.len() <= LISTED {
        return sum(parts);
    }
    Expr::Big {
        op: BigOp::Sum,
        index,
        lower: Box::new(Expr::int(1)),
        upper: Box::new(Expr::int(parts.len() as u64)),
        body: Box::new(body()),
        terms: parts,
    }
}

/// `head(arg | class)`
fn general(head: Symbol, arg: Expr, class: Option<&Name>) -> Expr {
    let given = class.map(|class| Box::new(Expr::Text(class.to_string())));
    Expr::General { head, args: vec![arg], given }
}

/// `−n/2 · ln(2π σ²) − ∑(x − μ)²/(2σ²)`: the logarithms of the densities at the numbers of a class.
pub(super) fn normal(feature: &Name, class: &Name, context: &Context<'_>) -> Result<Expr, WorkedError> {
    let var = || Expr::Of(Quantity::Var { feature: feature.clone(), class: Some(class.clone()) });
    let constant = Expr::Mul(vec![
        Expr::frac(gaussian::known(feature, class), Expr::int(2)),
        Expr::Call(Func::Ln, Box::new(Expr::Mul(vec![Expr::Sym(symbols::TWO_PI), var()]))),
    ]);
    let squares = gaussian::squares(feature, class, context)?;
    let rest = Expr::frac(squares, Expr::Mul(vec![Expr::int(2), var()]));
    Ok(Expr::Add(vec![constant.negated(), rest.negated()]))
}

/// `∑ count(v, c) · ln P(v | c)`, over the values that were counted; of words that are present or absent, both.
fn counted(factor: &Factor, at: usize, class: &Name, context: &Context<'_>) -> Expr {
    let count = |value: &Name| {
        let event = Event::Value { feature: factor.name.clone(), value: value.clone() };
        Expr::Of(Quantity::Count { event, class: Some(class.clone()) })
    };
    let p = |value: &Name| Expr::Of(Quantity::conditional(&factor.name, value, class));
    let rows = factor.total(at);
    let presence = factor.form == Form::Presence;
    let mut terms = Vec::new();
    for (position, value) in factor.values().iter().enumerate() {
        let seen = factor.count(position, at);
        if seen > 0 {
            terms.push(times_ln(count(value), p(value)));
        }
        if presence && seen < rows {
            let absent = Expr::Add(vec![Expr::Of(total(factor, at, class, context)), count(value).negated()]);
            terms.push(times_ln(absent, opposite(p(value))));
        }
    }
    let body = || {
        let symbol = if factor.is_words() { symbols::WORD_I } else { symbols::X_I };
        let of = |head| general(head, Expr::Sym(symbol), Some(class));
        let present = times_ln(of(symbols::COUNT), of(symbols::P));
        if !presence {
            return present;
        }
        let absent =
            Expr::Add(vec![Expr::Of(total(factor, at, class, context)), of(symbols::COUNT).negated()]);
        Expr::Add(vec![present, times_ln(absent, opposite(of(symbols::P)))])
    };
    if terms.len() <= LISTED {
        return sum(terms);
    }
    Expr::Big {
        op: BigOp::Sum,
        index: symbols::I,
        lower: Box::new(Expr::int(1)),
        upper: Box::new(Expr::int(factor.k() as u64)),
        body: Box::new(body()),
        terms,
    }
}
