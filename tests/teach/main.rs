//! Answers, mistakes, marking and exercises.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../models/mod.rs"]
mod models;

mod diagnosis;
mod find_error;
mod marking;
mod mistakes;
mod roster;
mod sheets;
mod questions;
mod typed;
mod worksheet;
mod written;
