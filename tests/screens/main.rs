//! The workbench by its keys, and its screens.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../models/mod.rs"]
mod models;
#[path = "../program/mod.rs"]
mod program;
#[path = "../support/mod.rs"]
mod support;

mod bins;
mod check_dialog;
mod compare;
mod copying;
mod counts;
mod curve_keys;
mod data_rows;
mod decimal_comma;
mod evaluate;
mod explain;
mod find_error;
mod first_opening;
mod given_numbers;
mod model_lines;
mod mouse;
mod narrow;
mod palette;
mod plot;
mod practice_exercise;
mod practice;
mod priors;
mod progress;
mod readme;
mod recipe_dialog;
mod saving;
mod sheet_view;
mod sorted_parameters;
mod states;
mod styles;
mod what_if;
mod workbench;
mod model_parameters;
