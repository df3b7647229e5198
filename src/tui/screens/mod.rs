//! The screens, each with its left and its right pane.

mod data;
mod evaluate;
mod explain;
mod find_error;
mod model;
mod parameters;
mod practice;
mod sheets;
mod start;
mod step_table;
mod why;

use ratatui::layout::Position;

use super::pane::Pane;
use super::theme::Theme;
use crate::workbench::practice::View;
use crate::workbench::{App, ScreenId};

/// Draws the left pane; gives the place of the text cursor.
pub fn left(mut pane: Pane<'_>) -> Option<Position> {
    let pane = &mut pane;
    match pane.app.screen {
        ScreenId::Start => start::left(pane),
        ScreenId::Data => data::left(pane),
        ScreenId::Model => return model::left(pane),
        ScreenId::Parameters => parameters::left(pane),
        ScreenId::Evaluate => evaluate::left(pane),
        ScreenId::Explain => explain::left(pane),
        ScreenId::Practice if pane.app.screens.practice.view == View::Sheets => sheets::left(pane),
        ScreenId::Practice => return practice::left(pane),
    }
    None
}

pub fn right(mut pane: Pane<'_>) {
    let pane = &mut pane;
    match pane.app.screen {
        ScreenId::Start => start::right(pane),
        ScreenId::Data => data::right(pane),
        ScreenId::Model => model::right(pane),
        ScreenId::Parameters => why::draw(pane),
        ScreenId::Evaluate => evaluate::right(pane),
        ScreenId::Explain => explain::right(pane),
        ScreenId::Practice if pane.app.screens.practice.view == View::Sheets => sheets::right_pane(pane),
        ScreenId::Practice => practice::detail(pane),
    }
}

/// The lines that the left pane would have, of a screen whose right pane may stand below it.
pub fn lines(app: &App) -> Option<usize> {
    (app.screen == ScreenId::Explain).then(|| explain::lines(app)).flatten()
}

/// The columns that the left pane needs to show its table uncut; 0 where it has none.
pub fn needed(app: &App, theme: &Theme) -> usize {
    match app.screen {
        ScreenId::Parameters => crate::workbench::parameters::needed(app),
        ScreenId::Explain => explain::needed(app, theme),
        ScreenId::Evaluate => evaluate::needed(app),
        _ => 0,
    }
}
