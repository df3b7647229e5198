//! The result of one model, and which model is the best by each figure.

use std::cmp::Ordering;

use super::{Comparison, ModelSpec, Parameters};
use crate::evaluate::metrics::mean_area;
use crate::evaluate::{CandidateModel, Evaluation, Figure, Kind, Measured, Metrics, Trial, warnings};
use crate::math::{Name, Number};
use crate::problem::Problem;
use crate::recipe::unknown_word;

/// The figures by which models are compared.
const KINDS: [Kind; 3] = [Kind::Accuracy, Kind::LogLoss, Kind::Brier];

#[derive(Clone, Debug)]
pub struct ComparisonResult {
    pub spec: ModelSpec,
    pub candidate: CandidateModel,
    pub trial: Trial,
    pub right: u64,
    pub n: u64,
    /// Rows whose posterior is undefined; they count as wrong.
    pub n_undefined: u64,
    pub n_tied: u64,
    /// Rows whose actual class was given probability 0.
    pub n_impossible: u64,
    pub figures: Vec<Figure>,
    /// The area under the ROC curve; with more than two classes the mean over them, each against the rest. `None` if no
    /// class has one, and with more than a hundred classes.
    pub area: Option<Number>,
    pub parameters: Parameters,
    /// How many of its training rows the model fitted to all rows predicts right, and how many there are.
    pub training: (u64, u64),
    /// Wall-clock seconds for fitting and predicting.
    pub seconds: f64,
    /// Warnings about this model alone, one sentence each.
    pub warnings: Vec<String>,
    /// Its prediction of each row, in the order of the rows.
    pub said: Vec<Said>,
}

/// The prediction of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Said {
    /// The predicted class, as a position among the labels; `None` if the posterior is undefined.
    pub class: Option<usize>,
    /// ln P(class | x).
    pub ln_posterior: f64,
}

impl ComparisonResult {
    /// The accuracy on the training rows of the model fitted to all of them; `None` without rows.
    pub fn training_accuracy(&self) -> Option<Number> {
        Number::ratio(self.training.0, self.training.1)
    }

    /// Extracts the result from an evaluation; `labels` are those of the comparison.
    pub(super) fn new(
        (spec, candidate, trial): (ModelSpec, CandidateModel, Trial),
        evaluation: &Evaluation,
        labels: &[Name],
        seconds: f64,
    ) -> ComparisonResult {
        let metrics = Metrics::new(evaluation, trial.positive());
        let place = |label: &Name| labels.iter().position(|other| other == label);
        let places: Vec<Option<usize>> = evaluation.labels.iter().map(place).collect();
        let said = evaluation.rows.iter().map(|row| {
            let class = row.prediction.predicted;
            Said {
                class: class.and_then(|class| places.get(class).copied().flatten()),
                ln_posterior: class.and_then(|class| row.prediction.log_posterior(class)).unwrap_or(f64::NAN),
            }
        });
        let tested = evaluation.tested.as_ref();
        ComparisonResult {
            spec,
            right: evaluation.right,
            n: evaluation.n,
            n_undefined: evaluation.n_undefined,
            n_tied: evaluation.n_tied,
            n_impossible: evaluation.n_impossible,
            area: mean_area(evaluation),
            parameters: Parameters::of(&trial.whole),
            training: tested.map_or((evaluation.right, evaluation.n), |tested| tested.training),
            seconds,
            warnings: tested.map_or_else(|| held(&trial), |tested| tested.warnings.clone()),
            said: said.collect(),
            figures: metrics.figures.into_iter().filter(|figure| KINDS.contains(&figure.kind)).collect(),
            candidate,
            trial,
        }
    }

    pub fn figure(&self, kind: Kind) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.kind == kind)
    }

    pub fn measured(&self, kind: Kind) -> &Measured {
        self.figure(kind).map_or(&Measured::Undefined, |figure| &figure.measured)
    }
}

