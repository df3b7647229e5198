//! Room 4: one file for each pane of each view.

mod cell_rows;
mod curve;
mod curve_point;
mod matrix;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::theme::Theme;
use crate::workbench::{App, View};

/// Draws the left pane: the view that is on.
pub fn left(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    match app.screens.evaluate.view {
        View::Matrix => matrix::draw(app, theme, focused, area, buffer),
        View::Sweep | View::Learning => curve::draw(app, theme, focused, area, buffer),
    }
}

/// Draws the right pane: what is marked in it, explained.
pub fn right(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    match app.screens.evaluate.view {
        View::Matrix => cell_rows::draw(app, theme, focused, area, buffer),
        View::Sweep | View::Learning => curve_point::draw(app, theme, focused, area, buffer),
    }
}
