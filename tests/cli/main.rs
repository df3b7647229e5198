//! The program as it is run from a shell.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../models/mod.rs"]
mod models;
#[path = "../program/mod.rs"]
mod program;

mod agreement;
mod check;
mod cli;
mod command_line;
mod compare;
mod course;
mod exercise;
mod formats;
mod json;
mod mark;
mod moodle;
mod pages;
mod plot;
mod predict;
mod published_page;
mod random_exercises;
mod recipe_again;
mod resources;
mod submissions;
mod sums;
mod teacher;
mod untrusted;
