//! Answer sheets: the students' lines, from plain text or a table of answers, and their grades.

mod class;
mod marker;
mod plain;
mod sheet_folder;

pub use class::{Band, CauseOfClass, ClassSummary, Gradebook, StepResult, causes_of};

pub use marker::{GradedSheet, MarkedLine, Marker};
pub use plain::{empty_sheet, is_sheet, is_table, read_sheet, read_table, sheet_of};
pub use sheet_folder::{ExerciseLibrary, SheetFolder};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerSheet {
    pub name: String,
    pub student: Option<String>,
    pub full_name: Option<String>,
    pub exercise: Option<String>,
    pub seed: Option<String>,
    pub entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub line: u64,
    pub number: Option<usize>,
    pub label: String,
    pub answer: String,
    pub text: String,
}
