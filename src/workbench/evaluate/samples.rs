//! The model's own samples: how often it is wrong about rows that it draws itself, and how its parameters spread where it is
//! fitted again to such rows.

use std::sync::Arc;

use super::rows::evaluate;
use crate::model::{BayesError, DrawOptions, Fitted, REFITS, Refits, Spread, Uniforms};
use crate::problem::Problem;
use crate::table::Watch;
use crate::workbench::prelude::*;
use crate::workbench::session::Session;

/// Rows that are drawn for the Bayes error.
const ROWS: usize = 10_000;

/// What a model says of rows that it drew.
#[derive(Clone, Debug)]
pub struct Samples {
    of: Arc<Fitted>,
    pub bayes: BayesError,
    /// The models of the samples, or why there are none.
    pub refits: Result<Refits, Problem>,
}

impl Samples {
    fn new(fitted: Arc<Fitted>, watch: &Watch) -> Result<Samples, Problem> {
        let seed = fitted.data.resolved.recipe.seed_or_default();
        let sampler = fitted.sampler(DrawOptions::default())?;
        let bayes = sampler.bayes_error(ROWS, &mut Uniforms::seeded(seed), Some(watch))?;
        let refits = sampler.refits(REFITS, fitted.sample_rows(), &mut Uniforms::seeded(seed), Some(watch));
        Ok(Samples { of: fitted, bayes, refits })
    }
}

/// What was drawn last, the cursor in the parameters, and how far the explanation of the selected one is scrolled.
#[derive(Clone, Debug, Default)]
pub struct SamplesView {
    found: Option<Arc<Samples>>,
    refused: Option<(Arc<Fitted>, Problem)>,
    pub cursor: usize,
    pub scroll: usize,
}

impl SamplesView {
    /// What the model of the session drew.
    pub fn found(&self, session: &Session) -> Option<&Arc<Samples>> {
        let fitted = session.fitted()?;
        self.found.as_ref().filter(|found| Arc::ptr_eq(&found.of, fitted))
    }

    /// Why nothing can be drawn from the model of the session.
    pub fn refused(&self, session: &Session) -> Option<&Problem> {
        let (of, problem) = self.refused.as_ref()?;
        session.fitted().filter(|fitted| Arc::ptr_eq(of, fitted)).map(|_| problem)
    }

    /// The parameter that is selected.
    pub fn marked(&self, session: &Session) -> Option<&Spread> {
        self.found(session)?.refits.as_ref().ok()?.spreads.get(self.cursor)
    }

    fn parameters(&self, session: &Session) -> usize {
        let refits = self.found(session).and_then(|found| found.refits.as_ref().ok());
        refits.map_or(0, |refits| refits.spreads.len())
    }
}

/// Has rows drawn and the model fitted to them, unless it is done; and the rows predicted, to stand beside.
pub(super) fn ask(app: &mut App) -> Option<Job> {
    let judged = evaluate(app);
    let view = &app.screens.evaluate.samples;
    if view.found(&app.session).is_some() || view.refused(&app.session).is_some() {
        return judged;
    }
    let Some(fitted) = app.session.fitted().map(Arc::clone) else { return judged };
    let of = Arc::clone(&fitted);
    let work = move |watch: Arc<Watch>| Samples::new(fitted, &watch).map(Arc::new);
    let drawn = app.jobs.start_watched(Lane::Samples, "drawing rows …", work, |app, found| {
        let view = &mut app.screens.evaluate.samples;
        match found {
            Ok(found) => {
                let last = found.refits.as_ref().map_or(0, |refits| refits.spreads.len().saturating_sub(1));
                view.cursor = view.cursor.min(last);
                view.found = Some(found);
            }
            Err(problem) => view.refused = Some((of, problem)),
        }
        None
    });
    Job::both(judged, Some(drawn))
}

/// Lines of the right pane that can be scrolled past.
const LAST: usize = 60;

pub(super) fn act(app: &mut App, action: &Action) -> Reply {
    let (page, pane) = (app.frame.page(4), app.pane);
    let last = app.screens.evaluate.samples.parameters(&app.session).saturating_sub(1);
    let view = &mut app.screens.evaluate.samples;
    match pane {
        Pane::Master => {
            let moved = moves(&mut view.cursor, last, page, action);
            if moved {
                view.scroll = 0;
            }
            Reply::moved(moved)
        }
        Pane::Detail => Reply::moved(moves(&mut view.scroll, LAST, page, action)),
    }
}
