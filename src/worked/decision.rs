//! Costs: what an action costs, what it is expected to cost of the case in hand, and what the chosen actions cost the rows that
//! judge the model.

use super::context::Context;
use super::definition::over_classes;
use super::definition::{Defined, Definition, Rule};
use super::error::WorkedError;
use crate::math::{BigOp, Expr, Name, Number, Quantity, symbols};
use crate::model::Decider;

/// More cells of a table of costs are written as a sum sign.
const CELLS: usize = 12;

/// What an action costs where a class is so, or its expected cost for the case in hand: Σ cost · posterior.
pub(super) fn cost(action: &Name, class: Option<&Name>, context: &Context<'_>) -> Defined {
    let decider = decider(context)?;
    let at = place(action, decider)?;
    if !decider.has_costs() {
        return Err(WorkedError::NotHere);
    }
    if let Some(class) = class {
        let value = decider.cost(at, context.class(class)?).map(Number::Exact).ok_or(WorkedError::NotHere)?;
        return Ok(Definition::Fact { rule: Rule::Chosen, value });
    }
    context.case()?;
    let term =
        |class: &Name| Expr::from(Quantity::cost(action, Some(class))) * Quantity::posterior(class).into();
    Ok(Definition::Formula { rule: Rule::ExpectedCost, expr: over_classes(context, term) })
}

pub(super) fn decided(actual: Option<&Name>, action: Option<&Name>, context: &Context<'_>) -> Defined {
    let decider = decider(context)?;
    let verdicts = context.verdicts()?;
    let class = actual.map(|class| context.class(class)).transpose()?;
    let action = action.map(|action| place(action, decider)).transpose()?;
    let rule = if verdicts.is_weighted() { Rule::JudgedWeighed } else { Rule::Judged };
    Ok(Definition::Fact { rule, value: Number::from(verdicts.decided(class, action)) })
}

/// Σ cost · rows of each cell, over all rows. Where no costs are said a wrong class costs 1.
pub(super) fn mean_cost(context: &Context<'_>) -> Defined {
    let decider = decider(context)?;
    context.verdicts()?;
    let rule = Rule::MeanCost;
    if decider.rejects().is_some() {
        return Err(WorkedError::NotHere);
    }
    let mut terms = Vec::new();
    for (at, action) in decider.actions.iter().enumerate() {
        for (class, name) in context.fitted.classes.iter().enumerate() {
            let cost = decider.cost(at, class).map(Number::Exact).filter(|cost| !cost.is_zero());
            let rows = Expr::from(Quantity::decided(Some(action), Some(name)));
            terms.extend(cost.map(|_| match decider.has_costs() {
                true => Expr::from(Quantity::cost(action, Some(name))) * rows,
                false => rows,
            }));
        }
    }
    let sum = match terms.len() {
        0 => Expr::int(0),
        few if few <= CELLS => Expr::sum(terms),
        many => {
            let (a, c) = (Name::new("a"), Name::new("c"));
            let body =
                Expr::from(Quantity::cost(&a, Some(&c))) * Quantity::decided(Some(&a), Some(&c)).into();
            Expr::big(BigOp::Sum, symbols::I, Expr::int(many as u64), body, terms)
        }
    };
    Ok(Definition::Formula { rule, expr: sum / Quantity::decided(None, None).into() })
}

fn decider<'a>(context: &Context<'a>) -> Result<&'a Decider, WorkedError> {
    context.fitted.decider.as_ref().ok_or(WorkedError::NoDecision)
}

fn place(action: &Name, decider: &Decider) -> Result<usize, WorkedError> {
    let found = decider.actions.iter().position(|one| one == action);
    found.ok_or_else(|| WorkedError::NoAction(action.clone(), decider.actions.to_vec()))
}
