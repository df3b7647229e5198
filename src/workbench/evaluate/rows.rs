//! The predictions of the rows that the model is tested on: the work that makes them and their figures, and the list of rows
//! in the right pane, of a cell, of a threshold, of a bin. One of them can be explained.

use std::sync::Arc;

use super::evaluated_model::EvaluatedModel;
use super::state::{EvaluateScreen, View};
use crate::evaluate::EvaluatedRow;
use crate::problem::Problem;
use crate::recipe::Split;
use crate::table::Watch;
use crate::workbench::prelude::*;
use crate::workbench::session::{FoldModel, Pick};

/// What is done while a model is judged.
pub const JUDGING: &str = "predicting the rows …";

pub fn evaluate(app: &mut App) -> Option<Job> {
    let screen = &app.screens.evaluate;
    if screen.evaluated(&app.session).is_some() || screen.refused(&app.session).is_some() {
        return None;
    }
    let (study, fitted) = (app.session.study.clone()?, Arc::clone(app.session.fitted()?));
    let work = move |watch: Arc<Watch>| EvaluatedModel::new(study, fitted, &watch).map(Arc::new);
    Some(app.jobs.start_watched(Lane::Evaluate, JUDGING, work, |app, evaluated| match evaluated {
        Ok(evaluated) => {
            app.screens.evaluate.take(evaluated);
            app.settle_dialogs();
            measure(app)
        }
        Err(problem) => {
            let problem = told_here(problem);
            app.screens.evaluate.refused = app.session.study.clone().map(|study| (study, problem));
            None
        }
    }))
}

pub fn measure(app: &mut App) -> Option<Job> {
    let screen = &app.screens.evaluate;
    let needed = matches!(screen.view, View::Scores | View::Roc | View::Reliability | View::Decisions);
    let evaluated = screen.evaluated(&app.session).filter(|_| needed)?;
    let positive = screen.wanted(evaluated);
    if screen.metrics(&app.session).is_some_and(|metrics| metrics.positive() == positive) {
        return None;
    }
    let evaluated = Arc::clone(evaluated);
    let work = move || (Arc::new(evaluated.measure(positive)), evaluated);
    Some(app.jobs.start(Lane::Evaluate, "working out the figures …", work, |app, (metrics, evaluated)| {
        app.screens.evaluate.take_metrics(evaluated, metrics);
        None
    }))
}

/// Takes an action while the list has the keys. `row_at` tells which row stands at a place of the list.
pub(super) fn act<'a>(
    app: &mut App,
    action: &Action,
    total: usize,
    row_at: impl Fn(usize) -> Option<EvaluatedRow<'a>>,
    cursor: fn(&mut EvaluateScreen) -> &mut usize,
) -> Reply {
    let at = *cursor(&mut app.screens.evaluate);
    if matches!(action, Action::Enter) {
        return explain_row(app, row_at(at).map(|row| (row.prediction.row, row.fold)));
    }
    let page = app.frame.page(4);
    Reply::moved(moves(cursor(&mut app.screens.evaluate), total.saturating_sub(1), page, action))
}

pub(super) fn enter(app: &mut App, total: usize, none: &str) -> Reply {
    if total == 0 {
        app.say(none);
    } else {
        app.pane = Pane::Detail;
    }
    Reply::Taken
}

/// Has a row explained by the model that predicted it; Esc comes back.
fn explain_row(app: &mut App, row: Option<(usize, Option<usize>)>) -> Reply {
    let Some(((row, fold), evaluated)) = row.zip(app.screens.evaluate.evaluated(&app.session).cloned())
    else {
        app.say("There are no rows here.");
        return Reply::Taken;
    };
    if evaluated.trial.split == Split::None {
        return Reply::of(explain(app, row, None));
    }
    Reply::Job(look_by(app, row, move || evaluated.fold_model(row, fold)))
}

pub(super) fn look_by(
    app: &mut App,
    row: usize,
    work: impl FnOnce() -> Result<Option<FoldModel>, Problem> + Send + 'static,
) -> Job {
    app.jobs.start(
        Lane::FoldModel,
        "fitting the model that predicted it …",
        work,
        move |app, fold_model| match fold_model {
            Ok(fold_model) => explain(app, row, fold_model),
            Err(problem) => {
                app.say(problem.what);
                None
            }
        },
    )
}

/// Takes a row in hand and goes to screen 5, with the model that predicted it where that is another.
pub(super) fn explain(app: &mut App, row: usize, fold_model: Option<FoldModel>) -> Option<Job> {
    match fold_model {
        Some(fold_model) => {
            app.session.look_by(fold_model, row);
            app.renewed();
        }
        None => app.take_up(Pick::Row(row)),
    }
    app.descend(ScreenId::Explain)
}

/// Where rows are wanted and there are none, flags name a file of them on the command line, and a key here.
pub(super) fn told_here(problem: Problem) -> Problem {
    match problem.kind {
        "no_rows" => {
            let fix = "press t and name a file of rows: the model is judged by these".to_owned();
            Problem { fix, ..problem }
        }
        _ => problem,
    }
}
