//! Decisions for the test rows: which action is chosen for rows of which class, and what that costs.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::Zero;

use super::{EvaluatedRow, Evaluation};
use crate::math::Number;
use crate::model::{Classifier, Decider};
use crate::recipe::Decision;

/// Rows by the action that is chosen for them and what they are.
#[derive(Clone, Debug)]
pub struct Decisions {
    pub said: Decision,
    pub decider: Decider,
    pub matrix: Vec<Vec<u64>>,
    /// Rows for which something is chosen.
    pub n: u64,
    /// Rows without a posterior, which decides nothing.
    pub undecided: u64,
    /// Rows of classes that no training row has, of which no cost is known.
    pub unknown: u64,
    /// What the chosen actions cost a row; `None` where nothing costs anything, or no row is decided.
    pub mean_cost: Option<Number>,
}

impl Evaluation {
    #[must_use]
    pub(super) fn decided_by(mut self, model: &dyn Classifier) -> Evaluation {
        let said = model.data().resolved.recipe.decision.as_ref().zip(model.decider());
        self.decisions = said.map(|(said, decider)| Arc::new(Decisions::new(&self, said, decider)));
        self
    }
}

impl Decisions {
    fn new(evaluation: &Evaluation, said: &Decision, decider: &Decider) -> Decisions {
        let classes = evaluation.predictable;
        let pieces = evaluation.rows.pieces(|_, piece| {
            let (mut matrix, mut undecided, mut unknown) =
                (vec![vec![0; classes]; decider.actions.len()], 0, 0);
            for row in piece.iter() {
                let chosen = row
                    .posterior()
                    .and_then(|posterior| decider.choose_float(&posterior, row.prediction.predicted));
                let cell =
                    chosen.and_then(|action| matrix.get_mut(action)).map(|cells| cells.get_mut(row.actual));
                match cell {
                    None => undecided += row.weight,
                    Some(None) => unknown += row.weight,
                    Some(Some(cell)) => *cell += row.weight,
                }
            }
            (matrix, undecided, unknown)
        });
        let (mut matrix, mut undecided, mut unknown) = (vec![vec![0; classes]; decider.actions.len()], 0, 0);
        for (part, none, other) in pieces {
            let cells = matrix.iter_mut().flatten().zip(part.into_iter().flatten());
            cells.for_each(|(all, more)| *all += more);
            (undecided, unknown) = (undecided + none, unknown + other);
        }
        let n = matrix.iter().flatten().sum();
        let mut decisions = Decisions {
            said: said.clone(),
            decider: decider.clone(),
            matrix,
            n,
            undecided,
            unknown,
            mean_cost: None,
        };
        decisions.mean_cost = decisions.cost().and_then(|cost| Number::Exact(cost).div(&Number::from(n)));
        decisions
    }

    fn cost(&self) -> Option<BigRational> {
        let mut sum = BigRational::zero();
        for (action, row) in self.matrix.iter().enumerate() {
            for (class, rows) in row.iter().enumerate().filter(|(_, rows)| **rows > 0) {
                sum += self.decider.cost(action, class)? * BigRational::from_integer((*rows).into());
            }
        }
        self.decider.rejects().is_none().then_some(sum)
    }

    /// Rows of a class, or of any, for which an action is chosen, or any.
    pub fn count(&self, actual: Option<usize>, action: Option<usize>) -> u64 {
        let rows = self.matrix.iter().enumerate().filter(|(at, _)| action.is_none_or(|action| action == *at));
        let cells = rows.flat_map(|(_, row)| row.iter().enumerate());
        cells.filter(|(class, _)| actual.is_none_or(|actual| actual == *class)).map(|(_, rows)| rows).sum()
    }

    /// The action that is chosen for a row of a class of the model.
    pub fn of_row(&self, row: &EvaluatedRow<'_>) -> Option<usize> {
        let known = self.matrix.first().is_some_and(|cells| row.actual < cells.len());
        let posterior = row.posterior().filter(|_| known)?;
        self.decider.choose_float(&posterior, row.prediction.predicted)
    }

    /// Rows for which nothing is named, where that can be.
    pub fn rejected(&self) -> Option<u64> {
        self.decider.rejects().map(|action| self.count(None, Some(action)))
    }

    /// Rows that are called what they are, where the actions are the classes.
    pub fn right(&self) -> u64 {
        let cells = self.matrix.iter().enumerate().map(|(action, row)| row.get(action).copied().unwrap_or(0));
        cells.sum()
    }
}
