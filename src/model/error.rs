//! Why there is no model, or no case.

use crate::problem::{Problem, nearest};
use crate::text::shown;

/// Why no model can be fitted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FitError {
    /// No row has a class.
    #[error("no row has a class: every cell of “{}” is missing", shown(target))]
    NoData {
        /// The class column.
        target: String,
    },
    /// A given prior, or an order of classes, that does not name the classes of the data.
    #[error("the recipe's {what} names “{}”, which is no class of this data", shown(class))]
    UnknownClass {
        /// Prior or classes.
        what: &'static str,
        /// As written.
        class: String,
        /// The classes of the data.
        classes: Vec<String>,
    },
    /// A number that never varies in a class.
    #[error(
        "the column “{}” is the same in every row of {}, so its variance is 0",
        shown(feature),
        shown(class)
    )]
    ZeroVariance {
        /// The feature.
        feature: String,
        /// The class.
        class: String,
    },
    /// One number has no unbiased variance.
    #[error(
        "{} is known in one row of {} only, so dividing by n − 1 is dividing by 0",
        shown(feature),
        shown(class)
    )]
    VarianceUndefined {
        /// The feature.
        feature: String,
        /// The class.
        class: String,
    },
    /// Numbers so large that the squares of their distances are beyond what a float holds.
    #[error(
        "the numbers of {} in {} lie so far apart that their variance is too large to be computed",
        shown(feature),
        shown(class)
    )]
    TooFarApart {
        /// The feature.
        feature: String,
        /// The class.
        class: String,
    },
    /// A given prior that leaves a class out.
    #[error("the recipe's {what} leaves out the class “{}”", shown(class))]
    ClassLeftOut {
        /// Prior or classes.
        what: &'static str,
        /// The class.
        class: String,
    },
    /// A class that is named twice.
    #[error("the recipe's {what} names “{}” twice", shown(class))]
    ClassTwice {
        /// Prior or classes.
        what: &'static str,
        /// The class.
        class: String,
    },
}

impl From<FitError> for Problem {
    fn from(error: FitError) -> Self {
        let (kind, fix) = match &error {
            FitError::NoData { .. } => {
                ("no_data", "write a class in at least one row, or choose another --target".to_owned())
            }
            FitError::UnknownClass { classes, .. } => {
                ("wrong_kind", format!("the classes are: {}", classes.join(", ")))
            }
            FitError::ZeroVariance { feature, .. } => ("zero_variance", spread(feature)),
            FitError::VarianceUndefined { feature, .. } => {
                ("variance_undefined", format!("use --variance population; or {}", spread(feature)))
            }
            FitError::TooFarApart { feature, .. } => (
                "variance_undefined",
                format!("write {0} in a larger unit; or leave it out: --ignore {0}", shown(feature)),
            ),
            FitError::ClassLeftOut { what, .. } => ("wrong_kind", format!("name every class in the {what}")),
            FitError::ClassTwice { .. } => ("wrong_kind", "name each class once".to_owned()),
        };
        let class = match &error {
            FitError::NoData { .. } => None,
            FitError::UnknownClass { class, .. }
            | FitError::ClassLeftOut { class, .. }
            | FitError::ClassTwice { class, .. }
            | FitError::ZeroVariance { class, .. }
            | FitError::VarianceUndefined { class, .. }
            | FitError::TooFarApart { class, .. } => Some(class.clone()),
        };
        let feature = match &error {
            FitError::ZeroVariance { feature, .. }
            | FitError::VarianceUndefined { feature, .. }
            | FitError::TooFarApart { feature, .. } => Some(feature.clone()),
            _ => None,
        };
        Problem { kind, what: error.to_string(), fix, class, feature, ..Problem::default() }
    }
}

/// What gives a feature a spread, or does without one.
fn spread(feature: &str) -> String {
    let name = shown(feature);
    format!(
        "add a little to every variance: --var-smoothing 1e-9; make bins: --bins {name}=width:5; or leave it out: --ignore {name}"
    )
}

/// Why a query is no case of the model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// A column that is no feature.
    #[error("the query names “{}”, which is no feature of the model", shown(name))]
    UnknownColumn {
        /// As written.
        name: String,
        /// The features.
        features: Vec<String>,
    },
    /// A column that is named twice.
    #[error("the query gives “{}” twice", shown(name))]
    Twice {
        /// The column.
        name: String,
    },
    /// A cell that should be a number.
    #[error("“{}” is no number, and {} is a column of numbers", shown(cell), shown(name))]
    NotANumber {
        /// The column.
        name: String,
        /// As written.
        cell: String,
    },
    /// A row that the data does not have.
    #[error("there is no row {row}: the data has {rows} rows")]
    NoRow {
        /// As asked, from 1.
        row: usize,
        /// How many there are.
        rows: usize,
    },
}

impl From<CaseError> for Problem {
    fn from(error: CaseError) -> Self {
        let (kind, column, fix) = match &error {
            CaseError::UnknownColumn { name, features } => {
                let list = features.iter().map(|name| shown(name)).collect::<Vec<_>>().join(", ");
                let fix = match nearest(name, features.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean “{}”? the features are: {list}", shown(near)),
                    None => format!("the features are: {list}"),
                };
                ("unknown_column", Some(name.clone()), fix)
            }
            CaseError::Twice { name } => {
                ("unknown_column", Some(name.clone()), "name each column once".into())
            }
            CaseError::NotANumber { name, .. } => (
                "not_a_number",
                Some(name.clone()),
                "write a number such as 890, or leave the column out".into(),
            ),
            CaseError::NoRow { rows, .. } => ("no_data", None, format!("choose a row from 1 to {rows}")),
        };
        Problem { kind, what: error.to_string(), fix, column, ..Problem::default() }
    }
}
