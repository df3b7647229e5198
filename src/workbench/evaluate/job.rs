//! The work of room 4: it takes a thread, tells how far it is, and can be stopped.

use std::sync::Arc;

use super::Judged;
use crate::model::{Fitted, Study};
use crate::table::Watch;
use crate::workbench::app::App;
use crate::workbench::bins;

/// Something to be worked out.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Predict the rows.
    Judge(Arc<Study>, Arc<Fitted>),
}

/// What was worked out.
#[derive(Clone, Debug)]
pub enum Found {
    /// The rows, predicted.
    Judged(Arc<Judged>),
}

impl Ask {
    /// Works it out; may take long.
    pub fn run(self) -> Found {
        match self {
            Ask::Judge(study, fitted) => Found::Judged(Arc::new(Judged::new(study, &fitted))),
        }
    }

    /// How far it is, where that is known, and how to stop it.
    pub fn watch(&self) -> Option<Arc<Watch>> {
        match self {
            Ask::Judge(..) => None,
        }
    }
}

/// Brings it to the view that waits for it.
pub fn take(app: &mut App, found: Found) {
    match found {
        Found::Judged(judged) => {
            app.screens.evaluate.take(judged);
            bins::judged(app);
        }
    }
}
