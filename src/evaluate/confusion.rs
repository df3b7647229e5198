//! Confusion matrices, by predicted class and by chosen action.

use super::EvaluatedRow;
use super::calibration::{Calibration, SaidOfRows};
use super::rows::EvaluatedRows;
use crate::math::{Name, Number};
use crate::model::{Classifier, Decider, predict_pieces};
use crate::problem::Problem;
use crate::recipe::{Decision, Split};
use num_rational::BigRational;
use num_traits::Zero;
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
    /// Rows with a class.
    pub n: u64,
    /// Rows whose posterior is undefined; they count as wrong.
    pub n_undefined: u64,
    pub n_tied: u64,
    pub right: u64,
    pub accuracy: Option<Number>,
    /// The baseline: always predicting the majority class of the training rows; `None` if these are not known.
    pub majority: Option<Majority>,
    /// Precision, recall, F1 and number of rows of each class.
    pub per_class: Vec<PerClass>,
    /// Mean of −ln P(actual class | x); `None` when a actual class was given probability 0, or no row could be evaluated.
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
    pub tested: Option<Tested>,
}

/// How the test rows were held out, and the results of the folds.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    pub split: Split,
    pub seed: u64,
    /// The folds, in order. For leave-one-out, whose folds are the rows, only those without a model.
    pub folds: Vec<Fold>,
    /// Warnings about the split, one sentence each.
    pub warnings: Vec<String>,
    /// The rows before the first test row: those of the training file, if there is a test file.
    pub before: usize,
    /// How many training rows the model fitted to all of them predicts right, and how many there are.
    pub training: (u64, u64),
}

impl Tested {
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

    /// The accuracy on the training rows of the model fitted to all of them; `None` without rows.
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
    /// From the test rows by class, each part with the class that is predicted for all of it.
    pub(super) fn of<'a>(parts: impl Iterator<Item = (Option<usize>, &'a [u64])>) -> Option<Majority> {
        let (mut right, mut classes) = (0, Vec::new());
        for (class, by_class) in parts {
            right += class.and_then(|class| by_class.get(class)).copied().unwrap_or(0);
            classes.extend(class.filter(|class| !classes.contains(class)));
        }
        let class = classes.first().copied();
        class.map(|_| Majority { right, class: class.filter(|_| classes.len() == 1) })
    }
}

/// The class of the most training rows, the first of several; `None` without rows.
pub(super) fn majority(counts: &[u64]) -> Option<usize> {
    let most = counts.iter().max().filter(|most| **most > 0)?;
    counts.iter().position(|count| count == most)
}

