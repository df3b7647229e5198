//! The test rows of an evaluation: predicted and actual class, and how often each row was seen. Sums over them are
//! computed piece by piece, in parallel, and the pieces are added in their order, so no figure depends on the threads.

use super::metrics::brier_of;
use super::{Evaluation, Model, Roc, Trial};
use crate::math::{Name, Number, Quantity};
use crate::model::{Fitted, MeanOfRows, PIECE, Predictions, RowPrediction, Verdicts};
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::Range;
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
    /// In pieces, which move from list to list without a copy. All but the last have [`PIECE`] rows.
    predictions: Vec<Predictions>,
    actual: Vec<u32>,
    /// Empty where all weights are 1.
    weights: Vec<u64>,
    /// Empty where no row has a fold.
    folds: Vec<u32>,
}

const NO_FOLD: u32 = u32::MAX;

/// Joins two lists, of which each is empty if all its values are the usual one.
fn join<T: Copy>(list: &mut Vec<T>, before: usize, more: &[T], all: usize, usual: T) {
    if !list.is_empty() || !more.is_empty() {
        list.resize(before, usual);
        list.extend_from_slice(more);
        list.resize(all, usual);
    }
}

impl EvaluatedRows {
    /// Empty, for predictions of this many classes.
    pub fn new(classes: usize) -> Self {
        EvaluatedRows { classes, ..EvaluatedRows::default() }
    }

    /// Joins predictions with the actual class and weight of each row. A row without a class is left out.
    pub(super) fn of(
        predictions: Predictions,
        fold: Option<usize>,
        seen_as: impl Fn(usize) -> Option<(usize, u64)>,
    ) -> Self {
        let seen: Option<Vec<(usize, u64)>> = predictions.rows.iter().map(|row| seen_as(*row)).collect();
        let Some(seen) = seen.filter(|seen| seen.len() <= PIECE) else {
            let mut all = EvaluatedRows::new(predictions.classes);
            for prediction in predictions.iter() {
                if let Some((actual, weight)) = seen_as(prediction.row) {
                    all.push(EvaluatedRow { prediction, actual, weight, fold });
                }
            }
            return all;
        };
        let has_weights = seen.iter().any(|(_, weight)| *weight != 1);
        EvaluatedRows {
            classes: predictions.classes,
            actual: seen.iter().map(|(class, _)| *class as u32).collect(),
            weights: seen.iter().filter(|_| has_weights).map(|(_, weight)| *weight).collect(),
            folds: fold.map_or_else(Vec::new, |fold| vec![fold as u32; seen.len()]),
            predictions: vec![predictions],
        }
    }

    pub fn len(&self) -> usize {
        self.actual.len()
    }

    pub fn is_empty(&self) -> bool {
        self.actual.is_empty()
    }

