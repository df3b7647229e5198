//! Screen 4: a file for each view, with what is selected on the left explained on the right.

mod compare;
mod compared;
mod curve;
mod matrix;
mod reliability;
mod roc;
mod rows;
mod scores;

use super::super::pane::Pane;
use crate::workbench::{App, View};

pub fn left(pane: &mut Pane<'_>) {
    match pane.app.screens.evaluate.view {
        View::Matrix => matrix::left(pane),
        View::Scores => scores::left(pane),
        View::Roc => roc::left(pane),
        View::Reliability => reliability::left(pane),
        View::Compare => compare::draw(pane),
        View::Sweep | View::Learning => curve::left(pane),
    }
}

pub fn right(pane: &mut Pane<'_>) {
    match pane.app.screens.evaluate.view {
        View::Matrix => matrix::right(pane),
        View::Scores => scores::right(pane),
        View::Roc => roc::right(pane),
        View::Reliability => reliability::right(pane),
        View::Compare => compared::draw(pane),
        View::Sweep | View::Learning => curve::right(pane),
    }
}

/// The lines of the confusion matrix, where its rows stand below it.
pub fn lines(app: &App) -> Option<usize> {
    let screen = &app.screens.evaluate;
    let is_narrow = screen.view == View::Matrix && app.frame.width < matrix::BESIDE;
    let evaluated = screen.evaluated(&app.session).or_else(|| screen.last()).filter(|_| is_narrow)?;
    Some(matrix::lines(evaluated))
}

/// The columns that the confusion matrix needs to show every class; other views have no table of classes.
pub fn needed(app: &App) -> usize {
    let screen = &app.screens.evaluate;
    let evaluated =
        screen.evaluated(&app.session).or_else(|| screen.last()).filter(|_| screen.view == View::Matrix);
    let needed = evaluated.map_or(0, |evaluated| matrix::Table::needed(evaluated, &screen.matrix));
    // Below it the rows have the width that they need: they never stand beside it there.
    if lines(app).is_some() { needed.max(app.frame.width.into()) } else { needed }
}
