//! A probability as a parameter: of one outcome of several that share a total, the others keeping their proportions.

use num_rational::BigRational;
use num_traits::Zero;

use super::super::context::Context;
use super::super::definition::{Definition, Rule};
use super::super::error::WorkedError;
use super::super::gda;
use super::super::naive_bayes::total;
use crate::math::{Expr, Name, Number, Quantity};
use crate::model::Form;
use crate::recipe::Prior;

#[derive(Clone, Debug)]
pub(super) struct Chance {
    pub of: Quantity,
    /// The outcomes it shares the total with, itself included; of a word that is there or not, itself alone.
    pub table: Vec<Quantity>,
    pub outcomes: usize,
    pub count: Expr,
    pub counted: u64,
    pub total: Expr,
    /// How often any of the others was: the count of the only other, else the total less its own.
    pub rest: Expr,
    pub others: u64,
    /// What is added to each count, where it is estimated so.
    pub added: Added,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Added {
    Nothing,
    /// With so much added to each count; as a formula and as a number.
    Some(Expr, BigRational),
    Given,
}

impl Added {
    fn of(expr: Expr, value: &BigRational) -> Added {
        if value.is_zero() { Added::Nothing } else { Added::Some(expr, value.clone()) }
    }
}

impl Chance {
    pub(super) fn prior(class: &Name, context: &Context<'_>) -> Result<Chance, WorkedError> {
        let fitted = context.fitted;
        let at = context.class(class)?;
        let added = match &fitted.data.resolved.prior {
            Prior::Counts => Added::Nothing,
            Prior::Laplace(a) => Added::of(Expr::Num(Number::Exact(a.value().clone())), a.value()),
            Prior::Uniform | Prior::Given(_) => Added::Given,
        };
        let mut others = fitted.classes.iter().filter(|other| *other != class);
        let only = others.next().filter(|_| fitted.classes.len() == 2).map(gda::count);
        let (count, total) = (gda::count(class), Expr::Of(Quantity::Rows));
        let counted = fitted.class_count(at);
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
        })
    }

    pub(super) fn conditional(
        feature: &Name,
        value: &Name,
        class: &Name,
        context: &Context<'_>,
    ) -> Result<Chance, WorkedError> {
        let (factor, at) = (context.factor(feature)?, context.class(class)?);
        let position = context.value(factor, value)?;
        let of = Quantity::conditional(feature, value, class);
        let count = |value: &Name| Expr::from(Quantity::value_count(feature, value, Some(class)));
        let all = Expr::Of(total(factor, at, class, context));
        let counted = factor.count(position, at);
        let presence = factor.form == Form::Presence;
        let other = match factor.values() {
            [one, other] if !presence => Some(if position == 0 { other } else { one }),
            _ => None,
        };
        let table = |value: &Name| Quantity::conditional(feature, value, class);
        Ok(Chance {
            table: if presence { vec![of.clone()] } else { factor.values().iter().map(table).collect() },
            outcomes: factor.outcomes(),
            rest: other.map_or_else(|| all.clone() - count(value), count),
            count: count(value),
            counted,
            total: all,
            others: factor.total(at).saturating_sub(counted),
            added: Added::of(Expr::Of(Quantity::Alpha), factor.alpha()),
            of,
        })
    }

    fn p(&self) -> Expr {
        self.of.clone().into()
    }

    /// The part of ℓ that the probability takes part in: `count · ln P + rest · ln(1 − P)`. The others of its table keep
    /// their proportions, so they are shares of 1 − P, and the logarithms of those do not change.
    pub(super) fn share(&self) -> Expr {
        let own = (self.counted > 0).then(|| self.count.clone() * self.p().ln());
        let rest = (self.others > 0).then(|| self.rest.clone() * self.p().opposite().ln());
        Expr::sum(own.into_iter().chain(rest).collect())
    }

    /// `count/P − rest/(1 − P)`; what was never counted has no term in ℓ, and so none here.
    pub(super) fn slope(&self) -> Definition {
        let own = (self.counted > 0).then(|| self.count.clone() / self.p());
        let rest = (self.others > 0).then(|| -(self.rest.clone() / self.p().opposite()));
        Definition::Formula { rule: Rule::Slope, expr: Expr::sum(own.into_iter().chain(rest).collect()) }
    }

    /// `a · ln P + a (k − 1) · ln(1 − P)` with what is added to each count; `None` where nothing is.
    pub(super) fn added_share(&self) -> Option<Expr> {
        let (own, rest) = self.added_terms()?;
        Some(own * self.p().ln() + rest * self.p().opposite().ln())
    }

    /// Its slope: `a/P − a (k − 1)/(1 − P)`.
    pub(super) fn added_slope(&self) -> Option<Expr> {
        let (own, rest) = self.added_terms()?;
        Some(own / self.p() - rest / self.p().opposite())
    }

    pub(super) fn added_terms(&self) -> Option<(Expr, Expr)> {
        let Added::Some(each, _) = &self.added else { return None };
        let others = self.outcomes.checked_sub(1).filter(|others| *others > 0)? as u64;
        let rest = match others {
            1 => each.clone(),
            more => each.clone() * Expr::int(more),
        };
        Some((each.clone(), rest))
    }
}
