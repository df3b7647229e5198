//! The rooms, one file for each pane.

pub mod data;
pub mod formula;
pub mod meaning;
pub mod model;
pub mod parameters;
pub mod profile;
pub mod start;
pub mod why;
