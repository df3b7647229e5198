//! The rooms, one file for each pane.

pub mod answer_cell;
pub mod data;
pub mod evaluate;
mod find_error;
mod find_error_line;
pub mod formula;
pub mod meaning;
pub mod model;
pub mod parameters;
pub mod practice;
mod practice_data;
pub mod practice_step;
pub mod sheet;
pub mod sheet_line;
pub mod sheets;
mod priors;
pub mod profile;
pub mod smoothing;
pub mod so_far;
pub mod course;
pub mod start;
pub mod why;
pub mod step_table;
pub mod steps;
mod steps_view;
pub mod sums;
pub mod this_step;
