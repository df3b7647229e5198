//! The parameters of a model: the numbers that its formulas estimate and that ℓ can be differentiated by. Also ℓ with a
//! parameter moved away from its estimate.

use super::super::definition::{Context, Definition};
use super::super::error::WorkedError;
use super::super::evaluate::{Evaluator, value_of};
use super::super::gda::named;
use super::super::variations::Constants;
use super::super::{gaussian, poisson};
use super::joint;
use super::joint::Chance;
use crate::math::{Event, Expr, Name, Number, Quantity, Share};
use crate::model::{Factor, Fitted, Gda, Normal, Rate, Sigma};
use num_bigint::BigInt;
use serde::Serialize;
use std::collections::HashMap;

#[derive(Clone, Debug)]
pub(super) enum Parameter<'a> {
    Chance(Box<Chance>),
    Mean {
        feature: &'a Name,
        class: &'a Name,
    },
    Rate {
        factor: &'a Factor,
        rate: &'a Rate,
        class: &'a Name,
    },
    Variance {
        feature: &'a Name,
        class: &'a Name,
    },
    /// A mean of a class in GDA.
    Centre {
        feature: &'a Name,
        class: &'a Name,
        gda: &'a Gda,
    },
    /// An entry of Σ: the positions of its two features, in order.
    Entry {
        at: (usize, usize),
        class: Option<&'a Name>,
        gda: &'a Gda,
    },
}

impl<'a> Parameter<'a> {
    /// The parameter of an address.
    pub(super) fn of(quantity: &'a Quantity, context: &Context<'a>) -> Result<Parameter<'a>, WorkedError> {
        let none = || WorkedError::NotHere;
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
                if context.factor(feature).is_ok_and(|factor| factor.is_count()) =>
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
                (Some(gda), class) => entry(feature, feature, class.as_ref(), gda, context),
                (None, Some(class)) => {
                    checked(feature, class)?;
                    Ok(Parameter::Variance { feature, class })
                }
                (None, None) => Err(none()),
            },
            Quantity::Cov { a, b, class } => {
                let gda = together.ok_or_else(none)?;
                entry(a, b, class.as_ref(), gda, context)
            }
            _ => Err(none()),
        }
    }

    pub(super) fn address(&self, fitted: &Fitted) -> Quantity {
        match self {
            Parameter::Chance(chance) => chance.of.clone(),
            Parameter::Mean { feature, class } | Parameter::Centre { feature, class, .. } => {
                Quantity::mean(feature, class)
            }
            Parameter::Rate { factor, class, .. } => Quantity::mean(&factor.name, class),
            Parameter::Variance { feature, class } => Quantity::var(feature, class),
            Parameter::Entry { at: (row, column), class, .. } => {
                let name = |at: usize| fitted.features.get(at).map(|feature| feature.name.clone());
                let name = |at: usize| name(at).unwrap_or_else(|| Name::new(""));
                Quantity::Cov { a: name(*row), b: name(*column), class: class.cloned() }
            }
        }
    }

    pub(super) fn slope(&self, context: &Context<'_>) -> Result<Definition, WorkedError> {
        match self {
            Parameter::Chance(chance) => Ok(chance.slope()),
            Parameter::Mean { feature, class } => gaussian::mean_slope(feature, class, context),
            Parameter::Rate { factor, rate, class } => Ok(poisson::slope(factor, rate, class)),
            Parameter::Variance { feature, class } => gaussian::variance_slope(feature, class, context),
            Parameter::Centre { feature, class, gda } => joint::mean_slope(feature, class, gda, context),
            Parameter::Entry { at, class, gda } => joint::entry_slope(*at, *class, gda, context),
        }
    }

    /// The part of ℓ that depends on the parameter.
    pub(super) fn share(&self, context: &Context<'_>) -> Result<Expr, WorkedError> {
        let together = |class: &Name| Expr::Of(Quantity::LogLik(Share::Together(class.clone())));
        Ok(match self {
            Parameter::Chance(chance) => chance.share(),
            Parameter::Mean { feature, class } | Parameter::Variance { feature, class } => {
                gaussian::log_likelihood(feature, class, context)?
            }
            Parameter::Rate { factor, rate, class } => poisson::log_likelihood(factor, rate, class),
            Parameter::Centre { class, .. } | Parameter::Entry { class: Some(class), .. } => together(class),
            Parameter::Entry { class: None, .. } => {
                Expr::sum(context.fitted.classes.iter().map(together).collect())
            }
        })
    }

    /// Whether Σ is too wide to compute the slope or a move from its entries.
    pub(super) fn is_wide(&self, context: &Context<'_>) -> bool {
        matches!(self, Parameter::Centre { .. } | Parameter::Entry { .. }) && joint::is_wide(context)
    }
}

