//! Folds that are dealt several times: how far the figures depend on the dealing.

use std::sync::atomic::Ordering;

use super::confusion::{Evaluation, evaluate_rows};
use super::folds::{Folds, by_class};
use super::metrics::balanced_accuracy;
use super::progress::Progress;
use super::repetitions::{Kind, Repeated, Repetitions};
use super::trial::Trial;
use crate::math::Number;
use crate::problem::Problem;
use crate::table::Watch;

/// The figures that are repeated.
const KINDS: [Kind; 4] = [Kind::Accuracy, Kind::BalancedAccuracy, Kind::LogLoss, Kind::Brier];

fn measured(evaluation: &Evaluation, kind: Kind) -> f64 {
    let number = |value: Option<&Number>| value.map_or(f64::NAN, Number::to_f64);
    match kind {
        Kind::BalancedAccuracy => number(balanced_accuracy(evaluation).as_ref()),
        Kind::LogLoss if evaluation.n_impossible > 0 => f64::INFINITY,
        Kind::LogLoss => evaluation.log_loss.unwrap_or(f64::NAN),
        Kind::Brier => evaluation.brier.unwrap_or(f64::NAN),
        _ => number(evaluation.accuracy.as_ref()),
    }
}

impl Trial {
    /// Says how many rows are predicted in all dealings.
    pub(super) fn expect_repetitions(&self, watch: Option<&Watch>) {
        let times = self.split.times() as usize;
        let Some(watch) = watch.filter(|_| times > 1) else { return };
        let rows = self.whole.classifier().table_rows() as usize + self.test_rows().saturating_mul(times);
        watch.total.store(rows as u64, Ordering::Relaxed);
        watch.parts.store((self.folds.count() * times) as u64, Ordering::Relaxed);
    }

    /// Deals the rows again by the next seeds, after `first`, and judges the model each time; `None` where they are dealt
    /// once.
    ///
    /// # Errors
    /// When it was stopped.
    pub(super) fn repetitions(
        &self,
        first: &Evaluation,
        watch: Option<&Watch>,
    ) -> Result<Option<Repetitions>, Problem> {
        let times = self.split.times();
        if times < 2 {
            return Ok(None);
        }
        let model = self.whole.classifier();
        let rows = self.data.table.rows();
        let of = |row: usize| Some((model.class_of_row(row)?, self.data.seen(row)));
        let by_class = by_class(model.classes().len(), rows, of);
        let progress = Progress::new(watch, &self.data.table.source);
        let mut values = KINDS.map(|kind| vec![measured(first, kind)]);
        for at in 1..times {
            let seed = self.seed.wrapping_add(at.into());
            let mut trial = self.clone();
            (trial.folds, trial.seed) = (Folds::deal(&by_class, rows, &self.split, seed), seed);
            let counted = trial.counted(&progress)?;
            let (rows, _) = trial.predicted(&progress, counted.as_ref())?;
            let evaluation = evaluate_rows(self.labels.clone(), model.classes().len(), rows);
            KINDS
                .iter()
                .zip(&mut values)
                .for_each(|(kind, values)| values.push(measured(&evaluation, *kind)));
        }
        let figures =
            KINDS.into_iter().zip(values).map(|(kind, values)| Repeated::of(kind, values)).collect();
        Ok(Some(Repetitions { seed: self.seed, times: times as usize, figures }))
    }
}
