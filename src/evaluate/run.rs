//! Runs an evaluation in parts, with progress, and stops when asked.
//!
//! Parts run in parallel and are merged in their order, so no result depends on the threads.

use super::confusion::{Evaluation, Fold, Majority, Tested, evaluate_rows};
use super::rows::EvaluatedRows;
use super::sweep::Model;
use super::trial::Trial;
use super::warnings;
use crate::model::{Classifier, Fitted, Parts, Predictions, RowPrediction, Rows, Statistics, predict_pieces};
use crate::problem::Problem;
use crate::recipe::Split;
use crate::table::{TableError, Watch};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// A model with more feature values than this is large: a value takes up to 300 bytes for its bin's cut and name.
const MOST_VALUES: usize = 500_000;

/// The models of this many parts are kept together, if they have no more values than one large model.
const MOST_MODELS: usize = 64;

impl Trial {
    /// Predicts each row with the model that did not see it, and evaluates the predictions. `watch` gets the number of
    /// rows done and can stop the run.
    ///
    /// # Errors
    /// When it was stopped. A part whose model cannot be fitted is not an error: its rows have no posterior, and a
    /// warning says so.
    pub fn run(&self, watch: Option<&Watch>) -> Result<Evaluation, Problem> {
        self.run_telling(watch, &|_| ())
    }

    /// The same; `part` gets each part before its rows are predicted.
    ///
    /// # Errors
    /// As [`Trial::run`].
    pub fn run_telling(
        &self,
        watch: Option<&Watch>,
        part: &(dyn Fn(usize) + Sync),
    ) -> Result<Evaluation, Problem> {
        let model = self.whole.classifier();
        let progress = Progress { part, ..Progress::new(watch, &model.data().table.source) };
        if self.split == Split::None {
            let rows = self.on_training_rows(&progress, &model.learned())?;
            let evaluation = evaluate_rows(self.labels.clone(), model.classes().len(), rows);
            return Ok(evaluation.with_majority_of(model).decided_by(model));
        }
        progress.expect(model.table_rows() as usize + self.test_rows());
        if matches!(self.split, Split::Folds(_)) {
            progress.expect_folds(self.folds.count());
        }
        let predicted = || {
            let counted = match self.split {
                Split::Folds(_) => self.counted(&progress)?,
                _ => None,
            };
            self.predicted(&progress, counted.as_ref())
        };
        let (training, parts) = rayon::join(|| self.training(&progress), predicted);
        let (training, (rows, parts)) = (training?, parts?);
        let unseen = parts.iter().map(|part| part.unseen).sum();
        let held: Vec<f64> = parts.iter().filter_map(|part| part.held).collect();
        let folds: Vec<Fold> = parts.into_iter().map(|part| part.fold).collect();
        let evaluation = evaluate_rows(self.labels.clone(), model.classes().len(), rows);
        let mut evaluation = evaluation.decided_by(model);
        evaluation.majority = self.majority(&folds);
        let mut warnings = self.warnings.clone();
        warnings.extend(warnings::of_folds(self, &folds));
        warnings.extend(warnings::unseen(unseen));
        warnings.extend(warnings::held(self, &held));
        let keep = |fold: &Fold| self.split != Split::LeaveOneOut || fold.error.is_some();
        evaluation.tested = Some(Tested {
            split: self.split.clone(),
            seed: self.seed,
            folds: folds.into_iter().filter(keep).collect(),
            warnings,
            before: self.data.test.as_ref().map_or(0, |(from, _)| *from),
            training,
        });
        Ok(evaluation)
    }

    pub(super) fn on_training_rows(
        &self,
        progress: &Progress<'_>,
        learned: &Rows,
    ) -> Result<EvaluatedRows, Problem> {
        let tests: Option<Rows> =
            self.tested.as_ref().map(|_| learned.iter().filter(|row| self.tests(*row)).collect());
        let tests = tests.as_ref().unwrap_or(learned);
        progress.expect(tests.len());
        self.evaluated_rows(self.whole.classifier(), tests, None, progress)
    }

    fn evaluated_rows(
        &self,
        model: &dyn Classifier,
        rows: &Rows,
        fold: Option<usize>,
        progress: &Progress<'_>,
    ) -> Result<EvaluatedRows, Problem> {
        let mut all = EvaluatedRows::new(model.classes().len(), rows.len());
        let of = |piece| self.held_against(piece, fold);
        progress.predict(model, rows, of, |piece| all.append(piece))?;
        Ok(all)
    }

