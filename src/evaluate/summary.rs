//! The few figures of an evaluation that a curve is made of.

use super::metrics::brier;
use super::{Evaluation, pooled};
use crate::math::Number;

/// How good a model is, without the rows that tell it.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Rows with a class, each as often as its weight says.
    pub n: u64,
    /// Those that are predicted right.
    pub right: u64,
    /// Rows with an undefined posterior; they count as wrong.
    pub n_undefined: u64,
    /// Rows whose true class was given probability 0: one of them makes the log loss infinite.
    pub n_impossible: u64,
    /// Mean of −ln P(true class | x) over the rows with a posterior; `None` where it is infinite or no row has one.
    pub log_loss: Option<f64>,
    /// The Brier score over the same rows, from 0 to 2.
    pub brier: Option<f64>,
    /// Why some rows have no model that could predict them.
    pub without_model: Option<String>,
    /// The ridge penalty that holds the weights of its model though nobody asked for one.
    pub held: Option<f64>,
}

/// What a curve shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Yardstick {
    /// The share of rows that are predicted right.
    #[default]
    Accuracy,
    /// The mean of −ln P(true class | x).
    LogLoss,
    /// The mean squared distance of the posterior from what is so.
    Brier,
}

impl Yardstick {
    /// All of them, in the order of the key that goes through them.
    pub const ALL: [Yardstick; 3] = [Yardstick::Accuracy, Yardstick::LogLoss, Yardstick::Brier];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Yardstick::Accuracy => "accuracy",
            Yardstick::LogLoss => "log loss",
            Yardstick::Brier => "Brier score",
        }
    }

    /// Which way is better.
    pub fn better(self) -> &'static str {
        match self {
            Yardstick::Accuracy => "higher is better",
            Yardstick::LogLoss | Yardstick::Brier => "lower is better",
        }
    }

    /// The next one, round and round.
    #[must_use]
    pub fn next(self) -> Yardstick {
        let at = Yardstick::ALL.iter().position(|measure| *measure == self).unwrap_or(0);
        Yardstick::ALL.get((at + 1) % Yardstick::ALL.len()).copied().unwrap_or(self)
    }
}

impl Summary {
    /// The figures of an evaluation.
    pub fn of(evaluation: &Evaluation) -> Summary {
        Summary {
            n: evaluation.n,
            right: evaluation.right,
            n_undefined: evaluation.n_undefined,
            n_impossible: evaluation.n_impossible,
            log_loss: evaluation.log_loss,
            brier: brier(&pooled(evaluation)).0,
            without_model: None,
            held: None,
        }
    }

    /// The share of rows that are predicted right, as counted.
    pub fn accuracy(&self) -> Option<Number> {
        Number::ratio(self.right, self.n)
    }

    /// One of its figures; `None` where it is undefined or infinite.
    pub fn value(&self, measure: Yardstick) -> Option<f64> {
        match measure {
            Yardstick::Accuracy => self.accuracy().map(|share| share.to_f64()),
            Yardstick::LogLoss => self.log_loss,
            Yardstick::Brier => self.brier,
        }
    }

    /// By how much a figure is larger than another's; `None` where one of them has none.
    pub fn over(&self, other: &Summary, measure: Yardstick) -> Option<f64> {
        Some(self.value(measure)? - other.value(measure)?)
    }

    /// Why a figure is missing or to be read with care, in one sentence.
    pub fn gap(&self) -> Option<String> {
        let rows = |count: u64, have: &str| {
            format!(
                "{count} of {} {}",
                self.n,
                if count == 1 { have.replace("have", "has") } else { have.into() }
            )
        };
        if let Some(why) = &self.without_model {
            return Some(format!("{}: {why}.", rows(self.n_undefined, "rows have no model")));
        }
        if self.n_undefined > 0 {
            return Some(format!(
                "{}; they count as wrong.",
                rows(self.n_undefined, "rows have an undefined posterior, 0/0")
            ));
        }
        (self.n_impossible > 0).then(|| {
            format!(
                "The log loss is infinite: {} 0.",
                rows(self.n_impossible, "rows have a true class of probability")
            )
        })
    }
}
