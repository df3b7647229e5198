//! The screens, one file for each pane.

pub mod answer_cell;
mod course;
mod data;
mod evaluate;
mod find_error;
mod find_error_line;
mod formula;
mod meaning;
mod model;
mod parameters;
mod practice;
mod practice_data;
mod practice_step;
mod priors;
mod profile;
mod sheet;
mod sheet_line;
mod sheets;
mod smoothing;
mod so_far;
pub mod start;
mod step_table;
mod steps;
mod steps_view;
mod sums;
mod this_step;
mod why;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::theme::Theme;
use crate::workbench::practice::View;
use crate::workbench::{App, ScreenId};

/// Draws the left pane; gives the place of the text cursor.
pub fn left(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    match app.screen {
        ScreenId::Start => start::list(app, theme, focused, area, buffer),
        ScreenId::Data => data::grid(app, theme, focused, area, buffer),
        ScreenId::Model => return model::recipe(app, theme, focused, area, buffer),
        ScreenId::Parameters => parameters::table(app, theme, focused, area, buffer),
        ScreenId::Evaluate => evaluate::left(app, theme, focused, area, buffer),
        ScreenId::Explain => steps::draw(app, theme, focused, area, buffer),
        ScreenId::Practice if app.screens.practice.view == View::Sheets => {
            sheets::left(app, theme, focused, area, buffer);
        }
        ScreenId::Practice => return practice::draw(app, theme, focused, area, buffer),
    }
    None
}

/// Draws the right pane.
pub fn right(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    match app.screen {
        ScreenId::Start => start::preview(app, theme, focused, area, buffer),
        ScreenId::Data => profile::draw(app, theme, focused, area, buffer),
        ScreenId::Model => meaning::draw(app, theme, focused, area, buffer),
        ScreenId::Parameters => why::draw(app, theme, focused, area, buffer),
        ScreenId::Evaluate => evaluate::right(app, theme, focused, area, buffer),
        ScreenId::Explain => this_step::draw(app, theme, focused, area, buffer),
        ScreenId::Practice if app.screens.practice.view == View::Sheets => {
            sheets::right(app, theme, focused, area, buffer);
        }
        ScreenId::Practice => practice_step::draw(app, theme, focused, area, buffer),
    }
}

/// The columns that the left pane needs to show its table uncut; 0 where it has none.
pub fn needed(app: &App, theme: &Theme) -> usize {
    match app.screen {
        ScreenId::Parameters => crate::workbench::parameters::needed(app),
        ScreenId::Explain => steps::needed(app, theme),
        ScreenId::Evaluate => evaluate::needed(app),
        _ => 0,
    }
}
