//! Many rows, predicted by sums of logarithms.

use super::block::{Block, Logs, rows_of_block};
use super::case::Case;
use super::case_cell::CaseValue;
use super::classifier::{Classifier, RowPredictor};
use super::factor::Factor;
use super::fitted::Fitted;
use super::leaders::near;
use super::prediction::Undefined;
use super::predictions::{Predictions, RowPrediction, Rows};

/// A model made ready to predict rows: its logarithms, computed once.
pub struct Predictor<'a> {
    fitted: &'a Fitted,
    /// By factor; none of those that are left out.
    logs: Vec<Option<Logs>>,
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
            logs.iter().for_each(|logs| self.add(&mut joint, factor, &cell.value, logs));
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

    pub fn predictor(&self, rows: usize) -> Predictor<'_> {
        self.predictor_on(rows, |_| true)
    }

    pub(super) fn predictor_on(&self, rows: usize, wanted: impl Fn(usize) -> bool) -> Predictor<'_> {
        let ln_prior = |class: usize| match self.is_absent(class) {
            true => f64::NEG_INFINITY,
            false => self.prior(class).map_or(f64::NAN, |p| p.ln()),
        };
        Predictor {
            fitted: self,
            logs: (0..)
                .zip(self.factors())
                .map(|(feature, factor)| wanted(feature).then(|| Logs::new(self, factor, rows)))
                .collect(),
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
        // Too close for logarithms: exact arithmetic decides where there is any.
        let case = if self.is_exact() { Case::from_row(self, row).ok() } else { None };
        let tied = self.leading(log_joint, case.as_ref());
        let predicted = tied.first().copied();
        out.push(RowPrediction { predicted, tied: if tied.len() > 1 { &tied } else { &[] }, ..one });
    }
}