/// Warnings about a model that is evaluated on its training rows.
fn held(trial: &Trial) -> Vec<String> {
    warnings::held(trial, trial.whole.held().as_slice()).into_iter().collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Share of rows that are predicted right; more is better.
    Accuracy,
    LogLoss,
    Brier,
    /// Area under the ROC curve; more is better.
    Area,
    /// Free parameters; fewer first.
    Parameters,
    Training,
    Seconds,
}

impl Measure {
    /// All of them, in the order of the columns.
    pub const ALL: [Measure; 7] = [
        Measure::Accuracy,
        Measure::LogLoss,
        Measure::Brier,
        Measure::Area,
        Measure::Parameters,
        Measure::Training,
        Measure::Seconds,
    ];

    /// The figures by which a model can be the best.
    pub const JUDGING: [Measure; 3] = [Measure::Accuracy, Measure::LogLoss, Measure::Brier];

    pub fn name(self) -> &'static str {
        match self {
            Measure::Accuracy => "accuracy",
            Measure::LogLoss => "log loss",
            Measure::Brier => "Brier score",
            Measure::Area => "AUC",
            Measure::Parameters => "parameters",
            Measure::Training => "training",
            Measure::Seconds => "seconds",
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Measure::LogLoss => "log-loss",
            Measure::Brier => "brier",
            Measure::Area => "auc",
            other => other.name(),
        }
    }

    fn compare(self, a: &ComparisonResult, b: &ComparisonResult) -> Ordering {
        let number = |value: &Measured| match value {
            Measured::Value(value) => Some(value.to_f64()),
            Measured::Infinite => Some(f64::INFINITY),
            Measured::Undefined => None,
        };
        // Undefined figures come last.
        let less = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        };
        let share = |(right, n): (u64, u64)| Number::ratio(right, n).map(|share| -share.to_f64());
        match self {
            Measure::Accuracy => less(share((a.right, a.n)), share((b.right, b.n))),
            Measure::Training => less(share(a.training), share(b.training)),
            Measure::LogLoss => less(number(a.measured(Kind::LogLoss)), number(b.measured(Kind::LogLoss))),
            Measure::Brier => less(number(a.measured(Kind::Brier)), number(b.measured(Kind::Brier))),
            Measure::Area => {
                let area = |of: &ComparisonResult| of.area.as_ref().map(|area| -area.to_f64());
                less(area(a), area(b))
            }
            Measure::Parameters => a.parameters.count.cmp(&b.parameters.count),
            Measure::Seconds => a.seconds.total_cmp(&b.seconds),
        }
    }
}

impl std::str::FromStr for Measure {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let found = Measure::ALL.into_iter().find(|measure| measure.word() == text.trim());
        found.ok_or_else(|| unknown_word("figure to sort by", text, &Measure::ALL.map(Measure::word)))
    }
}

impl Comparison {
    /// The positions of the results, the best first; equal ones stay in the requested order.
    pub fn sorted(&self, by: Option<Measure>) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.results.len()).collect();
        if let Some(measure) = by {
            places.sort_by(|a, b| match (self.results.get(*a), self.results.get(*b)) {
                (Some(a), Some(b)) => measure.compare(a, b),
                _ => Ordering::Equal,
            });
        }
        places
    }

    /// Whether no other model is better by a figure that models are evaluated by. Log loss and Brier score leave out
    /// rows with an undefined posterior, so a model with such rows cannot be the best by them.
    pub fn is_best(&self, place: usize, by: Measure) -> bool {
        let evaluated = |result: &&ComparisonResult| match by {
            Measure::Accuracy => true,
            Measure::LogLoss => result.n_undefined == 0 && result.measured(Kind::LogLoss).value().is_some(),
            Measure::Brier | Measure::Area => result.n_undefined == 0,
            Measure::Parameters | Measure::Training | Measure::Seconds => false,
        };
        let Some(one) = self.results.get(place).filter(evaluated) else { return false };
        self.results.iter().filter(evaluated).all(|other| by.compare(one, other).is_le())
    }

    pub fn best(&self, by: Measure) -> Vec<usize> {
        (0..self.results.len()).filter(|place| self.is_best(*place, by)).collect()
    }
}