/// A fold, and the evaluation of the model fitted to the other rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    /// Its place, from 0.
    pub fold: usize,
    /// Its name after the word fold: its number from 1, or its value in the column of folds.
    pub name: String,
    pub by_column: bool,
    pub by_class: Vec<u64>,
    pub right: u64,
    /// Why no model could be fitted to the other rows, if there is none.
    pub error: Option<Problem>,
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

    /// The accuracy of always predicting the majority class of the training rows.
    pub fn baseline(&self) -> Option<Number> {
        Number::ratio(self.majority.as_ref()?.right, self.n)
    }

    /// The same with the baseline of a model that was evaluated on its training rows.
    #[must_use]
    pub(super) fn with_majority_of(mut self, model: &dyn Classifier) -> Evaluation {
        let counts: Vec<u64> = (0..model.classes().len()).map(|class| model.class_count(class)).collect();
        let support: Vec<u64> = self.per_class.iter().map(|class| class.support).collect();
        self.majority = Majority::of([(majority(&counts), support.as_slice())].into_iter());
        self
    }

    pub fn split(&self) -> &Split {
        self.tested.as_ref().map_or(&Split::None, |tested| &tested.split)
    }

    pub fn table_rows(&self) -> usize {
        self.rows.table_rows()
    }

    /// Whether rows have weights.
    pub fn is_weighted(&self) -> bool {
        self.rows.has_weights() || self.table_rows() != self.rows.len()
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

pub fn evaluate(model: &dyn Classifier) -> Evaluation {
    let learned = model.learned();
    let mut rows = EvaluatedRows::new(model.classes().len(), learned.len());
    let so = |row: usize| Some((model.class_of_row(row)?, model.data().weight(row)));
    let of = |piece| EvaluatedRows::of(piece, None, so);
    predict_pieces(model.predictor(learned.len()).as_ref(), &learned, of, |piece| {
        rows.append(piece);
        true
    });
    evaluate_rows(model.classes().to_vec(), model.classes().len(), rows)
        .with_majority_of(model)
        .decided_by(model)
}

/// The sums over the rows.
struct Sums {
    matrix: Vec<Vec<u64>>,
    support: Vec<u64>,
    n_undefined: u64,
    n_tied: u64,
    n_impossible: u64,
    brier: f64,
    log_loss: LogLoss,
    said: SaidOfRows,
}

impl Sums {
    fn new(labels: usize, predictable: usize) -> Sums {
        Sums {
            matrix: vec![vec![0; predictable]; labels],
            support: vec![0; labels],
            n_undefined: 0,
            n_tied: 0,
            n_impossible: 0,
            brier: 0.0,
            log_loss: LogLoss::default(),
            said: SaidOfRows::default(),
        }
    }

    /// Adds the row at a place; `shares` is a buffer.
    fn add(&mut self, at: usize, row: &EvaluatedRow<'_>, shares: &mut Vec<f64>) {
        let EvaluatedRow { prediction, actual, weight: times, .. } = *row;
        if let Some(count) = self.support.get_mut(actual) {
            *count += times;
        }
        let (Some(predicted), Some(sum)) = (prediction.predicted, row.shares(shares)) else {
            self.n_undefined += times;
            return;
        };
        // With two classes, calibration uses one fixed class, not the predicted one.
        if self.support.len() != 2 {
            self.said.add(at, row, predicted, shares, sum);
        }
        self.n_tied += if prediction.tied.is_empty() { 0 } else { times };
        if let Some(cell) = self.matrix.get_mut(actual).and_then(|row| row.get_mut(predicted)) {
            *cell += times;
        }
        let highest = prediction.highest();
        let mut distance = 0.0;
        for (class, share) in shares.iter().enumerate() {
            let apart = share / sum - f64::from(u8::from(class == actual));
            distance += apart * apart;
        }
        let so = prediction.log_joint.get(actual).map(|ln| ln - highest);
        self.n_impossible += if so.is_some_and(f64::is_finite) { 0 } else { times };
        // A class that is only in a test file has probability 0.
        distance += f64::from(u8::from(so.is_none()));
        self.brier += distance * times as f64;
        if let Some(so) = so {
            self.log_loss.add(so, sum, times);
        }
    }

    fn merge(&mut self, other: &Sums) {
        let add = |mine: &mut [u64], theirs: &[u64]| mine.iter_mut().zip(theirs).for_each(|(m, t)| *m += t);
        self.matrix.iter_mut().zip(&other.matrix).for_each(|(mine, theirs)| add(mine, theirs));
        add(&mut self.support, &other.support);
        self.n_undefined += other.n_undefined;
        self.n_tied += other.n_tied;
        self.n_impossible += other.n_impossible;
        self.brier += other.brier;
        self.log_loss.merge(&other.log_loss);
    }
}

/// Counts predictions; of the labels, the first `predictable` are columns of the matrix.
pub(super) fn evaluate_rows(labels: Vec<Name>, predictable: usize, rows: EvaluatedRows) -> Evaluation {
    let k = labels.len();
    let pieces = rows.pieces(|first, piece| {
        let (mut sums, mut shares) = (Sums::new(k, predictable), Vec::new());
        let each = (first..).zip(piece.iter());
        each.for_each(|(at, row)| sums.add(at, &row, &mut shares));
        sums
    });
    let (mut sums, mut said) = (Sums::new(k, predictable), Vec::with_capacity(pieces.len()));
    for mut piece in pieces {
        said.push(std::mem::take(&mut piece.said));
        sums.merge(&piece);
    }
    let calibration = Arc::new(Calibration::put_together(&said, None));
    let Sums { matrix, support, n_undefined, n_tied, n_impossible, brier, log_loss, .. } = sums;
    let n = support.iter().sum::<u64>();
    let right: u64 = (0..k).map(|class| at(&matrix, class, class)).sum();
    let evaluated = n - n_undefined;
    let mean = |sum: f64| (evaluated > 0).then(|| sum / evaluated as f64);
    Evaluation {
        labels,
        predictable,
        n,
        n_undefined,
        n_tied,
        right,
        accuracy: Number::ratio(right, n),
        majority: None,
        per_class: (0..)
            .zip(support.iter().zip(&called(&matrix, k)))
            .map(|(class, (support, called))| per_class(at(&matrix, class, class), *called, *support))
            .collect(),
        log_loss: mean(log_loss.value()).filter(|_| n_impossible == 0),
        n_impossible,
        brier: mean(brier),
        calibration,
        rows,
        decisions: None,
        tested: None,
        matrix,
    }
}

fn at(matrix: &[Vec<u64>], actual: usize, predicted: usize) -> u64 {
    matrix.get(actual).and_then(|row| row.get(predicted)).copied().unwrap_or(0)
}

fn called(matrix: &[Vec<u64>], k: usize) -> Vec<u64> {
    let mut sums = vec![0; k];
    for row in matrix {
        sums.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
    }
    sums
}

fn per_class(right: u64, called: u64, support: u64) -> PerClass {
    PerClass {
        precision: Number::ratio(right, called),
        recall: Number::ratio(right, support),
        f1: Number::ratio(2 * right, called + support),
        support,
        called,
        right,
    }
}

/// The sum of −ln of the posteriors of the actual classes, over the rows with a posterior whose class the model knows.
/// ln P is the distance of a score from the highest minus the `rest` of its row, ln of the evidence divided by the
/// highest score.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LogLoss {
    so: f64,
    rest: LnOfProduct,
}

