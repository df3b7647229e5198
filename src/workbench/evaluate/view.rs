//! The ways to look at how good a model is.

/// What room 4 shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The confusion matrix, and the rows behind each cell.
    #[default]
    Matrix,
    /// The model under other values of one number of its recipe.
    Sweep,
    /// How it learns from more and more rows.
    Learning,
}

impl View {
    /// All views, in the order of the menu.
    pub const ALL: &[View] = &[View::Matrix, View::Sweep, View::Learning];

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            View::Matrix => "Confusion matrix",
            View::Sweep => "Smoothing, bins, ε",
            View::Learning => "Learning curve",
        }
    }

    /// What it answers.
    pub fn answers(self) -> &'static str {
        match self {
            View::Matrix => "which rows are taken for what",
            View::Sweep => "what another α, ε or number of bins does",
            View::Learning => "how many rows the model needs",
        }
    }

    /// How to read it, when its left pane has the keys.
    pub fn reading(self) -> &'static str {
        match self {
            View::Matrix => "Rows: what is so. Columns: what was said. m: other views.",
            View::Sweep => "Each point is the model with another value. Enter takes the marked one.",
            View::Learning => "Each point: models of so many rows, judged by rows they did not see.",
        }
    }

    /// How to read its right pane.
    pub fn reading_detail(self) -> &'static str {
        match self {
            View::Matrix => "Enter explains the marked row, step by step.",
            View::Sweep | View::Learning => "What the marked point of the curve is.",
        }
    }
}
