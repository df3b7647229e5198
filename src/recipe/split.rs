//! What a model is tested on.

use std::fmt;
use std::str::FromStr;

use num_rational::BigRational;
use num_traits::{One, Signed};

use super::Written;
use super::error::unknown_word;
use crate::problem::Problem;
use crate::text::shown;

/// What a model is tested on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Split {
    None,
    Holdout(Written),
    Folds(FoldRule),
    LeaveOneOut,
    File(String),
}

/// Which rows make a fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoldRule {
    Random(u32),
    Column(String),
    /// Those with the same value in a column stay together; these groups are dealt to so many folds.
    Groups {
        folds: u32,
        column: String,
    },
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Split::None => f.write_str("none"),
            Split::Holdout(share) => write!(f, "holdout:{}", share.text()),
            Split::Folds(FoldRule::Random(folds)) => write!(f, "folds:{folds}"),
            Split::Folds(FoldRule::Column(column)) => write!(f, "column:{column}"),
            Split::Folds(FoldRule::Groups { folds, column }) => write!(f, "groups:{folds}:{column}"),
            Split::LeaveOneOut => f.write_str("leave-one-out"),
            Split::File(path) => write!(f, "file:{path}"),
        }
    }
}

impl fmt::Display for FoldRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FoldRule::Random(folds) => write!(f, "{folds} folds"),
            FoldRule::Column(column) => write!(f, "the folds of {}", shown(column)),
            FoldRule::Groups { folds, column } => {
                write!(f, "{folds} folds of whole groups of {}", shown(column))
            }
        }
    }
}

impl Split {
    pub fn folds(folds: u32) -> Split {
        Split::Folds(FoldRule::Random(folds))
    }

    pub fn column(&self) -> Option<&str> {
        match self {
            Split::Folds(FoldRule::Column(column) | FoldRule::Groups { column, .. }) => Some(column),
            _ => None,
        }
    }

    /// Which rows judge a model, behind a noun: `by 10 folds`.
    pub(crate) fn judged_on(&self) -> String {
        match self {
            Split::None => "on the training rows".to_owned(),
            Split::Holdout(share) => {
                format!("on the rows held out, a share of {} of each class", share.text())
            }
            Split::Folds(rule) => format!("by {rule}"),
            Split::LeaveOneOut => "by leaving one out".to_owned(),
            Split::File(path) => format!("on the rows of {}", shown(path)),
        }
    }
}

impl FromStr for Split {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || {
            let words = [
                "none",
                "holdout:0.3",
                "folds:10",
                "leave-one-out",
                "column:COLUMN",
                "groups:10:COLUMN",
                "file:TEST.csv",
            ];
            unknown_word("split", text, &words)
        };
        let many = |text: &str| text.parse().ok().filter(|folds: &u32| *folds >= 2);
        let named = |column: &str| Some(column.trim().to_owned()).filter(|column| !column.is_empty());
        match text.trim().split_once(':') {
            None if text.trim() == "none" => Ok(Split::None),
            None if text.trim() == "leave-one-out" => Ok(Split::LeaveOneOut),
            Some(("holdout", share)) => {
                let share = Written::non_negative(share, "share that is held out")?;
                let inside = share.value().is_positive() && *share.value() < BigRational::one();
                inside.then_some(Split::Holdout(share)).ok_or_else(wrong)
            }
            Some(("folds", folds)) => many(folds).map(Split::folds).ok_or_else(wrong),
            Some(("column", column)) => {
                named(column).map(|column| Split::Folds(FoldRule::Column(column))).ok_or_else(wrong)
            }
            Some(("groups", rule)) => {
                let (folds, column) = rule.split_once(':').ok_or_else(wrong)?;
                let rule = many(folds).zip(named(column));
                let rule = rule.map(|(folds, column)| FoldRule::Groups { folds, column });
                rule.map(Split::Folds).ok_or_else(wrong)
            }
            Some(("file", path)) => Ok(Split::File(path.to_owned())),
            _ => Err(wrong()),
        }
    }
}
