//! The whole argument for one formula: ℓ with the parameter, its slope, where the slope is 0, and ℓ beside that point.

use super::super::definition::Context;
use super::super::derivation::{Derivation, Step, derive_all};
use super::super::error::WorkedError;
use super::super::gaussian::weighed_sample;
use super::super::quantities::parameters;
use super::super::route::{has_big, spelled_out};
use super::joint::Added;
use super::parameter::{MovedParameter, Parameter, moves};
use super::solved;
use crate::math::{Chain, Event, Expr, Name, Number, Quantity, Share, symbols};
use crate::model::Fitted;
use crate::recipe::Variance;
use serde::Serialize;
use std::collections::HashMap;

#[derive(Clone, Debug)]
pub struct Argument {
    pub parameter: Quantity,
    /// Its value in the model; `None` for 0/0.
    pub value: Option<Number>,
    /// ℓ of the training rows; `None` for minus infinity.
    pub log_likelihood: Option<Number>,
    pub passages: Vec<Passage>,
    pub slope: Derivation,
    /// ℓ with the parameter moved to both sides, the smallest value first.
    pub moves: Vec<MovedParameter>,
    pub verdict: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Passage {
    pub text: String,
    #[serde(rename = "formulas")]
    pub chains: Vec<Chain>,
}

impl Passage {
    pub(in crate::worked) fn new(text: impl Into<String>, chains: Vec<Chain>) -> Self {
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
        Passage::new(of_all(fitted), vec![all_rows(fitted, now)]),
        Passage::new(of_share(&of, &address), vec![with_rest(&share, now, &known)]),
    ];
    let chains = derivation.last().map(|step| step.chain.clone()).into_iter().collect();
    passages.push(Passage::new(of_slope(&of, &address), chains));
    passages.extend(solved::solved(&of, &address, &context, &known));
    let moves = moves(&of, now, &context)?;
    Ok(Argument {
        value: known.value(&address),
        verdict: of_moves(&of, &moves, now, &context),
        parameter: address,
        log_likelihood: now.map(Number::Float),
        passages,
        slope: derivation,
        moves,
    })
}

/// The error for a quantity that is not a parameter, with one parameter of each kind.
fn none(error: WorkedError, fitted: &Fitted, asked: &Quantity) -> WorkedError {
    let WorkedError::NotHere = error else { return error };
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

pub(super) struct Known(HashMap<Quantity, Step>);

impl Known {
    fn new(steps: Vec<Step>) -> Self {
        Known(steps.into_iter().map(|step| (step.of.clone(), step)).collect())
    }

    pub(super) fn value(&self, quantity: &Quantity) -> Option<Number> {
        self.0.get(quantity)?.value.clone()
    }

    pub(super) fn step(&self, quantity: &Quantity) -> Option<&Step> {
        self.0.get(quantity)
    }

    pub(super) fn put(&self, expr: &Expr) -> Expr {
        expr.replace(&|quantity| self.0.get(quantity).map_or(Expr::ratio(0, 0), |step| step.shown.clone()))
    }

    pub(super) fn value_of(&self, expr: &Expr) -> Option<Number> {
        super::super::evaluate::value_of(expr, &|quantity| self.value(quantity))
    }
}

/// `ℓ = ∑ ln(P(y) · P(x | y)) ≈ …`, row by row.
fn all_rows(fitted: &Fitted, now: Option<f64>) -> Chain {
    let prior = Expr::general(symbols::P, Expr::of_row(symbols::Y), None);
    let head = if fitted.is_dense() { symbols::DENSITY } else { symbols::P };
    let likelihood = Expr::general(head, Expr::of_row(symbols::X), Some(Expr::of_row(symbols::Y)));
    let body = weighed_sample((prior * likelihood).ln(), &Context { fitted, case: None });
    let sum = Expr::over_rows(Expr::int(fitted.table_rows()), body, Vec::new());
    ended(Chain::new(Quantity::LogLik(Share::Whole).into()).eq(sum), now)
}

fn ended(chain: Chain, now: Option<f64>) -> Chain {
    match now {
        Some(now) => chain.approx(Expr::float(now)),
        None => chain.eq(Expr::Sym(symbols::INFINITY).negated()),
    }
}

/// `ℓ = (the part with the parameter) + the rest`, in addresses and in numbers.
fn with_rest(share: &Expr, now: Option<f64>, known: &Known) -> Chain {
    let whole = Quantity::LogLik(Share::Whole).into();
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
        // A sum over many rows is replaced by its value.
        let short = spelled_out(share);
        let put = match part {
            Some(part) if has_big(&short) => signed(part),
            _ => known.put(&short),
        };
        chain = chain.eq(parts(put, rest));
    }
    ended(chain, now)
}

/// A number whose sign is an operator, for use in a sum.
fn signed(value: f64) -> Expr {
    if value < 0.0 { Expr::float(-value).negated() } else { Expr::float(value) }
}

fn of_all(fitted: &Fitted) -> String {
    let what = if fitted.is_dense() { "density" } else { "probability" };
    format!(
        "The likelihood is the {what} that the model gives to all training rows together. Its logarithm ℓ is highest at the same place and is a sum over the rows."
    )
}

fn of_share(of: &Parameter<'_>, address: &Quantity) -> String {
    match of {
        Parameter::Chance(chance) if chance.outcomes > 2 => format!(
            "Only a part of ℓ changes with {address}. The other probabilities keep their proportions and share 1 − {address}. The rest of ℓ is constant."
        ),
        Parameter::Chance(_) => format!(
            "Only a part of ℓ changes with {address}. The other outcome has the probability 1 − {address}. The rest of ℓ is constant."
        ),
        _ => format!("Only a part of ℓ changes with {address}. The rest of ℓ is constant."),
    }
}

fn of_slope(of: &Parameter<'_>, address: &Quantity) -> String {
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
    format!("The slope of ℓ in {address} is its derivative. {rule}")
}

fn of_moves(of: &Parameter<'_>, moves: &[MovedParameter], now: Option<f64>, context: &Context<'_>) -> String {
    if now.is_none() {
        return "The recipe gives prior 0 to a class that has rows, so its own training rows are impossible under the model: ℓ is −∞."
            .to_owned();
    }
    if of.is_wide(context) {
        return "Σ has too many features here to move a single entry.".to_owned();
    }
    if moves.is_empty() {
        return "This parameter cannot be moved to either side.".to_owned();
    }
    let fall = |change: &Option<f64>| change.is_none_or(|change| change < 0.0);
    if moves.iter().all(|moved| fall(&moved.change)) && is_highest(of, context) {
        return "ℓ falls on both sides: the estimate is where the training rows are most likely.".to_owned();
    }
    if moves.iter().all(|moved| moved.smoothed.is_some_and(|change| change < 0.0)) {
        let name = match of {
            Parameter::Chance(chance) if chance.of.feature().is_none() => "a",
            _ => "α",
        };
        return format!(
            "ℓ alone may rise. ℓ + {name} · ∑ ln P falls on both sides, so the estimate is where that sum is highest."
        );
    }
    if moves.iter().any(|moved| !fall(&moved.change)) {
        return "ℓ rises towards the value that makes the training rows most likely.".to_owned();
    }
    "ℓ falls at these values. A smaller step towards the point with slope 0 would raise it.".to_owned()
}

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

impl Argument {
    pub(crate) fn in_notes(&self, fitted: &Fitted) -> Argument {
        let expr = |expr: &Expr| {
            expr.map(&|part| match part {
                Expr::Of(quantity) => in_notation(quantity, fitted),
                _ => None,
            })
        };
        let chain = |chain: &Chain| Chain {
            lhs: expr(&chain.lhs),
            rest: chain.rest.iter().map(|(relation, side)| (*relation, expr(side))).collect(),
        };
        let passage = |passage: &Passage| Passage {
            text: passage.text.clone(),
            chains: passage.chains.iter().map(chain).collect(),
        };
        Argument { passages: self.passages.iter().map(passage).collect(), ..self.clone() }
    }
}

/// The notation of the notes for a quantity; `None` if it keeps its name.
fn in_notation(quantity: &Quantity, fitted: &Fitted) -> Option<Expr> {
    let phi = |argument: String, given: Option<&Name>| {
        Expr::general(symbols::PHI, Expr::Text(argument), given.map(|class| Expr::Text(format!("y={class}"))))
    };
    let of_class = |class: &Name| format!("y⁽ⁱ⁾ = {class}");
    let rows = |body: Expr| {
        let body = weighed_sample(body, &Context { fitted, case: None });
        Expr::over_rows(Expr::Sym(symbols::N), body, Vec::new())
    };
    let sum = |condition: String| rows(Expr::Text(format!("1{{{condition}}}")));
    Some(match quantity {
        Quantity::Prob { event: Event::Class(class), given: None } => phi(class.to_string(), None),
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
            phi(format!("{feature}={value}"), Some(class))
        }
        Quantity::Count { event: Event::Class(class), class: None } => sum(of_class(class)),
        Quantity::Count { event: Event::Value { feature, value }, class: Some(class) } => {
            // Every occurrence of a word in a document counts.
            if fitted.factor(feature.as_str())?.is_words() {
                let one = Expr::Text(format!("1{{{}}}", of_class(class)));
                rows(one * Expr::Text(format!("(times {value} occurs in x⁽ⁱ⁾)")))
            } else {
                sum(format!("{feature}⁽ⁱ⁾ = {value} ∧ {}", of_class(class)))
            }
        }
        Quantity::Count { event: Event::Any(feature), class: Some(class) } => {
            if fitted.factor(feature.as_str())?.is_words() {
                let one = Expr::Text(format!("1{{{}}}", of_class(class)));
                rows(one * Expr::Text("(words of x⁽ⁱ⁾)".to_owned()))
            } else {
                let at = fitted.feature(feature.as_str())?;
                let known = fitted.known(at, fitted.class(class.as_str())?)
                    == fitted.class_count(fitted.class(class.as_str())?);
                sum(if known {
                    of_class(class)
                } else {
                    format!("{feature}⁽ⁱ⁾ is known ∧ {}", of_class(class))
                })
            }
        }
        _ => return None,
    })
}
