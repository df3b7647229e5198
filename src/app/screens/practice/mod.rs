//! Practice: checking an answer for a selected number, and screen 7 with its worksheet.

pub(crate) mod actions;
pub(crate) mod copy;
pub(crate) mod find_error;
pub(crate) mod graded;
pub(crate) mod opening;
pub(crate) mod sheets;
pub(crate) mod state;
pub(crate) mod typing;
pub(crate) mod view;

pub use crate::app::dialogs::check::{CheckDialog, open};
pub use crate::app::dialogs::exercise::ExerciseDialog;
pub use crate::app::screens::practice::actions::Practice;
pub use crate::app::screens::practice::graded::{AnsweredExercise, Exercises, Sheets, SheetsFound};
pub use crate::app::screens::practice::opening::{ExerciseSource, InHand, Variant};
pub use crate::app::screens::practice::opening::{open_exercise, open_lesson};
pub use crate::app::screens::practice::sheets::open_sheets;
pub use crate::app::screens::practice::sheets::{SheetLine, SheetsScreen};
pub use crate::app::screens::practice::state::{FindScreen, PracticeScreen, View, Why};
pub(crate) use crate::app::screens::practice::state::{stays, stops};
