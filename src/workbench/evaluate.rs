//! Room 4: the confusion matrix on the training rows, and the rows behind each of its cells.

use std::sync::Arc;

use super::action::Action;
use super::app::{App, Pane, Room};
use super::desk::{Desk, Pick};
use super::job::{Job, Lane, Work};
use super::overlay::Reply;
use super::start::moved;
use super::{explain, update};
use crate::evaluate::{Evaluation, JudgedRow, evaluate};
use crate::model::{Fitted, RowPrediction, Study};

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
        for (at, JudgedRow { prediction: row, actual, weight, .. }) in evaluation.rows.iter().enumerate() {
            let column = row.predicted.unwrap_or(classes);
            if let Some(cell) =
                cells.get_mut(*actual).and_then(|row: &mut Vec<Vec<usize>>| row.get_mut(column))
            {
                cell.push(at);
            }
            if let Some(sum) = weights.get_mut(*actual).and_then(|row: &mut Vec<u64>| row.get_mut(column)) {
                *sum += weight;
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
        self.evaluation.rows.get(*place).map(|row| &row.prediction)
    }

    fn cell(&self, actual: usize, column: usize) -> &[usize] {
        self.cells.get(actual).and_then(|row| row.get(column)).map_or(&[], Vec::as_slice)
    }
}

/// The cursor in the matrix, and in the rows of its cell.
#[derive(Clone, Debug, Default)]
pub struct EvaluateScreen {
    judged: Option<Arc<Judged>>,
    /// The marked cell: actual class, column.
    pub cell: (usize, usize),
    /// The marked row of the cell.
    pub row: usize,
}

impl EvaluateScreen {
    /// The judgement, if it is of the model on the desk.
    pub fn judged(&self, app: &App) -> Option<&Arc<Judged>> {
        self.judged.as_ref().filter(|judged| judged.is_of(&app.desk))
    }

    /// Takes a judgement; the cursor stays where there still is a cell.
    pub fn take(&mut self, judged: Arc<Judged>) {
        let (actual, column) = self.cell;
        let classes = judged.evaluation.labels.len();
        self.cell = (actual.min(classes.saturating_sub(1)), column.min(judged.columns().saturating_sub(1)));
        self.row = self.row.min(judged.count(self.cell.0, self.cell.1).saturating_sub(1));
        self.judged = Some(judged);
    }
}

/// Has the model on the desk judged, unless it is.
pub fn refresh(app: &mut App) -> Option<Job> {
    if app.screens.evaluate.judged(app).is_some() {
        return None;
    }
    let work = Work::Evaluate(app.desk.study.clone()?, Arc::clone(app.desk.fitted()?));
    Some(app.jobs.start(Lane::Evaluate, "predicting the rows …", work))
}

/// Takes an action.
pub fn act(app: &mut App, action: &Action) -> Reply {
    let Some(judged) = app.screens.evaluate.judged(app).cloned() else { return Reply::Pass };
    let page = app.frame.lines().saturating_sub(4).max(1);
    let (rows, columns) = (judged.evaluation.labels.len(), judged.columns());
    let screen = &mut app.screens.evaluate;
    let (actual, column) = screen.cell;
    let inside = judged.count(actual, column);
    if app.pane == Pane::Detail {
        return match action {
            Action::Enter => explain_row(app, &judged),
            action => moved(screen.row, inside.saturating_sub(1), page, action).map_or(Reply::Pass, |to| {
                screen.row = to;
                Reply::Taken
            }),
        };
    }
    match action {
        Action::Enter if inside == 0 => {
            app.say("There are no rows in this cell.");
            return Reply::Taken;
        }
        Action::Enter => {
            app.pane = Pane::Detail;
            return Reply::Taken;
        }
        Action::Left => screen.cell.1 = column.saturating_sub(1),
        Action::Right => screen.cell.1 = (column + 1).min(columns.saturating_sub(1)),
        action => match moved(actual, rows.saturating_sub(1), page, action) {
            Some(to) => screen.cell.0 = to,
            None => return Reply::Pass,
        },
    }
    if screen.cell != (actual, column) {
        screen.row = 0;
    }
    Reply::Taken
}

/// Takes the marked row in hand and goes to room 5; Esc comes back.
fn explain_row(app: &mut App, judged: &Judged) -> Reply {
    let screen = &app.screens.evaluate;
    let Some(row) = judged.row(screen.cell, screen.row).map(|row| row.row) else {
        app.say("There are no rows in this cell.");
        return Reply::Taken;
    };
    explain::take_up(app, Pick::Row(row));
    Reply::of(update::descend(app, Room::Explain, Pane::Master))
}
