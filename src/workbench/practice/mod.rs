//! Practice: answers to be checked, wherever a number is marked, and screen 7 with its worksheet.

mod act;
mod check;
mod find_error;
mod in_hand;
mod opening;
pub mod projector;
mod reading;
mod screen;
mod sheets;
mod typed;
mod view;
mod works;
mod writing;

pub use act::Practice;
pub use check::{CheckDialog, HEIGHT as CHECK_HEIGHT, WIDTH as CHECK_WIDTH, open};
pub use find_error::FindScreen;
pub use in_hand::InHand;
pub use opening::{ExerciseSource, Variant, open_exercise};
pub use screen::{PracticeScreen, Why, begin, go, refresh};
pub use sheets::{Exercises, SheetLine, SheetsScreen, open_sheets};
pub use view::View;
pub use writing::{ExerciseDialog, HEIGHT as EXERCISE_HEIGHT, Part, WIDTH as EXERCISE_WIDTH};

pub(super) use in_hand::{stays, stops};
pub(super) use sheets::{is_watching, look};

use super::app::App;
use super::course;
use super::job::{Job, Lane};

/// Has something of practice worked out.
fn start<T: Send + 'static>(
    app: &mut App,
    label: impl Into<String>,
    work: impl FnOnce() -> T + Send + 'static,
    taken: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
) -> Job {
    app.jobs.start(Lane::Practice, label, work, |app, found| {
        let job = taken(app, found);
        // Of several answers that were typed ahead the last one brings the record of all.
        job.or_else(|| course::answered(app))
    })
}
