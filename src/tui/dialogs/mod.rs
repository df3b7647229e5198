//! What lies on top of a room, one file each.

pub mod against;
pub mod argument;
pub mod bins;
mod bins_chart;
mod bins_table;
pub mod check;
pub mod choose;
pub mod exercise;
pub mod find;
pub mod help;
pub mod look;
pub mod open;
pub mod priors;
pub mod problem;
pub mod recipe;
mod save_as;
pub mod settings;
pub mod test_on;
pub mod warnings;
pub mod what_if;
