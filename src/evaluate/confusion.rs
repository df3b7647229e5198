//! Confusion matrices, and the same by action where a recipe decides.

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
    /// The classes, in the order of rows and columns: first those that can be predicted, then those that only rows of a
    /// test file have.
    pub labels: Vec<Name>,
    /// How many of the classes can be predicted: the columns of the matrix.
    pub predictable: usize,
    pub matrix: Vec<Vec<u64>>,
    /// Rows with a class.
    pub n: u64,
    /// Rows whose posterior is undefined; they count as wrong.
    pub n_undefined: u64,
    pub n_tied: u64,
    pub right: u64,
    pub accuracy: Option<Number>,
    /// Always predicting the majority class of the training rows; `None` where these are not known.
    pub majority: Option<Majority>,
    /// Precision, recall, F1 and number of rows of each class.
    pub per_class: Vec<PerClass>,
    /// Mean of −ln P(true class | x); `None` when a true class was given probability 0, or no row could be evaluated.
    pub log_loss: Option<f64>,
    /// Rows whose true class was given probability 0.
    pub n_impossible: u64,
    /// Mean over the rows with a posterior of Σ (P(c | x) − [c is true])² over the classes, from 0 to 2 (Brier 1950, with one
    /// term for each class).
    pub brier: Option<f64>,
    pub(super) calibration: Arc<Calibration>,
    /// Each row with its actual class and what was predicted, in the order of the rows; one whose cases are in several
    /// parts comes once for each.
    pub rows: EvaluatedRows,
    /// What is done with the posteriors, where the recipe says that.
    pub decisions: Option<Arc<Decisions>>,
    /// How the rows were kept from the models that predicted them; `None` for training rows.
    pub tested: Option<Tested>,
}

/// How rows were kept from the models that predicted them, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    pub split: Split,
    pub seed: u64,
    /// The parts of the rows, in order. Of leave-one-out, whose parts are the rows, only those without a model.
    pub folds: Vec<Fold>,
    /// What must be said beside the numbers, one sentence each.
    pub warnings: Vec<String>,
    /// Rows that stand before the first that could judge: those of the training file, where another one tests.
    pub before: usize,
    /// Of the training rows, how many the model of all of them predicts right, and how many there are.
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

    /// Of its training rows, the share that the model of all of them predicts right; `None` without rows.
    pub fn training_accuracy(&self) -> Option<Number> {
        Number::ratio(self.training.0, self.training.1)
    }
}

/// Always predicting the majority class of the rows that a model learned from, fold by fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Majority {
    pub right: u64,
    /// The class; `None` where it differs between the folds.
    pub class: Option<usize>,
}

impl Majority {
    /// Of evaluated rows by class, each part with the class that is predicted for all of it.
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

/// One part of the rows, and how the model of the others did.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    /// Its place, from 0.
    pub fold: usize,
    /// What it is called behind the word fold: its number from 1, or its value in the column that says the folds.
    pub name: String,
    pub by_column: bool,
    pub by_class: Vec<u64>,
    pub right: u64,
    /// Why there is no model of the other rows, if there is none.
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

    /// Share of rows that always predicting the majority class of the training rows gets right.
    pub fn baseline(&self) -> Option<Number> {
        Number::ratio(self.majority.as_ref()?.right, self.n)
    }

    /// The same with the baseline of a model that was evaluated on all rows at once.
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

    /// Whether rows count otherwise than once each.
    pub fn is_weighted(&self) -> bool {
        self.rows.has_weights() || self.table_rows() != self.rows.len()
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct PerClass {
    /// Of the rows that were called so, the share that are so; `None` for 0/0.
    pub precision: Option<Number>,
    /// Of the rows that are so, the share that were called so; `None` for 0/0.
    pub recall: Option<Number>,
    /// The harmonic mean of both, 2TP/(2TP + FP + FN); `None` for 0/0.
    pub f1: Option<Number>,
    pub support: u64,
    #[serde(skip)]
    pub called: u64,
    #[serde(skip)]
    pub right: u64,
}

/// The most classes whose matrix is written out cell by cell.
pub const MATRIX: usize = 1_000;

/// The most posteriors that are kept of the rows that judge a model: rows times classes.
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

/// What is added up row by row.
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

    /// Adds the row at a place; `shares` is room to work in.
    fn add(&mut self, at: usize, row: &EvaluatedRow<'_>, shares: &mut Vec<f64>) {
        let EvaluatedRow { prediction, actual, weight: times, .. } = *row;
        if let Some(count) = self.support.get_mut(actual) {
            *count += times;
        }
        let (Some(predicted), Some(sum)) = (prediction.predicted, row.shares(shares)) else {
            self.n_undefined += times;
            return;
        };
        // Of two classes it is one of them that is looked at, not the one that is predicted.
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
        // A class that only a test file has is given no probability at all.
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

/// −ln of the posteriors of the classes that are so, added up over the rows with a posterior whose class the model knows.
/// ln P is the distance of a score from the highest less the `rest` of its row, ln of the evidence over the highest score.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LogLoss {
    so: f64,
    rest: LnOfProduct,
}

impl LogLoss {
    /// Adds a row that was seen so often: the distance of the score of the class that is so, and the sum of the scores over
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

    /// The sum; infinite where one of the posteriors is 0.
    pub(super) fn value(&self) -> f64 {
        self.rest.value() - self.so
    }
}

/// ln of a product of numbers from 1 up, taken once for many of them.
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
    /// The logarithm is taken from here on: with a factor more the product is a number still.
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