    pub(super) fn held_against(&self, predictions: Predictions, fold: Option<usize>) -> EvaluatedRows {
        EvaluatedRows::of(predictions, fold, |row| Some((self.actual(row)?, self.cases(row, fold))))
    }

    /// How many training rows are predicted right, and how many there are, weighted.
    fn training(&self, progress: &Progress<'_>) -> Result<(u64, u64), Problem> {
        let count = |piece: Predictions| {
            let (mut right, mut n) = (0, 0);
            for row in piece.iter() {
                let Some(actual) = self.actual(row.row) else { continue };
                let cases = self.cases(row.row, None);
                n += cases;
                right += if row.predicted == Some(actual) { cases } else { 0 };
            }
            (right, n)
        };
        let (mut right, mut n) = (0, 0);
        let model = self.whole.classifier();
        progress.predict(model, &model.learned(), count, |(more, of)| {
            right += more;
            n += of;
        })?;
        Ok((right, n))
    }

    /// The predicted rows, in the order of the data, and the parts, in their order, so the result does not depend on
    /// the threads. Counts of the parts are used if given.
    pub(super) fn predicted(
        &self,
        progress: &Progress<'_>,
        counted: Option<&Parts>,
    ) -> Result<(EvaluatedRows, Vec<Part>), Problem> {
        let parts = 0..self.folds.count();
        let together = parts.len() > 1 && parts.len() <= MOST_MODELS;
        if together && self.whole.values().saturating_mul(parts.len()) <= MOST_VALUES {
            return self.predicted_together(progress, counted);
        }
        self.predicted_apart(progress, counted)
    }

    pub(super) fn predicted_apart(
        &self,
        progress: &Progress<'_>,
        counted: Option<&Parts>,
    ) -> Result<(EvaluatedRows, Vec<Part>), Problem> {
        let parts = 0..self.folds.count();
        // At most one model per thread is kept at once, or fewer if one of them is large.
        let predicted: Vec<(EvaluatedRows, Part)> = if self.whole.values() > MOST_VALUES {
            parts.map(|part| self.predicted_part(part, counted, progress)).collect::<Result<_, Problem>>()?
        } else {
            let part = |part| self.predicted_part(part, counted, progress);
            parts.into_par_iter().map(part).collect::<Result<_, Problem>>()?
        };
        let (rows, parts): (Vec<EvaluatedRows>, Vec<Part>) = predicted.into_iter().unzip();
        Ok((EvaluatedRows::sorted(rows), parts))
    }

    fn predicted_part(
        &self,
        part: usize,
        counted: Option<&Parts>,
        progress: &Progress<'_>,
    ) -> Result<(EvaluatedRows, Part), Problem> {
        progress.go_on()?;
        (progress.part)(part);
        let model = self.model_without(part, counted);
        let evaluated: Rows = self.tested_by(part).collect();
        let rows = match &model {
            Ok(model) => self.evaluated_rows(model.classifier(), &evaluated, Some(part), progress)?,
            Err(_) => self.held_against(self.unpredicted(&evaluated), Some(part)),
        };
        let part = self.part_of(self.fold_of(part, &rows), &model, &evaluated);
        Ok((rows, part))
    }

    pub(super) fn fold_of(&self, part: usize, rows: &EvaluatedRows) -> Fold {
        let mut fold = Fold {
            fold: part,
            name: self.folds.name(part),
            by_column: self.folds.are_named(),
            by_class: vec![0; self.labels.len()],
            right: 0,
            error: None,
        };
        for row in rows.iter() {
            fold.by_class.get_mut(row.actual).into_iter().for_each(|count| *count += row.weight);
            fold.right += if row.prediction.predicted == Some(row.actual) { row.weight } else { 0 };
        }
        fold
    }

    pub(super) fn part_of(&self, fold: Fold, model: &Result<Model, Problem>, rows: &Rows) -> Part {
        match model {
            Ok(model) => Part { fold, unseen: warnings::unseen_by(model, rows), held: model.held() },
            Err(error) => Part { fold: Fold { error: Some(error.clone()), ..fold }, unseen: 0, held: None },
        }
    }

