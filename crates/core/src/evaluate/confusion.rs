//! Confusion matrices, by predicted class and by chosen action.

use super::metrics::brier_of;
use super::run::TrialRun;
use super::{Calibration, EvaluatedRow, EvaluatedRows};
use crate::math::{Name, Number};
use crate::model::{Classifier, Decider};
use crate::problem::Problem;
use crate::recipe::{Decision, Split};
use num_rational::BigRational;
use serde::Serialize;
use std::sync::Arc;

/// Predictions compared with the actual classes of the rows. If rows have weights, every count is a sum of them.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The classes, in the order of rows and columns: first those that can be predicted, then those that occur only in
    /// a test file.
    pub labels: Vec<Name>,
    /// The number of classes that can be predicted: the columns of the matrix.
    pub predictable: usize,
    pub matrix: Vec<Vec<u64>>,
    pub n: u64,
    /// Rows whose posterior is undefined; they count as wrong.
    pub n_undefined: u64,
    pub n_tied: u64,
    pub right: u64,
    pub accuracy: Option<Number>,
    /// The baseline: always predicting the majority class of the training rows; `None` if these are not known.
    pub majority: Option<Majority>,
    pub per_class: Vec<PerClass>,
    /// Mean of −ln P(actual class | x); `None` when an actual class was given probability 0, or no row could be evaluated.
    pub log_loss: Option<f64>,
    /// Rows whose actual class was given probability 0.
    pub n_impossible: u64,
    /// Mean over the rows with a posterior of Σ (P(c | x) − [c is true])² over the classes, from 0 to 2 (Brier 1950, with one
    /// term for each class).
    pub brier: Option<f64>,
    pub(super) calibration: Arc<Calibration>,
    /// Each row with its actual and predicted class, in the order of the rows. A row with cases in several parts
    /// appears once for each.
    pub rows: EvaluatedRows,
    /// The decisions, if the recipe has a decision rule.
    pub decisions: Option<Arc<Decisions>>,
    /// How the test rows were held out; `None` for training rows.
    pub tested: Option<TestResults>,
}

/// How the test rows were held out, and the results of the folds.
#[derive(Clone, Debug, PartialEq)]
pub struct TestResults {
    pub split: Split,
    pub seed: u64,
    /// The folds, in order. For leave-one-out, whose folds are the rows, only those without a model.
    pub folds: Vec<Fold>,
    pub warnings: Vec<String>,
    /// The rows before the first test row: those of the training file, if there is a test file.
    pub before: usize,
    /// How many training rows the model fitted to all of them predicts right, and how many there are.
    pub training: (u64, u64),
}

impl TestResults {
    pub fn fold_name(&self, fold: usize) -> String {
        self.folds.get(fold).map_or_else(|| (fold + 1).to_string(), |fold| fold.name.clone())
    }

    /// Mean and standard deviation of the folds' accuracies; `None` with fewer than two folds that have cases.
    pub fn fold_accuracies(&self) -> Option<(f64, f64)> {
        let share = |fold: &Fold| {
            let cases: u64 = fold.by_class.iter().sum();
            (cases > 0).then(|| fold.right as f64 / cases as f64)
        };
        let all: Vec<f64> = self.folds.iter().filter_map(share).collect();
        let n = all.len() as f64;
        let mean = all.iter().sum::<f64>() / n;
        let squares: f64 = all.iter().map(|share| (share - mean).powi(2)).sum();
        (all.len() > 1).then(|| (mean, (squares / (n - 1.0)).sqrt()))
    }

    pub fn training_accuracy(&self) -> Option<Number> {
        Number::ratio(self.training.0, self.training.1)
    }
}

/// The baseline, fold by fold: always predicting the majority class of the training rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Majority {
    pub right: u64,
    /// The class; `None` if it differs between the folds.
    pub class: Option<usize>,
}

impl Majority {
    /// From the parts: the training rows by class, and the test rows by class. Of several classes with the most
    /// training rows, the first is predicted.
    pub(super) fn of<'a>(parts: impl Iterator<Item = (Vec<u64>, &'a [u64])>) -> Option<Majority> {
        let (mut right, mut classes) = (0, Vec::new());
        for (learned, by_class) in parts {
            let most = learned.iter().max().filter(|most| **most > 0);
            let class = most.and_then(|most| learned.iter().position(|count| count == most));
            right += class.and_then(|class| by_class.get(class)).unwrap_or(&0);
            classes.extend(class.filter(|class| !classes.contains(class)));
        }
        let class = *classes.first()?;
        Some(Majority { right, class: (classes.len() == 1).then_some(class) })
    }
}

