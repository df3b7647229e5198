//! Practice: checking an answer for a selected number, and screen 7 with its worksheet.

mod check;
mod find_error;
mod graded;
mod keys;
mod opening;
mod sheet_keys;
mod state;
mod typing;
mod ways;
mod writing;

pub use check::{CheckDialog, HEIGHT as CHECK_HEIGHT, WIDTH as CHECK_WIDTH, open};
pub use graded::{AnsweredExercise, Exercises, Sheets, SheetsFound};
pub use keys::Practice;
pub use opening::{ExerciseSource, InHand, Variant};
pub use opening::{open_exercise, open_lesson};
pub use sheet_keys::open_sheets;
pub use sheet_keys::{SheetLine, SheetsScreen};
pub use state::{FindScreen, PracticeScreen, View, Why};
pub(super) use state::{stays, stops};
pub use ways::{HEIGHT as WAYS_HEIGHT, WIDTH as WAYS_WIDTH, Way, WaysDialog};
pub use writing::{ExerciseDialog, HEIGHT as EXERCISE_HEIGHT, Part, WIDTH as EXERCISE_WIDTH};