    /// The model of all cases except those of a part. If the parts were counted separately, or one row is left out at a
    /// time, no row is counted again.
    pub(super) fn model_without(&self, part: usize, parts: Option<&Parts>) -> Result<Model, Problem> {
        let data = self.data_without(part);
        let statistics: Option<Statistics> = match (&self.whole, &self.split, self.folds.rows(part)) {
            (Model::Generative(fitted), Split::LeaveOneOut, [row]) => {
                fitted.statistics.all_but_case(&self.data, *row)
            }
            _ => parts.and_then(|parts| parts.all_but(part, &data)),
        };
        match statistics {
            Some(statistics) => {
                let fitted = Fitted::estimate(Arc::new(data), Arc::new(statistics))?;
                Ok(Model::Generative(Arc::new(fitted)))
            }
            None => self.whole.refitted(data),
        }
    }

    fn majority(&self, folds: &[Fold]) -> Option<Majority> {
        let model = self.whole.classifier();
        let counts: Vec<u64> = (0..model.classes().len()).map(|class| model.class_count(class)).collect();
        // The rows of a test file are not among those counted.
        let held_out = |part: usize| if self.data.test.is_some() { &[] } else { self.folds.rows(part) };
        let learned = |part: usize| {
            let mut counts = counts.clone();
            for row in held_out(part) {
                let count = model.class_of_row(*row).and_then(|class| counts.get_mut(class));
                let cases = self.folds.cases(*row, part, self.data.seen(*row));
                count.into_iter().for_each(|count| *count = count.saturating_sub(cases));
            }
            counts
        };
        Majority::of(folds.iter().map(|fold| (learned(fold.fold), fold.by_class.as_slice())))
    }

    pub(super) fn unpredicted(&self, rows: &Rows) -> Predictions {
        let mut all = Predictions::new(self.whole.classifier().classes().len(), rows.len());
        for row in rows.iter() {
            let undefined = Some(NO_MODEL);
            all.push(RowPrediction { row, log_joint: &[], predicted: None, tied: &[], undefined });
        }
        all
    }
}

pub(super) struct Part {
    pub(super) fold: Fold,
    pub(super) unseen: usize,
    pub(super) held: Option<f64>,
}

/// The JSON word for a posterior without a model.
const NO_MODEL: &str = "no_model";

/// Reports the progress of an evaluation, and lets the caller stop it.
pub(super) struct Progress<'a> {
    pub(super) watch: Option<&'a Watch>,
    pub(super) part: &'a (dyn Fn(usize) + Sync),
    pub(super) source: &'a str,
}

impl<'a> Progress<'a> {
    /// For rows from `source`.
    pub(super) fn new(watch: Option<&'a Watch>, source: &'a str) -> Self {
        Progress { watch, part: &|_| (), source }
    }

    /// Sets the number of rows, unless a caller that runs several trials has set the total.
    pub(super) fn expect(&self, rows: usize) {
        self.watch.into_iter().for_each(|watch| {
            let _ = watch.total.compare_exchange(0, rows as u64, Ordering::Relaxed, Ordering::Relaxed);
        });
    }

    /// Sets the number of parts, unless it is set.
    pub(super) fn expect_folds(&self, parts: usize) {
        self.watch.into_iter().for_each(|watch| {
            let _ = watch.parts.compare_exchange(0, parts as u64, Ordering::Relaxed, Ordering::Relaxed);
        });
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.watch.is_some_and(|watch| watch.stop.load(Ordering::Relaxed))
    }

    pub(super) fn stopped(&self) -> Problem {
        TableError::stopped(self.source).into()
    }

    pub(super) fn go_on(&self) -> Result<(), Problem> {
        if self.is_stopped() { Err(self.stopped()) } else { Ok(()) }
    }

    pub(super) fn done(&self, rows: usize) {
        self.watch.into_iter().for_each(|watch| {
            watch.done.fetch_add(rows as u64, Ordering::Relaxed);
        });
    }

    /// Predicts some rows; `of` maps each piece, in parallel, and `each` gets the results in order.
    pub(super) fn predict<T: Send>(
        &self,
        model: &dyn Classifier,
        rows: &Rows,
        of: impl Fn(Predictions) -> T + Sync,
        mut each: impl FnMut(T) + Send,
    ) -> Result<(), Problem> {
        let made = |piece: Predictions| (piece.len(), of(piece));
        predict_pieces(model.predictor(rows.len()).as_ref(), rows, made, |(rows, made)| {
            self.done(rows);
            each(made);
            !self.is_stopped()
        });
        self.go_on()
    }
}
