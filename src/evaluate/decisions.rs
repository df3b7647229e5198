//! Decisions for the rows that judge a model: which action is chosen where which class is so, what that costs, and what other
//! thresholds would cost.

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::Zero;

use super::{Counts, EvaluatedRow, Evaluation, Roc};
use crate::math::Number;
use crate::model::{Classifier, Decider, DecisionRule};
use crate::recipe::Decision;

/// Rows by the action that is chosen for them and what they are.
#[derive(Clone, Debug)]
pub struct Decisions {
    /// What the recipe says.
    pub said: Decision,
    /// The same held against the classes.
    pub decider: Decider,
    /// By action, the rows of each class of the model.
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
    /// The same with what the model's recipe does with the posteriors.
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

    /// What all of them cost.
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

/// What each threshold on the posterior of one of two classes costs.
#[derive(Clone, Debug)]
pub struct CostCurve {
    /// The class that is called so from the threshold on.
    pub positive: usize,
    /// What TP, FP, TN and FN cost.
    costs: [BigRational; 4],
    /// The point of the ROC curve that costs the least; of several the one that calls the fewest rows so.
    pub best: usize,
    /// The point that the recipe's decision stands for.
    pub in_use: Option<usize>,
    /// From which posterior on calling it so is expected to cost less.
    pub break_even: Option<BigRational>,
}

/// A threshold, and what it costs.
#[derive(Clone, Debug, PartialEq)]
pub struct CostPoint {
    /// The least posterior that is called so; `None` where no row is.
    pub threshold: Option<f64>,
    /// What it makes of the rows.
    pub counts: Counts,
    /// What a row costs.
    pub cost: Number,
}

impl CostCurve {
    /// Of two classes whose names are the actions, along the curve of one of them; `None` where there are others, or no row has
    /// a place on it.
    pub(super) fn new(evaluation: &Evaluation, roc: &Roc) -> Option<CostCurve> {
        let decisions = evaluation.decisions.as_ref()?;
        let decider = &decisions.decider;
        let [first, second] = evaluation.labels.as_slice() else { return None };
        let place = |name| decider.actions.iter().position(|action| action == name);
        let actions = [place(first)?, place(second)?];
        if evaluation.predictable != 2 || actions.len() != decider.actions.len() || roc.points() < 2 {
            return None;
        }
        let positive = roc.positive;
        let negative = 1usize.checked_sub(positive)?;
        let cost = |said: usize, so: usize| decider.cost(*actions.get(said)?, so);
        let costs = [
            cost(positive, positive)?,
            cost(positive, negative)?,
            cost(negative, negative)?,
            cost(negative, positive)?,
        ];
        let break_even = match &decider.rule {
            DecisionRule::Costs(_) => between(&costs),
            DecisionRule::Threshold { positive: of, at } if *of == positive => Some(at.clone()),
            _ => None,
        };
        let mut curve = CostCurve { positive, costs, best: 0, in_use: None, break_even };
        let mut counts = roc.point(&evaluation.rows, 0)?.counts;
        let mut least = curve.sum(&counts);
        let mut chosen = true;
        for point in 0..roc.points() {
            for at in roc.rows_of(point) {
                let Some(row) = evaluation.rows.get(*at as usize) else { continue };
                counts.move_one(row.actual == positive, row.weight);
                chosen &= decisions.of_row(&row) == actions.get(positive).copied();
            }
            if chosen {
                curve.in_use = Some(point);
            }
            let cost = curve.sum(&counts);
            if cost < least {
                (curve.best, least) = (point, cost);
            }
        }
        Some(curve)
    }

    fn sum(&self, counts: &Counts) -> BigRational {
        let [tp, fp, tn, fn_] = &self.costs;
        let times = |cost: &BigRational, rows: u64| cost * BigRational::from_integer(rows.into());
        times(tp, counts.true_positive)
            + times(fp, counts.false_positive)
            + times(tn, counts.true_negative)
            + times(fn_, counts.false_negative)
    }

    /// What a point of the ROC curve costs.
    pub fn point(&self, evaluation: &Evaluation, roc: &Roc, point: usize) -> Option<CostPoint> {
        let found = roc.point(&evaluation.rows, point)?;
        let n = found.counts.positives() + found.counts.negatives();
        let cost = Number::Exact(self.sum(&found.counts)).div(&Number::from(n))?;
        Some(CostPoint { threshold: found.threshold, counts: found.counts, cost })
    }
}

/// From which posterior on calling a row so costs less, of the costs of TP, FP, TN and FN: where
/// p · TP + (1 − p) · FP = p · FN + (1 − p) · TN; `None` where one of the two is never dearer.
fn between([tp, fp, tn, fn_]: &[BigRational; 4]) -> Option<BigRational> {
    let (saved, wasted) = (fn_ - tp, fp - tn);
    let zero = BigRational::zero();
    (saved > zero && wasted >= zero || saved >= zero && wasted > zero).then(|| &wasted / (saved + &wasted))
}
