//! The ways to look at how good a model is.

/// What room 4 shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The confusion matrix, and the rows behind each cell.
    #[default]
    Matrix,
    /// Several models on the same rows.
    Compare,
}

impl View {
    /// All views, in the order of the menu.
    pub const ALL: &[View] = &[View::Matrix, View::Compare];

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            View::Matrix => "Confusion matrix",
            View::Compare => "Compare models",
        }
    }

    /// What it answers.
    pub fn answers(self) -> &'static str {
        match self {
            View::Matrix => "which rows are taken for what",
            View::Compare => "is another model better?",
        }
    }

    /// How to read it, when its left pane has the keys.
    pub fn reading(self) -> &'static str {
        match self {
            View::Matrix => "Rows: what is so. Columns: what was said. m: other views.",
            View::Compare => "Every number opens in the right pane. a: use this model.",
        }
    }

    /// How to read its right pane.
    pub fn reading_detail(self) -> &'static str {
        match self {
            View::Matrix => "Enter explains the marked row, step by step.",
            View::Compare => "Enter and b explain the row by either model.",
        }
    }
}
