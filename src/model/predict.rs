//! Many rows, predicted by sums of logarithms.

use std::cell::LazyCell;
use std::cmp::Ordering;

use super::block::{Block, Logs, rows_of_block};
use super::case::Case;
use super::case_cell::CaseValue;
use super::classifier::{Classifier, RowPredictor};
use super::factor::Factor;
use super::fitted::Fitted;
use super::prediction::{Factors, NEAR, Undefined, compare_exactly};
use super::predictions::{Predictions, RowPrediction, Rows};

/// A model made ready to predict rows: its logarithms, computed once.
pub struct Predictor<'a> {
    fitted: &'a Fitted,
    logs: Vec<Logs>,
    priors: Vec<f64>,
}

impl RowPredictor for Predictor<'_> {
    fn rows(&self, rows: &Rows) -> Predictions {
        let classes = self.fitted.classes.len();
        let mut out = Predictions::new(classes, rows.len());
        let mut places = Vec::new();
        let mut place = 0;
        for segment in self.fitted.data.table.segments() {
            while let Some(first) = rows.get(place).filter(|row| *row < segment.rows.end) {
                if first < segment.rows.start {
                    place += 1;
                    continue;
                }
                let from = place;
                places.clear();
                while let Some(row) = rows.get(place).filter(|row| segment.rows.contains(row))
                    && places.len() < rows_of_block(classes)
                {
                    places.push(row - segment.rows.start);
                    place += 1;
                }
                let block = Block::new(self.fitted, segment, &places, &self.priors).scores(&self.logs);
                for (row, log_joint) in (from..place).zip(block.chunks_exact(classes.max(1))) {
                    let row = rows.get(row).unwrap_or_default();
                    self.fitted.decide(row, log_joint, &mut out);
                }
            }
        }
        out
    }
}

impl Predictor<'_> {
    /// ln score of a case in each class; not of a model that reads its numbers together.
    pub(super) fn joint(&self, case: &Case) -> Vec<f64> {
        let mut joint = self.priors.clone();
        for ((factor, cell), logs) in self.fitted.factors().iter().zip(&case.cells).zip(&self.logs) {
            self.add(&mut joint, factor, &cell.value, logs);
        }
        self.fitted.without_absent(&mut joint);
        joint
    }

    fn add(&self, joint: &mut [f64], factor: &Factor, value: &CaseValue, logs: &Logs) {
        let ln = |value: usize, class: usize| logs.of_value(self.fitted, factor, value, class);
        let mut add = |value: usize, times: u32| {
            joint
                .iter_mut()
                .enumerate()
                .for_each(|(class, joint)| *joint += f64::from(times) * ln(value, class));
        };
        match value {
            CaseValue::Missing | CaseValue::Unseen => {}
            CaseValue::Value(value) => add(*value, 1),
            CaseValue::Number(x) => {
                for (class, joint) in joint.iter_mut().enumerate() {
                    *joint += self.fitted.ln_multiplied_density(factor, *x, class);
                }
            }
            CaseValue::Words { known, .. } => match &logs.absences {
                Some(absences) => {
                    absences.add(joint, known.iter().map(|(word, _)| *word).collect(), ln);
                }
                None => known.iter().for_each(|(word, times)| add(*word, *times)),
            },
        }
    }
}

impl Fitted {
    /// Predicts the rows that `wanted` lets through, in order.
    pub fn predict_rows(&self, wanted: impl Fn(usize) -> bool) -> Predictions {
        Classifier::predict_rows(self, &wanted)
    }

    /// The model made ready to predict so many rows.
    pub fn predictor(&self, rows: usize) -> Predictor<'_> {
        let ln_prior = |class: usize| match self.is_absent(class) {
            true => f64::NEG_INFINITY,
            false => self.prior(class).map_or(f64::NAN, |p| p.ln()),
        };
        Predictor {
            fitted: self,
            logs: self.factors().iter().map(|factor| Logs::new(self, factor, rows)).collect(),
            priors: (0..self.classes.len()).map(ln_prior).collect(),
        }
    }

    /// A class that is absent has the score 0 in every case.
    fn without_absent(&self, joint: &mut [f64]) {
        let absent = joint.iter_mut().enumerate().filter(|(class, _)| self.is_absent(*class));
        absent.for_each(|(_, joint)| *joint = f64::NEG_INFINITY);
    }

    fn decide(&self, row: usize, log_joint: &[f64], out: &mut Predictions) {
        let one = RowPrediction { row, log_joint, predicted: None, tied: &[], undefined: None };
        let undefined = |word: &'static str| RowPrediction { undefined: Some(word), ..one };
        if log_joint.iter().any(|ln| ln.is_nan()) {
            let word = if !self.is_naive() { "missing_feature" } else { Undefined::PARAMETER };
            return out.push(undefined(word));
        }
        let highest = one.highest();
        if highest == f64::NEG_INFINITY {
            return out.push(undefined(Undefined::ZERO_EVIDENCE));
        }
        let mut close = near(log_joint, highest);
        if let (Some(class), None) = (close.next(), close.next()) {
            return out.push(RowPrediction { predicted: Some(class), ..one });
        }
        // Too close for logarithms: exact arithmetic decides where there is any, else the logarithms as they are.
        let case = LazyCell::new(|| Case::from_row(self, row).ok());
        let tied = leaders(log_joint, |class| self.factors_of(case.as_ref()?, class));
        let predicted = tied.first().copied();
        out.push(RowPrediction { predicted, tied: if tied.len() > 1 { &tied } else { &[] }, ..one });
    }
}

/// The classes whose ln score is so close to the highest that logarithms do not decide between them.
pub(super) fn near(joint: &[f64], highest: f64) -> impl Iterator<Item = usize> {
    let near = NEAR * highest.abs().max(1.0);
    joint.iter().enumerate().filter(move |(_, ln)| highest - **ln <= near).map(|(class, _)| class)
}

/// The class with the highest score, or those that tie, in their order; none where all scores are 0. `joint` holds ln
/// score(c); where classes are too close for logarithms, what is multiplied decides, if it is exact.
pub(super) fn leaders(joint: &[f64], factors: impl Fn(usize) -> Option<Factors>) -> Vec<usize> {
    let highest = joint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if highest == f64::NEG_INFINITY {
        return Vec::new();
    }
    let mut close = near(joint, highest);
    let Some(first) = close.next() else { return Vec::new() };
    let ln = |class: usize| joint.get(class).copied().unwrap_or(f64::NEG_INFINITY);
    // Multiplying out is work: it is left alone where nothing is close.
    let mut best: Option<(usize, Option<Factors>)> = None;
    let mut tied = vec![first];
    for class in close {
        let (leader, theirs) = best.take().unwrap_or_else(|| (first, factors(first)));
        let mine = factors(class);
        let exactly = mine.as_ref().zip(theirs.as_ref()).and_then(|(f, g)| compare_exactly(f, g));
        best = Some(match exactly.unwrap_or_else(|| ln(class).total_cmp(&ln(leader))) {
            Ordering::Greater => {
                tied = vec![class];
                (class, mine)
            }
            order => {
                if order == Ordering::Equal {
                    tied.push(class);
                }
                (leader, theirs)
            }
        });
    }
    tied
}
