//! Which figure.

/// Which figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Errors,
    Accuracy,
    Baseline,
    AboveBaseline,
    BalancedAccuracy,
    /// Mean F1.
    MacroF1,
    /// Mean of −ln P(true class | x).
    LogLoss,
    Brier,
    Area,
    CalibrationError,
    Precision,
    Recall,
    /// The harmonic mean of both.
    F1,
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
