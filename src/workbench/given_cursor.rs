//! Where the cursor is among given numbers.

use crate::recipe::{GivenBlock, GivenPlace};

/// The number of the cursor: its line among those of all tables, and its column there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GivenCursor {
    pub line: usize,
    pub column: usize,
}

impl GivenCursor {
    pub fn place(self, blocks: &[GivenBlock]) -> Option<&GivenPlace> {
        let (_, cells) = blocks.iter().flat_map(|block| &block.rows).nth(self.line)?;
        cells.get(self.column).map(|(place, _)| place)
    }
}
