//! A list of judged rows in the right pane: of a cell, of a threshold, of a bin. One of them can be explained.

use super::EvaluateScreen;
use crate::evaluate::EvaluatedRow;
use crate::problem::Problem;
use crate::recipe::Split;
use crate::workbench::action::Action;
use crate::workbench::app::{App, Pane};
use crate::workbench::dialog::Reply;
use crate::workbench::frame::moved;
use crate::workbench::job::{Job, Lane};
use crate::workbench::screen_id::ScreenId;
use crate::workbench::session::{FoldModel, Pick};
use crate::workbench::{explain, parameters, update};

/// Takes an action while the list has the keys. `row_at` tells which row stands at a place of the list.
pub(super) fn act<'a>(
    app: &mut App,
    action: &Action,
    total: usize,
    row_at: impl Fn(usize) -> Option<&'a EvaluatedRow>,
    cursor: fn(&mut EvaluateScreen) -> &mut usize,
) -> Reply {
    let page = app.frame.lines().saturating_sub(4).max(1);
    let at = *cursor(&mut app.screens.evaluate);
    if matches!(action, Action::Enter) {
        return explain_row(app, row_at(at).map(|row| (row.prediction.row, row.fold)));
    }
    match moved(at, total.saturating_sub(1), page, action) {
        Some(to) => {
            *cursor(&mut app.screens.evaluate) = to;
            Reply::Taken
        }
        None => Reply::Pass,
    }
}

/// Goes to the list, where there is one.
pub(super) fn enter(app: &mut App, total: usize, none: &str) -> Reply {
    if total == 0 {
        app.say(none);
    } else {
        app.pane = Pane::Detail;
    }
    Reply::Taken
}

/// Has a row explained by the model that predicted it; Esc comes back.
fn explain_row(app: &mut App, row: Option<(usize, Option<usize>)>) -> Reply {
    let Some(((row, fold), judged)) = row.zip(app.screens.evaluate.judged(app).cloned()) else {
        app.say("There are no rows here.");
        return Reply::Taken;
    };
    if judged.trial.split == Split::None {
        return Reply::of(explain(app, row, None));
    }
    Reply::Job(lend(app, row, move || judged.lent(row, fold)))
}

/// Has the model fitted that predicted a row, and the row explained by it.
pub(super) fn lend(
    app: &mut App,
    row: usize,
    work: impl FnOnce() -> Result<Option<FoldModel>, Problem> + Send + 'static,
) -> Job {
    app.jobs.start(Lane::Lend, "fitting the model that predicted it …", work, move |app, lent| match lent {
        Ok(lent) => explain(app, row, lent),
        Err(problem) => {
            app.say(problem.what);
            None
        }
    })
}

/// Takes a row in hand and goes to screen 5, with the model that predicted it where that is another.
pub(super) fn explain(app: &mut App, row: usize, lent: Option<FoldModel>) -> Option<Job> {
    match lent {
        Some(lent) => {
            app.session.lend(lent, row);
            parameters::renewed(app);
        }
        None => explain::take_up(app, Pick::Row(row)),
    }
    update::descend(app, ScreenId::Explain, Pane::Master)
}
