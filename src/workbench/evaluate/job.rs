//! The work of room 4: it takes a thread, tells how far it is, and can be stopped.

use std::sync::Arc;

use super::curve::{self, Drawn, Plot, Undrawn};
use super::{Judged, compare, measure, rows};
use crate::evaluate::{Comparison, Metrics, Stage, TestedRow};
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
    /// Work out the figures, with one class against the rest.
    Measure(Arc<Judged>, usize),
    /// Fit the model that predicted a row of a part.
    Lend(Arc<Judged>, usize, Option<usize>),
    /// Compare models on the same rows.
    Compare(Arc<Study>, Arc<Stage>),
    /// Fit the model of a comparison, by its position, that predicted a row.
    LendOf(Arc<Comparison>, usize, TestedRow),
    /// Draw a curve.
    Draw(Arc<Study>, Plot, Arc<Watch>),
}

/// What was worked out.
#[derive(Clone, Debug)]
pub enum Found {
    /// The rows, predicted, or why they cannot be.
    Judged(Result<Arc<Judged>, Problem>),
    /// The figures of some predictions.
    Measured(Arc<Judged>, Arc<Metrics>),
    /// A row, and the model that predicted it.
    Lent(usize, Result<Option<Lent>, Problem>),
    /// Models side by side, or why there are none.
    Compared(Arc<Study>, Result<Arc<Comparison>, Problem>),
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
            Ask::Measure(judged, positive) => {
                let metrics = judged.measure(positive);
                Found::Measured(judged, Arc::new(metrics))
            }
            Ask::Draw(study, plot, watch) => Found::Drawn(curve::draw(&study, plot, &watch)),
            Ask::Lend(judged, row, fold) => Found::Lent(row, judged.lent(row, fold)),
            Ask::Compare(study, stage) => {
                let found = Comparison::run(&study, None, Some(&stage)).map(Arc::new);
                Found::Compared(study, found)
            }
            Ask::LendOf(found, place, row) => Found::Lent(row.row, compare::lent(&found, place, row)),
        }
    }

    /// How far it is, where that is known, and how to stop it.
    pub fn watch(&self) -> Option<Arc<Watch>> {
        match self {
            Ask::Judge(_, _, watch) | Ask::Draw(_, _, watch) => Some(Arc::clone(watch)),
            Ask::Compare(_, stage) => Some(Arc::clone(&stage.watch)),
            Ask::Measure(..) | Ask::Lend(..) | Ask::LendOf(..) => None,
        }
    }

    /// Where it tells what it is at.
    pub fn stage(&self) -> Option<Arc<Stage>> {
        match self {
            Ask::Compare(_, stage) => Some(Arc::clone(stage)),
            _ => None,
        }
    }
}

/// Brings it to the view that waits for it; what is still to be worked out for that view follows.
pub fn take(app: &mut App, found: Found) -> Option<Job> {
    match found {
        Found::Judged(Ok(judged)) => {
            app.screens.evaluate.take(judged);
            bins::judged(app);
            measure(app)
        }
        Found::Judged(Err(problem)) => {
            app.screens.evaluate.refused = app.desk.study.clone().map(|study| (study, problem));
            None
        }
        Found::Measured(judged, metrics) => {
            app.screens.evaluate.take_metrics(judged, metrics);
            None
        }
        Found::Lent(row, Ok(lent)) => rows::explain(app, row, lent),
        Found::Compared(study, found) => {
            app.screens.evaluate.compare.take(study, found);
            None
        }
        Found::Drawn(found) => {
            app.screens.evaluate.curve.take(found);
            None
        }
        Found::Lent(_, Err(problem)) => {
            app.say(problem.what);
            None
        }
    }
}
