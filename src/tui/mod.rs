//! The terminal: the event loop, input, colours and every screen.
//!
//! Drawing takes the [`App`] as it is and computes nothing that a person could call a number of the model; keys are
//! only translated here, what they mean is decided by the workbench's key table. [`run`] is the door.

#![allow(missing_docs)]

mod chrome;
mod dialogs;
mod document;
mod draw;
mod events;
mod export;
mod pane;
mod row_line;
mod screens;
mod terminal;
pub mod theme;

use anyhow::Context;

pub use draw::draw;
pub use events::Surroundings;
pub use export::{export, picture_of};
pub use terminal::HANGUP;
pub use terminal::{Trouble, check, size};

use crate::practice::progress::StateFolder;
use crate::workbench::recents::Recents;
use crate::workbench::{App, Beginning, Remembered, Settings, begin, start_list};

/// Runs the workbench on the terminal, until the user leaves.
///
/// [`Trouble`] where there is no terminal, or where it was closed; whatever else keeps it from running.
pub fn run(settings: Settings, remembered: Remembered, beginning: Beginning) -> anyhow::Result<()> {
    check()?;
    let surroundings = Surroundings::read();
    let settings = Settings { ascii: settings.ascii || surroundings.ascii, ..settings };
    terminal::install_panic_hook();
    let screen = terminal::Screen::take().context("the terminal cannot be taken over")?;
    let size = terminal::area();
    let mut remembered = remembered;
    remembered.begin(settings);
    let mut app = App::new(settings, size.width, size.height);
    let folder = StateFolder::of_user();
    start_list::read(&mut app, &folder);
    app.screens.start.recents = Recents::read(&folder);
    let job = begin(&mut app, beginning);
    events::Loop::new(app, screen, surroundings)?.run(job, remembered)
}
