//! What a model says of many cases: the class and the posteriors, without their working.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::case::Case;
use super::case_cell::CaseValue;
use super::error::{MISSING_FEATURE, NOT_A_NUMBER};
use super::fitted::Fitted;
use super::log_sums;
use super::predict::{Predictor, near};
use super::prediction::Undefined;
use crate::problem::Problem;

/// What a model says of one row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The class with the largest posterior, the first of the tied; `None` where there is none.
    pub predicted: Option<usize>,
    /// Whether other classes have the same posterior.
    pub is_tie: bool,
    /// Why there is no posterior: `zero_evidence`, `undefined_parameter`, `missing_feature` or `not_a_number`.
    pub undefined: Option<&'static str>,
    /// P(c | x) by class, the float nearest to what is worked out exactly; of long cases
    /// and very many classes, within 1e-11. Empty where it is
    /// undefined.
    pub posterior: Vec<f64>,
}

/// Predicts cases one after the other. Equal cases have equal answers and are worked out once.
pub struct Answers<'a> {
    fitted: &'a Fitted,
    known: HashMap<Vec<u64>, Answer>,
    /// Made ready when the first long case comes.
    logs: OnceCell<Predictor<'a>>,
}

/// Answers that are remembered, and posteriors of all of them together.
const REMEMBERED: usize = 65_536;
const POSTERIORS: usize = 1 << 22;

/// A case of more factors is added up in logarithms: its exact fraction would have thousands of digits.
const LONG: u64 = 100;

/// With more classes a case is added up, too: exactly it takes a fraction for each factor and class.
const CLASSES: usize = 100;

impl<'a> Answers<'a> {
    /// None yet.
    pub fn new(fitted: &'a Fitted) -> Self {
        Answers { fitted, known: HashMap::new(), logs: OnceCell::new() }
    }

    /// What the model says of a case, or why it is none: see [`Fitted::predict`], whose numbers these are.
    ///
    /// # Errors
    /// When the row is no case for a reason that holds for all rows.
    pub fn answer(&mut self, case: Result<Case, Problem>) -> Result<Answer, Problem> {
        let without = |undefined| Ok(Answer { undefined: Some(undefined), ..Answer::default() });
        let case = match case {
            Ok(case) => case,
            Err(Problem { kind: kind @ (MISSING_FEATURE | NOT_A_NUMBER), .. }) => return without(kind),
            Err(problem) => return Err(problem),
        };
        if let Some(answer) = self.add_up(&case) {
            return Ok(answer);
        }
        let Some(key) = key(&case) else { return Ok(self.work_out(&case)) };
        if let Some(answer) = self.known.get(&key) {
            return Ok(answer.clone());
        }
        let answer = self.work_out(&case);
        let known = self.known.len();
        if known < REMEMBERED && known.saturating_mul(self.fitted.classes.len()) < POSTERIORS {
            self.known.insert(key, answer.clone());
        }
        Ok(answer)
    }

    fn work_out(&self, case: &Case) -> Answer {
        let prediction = self.fitted.predict(case);
        Answer {
            predicted: prediction.predicted,
            is_tie: !prediction.tied.is_empty(),
            undefined: prediction.undefined.as_ref().map(|why| why.word()),
            posterior: prediction.posterior.iter().flatten().map(crate::math::Number::to_f64).collect(),
        }
    }
}

impl Answers<'_> {
    /// A long case by logarithms; `None` for others, and where logarithms decide nothing.
    fn add_up(&self, case: &Case) -> Option<Answer> {
        let terms = self.fitted.factors().iter().zip(&case.cells);
        let terms = terms.flat_map(|(factor, cell)| log_sums::terms(factor, &cell.value));
        let factors: u64 = terms.map(|(_, times)| u64::from(times)).sum();
        // Numbers that are read together have one density, however many they are.
        let long = factors > LONG || self.fitted.classes.len() > CLASSES;
        if !long || !self.fitted.is_naive() {
            return None;
        }
        let joint = self.logs.get_or_init(|| self.fitted.predictor()).joint(case);
        let highest = joint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if joint.iter().any(|ln| ln.is_nan()) {
            return None;
        }
        if highest == f64::NEG_INFINITY {
            return Some(Answer { undefined: Some(Undefined::ZERO_EVIDENCE), ..Answer::default() });
        }
        let mut close = near(&joint, highest);
        let (predicted, None) = (close.next(), close.next()) else { return None };
        let sum: f64 = joint.iter().map(|ln| (ln - highest).exp()).sum();
        let posterior = joint.iter().map(|ln| (ln - highest).exp() / sum).collect();
        Some(Answer { predicted, posterior, ..Answer::default() })
    }
}

/// What the answer depends on; `None` for texts, which hardly ever come again, and for cases of numbers alone.
fn key(case: &Case) -> Option<Vec<u64>> {
    let one = |value: &CaseValue| match value {
        CaseValue::Missing | CaseValue::Unseen => Some(u64::MAX),
        CaseValue::Value(value) => Some(*value as u64),
        CaseValue::Number(_) | CaseValue::Words { .. } => None,
    };
    case.cells.iter().map(|cell| one(&cell.value)).collect()
}
