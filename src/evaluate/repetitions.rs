//! Which figure, and what became of it over several dealings.

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

/// Some figures over several dealings of the same rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Repetitions {
    /// The first seed; each dealing has the next one.
    pub seed: u64,
    /// How many dealings.
    pub times: usize,
    /// Accuracy, balanced accuracy, log loss and Brier score.
    pub figures: Vec<Repeated>,
}

/// One figure of each dealing.
#[derive(Clone, Debug, PartialEq)]
pub struct Repeated {
    /// Which.
    pub kind: Kind,
    /// In the order of the seeds; infinite where a true class was given probability 0, and NaN where there is none.
    pub values: Vec<f64>,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, by n − 1; NaN where the mean is not finite.
    pub deviation: f64,
}

impl Repetitions {
    /// A figure over the dealings.
    pub fn figure(&self, kind: Kind) -> Option<&Repeated> {
        self.figures.iter().find(|figure| figure.kind == kind)
    }
}

impl Repeated {
    pub(super) fn of(kind: Kind, values: Vec<f64>) -> Repeated {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Repeated { kind, values, mean, deviation: (squares / (n - 1.0)).sqrt() }
    }
}
