//! What is done with a posterior: of a case, and of the rows that judge a model.

use serde::Serialize;

use super::{ByClass, Object, by_class};
use crate::evaluate::{self, Decisions};
use crate::math::{Name, Number};
use crate::model::{Decider, Prediction};

#[derive(Serialize)]
pub(super) struct Decision<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_cost: Option<Object<&'a Name, Option<Number>>>,
    chosen: Option<&'a Name>,
    tied: Vec<&'a Name>,
    rejected: bool,
}

impl<'a> Decision<'a> {
    pub(super) fn new(decider: &'a Decider, prediction: &Prediction) -> Decision<'a> {
        let name = |action: usize| decider.actions.get(action);
        let posterior = prediction.posterior.as_deref();
        let chosen = posterior.and_then(|posterior| decider.choose(posterior, prediction.predicted));
        let expected = posterior.map(|posterior| decider.expected(posterior)).unwrap_or_default();
        let cost = |(action, name): (usize, &'a Name)| (name, expected.get(action).cloned());
        let costs = decider.has_costs().then(|| decider.actions.iter().enumerate().map(cost).collect());
        Decision {
            expected_cost: costs,
            chosen: chosen.and_then(name),
            tied: posterior
                .map(|posterior| decider.least(posterior).1)
                .unwrap_or_default()
                .into_iter()
                .filter_map(name)
                .collect(),
            rejected: chosen.is_some() && chosen == decider.rejects(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Decided<'a> {
    actions: &'a [Name],
    matrix: Object<&'a Name, ByClass<'a, u64>>,
    n: u64,
    n_undecided: u64,
    n_unknown: u64,
    mean_cost: &'a Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rejected: Option<u64>,
}

impl<'a> Decided<'a> {
    pub(super) fn new(evaluation: &'a evaluate::Evaluation, found: &'a Decisions) -> Decided<'a> {
        let classes = evaluation.labels.get(..evaluation.predictable).unwrap_or_default();
        let row = |(name, row): (&'a Name, &'a Vec<u64>)| {
            (name, by_class(classes, |class| row.get(class).copied().unwrap_or(0)))
        };
        Decided {
            actions: &found.decider.actions,
            matrix: found.decider.actions.iter().zip(&found.matrix).map(row).collect(),
            n: found.n,
            n_undecided: found.undecided,
            n_unknown: found.unknown,
            mean_cost: &found.mean_cost,
            rejected: found.rejected(),
        }
    }
}
