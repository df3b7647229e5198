//! A trial carried out: every part of the rows is predicted by a model of all the others.
//!
//! Parts are worked on side by side and put together in their order, so that no result depends on a thread.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::confusion::{Evaluation, Fold, Tested, evaluate_rows};
use super::model::Model;
use super::rows::EvaluatedRows;
use super::trial::Trial;
use super::warnings;
use crate::model::{Classifier, Fitted, Parts, Predictions, RowPrediction, Rows, Statistics, predict_pieces};
use crate::problem::Problem;
use crate::recipe::Split;
use crate::table::{TableError, Watch};

/// A model of more values of features than this is large: a value takes up to 300 bytes, its bin's cut and name.
const MOST_VALUES: usize = 500_000;

impl Trial {
    /// Predicts each row by the model that did not see it, and tests the predictions. `watch` is told how many of the
    /// rows are done, and stops it.
    ///
    /// # Errors
    /// When it was stopped. A part whose model cannot be fitted is no error: its rows are undefined, and it is said.
    pub fn run(&self, watch: Option<&Watch>) -> Result<Evaluation, Problem> {
        self.run_telling(watch, &|_| ())
    }

    /// The same, and `part` is told each part before its rows are predicted.
    ///
    /// # Errors
    /// As [`Trial::run`].
    pub fn run_telling(
        &self,
        watch: Option<&Watch>,
        part: &(dyn Fn(usize) + Sync),
    ) -> Result<Evaluation, Problem> {
        let model = self.whole.classifier();
        let progress = Progress { watch, part, source: &model.data().table.source };
        if self.split == Split::None {
            let rows = self.on_training_rows(&progress, &model.learned())?;
            return Ok(evaluate_rows(self.labels.clone(), model.classes().len(), rows));
        }
        progress.expect(model.table_rows() as usize + self.evaluated().count());
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
        let (training, parts) = (training?, parts?);
        let mut unseen = 0;
        let mut held = Vec::new();
        let (mut rows, mut folds) = (Vec::new(), Vec::new());
        for part in parts {
            rows.push(part.rows);
            folds.push(part.fold);
            unseen += part.unseen;
            held.extend(part.held);
        }
        let sorted = EvaluatedRows::sorted(rows);
        let mut evaluation = evaluate_rows(self.labels.clone(), model.classes().len(), sorted);
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

    /// Judges the model by the rows it learned from, those that may.
    pub(super) fn on_training_rows(
        &self,
        progress: &Progress<'_>,
        learned: &Rows,
    ) -> Result<EvaluatedRows, Problem> {
        if self.data.stream.is_some() {
            return self.on_parts(progress);
        }
        let tests: Option<Rows> =
            self.tested.as_ref().map(|_| learned.iter().filter(|row| self.tests(*row)).collect());
        let tests = tests.as_ref().unwrap_or(learned);
        progress.expect(tests.len());
        self.evaluated_rows(self.whole.classifier(), tests, None, progress)
    }

    /// The same where the rows do not fit into memory.
    fn on_parts(&self, progress: &Progress<'_>) -> Result<EvaluatedRows, Problem> {
        let mut all = EvaluatedRows::new(self.whole.classifier().classes().len(), self.test_rows());
        progress.expect(self.test_rows());
        self.each_part(|part, learned| {
            let model = part.whole.classifier();
            all.append(part.evaluated_rows(model, learned, None, progress)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// The training rows, a part at a time where they do not fit into memory.
    fn each_part(&self, mut each: impl FnMut(&Trial, &Rows) -> Result<(), Problem>) -> Result<(), Problem> {
        let whole = self.whole.data();
        let Some(fitted) = self.whole.fitted().filter(|_| whole.stream.is_some()) else {
            return each(self, &self.whole.classifier().learned());
        };
        whole.each_part(|part| {
            let model = fitted.on(Arc::new(whole.part(part)));
            let part = self.of_part(Model::Generative(Arc::new(model)));
            each(&part, &part.whole.classifier().learned())
        })
    }

    /// Predicts rows and holds them against what is so.
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

    /// What was said, held against what is so.
    fn held_against(&self, predictions: Predictions, fold: Option<usize>) -> EvaluatedRows {
        EvaluatedRows::of(predictions, fold, |row| Some((self.actual(row)?, self.cases(row, fold))))
    }

    /// Of the training rows, how many are predicted right, and how many there are, each as often as its weight says.
    fn training(&self, progress: &Progress<'_>) -> Result<(u64, u64), Problem> {
        let (mut right, mut n) = (0, 0);
        self.each_part(|part, rows| {
            let (more, of) = part.training_of(rows, progress)?;
            (right, n) = (right + more, n + of);
            Ok(())
        })?;
        Ok((right, n))
    }

    fn training_of(&self, rows: &Rows, progress: &Progress<'_>) -> Result<(u64, u64), Problem> {
        let count = |piece| {
            let rows = self.held_against(piece, None);
            let right = rows.iter().filter(|row| row.prediction.predicted == Some(row.actual));
            (right.map(|row| row.weight).sum::<u64>(), rows.iter().map(|row| row.weight).sum::<u64>())
        };
        let (mut right, mut n) = (0, 0);
        progress.predict(self.whole.classifier(), rows, count, |(more, of)| {
            right += more;
            n += of;
        })?;
        Ok((right, n))
    }

    /// The parts, in order: what is said of them depends on no thread. What was counted of the parts serves where it is
    /// given.
    pub(super) fn predicted(
        &self,
        progress: &Progress<'_>,
        counted: Option<&Parts>,
    ) -> Result<Vec<Part>, Problem> {
        let parts = 0..self.folds.count();
        // As many models are held at once as there are threads, unless one of them is large.
        if self.whole.values() > MOST_VALUES {
            return parts.map(|part| self.predicted_part(part, counted, progress)).collect();
        }
        parts.into_par_iter().map(|part| self.predicted_part(part, counted, progress)).collect()
    }

    fn predicted_part(
        &self,
        part: usize,
        counted: Option<&Parts>,
        progress: &Progress<'_>,
    ) -> Result<Part, Problem> {
        progress.go_on()?;
        (progress.part)(part);
        let model = self.model_without(part, counted);
        let evaluated: Rows = self.tested_by(part).collect();
        let (rows, unseen) = match &model {
            Ok(model) => {
                let rows = self.evaluated_rows(model.classifier(), &evaluated, Some(part), progress)?;
                (rows, warnings::unseen_by(model, &evaluated))
            }
            Err(_) => (self.held_against(self.unpredicted(&evaluated), Some(part)), 0),
        };
        let mut by_class = vec![0; self.labels.len()];
        let mut right = 0;
        for row in rows.iter() {
            by_class.get_mut(row.actual).into_iter().for_each(|count| *count += row.weight);
            right += if row.prediction.predicted == Some(row.actual) { row.weight } else { 0 };
        }
        let held = model.as_ref().ok().and_then(Model::held);
        Ok(Part { rows, fold: Fold { fold: part, by_class, right, error: model.err() }, unseen, held })
    }

    /// The model of all cases but those of a part. Where they were counted in parts, or one at a time is left out, no row
    /// is counted again.
    fn model_without(&self, part: usize, parts: Option<&Parts>) -> Result<Model, Problem> {
        let data = self.data_without(part);
        if let Some(fitted) = self.whole.fitted().filter(|_| self.data.stream.is_some()) {
            return Ok(Model::Generative(Arc::new(fitted.on(Arc::new(data)))));
        }
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

    /// What is said of rows by no model.
    fn unpredicted(&self, rows: &Rows) -> Predictions {
        let mut all = Predictions::new(self.whole.classifier().classes().len(), rows.len());
        for row in rows.iter() {
            let undefined = Some(NO_MODEL);
            all.push(RowPrediction { row, log_joint: &[], predicted: None, tied: &[], undefined });
        }
        all
    }
}

/// What came of a part.
pub(super) struct Part {
    pub(super) rows: EvaluatedRows,
    pub(super) fold: Fold,
    /// In how many rows a category stands that the model has not seen.
    unseen: usize,
    /// The ridge penalty that holds its model though nobody asked for one.
    held: Option<f64>,
}

/// The word for a posterior that no model gives.
const NO_MODEL: &str = "no_model";

/// Who is told how far it is, and may end it.
pub(super) struct Progress<'a> {
    pub(super) watch: Option<&'a Watch>,
    part: &'a (dyn Fn(usize) + Sync),
    source: &'a str,
}

impl<'a> Progress<'a> {
    /// Of rows that came from `source`.
    pub(super) fn new(watch: Option<&'a Watch>, source: &'a str) -> Self {
        Progress { watch, part: &|_| (), source }
    }

    /// Says how many rows there are, unless somebody who runs several trials has said how many there are in all.
    pub(super) fn expect(&self, rows: usize) {
        self.watch.into_iter().for_each(|watch| {
            let _ = watch.total.compare_exchange(0, rows as u64, Ordering::Relaxed, Ordering::Relaxed);
        });
    }

    /// Says how many parts there are, unless somebody has.
    fn expect_folds(&self, parts: usize) {
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

    /// Predicts some rows; `of` makes something of each piece of them, side by side, and `each` is given it in order.
    pub(super) fn predict<T: Send>(
        &self,
        model: &dyn Classifier,
        rows: &Rows,
        of: impl Fn(Predictions) -> T + Sync,
        mut each: impl FnMut(T) + Send,
    ) -> Result<(), Problem> {
        let made = |piece: Predictions| (piece.len(), of(piece));
        predict_pieces(model.predictor(rows.len()).as_ref(), rows, made, |(rows, made)| {
            self.watch.into_iter().for_each(|watch| {
                watch.done.fetch_add(rows as u64, Ordering::Relaxed);
            });
            each(made);
            !self.is_stopped()
        });
        self.go_on()
    }
}
