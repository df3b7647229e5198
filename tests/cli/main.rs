//! The program as it is run from a shell.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../engine/mod.rs"]
mod engine;
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
mod engines;
mod exercise;
mod formats;
mod json;
mod long_files;
mod mark;
mod moodle;
mod pages;
mod plain;
mod plot;
mod predict;
mod predictions_file;
mod published_page;
mod random_exercises;
mod recipe_again;
mod resources;
mod submissions;
mod teacher;
mod untrusted;
