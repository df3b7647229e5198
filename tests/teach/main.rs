//! Answers, mistakes, marking and exercises.

#[path = "../models/mod.rs"]
mod models;

mod find_error;
mod labels;
mod marking;
mod mistakes;
mod typed;
mod worksheet;
