//! How typical the case in hand is: the χ² tail of its squared distance in each class, and where its evidence ranks among
//! the training rows.

use super::context::Context;
use super::definition::{Defined, Definition, Rule};
use super::error::WorkedError;
use crate::math::{Expr, Func, Name, Number, Quantity, Rank};
use crate::model::CaseValue;

/// P(χ² > q) of a class: under a normal distribution q has a χ² distribution with as many degrees of freedom as there are
/// numbers (Johnson and Wichern, Applied Multivariate Statistical Analysis, result 4.7).
pub(super) fn tail(class: &Name, context: &Context<'_>) -> Defined {
    context.class(class)?;
    let case = context.case()?;
    let k = match context.fitted.gda() {
        Some(_) => case.numbers().len(),
        None => case.cells.iter().filter(|cell| matches!(cell.value, CaseValue::Number(_))).count(),
    };
    let k = u32::try_from(k).map_err(|_| WorkedError::NotHere)?;
    let q = Box::new(Quantity::SquaredDistance(class.clone()).into());
    Ok(Definition::Formula { rule: Rule::Tail, expr: Expr::Call(Func::ChiSquareTail(k), q) })
}

/// How many training rows are less probable than the case, as probable, or more.
pub(super) fn ranked(rank: Rank, context: &Context<'_>) -> Defined {
    let rule = Rule::Ranked;
    let Some(ranking) = context.fitted.rank(context.case()?) else {
        return Ok(Definition::Formula { rule, expr: Expr::ratio(0, 0) });
    };
    let rows = match rank {
        Rank::Below => ranking.below,
        Rank::Equal => ranking.equal,
        Rank::Above => ranking.above,
    };
    Ok(Definition::Fact { rule, value: Number::from(rows) })
}

/// (below + equal)/(below + equal + above)
pub(super) fn share(context: &Context<'_>) -> Defined {
    context.case()?;
    let [below, equal, above] =
        [Rank::Below, Rank::Equal, Rank::Above].map(|rank| Expr::from(Quantity::Ranked(rank)));
    let expr = (below.clone() + equal.clone()) / (below + equal + above);
    Ok(Definition::Formula { rule: Rule::Typicality, expr })
}
