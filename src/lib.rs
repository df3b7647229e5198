//! `posterior`: every number a generative classifier is made of, with its working.
//!
//! A map of the house. A room may use the rooms above it in this list, never those below; `tests/layering.rs` holds
//! them to it.

pub mod text;
pub mod problem;
pub mod math;
pub mod table;
pub mod recipe;
pub mod encode;
pub mod model;
pub mod worked;
pub mod evaluate;
pub mod report;
pub mod workbench;
pub mod tui;
pub mod cli;
