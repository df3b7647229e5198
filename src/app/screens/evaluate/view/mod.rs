//! Screen 4: a file for each view, with what is selected on the left explained on the right.

pub(crate) mod compare;
pub(crate) mod curve;
pub(crate) mod decisions;
pub(crate) mod matrix;
pub(crate) mod reliability;
pub(crate) mod roc;
pub(crate) mod rows;
pub(crate) mod scores;

use crate::app::widgets::pane::Canvas;
use crate::app::{App, EvaluatedModel, View};

pub fn left(canvas: &mut Canvas<'_>) {
    match canvas.app.screens.evaluate.view {
        View::Matrix => matrix::left(canvas),
        View::Scores => scores::left(canvas),
        View::Roc => roc::left(canvas),
        View::Reliability => reliability::left(canvas),
        View::Decisions => decisions::left(canvas),
        View::Compare => compare::left(canvas),
        View::Sweep | View::Learning => curve::left(canvas),
    }
}

pub fn right(canvas: &mut Canvas<'_>) {
    match canvas.app.screens.evaluate.view {
        View::Matrix => matrix::right(canvas),
        View::Scores => scores::right(canvas),
        View::Roc => roc::right(canvas),
        View::Reliability => reliability::right(canvas),
        View::Decisions => decisions::right(canvas),
        View::Compare => compare::right(canvas),
        View::Sweep | View::Learning => curve::right(canvas),
    }
}

/// The lines of the matrix, if it is above its rows.
pub fn lines(app: &App) -> Option<usize> {
    let evaluated = tabled(app)?;
    matrix::is_above(app, evaluated).then(|| matrix::lines(app, evaluated))
}

fn tabled(app: &App) -> Option<&EvaluatedModel> {
    let screen = &app.screens.evaluate;
    let found = screen.evaluated(&app.session).or_else(|| screen.last());
    found.filter(|_| screen.view == View::Matrix).map(|evaluated| &**evaluated)
}

/// The columns that the confusion matrix needs to show every class; other views have no table of classes.
pub fn needed(app: &App) -> usize {
    let needed = tabled(app).map_or(0, |evaluated| matrix::needed(app, evaluated));
    if lines(app).is_some() { needed.max(app.frame.width.into()) } else { needed }
}
