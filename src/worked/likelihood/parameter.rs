//! The parameters of a model: the numbers that its formulas estimate and that ℓ can be differentiated by. Also ℓ with a
//! parameter moved away from its estimate.

use super::{entry_slope, is_wide, joint_mean_slope};
use crate::math::{Event, Expr, Name, Number, Quantity, Share};
use crate::model::{Factor, FactorForm, Fitted, Gda, Rate, Sigma};
use crate::recipe::Prior;
use crate::worked::naive_bayes::total;
use crate::worked::{
    Constants, Context, Defined, Evaluator, Result, Rule, WorkedError, formula, gaussian, gda,
};
use num_traits::Zero;
use serde::Serialize;
use std::collections::HashMap;

/// A probability; a mean in GDA or naive Bayes; a rate; a variance of naive Bayes; or an entry of Σ, with its two features and
/// their positions in order.
#[derive(Clone, Debug)]
pub(super) enum Parameter<'a> {
    Chance(Box<Chance>),
    Mean { feature: &'a Name, class: &'a Name, gda: Option<&'a Gda> },
    Rate { feature: &'a Name, rate: &'a Rate, class: &'a Name },
    Variance { feature: &'a Name, class: &'a Name },
    Entry { names: [&'a Name; 2], at: (usize, usize), class: Option<&'a Name>, gda: &'a Gda },
}

impl<'a> Parameter<'a> {
    pub(super) fn of(quantity: &'a Quantity, context: &Context<'a>) -> Result<Parameter<'a>> {
        let gda = context.fitted.gda();
        match quantity {
            Quantity::Prob { event: Event::Class(class), given: None } => {
                Ok(Parameter::Chance(Box::new(Chance::prior(class, context)?)))
            }
            Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) }
                if !context.factor(feature).is_ok_and(Factor::is_count) =>
            {
                Ok(Parameter::Chance(Box::new(Chance::conditional(feature, value, class, context)?)))
            }
            Quantity::Mean { feature, class: Some(class) } => {
                let factor = context.fitted.factors().get(context.feature(feature)?);
                let at = context.class(class)?;
                let rate = factor.and_then(|factor| factor.rate(at));
                let normal = factor.and_then(|factor| factor.normal(at));
                match rate {
                    Some(rate) => Ok(Parameter::Rate { feature, rate, class }),
                    None if normal.is_none() && gda.is_none() => Err(WorkedError::NotHere),
                    None => Ok(Parameter::Mean { feature, class, gda }),
                }
            }
            Quantity::Var { feature, class: Some(class) } if gda.is_none() => {
                context.normal(feature, class)?;
                Ok(Parameter::Variance { feature, class })
            }
            Quantity::Var { feature, class } => entry([feature, feature], class.as_ref(), context),
            Quantity::Cov { a, b, class } => entry([a, b], class.as_ref(), context),
            _ => Err(WorkedError::NotHere),
        }
    }

    pub(super) fn address(&self) -> Quantity {
        match self {
            Parameter::Chance(chance) => chance.of.clone(),
            Parameter::Mean { feature, class, .. } | Parameter::Rate { feature, class, .. } => {
                Quantity::mean(feature, class)
            }
            Parameter::Variance { feature, class } => Quantity::var(feature, class),
            Parameter::Entry { names: [a, b], class, .. } => Quantity::cov(a, b, *class),
        }
    }

    pub(super) fn slope(&self, context: &Context<'_>) -> Defined {
        match self {
            Parameter::Chance(chance) => formula(Rule::Slope, chance.slope(chance.counts())),
            Parameter::Mean { feature, class, gda: None } => gaussian::mean_slope(feature, class, context),
            Parameter::Mean { feature, class, gda: Some(gda) } => {
                joint_mean_slope(feature, class, gda, context)
            }
            Parameter::Rate { feature, rate, class } => gaussian::rate_slope(feature, rate, class),
            Parameter::Variance { feature, class } => gaussian::variance_slope(feature, class, context),
            Parameter::Entry { at, class, gda, .. } => entry_slope(*at, *class, gda, context),
        }
    }

    /// The part of ℓ that depends on the parameter.
    pub(super) fn share(&self, context: &Context<'_>) -> Result<Expr> {
        let together = |class: &Name| Expr::Of(Quantity::LogLik(Share::Together(class.clone())));
        match self {
            Parameter::Chance(chance) => Ok(chance.share(chance.counts())),
            Parameter::Mean { feature, class, gda: None } | Parameter::Variance { feature, class } => {
                gaussian::log_likelihood(feature, class, context)
            }
            Parameter::Rate { feature, rate, class } => {
                Ok(gaussian::poisson_likelihood(feature, rate, class))
            }
            Parameter::Mean { class, .. } | Parameter::Entry { class: Some(class), .. } => {
                Ok(together(class))
            }
            Parameter::Entry { class: None, .. } => {
                Ok(Expr::sum(context.fitted.classes.iter().map(together).collect()))
            }
        }
    }

    /// Whether Σ is too wide to compute the slope or a move from its entries.
    pub(super) fn is_wide(&self, context: &Context<'_>) -> bool {
        matches!(self, Parameter::Mean { .. } | Parameter::Entry { .. }) && is_wide(context)
    }
}

