//! Screen 4: one file for each pane of each view.

mod bin;
mod cell_rows;
mod figure;
mod compare;
mod compared;
mod curve;
mod curve_point;
mod matrix;
mod reliability;
mod roc;
mod rows;
mod scores;
mod table;
mod threshold;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::pane;
use super::super::theme::Theme;
use super::start::problem_lines;
use crate::workbench::{App, Lane, View};

/// Draws the left pane: the view that is on.
pub fn left(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    match app.screens.evaluate.view {
        View::Matrix => matrix::draw(app, theme, focused, area, buffer),
        View::Scores => scores::draw(app, theme, focused, area, buffer),
        View::Roc => roc::draw(app, theme, focused, area, buffer),
        View::Reliability => reliability::draw(app, theme, focused, area, buffer),
        View::Compare => compare::draw(app, theme, focused, area, buffer),
        View::Sweep | View::Learning => curve::draw(app, theme, focused, area, buffer),
    }
}

/// The columns that the confusion matrix needs to show every class; other views have no table of classes.
pub fn needed(app: &App) -> usize {
    let screen = &app.screens.evaluate;
    let judged =
        screen.judged(&app.session).or_else(|| screen.last()).filter(|_| screen.view == View::Matrix);
    judged.map_or(0, |judged| table::Table::needed(judged, &screen.matrix))
}

/// Draws the right pane: what is marked in it, explained.
pub fn right(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    match app.screens.evaluate.view {
        View::Matrix => cell_rows::draw(app, theme, focused, area, buffer),
        View::Scores => figure::draw(app, theme, focused, area, buffer),
        View::Roc => threshold::draw(app, theme, focused, area, buffer),
        View::Reliability => bin::draw(app, theme, focused, area, buffer),
        View::Compare => compared::draw(app, theme, focused, area, buffer),
        View::Sweep | View::Learning => curve_point::draw(app, theme, focused, area, buffer),
    }
}

/// What stands where nothing is worked out yet.
fn waiting(app: &App, theme: &Theme, inside: Rect, buffer: &mut Buffer) {
    if let Some(problem) = app.screens.evaluate.refused(&app.session) {
        let lines = problem_lines(&problem.clone().into(), theme, usize::from(inside.width));
        return pane::lines(&lines, 0, inside, buffer);
    }
    pane::lines(&[Line::default(), Line::styled(waiting_words(app), theme.secondary)], 0, inside, buffer);
}

/// How far the judgement is that is waited for, or what to press for it.
fn waiting_words(app: &App) -> String {
    if app.jobs.busy().is_none() {
        return "press 4 to predict the rows.".to_owned();
    }
    let far = app.jobs.progress(Lane::Evaluate).map(|far| format!(" {far}")).unwrap_or_default();
    format!("predicting the rows …{far}")
}
