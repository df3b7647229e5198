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
use crate::workbench::{App, Room};

/// Draws the left pane; gives the place of the text cursor.
pub fn left(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    match app.room {
        Room::Start => start::list(app, theme, focused, area, buffer),
        Room::Data => data::grid(app, theme, focused, area, buffer),
        Room::Model => return model::recipe(app, theme, focused, area, buffer),
        Room::Parameters => parameters::table(app, theme, focused, area, buffer),
        Room::Evaluate => evaluate::left(app, theme, focused, area, buffer),
        Room::Explain => steps::draw(app, theme, focused, area, buffer),
        Room::Practice if app.screens.practice.view == View::Sheets => {
            sheets::left(app, theme, focused, area, buffer);
        }
        Room::Practice => return practice::draw(app, theme, focused, area, buffer),
    }
    None
}

/// Draws the right pane.
pub fn right(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    match app.room {
        Room::Start => start::preview(app, theme, focused, area, buffer),
        Room::Data => profile::draw(app, theme, focused, area, buffer),
        Room::Model => meaning::draw(app, theme, focused, area, buffer),
        Room::Parameters => why::draw(app, theme, focused, area, buffer),
        Room::Evaluate => evaluate::right(app, theme, focused, area, buffer),
        Room::Explain => this_step::draw(app, theme, focused, area, buffer),
        Room::Practice if app.screens.practice.view == View::Sheets => {
            sheets::right(app, theme, focused, area, buffer);
        }
        Room::Practice => practice_step::draw(app, theme, focused, area, buffer),
    }
}

/// The columns that the left pane needs to show its table uncut; 0 where it has none.
pub fn needed(app: &App, theme: &Theme) -> usize {
    match app.room {
        Room::Parameters => crate::workbench::parameters::needed(app),
        Room::Explain => steps::needed(app, theme),
        Room::Evaluate => evaluate::needed(app),
        _ => 0,
    }
}