/// A fold, and the evaluation of the model fitted to the other rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fold {
    pub fold: usize,
    /// Its name after the word fold: its number from 1, or its value in the column of folds.
    pub name: String,
    pub by_column: bool,
    pub by_class: Vec<u64>,
    pub right: u64,
    /// Why no model could be fitted to the other rows, if there is none.
    pub error: Option<Problem>,
    /// Its rows with a category that the model does not know.
    pub(super) unseen: usize,
    /// The ridge penalty that was added to the model automatically, if any.
    pub(super) held: Option<f64>,
}

impl Fold {
    pub(super) fn add(&mut self, more: &Fold) {
        self.by_class.iter_mut().zip(&more.by_class).for_each(|(all, more)| *all += more);
        self.right += more.right;
    }
}

impl Evaluation {
    /// The number of a row in its own file, from 1.
    pub fn row_number(&self, row: &EvaluatedRow<'_>) -> usize {
        row.prediction.row + 1 - self.tested.as_ref().map_or(0, |tested| tested.before)
    }

    pub fn baseline(&self) -> Option<Number> {
        Number::ratio(self.majority.as_ref()?.right, self.n)
    }

    /// The same with the baseline of a model that was evaluated on its training rows.
    #[must_use]
    pub(super) fn with_majority_of(mut self, model: &dyn Classifier) -> Evaluation {
        let counts: Vec<u64> = (0..model.classes().len()).map(|class| model.class_count(class)).collect();
        let support: Vec<u64> = self.per_class.iter().map(|class| class.support).collect();
        self.majority = Majority::of(std::iter::once((counts, support.as_slice())));
        self
    }

    pub fn split(&self) -> &Split {
        self.tested.as_ref().map_or(&Split::None, |tested| &tested.split)
    }

