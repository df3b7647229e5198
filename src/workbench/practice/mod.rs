//! Practice: answers to be checked, wherever a number is marked, and room 7 with its worksheet.

mod ask;
mod check;
mod room;

pub use ask::{Answered, Ask, Found};
pub use check::{CheckDialog, HEIGHT as CHECK_HEIGHT, WIDTH as CHECK_WIDTH, open};
pub use room::{PracticeScreen, act, go, refresh};

use super::app::App;
use super::overlay::Overlay;

/// Takes what work on practice found.
pub fn take(app: &mut App, found: Found) {
    match found {
        Found::Checked(card) => {
            for overlay in &mut app.overlays {
                if let Overlay::Check(dialog) = overlay {
                    dialog.take(card.clone());
                }
            }
        }
        Found::Sheet(Ok(questions)) => app.screens.practice.take(questions),
        Found::Sheet(Err(why)) => app.say(why),
        Found::Answered(answered) => room::answered(app, answered),
    }
}
