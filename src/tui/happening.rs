//! What goes through the one queue of the event loop.

use std::io;

use crossterm::event::Event;

use crate::workbench::Finished;

/// What the loop hears of.
#[derive(Debug)]
pub enum Happening {
    /// The terminal sent something.
    Event(Event),
    /// The terminal can no longer be read.
    Lost(io::Error),
    /// Work is done.
    Done(Finished),
    /// We are asked to stop.
    Suspend,
    /// We were continued.
    Continued,
}
