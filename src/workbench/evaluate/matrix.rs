//! The confusion matrix, and the rows behind each of its cells.

use std::sync::Arc;

use super::{Ask, Judged};
use crate::recipe::Split;
use crate::workbench::action::Action;
use crate::workbench::app::{App, Pane, Room};
use crate::workbench::desk::{Lent, Pick};
use crate::workbench::job::{Job, Lane, Work};
use crate::workbench::overlay::Reply;
use crate::workbench::start::moved;
use crate::workbench::{explain, parameters, update};

/// The cursor in the matrix, and in the rows of its cell.
#[derive(Clone, Debug, Default)]
pub struct MatrixView {
    /// The marked cell: actual class, column.
    pub cell: (usize, usize),
    /// The marked row of the cell.
    pub row: usize,
}

impl MatrixView {
    /// Keeps the cursor where there is a cell.
    pub(super) fn settle(&mut self, judged: &Judged) {
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
    let (rows, columns) = (judged.evaluation.labels.len(), judged.columns());
    let screen = &mut app.screens.evaluate.matrix;
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

/// Has the marked row explained by the model that predicted it; Esc comes back.
fn explain_row(app: &mut App, judged: &Arc<Judged>) -> Reply {
    let screen = &app.screens.evaluate.matrix;
    let Some(row) = judged.row(screen.cell, screen.row).map(|row| row.prediction.row) else {
        app.say("There are no rows in this cell.");
        return Reply::Taken;
    };
    if judged.trial.split == Split::None {
        return Reply::of(explain(app, row, None));
    }
    let work = Work::Evaluate(Ask::Lend(Arc::clone(judged), row));
    Reply::Job(app.jobs.start(Lane::Lend, "fitting the model that predicted it …", work))
}

/// Takes a row in hand and goes to room 5, with the model that predicted it where that is another.
pub fn explain(app: &mut App, row: usize, lent: Option<Lent>) -> Option<Job> {
    match lent {
        Some(lent) => {
            app.desk.lend(lent, row);
            parameters::renewed(app);
        }
        None => explain::take_up(app, Pick::Row(row)),
    }
    update::descend(app, Room::Explain, Pane::Master)
}
