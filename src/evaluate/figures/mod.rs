//! The figures of an evaluation: each with its formula, value and interval.
//!
//! The screen, the text, the JSON and LaTeX all show this one list, so none of them computes anything.

mod formulas;

use super::{Evaluation, Interval, Metrics};
use crate::math::{Chain, Number};

#[derive(Clone, Debug, PartialEq)]
pub enum Measured {
    Value(Number),
    Infinite,
    /// 0/0, or nothing to measure.
    Undefined,
}

impl Measured {
    fn of(value: Option<Number>) -> Measured {
        value.map_or(Measured::Undefined, Measured::Value)
    }

    pub fn value(&self) -> Option<&Number> {
        match self {
            Measured::Value(value) => Some(value),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Figure {
    pub kind: Kind,
    /// The class of the figure, if it has one.
    pub class: Option<usize>,
    pub measured: Measured,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
    /// Formula, numbers put in, value; then the values of its parts.
    pub chains: Vec<Chain>,
    pub meaning: String,
    pub misleads: &'static str,
}

pub(super) fn all(evaluation: &Evaluation, metrics: &Metrics) -> Vec<Figure> {
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
    let costs = has_costs(evaluation).then_some(Kind::MeanCost);
    let whole = whole.into_iter().chain(costs).map(|kind| (kind, area(kind)));
    let source = Source { evaluation, metrics };
    whole.chain(each).map(|(kind, class)| source.figure(kind, class)).collect()
}

fn has_costs(evaluation: &Evaluation) -> bool {
    evaluation.decisions.as_ref().is_some_and(|decisions| decisions.mean_cost.is_some())
}

struct Source<'a> {
    evaluation: &'a Evaluation,
    metrics: &'a Metrics,
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
            misleads: misleads(kind),
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
            Kind::Baseline => evaluation.baseline(),
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
            Kind::MeanCost => evaluation.decisions.as_ref().and_then(|of| of.mean_cost.clone()),
        })
    }

    /// The interval of a share of rows; other means have none here.
    fn interval(&self, kind: Kind, class: Option<usize>) -> Option<Interval> {
        let counts = self.counts(class);
        match kind {
            Kind::Accuracy => self.metrics.interval,
            Kind::Precision => Interval::wilson(counts.right, counts.called),
            Kind::Recall => Interval::wilson(counts.right, counts.support),
            _ => None,
        }
    }

    fn counts(&self, class: Option<usize>) -> OfClass {
        let class = class.and_then(|class| self.evaluation.per_class.get(class));
        class.map_or_else(OfClass::default, |class| OfClass {
            right: class.right,
            called: class.called,
            support: class.support,
        })
    }

    fn name(&self, class: Option<usize>) -> &str {
        class.and_then(|class| self.evaluation.labels.get(class)).map_or("", |label| label.as_str())
    }
}

#[derive(Clone, Copy, Default)]
struct OfClass {
    right: u64,
    called: u64,
    support: u64,
}

pub(super) use formulas::text;

