//! `posterior exercise lint`: what an exercise cannot show, and its self tests.

use std::path::Path;

use super::super::output;
use super::super::status::WRONG;
use super::one::One;
use crate::practice::{ExerciseFile, Reach, lint};
use crate::problem::Problem;
use crate::report;
use crate::report::text::{self, Style};

/// Says it, and gives the exit status: 4 where a self test fails.
pub(super) fn run(one: &One) -> Result<u8, Problem> {
    let exercise = one.open()?;
    let found = lint(&exercise)?;
    if one.output.is_json() {
        output::object(&report::json::Linted::new(&exercise, &found), &one.output)?;
    } else {
        output::document(&report::lint(&exercise, &found), &one.output)?;
    }
    Ok(if found.tests.iter().all(|test| test.passed) { 0 } else { WRONG })
}

/// The same of a file that was just written, whose data its author named, as text.
pub(super) fn of_file(path: &Path) -> Result<String, Problem> {
    let exercise = ExerciseFile::read(path, Reach::Anywhere)?.open(None)?;
    Ok(text::render(&report::lint(&exercise, &lint(&exercise)?), Style::default()))
}