fn entry<'a>([a, b]: [&'a Name; 2], class: Option<&'a Name>, context: &Context<'a>) -> Result<Parameter<'a>> {
    let gda = context.fitted.gda().ok_or(WorkedError::NotHere)?;
    let (row, column) = (context.feature(a)?, context.feature(b)?);
    class.map(|class| context.class(class)).transpose()?;
    // With one Σ no class has its own entry, and entries off a diagonal Σ are not parameters.
    if class.is_none() != gda.is_shared() || (row != column && gda.is_diagonal()) {
        return Err(WorkedError::NotHere);
    }
    let (names, at) = if row <= column { ([a, b], (row, column)) } else { ([b, a], (column, row)) };
    Ok(Parameter::Entry { names, at, class, gda })
}

/// A probability that is estimated by a share of a count.
#[derive(Clone, Debug)]
pub(super) struct Chance {
    pub of: Quantity,
    /// The outcomes that share the total, itself included; for a Bernoulli word, itself alone.
    table: Vec<Quantity>,
    pub outcomes: usize,
    pub count: Expr,
    pub counted: u64,
    pub total: Expr,
    /// The count of the other outcomes: the count of the only other one, or the total minus its own.
    pub rest: Expr,
    pub others: u64,
    /// The amount that smoothing adds to each count.
    pub added: Option<Expr>,
    /// Whether it is not estimated.
    pub is_given: bool,
}

/// An amount for the outcome of a chance, and one for all others.
type Amounts = [Option<Expr>; 2];

impl Chance {
    fn prior(class: &Name, context: &Context<'_>) -> Result<Chance> {
        let fitted = context.fitted;
        let prior = &fitted.data.resolved.prior;
        let added = match prior {
            Prior::Laplace(a) if !a.value().is_zero() => Some(Expr::Num(Number::Exact(a.value().clone()))),
            _ => None,
        };
        let mut others = fitted.classes.iter().filter(|other| *other != class);
        let only = others.next().filter(|_| fitted.classes.len() == 2).map(gda::count);
        let (count, total) = (gda::count(class), Expr::Of(Quantity::Rows));
        let counted = fitted.class_count(context.class(class)?);
        Ok(Chance {
            of: Quantity::prior(class),
            table: fitted.classes.iter().map(Quantity::prior).collect(),
            outcomes: fitted.classes.len(),
            rest: only.unwrap_or_else(|| total.clone() - count.clone()),
            count,
            counted,
            total,
            others: fitted.rows().saturating_sub(counted),
            added,
            is_given: matches!(prior, Prior::Uniform | Prior::Given(_)),
        })
    }