impl Source<'_> {
    fn meaning(&self, kind: Kind, class: Option<usize>, measured: &Measured) -> String {
        let (evaluation, metrics) = (self.evaluation, self.metrics);
        let name = self.name(class);
        let OfClass { right, called, support } = self.counts(class);
        let n = evaluation.n;
        match kind {
            Kind::Errors => format!("The number of rows that are predicted wrong, out of {}.", rows(n)),
            Kind::Accuracy => {
                format!("The share of the rows that are predicted right: {} of {n}.", evaluation.right)
            }
            Kind::Baseline => match evaluation.majority.as_ref().and_then(|majority| majority.class) {
                Some(class) => format!(
                    "The accuracy of always predicting {}, the majority class of the training rows.",
                    self.name(Some(class))
                ),
                None => "The accuracy of always predicting the majority class of a fold’s training rows."
                    .to_owned(),
            },
            Kind::AboveBaseline => {
                "Accuracy minus baseline. Below 0, always predicting the majority class is better.".to_owned()
            }
            Kind::BalancedAccuracy => {
                "The mean of the recalls: every class counts the same, however many rows it has.".to_owned()
            }
            Kind::MacroF1 => "The mean of the classes' F1.".to_owned(),
            Kind::LogLoss => match measured {
                Measured::Infinite => format!(
                    "The mean of −ln P(actual class | x). It is infinite: the actual class of {} was given probability 0.",
                    rows(evaluation.n_impossible)
                ),
                _ => format!("The mean of −ln P(actual class | x) over {}; 0 is best.", self.defined()),
            },
            Kind::Brier if evaluation.labels.len() == 2 => format!(
                "The squared distance between posterior and actual class, summed over both classes and averaged over {}. 0 is best, 2 is worst. Some books sum over one class only: their value is half of this one.",
                self.defined()
            ),
            Kind::Brier => format!(
                "The squared distance between posterior and actual class, summed over the classes and averaged over {}. 0 is best, 2 is worst.",
                self.defined()
            ),
            Kind::Area => match measured {
                Measured::Undefined => {
                    format!("AUC needs rows of {name} and rows of another class.")
                }
                _ => format!(
                    "How often a row of {name} has a greater P({name} | x) than a row of another class. A tie counts half.{}",
                    self.unplaced()
                ),
            },
            Kind::CalibrationError => {
                let what = match metrics.calibration.of {
                    Some(class) => format!("P({} | x)", self.name(Some(class))),
                    None => "the largest posterior".to_owned(),
                };
                format!(
                    "Rows are grouped into ten bins by {what}. This is the mean distance between predicted and observed shares (ECE)."
                )
            }
            Kind::Precision if called == 0 => format!("No row is predicted {name}, so this is 0/0."),
            Kind::Precision => {
                format!("Of the {} predicted {name}, {right} {} right.", rows(called), are(right))
            }
            Kind::Recall if support == 0 => format!("No row is {name}, so this is 0/0."),
            Kind::Recall => {
                format!(
                    "Of the {} that {} {name}, {right} {} predicted {name}.",
                    rows(support),
                    are(support),
                    are(right)
                )
            }
            Kind::F1 => format!("The harmonic mean of precision and recall of {name}."),
            Kind::MeanCost => {
                "The cost of the chosen action in the actual class, averaged over the rows.".to_owned()
            }
        }
    }

    /// `14 rows`, and how many are left out.
    fn defined(&self) -> String {
        match self.evaluation.n_undefined {
            0 => rows(self.metrics.n_defined),
            left => {
                format!("{}, without the {left} whose posterior is 0/0", rows(self.metrics.n_defined))
            }
        }
    }

    fn unplaced(&self) -> String {
        match self.metrics.roc.left_out {
            0 => String::new(),
            left => format!(" {} without a posterior {} left out.", rows(left), are(left)),
        }
    }
}

fn rows(count: u64) -> String {
    crate::text::counted(count, "row", "rows")
}

fn are(count: u64) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

fn misleads(kind: Kind) -> &'static str {
    match kind {
        Kind::Errors => "The count means little without the number of test rows.",
        Kind::Accuracy => {
            "If one class is common, accuracy is high without any skill. It does not show which class the errors are in."
        }
        Kind::Baseline => "It is not a lower bound: a model can be worse.",
        Kind::AboveBaseline => {
            "With few rows a small gain may be chance. Check whether the interval of the accuracy contains the baseline."
        }
        Kind::BalancedAccuracy => {
            "A class with few rows counts as much as a large one, so a few rows can change it a lot."
        }
        Kind::MacroF1 => "A class with few rows counts as much as a large one. True negatives never count.",
        Kind::LogLoss => {
            "One actual class with almost no probability outweighs many good rows. Do not compare models of different classes by it."
        }
        Kind::Brier => {
            "With a rare class it is small for any model. Compare it with a model that always predicts the class shares."
        }
        Kind::Area => {
            "It depends only on the order of the rows: probabilities that are all too high do not change it."
        }
        Kind::CalibrationError => {
            "It depends on the bins. With few rows in each it is mostly chance. Always predicting the class shares makes it 0."
        }
        Kind::Precision => "A model that predicts the class once, and is right, has precision 1.",
        Kind::Recall => "Always predicting the class makes it 1.",
        Kind::MeanCost => {
            "It is only as good as the costs you gave. Classes count as often as they occur in these rows."
        }
        Kind::F1 => "F1 weighs precision and recall equally, but one of them may matter more.",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Errors,
    Accuracy,
    Baseline,
    AboveBaseline,
    BalancedAccuracy,
    /// Mean F1.
    MacroF1,
    /// Mean of −ln P(actual class | x).
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
