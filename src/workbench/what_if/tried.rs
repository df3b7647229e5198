//! What a changed case comes to: worked out by a job, never while drawing.

use std::sync::Arc;

use crate::math::Number;
use crate::model::{Case, Counterfactuals, Fitted, Prediction};
use crate::problem::Problem;
use crate::report;

/// The case as it was.
#[derive(Clone, Debug)]
pub struct Before {
    pub prediction: Prediction,
    pub flips: Counterfactuals,
}

#[derive(Clone, Debug)]
pub struct After {
    pub case: Case,
    pub prediction: Prediction,
    /// P(c | x) less what it was, by class; `None` where one of the two is undefined.
    pub change: Option<Vec<Number>>,
    /// Whether other classes win than before.
    pub flipped: bool,
    pub decision: String,
}

#[derive(Clone, Debug)]
pub struct Tried {
    /// The case as it was.
    pub before: Arc<Before>,
    /// The case with its changes, or why it cannot be read so.
    pub after: Result<Arc<After>, String>,
}

/// Predicts a case with some cells changed. What is known of the case before is not worked out again.
pub fn tried(
    fitted: &Fitted,
    original: &Case,
    changes: &[(String, String)],
    before: Option<Arc<Before>>,
) -> Tried {
    let before = before.unwrap_or_else(|| {
        Arc::new(Before { prediction: fitted.predict(original), flips: fitted.flips(original) })
    });
    let after = original.changed(fitted, changes).map_err(|error| {
        let problem = Problem::from(error);
        format!("{}. {}", problem.what, problem.advice())
    });
    let after = after.map(|case| {
        let prediction = fitted.predict(&case);
        let winners = |prediction: &Prediction| (prediction.predicted, prediction.tied.clone());
        Arc::new(After {
            change: prediction.change_since(&before.prediction),
            flipped: winners(&prediction) != winners(&before.prediction),
            decision: report::decision(fitted, &prediction),
            prediction,
            case,
        })
    });
    Tried { before, after }
}