fn entry<'a>(
    a: &Name,
    b: &Name,
    class: Option<&'a Name>,
    gda: &'a Gda,
    context: &Context<'a>,
) -> Result<Parameter<'a>, WorkedError> {
    let (a, b) = (context.feature(a)?, context.feature(b)?);
    class.map(|class| context.class(class)).transpose()?;
    // With one Σ no class has its own entry, and entries off a diagonal Σ are not parameters.
    if class.is_none() != gda.is_shared() || (a != b && gda.is_diagonal()) {
        return Err(WorkedError::NotHere);
    }
    Ok(Parameter::Entry { at: (a.min(b), a.max(b)), class, gda })
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MovedParameter {
    pub value: Number,
    /// ℓ at this value; `None` for minus infinity.
    pub log_likelihood: Option<f64>,
    /// The change from ℓ of the model: below 0 if ℓ falls.
    pub change: Option<f64>,
    /// The change of ℓ with smoothing; `None` without smoothing.
    #[serde(rename = "change_smoothed", skip_serializing_if = "Option::is_none")]
    pub smoothed: Option<f64>,
}

/// Returns the overlay that gives a parameter another value and keeps all others. In a table of probabilities the others keep
/// their proportions, so that they still add to 1.
///
/// # Errors
/// If the quantity is not a parameter of the model.
pub fn held(fitted: &Fitted, parameter: &Quantity, value: &Number) -> Result<Constants, WorkedError> {
    let context = Context { fitted, case: None };
    let of = Parameter::of(parameter, &context).map_err(|error| error.of(parameter))?;
    let mut constants = beside(&of, fitted);
    if let Parameter::Chance(chance) = &of {
        constants.extend(rescaled(chance, value, fitted)?);
    }
    constants.insert(of.address(fitted), value.clone());
    Ok(Constants(constants))
}

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
            // If the others are all 0, they share the remainder equally.
            _ => left.div(&Number::from(others)),
        };
        constants.extend(new.map(|new| (other.clone(), new)));
    }
    Ok(constants)
}

/// The quantities that rest on a parameter and must keep their values while it moves alone.
fn beside(of: &Parameter<'_>, fitted: &Fitted) -> HashMap<Quantity, Number> {
    let mut constants = HashMap::new();
    match of {
        Parameter::Mean { feature, class } => {
            let normal =
                fitted.class(class.as_str()).and_then(|at| fitted.factor(feature.as_str())?.normal(at));
            let var = |normal: &Normal| (Quantity::var(feature, class), Number::Float(normal.variance));
            constants.extend(normal.map(var));
        }
        Parameter::Centre { class, gda, .. } => {
            let at = fitted.class(class.as_str()).unwrap_or(0);
            let Some(sigma) = gda.sigma(at) else { return constants };
            let names: Vec<Name> = fitted.feature_names().cloned().collect();
            for (row, a) in names.iter().enumerate() {
                for (column, b) in names.iter().enumerate().skip(row) {
                    let entry = Quantity::cov(a, b, named(class, gda));
                    constants.insert(entry, Number::Float(sigma.entry(row, column)));
                }
            }
        }
        _ => {}
    }
    constants
}

/// ℓ at some values on both sides of the estimate. `now` is ℓ of the model.
pub(super) fn moves(
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
            // ℓ is infinite here, so the whole ℓ is computed instead of a change.
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

pub(super) fn evaluated(expr: &Expr, evaluator: &mut Evaluator<'_>) -> Result<Option<f64>, WorkedError> {
    let mut known = HashMap::new();
    for quantity in expr.quantities() {
        let value = evaluator.value(&quantity)?;
        known.extend(value.map(|value| (quantity, value)));
    }
    let value = value_of(expr, &|quantity: &Quantity| known.get(quantity).cloned());
    Ok(value.map(|value| value.to_f64()))
}

fn values(of: &Parameter<'_>, estimate: &Number, fitted: &Fitted) -> Vec<Number> {
    let by = |distance: f64| Number::Float(estimate.to_f64() + distance);
    let times = |factor: f64| Number::Float(estimate.to_f64() * factor);
    match of {
        Parameter::Chance(chance) => {
            // The probability of a single outcome is 1.
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

/// Whether Σ stays positive definite with one entry changed.
fn is_positive_definite(sigma: &Sigma, (row, column): (usize, usize), value: f64, gda: &Gda) -> bool {
    if gda.is_diagonal() {
        return value > 0.0;
    }
    let changed = |a: usize, b: usize| (a, b) == (row, column) || (b, a) == (row, column);
    let d = sigma.d();
    let entry = |a: usize, b: usize| if changed(a, b) { value } else { sigma.entry(a, b) };
    Sigma::new((0..d).map(|a| (0..d).map(|b| entry(a, b)).collect()).collect()).is_ok()
}
