//! Practice: answers to be checked, wherever a number is marked, and room 7 with its worksheet.

mod act;
mod ask;
mod check;
mod find_error;
mod in_hand;
mod opening;
pub mod projector;
mod reading;
mod room;
mod sheets;
mod typed;
mod view;
mod works;
mod writing;

pub use act::act;
pub use ask::{Answered, Ask, Found, Opened, Refused, Slides};
pub use check::{CheckDialog, HEIGHT as CHECK_HEIGHT, WIDTH as CHECK_WIDTH, open};
pub use find_error::FindScreen;
pub use in_hand::InHand;
pub use opening::{ExerciseSource, Variant, open_exercise};
pub use room::{PracticeScreen, Why, begin, go, refresh};
pub use sheets::{Exercises, SheetLine, SheetsScreen, open_sheets};
pub use view::View;
pub use writing::{ExerciseDialog, HEIGHT as EXERCISE_HEIGHT, Part, WIDTH as EXERCISE_WIDTH, saved};

pub(super) use in_hand::{stays, stops};
pub(super) use sheets::{is_watching, look};

use super::app::App;
use super::job::Job;

/// Takes what work on practice found.
pub fn take(app: &mut App, found: Found) -> Option<Job> {
    match found {
        Found::Sheets(found) => return sheets::take(app, found),
        Found::Checked(card) => {
            if let Some(dialog) = app.dialog::<CheckDialog>() {
                dialog.take(card);
            }
        }
        Found::Sheet(Ok(questions)) => app.screens.practice.take(questions),
        Found::Sheet(Err(why)) => app.say(why),
        Found::Opened(Ok(opened)) => opening::take(app, *opened),
        Found::Opened(Err(refused)) => opening::refused(app, *refused),
        Found::Answered(answered) => return room::answered(app, answered),
        Found::Dealt(dealt) => find_error::dealt(app, dealt),
        Found::Mended(solution, told) => find_error::mended(app, &solution, told),
        Found::Slides(Ok(slides)) => projector::open(app, slides),
        Found::Slides(Err(why)) => app.say(why),
    }
    None
}
