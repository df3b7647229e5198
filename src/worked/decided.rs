//! What is done with the posterior of the case in hand, as the last row of its working.

use super::error::WorkedError;
use super::evaluate::Evaluator;
use super::posterior::{Row, RowKind, Worked, worked};
use crate::math::{Name, Number, Quantity};
use crate::model::Fitted;

/// What is done with the posterior of the case in hand.
#[derive(Clone, Debug)]
pub struct Decided {
    /// What each action is expected to cost, in the order of the actions; none where no costs decide.
    pub costs: Vec<Worked>,
    /// The action; `None` where the posterior is undefined.
    pub chosen: Option<usize>,
}

impl Decided {
    /// The last row of a posterior, below the row of its shares, where the recipe says what is done with it. A class has the
    /// cost of the action that is called as it is.
    pub(super) fn row(
        evaluator: &mut Evaluator<'_>,
        last: Option<&Row>,
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
        let leaders = last.map(|row| row.leaders.clone()).unwrap_or_default();
        let chosen = match (posterior, expected) {
            (None, _) => None,
            (Some(posterior), Some(_)) if decider.has_costs() => decider.least(&posterior).0,
            (Some(posterior), _) => decider.choose(&posterior, leaders.first().copied()),
        };
        let shares = last.and_then(|row| row.shares.clone());
        let row = Row { kind: RowKind::Decide, cells, moves: None, shares, leaders };
        Ok(Some((row, Decided { costs, chosen })))
    }
}

/// What is worked out of a case: the posterior of each class, and what each action is expected to cost.
pub fn goals(fitted: &Fitted) -> Vec<Quantity> {
    let costs = fitted.decider.iter().filter(|decider| decider.has_costs());
    let costs = costs.flat_map(|decider| decider.actions.iter().map(|action| Quantity::cost(action, None)));
    fitted.classes.iter().map(Quantity::posterior).chain(costs).collect()
}
