//! What room 7 shows.

/// What room 7 shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Lines to be filled in.
    #[default]
    Worksheet,
    /// Answer sheets, marked.
    Sheets,
}
