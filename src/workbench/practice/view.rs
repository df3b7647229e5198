//! What screen 7 shows.

/// What screen 7 shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Lines to be filled in.
    #[default]
    Worksheet,
    /// Lines that are filled in, one of them wrong.
    FindError,
    /// Answer sheets, marked.
    Sheets,
}
