//! How far a number of a case is moved when somebody asks what if.

use num_traits::ToPrimitive;

use super::fitted::Fitted;
use super::moments::Moments;
use crate::encode::round_step;

/// A column's round step is about this share of its standard deviation.
const SHARE: f64 = 0.1;

/// How a number moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Perturbation {
    /// How far, in the column's unit.
    pub step: f64,
    /// The decimals that the column was written with.
    pub decimals: u8,
    /// Where a number that is missing begins: the column's mean.
    pub mean: f64,
}

impl Fitted {
    /// The step of a column of numbers: a round number of about a tenth of its standard deviation, and no less than the
    /// last decimal that the column was written with.
    pub fn perturbation(&self, column: usize) -> Perturbation {
        let table = &self.data.table;
        let decimals = table.columns().get(column).map_or(0, |column| column.decimals).min(12);
        let numbers: Vec<f64> = table.numbers(column).filter(|value| !value.is_nan()).collect();
        let moments = Moments::of(&numbers);
        let deviation = moments.variance(0).filter(|variance| variance.is_finite()).unwrap_or(0.0).sqrt();
        let least = 10f64.powi(-i32::from(decimals));
        let step =
            if deviation > 0.0 { round_step(SHARE * deviation).to_f64().unwrap_or(least) } else { least };
        Perturbation { step: step.max(least), decimals, mean: moments.mean }
    }
}
