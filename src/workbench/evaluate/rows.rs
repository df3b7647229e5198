//! A list of judged rows in the right pane: of a cell, of a threshold, of a bin. One of them can be explained.

use super::EvaluateScreen;
use crate::workbench::action::Action;
use crate::workbench::app::{App, Pane, Room};
use crate::workbench::desk::Pick;
use crate::workbench::overlay::Reply;
use crate::workbench::start::moved;
use crate::workbench::{explain, update};

/// Takes an action while the list has the keys. `row_at` tells which row of the data stands at a place of the list.
pub(super) fn act(
    app: &mut App,
    action: &Action,
    total: usize,
    row_at: impl Fn(usize) -> Option<usize>,
    cursor: fn(&mut EvaluateScreen) -> &mut usize,
) -> Reply {
    let page = app.frame.lines().saturating_sub(4).max(1);
    let at = *cursor(&mut app.screens.evaluate);
    if matches!(action, Action::Enter) {
        return explain_row(app, row_at(at));
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

/// Takes a row in hand and goes to room 5; Esc comes back.
fn explain_row(app: &mut App, row: Option<usize>) -> Reply {
    let Some(row) = row else {
        app.say("There are no rows here.");
        return Reply::Taken;
    };
    explain::take_up(app, Pick::Row(row));
    Reply::of(update::descend(app, Room::Explain, Pane::Master))
}
