//! The whole argument for one formula: ℓ with the parameter in it, the slope, where that is 0, and ℓ beside that place.

use std::collections::HashMap;

use serde::Serialize;

use super::super::context::Context;
use super::super::derivation::{Derivation, Step, derive_all};
use super::super::error::WorkedError;
use super::super::gaussian::weighed_sample;
use super::super::written_out::{has_big, spelled_out};
use super::listed::parameters;
use super::moved_parameter::{MovedParameter, nudges};
use super::parameter::Parameter;
use super::{solved, told};
use crate::math::{BigOp, Chain, Expr, Func, Number, Quantity, Share, symbols};
use crate::model::Fitted;

/// Why a formula is what it is.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The parameter.
    pub parameter: Quantity,
    /// Its value in the model; `None` where it is 0/0.
    pub value: Option<Number>,
    /// ℓ of the training rows; `None` where it is minus infinity.
    pub log_likelihood: Option<Number>,
    /// The argument, from ℓ to the estimate.
    pub passages: Vec<Passage>,
    /// The working of the slope.
    pub slope: Derivation,
    /// ℓ with the parameter moved to both sides, from the smallest value on.
    pub nudges: Vec<MovedParameter>,
    /// What is said of the nudges.
    pub verdict: String,
}

/// Some sentences, and the formulas that belong to them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Passage {
    /// The sentences.
    pub text: String,
    /// The formulas.
    #[serde(rename = "formulas")]
    pub chains: Vec<Chain>,
}

impl Passage {
    pub(super) fn new(text: impl Into<String>, chains: Vec<Chain>) -> Self {
        Passage { text: text.into(), chains }
    }
}

/// The argument for the formula of a parameter.
///
/// # Errors
/// When the quantity is no parameter of the model.
pub fn argue(fitted: &Fitted, parameter: &Quantity) -> Result<Argument, WorkedError> {
    let context = Context { fitted, case: None };
    let of = Parameter::of(parameter, &context).map_err(|error| none(error, fitted, parameter))?;
    let address = of.address(fitted);
    let slope = address.clone().slope();
    let share = of.share(&context)?;
    let mut goals = share.quantities();
    if let Parameter::Chance(chance) = &of {
        goals.extend([&chance.count, &chance.rest, &chance.total].into_iter().flat_map(Expr::quantities));
        goals.extend(chance.added_slope().iter().flat_map(Expr::quantities));
    }
    goals.extend([address.clone(), slope.clone()]);
    let known = Known::new(derive_all(fitted, None, &goals, &[])?);
    let now = Some(fitted.log_likelihood()).filter(|ln| ln.is_finite());
    let derivation = Derivation {
        goal: slope.clone(),
        steps: derive_all(fitted, None, std::slice::from_ref(&slope), &[])?,
    };
    let mut passages = vec![
        Passage::new(told::of_all(fitted), vec![all_rows(fitted, now)]),
        Passage::new(told::of_share(&of, &address), vec![with_rest(&share, now, &known)]),
    ];
    let chains = derivation.last().map(|step| step.chain.clone()).into_iter().collect();
    passages.push(Passage::new(told::of_slope(&of, &address), chains));
    passages.extend(solved::solved(&of, &address, &context, &known));
    let nudges = nudges(&of, now, &context)?;
    Ok(Argument {
        value: known.value(&address),
        verdict: told::of_nudges(&of, &nudges, now, &context),
        parameter: address,
        log_likelihood: now.map(Number::Float),
        passages,
        slope: derivation,
        nudges,
    })
}

/// What is no parameter is told so, with one parameter of each kind that the model has.
fn none(error: WorkedError, fitted: &Fitted, asked: &Quantity) -> WorkedError {
    let WorkedError::NotOfThisModel { .. } = error else { return error };
    let mut some: Vec<Quantity> = Vec::new();
    for parameter in parameters(fitted) {
        let of_a_kind = |other: &Quantity| match (&parameter, other) {
            (Quantity::Prob { given, .. }, Quantity::Prob { given: other, .. }) => {
                given.is_some() == other.is_some()
            }
            (one, other) => std::mem::discriminant(one) == std::mem::discriminant(other),
        };
        if !some.iter().any(of_a_kind) {
            some.push(parameter);
        }
    }
    WorkedError::NoParameter { quantity: asked.clone(), parameters: some }
}

