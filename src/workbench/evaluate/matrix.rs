//! The confusion matrix, and the rows behind each of its cells.

use super::{EvaluatedModel, rows};
use crate::workbench::action::Action;
use crate::workbench::app::{App, Pane};
use crate::workbench::dialog::Reply;
use crate::workbench::frame::moved;

/// How the cells are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shares {
    /// As counts.
    #[default]
    Counts,
    /// As shares of the rows of their class.
    OfActual,
    /// As shares of the rows that were called the same.
    OfPredicted,
}

impl Shares {
    /// The next way.
    pub fn next(self) -> Shares {
        match self {
            Shares::Counts => Shares::OfActual,
            Shares::OfActual => Shares::OfPredicted,
            Shares::OfPredicted => Shares::Counts,
        }
    }
}

/// The cursor in the matrix, and in the rows of its cell.
#[derive(Clone, Debug, Default)]
pub struct MatrixView {
    /// The marked cell: actual class, column.
    pub cell: (usize, usize),
    /// The marked row of the cell.
    pub row: usize,
    /// How the cells are written.
    pub shares: Shares,
}

impl MatrixView {
    /// Keeps the cursor where there is a cell.
    pub(super) fn settle(&mut self, judged: &EvaluatedModel) {
        let (actual, column) = self.cell;
        let classes = judged.evaluation.labels.len();
        self.cell = (actual.min(classes.saturating_sub(1)), column.min(judged.columns().saturating_sub(1)));
        self.row = self.row.min(judged.count(self.cell.0, self.cell.1).saturating_sub(1));
    }
}

/// Takes an action.
pub fn act(app: &mut App, action: &Action) -> Reply {
    let Some(judged) = app.screens.evaluate.judged(app).cloned() else { return Reply::Pass };
    let page = app.frame.lines().saturating_sub(4).max(1);
    let (classes, columns) = (judged.evaluation.labels.len(), judged.columns());
    let screen = &mut app.screens.evaluate.matrix;
    let (actual, column) = screen.cell;
    let inside = judged.count(actual, column);
    if app.pane == Pane::Detail {
        let row_at = |place: usize| judged.row((actual, column), place);
        return rows::act(app, action, inside, row_at, |screen| &mut screen.matrix.row);
    }
    match action {
        Action::Enter => return rows::enter(app, inside, "There are no rows in this cell."),
        Action::Form => screen.shares = screen.shares.next(),
        Action::Left => screen.cell.1 = column.saturating_sub(1),
        Action::Right => screen.cell.1 = (column + 1).min(columns.saturating_sub(1)),
        action => match moved(actual, classes.saturating_sub(1), page, action) {
            Some(to) => screen.cell.0 = to,
            None => return Reply::Pass,
        },
    }
    if screen.cell != (actual, column) {
        screen.row = 0;
    }
    Reply::Taken
}