    pub fn get(&self, place: usize) -> Option<EvaluatedRow<'_>> {
        let (actual, weight) = self.seen(place)?;
        let fold = self.folds.get(place).filter(|fold| **fold != NO_FOLD).map(|fold| *fold as usize);
        let prediction = self.predictions.get(place / PIECE)?.get(place % PIECE)?;
        Some(EvaluatedRow { prediction, actual, weight, fold })
    }

    pub(super) fn seen(&self, place: usize) -> Option<(usize, u64)> {
        Some((*self.actual.get(place)? as usize, self.weights.get(place).copied().unwrap_or(1)))
    }

    /// The rows at some places, each with its place.
    pub(super) fn at(&self, places: Range<usize>) -> impl Iterator<Item = (usize, EvaluatedRow<'_>)> + Clone {
        places.filter_map(|place| Some((place, self.get(place)?)))
    }

    pub fn iter(&self) -> impl Iterator<Item = EvaluatedRow<'_>> + Clone {
        self.at(0..self.len()).map(|(_, row)| row)
    }

    /// Whether any weight differs from 1.
    pub fn has_weights(&self) -> bool {
        !self.weights.is_empty()
    }

    /// The number of rows. A row with cases in several parts counts once.
    pub fn table_rows(&self) -> usize {
        let mut last = None;
        self.table_places().filter(|row| last.replace(*row) != Some(*row)).count()
    }

    /// The position of each row in the data.
    fn table_places(&self) -> impl Iterator<Item = usize> + '_ {
        self.predictions.iter().flat_map(|piece| piece.rows.iter().copied())
    }

    pub fn push(&mut self, row: EvaluatedRow<'_>) {
        let before = self.len();
        let weight = Some(row.weight).filter(|weight| *weight != 1);
        join(&mut self.weights, before, weight.as_slice(), before + 1, 1);
        let fold = row.fold.map(|fold| fold as u32);
        join(&mut self.folds, before, fold.as_slice(), before + 1, NO_FOLD);
        self.actual.push(row.actual as u32);
        self.push_prediction(row.prediction);
    }

    fn push_prediction(&mut self, prediction: RowPrediction<'_>) {
        if self.predictions.last().is_none_or(|last| last.len() >= PIECE) {
            self.predictions.push(Predictions::new(self.classes, 0));
        }
        self.predictions.last_mut().into_iter().for_each(|last| last.push(prediction));
    }

    pub(super) fn append(&mut self, other: EvaluatedRows) {
        let (before, all) = (self.len(), self.len() + other.len());
        join(&mut self.weights, before, &other.weights, all, 1);
        join(&mut self.folds, before, &other.folds, all, NO_FOLD);
        self.actual.extend(other.actual);
        for piece in other.predictions {
            match self.predictions.last() {
                Some(last) if last.len() < PIECE => piece.iter().for_each(|one| self.push_prediction(one)),
                _ => self.predictions.push(piece),
            }
        }
    }

    /// Merges the rows of several parts, in the order of the data; a row in several parts is in the order of the parts.
    pub(super) fn sorted(mut parts: Vec<EvaluatedRows>) -> EvaluatedRows {
        if parts.len() == 1 {
            return parts.pop().unwrap_or_default();
        }
        let mut places: Vec<(u32, u32, u32)> = Vec::new();
        for (part, rows) in (0..).zip(&parts) {
            places.extend(rows.table_places().zip(0..).map(|(row, at)| (row as u32, part, at)));
        }
        // The rows of a part are in order: this sort finds such runs and merges them.
        places.sort();
        let mut all = EvaluatedRows::new(parts.first().map_or(0, |rows| rows.classes));
        for places in places.chunks(PIECE) {
            all.predictions.push(Predictions::new(all.classes, places.len()));
            for (_, part, at) in places {
                let row = parts.get(*part as usize).and_then(|rows| rows.get(*at as usize));
                row.into_iter().for_each(|row| all.push(row));
            }
        }
        all
    }

    /// Maps consecutive places, in order and in parallel.
    pub(super) fn pieces<T: Send>(&self, of: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
        let piece = |at: usize| of(at * PIECE..self.len().min((at + 1) * PIECE));
        (0..self.len().div_ceil(PIECE)).into_par_iter().map(piece).collect()
    }
}

/// Evaluates a model as its recipe says, once, if a quantity needs it.
pub fn evaluate_for(fitted: &Fitted, quantity: &Quantity) {
    if quantity.is_about_evaluation() {
        evaluate_once(fitted);
    }
}

/// Evaluates a model as its recipe says, once; then its figures can be derived. A problem is stored and reported when
/// one of them is needed.
pub fn evaluate_once(fitted: &Fitted) {
    fitted.verdicts.get_or_init(|| {
        let trial = Trial::of(Model::Generative(Arc::new(fitted.clone())), None)?;
        Ok(Arc::new(trial.run(None)?))
    });
}

impl Verdicts for Evaluation {
    fn labels(&self) -> &[Name] {
        &self.labels
    }

    fn tested_on(&self) -> String {
        self.split().tested_on()
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
        self.mean_of_rows(self.log_loss, |row| {
            row.prediction.predicted?;
            Some(row.prediction.log_posterior(row.actual).unwrap_or(f64::NEG_INFINITY))
        })
    }

    fn distances(&self) -> MeanOfRows {
        self.mean_of_rows(self.brier, |row| Some(brier_of(row.actual, row.posterior()?.into_iter())))
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

    fn mean_of_rows(
        &self,
        value: Option<f64>,
        term: impl Fn(&EvaluatedRow<'_>) -> Option<f64>,
    ) -> MeanOfRows {
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut terms: Vec<(f64, u64)> = Vec::new();
        for row in self.rows.iter() {
            let Some(value) = term(&row) else { continue };
            let at = *places.entry(value.to_bits()).or_insert(terms.len());
            match terms.get_mut(at) {
                Some((_, all)) => *all += row.weight,
                None => terms.push((value, row.weight)),
            }
        }
        MeanOfRows { terms, n: self.n - self.n_undefined, value: value.map(Number::Float) }
    }
}
