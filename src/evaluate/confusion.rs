//! The confusion matrix and what follows from it; and the evaluated rows as every figure reads them: what was said, what is
//! so, and how often the row was seen.

use serde::Serialize;

use crate::math::{Name, Number};
use crate::model::{Classifier, RowPrediction};
use crate::problem::Problem;
use crate::recipe::Split;

/// Predictions held against the classes of the rows. Every count of rows is a sum of their weights, where there are any.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The classes, in the order of rows and columns: first those that can be predicted, then those that only rows of a
    /// test file have.
    pub labels: Vec<Name>,
    /// How many of the classes can be predicted: the columns of the matrix.
    pub predictable: usize,
    /// Rows by actual class, columns by predicted class.
    pub matrix: Vec<Vec<u64>>,
    /// Rows with a class.
    pub n: u64,
    /// Rows whose posterior is undefined; they count as wrong.
    pub n_undefined: u64,
    /// Rows whose best classes tie.
    pub n_tied: u64,
    /// Rows that are predicted right.
    pub right: u64,
    /// Share of rows that are predicted right.
    pub accuracy: Option<Number>,
    /// Share of the commonest class: what always saying it would reach.
    pub baseline: Option<Number>,
    /// The commonest class.
    pub commonest: Option<usize>,
    /// Precision, recall, F1 and number of rows of each class.
    pub per_class: Vec<PerClass>,
    /// Mean of −ln P(true class | x); `None` when a true class was given probability 0, or no row could be evaluated.
    pub log_loss: Option<f64>,
    /// Rows whose true class was given probability 0.
    pub n_impossible: u64,
    /// Each row with its actual class and what was predicted, in the order of the rows; one whose cases are in several
    /// parts comes once for each.
    pub rows: Vec<EvaluatedRow>,
    /// How the rows were kept from the models that predicted them; `None` for training rows.
    pub tested: Option<Tested>,
}

/// How rows were kept from the models that predicted them, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// The split.
    pub split: Split,
    /// What the shuffling started from.
    pub seed: u64,
    /// The parts of the rows, in order. Of leave-one-out, whose parts are the rows, only those without a model.
    pub folds: Vec<Fold>,
    /// What must be said beside the numbers, one sentence each.
    pub warnings: Vec<String>,
    /// Rows that stand before the first that could evaluate_rows: those of the training file, where another one tests.
    pub before: usize,
    /// Of the training rows, how many the model of all of them predicts right, and how many there are.
    pub training: (u64, u64),
}

impl Tested {
    /// Of its training rows, the share that the model of all of them predicts right; `None` without rows.
    pub fn training_accuracy(&self) -> Option<Number> {
        Number::ratio(self.training.0, self.training.1)
    }
}

/// One part of the rows, and how the model of the others did.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    /// Its place, from 0.
    pub fold: usize,
    /// Its cases by class.
    pub by_class: Vec<u64>,
    /// How many of them were predicted right.
    pub right: u64,
    /// Why there is no model of the other rows, if there is none.
    pub error: Option<Problem>,
}

/// One row that was predicted, and what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluatedRow {
    /// What the model said of it.
    pub prediction: RowPrediction,
    /// Its class, as a position in [`Evaluation::labels`].
    pub actual: usize,
    /// How many of its cases are evaluated: 1 where rows have no weights.
    pub weight: u64,
    /// The part of the rows it belongs to, from 0: the model that predicted it saw no row of that part. `None` where
    /// the model learned from the row.
    pub fold: Option<usize>,
}

impl Evaluation {
    /// The number of a row in its own file, from 1.
    pub fn row_number(&self, row: &EvaluatedRow) -> usize {
        row.prediction.row + 1 - self.tested.as_ref().map_or(0, |tested| tested.before)
    }

    /// The split that chose the rows.
    pub fn split(&self) -> &Split {
        self.tested.as_ref().map_or(&Split::None, |tested| &tested.split)
    }

    /// How many rows of the data were evaluated.
    pub fn table_rows(&self) -> usize {
        self.rows.chunk_by(|one, other| one.prediction.row == other.prediction.row).count()
    }

    /// Whether rows count otherwise than once each.
    pub fn is_weighted(&self) -> bool {
        self.rows.iter().any(|row| row.weight != 1) || self.table_rows() != self.rows.len()
    }
}

