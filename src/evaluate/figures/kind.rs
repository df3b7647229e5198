//! Which figure.

/// Which figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Rows that are predicted wrong.
    Errors,
    /// Share of rows that are predicted right.
    Accuracy,
    /// The accuracy of always predicting the majority class of the training rows.
    Baseline,
    /// Accuracy less baseline.
    AboveBaseline,
    /// Mean recall.
    BalancedAccuracy,
    /// Mean F1.
    MacroF1,
    /// Mean of −ln P(true class | x).
    LogLoss,
    /// Mean squared distance of the posteriors from the truth.
    Brier,
    /// Area under the ROC curve of a class.
    Area,
    /// Mean distance of what was said from what was so.
    CalibrationError,
    /// Of the rows that were called so, the share that are so.
    Precision,
    /// Of the rows that are so, the share that were called so.
    Recall,
    /// The harmonic mean of both.
    F1,
    /// What the chosen actions cost a row.
    MeanCost,
}

impl Kind {
    /// Its name, without the class it is of.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Errors => "errors",
            Kind::Accuracy => "accuracy",
            Kind::Baseline => "baseline",
            Kind::AboveBaseline => "above baseline",
            Kind::BalancedAccuracy => "balanced accuracy",
            Kind::MacroF1 => "macro F1",
            Kind::LogLoss => "log loss",
            Kind::Brier => "Brier score",
            Kind::Area => "AUC",
            Kind::CalibrationError => "calibration error",
            Kind::Precision => "precision",
            Kind::Recall => "recall",
            Kind::F1 => "F1",
            Kind::MeanCost => "mean cost",
        }
    }

    /// The word for it in the JSON.
    pub fn word(self) -> &'static str {
        match self {
            Kind::AboveBaseline => "above_baseline",
            Kind::BalancedAccuracy => "balanced_accuracy",
            Kind::MacroF1 => "macro_f1",
            Kind::LogLoss => "log_loss",
            Kind::Brier => "brier",
            Kind::Area => "auc",
            Kind::CalibrationError => "calibration_error",
            Kind::F1 => "f1",
            Kind::MeanCost => "mean_cost",
            other => other.name(),
        }
    }
}
