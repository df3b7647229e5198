//! The test rows of an evaluation: predicted and actual class, and how often each row was seen. They are kept in the
//! pieces in which they were predicted. Sums over them are computed piece by piece, in parallel, and the pieces are
//! added in their order, so no figure depends on the threads.

use super::metrics::brier_of;
use super::{Evaluation, Model, Roc, Trial};
use crate::math::{Name, Number, Quantity};
use crate::model::{Fitted, MeanOfRows, PIECE, Predictions, RowPrediction, Rows, Verdicts};
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// A test row with its prediction and its actual class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluatedRow<'a> {
    pub prediction: RowPrediction<'a>,
    /// Its class, as a position in [`Evaluation::labels`](super::Evaluation::labels).
    pub actual: usize,
    /// How many of its cases are evaluated: 1 without weights.
    pub weight: u64,
    /// Its fold, from 0: the model that predicted it saw no row of that fold. `None` if it is a training row of the
    /// model.
    pub fold: Option<usize>,
}

impl EvaluatedRow<'_> {
    /// P(c | x) of every class; `None` when the posterior is undefined.
    pub fn posterior(&self) -> Option<Vec<f64>> {
        let mut shares = Vec::new();
        let sum = self.shares(&mut shares)?;
        Some(shares.into_iter().map(|share| share / sum).collect())
    }

    /// The scores as shares of the highest, and their sum; `None` when the posterior is undefined.
    pub(super) fn shares(&self, shares: &mut Vec<f64>) -> Option<f64> {
        self.prediction.predicted?;
        let highest = self.prediction.highest();
        shares.clear();
        shares.extend(self.prediction.log_joint.iter().map(|ln| crate::model::share(*ln, highest)));
        Some(shares.iter().sum())
    }
}

/// The test rows, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct EvaluatedRows {
    classes: usize,
    /// All but the last have [`PIECE`] rows.
    pieces: Vec<Piece>,
}

/// Consecutive rows, stored flat.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    predictions: Predictions,
    actual: Vec<u32>,
    /// Empty where all weights are 1.
    weights: Vec<u64>,
    folds: Vec<u32>,
}

const NO_FOLD: u32 = u32::MAX;

/// Adds the value at a place to a list that is empty as long as all values are the usual one.
fn push<T: Copy + PartialEq>(list: &mut Vec<T>, at: usize, value: T, usual: T) {
    if value != usual || !list.is_empty() {
        list.resize(at, usual);
        list.push(value);
    }
}

impl Piece {
    fn len(&self) -> usize {
        self.actual.len()
    }

    fn get(&self, at: usize) -> Option<EvaluatedRow<'_>> {
        let (actual, weight) = self.seen(at)?;
        let fold = self.folds.get(at).filter(|fold| **fold != NO_FOLD).map(|fold| *fold as usize);
        Some(EvaluatedRow { prediction: self.predictions.get(at)?, actual, weight, fold })
    }

    fn seen(&self, at: usize) -> Option<(usize, u64)> {
        Some((*self.actual.get(at)? as usize, self.weights.get(at).copied().unwrap_or(1)))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = EvaluatedRow<'_>> + Clone {
        (0..self.len()).filter_map(|at| self.get(at))
    }

    fn push(&mut self, row: EvaluatedRow<'_>) {
        push(&mut self.weights, self.actual.len(), row.weight, 1);
        push(&mut self.folds, self.actual.len(), row.fold.map_or(NO_FOLD, |fold| fold as u32), NO_FOLD);
        self.predictions.push(row.prediction);
        self.actual.push(row.actual as u32);
    }
}

impl EvaluatedRows {
    /// Empty, with capacity for this many rows and classes.
    pub fn new(classes: usize, rows: usize) -> Self {
        EvaluatedRows { classes, pieces: Vec::with_capacity(rows.div_ceil(PIECE)) }
    }

    /// Joins predictions with the actual class and weight of each row. A row without a class is left out.
    pub(super) fn of(
        predictions: Predictions,
        fold: Option<usize>,
        so: impl Fn(usize) -> Option<(usize, u64)>,
    ) -> Self {
        let mut all = EvaluatedRows::new(predictions.classes(), predictions.len());
        let seen: Option<Vec<(usize, u64)>> = predictions.rows().iter().map(&so).collect();
        if let Some(seen) = seen.filter(|seen| seen.len() <= PIECE) {
            let has_weights = seen.iter().any(|(_, weight)| *weight != 1);
            all.pieces.push(Piece {
                actual: seen.iter().map(|(class, _)| *class as u32).collect(),
                weights: seen.iter().filter(|_| has_weights).map(|(_, weight)| *weight).collect(),
                folds: fold.map_or_else(Vec::new, |fold| vec![fold as u32; seen.len()]),
                predictions,
            });
            return all;
        }
        for prediction in predictions.iter() {
            if let Some((actual, weight)) = so(prediction.row) {
                all.push(EvaluatedRow { prediction, actual, weight, fold });
            }
        }
        all
    }

