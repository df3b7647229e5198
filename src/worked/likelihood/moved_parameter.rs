//! A parameter moved away from where it was estimated, and what becomes of ℓ.

use std::collections::HashMap;

use num_bigint::BigInt;
use serde::Serialize;

use super::super::context::Context;
use super::super::error::WorkedError;
use super::super::evaluate::{Evaluator, value_of};
use super::super::overlay::Constants;
use super::chance::Chance;
use super::parameter::Parameter;
use crate::math::{Expr, Name, Number, Quantity, Share};
use crate::model::{Fitted, Gda, Sigma};

/// A parameter at another value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MovedParameter {
    /// The other value.
    pub value: Number,
    /// ℓ there; `None` where it is minus infinity.
    pub log_likelihood: Option<f64>,
    /// How much that is above ℓ of the model: below 0 where ℓ falls.
    pub change: Option<f64>,
    /// The same of ℓ with what is added to the counts; `None` where nothing is.
    #[serde(rename = "change_smoothed", skip_serializing_if = "Option::is_none")]
    pub smoothed: Option<f64>,
}

/// The overlay under which a parameter has another value and all others keep theirs: of a table of probabilities, the
/// others keep their proportions, so that they still add to 1.
///
/// # Errors
/// When the quantity is no parameter of the model.
pub fn held(fitted: &Fitted, parameter: &Quantity, value: &Number) -> Result<Constants, WorkedError> {
    let context = Context { fitted, case: None };
    let of = Parameter::of(parameter, &context)?;
    let mut constants = beside(&of, fitted);
    if let Parameter::Chance(chance) = &of {
        constants.extend(rescaled(chance, value, fitted)?);
    }
    constants.insert(of.address(fitted), value.clone());
    Ok(Constants(constants))
}

/// The other probabilities of a table, when one of them has another value.
fn rescaled(
    chance: &Chance,
    value: &Number,
    fitted: &Fitted,
) -> Result<HashMap<Quantity, Number>, WorkedError> {
    let mut evaluator = Evaluator::new(Context { fitted, case: None }, Vec::new());
    let one = Number::one();
    let before = evaluator.value(&chance.of)?.map(|value| one.sub(&value));
    let left = one.sub(value);
    let others = chance.table.len().saturating_sub(1) as u64;
    let mut constants = HashMap::new();
    for other in chance.table.iter().filter(|other| **other != chance.of) {
        let new = match &before {
            Some(before) if !before.is_zero() => {
                evaluator.value(other)?.and_then(|other| other.mul(&left).div(before))
            }
            // Of others that had nothing to keep the proportions of, each gets as much.
            _ => left.div(&Number::from(others)),
        };
        constants.extend(new.map(|new| (other.clone(), new)));
    }
    Ok(constants)
}

/// What must keep its value for a nudged parameter to move alone, because its formula rests on that parameter.
fn beside(of: &Parameter<'_>, fitted: &Fitted) -> HashMap<Quantity, Number> {
    let mut constants = HashMap::new();
    match of {
        Parameter::Mean { feature, class } => {
            let normal =
                fitted.class(class.as_str()).and_then(|at| fitted.factor(feature.as_str())?.normal(at));
            let var = Quantity::Var { feature: (*feature).clone(), class: Some((*class).clone()) };
            constants.extend(normal.map(|normal| (var, Number::Float(normal.variance))));
        }
        Parameter::Centre { class, gda, .. } => {
            let at = fitted.class(class.as_str()).unwrap_or(0);
            let given = (!gda.is_shared()).then(|| (*class).clone());
            let Some(sigma) = gda.sigma(at) else { return constants };
            let names: Vec<Name> = fitted.feature_names().cloned().collect();
            for (row, a) in names.iter().enumerate() {
                for (column, b) in names.iter().enumerate().skip(row) {
                    let entry = Quantity::Cov { a: a.clone(), b: b.clone(), class: given.clone() };
                    constants.insert(entry, Number::Float(sigma.entry(row, column)));
                }
            }
        }
        _ => {}
    }
    constants
}

