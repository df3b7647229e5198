//! What the model's own samples say: how often it is wrong about rows that it draws itself, and how its parameters spread where
//! it is fitted again to such rows.

use std::sync::Arc;

use crate::model::{BayesError, DrawOptions, Fitted, REFITS, Refits, Spread, Uniforms};
use crate::problem::Problem;
use crate::table::Watch;
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
    pub(super) fn new(fitted: Arc<Fitted>, watch: &Watch) -> Result<Samples, Problem> {
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
    pub(super) found: Option<Arc<Samples>>,
    pub(super) refused: Option<(Arc<Fitted>, Problem)>,
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

    pub(super) fn parameters(&self, session: &Session) -> usize {
        let refits = self.found(session).and_then(|found| found.refits.as_ref().ok());
        refits.map_or(0, |refits| refits.spreads.len())
    }
}
