//! The parameters of a model: the numbers that its formulas estimate and that ℓ can be differentiated by.

use super::{entry_slope, joint_mean_slope};
use crate::math::{Event, Expr, Name, Number, Quantity, Share};
use crate::model::{Factor, FactorForm, Gda, Rate};
use crate::recipe::Prior;
use crate::worked::naive_bayes::total;
use crate::worked::{Context, Defined, Result, Rule, WorkedError, formula, gaussian, gda};
use num_traits::Zero;

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
