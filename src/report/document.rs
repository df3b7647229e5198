//! A result as a list of blocks that any format can draw.

use crate::math::Chain;

/// Where something is to be written by hand: a line of dots, or a rule where the format has one.
pub const BLANK: &str = "……………………………";

/// A result, to be drawn as text or otherwise.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// What stands below what.
    pub blocks: Vec<Block>,
}

/// One piece of a document.
#[derive(Clone, Debug)]
pub enum Block {
    /// The title.
    Title(String),
    /// A heading.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// One of several remarks.
    Item(String),
    /// A table.
    Grid(Grid),
    /// A formula with its numbers, in two dimensions where the format has them.
    Formula(Chain),
    /// A formula that stays on one line.
    Line(Chain),
    /// A new page for what follows, and what stands at its foot where the format has one.
    Page(String),
}

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    /// Headings of the columns, and on which side their cells stand.
    pub columns: Vec<(String, Align)>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// On which side the cells of a column stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// Words.
    #[default]
    Left,
    /// Numbers.
    Right,
}

impl Document {
    /// Adds the title.
    pub fn title(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Title(text.into()));
    }

    /// Adds a heading.
    pub fn heading(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Heading(text.into()));
    }

    /// Adds a paragraph.
    pub fn text(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Text(text.into()));
    }

    /// Adds a remark.
    pub fn item(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Item(text.into()));
    }

    /// Adds a table.
    pub fn grid(&mut self, grid: Grid) {
        self.blocks.push(Block::Grid(grid));
    }

    /// Begins a new page; `foot` stands at its foot.
    pub fn page(&mut self, foot: impl Into<String>) {
        self.blocks.push(Block::Page(foot.into()));
    }

    /// Adds another document's blocks.
    pub fn append(&mut self, other: Document) {
        self.blocks.extend(other.blocks);
    }
}

impl Grid {
    /// A table without rows.
    pub fn new(columns: impl IntoIterator<Item = (String, Align)>) -> Self {
        Grid { columns: columns.into_iter().collect(), rows: Vec::new() }
    }
}
