//! The rows that judge a model, kept flat: what was said of each, what is so, and how often it was seen. Whatever is summed
//! over them is summed in pieces of so many rows, side by side, and put together in their order, so that no figure depends
//! on a thread.

use std::ops::Range;

use rayon::prelude::*;

use crate::model::{Predictions, RowPrediction};

/// Rows whose sums are taken by one thread at a time.
const PIECE: usize = 1 << 14;

/// One row that was predicted, and what it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluatedRow<'a> {
    /// What the model said of it.
    pub prediction: RowPrediction<'a>,
    /// Its class, as a position in [`Evaluation::labels`](super::Evaluation::labels).
    pub actual: usize,
    /// How many of its cases are evaluated: 1 where rows have no weights.
    pub weight: u64,
    /// The part of the rows it belongs to, from 0: the model that predicted it saw no row of that part. `None` where
    /// the model learned from the row.
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

/// Rows that were predicted, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct EvaluatedRows {
    predictions: Predictions,
    actual: Vec<u32>,
    /// Empty where all weights are 1.
    weights: Vec<u64>,
    /// Empty where no row belongs to a part.
    folds: Vec<u32>,
}

const NO_FOLD: u32 = u32::MAX;

impl EvaluatedRows {
    /// None yet, with room for so many rows of which so many classes have a score.
    pub fn new(classes: usize, rows: usize) -> Self {
        EvaluatedRows {
            predictions: Predictions::new(classes, rows),
            actual: Vec::with_capacity(rows),
            ..EvaluatedRows::default()
        }
    }

    /// Predictions with what is so: class and weight of each row. A row without a class is left out.
    pub(super) fn of(
        predictions: Predictions,
        fold: Option<usize>,
        so: impl Fn(usize) -> Option<(usize, u64)>,
    ) -> Self {
        let found: Option<Vec<(usize, u64)>> = predictions.rows().iter().map(&so).collect();
        let Some(found) = found else {
            let mut all = EvaluatedRows::new(predictions.classes(), predictions.len());
            for prediction in predictions.iter() {
                if let Some((actual, weight)) = so(prediction.row) {
                    all.push(EvaluatedRow { prediction, actual, weight, fold });
                }
            }
            return all;
        };
        let weighted = found.iter().any(|(_, weight)| *weight != 1);
        EvaluatedRows {
            weights: if weighted { found.iter().map(|(_, weight)| *weight).collect() } else { Vec::new() },
            folds: fold.map_or_else(Vec::new, |fold| vec![fold as u32; found.len()]),
            actual: found.into_iter().map(|(actual, _)| actual as u32).collect(),
            predictions,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.actual.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.actual.is_empty()
    }

    /// The one at a place.
    pub fn get(&self, place: usize) -> Option<EvaluatedRow<'_>> {
        Some(EvaluatedRow {
            prediction: self.predictions.get(place)?,
            actual: *self.actual.get(place)? as usize,
            weight: self.weights.get(place).copied().unwrap_or(1),
            fold: self.folds.get(place).filter(|fold| **fold != NO_FOLD).map(|fold| *fold as usize),
        })
    }

    /// Class and weight of the one at a place.
    pub(super) fn seen(&self, place: usize) -> Option<(usize, u64)> {
        Some((*self.actual.get(place)? as usize, self.weights.get(place).copied().unwrap_or(1)))
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = EvaluatedRow<'_>> + Clone {
        (0..self.len()).filter_map(|place| self.get(place))
    }