/// Numbers that were worked out, to be put into formulas.
pub(super) struct Known(HashMap<Quantity, Step>);

impl Known {
    fn new(steps: Vec<Step>) -> Self {
        Known(steps.into_iter().map(|step| (step.of.clone(), step)).collect())
    }

    /// The value of a quantity.
    pub(super) fn value(&self, quantity: &Quantity) -> Option<Number> {
        self.0.get(quantity)?.value.clone()
    }

    /// The step that finds a quantity.
    pub(super) fn step(&self, quantity: &Quantity) -> Option<&Step> {
        self.0.get(quantity)
    }

    /// A formula with the numbers put in.
    pub(super) fn put(&self, expr: &Expr) -> Expr {
        expr.replace(&|quantity| self.0.get(quantity).map_or(Expr::ratio(0, 0), |step| step.shown.clone()))
    }

    /// The value of a formula.
    pub(super) fn value_of(&self, expr: &Expr) -> Option<Number> {
        super::super::evaluate::value_of(expr, &|quantity| self.value(quantity))
    }
}

/// `ℓ = ∑ ln(P(y) · P(x | y)) ≈ …`, row by row.
fn all_rows(fitted: &Fitted, now: Option<f64>) -> Chain {
    let of_row = |symbol| Expr::Sample(Box::new(Expr::Sym(symbol)), symbols::I);
    let general = |head, arg, given| Expr::General { head, args: vec![arg], given };
    let prior = general(symbols::P, of_row(symbols::Y), None);
    let given = Some(Box::new(of_row(symbols::Y)));
    let head = if fitted.is_dense() { symbols::DENSITY } else { symbols::P };
    let likelihood = general(head, of_row(symbols::X), given);
    let ln = Expr::Call(Func::Ln, Box::new(Expr::Mul(vec![prior, likelihood])));
    let sum = Expr::Big {
        op: BigOp::Sum,
        index: symbols::I,
        lower: Box::new(Expr::int(1)),
        upper: Box::new(Expr::int(fitted.table_rows())),
        body: Box::new(weighed_sample(ln, &Context { fitted, case: None })),
        terms: Vec::new(),
    };
    ended(Chain::new(Expr::Of(Quantity::LogLik(Share::Whole))).eq(sum), now)
}

/// Ends a chain with ℓ.
fn ended(chain: Chain, now: Option<f64>) -> Chain {
    match now {
        Some(now) => chain.approx(Expr::float(now)),
        None => chain.eq(Expr::Sym(symbols::INFINITY).negated()),
    }
}

/// `ℓ = (what the parameter is in) + the rest`, in addresses and in numbers.
fn with_rest(share: &Expr, now: Option<f64>, known: &Known) -> Chain {
    let whole = Expr::Of(Quantity::LogLik(Share::Whole));
    let part = known.value_of(share).map(|part| part.to_f64());
    let rest = now.zip(part).map(|(now, part)| now - part);
    let parts = |share: Expr, rest: Expr| {
        Expr::Add(match share {
            Expr::Add(mut parts) => {
                parts.push(rest);
                parts
            }
            other => vec![other, rest],
        })
    };
    let mut chain = Chain::new(whole).eq(parts(share.clone(), Expr::Text("the rest".into())));
    if let Some(rest) = rest {
        let rest = signed(rest);
        // What is still a sum over many rows is told by what it comes to.
        let short = spelled_out(share);
        let put = match part {
            Some(part) if has_big(&short) => signed(part),
            _ => known.put(&short),
        };
        chain = chain.eq(parts(put, rest));
    }
    ended(chain, now)
}

/// A number whose sign is an operator, so that it can stand in a sum.
fn signed(value: f64) -> Expr {
    if value < 0.0 { Expr::float(-value).negated() } else { Expr::float(value) }
}
