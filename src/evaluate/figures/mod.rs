//! Each figure with its formula, the numbers put in, and what it says.
//!
//! One list serves the screen, the text, the JSON and LaTeX, so that none of them works anything out.

mod formulas;
mod sums;
mod told;

pub(super) use formulas::{some, text};

use super::{Evaluation, Interval, Metrics, Pooled};
use crate::math::{Chain, Number};

/// Which figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Rows that are predicted wrong.
    Errors,
    /// Share of rows that are predicted right.
    Accuracy,
    /// What always saying the commonest class would reach.
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
            other => other.name(),
        }
    }
}

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub enum Measured {
    /// A number.
    Value(Number),
    /// Infinity: something that happened was called impossible.
    Infinite,
    /// 0/0, or nothing to measure.
    Undefined,
}

impl Measured {
    fn of(value: Option<Number>) -> Measured {
        value.map_or(Measured::Undefined, Measured::Value)
    }

    /// The number, where it is one.
    pub fn value(&self) -> Option<&Number> {
        match self {
            Measured::Value(value) => Some(value),
            _ => None,
        }
    }
}

/// One figure.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Which.
    pub kind: Kind,
    /// The class it is of, where it is of one.
    pub class: Option<usize>,
    /// What came out.
    pub measured: Measured,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
    /// Formula, numbers put in, value; then what its parts come to.
    pub chains: Vec<Chain>,
    /// What it is here, in one sentence.
    pub meaning: String,
    /// When it misleads, in one sentence.
    pub misleads: &'static str,
}

/// All figures: those of the model, then those of each class.
pub(super) fn all(evaluation: &Evaluation, metrics: &Metrics, rows: &[Pooled<'_>]) -> Vec<Figure> {
    let whole = [
        Kind::Accuracy,
        Kind::Errors,
        Kind::Baseline,
        Kind::AboveBaseline,
        Kind::BalancedAccuracy,
        Kind::MacroF1,
        Kind::LogLoss,
        Kind::Brier,
        Kind::Area,
        Kind::CalibrationError,
    ];
    let of_class = [Kind::Precision, Kind::Recall, Kind::F1];
    let classes = 0..evaluation.labels.len();
    let each = classes.flat_map(|class| of_class.map(|kind| (kind, Some(class))));
    let area = |kind: Kind| (kind == Kind::Area).then_some(metrics.positive());
    let whole = whole.into_iter().map(|kind| (kind, area(kind)));
    let source = Source { evaluation, metrics, rows };
    whole.chain(each).map(|(kind, class)| source.figure(kind, class)).collect()
}

/// What the figures are made from.
struct Source<'a> {
    evaluation: &'a Evaluation,
    metrics: &'a Metrics,
    rows: &'a [Pooled<'a>],
}

impl Source<'_> {
    fn figure(&self, kind: Kind, class: Option<usize>) -> Figure {
        let measured = self.measured(kind, class);
        Figure {
            kind,
            class,
            interval: self.interval(kind, class),
            chains: self.chains(kind, class, &measured),
            meaning: self.meaning(kind, class, &measured),
            misleads: told::misleads(kind),
            measured,
        }
    }

    fn measured(&self, kind: Kind, class: Option<usize>) -> Measured {
        let (evaluation, metrics) = (self.evaluation, self.metrics);
        let of_class = class.and_then(|class| evaluation.per_class.get(class));
        let float = |value: Option<f64>| value.map(Number::Float);
        Measured::of(match kind {
            Kind::Errors => Some(Number::from_int(metrics.errors)),
            Kind::Accuracy => evaluation.accuracy.clone(),
            Kind::Baseline => evaluation.baseline.clone(),
            Kind::AboveBaseline => metrics.above_baseline.clone(),
            Kind::BalancedAccuracy => metrics.balanced_accuracy.clone(),
            Kind::MacroF1 => metrics.macro_f1.clone(),
            Kind::LogLoss if evaluation.n_impossible > 0 => return Measured::Infinite,
            Kind::LogLoss => float(evaluation.log_loss),
            Kind::Brier => float(metrics.brier),
            Kind::Area => metrics.roc.area(),
            Kind::CalibrationError => float(metrics.calibration.error()),
            Kind::Precision => of_class.and_then(|class| class.precision.clone()),
            Kind::Recall => of_class.and_then(|class| class.recall.clone()),
            Kind::F1 => of_class.and_then(|class| class.f1.clone()),
        })
    }

    /// Of a share of rows; a mean of other things has none here.
    fn interval(&self, kind: Kind, class: Option<usize>) -> Option<Interval> {
        let counts = self.counts(class);
        match kind {
            Kind::Accuracy => self.metrics.interval,
            Kind::Precision => Interval::wilson(counts.right, counts.called),
            Kind::Recall => Interval::wilson(counts.right, counts.support),
            _ => None,
        }
    }

    /// What precision and recall of a class are shares of.
    fn counts(&self, class: Option<usize>) -> OfClass {
        let class = class.and_then(|class| self.evaluation.per_class.get(class));
        class.map_or_else(OfClass::default, |class| OfClass {
            right: class.right,
            called: class.called,
            support: class.support,
        })
    }

    /// The name of a class, for a formula or a sentence.
    fn name(&self, class: Option<usize>) -> &str {
        class.and_then(|class| self.evaluation.labels.get(class)).map_or("", |label| label.as_str())
    }
}

/// Rows of a class.
#[derive(Clone, Copy, Default)]
struct OfClass {
    /// Called so, and so.
    right: u64,
    /// Called so.
    called: u64,
    /// So.
    support: u64,
}
