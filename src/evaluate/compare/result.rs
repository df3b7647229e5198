//! What came of one model.

use super::{ModelSpec, Parameters};
use crate::evaluate::remarks;
use crate::evaluate::{CandidateModel, Evaluation, Figure, Kind, Measured, Metrics, Trial};
use crate::math::Name;
use crate::math::Number;

/// The figures that models are held against each other by.
const KINDS: [Kind; 3] = [Kind::Accuracy, Kind::LogLoss, Kind::Brier];

/// One model, judged.
#[derive(Clone, Debug)]
pub struct ComparisonResult {
    /// Which.
    pub entrant: ModelSpec,
    /// Its name and recipe.
    pub contestant: CandidateModel,
    /// The model of all rows, and which rows judged which models.
    pub trial: Trial,
    /// Rows that are predicted right.
    pub right: u64,
    /// Rows that judged it.
    pub n: u64,
    /// Rows whose posterior is undefined; they count as wrong.
    pub n_undefined: u64,
    /// Rows whose best classes tie.
    pub n_tied: u64,
    /// Rows whose true class was given probability 0.
    pub n_impossible: u64,
    /// Accuracy, log loss and Brier score, each with its formula.
    pub figures: Vec<Figure>,
    /// Its free parameters.
    pub parameters: Parameters,
    /// Of the rows that the model of all rows learned from, how many it predicts right, and how many there are.
    pub training: (u64, u64),
    /// Seconds that it took to fit it and to predict, by the clock on the wall.
    pub seconds: f64,
    /// What must be said of this model alone, one sentence each.
    pub remarks: Vec<String>,
    /// What it said of each row, in the order of the rows.
    pub said: Vec<Said>,
}

/// What a model said of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Said {
    /// The class, as a position among the labels; `None` where the posterior is undefined.
    pub class: Option<usize>,
    /// ln P(class | x).
    pub ln_posterior: f64,
}

impl ComparisonResult {
    /// Of its training rows, the share that the model of all of them predicts right; `None` without rows.
    pub fn training_accuracy(&self) -> Option<Number> {
        Number::ratio(self.training.0, self.training.1)
    }

    /// Reads off an evaluation what is kept; `labels` are those of the comparison.
    pub(super) fn new(
        (entrant, contestant, trial): (ModelSpec, CandidateModel, Trial),
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
            entrant,
            right: evaluation.right,
            n: evaluation.n,
            n_undefined: evaluation.n_undefined,
            n_tied: evaluation.n_tied,
            n_impossible: evaluation.n_impossible,
            parameters: Parameters::of(&trial.whole),
            training: tested.map_or((evaluation.right, evaluation.n), |tested| tested.training),
            seconds,
            remarks: tested.map_or_else(|| held(&trial), |tested| tested.remarks.clone()),
            said: said.collect(),
            figures: metrics.figures.into_iter().filter(|figure| KINDS.contains(&figure.kind)).collect(),
            contestant,
            trial,
        }
    }

    /// A figure with its formula.
    pub fn figure(&self, kind: Kind) -> Option<&Figure> {
        self.figures.iter().find(|figure| figure.kind == kind)
    }

    /// What came out for a figure.
    pub fn measured(&self, kind: Kind) -> &Measured {
        self.figure(kind).map_or(&Measured::Undefined, |figure| &figure.measured)
    }
}

/// What must be said of a model that is judged by the rows it learned from.
fn held(trial: &Trial) -> Vec<String> {
    remarks::held(trial, trial.whole.held().as_slice()).into_iter().collect()
}
