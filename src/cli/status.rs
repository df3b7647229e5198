//! The exit statuses: what kind of end it was, for scripts.

use crate::problem::Problem;
use crate::tui::HANGUP;

/// A request that was wrong in itself.
pub(super) const USAGE: u8 = 2;
/// Data that cannot be read, or from which no model can be fitted.
const DATA: u8 = 3;
/// A wrong answer, or an exercise that fails a self test.
pub(super) const WRONG: u8 = 4;
/// An answer that could not be marked.
pub(super) const UNMARKED: u8 = 5;

/// That of a problem.
pub(super) fn of(problem: &Problem) -> u8 {
    match problem.kind {
        "failed" => 1,
        "hang_up" => HANGUP,
        "interrupted" => 130,
        _ if problem.usage => USAGE,
        _ => DATA,
    }
}