    fn conditional(feature: &Name, value: &Name, class: &Name, context: &Context<'_>) -> Result<Chance> {
        let (factor, at) = (context.factor(feature)?, context.class(class)?);
        let position = context.value(factor, value)?;
        let of = |value: &Name| Quantity::conditional(feature, value, class);
        let count = |value: &Name| Expr::from(Quantity::value_count(feature, value, Some(class)));
        let all = Expr::Of(total(factor, at, class, context));
        let counted = factor.count(position, at);
        let presence = factor.form == FactorForm::Presence;
        let other = match factor.values() {
            [one, other] if !presence => Some(if position == 0 { other } else { one }),
            _ => None,
        };
        Ok(Chance {
            of: of(value),
            table: if presence { vec![of(value)] } else { factor.values().iter().map(of).collect() },
            outcomes: factor.outcomes(),
            rest: other.map_or_else(|| all.clone() - count(value), count),
            count: count(value),
            counted,
            total: all,
            others: factor.total(at).saturating_sub(counted),
            added: (!factor.alpha().is_zero()).then_some(Expr::Of(Quantity::Alpha)),
            is_given: false,
        })
    }

    fn p(&self) -> Expr {
        self.of.clone().into()
    }

    /// The counts; a count of 0 has no term in ℓ.
    fn counts(&self) -> Amounts {
        let some = |n: u64, count: &Expr| (n > 0).then(|| count.clone());
        [some(self.counted, &self.count), some(self.others, &self.rest)]
    }

    /// What smoothing adds to the counts.
    pub(super) fn added_counts(&self) -> Option<[Expr; 2]> {
        let each = self.added.clone()?;
        let rest = match self.outcomes.checked_sub(1)? as u64 {
            0 => return None,
            1 => each.clone(),
            more => each.clone() * Expr::int(more),
        };
        Some([each, rest])
    }

    /// The part of ℓ that depends on the probability: `count · ln P + rest · ln(1 − P)`. The others of its table keep their
    /// proportions, so they are shares of 1 − P, and the logarithms of those do not change.
    fn share(&self, [count, rest]: Amounts) -> Expr {
        let own = count.map(|count| count * self.p().ln());
        let rest = rest.map(|rest| rest * self.p().opposite().ln());
        Expr::sum(own.into_iter().chain(rest).collect())
    }

    /// `count/P − rest/(1 − P)`
    fn slope(&self, [count, rest]: Amounts) -> Expr {
        let own = count.map(|count| count / self.p());
        let rest = rest.map(|rest| -(rest / self.p().opposite()));
        Expr::sum(own.into_iter().chain(rest).collect())
    }