/// How well one class is found.
#[derive(Clone, Debug, Serialize)]
pub struct PerClass {
    /// Of the rows that were called so, the share that are so; `None` for 0/0.
    pub precision: Option<Number>,
    /// Of the rows that are so, the share that were called so; `None` for 0/0.
    pub recall: Option<Number>,
    /// The harmonic mean of both, 2TP/(2TP + FP + FN); `None` for 0/0.
    pub f1: Option<Number>,
    /// Rows of the class.
    pub support: u64,
    /// Rows that were called so.
    #[serde(skip)]
    pub called: u64,
    /// Rows of the class that were called so.
    #[serde(skip)]
    pub right: u64,
}

/// The most classes whose matrix is written out cell by cell.
pub const MATRIX: usize = 1_000;

/// The most posteriors that are kept of the rows that evaluate_rows a model: rows times classes.
pub const POSTERIORS: u64 = 1 << 25;

/// Judges a model by its own training rows.
pub fn evaluate(model: &dyn Classifier) -> Evaluation {
    let predictions = model.predict_rows(&|row| model.class_of_row(row).is_some());
    let rows = predictions.into_iter().filter_map(|prediction| {
        let (actual, weight) = (model.class_of_row(prediction.row)?, model.data().weight(prediction.row));
        Some(EvaluatedRow { prediction, actual, weight, fold: None })
    });
    evaluate_rows(model.classes().to_vec(), model.classes().len(), rows.collect())
}

/// Counts predictions; of the labels, the first `predictable` are columns of the matrix.
pub(super) fn evaluate_rows(labels: Vec<Name>, predictable: usize, rows: Vec<EvaluatedRow>) -> Evaluation {
    let k = labels.len();
    let mut matrix = vec![vec![0; predictable]; k];
    let mut support = vec![0u64; k];
    let (mut n_undefined, mut n_tied, mut n_impossible, mut loss) = (0, 0, 0, 0.0);
    for EvaluatedRow { prediction: row, actual, weight: times, .. } in &rows {
        let times = *times;
        if let Some(count) = support.get_mut(*actual) {
            *count += times;
        }
        let Some(predicted) = row.predicted else {
            n_undefined += times;
            continue;
        };
        n_tied += if row.tied.is_empty() { 0 } else { times };
        if let Some(cell) = matrix.get_mut(*actual).and_then(|row: &mut Vec<u64>| row.get_mut(predicted)) {
            *cell += times;
        }
        match row.log_posterior(*actual) {
            Some(ln) if ln.is_finite() => loss -= ln * times as f64,
            _ => n_impossible += times,
        }
    }
    let n = support.iter().sum::<u64>();
    let right: u64 = (0..k).map(|class| at(&matrix, class, class)).sum();
    let most = support.iter().copied().max().unwrap_or(0);
    let evaluated = n - n_undefined;
    Evaluation {
        labels,
        predictable,
        n,
        n_undefined,
        n_tied,
        right,
        accuracy: Number::ratio(right, n),
        baseline: Number::ratio(most, n),
        commonest: support.iter().position(|count| *count == most),
        per_class: (0..)
            .zip(support.iter().zip(&called(&matrix, k)))
            .map(|(class, (support, called))| per_class(at(&matrix, class, class), *called, *support))
            .collect(),
        log_loss: (evaluated > 0 && n_impossible == 0).then(|| loss / evaluated as f64),
        n_impossible,
        rows,
        tested: None,
        matrix,
    }
}

fn at(matrix: &[Vec<u64>], actual: usize, predicted: usize) -> u64 {
    matrix.get(actual).and_then(|row| row.get(predicted)).copied().unwrap_or(0)
}

/// The sum of each column, for as many columns as there are rows.
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

/// A evaluated row.
#[derive(Clone, Copy, Debug)]
pub struct Pooled<'a> {
    /// What was said of it.
    pub prediction: &'a RowPrediction,
    /// Its class.
    pub actual: usize,
    /// How often it was seen.
    pub times: u64,
}

/// The rows of an evaluation, whichever part of the data each was predicted from.
pub fn pooled(evaluation: &Evaluation) -> Vec<Pooled<'_>> {
    let rows = evaluation.rows.iter();
    rows.map(|row| Pooled { prediction: &row.prediction, actual: row.actual, times: row.weight }).collect()
}

impl Pooled<'_> {
    /// P(c | x) of every class; `None` when the posterior is undefined.
    pub fn posterior(&self) -> Option<Vec<f64>> {
        self.prediction.predicted?;
        let scores = &self.prediction.log_joint;
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = scores.iter().map(|ln| (ln - highest).exp()).collect();
        let sum: f64 = shares.iter().sum();
        Some(shares.into_iter().map(|share| share / sum).collect())
    }
}
