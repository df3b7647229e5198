//! Why there is no case.

use crate::problem::{Problem, nearest};
use crate::text::{brief, listed};

/// Why a query is no case of the model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// A column that is no feature.
    #[error("the query names “{}”, which is no feature of the model", brief(name))]
    UnknownColumn {
        /// As written.
        name: String,
        /// The features.
        features: Vec<String>,
    },
    /// A column that is named twice.
    #[error("the query gives “{}” twice", brief(name))]
    Twice {
        /// The column.
        name: String,
    },
    /// A cell that should be a number.
    #[error("“{}” is no number, and {} is a column of numbers", brief(cell), brief(name))]
    NotANumber {
        /// The column.
        name: String,
        /// As written.
        cell: String,
    },
    /// A cell that should be a count.
    #[error("“{}” is no whole number of 0 or more, and {} is a column of counts", brief(cell), brief(name))]
    NotWhole {
        /// The column.
        name: String,
        /// As written.
        cell: String,
    },
    /// A cell that should say how often a word stands in the document.
    #[error("“{}” does not say how often {} stands in the document", brief(cell), brief(name))]
    NotACount {
        /// The column.
        name: String,
        /// As written.
        cell: String,
    },
    /// A model that reads all features together, and a feature that is not known.
    #[error(
        "{} {} not known{}, and the model reads all numbers together",
        listed(names.iter().map(String::as_str)),
        if names.len() == 1 { "is" } else { "are" },
        row.map(|row| format!(" in row {row}")).unwrap_or_default()
    )]
    MissingFeature {
        /// The features.
        names: Vec<String>,
        /// The row of the data, from 1.
        row: Option<usize>,
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
                let list = listed(features.iter().map(String::as_str));
                let fix = match nearest(name, features.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean “{}”? the features are: {list}", brief(near)),
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
            CaseError::NotACount { name, .. } | CaseError::NotWhole { name, .. } => (
                "not_a_number",
                Some(name.clone()),
                "write a whole number such as 0 or 3, or leave the column out".into(),
            ),
            CaseError::MissingFeature { names, .. } => (
                "missing_feature",
                names.first().cloned(),
                "give every feature a number, or use --model gaussian, which does without".into(),
            ),
            CaseError::NoRow { rows, .. } => ("no_data", None, format!("choose a row from 1 to {rows}")),
        };
        Problem { kind, what: error.to_string(), fix, column, ..Problem::default() }
    }
}
