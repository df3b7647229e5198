//! The program on a real pseudo-terminal.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod surroundings;
mod terminal;
