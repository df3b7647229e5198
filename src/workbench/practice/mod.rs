//! Practice: answers to be checked, wherever a number is marked, and room 7 with its worksheet.

mod act;
mod ask;
mod check;
mod in_hand;
mod opening;
mod room;
mod sheets;
mod view;
mod writing;

pub use act::act;
pub use ask::{Answered, Ask, Found, Opened, Refused};
pub use check::{CheckDialog, HEIGHT as CHECK_HEIGHT, WIDTH as CHECK_WIDTH, open};
pub use in_hand::InHand;
pub use opening::{ExerciseSource, open_exercise};
pub use room::{PracticeScreen, Why, begin, go, refresh};
pub use sheets::{Exercises, SheetLine, SheetsScreen, open_sheets};
pub use view::View;
pub use writing::{ExerciseDialog, HEIGHT as EXERCISE_HEIGHT, Part, WIDTH as EXERCISE_WIDTH, saved};

pub(super) use in_hand::{stays, stops};
pub(super) use sheets::{is_watching, look};

use super::app::App;
use super::job::Job;
use super::overlay::Overlay;

/// Takes what work on practice found.
pub fn take(app: &mut App, found: Found) -> Option<Job> {
    match found {
        Found::Sheets(found) => return sheets::take(app, found),
        Found::Checked(card) => {
            for overlay in &mut app.overlays {
                if let Overlay::Check(dialog) = overlay {
                    dialog.take(card.clone());
                }
            }
        }
        Found::Sheet(Ok(questions)) => app.screens.practice.take(questions),
        Found::Sheet(Err(why)) => app.say(why),
        Found::Opened(Ok(opened)) => opening::take(app, *opened),
        Found::Opened(Err(refused)) => opening::refused(app, *refused),
        Found::Answered(answered) => room::answered(app, answered),
    }
    None
}
