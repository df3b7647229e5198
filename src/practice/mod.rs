//! Checks answers: parses what a student wrote, and compares it with the right value and with the value of each known
//! mistake.
//!
//!
//! An [`Answer`] is the parsed text, and a [`Key`] has the right value and those of the mistakes. [`mark()`] compares
//! the two; [`check()`] does all of this for one question. An [`Exercise`] is a file of questions. A [`Worksheet`]
//! asks them on screen, and a [`Marker`] marks an [`AnswerSheet`]. Nothing here draws or prints.

mod asked;
mod carry;
pub mod course;
mod diagnosis;
mod exercise;
mod grader;
pub mod find_error;
mod label;
mod mark;
mod mistakes;
pub mod progress;
mod parameters;
mod read;
mod roster;
pub mod worksheet;
mod sheet;

pub use asked::NameQuestion;
pub use exercise::{
    Exercise, ExerciseFile, Reach, Reveal, Rules, Step, Unreduced, author, data_path, few_enough, figures_of,
    out_of_reach, questions, random_table, unseen,
};
pub use grader::{Asked, Checked, check, numbered};
pub use mark::{Graded, Key, Verdict, mark};
pub use mistakes::{Candidate, about, candidates, in_words};
pub use read::{Answer, DecimalMark, ParsedAnswer};
pub(crate) use read::{Form, Near, Window};
pub use roster::{Roster, Student, Tables};
pub use sheet::{
    AnswerSheet, Band, CauseOfClass, ClassSummary, ExerciseLibrary, Gradebook, GradedSheet, MarkedLine,
    Marker, SheetFolder, StepResult, causes_of, empty_sheet, is_sheet, read_sheet, read_table, sheet_of,
};
pub use worksheet::Worksheet;

use crate::problem::Problem;

fn problem(kind: &'static str, what: impl Into<String>, fix: impl Into<String>) -> Problem {
    Problem { kind, what: what.into(), fix: fix.into(), ..Problem::default() }
}

/// A problem of a file, or of one of its lines.
fn problem_in(file: &str, line: Option<u64>, problem: Problem) -> Problem {
    let place = line.map_or_else(|| file.to_owned(), |line| format!("{file}, line {line}"));
    Problem { place: Some(place), line, ..problem }
}

/// The only item; `None` if there are several, or none.
fn only<T>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.next().is_none().then_some(first)
}
