//! A model that has been judged, with its rows sorted into the cells of the matrix.

use std::sync::Arc;

use crate::evaluate::{Evaluation, evaluate};
use crate::model::{Fitted, RowPrediction, Study};
use crate::workbench::desk::Desk;

/// A model judged by its training rows, with the rows sorted into cells.
#[derive(Clone, Debug)]
pub struct Judged {
    study: Arc<Study>,
    /// The matrix and what follows from it.
    pub evaluation: Evaluation,
    /// By actual class and column, positions in [`Evaluation::rows`].
    cells: Vec<Vec<Vec<usize>>>,
    /// The sums of the weights of the rows in each cell, where rows have weights.
    weights: Option<Vec<Vec<u64>>>,
}

impl Judged {
    /// Predicts every training row; takes as long as it takes.
    pub fn new(study: Arc<Study>, fitted: &Fitted) -> Judged {
        let evaluation = evaluate(fitted);
        let classes = evaluation.labels.len();
        // The last column is for rows whose posterior is undefined.
        let mut cells = vec![vec![Vec::new(); classes + 1]; classes];
        let mut weights = vec![vec![0; classes + 1]; classes];
        for (at, (row, actual)) in evaluation.rows.iter().enumerate() {
            let column = row.predicted.unwrap_or(classes);
            if let Some(cell) =
                cells.get_mut(*actual).and_then(|row: &mut Vec<Vec<usize>>| row.get_mut(column))
            {
                cell.push(at);
            }
            if let Some(sum) = weights.get_mut(*actual).and_then(|row: &mut Vec<u64>| row.get_mut(column)) {
                *sum += fitted.data.weight(row.row);
            }
        }
        let weights = fitted.weight_column().map(|_| weights);
        Judged { study, evaluation, cells, weights }
    }

    /// What the judged model is called; empty where there is none.
    pub fn title(&self) -> &'static str {
        self.study.fitted.as_ref().map_or("", |fitted| fitted.title())
    }

    /// Whether this is about the model on the desk.
    pub fn is_of(&self, desk: &Desk) -> bool {
        desk.study.as_ref().is_some_and(|study| Arc::ptr_eq(study, &self.study))
    }

    /// Columns of the matrix: the classes, and one for undefined posteriors where there are any.
    pub fn columns(&self) -> usize {
        self.evaluation.labels.len() + usize::from(self.evaluation.n_undefined > 0)
    }

    /// How many rows a cell holds, each as often as its weight says.
    pub fn seen(&self, actual: usize, column: usize) -> u64 {
        let weight = self.weights.as_ref().map(|weights| weights.get(actual)?.get(column).copied());
        weight.map_or_else(|| self.count(actual, column) as u64, Option::unwrap_or_default)
    }

    /// Whether rows have weights.
    pub fn is_weighted(&self) -> bool {
        self.weights.is_some()
    }

    /// How many rows of the data a cell holds.
    pub fn count(&self, actual: usize, column: usize) -> usize {
        self.cell(actual, column).len()
    }

    /// A row of a cell.
    pub fn row(&self, (actual, column): (usize, usize), at: usize) -> Option<&RowPrediction> {
        let place = self.cell(actual, column).get(at)?;
        self.evaluation.rows.get(*place).map(|(row, _)| row)
    }

    fn cell(&self, actual: usize, column: usize) -> &[usize] {
        self.cells.get(actual).and_then(|row| row.get(column)).map_or(&[], Vec::as_slice)
    }
}
