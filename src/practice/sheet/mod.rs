//! Answer sheets: what students wrote, line by line, and what is said of it.
//!
//! A sheet is read from plain text or from the rows of a table of answers; nothing on it is dropped in silence. A [`Marker`] compares
//! its lines with the steps of an exercise and carries the student's own earlier values forward. A [`SheetFolder`] is all
//! sheets of some files and folders, and a [`ExerciseLibrary`] the exercises that they may answer.

mod cause;
mod class;
mod exercise_library;
mod layout;
mod marker;
mod placed;
mod plain;
mod sheet_folder;

pub use cause::{Cause, causes_of, in_words};
pub use class::{Band, CauseOfClass, ClassSummary, StepResult};
pub use class::{Gradebook, GradebookColumn, GradebookRow};
pub use exercise_library::ExerciseLibrary;
pub use layout::{is_table, read_table};
pub use marker::Course;
pub use marker::{GradedSheet, LeftOver, MarkedLine, Marker};
pub use plain::{HandedIn, empty_sheet, empty_sheet_of, sheet_of};
pub use plain::{is_sheet, read_sheet};
pub use sheet_folder::SheetFolder;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerSheet {
    pub name: String,
    /// Who wrote it; where there is a list of the students, as that has it.
    pub student: Option<String>,
    pub full_name: Option<String>,
    pub exercise: Option<String>,
    pub seed: Option<String>,
    pub entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line of the file, from 1.
    pub line: u64,
    /// The number before it, of a step perhaps: `1)`, `Step 1:`, `a)`.
    pub number: Option<usize>,
    /// What stands before the answer; empty where nothing does.
    pub label: String,
    pub answer: String,
    pub text: String,
}