impl LogLoss {
    /// Adds a row with its weight: the distance of the score of the actual class, and the sum of the scores divided by
    /// the highest.
    pub(super) fn add(&mut self, so: f64, sum: f64, times: u64) {
        if times == 0 {
            return;
        }
        self.so += so * times as f64;
        self.rest.add(sum, times);
    }

    pub(super) fn merge(&mut self, other: &LogLoss) {
        self.so += other.so;
        self.rest.merge(other.rest);
    }

    /// The sum; infinite if one of the posteriors is 0.
    pub(super) fn value(&self) -> f64 {
        self.rest.value() - self.so
    }
}

/// ln of a product of numbers of 1 or more, computed once for many of them.
#[derive(Clone, Copy, Debug)]
struct LnOfProduct {
    ln: f64,
    product: f64,
}

impl Default for LnOfProduct {
    fn default() -> Self {
        LnOfProduct { ln: 0.0, product: 1.0 }
    }
}

impl LnOfProduct {
    /// The logarithm is taken from here on, while one more factor does not overflow.
    const LARGE: f64 = 1e200;

    fn add(&mut self, factor: f64, times: u64) {
        match times {
            1 => self.product *= factor,
            _ => self.ln += times as f64 * factor.ln(),
        }
        if self.product > Self::LARGE {
            self.ln = self.value();
            self.product = 1.0;
        }
    }

    fn merge(&mut self, other: LnOfProduct) {
        self.ln += other.value();
    }

    fn value(&self) -> f64 {
        self.ln + self.product.ln()
    }
}

/// Rows by chosen action and actual class.
#[derive(Clone, Debug)]
pub struct Decisions {
    pub said: Decision,
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

    /// Rejected rows; `None` if the rule cannot reject.
    pub fn rejected(&self) -> Option<u64> {
        self.decider.rejects().map(|action| self.count(None, Some(action)))
    }

    /// Rows whose action is their actual class.
    pub fn right(&self) -> u64 {
        let cells = self.matrix.iter().enumerate().map(|(action, row)| row.get(action).copied().unwrap_or(0));
        cells.sum()
    }
}