    /// Those at some places.
    pub(super) fn some(&self, places: Range<usize>) -> impl Iterator<Item = EvaluatedRow<'_>> + Clone {
        places.filter_map(|place| self.get(place))
    }

    /// Whether some have another weight than 1.
    pub fn has_weights(&self) -> bool {
        !self.weights.is_empty()
    }

    /// How many rows of the data these are: one whose cases are in several parts comes once for each.
    pub fn table_rows(&self) -> usize {
        let rows = self.predictions.rows();
        match rows {
            crate::model::Rows::Range(range) => range.len(),
            crate::model::Rows::List(list) => list.chunk_by(|one, other| one == other).count(),
        }
    }

    /// Adds one.
    pub fn push(&mut self, row: EvaluatedRow<'_>) {
        let before = self.len();
        self.predictions.push(row.prediction);
        self.actual.push(row.actual as u32);
        self.add_weights(before, row.weight != 1, std::iter::once(row.weight));
        let fold = row.fold.map_or(NO_FOLD, |fold| fold as u32);
        self.add_folds(before, row.fold.is_some(), std::iter::once(fold));
    }

    /// Adds others behind these.
    pub(super) fn append(&mut self, other: &EvaluatedRows) {
        let before = self.len();
        self.predictions.append(&other.predictions);
        self.actual.extend_from_slice(&other.actual);
        let none = |have: bool| if have { 0 } else { other.len() };
        let weights = other.weights.iter().copied();
        let ones = std::iter::repeat_n(1, none(other.has_weights()));
        self.add_weights(before, other.has_weights(), weights.chain(ones));
        let has_folds = !other.folds.is_empty();
        let folds = other.folds.iter().copied().chain(std::iter::repeat_n(NO_FOLD, none(has_folds)));
        self.add_folds(before, has_folds, folds);
    }

    fn add_weights(&mut self, before: usize, needed: bool, weights: impl Iterator<Item = u64>) {
        if needed || self.has_weights() {
            self.weights.resize(before, 1);
            self.weights.extend(weights);
        }
    }

    fn add_folds(&mut self, before: usize, needed: bool, folds: impl Iterator<Item = u32>) {
        if needed || !self.folds.is_empty() {
            self.folds.resize(before, NO_FOLD);
            self.folds.extend(folds);
        }
    }

    /// The rows of several parts, in the order of the data; a row of several parts comes in the order of the parts.
    pub(super) fn sorted(mut parts: Vec<EvaluatedRows>) -> EvaluatedRows {
        if parts.len() == 1 {
            return parts.pop().unwrap_or_default();
        }
        let all: usize = parts.iter().map(EvaluatedRows::len).sum();
        let mut places: Vec<(u32, u32, u32)> = Vec::with_capacity(all);
        for (part, rows) in (0..).zip(&parts) {
            places.extend(rows.predictions.rows().iter().zip(0..).map(|(row, at)| (row as u32, part, at)));
        }
        places.par_sort_unstable();
        let classes = parts.first().map_or(0, |rows| rows.predictions.classes());
        let mut sorted = EvaluatedRows::new(classes, all);
        for (_, part, at) in places {
            let row = parts.get(part as usize).and_then(|rows| rows.get(at as usize));
            row.into_iter().for_each(|row| sorted.push(row));
        }
        sorted
    }

    /// What is made of each piece of the rows, told by their places, in order: side by side where there are several.
    pub(super) fn pieces<T: Send>(&self, of: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
        let many = self.len();
        let piece = |at: usize| of(at * PIECE..many.min((at + 1) * PIECE));
        match many.div_ceil(PIECE) {
            pieces @ 0..=1 => (0..pieces).map(piece).collect(),
            pieces => (0..pieces).into_par_iter().map(piece).collect(),
        }
    }

    /// The same, where something is kept of each row in a place of its own.
    pub(super) fn pieces_of<T: Send, P: Send>(
        &self,
        kept: &mut [P],
        of: impl Fn(Range<usize>, &mut [P]) -> T + Sync,
    ) -> Vec<T> {
        let piece = |(at, kept): (usize, &mut [P])| of(at * PIECE..at * PIECE + kept.len(), kept);
        match kept.len().div_ceil(PIECE) {
            0..=1 => kept.chunks_mut(PIECE).enumerate().map(piece).collect(),
            _ => kept.par_chunks_mut(PIECE).enumerate().map(piece).collect(),
        }
    }

    /// The sum of what is made of each row.
    pub(super) fn sum<const N: usize>(&self, of: impl Fn(EvaluatedRow<'_>) -> [f64; N] + Sync) -> [f64; N] {
        let add = |mut sums: [f64; N], more: [f64; N]| {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            sums
        };
        let pieces = self.pieces(|places| self.some(places).map(&of).fold([0.0; N], add));
        pieces.into_iter().fold([0.0; N], add)
    }
}
