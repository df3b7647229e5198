//! Work of practice that may take long: of a large model the mistakes alone are many derivations.

use std::sync::Arc;

use crate::model::{Case, Fitted};
use crate::practice::{Answer, Asked, Checked, check};

/// What is to be worked out.
#[derive(Clone, Debug)]
pub enum Ask {
    /// What is to be said of one answer.
    Check {
        /// The model.
        fitted: Arc<Fitted>,
        /// The case in hand, where the question is about one.
        case: Option<Arc<Case>>,
        /// What is asked.
        asked: Asked,
        /// The answer as it was typed.
        typed: String,
    },
}

/// What was found.
#[derive(Clone, Debug)]
pub enum Found {
    /// The card of an answer, or why it cannot be checked.
    Checked(Result<Arc<Checked>, String>),
}

impl Ask {
    /// Does the work.
    pub fn run(self) -> Found {
        match self {
            Ask::Check { fitted, case, asked, typed } => {
                let checked = check(&fitted, case.as_deref(), &asked, Answer::alone(&typed));
                Found::Checked(checked.map(Arc::new).map_err(|error| error.to_string()))
            }
        }
    }
}