    /// The slope of the part of smoothing; `None` without smoothing.
    pub(super) fn added_slope(&self) -> Option<Expr> {
        self.added_counts().map(|counts| self.slope(counts.map(Some)))
    }
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
pub fn held(fitted: &Fitted, parameter: &Quantity, value: &Number) -> Result<Constants> {
    let context = Context { fitted, case: None };
    let of = Parameter::of(parameter, &context).map_err(|error| error.of(parameter))?;
    let mut constants = beside(&of, &context);
    if let Parameter::Chance(chance) = &of {
        let mut evaluator = Evaluator::new(context, Vec::new());
        let one = Number::one();
        let before = evaluator.value(&chance.of)?.map(|value| one.sub(&value));
        let left = one.sub(value);
        let others = chance.table.len().saturating_sub(1) as u64;
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
    }
    constants.insert(of.address(), value.clone());
    Ok(Constants(constants))
}

/// The quantities that rest on a mean and must keep their values while it moves alone: the variances.
fn beside(of: &Parameter<'_>, context: &Context<'_>) -> HashMap<Quantity, Number> {
    let Parameter::Mean { feature, class, gda } = of else { return HashMap::new() };
    let Some(gda) = gda else {
        let normal = context.normal(feature, class).into_iter();
        return normal.map(|of| (Quantity::var(feature, class), Number::Float(of.variance))).collect();
    };
    let fitted = context.fitted;
    let Some(sigma) = fitted.class(class.as_str()).and_then(|at| gda.sigma(at)) else {
        return HashMap::new();
    };
    let entry = |((row, a), (column, b)): ((usize, &Name), (usize, &Name))| {
        (Quantity::cov(a, b, gda::named(class, gda)), Number::Float(sigma.entry(row, column)))
    };
    gda::pairs(fitted).map(entry).collect()
}

/// ℓ at some values on both sides of the estimate. `now` is ℓ of the model.
pub(super) fn moves(
    of: &Parameter<'_>,
    now: Option<f64>,
    context: &Context<'_>,
) -> Result<Vec<MovedParameter>> {
    let (fitted, address) = (context.fitted, of.address());
    let estimate = Evaluator::new(*context, Vec::new()).value(&address)?;
    let Some(estimate) = estimate.filter(|_| !of.is_wide(context)) else { return Ok(Vec::new()) };
    let share = of.share(context)?;
    let added = match of {
        Parameter::Chance(chance) => chance.added_counts().map(|counts| chance.share(counts.map(Some))),
        _ => None,
    };
    let at = |constants: HashMap<Quantity, Number>| -> Result<[Option<f64>; 2]> {
        let constants = Constants(constants);
        let mut evaluator = Evaluator::new(*context, vec![&constants]);
        let mut value = |expr: &Expr| Ok(evaluator.value_of(expr)?.map(|value| value.to_f64()));
        Ok([value(&share)?, added.as_ref().map(value).transpose()?.flatten()])
    };
    let less = |now: Option<f64>, was: Option<f64>| now.zip(was).map(|(now, was)| now - was);
    let [own_before, added_before] = at(HashMap::new())?;
    let mut all = Vec::new();
    for value in values(of, &estimate, context) {
        let mut constants = beside(of, context);
        constants.insert(address.clone(), value.clone());
        let [own, added] = at(constants)?;
        let change = less(own, own_before);
        let log_likelihood = match now {
            Some(now) => change.map(|change| now + change),
            // ℓ is infinite here, so the whole ℓ is computed instead of a change.
            None => {
                let constants = held(fitted, &address, &value)?;
                let mut evaluator = Evaluator::new(*context, vec![&constants]);
                evaluator.value(&Quantity::LogLik(Share::Whole))?.map(|whole| whole.to_f64())
            }
        };
        let smoothed = change.zip(less(added, added_before)).map(|(change, more)| change + more);
        all.push(MovedParameter { value, log_likelihood, change, smoothed });
    }
    Ok(all)
}

fn values(of: &Parameter<'_>, estimate: &Number, context: &Context<'_>) -> Vec<Number> {
    let fitted = context.fitted;
    let by = |distance: f64| Number::Float(estimate.to_f64() + distance);
    let around = |size: f64| Vec::from([-1.0, -0.1, 0.1, 1.0].map(|share| by(share * size)));
    let times = || Vec::from([0.5, 0.9, 1.1, 2.0].map(|factor| Number::Float(estimate.to_f64() * factor)));
    match of {
        // The probability of a single outcome is 1.
        Parameter::Chance(chance) if chance.outcomes < 2 => Vec::new(),
        Parameter::Chance(_) => {
            let steps = [(-1, 10), (-1, 100), (1, 100), (1, 10)];
            let steps = steps.into_iter().filter_map(|(top, bottom)| Number::ratio(top, bottom));
            let moved = steps.map(|step| estimate.add(&step));
            moved.filter(|p| !p.is_zero() && !p.is_negative() && p.to_f64() < 1.0).collect()
        }
        Parameter::Mean { feature, class, gda: None } => {
            around(context.normal(feature, class).map_or(0.0, |normal| normal.variance.sqrt()))
        }
        Parameter::Mean { feature, class, gda: Some(gda) } => {
            let row = fitted.feature(feature.as_str());
            let sigma = fitted.class(class.as_str()).and_then(|at| gda.sigma(at));
            around(row.zip(sigma).map_or(0.0, |(row, sigma)| sigma.entry(row, row).sqrt()))
        }
        Parameter::Rate { rate, .. } if rate.sum == 0 => [0.1, 1.0].map(by).into(),
        Parameter::Rate { .. } | Parameter::Variance { .. } => times(),
        Parameter::Entry { at: (row, column), class, gda, .. } => {
            let class = class.map_or(Some(0), |class| fitted.class(class.as_str()));
            let Some(sigma) = class.and_then(|class| gda.sigma(class)) else { return Vec::new() };
            let size = (sigma.entry(*row, *row) * sigma.entry(*column, *column)).sqrt();
            let beside = || Vec::from([-0.1, -0.01, 0.01, 0.1].map(|share| by(share * size)));
            let all = if row == column { times() } else { beside() };
            let stays = |value: &Number| is_positive_definite(sigma, (*row, *column), value.to_f64(), gda);
            all.into_iter().filter(stays).collect()
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
