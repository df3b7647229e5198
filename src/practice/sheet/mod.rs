//! Answer sheets: what students wrote, line by line, and what is said of it.
//!
//! A sheet is read from plain text or from a row of a wide CSV; nothing on it is dropped in silence. A [`Marker`] compares
//! its lines with the steps of an exercise and carries the student's own earlier values forward. A [`SheetFolder`] is all
//! sheets of some files and folders, and a [`ExerciseLibrary`] the exercises that they may answer.

mod marker;
mod sheet_folder;
mod plain;
mod exercise_library;
mod written;

pub use exercise_library::ExerciseLibrary;
pub use marker::{GradedSheet, LeftOver, MarkedLine, Marker};
pub use plain::{is_sheet, read_sheet};
pub use plain::{is_wide, read_wide};
pub use sheet_folder::SheetFolder;
pub use sheet_folder::{FileStamps, Seen};
pub use written::{HandedIn, empty_sheet, empty_sheet_of, sheet_of};

/// An answer sheet as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerSheet {
    /// What messages call it: the file, of a wide CSV with its row.
    pub name: String,
    /// Who wrote it.
    pub student: Option<String>,
    /// The exercise it says it answers.
    pub exercise: Option<String>,
    /// The seed it says it has.
    pub seed: Option<String>,
    /// The lines that are no heads and no comments.
    pub entries: Vec<Entry>,
}

/// One line of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line of the file, from 1.
    pub line: u64,
    /// What stands before the answer; empty where nothing does.
    pub label: String,
    /// The answer.
    pub answer: String,
    /// Whether the label is that of a whole column.
    pub is_column: bool,
}
