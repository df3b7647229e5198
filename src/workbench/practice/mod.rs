//! Practice: answers to be checked, wherever a number is marked.

mod ask;
mod check;

pub use ask::{Ask, Found};
pub use check::{CheckDialog, HEIGHT as CHECK_HEIGHT, WIDTH as CHECK_WIDTH, open};

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
    }
}
