//! A model that has been judged, with its rows sorted into the cells of the matrix.

use std::sync::Arc;

use crate::evaluate::{Evaluation, JudgedRow, Model, Trial};
use crate::model::{Fitted, Study};
use crate::problem::Problem;
use crate::recipe::Split;
use crate::table::Watch;
use crate::workbench::desk::{Desk, Lent};

/// A model judged as its recipe says, with the rows sorted into cells.
#[derive(Clone, Debug)]
pub struct Judged {
    study: Arc<Study>,
    /// Which rows judge which model.
    pub trial: Trial,
    /// The matrix and what follows from it.
    pub evaluation: Evaluation,
    /// By actual class and column, positions in [`Evaluation::rows`].
    cells: Vec<Vec<Vec<usize>>>,
    /// The sums of the weights of the rows in each cell, where rows have weights.
    weights: Option<Vec<Vec<u64>>>,
}

impl Judged {
    /// Predicts every row that judges the model; takes as long as it takes.
    ///
    /// # Errors
    /// When a test file cannot be read, no row is left to judge by, or it was stopped.
    pub fn new(study: Arc<Study>, fitted: Arc<Fitted>, watch: &Arc<Watch>) -> Result<Judged, Problem> {
        let trial = Trial::of(Model::Generative(fitted), Some(Arc::clone(watch)))?;
        let evaluation = trial.run(Some(watch))?;
        let (classes, said) = (evaluation.labels.len(), evaluation.predictable);
        // The last column is for rows whose posterior is undefined.
        let mut cells = vec![vec![Vec::new(); said + 1]; classes];
        let mut weights = vec![vec![0; said + 1]; classes];
        for (at, JudgedRow { prediction, actual, weight, .. }) in evaluation.rows.iter().enumerate() {
            let column = prediction.predicted.unwrap_or(said);
            if let Some(cell) =
                cells.get_mut(*actual).and_then(|row: &mut Vec<Vec<usize>>| row.get_mut(column))
            {
                cell.push(at);
            }
            if let Some(sum) = weights.get_mut(*actual).and_then(|row: &mut Vec<u64>| row.get_mut(column)) {
                *sum += weight;
            }
        }
        let weights = trial.data.resolved.weight.map(|_| weights);
        Ok(Judged { study, trial, evaluation, cells, weights })
    }

    /// What the judged model is called; empty where there is none.
    pub fn title(&self) -> &'static str {
        self.study.fitted.as_ref().map_or("", |fitted| fitted.title())
    }

    /// Whether this is about the model on the desk.
    pub fn is_of(&self, desk: &Desk) -> bool {
        desk.study.as_ref().is_some_and(|study| Arc::ptr_eq(study, &self.study))
    }

    /// Columns of the matrix: the classes that can be said, and one for undefined posteriors where there are any.
    pub fn columns(&self) -> usize {
        self.evaluation.predictable + usize::from(self.evaluation.n_undefined > 0)
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
    pub fn row(&self, (actual, column): (usize, usize), at: usize) -> Option<&JudgedRow> {
        let place = self.cell(actual, column).get(at)?;
        self.evaluation.rows.get(*place)
    }

    /// The cell of wrong predictions with the most rows, if any prediction is wrong.
    pub fn worst(&self) -> Option<(usize, usize)> {
        let actual = 0..self.evaluation.labels.len();
        let cells = actual.flat_map(|actual| (0..self.columns()).map(move |column| (actual, column)));
        let wrong = cells.filter(|(actual, column)| actual != column && self.count(*actual, *column) > 0);
        // Of several the first.
        wrong.rev().max_by_key(|(actual, column)| self.count(*actual, *column))
    }

    /// The model that predicted a row, where that is not the study's own on the study's own rows; fitted when asked for.
    ///
    /// # Errors
    /// When there is no such model.
    pub fn lent(&self, row: usize) -> Result<Option<Lent>, Problem> {
        let words = match &self.trial.split {
            Split::None => return Ok(None),
            Split::LeaveOneOut => format!("without {}", self.trial.data.row_name(row)),
            Split::Folds(_) => {
                let fold = self.trial.folds.of_row(row).map_or(0, |fold| fold + 1);
                format!("without fold {fold}")
            }
            Split::Holdout(_) => "without the held-out rows".to_owned(),
            Split::File(_) => "without the test file".to_owned(),
        };
        let model = self.trial.model_of(row)?;
        Ok(model.fitted().map(|fitted| Lent { fitted: Arc::clone(fitted), words }))
    }

    fn cell(&self, actual: usize, column: usize) -> &[usize] {
        self.cells.get(actual).and_then(|row| row.get(column)).map_or(&[], Vec::as_slice)
    }
}
