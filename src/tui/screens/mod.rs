//! The rooms, one file for each pane.

pub mod data;
pub mod profile;
pub mod start;