    pub fn len(&self) -> usize {
        self.pieces.last().map_or(0, |last| (self.pieces.len() - 1) * PIECE + last.len())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, place: usize) -> Option<EvaluatedRow<'_>> {
        self.pieces.get(place / PIECE)?.get(place % PIECE)
    }

    pub(super) fn seen(&self, place: usize) -> Option<(usize, u64)> {
        self.pieces.get(place / PIECE)?.seen(place % PIECE)
    }

    pub fn iter(&self) -> impl Iterator<Item = EvaluatedRow<'_>> + Clone {
        self.pieces.iter().flat_map(Piece::iter)
    }

    /// Whether any weight differs from 1.
    pub fn has_weights(&self) -> bool {
        self.pieces.iter().any(|piece| !piece.weights.is_empty())
    }

    /// The number of rows. A row with cases in several parts counts once for each.
    pub fn table_rows(&self) -> usize {
        let mut last = None;
        let mut many = 0;
        for rows in self.pieces.iter().map(|piece| piece.predictions.rows()) {
            let again = usize::from(last.is_some() && last == rows.get(0));
            many -= again;
            many += match rows {
                Rows::Range(range) => range.len(),
                Rows::List(list) => list.chunk_by(|one, other| one == other).count(),
            };
            last = rows.len().checked_sub(1).and_then(|at| rows.get(at)).or(last);
        }
        many
    }

    pub fn push(&mut self, row: EvaluatedRow<'_>) {
        if self.pieces.last().is_none_or(|last| last.len() >= PIECE) {
            let predictions = Predictions::new(self.classes, 0);
            self.pieces.push(Piece { predictions, ..Piece::default() });
        }
        self.pieces.last_mut().into_iter().for_each(|piece| piece.push(row));
    }

    pub(super) fn append(&mut self, other: EvaluatedRows) {
        for piece in other.pieces {
            match self.pieces.last() {
                Some(last) if last.len() < PIECE => piece.iter().for_each(|row| self.push(row)),
                _ => self.pieces.push(piece),
            }
        }
    }

    /// Merges the rows of several parts, in the order of the data; a row in several parts is in the order of the parts.
    pub(super) fn sorted(mut parts: Vec<EvaluatedRows>) -> EvaluatedRows {
        if parts.len() == 1 {
            return parts.pop().unwrap_or_default();
        }
        let all: usize = parts.iter().map(EvaluatedRows::len).sum();
        let mut places: Vec<(u32, u32, u32)> = Vec::with_capacity(all);
        for (part, rows) in (0..).zip(&parts) {
            let rows = rows.pieces.iter().flat_map(|piece| piece.predictions.rows().iter());
            places.extend(rows.zip(0..).map(|(row, at)| (row as u32, part, at)));
        }
        // The rows of a part are in order: this sort finds such runs and merges them.
        places.par_sort();
        let classes = parts.first().map_or(0, |rows| rows.classes);
        let piece = |places: &[(u32, u32, u32)]| {
            let predictions = Predictions::new(classes, places.len());
            let mut piece = Piece { predictions, ..Piece::default() };
            for (_, part, at) in places {
                let row = parts.get(*part as usize).and_then(|rows| rows.get(*at as usize));
                row.into_iter().for_each(|row| piece.push(row));
            }
            piece
        };
        EvaluatedRows { classes, pieces: places.par_chunks(PIECE).map(piece).collect() }
    }

    /// Maps each piece, with the place of its first row, in order; in parallel if there are several.
    pub(super) fn pieces<T: Send>(&self, of: impl Fn(usize, &Piece) -> T + Sync) -> Vec<T> {
        let piece = |(at, piece): (usize, &Piece)| of(at * PIECE, piece);
        match self.pieces.len() {
            0..=1 => self.pieces.iter().enumerate().map(piece).collect(),
            _ => self.pieces.par_iter().enumerate().map(piece).collect(),
        }
    }
}

