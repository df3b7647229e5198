//! An evaluation as the definitions of its figures read it: one evaluation serves the matrix on screen and the working of
//! every number in it.

use std::collections::HashMap;
use std::sync::Arc;

use super::metrics::brier_of;
use super::{EvaluatedRow, Evaluation, Model, Roc, Trial};
use crate::math::{Name, Number, Quantity};
use crate::model::{Fitted, MeanOfRows, Verdicts};

/// Evaluates a model as its recipe says where a number rests on that, once.
pub fn judge_for(fitted: &Fitted, quantity: &Quantity) {
    if quantity.is_about_evaluation() {
        judge(fitted);
    }
}

/// Evaluates a model as its recipe says, once: from then on its figures have a working. A problem is kept, and told by whoever
/// asks for one of them.
pub fn judge(fitted: &Fitted) {
    fitted.judge(|| {
        let trial = Trial::of(Model::Generative(Arc::new(fitted.clone())), None)?;
        Ok(Arc::new(trial.run(None)?))
    });
}

impl Verdicts for Evaluation {
    fn labels(&self) -> &[Name] {
        &self.labels
    }

    fn judged_on(&self) -> String {
        self.split().judged_on()
    }

    fn is_weighted(&self) -> bool {
        Evaluation::is_weighted(self)
    }

    fn cell(&self, actual: usize, predicted: usize) -> u64 {
        self.matrix.get(actual).and_then(|row| row.get(predicted)).copied().unwrap_or(0)
    }

    fn support(&self, actual: usize) -> u64 {
        self.per_class.get(actual).map_or(0, |class| class.support)
    }

    fn rows(&self, actual: Option<usize>, predicted: Option<usize>) -> Option<Vec<usize>> {
        if self.tested.as_ref().is_some_and(|tested| tested.before > 0) {
            return None;
        }
        let rows = self.rows.iter().filter(|row| actual.is_none_or(|actual| actual == row.actual));
        let rows = rows.filter(|row| predicted.is_none() || predicted == row.prediction.predicted);
        let mut rows: Vec<usize> = rows.map(|row| row.prediction.row).collect();
        rows.dedup();
        Some(rows)
    }

    fn decided(&self, actual: Option<usize>, action: Option<usize>) -> u64 {
        self.decisions.as_ref().map_or(0, |decisions| decisions.count(actual, action))
    }

    fn decided_rows(&self, actual: Option<usize>, action: Option<usize>) -> Option<Vec<usize>> {
        if self.tested.as_ref().is_some_and(|tested| tested.before > 0) {
            return None;
        }
        let decisions = self.decisions.as_ref()?;
        let wanted = |row: &EvaluatedRow<'_>| {
            let chosen = decisions.of_row(row);
            chosen.is_some_and(|chosen| {
                actual.is_none_or(|actual| actual == row.actual)
                    && action.is_none_or(|action| action == chosen)
            })
        };
        let mut rows: Vec<usize> = self.rows.iter().filter(wanted).map(|row| row.prediction.row).collect();
        rows.dedup();
        Some(rows)
    }

    fn training(&self) -> Option<(u64, u64)> {
        self.tested.as_ref().map(|tested| tested.training)
    }

    fn majority(&self) -> Option<(u64, Option<&Name>)> {
        let majority = self.majority.as_ref()?;
        Some((majority.right, majority.class.and_then(|class| self.labels.get(class))))
    }

    fn losses(&self) -> MeanOfRows {
        let ln = |row: &EvaluatedRow<'_>| {
            row.prediction.predicted?;
            Some(row.prediction.log_posterior(row.actual).unwrap_or(f64::NEG_INFINITY))
        };
        let terms = grouped(self.rows.iter().filter_map(|row| Some((ln(&row)?, row.weight))));
        MeanOfRows { terms, n: self.n - self.n_undefined, value: self.log_loss.map(Number::Float) }
    }

    fn distances(&self) -> MeanOfRows {
        let terms = grouped(self.rows.iter().filter_map(|row| Some((brier_of(&row)?, row.weight))));
        MeanOfRows { terms, n: self.n - self.n_undefined, value: self.brier.map(Number::Float) }
    }

    fn pairs(&self, class: usize) -> [u128; 4] {
        let roc = Roc::new(&self.rows, class);
        let (positives, negatives) = (roc.in_use.positives(), roc.in_use.negatives());
        [roc.pairs.won, roc.pairs.tied, u128::from(positives), u128::from(negatives)]
    }
}

fn grouped(terms: impl Iterator<Item = (f64, u64)>) -> Vec<(f64, u64)> {
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut found: Vec<(f64, u64)> = Vec::new();
    for (value, times) in terms {
        let at = *places.entry(value.to_bits()).or_insert(found.len());
        match found.get_mut(at) {
            Some((_, all)) => *all += times,
            None => found.push((value, times)),
        }
    }
    found
}
