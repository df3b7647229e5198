//! The ways to look at how good a model is.

/// What room 4 shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The confusion matrix, and the rows behind each cell.
    #[default]
    Matrix,
    /// All figures, each with its formula.
    Scores,
    /// One class against the rest at every threshold.
    Roc,
    /// What was said held against what is so.
    Reliability,
}

impl View {
    /// All views, in the order of the menu.
    pub const ALL: &[View] = &[View::Matrix, View::Scores, View::Roc, View::Reliability];

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            View::Matrix => "Confusion matrix",
            View::Scores => "Scores",
            View::Roc => "ROC curve",
            View::Reliability => "Reliability",
        }
    }

    /// What it answers.
    pub fn answers(self) -> &'static str {
        match self {
            View::Matrix => "which rows are taken for what",
            View::Scores => "every figure, and where it comes from",
            View::Roc => "one class at every threshold, and the AUC",
            View::Reliability => "whether 0.8 is so in eight of ten rows",
        }
    }

    /// How to read it, when its left pane has the keys.
    pub fn reading(self) -> &'static str {
        match self {
            View::Matrix => "Rows: what is so. Columns: what was said. m: other views.",
            View::Scores => "Each figure with its 95 % interval, where it has one. m: other views.",
            View::Roc => "Left: few are called so. Right: all are. The mark × is what the model does.",
            View::Reliability => "On the dotted line what is said is so. Above it the model is too modest.",
        }
    }

    /// How to read its right pane.
    pub fn reading_detail(self) -> &'static str {
        match self {
            View::Matrix => "Enter explains the marked row, step by step.",
            View::Scores => "What the marked figure is, how it is worked out, and when it misleads.",
            View::Roc | View::Reliability => "Enter explains the marked row, step by step.",
        }
    }
}
