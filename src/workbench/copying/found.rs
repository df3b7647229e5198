//! What is found to be copied, and what is too much of it.

use crate::report::Extract;

/// Cells of the largest table that is made in memory.
pub const CELLS: usize = 200_000;

/// What was found; a sentence where it is there and cannot be taken.
pub type Found<'a> = Result<Extract<'a>, String>;

pub fn within(cells: usize, command: &str) -> Result<(), String> {
    if cells <= CELLS {
        return Ok(());
    }
    Err(format!(
        "These are {} numbers, too many to copy: posterior {command} writes them to a file.",
        crate::text::grouped(cells as u64)
    ))
}
