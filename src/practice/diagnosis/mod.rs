//! What went wrong on a sheet, as a posterior over mistakes.
//!
//! Classes are hypotheses: a mistake of the catalogue in all that it applies to, for one class, one feature or on one line;
//! several of them together; a reason that nobody lists. Features are the lines: a line follows from the student's own earlier
//! lines by the definition that the hypothesis has there, or was slipped on for no known reason. Right lines are evidence as wrong
//! ones are: they rule out what would have changed them. Nothing here decides whether a line is right.

mod evidence;
mod search;
mod sheet;
mod told;

use super::carry::Earlier;
use crate::worked::Context;
use evidence::Evidence;

pub use evidence::{Diagnosis, Finding};
pub(crate) use evidence::{Hypothesis, Scope};
pub(super) use evidence::{Line, Standing};
pub(super) use told::caused;

/// Sheets with more lines are told line by line: nobody works so many by hand.
const LINES: usize = 200;

/// The posterior over what went wrong. `before` are lines that stand before these and are looked at no more. Nothing is told where
/// no line is wrong.
pub(super) fn diagnose(context: Context<'_>, before: &[Earlier], lines: &[Line<'_>]) -> Diagnosis {
    if lines.len() > LINES || !lines.iter().any(|line| line.standing == Standing::Wrong) {
        return Diagnosis::default();
    }
    let mut evidence = Evidence::of(context, before, lines);
    let found = search::posterior(&mut evidence);
    told::told(&mut evidence, &found)
}