    pub fn is_weighted(&self) -> bool {
        self.rows.has_weights() || self.rows.table_rows() != self.rows.len()
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct PerClass {
    /// Precision: of the rows predicted as the class, the share that is right; `None` for 0/0.
    pub precision: Option<Number>,
    /// Recall: of the rows of the class, the share that is predicted right; `None` for 0/0.
    pub recall: Option<Number>,
    /// The harmonic mean of both, 2TP/(2TP + FP + FN); `None` for 0/0.
    pub f1: Option<Number>,
    pub support: u64,
    #[serde(skip)]
    pub called: u64,
    #[serde(skip)]
    pub right: u64,
}

/// The most classes with a full matrix.
pub const MATRIX: usize = 1_000;

/// The most posteriors that are kept: test rows times classes.
pub const POSTERIORS: u64 = 1 << 25;

/// Evaluates a model on its training rows.
pub fn evaluate(model: &dyn Classifier) -> Evaluation {
    let learned = model.learned();
    let seen_as = |row: usize| Some((model.class_of_row(row)?, model.data().weight(row)));
    let of = |piece| EvaluatedRows::of(piece, None, seen_as);
    // Nothing stops it, so there are always rows.
    let rows = TrialRun::new(None, "").evaluated(model, &learned, of).unwrap_or_default();
    evaluate_rows(model.classes().to_vec(), model.classes().len(), rows)
        .with_majority_of(model)
        .decided_by(model)
}

struct EvaluationSums {
    matrix: Vec<Vec<u64>>,
    support: Vec<u64>,
    n_undefined: u64,
    n_tied: u64,
    n_impossible: u64,
    brier: f64,
    log_loss: LogLoss,
    calibration: Calibration,
}

impl EvaluationSums {
    fn new(labels: usize, predictable: usize) -> EvaluationSums {
        EvaluationSums {
            matrix: vec![vec![0; predictable]; labels],
            support: vec![0; labels],
            n_undefined: 0,
            n_tied: 0,
            n_impossible: 0,
            brier: 0.0,
            log_loss: LogLoss { distance: 0.0, ln: 0.0, product: 1.0 },
            calibration: Calibration::empty(None),
        }
    }

    /// Adds the row at a place; `shares` is a buffer.
    fn add(&mut self, at: usize, row: &EvaluatedRow<'_>, shares: &mut Vec<f64>) {
        let EvaluatedRow { prediction, actual, weight: times, .. } = *row;
        self.support.get_mut(actual).into_iter().for_each(|count| *count += times);
        let (Some(predicted), Some(sum)) = (prediction.predicted, row.shares(shares)) else {
            self.n_undefined += times;
            return;
        };
        // With two classes, calibration uses one fixed class, not the predicted one.
        if self.support.len() != 2 {
            self.calibration.add(at, row, shares, sum);
        }
        self.n_tied += if prediction.tied.is_empty() { 0 } else { times };
        let cell = self.matrix.get_mut(actual).and_then(|row| row.get_mut(predicted));
        cell.into_iter().for_each(|cell| *cell += times);
        let distance = prediction.log_joint.get(actual).map(|ln| ln - prediction.highest());
        self.n_impossible += if distance.is_some_and(f64::is_finite) { 0 } else { times };
        self.brier += brier_of(actual, shares.iter().map(|share| share / sum)) * times as f64;
        if let Some(distance) = distance.filter(|_| times > 0) {
            self.log_loss.add(distance, sum, times);
        }
    }

    fn merge(&mut self, other: &EvaluationSums) {
        let add = |mine: &mut [u64], theirs: &[u64]| mine.iter_mut().zip(theirs).for_each(|(m, t)| *m += t);
        self.matrix.iter_mut().zip(&other.matrix).for_each(|(mine, theirs)| add(mine, theirs));
        add(&mut self.support, &other.support);
        self.n_undefined += other.n_undefined;
        self.n_tied += other.n_tied;
        self.n_impossible += other.n_impossible;
        self.brier += other.brier;
        self.log_loss.distance += other.log_loss.distance;
        self.log_loss.ln += other.log_loss.rest();
        self.calibration.merge(&other.calibration);
    }
}

/// The sum of −ln of the posteriors of the actual classes, over the rows with a posterior whose class the model knows.
/// ln P is the distance of a score from the highest, minus ln of the sum of the scores divided by the highest.
struct LogLoss {
    distance: f64,
    /// ln of the sums, except those that are still multiplied: ln is computed once for many of them.
    ln: f64,
    product: f64,
}

impl LogLoss {
    /// The logarithm is taken from here on, while one more factor does not overflow.
    const LARGE: f64 = 1e200;

    fn add(&mut self, distance: f64, sum: f64, times: u64) {
        self.distance += distance * times as f64;
        match times {
            1 => self.product *= sum,
            _ => self.ln += times as f64 * sum.ln(),
        }
        if self.product > Self::LARGE {
            (self.ln, self.product) = (self.rest(), 1.0);
        }
    }

    fn rest(&self) -> f64 {
        self.ln + self.product.ln()
    }
}

/// Counts predictions; of the labels, the first `predictable` are columns of the matrix.
pub(super) fn evaluate_rows(labels: Vec<Name>, predictable: usize, rows: EvaluatedRows) -> Evaluation {
    let k = labels.len();
    let pieces = rows.pieces(|places| {
        let (mut sums, mut shares) = (EvaluationSums::new(k, predictable), Vec::new());
        rows.at(places).for_each(|(at, row)| sums.add(at, &row, &mut shares));
        sums
    });
    let mut sums = EvaluationSums::new(k, predictable);
    pieces.iter().for_each(|piece| sums.merge(piece));
    let EvaluationSums { matrix, support, n_undefined, n_tied, n_impossible, brier, log_loss, calibration } =
        sums;
    let mut called = vec![0; k];
    for row in &matrix {
        called.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
    }
    let per_class = |(class, (support, called)): (usize, (u64, u64))| {
        let right = matrix.get(class).and_then(|row| row.get(class)).copied().unwrap_or(0);
        PerClass {
            precision: Number::ratio(right, called),
            recall: Number::ratio(right, support),
            f1: Number::ratio(2 * right, called + support),
            support,
            called,
            right,
        }
    };
    let n = support.iter().sum::<u64>();
    let per_class: Vec<PerClass> = (0..).zip(support.into_iter().zip(called)).map(per_class).collect();
    let right = per_class.iter().map(|class| class.right).sum();
    let mean = |sum: f64| (n > n_undefined).then(|| sum / (n - n_undefined) as f64);
    Evaluation {
        labels,
        predictable,
        n,
        n_undefined,
        n_tied,
        right,
        accuracy: Number::ratio(right, n),
        majority: None,
        per_class,
        log_loss: mean(log_loss.rest() - log_loss.distance).filter(|_| n_impossible == 0),
        n_impossible,
        brier: mean(brier),
        calibration: Arc::new(calibration),
        rows,
        decisions: None,
        tested: None,
        matrix,
    }
}

/// Rows by chosen action and actual class.
#[derive(Clone, Debug)]
pub struct Decisions {
    pub decision: Decision,
    pub decider: Decider,
    pub matrix: Vec<Vec<u64>>,
    /// Rows with a chosen action.
    pub n: u64,
    /// Rows without a posterior, so without a decision.
    pub undecided: u64,
    /// Rows of classes that no training row has, so their costs are unknown.
    pub unknown: u64,
    /// The mean cost of the chosen actions; `None` without costs or decided rows.
    pub mean_cost: Option<Number>,
}

impl Evaluation {
    #[must_use]
    pub(super) fn decided_by(mut self, model: &dyn Classifier) -> Evaluation {
        let decision = model.data().resolved.recipe.decision.as_ref().zip(model.decider());
        self.decisions =
            decision.map(|(decision, decider)| Arc::new(Decisions::new(&self, decision, decider)));
        self
    }
}

impl Decisions {
    fn new(evaluation: &Evaluation, decision: &Decision, decider: &Decider) -> Decisions {
        let (actions, classes) = (decider.actions.len(), evaluation.predictable);
        // The last row is of rows without a decision, the last column of classes that the model does not know.
        let none = || vec![vec![0; classes + 1]; actions + 1];
        let pieces = evaluation.rows.pieces(|places| {
            let mut matrix = none();
            for (_, row) in evaluation.rows.at(places) {
                let chosen = row
                    .posterior()
                    .and_then(|posterior| decider.choose_float(&posterior, row.prediction.predicted));
                let cells = matrix.get_mut(chosen.unwrap_or(actions));
                let cell = cells.and_then(|cells| cells.get_mut(row.actual.min(classes)));
                cell.into_iter().for_each(|cell| *cell += row.weight);
            }
            matrix
        });
        let mut matrix = none();
        for piece in pieces {
            let cells = matrix.iter_mut().flatten().zip(piece.into_iter().flatten());
            cells.for_each(|(all, more)| *all += more);
        }
        let undecided = matrix.pop().into_iter().flatten().sum();
        let unknown = matrix.iter_mut().filter_map(Vec::pop).sum();
        let n = matrix.iter().flatten().sum();
        let (decision, decider) = (decision.clone(), decider.clone());
        let mut decisions = Decisions { decision, decider, matrix, n, undecided, unknown, mean_cost: None };
        let cost = |(action, class, rows): (usize, usize, u64)| {
            Some(decisions.decider.cost(action, class)? * BigRational::from_integer(rows.into()))
        };
        let cost: Option<BigRational> = decisions.cells().filter(|(.., rows)| *rows > 0).map(cost).sum();
        let cost = cost.filter(|_| decisions.decider.rejects().is_none());
        decisions.mean_cost = cost.and_then(|cost| Number::Exact(cost).div(&Number::from(n)));
        decisions
    }

    /// Action, actual class, and their rows.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
        let rows = self.matrix.iter().enumerate();
        rows.flat_map(|(action, row)| row.iter().enumerate().map(move |(class, rows)| (action, class, *rows)))
    }

    /// Rows of a class, or of any, for which an action is chosen, or any.
    pub fn count(&self, actual: Option<usize>, action: Option<usize>) -> u64 {
        let is = |wanted: Option<usize>, found: usize| wanted.is_none_or(|wanted| wanted == found);
        let cells = self.cells().filter(|(at, class, _)| is(action, *at) && is(actual, *class));
        cells.map(|(.., rows)| rows).sum()
    }

    /// The action that is chosen for a row of a class of the model.
    pub fn of_row(&self, row: &EvaluatedRow<'_>) -> Option<usize> {
        let known = self.matrix.first().is_some_and(|cells| row.actual < cells.len());
        let posterior = row.posterior().filter(|_| known)?;
        self.decider.choose_float(&posterior, row.prediction.predicted)
    }

    /// Rejected rows; `None` if the rule cannot reject.
    pub fn rejected(&self) -> Option<u64> {
        self.decider.rejects().map(|action| self.count(None, Some(action)))
    }

    /// Rows whose action is their actual class.
    pub fn right(&self) -> u64 {
        self.cells().filter(|(action, class, _)| action == class).map(|(.., rows)| rows).sum()
    }
}
