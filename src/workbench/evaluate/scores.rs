//! The list of figures; the marked one is explained.

use super::rows;
use crate::workbench::action::Action;
use crate::workbench::app::{App, Pane};
use crate::workbench::dialog::Reply;
use crate::workbench::frame::moved;

/// The cursor in the figures, and how far the explanation of the marked one is scrolled.
#[derive(Clone, Debug, Default)]
pub struct ScoresView {
    /// The marked figure.
    pub cursor: usize,
    /// Lines of its explanation above the screen.
    pub scroll: usize,
}

/// Takes an action.
pub fn act(app: &mut App, action: &Action) -> Reply {
    let Some(metrics) = app.screens.evaluate.metrics(app).cloned() else { return Reply::Pass };
    let page = app.frame.lines().saturating_sub(4).max(1);
    let figures = metrics.figures.len();
    if app.pane == Pane::Master && matches!(action, Action::Enter) {
        return rows::enter(app, figures, "There are no figures.");
    }
    let screen = &mut app.screens.evaluate.scores;
    let (at, last) = match app.pane {
        Pane::Master => (&mut screen.cursor, figures.saturating_sub(1)),
        // The pane knows how many lines there are, and stops at the last.
        Pane::Detail => (&mut screen.scroll, LONGEST),
    };
    let Some(to) = moved(*at, last, page, action) else { return Reply::Pass };
    *at = to;
    if app.pane == Pane::Master {
        screen.scroll = 0;
    }
    Reply::Taken
}

/// More lines than any explanation has.
const LONGEST: usize = 200;
