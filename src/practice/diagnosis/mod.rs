//! Diagnoses a sheet: a posterior over mistakes.
//!
//! The classes are hypotheses: a mistake of the catalogue (everywhere, for one class, for one feature or on one line), several
//! mistakes together, or an unlisted reason. The features are the lines: a line follows from the student's own earlier lines by
//! the definition of the hypothesis, or it is a slip without a known reason. Right lines are evidence, too: they rule out
//! mistakes that would have changed them. Nothing here decides whether a line is right.

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

/// Sheets with more lines are not diagnosed as a whole: nobody works so many by hand.
const LINES: usize = 200;

/// The posterior over mistakes. `before` are earlier lines, which are not diagnosed again. Empty if no line is wrong.
pub(super) fn diagnose(context: Context<'_>, before: &[Earlier], lines: &[Line<'_>]) -> Diagnosis {
    if lines.len() > LINES || !lines.iter().any(|line| line.standing == Standing::Wrong) {
        return Diagnosis::default();
    }
    let mut evidence = Evidence::of(context, before, lines);
    let found = search::posterior(&mut evidence);
    told::told(&mut evidence, &found)
}
