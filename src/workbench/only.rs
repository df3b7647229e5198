//! Some of the rows, picked out by a number that counted them.

use std::sync::Arc;

use super::screen_id::ScreenId;

/// The rows that screen 1 shows instead of all, and where to go back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Only {
    /// The number that counted them, as it is written.
    pub of: String,
    /// The rows of the data, from 0.
    pub rows: Arc<[usize]>,
    /// The screen that they were opened from.
    pub from: ScreenId,
    /// The row of the cursor among all rows, and the first row shown, as they were before.
    pub before: (usize, usize),
}

impl Only {
    /// Rows counted for a number of a screen.
    pub fn new(of: String, rows: Arc<[usize]>, from: ScreenId) -> Self {
        Only { of, rows, from, before: (0, 0) }
    }
}
