//! Why there is no logistic regression.

use crate::model::FitError;
use crate::problem::Problem;
use crate::text::brief;

/// Encoded columns that are fitted at most.
pub(super) const COLUMNS: usize = 1000;

/// Weights that are fitted at most, all classes together: the Hessian is a square of this side.
pub(super) const WEIGHTS: usize = 3000;

/// Why no logistic regression can be fitted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LogisticError {
    /// No rows, or an order of classes that does not fit: as for any other model.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// Too many columns once categories and words have been made columns.
    #[error("logistic regression would have {columns} columns here, and {COLUMNS} is the most")]
    TooManyColumns {
        /// Numbers, indicators and words together.
        columns: usize,
        /// The feature that brings most of them.
        most: String,
    },
    /// Too many weights for Newton's method, which solves for all of them together.
    #[error(
        "logistic regression would have {weights} weights here, {classes} classes with one for each of \
         {columns} columns, and {WEIGHTS} is the most"
    )]
    TooManyWeights {
        /// Weights of all classes.
        weights: usize,
        /// Classes, without the base.
        classes: usize,
        /// Columns, the constant included.
        columns: usize,
    },
    /// Numbers so large that the squares of their distances are beyond what a float holds.
    #[error(
        "the numbers of {} lie so far apart that their spread is too large to be computed",
        brief(feature)
    )]
    TooFarApart {
        /// The feature.
        feature: String,
    },
    /// A ridge that is too small to hold the weights.
    #[error("Newton's method finds no largest likelihood with a ridge penalty of {lambda:e}")]
    NotFound {
        /// λ.
        lambda: f64,
    },
}

impl From<LogisticError> for Problem {
    fn from(error: LogisticError) -> Self {
        let (kind, fix, feature) = match &error {
            LogisticError::Fit(FitError::NoCompleteRow) => {
                let fix = "leave the columns with missing cells out: --ignore COL, or use naive Bayes, which skips them";
                return Problem { fix: fix.into(), ..FitError::NoCompleteRow.into() };
            }
            LogisticError::Fit(error) => return error.clone().into(),
            LogisticError::TooManyColumns { most, .. } => (
                "wrong_kind",
                format!("leave out the column that brings most of them: --ignore {}", brief(most)),
                Some(most.clone()),
            ),
            LogisticError::TooManyWeights { .. } => (
                "wrong_kind",
                "leave columns out with --ignore, or choose another class with --target".to_owned(),
                None,
            ),
            LogisticError::TooFarApart { feature } => (
                "variance_undefined",
                format!("write {0} in a larger unit; or leave it out: --ignore {0}", brief(feature)),
                Some(feature.clone()),
            ),
            LogisticError::NotFound { .. } => {
                ("singular_covariance", "use a larger one: --ridge 0.01".to_owned(), None)
            }
        };
        Problem { kind, what: error.to_string(), fix, feature, ..Problem::default() }
    }
}