/// ℓ at some values on both sides of the estimate. `now` is ℓ of the model.
pub(super) fn nudges(
    of: &Parameter<'_>,
    now: Option<f64>,
    context: &Context<'_>,
) -> Result<Vec<MovedParameter>, WorkedError> {
    if of.is_wide(context) {
        return Ok(Vec::new());
    }
    let fitted = context.fitted;
    let (share, address) = (of.share(context)?, of.address(fitted));
    let added = match of {
        Parameter::Chance(chance) => chance.added_share(),
        _ => None,
    };
    let at = |constants: HashMap<Quantity, Number>| -> Result<[Option<f64>; 2], WorkedError> {
        let constants = Constants(constants);
        let mut evaluator = Evaluator::new(*context, vec![&constants]);
        let mut found = [Some(0.0); 2];
        for (found, expr) in found.iter_mut().zip([Some(&share), added.as_ref()]) {
            if let Some(expr) = expr {
                *found = evaluated(expr, &mut evaluator)?;
            }
        }
        Ok(found)
    };
    let Some(estimate) = Evaluator::new(*context, Vec::new()).value(&address)? else { return Ok(Vec::new()) };
    let before = at(HashMap::new())?;
    let mut all = Vec::new();
    for value in values(of, &estimate, fitted) {
        let mut constants = beside(of, fitted);
        constants.insert(address.clone(), value.clone());
        let [share, smoothing] = at(constants)?;
        let [was, smoothed] = before;
        let change = share.zip(was).map(|(share, was)| share - was);
        let smoothed = smoothing.zip(smoothed).zip(change).map(|((now, was), change)| change + (now - was));
        let log_likelihood = match now {
            Some(now) => change.map(|change| now + change),
            // There is nothing to add the change of a part to: the whole of it is worked out.
            None => {
                let constants = held(fitted, &address, &value)?;
                let mut evaluator = Evaluator::new(*context, vec![&constants]);
                evaluator.value(&Quantity::LogLik(Share::Whole))?.map(|whole| whole.to_f64())
            }
        };
        all.push(MovedParameter {
            value,
            log_likelihood,
            change,
            smoothed: smoothed.filter(|_| added.is_some()),
        });
    }
    Ok(all)
}

/// The value of a formula over quantities.
pub(super) fn evaluated(expr: &Expr, evaluator: &mut Evaluator<'_>) -> Result<Option<f64>, WorkedError> {
    let mut known = HashMap::new();
    for quantity in expr.quantities() {
        let value = evaluator.value(&quantity)?;
        known.extend(value.map(|value| (quantity, value)));
    }
    let value = value_of(expr, &|quantity: &Quantity| known.get(quantity).cloned());
    Ok(value.map(|value| value.to_f64()))
}

/// The values that a parameter is moved to, from the smallest on.
fn values(of: &Parameter<'_>, estimate: &Number, fitted: &Fitted) -> Vec<Number> {
    let by = |distance: f64| Number::Float(estimate.to_f64() + distance);
    let times = |factor: f64| Number::Float(estimate.to_f64() * factor);
    match of {
        Parameter::Chance(chance) => {
            // Where there is only one outcome, its probability is 1.
            if chance.outcomes < 2 {
                return Vec::new();
            }
            let steps = [(-1, 10), (-1, 100), (1, 100), (1, 10)].map(|(top, bottom): (i32, i32)| {
                Number::ratio(BigInt::from(top), bottom).unwrap_or_else(Number::zero)
            });
            let moved = steps.iter().map(|step| estimate.add(step));
            moved.filter(|p| !p.is_zero() && !p.is_negative() && p.to_f64() < 1.0).collect()
        }
        Parameter::Mean { feature, class } => {
            let normal =
                fitted.class(class.as_str()).and_then(|at| fitted.factor(feature.as_str())?.normal(at));
            let sigma = normal.map_or(0.0, |normal| normal.variance.sqrt());
            [-1.0, -0.1, 0.1, 1.0].map(|by_sigma| by(by_sigma * sigma)).into()
        }
        Parameter::Rate { rate, .. } if rate.sum == 0 => [0.1, 1.0].map(by).into(),
        Parameter::Rate { .. } | Parameter::Variance { .. } => [0.5, 0.9, 1.1, 2.0].map(times).into(),
        Parameter::Centre { feature, class, gda } => {
            let row = fitted.feature(feature.as_str()).unwrap_or(0);
            let at = fitted.class(class.as_str()).unwrap_or(0);
            let sigma = gda.sigma(at).map_or(0.0, |sigma| sigma.entry(row, row).sqrt());
            [-1.0, -0.1, 0.1, 1.0].map(|by_sigma| by(by_sigma * sigma)).into()
        }
        Parameter::Entry { at, class, gda } => {
            let class = class.and_then(|class| fitted.class(class.as_str())).unwrap_or(0);
            let Some(sigma) = gda.sigma(class) else { return Vec::new() };
            let (row, column) = *at;
            let size = (sigma.entry(row, row) * sigma.entry(column, column)).sqrt();
            let all: Vec<Number> = if row == column {
                [0.5, 0.9, 1.1, 2.0].map(times).into()
            } else {
                [-0.1, -0.01, 0.01, 0.1].map(|share| by(share * size)).into()
            };
            all.into_iter().filter(|value| is_positive_definite(sigma, *at, value.to_f64(), gda)).collect()
        }
    }
}

/// Whether Σ stays the covariance matrix of something with one entry changed.
fn is_positive_definite(sigma: &Sigma, (row, column): (usize, usize), value: f64, gda: &Gda) -> bool {
    if gda.is_diagonal() {
        return value > 0.0;
    }
    let changed = |a: usize, b: usize| (a, b) == (row, column) || (b, a) == (row, column);
    let d = sigma.d();
    let entry = |a: usize, b: usize| if changed(a, b) { value } else { sigma.entry(a, b) };
    Sigma::new((0..d).map(|a| (0..d).map(|b| entry(a, b)).collect()).collect()).is_ok()
}
