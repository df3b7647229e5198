//! Screen 4: a file for each view, with what is selected on the left explained on the right.

pub(crate) mod cell;
pub(crate) mod compare;
pub(crate) mod compared;
pub(crate) mod curve;
pub(crate) mod decisions;
pub(crate) mod matrix;
pub(crate) mod reliability;
pub(crate) mod roc;
pub(crate) mod rows;
pub(crate) mod scores;

use crate::app::widgets::pane::Pane;
use crate::app::{App, EvaluatedModel, View};

pub fn left(pane: &mut Pane<'_>) {
    match pane.app.screens.evaluate.view {
        View::Matrix => matrix::left(pane),
        View::Scores => scores::left(pane),
        View::Roc => roc::left(pane),
        View::Reliability => reliability::left(pane),
        View::Decisions => decisions::left(pane),
        View::Compare => compare::draw(pane),
        View::Sweep | View::Learning => curve::left(pane),
    }
}

pub fn right(pane: &mut Pane<'_>) {
    match pane.app.screens.evaluate.view {
        View::Matrix => cell::right(pane),
        View::Scores => scores::right(pane),
        View::Roc => roc::right(pane),
        View::Reliability => reliability::right(pane),
        View::Decisions => decisions::right(pane),
        View::Compare => compared::draw(pane),
        View::Sweep | View::Learning => curve::right(pane),
    }
}

pub fn lines(app: &App) -> Option<usize> {
    let evaluated = tabled(app)?;
    let needed = evaluated.needed(app.screens.evaluate.matrix.shares);
    matrix::is_above(app.frame.width, needed).then(|| {
        let inside = usize::from(app.frame.width.saturating_sub(4));
        matrix::lines(evaluated, inside, needed)
    })
}

fn tabled(app: &App) -> Option<&EvaluatedModel> {
    let screen = &app.screens.evaluate;
    let found = screen.evaluated(&app.session).or_else(|| screen.last());
    found.filter(|_| screen.view == View::Matrix).map(|evaluated| &**evaluated)
}

/// The columns that the confusion matrix needs to show every class; other views have no table of classes.
pub fn needed(app: &App) -> usize {
    let matrix = &app.screens.evaluate.matrix;
    let needed = tabled(app).map_or(0, |evaluated| evaluated.needed(matrix.shares));
    if lines(app).is_some() { needed.max(app.frame.width.into()) } else { needed }
}
