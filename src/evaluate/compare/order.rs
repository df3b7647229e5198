//! Which model is the best by which figure.

use std::cmp::Ordering;

use super::{Comparison, ComparisonResult};
use crate::evaluate::{Kind, Measured};
use crate::math::Number;
use crate::recipe::RecipeError;

/// What models are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Share of rows that are predicted right; more is better.
    Accuracy,
    /// Log loss; less is better.
    LogLoss,
    /// Brier score; less is better.
    Brier,
    /// Free parameters; fewer first.
    Parameters,
    /// Share of training rows that are predicted right.
    Training,
    /// Seconds; fewer first.
    Seconds,
}

impl Measure {
    /// All of them, in the order of the columns.
    pub const ALL: [Measure; 6] = [
        Measure::Accuracy,
        Measure::LogLoss,
        Measure::Brier,
        Measure::Parameters,
        Measure::Training,
        Measure::Seconds,
    ];

    /// Those by which a model can be called the best.
    pub const JUDGING: [Measure; 3] = [Measure::Accuracy, Measure::LogLoss, Measure::Brier];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Accuracy => "accuracy",
            Measure::LogLoss => "log loss",
            Measure::Brier => "Brier score",
            Measure::Parameters => "parameters",
            Measure::Training => "training",
            Measure::Seconds => "seconds",
        }
    }

    /// The word for it in a flag.
    pub fn word(self) -> &'static str {
        match self {
            Measure::LogLoss => "log-loss",
            Measure::Brier => "brier",
            other => other.name(),
        }
    }

    /// Which comes first of two models.
    fn compare(self, a: &ComparisonResult, b: &ComparisonResult) -> Ordering {
        let number = |value: &Measured| match value {
            Measured::Value(value) => Some(value.to_f64()),
            Measured::Infinite => Some(f64::INFINITY),
            Measured::Undefined => None,
        };
        // What is undefined comes last.
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
            Measure::Parameters => a.parameters.count.cmp(&b.parameters.count),
            Measure::Seconds => a.seconds.total_cmp(&b.seconds),
        }
    }
}

impl std::str::FromStr for Measure {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Self, RecipeError> {
        let found = Measure::ALL.into_iter().find(|measure| measure.word() == text.trim());
        found.ok_or_else(|| RecipeError::UnknownWord {
            what: "figure to sort by",
            text: text.to_owned(),
            words: Measure::ALL.map(Measure::word).to_vec(),
        })
    }
}

impl Comparison {
    /// The positions of the standings, the best first; those that are equal stay as they were asked for.
    pub fn sorted(&self, by: Option<Measure>) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.standings.len()).collect();
        if let Some(measure) = by {
            places.sort_by(|a, b| match (self.standings.get(*a), self.standings.get(*b)) {
                (Some(a), Some(b)) => measure.compare(a, b),
                _ => Ordering::Equal,
            });
        }
        places
    }

    /// Whether no other model is better by a figure that models are judged by. Log loss and Brier score of a model leave out
    /// the rows whose posterior it cannot tell, so they are no figure to be the best by where there are such rows.
    pub fn is_best(&self, place: usize, by: Measure) -> bool {
        let judged = |standing: &&ComparisonResult| match by {
            Measure::Accuracy => true,
            Measure::LogLoss => {
                standing.n_undefined == 0 && standing.measured(Kind::LogLoss).value().is_some()
            }
            Measure::Brier => standing.n_undefined == 0,
            Measure::Parameters | Measure::Training | Measure::Seconds => false,
        };
        let Some(one) = self.standings.get(place).filter(judged) else { return false };
        self.standings.iter().filter(judged).all(|other| by.compare(one, other).is_le())
    }

    /// The best by a figure, as positions.
    pub fn best(&self, by: Measure) -> Vec<usize> {
        (0..self.standings.len()).filter(|place| self.is_best(*place, by)).collect()
    }
}
