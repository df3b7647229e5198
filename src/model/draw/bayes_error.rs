//! How often a model is wrong about rows of its own.

use std::sync::atomic::Ordering;

use super::{DrawnRow, DrawnValue, Sampler, Uniforms};
use crate::math::Number;
use crate::model::case::Case;
use crate::model::case_cell::CaseValue;
use crate::problem::Problem;
use crate::table::Watch;

/// The share of so many drawn rows that the model itself calls wrong, which no classifier of these classes and features
/// could better, and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BayesError {
    /// How many rows were drawn.
    pub rows: usize,
    /// How many of them were called wrong.
    pub wrong: usize,
}

impl BayesError {
    /// The share.
    pub fn share(&self) -> Number {
        Number::ratio(self.wrong as u64, self.rows.max(1) as u64).unwrap_or_else(|| Number::from(0u64))
    }

    /// Its standard error: √(p(1 − p)/n).
    pub fn standard_error(&self) -> f64 {
        let p = self.share().to_f64();
        libm::sqrt(p * (1.0 - p) / self.rows.max(1) as f64)
    }
}

impl Sampler<'_> {
    /// Draws rows and lets the model say their classes.
    ///
    /// # Errors
    /// When a row cannot be drawn or read, or it was stopped.
    pub fn bayes_error(
        &self,
        rows: usize,
        uniforms: &mut Uniforms,
        watch: Option<&Watch>,
    ) -> Result<BayesError, Problem> {
        let mut wrong = 0;
        for _ in 0..rows {
            if watch.is_some_and(|watch| watch.stop.load(Ordering::Relaxed)) {
                return Err(super::stopped());
            }
            let row = self.row(uniforms)?;
            let case = self.case(&row)?;
            wrong += usize::from(self.fitted.predict(&case).predicted != Some(row.class));
        }
        Ok(BayesError { rows, wrong })
    }

    /// A row as a case. Bins and flags are drawn as what they stand for.
    ///
    /// # Errors
    /// When it cannot be read by the model, which no row that it drew causes.
    pub fn case(&self, row: &DrawnRow) -> Result<Case, Problem> {
        let cells: Vec<(String, String)> =
            self.cells(row).into_iter().map(|(name, text)| (name.as_str().to_owned(), text)).collect();
        let mut case = Case::from_file(self.fitted, &[]).or_else(|_| Case::from_file(self.fitted, &cells))?;
        for (cell, value) in case.cells.iter_mut().zip(&row.values) {
            match value {
                DrawnValue::Category { value, .. } => cell.value = CaseValue::Value(*value),
                DrawnValue::Number { x, .. } => cell.value = CaseValue::Number(*x),
                DrawnValue::Count { k, .. } => cell.value = CaseValue::Number(*k as f64),
                DrawnValue::Words(_) | DrawnValue::Presence(_) => {
                    return Case::from_file(self.fitted, &cells);
                }
            }
        }
        Ok(case)
    }
}
