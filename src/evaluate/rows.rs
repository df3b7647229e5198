//! The rows that judge a model: what was said of each, what is so, and how often it was seen. They are kept in the pieces in
//! which they were predicted. Whatever is summed over them is summed piece by piece, side by side, and put together in their
//! order, so that no figure depends on a thread.

use crate::model::{PIECE, Predictions, RowPrediction, Rows};
use rayon::prelude::*;

/// One row that was predicted, and what it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluatedRow<'a> {
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
    classes: usize,
    /// All but the last have [`PIECE`] rows.
    pieces: Vec<Piece>,
}

/// Rows that follow one another, kept flat.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    predictions: Predictions,
    actual: Vec<u32>,
    /// Empty where all weights are 1.
    weights: Vec<u64>,
    folds: Vec<u32>,
}

const NO_FOLD: u32 = u32::MAX;

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
        let before = self.len();
        self.predictions.push(row.prediction);
        self.actual.push(row.actual as u32);
        if row.weight != 1 || !self.weights.is_empty() {
            self.weights.resize(before, 1);
            self.weights.push(row.weight);
        }
        if row.fold.is_some() || !self.folds.is_empty() {
            self.folds.resize(before, NO_FOLD);
            self.folds.push(row.fold.map_or(NO_FOLD, |fold| fold as u32));
        }
    }
}

impl EvaluatedRows {
    /// None yet, with room for so many rows of which so many classes have a score.
    pub fn new(classes: usize, rows: usize) -> Self {
        EvaluatedRows { classes, pieces: Vec::with_capacity(rows.div_ceil(PIECE)) }
    }

    /// Predictions with what is so: class and weight of each row. A row without a class is left out.
    pub(super) fn of(
        predictions: Predictions,
        fold: Option<usize>,
        so: impl Fn(usize) -> Option<(usize, u64)>,
    ) -> Self {
        let mut all = EvaluatedRows::new(predictions.classes(), predictions.len());
        let mut actual = Vec::with_capacity(predictions.len());
        let mut weights = Vec::new();
        for (at, row) in predictions.rows().iter().enumerate() {
            let Some((class, weight)) = so(row) else { break };
            actual.push(class as u32);
            if weight != 1 || !weights.is_empty() {
                weights.resize(at, 1);
                weights.push(weight);
            }
        }
        if actual.len() == predictions.len() && predictions.len() <= PIECE {
            let folds = fold.map_or_else(Vec::new, |fold| vec![fold as u32; actual.len()]);
            all.pieces.push(Piece { weights, folds, actual, predictions });
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

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, place: usize) -> Option<EvaluatedRow<'_>> {
        self.pieces.get(place / PIECE)?.get(place % PIECE)
    }

    pub(super) fn seen(&self, place: usize) -> Option<(usize, u64)> {
        self.pieces.get(place / PIECE)?.seen(place % PIECE)
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = EvaluatedRow<'_>> + Clone {
        self.pieces.iter().flat_map(Piece::iter)
    }

    /// Whether some have another weight than 1.
    pub fn has_weights(&self) -> bool {
        self.pieces.iter().any(|piece| !piece.weights.is_empty())
    }

    /// How many rows of the data these are: one whose cases are in several parts comes once for each.
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

    /// The rows of several parts, in the order of the data; a row of several parts comes in the order of the parts.
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

    /// What is made of each piece, told with the place of its first row, in order: side by side where there are several.
    pub(super) fn pieces<T: Send>(&self, of: impl Fn(usize, &Piece) -> T + Sync) -> Vec<T> {
        let piece = |(at, piece): (usize, &Piece)| of(at * PIECE, piece);
        match self.pieces.len() {
            0..=1 => self.pieces.iter().enumerate().map(piece).collect(),
            _ => self.pieces.par_iter().enumerate().map(piece).collect(),
        }
    }

    pub(super) fn pieces_of<T: Send, P: Send>(
        &self,
        kept: &mut [P],
        of: impl Fn(usize, &Piece, &mut [P]) -> T + Sync,
    ) -> Vec<T> {
        let piece = |(at, (piece, kept)): (usize, (&Piece, &mut [P]))| of(at * PIECE, piece, kept);
        match self.pieces.len() {
            0..=1 => self.pieces.iter().zip(kept.chunks_mut(PIECE)).enumerate().map(piece).collect(),
            _ => self.pieces.par_iter().zip(kept.par_chunks_mut(PIECE)).enumerate().map(piece).collect(),
        }
    }
}