/// Evaluates a model as its recipe says, once, if a quantity needs it.
pub fn judge_for(fitted: &Fitted, quantity: &Quantity) {
    if quantity.is_about_evaluation() {
        judge(fitted);
    }
}

/// Evaluates a model as its recipe says, once; then its figures can be derived. A problem is stored and reported when
/// one of them is needed.
pub fn judge(fitted: &Fitted) {
    fitted.judge(|| {
        let trial = Trial::of(Model::Generative(Arc::new(fitted.clone())), None)?;
        Ok(Arc::new(trial.run(None)?))
    });
}

impl Verdicts for Evaluation {
    fn labels(&self) -> &[Name] {
        &self.labels
    }

    fn judged_on(&self) -> String {
        self.split().judged_on()
    }

    fn is_weighted(&self) -> bool {
        Evaluation::is_weighted(self)
    }

    fn cell(&self, actual: usize, predicted: usize) -> u64 {
        self.matrix.get(actual).and_then(|row| row.get(predicted)).copied().unwrap_or(0)
    }

    fn support(&self, actual: usize) -> u64 {
        self.per_class.get(actual).map_or(0, |class| class.support)
    }

    fn rows(&self, actual: Option<usize>, predicted: Option<usize>) -> Option<Vec<usize>> {
        self.rows_where(actual, |row| predicted.is_none() || predicted == row.prediction.predicted)
    }

    fn decided(&self, actual: Option<usize>, action: Option<usize>) -> u64 {
        self.decisions.as_ref().map_or(0, |decisions| decisions.count(actual, action))
    }

    fn decided_rows(&self, actual: Option<usize>, action: Option<usize>) -> Option<Vec<usize>> {
        let decisions = self.decisions.as_ref()?;
        let chosen = |row: &EvaluatedRow<'_>| decisions.of_row(row);
        self.rows_where(actual, |row| chosen(row).is_some_and(|chosen| action.is_none_or(|at| at == chosen)))
    }

    fn training(&self) -> Option<(u64, u64)> {
        self.tested.as_ref().map(|tested| tested.training)
    }

    fn majority(&self) -> Option<(u64, Option<&Name>)> {
        let majority = self.majority.as_ref()?;
        Some((majority.right, majority.class.and_then(|class| self.labels.get(class))))
    }

    fn losses(&self) -> MeanOfRows {
        let ln = |row: &EvaluatedRow<'_>| {
            row.prediction.predicted?;
            Some(row.prediction.log_posterior(row.actual).unwrap_or(f64::NEG_INFINITY))
        };
        let terms = grouped(self.rows.iter().filter_map(|row| Some((ln(&row)?, row.weight))));
        MeanOfRows { terms, n: self.n - self.n_undefined, value: self.log_loss.map(Number::Float) }
    }

    fn distances(&self) -> MeanOfRows {
        let terms = grouped(
            self.rows
                .iter()
                .filter_map(|row| Some((brier_of(row.actual, row.posterior()?.into_iter()), row.weight))),
        );
        MeanOfRows { terms, n: self.n - self.n_undefined, value: self.brier.map(Number::Float) }
    }

    fn pairs(&self, class: usize) -> [u128; 4] {
        let roc = Roc::new(&self.rows, class);
        let (positives, negatives) = (roc.in_use.positives(), roc.in_use.negatives());
        [roc.pairs.won, roc.pairs.tied, u128::from(positives), u128::from(negatives)]
    }
}

impl Evaluation {
    /// The rows of a class, or of any, that fulfil a condition; `None` if they are in another file.
    fn rows_where(
        &self,
        actual: Option<usize>,
        is: impl Fn(&EvaluatedRow<'_>) -> bool,
    ) -> Option<Vec<usize>> {
        let wanted = |row: &EvaluatedRow<'_>| actual.is_none_or(|actual| actual == row.actual) && is(row);
        let elsewhere = self.tested.as_ref().is_some_and(|tested| tested.before > 0);
        let rows = || self.rows.iter().filter(wanted).map(|row| row.prediction.row);
        let mut rows: Vec<usize> = (!elsewhere).then(|| rows().collect())?;
        rows.dedup();
        Some(rows)
    }
}

fn grouped(terms: impl Iterator<Item = (f64, u64)>) -> Vec<(f64, u64)> {
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut found: Vec<(f64, u64)> = Vec::new();
    for (value, times) in terms {
        let at = *places.entry(value.to_bits()).or_insert(found.len());
        match found.get_mut(at) {
            Some((_, all)) => *all += times,
            None => found.push((value, times)),
        }
    }
    found
}
