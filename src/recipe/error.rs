//! What is wrong with a recipe that is said in several places.

use crate::problem::{Problem, nearest};
use crate::text::{brief, listed};

pub(super) fn bad(what: &str, text: &str, fix: impl Into<String>) -> Problem {
    let mut problem = Problem::usage(format!("“{}” {what}", brief(text)), fix);
    problem.value = Some(text.to_owned());
    problem
}

/// A word that is none of the choices; `what` is chosen.
pub fn unknown_word(what: &str, text: &str, words: &[&str]) -> Problem {
    bad(&format!("is no {what}"), text, format!("choose one of: {}", words.join(", ")))
}

/// A column that the table does not have, or a name that several columns answer to, which `alike` are then.
pub(super) fn unknown_column(name: &str, columns: &[&str], alike: &[&str]) -> Problem {
    let all = || listed(columns.iter().copied());
    let (what, fix) = match alike {
        [] => {
            let fix = match nearest(name, columns.iter().copied()) {
                Some(near) => format!("did you mean “{}”? the columns are: {}", brief(near), all()),
                None => format!("the columns are: {}", all()),
            };
            (format!("there is no column “{}”", brief(name)), fix)
        }
        several => {
            let fix = format!("write it as in the header: {}", listed(several.iter().copied()));
            (format!("“{}” could be any of several columns", brief(name)), fix)
        }
    };
    let column = alike.is_empty().then(|| name.to_owned());
    Problem { kind: "unknown_column", what, fix, column, ..Problem::default() }
}

pub(super) fn wrong_kind(column: Option<&str>, what: impl Into<String>, fix: impl Into<String>) -> Problem {
    let column = column.map(str::to_owned);
    Problem { kind: "wrong_kind", what: what.into(), fix: fix.into(), column, ..Problem::default() }
}
