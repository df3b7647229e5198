//! The work of room 4: it takes a thread, tells how far it is, and can be stopped.

use std::sync::Arc;

use super::curve::{self, Drawn, Plot, Undrawn};
use super::{Judged, matrix};
use crate::model::{Fitted, Study};
use crate::problem::Problem;
use crate::table::Watch;
use crate::workbench::app::App;
use crate::workbench::bins;
use crate::workbench::desk::Lent;
use crate::workbench::job::Job;

/// Something to be worked out.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Predict the rows.
    Judge(Arc<Study>, Arc<Fitted>, Arc<Watch>),
    /// Fit the model that predicted a row.
    Lend(Arc<Judged>, usize),
    /// Draw a curve.
    Draw(Arc<Study>, Plot, Arc<Watch>),
}

/// What was worked out.
#[derive(Clone, Debug)]
pub enum Found {
    /// The rows, predicted, or why they cannot be.
    Judged(Result<Arc<Judged>, Problem>),
    /// A row, and the model that predicted it.
    Lent(usize, Result<Option<Lent>, Problem>),
    /// A curve, or what could not be drawn of which recipe, and why.
    Drawn(Result<Drawn, Undrawn>),
}

impl Ask {
    /// Works it out; may take long.
    pub fn run(self) -> Found {
        match self {
            Ask::Judge(study, fitted, watch) => {
                Found::Judged(Judged::new(study, fitted, &watch).map(Arc::new))
            }
            Ask::Draw(study, plot, watch) => Found::Drawn(curve::draw(&study, plot, &watch)),
            Ask::Lend(judged, row) => Found::Lent(row, judged.lent(row)),
        }
    }

    /// How far it is, where that is known, and how to stop it.
    pub fn watch(&self) -> Option<Arc<Watch>> {
        match self {
            Ask::Judge(_, _, watch) | Ask::Draw(_, _, watch) => Some(Arc::clone(watch)),
            Ask::Lend(..) => None,
        }
    }
}

/// Brings it to the view that waits for it.
pub fn take(app: &mut App, found: Found) -> Option<Job> {
    match found {
        Found::Judged(Ok(judged)) => {
            app.screens.evaluate.take(judged);
            bins::judged(app);
            None
        }
        Found::Judged(Err(problem)) => {
            app.screens.evaluate.refused = app.desk.study.clone().map(|study| (study, problem));
            None
        }
        Found::Drawn(found) => {
            app.screens.evaluate.curve.take(found);
            None
        }
        Found::Lent(row, Ok(lent)) => Some(matrix::explain(app, row, lent)?),
        Found::Lent(_, Err(problem)) => {
            app.say(problem.what);
            None
        }
    }
}
