//! The work of room 4: it takes a thread, tells how far it is, and can be stopped.

use std::sync::Arc;

use super::{Judged, measure};
use crate::evaluate::Metrics;
use crate::model::{Fitted, Study};
use crate::table::Watch;
use crate::workbench::app::App;
use crate::workbench::bins;
use crate::workbench::job::Job;

/// Something to be worked out.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Predict the rows.
    Judge(Arc<Study>, Arc<Fitted>),
    /// Work out the figures, with one class against the rest.
    Measure(Arc<Judged>, usize),
}

/// What was worked out.
#[derive(Clone, Debug)]
pub enum Found {
    /// The rows, predicted.
    Judged(Arc<Judged>),
    /// The figures of some predictions.
    Measured(Arc<Judged>, Arc<Metrics>),
}

impl Ask {
    /// Works it out; may take long.
    pub fn run(self) -> Found {
        match self {
            Ask::Judge(study, fitted) => Found::Judged(Arc::new(Judged::new(study, &fitted))),
            Ask::Measure(judged, positive) => {
                let metrics = judged.measure(positive);
                Found::Measured(judged, Arc::new(metrics))
            }
        }
    }

    /// How far it is, where that is known, and how to stop it.
    pub fn watch(&self) -> Option<Arc<Watch>> {
        match self {
            Ask::Judge(..) | Ask::Measure(..) => None,
        }
    }
}

/// Brings it to the view that waits for it; what is still to be worked out for that view follows.
pub fn take(app: &mut App, found: Found) -> Option<Job> {
    match found {
        Found::Judged(judged) => {
            app.screens.evaluate.take(judged);
            bins::judged(app);
            measure(app)
        }
        Found::Measured(judged, metrics) => {
            app.screens.evaluate.take_metrics(judged, metrics);
            None
        }
    }
}
