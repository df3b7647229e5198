//! Costs: what an action costs, what it is expected to cost of the case in hand, and what the chosen actions cost the rows that
//! judge the model.

use super::context::Context;
use super::definition::{Defined, Definition, Rule};
use super::error::WorkedError;
use super::evaluate::Evaluator;
use super::naive_bayes::{LISTED, over_classes};
use super::posterior::{Row, RowKind, Worked, worked};
use crate::math::{BigOp, Expr, Name, Number, Quantity, symbols};
use crate::model::{Decider, Fitted};

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

/// Evaluated rows of a class for which an action is chosen.
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
        few if few <= LISTED => Expr::sum(terms),
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
    found.ok_or_else(|| WorkedError::NoAction { name: action.clone(), actions: decider.actions.to_vec() })
}

/// What is done with the posterior of the case in hand.
#[derive(Clone, Debug)]
pub struct Decided {
    /// What each action is expected to cost, in the order of the actions; none where no costs decide.
    pub costs: Vec<Worked>,
    /// The action; `None` where the posterior is undefined.
    pub chosen: Option<usize>,
    /// The actions that cost the same and the least, if there are several.
    pub tied: Vec<usize>,
}

impl Decided {
    /// The last row of a posterior, below the row of its shares, where the recipe says what is done with it. A class has the
    /// cost of the action that is called as it is.
    pub(super) fn row(
        evaluator: &mut Evaluator<'_>,
        shares: Option<Vec<f64>>,
    ) -> Result<Option<(Row, Decided)>, WorkedError> {
        let fitted = evaluator.fitted();
        let Some(decider) = &fitted.decider else { return Ok(None) };
        let posterior = fitted.classes.iter().map(|class| evaluator.value(&Quantity::posterior(class)));
        let posterior: Option<Vec<Number>> = posterior.collect::<Result<_, WorkedError>>()?;
        let costs = decider.actions.iter().filter(|_| decider.has_costs());
        let costs = costs.map(|action| worked(evaluator, Quantity::cost(action, None)));
        let costs = costs.collect::<Result<Vec<Worked>, WorkedError>>()?;
        let of_class = |class: &Name| {
            let action = decider.actions.iter().position(|action| action == class);
            action.and_then(|action| costs.get(action)).cloned().unwrap_or_else(Worked::blank)
        };
        let cells = fitted.classes.iter().map(of_class).collect();
        let expected: Option<Vec<Number>> = costs.iter().map(|cost| cost.value.clone()).collect();
        let (chosen, tied) = match (posterior, expected) {
            (None, _) => (None, Vec::new()),
            (Some(_), Some(expected)) if decider.has_costs() => decider.least(&expected),
            (Some(posterior), _) => (decider.choose(&posterior), Vec::new()),
        };
        let row = Row { kind: RowKind::Decide, cells, moves: None, shares };
        Ok(Some((row, Decided { costs, chosen, tied })))
    }
}

/// What is worked out of a case: the posterior of each class, and what each action is expected to cost.
pub fn goals(fitted: &Fitted) -> Vec<Quantity> {
    let costs = fitted.decider.iter().filter(|decider| decider.has_costs());
    let costs = costs.flat_map(|decider| decider.actions.iter().map(|action| Quantity::cost(action, None)));
    fitted.classes.iter().map(Quantity::posterior).chain(costs).collect()
}
