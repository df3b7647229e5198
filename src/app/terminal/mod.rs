//! The terminal: the event loop, input, colours and every screen.
//!
//! Drawing takes the [`App`] as it is and computes nothing that a person could call a number of the model; keys are
//! only translated here, what they mean is decided by the workbench's key table. [`run`] is the door.

#![allow(missing_docs)]

pub(crate) mod draw;
pub(crate) mod events;
pub(crate) mod export;
pub(crate) mod screen;
pub mod theme;

use anyhow::Context;

pub use crate::app::terminal::draw::draw;
pub use crate::app::terminal::events::Surroundings;
pub use crate::app::terminal::export::{export, picture_of};
pub use crate::app::terminal::screen::HANGUP;
pub use crate::app::terminal::screen::{Trouble, check, size};

use crate::app::recents::Recents;
use crate::app::screens::start::state as start_list;
use crate::app::{App, Beginning, Remembered, Settings, begin};
use crate::practice::progress::StateFolder;

/// Runs the workbench on the terminal, until the user leaves.
///
/// [`Trouble`] where there is no terminal, or where it was closed; whatever else keeps it from running.
pub fn run(settings: Settings, remembered: Remembered, beginning: Beginning) -> anyhow::Result<()> {
    check()?;
    let surroundings = Surroundings::read();
    let settings = Settings { ascii: settings.ascii || surroundings.ascii, ..settings };
    screen::install_panic_hook();
    let screen = screen::Screen::take().context("the terminal cannot be taken over")?;
    let size = screen::area();
    let mut remembered = remembered;
    remembered.begin(settings);
    let mut app = App::new(settings, size.width, size.height);
    let folder = StateFolder::of_user();
    start_list::read(&mut app, &folder);
    app.screens.start.recents = Recents::read(&folder);
    let job = begin(&mut app, beginning);
    events::Loop::new(app, screen, surroundings)?.run(job, remembered)
}
