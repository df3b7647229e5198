//! Checking answers: what was written is read as it stands, and compared with the right value and against what each
//! known mistake gives.
//!
//! The way of one answer: an [`Answer`] is what was read of it; a [`Key`] is what is known about the question before
//! anybody answers, the numbers that the catalogue of mistakes give among it; [`mark()`] compares one with the other and says why;
//! [`check()`] does all three for one question, by the one grader, which also knows the student's own earlier lines.
//!
//! Many questions: an [`Exercise`] is a file that asks them, and the [`course`] those that are part of the program; a
//! [`Worksheet`] asks one after another on screen, a [`Marker`] marks an [`AnswerSheet`], and [`find_error`] turns it round
//! and has a mistake found. Nothing here draws or prints. Records are kept by [`progress`], of the
//! course, and by [`Tables`], of who has which table.

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
mod tables;

pub use asked::{NameOption, NameQuestion};
pub use diagnosis::{Diagnosis, Finding};
pub(crate) use diagnosis::{Hypothesis, Scope};
pub use exercise::{
    Deadline, Drawn, Exercise, ExerciseFile, Outline, Random, Reach, Reveal, Rules, Step, Unreduced, Words,
    author, data_path, few_enough, figures_of, out_of_reach, questions, random_table, tidy, unseen,
};
pub use grader::{Asked, Checked, check, numbered};
pub use label::Base;
pub(crate) use label::{Notation, Sigma};
pub use mark::{Coarse, Graded, Key, Note, Other, Policy, Verdict, mark, mark_class};
pub use mistakes::{Candidate, about, candidates, of_decision};
pub use read::{Answer, DecimalMark, ParsedAnswer};
pub(crate) use read::{Form, Near, Window, Written};
pub use roster::{Roster, Student};
pub use sheet::{
    AnswerSheet, Band, Cause, CauseOfClass, ClassSummary, Course, Entry, ExerciseLibrary, Gradebook,
    GradebookColumn, GradebookRow, GradedSheet, HandedIn, LeftOver, MarkedLine, Marker, SheetFolder,
    StepResult, causes_of, empty_sheet, empty_sheet_of, in_words, is_sheet, is_table, read_sheet, read_table,
    sheet_of,
};
pub use tables::{TableOf, Tables};
pub use worksheet::Worksheet;
