//! The ways to look at how good a model is.

/// What screen 4 shows.
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
    /// Several models on the same rows.
    Compare,
    /// The model under other values of one number of its recipe.
    Sweep,
    /// How it learns from more and more rows.
    Learning,
}

impl View {
    /// All views, in the order of the menu.
    pub const ALL: &[View] = &[
        View::Matrix,
        View::Scores,
        View::Roc,
        View::Reliability,
        View::Sweep,
        View::Learning,
        View::Compare,
    ];

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            View::Matrix => "Confusion matrix",
            View::Scores => "Scores",
            View::Roc => "ROC curve",
            View::Reliability => "Reliability",
            View::Compare => "Compare models",
            View::Sweep => "Smoothing, bins, ε",
            View::Learning => "Learning curve",
        }
    }

    /// What it answers.
    pub fn answers(self) -> &'static str {
        match self {
            View::Matrix => "which rows are taken for what",
            View::Scores => "every figure, worked out",
            View::Roc => "one class at every threshold, AUC",
            View::Reliability => "is 0.8 so in eight of ten rows?",
            View::Compare => "is another model better?",
            View::Sweep => "another α, ε or number of bins",
            View::Learning => "how many rows the model needs",
        }
    }

    /// How to read it, when its left pane has the keys.
    pub fn reading(self) -> &'static str {
        match self {
            View::Matrix => "Rows: what is so. Columns: what was said. m: other views.",
            View::Scores => "The right pane tells what the marked figure is. m: other views.",
            View::Roc => "Left: few are called so. Right: all are. The mark × is what the model does.",
            View::Reliability => "On the dotted line what was said is so. The bars are 95 % intervals.",
            View::Sweep => "Each point is the model with another value. Enter takes the marked one.",
            View::Learning => "Each point: models of so many rows, judged by rows they did not see.",
            View::Compare => "Every number opens in the right pane. a: use this model.",
        }
    }

    /// The same where the right pane is not seen.
    pub fn reading_alone(self) -> &'static str {
        match self {
            View::Matrix => "Rows: what is so. Columns: what was said. Tab: the rows.",
            View::Scores => "Tab explains the marked figure. m: other views.",
            View::Roc => "The mark × is what the model does. Tab: this threshold.",
            View::Reliability => "On the dotted line what was said is so. Tab: the bin.",
            View::Sweep => "Each point has another value. Enter takes it. Tab: the point.",
            View::Learning => "Each point: models of so many rows. Tab: the point.",
            View::Compare => "Tab opens the marked number. a: use this model.",
        }
    }

    /// How to read its right pane.
    pub fn reading_detail(self) -> &'static str {
        match self {
            View::Matrix => "Enter explains the marked row, step by step.",
            View::Scores => "What it is, how it is worked out, and when it misleads.",
            View::Roc | View::Reliability => "Enter explains the marked row, step by step.",
            View::Compare => "Enter and b explain the row by either model.",
            View::Sweep | View::Learning => "What the marked point of the curve is.",
        }
    }
}
