//! Runs an evaluation in parts, with progress, and stops when asked.
//!
//! The models of several parts predict together, stretch by stretch of the data, so all of them read the same rows of
//! the columns. The stretches are predicted in parallel and merged in order, so no result depends on the threads.

use super::confusion::evaluate_rows;
use super::{EvaluatedRows, Evaluation, Fold, Majority, Model, Summary, TestResults, Trial, warnings};
use crate::model::{
    Classifier, Factor, Fitted, PIECE, PartStatistics, Predictions, RowPrediction, Statistics, predict_pieces,
};
use crate::problem::Problem;
use crate::recipe::Split;
use crate::table::{TableError, Watch};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Models with more feature values than this are not kept together: a value takes up to 300 bytes for its bin's cut and
/// name.
const MOST_VALUES: usize = 500_000;

/// The most models that are kept together.
const MOST_MODELS: usize = 64;

/// So many consecutive rows are predicted together: a few blocks of each of ten parts.
const STRETCH: usize = 4 * PIECE;

/// The most counts of all parts together for counting them in one pass.
const ENTRIES: usize = 1 << 24;

impl Trial {
    /// Predicts each row with the model that did not see it, and evaluates the predictions. `watch` gets the number of
    /// rows done and can stop the run.
    ///
    /// # Errors
    /// When it was stopped. A part whose model cannot be fitted is not an error: its rows have no posterior, and a
    /// warning says so.
    pub fn run(&self, watch: Option<&Watch>) -> Result<Evaluation, Problem> {
        self.run_reporting(watch, &|_| ())
    }

    /// The same; `part` gets each part before its rows are predicted.
    pub(super) fn run_reporting(
        &self,
        watch: Option<&Watch>,
        part: &(dyn Fn(usize) + Sync),
    ) -> Result<Evaluation, Problem> {
        let model = self.whole.classifier();
        let progress = TrialRun { part, ..TrialRun::new(watch, &model.data().table.source) };
        let evaluation =
            |rows| evaluate_rows(self.labels.clone(), model.classes().len(), rows).decided_by(model);
        if self.split == Split::None {
            return Ok(evaluation(self.on_training_rows(&progress)?).with_majority_of(model));
        }
        let is_folds = matches!(self.split, Split::Folds(_));
        let parts = if is_folds { self.folds.count() } else { 0 };
        progress.expect(model.table_rows() as usize + self.test_rows(), parts);
        let predicted = || {
            let counted = if is_folds { self.counted(&progress)? } else { None };
            self.predicted(&TrialRun { counted, ..progress })
        };
        let (training, predicted) = rayon::join(|| self.training(&progress), predicted);
        let (training, (rows, mut folds)) = (training?, predicted?);
        let held: Vec<f64> = folds.iter().filter_map(|fold| fold.held).collect();
        let mut evaluation = evaluation(rows);
        evaluation.majority = self.majority(&folds);
        let mut warnings = self.warnings.clone();
        warnings.extend(warnings::of_folds(self, &folds));
        warnings.extend(warnings::unseen(folds.iter().map(|fold| fold.unseen).sum()));
        warnings.extend(warnings::held(self, &held));
        folds.retain(|fold| self.split != Split::LeaveOneOut || fold.error.is_some());
        evaluation.tested = Some(TestResults {
            split: self.split.clone(),
            seed: self.seed,
            folds,
            warnings,
            before: self.data.test.as_ref().map_or(0, |(from, _)| *from),
            training,
        });
        Ok(evaluation)
    }

    /// Evaluates the model like [`Trial::run`], and keeps the figures that a curve needs; a reason if no row has a
    /// model.
    pub(super) fn summary(&self, run: &TrialRun<'_>) -> Result<Result<Summary, Problem>, Problem> {
        let (rows, folds) = match self.split {
            Split::None => (self.on_training_rows(run)?, Vec::new()),
            _ => self.predicted(run)?,
        };
        let with_model = folds.is_empty() || folds.iter().any(|fold| fold.error.is_none());
        let problem = folds.into_iter().find_map(|fold| fold.error);
        if let Some(problem) = problem.clone().filter(|_| !with_model) {
            return Ok(Err(problem));
        }
        let evaluation = evaluate_rows(self.labels.clone(), self.whole.classifier().classes().len(), rows);
        let without_model = problem.map(|problem| problem.what);
        Ok(Ok(Summary { without_model, ..Summary::of(&evaluation) }))
    }

    fn on_training_rows(&self, progress: &TrialRun<'_>) -> Result<EvaluatedRows, Problem> {
        let model = self.whole.classifier();
        let tests: Vec<usize> = model.learned().into_iter().filter(|row| self.tests(*row)).collect();
        progress.expect(tests.len(), 0);
        progress.evaluated(model, &tests, |piece| self.evaluated_rows(piece, None))
    }

    /// How many training rows are predicted right, and how many there are, weighted.
    fn training(&self, progress: &TrialRun<'_>) -> Result<(u64, u64), Problem> {
        let model = self.whole.classifier();
        let mut all = self.fold_of(0, &EvaluatedRows::default());
        let fold = |piece| self.fold_of(0, &self.evaluated_rows(piece, None));
        progress.predict(model, &model.learned(), fold, |piece| all.add(&piece))?;
        Ok((all.right, all.by_class.iter().sum()))
    }

    fn evaluated_rows(&self, predictions: Predictions, fold: Option<usize>) -> EvaluatedRows {
        EvaluatedRows::of(predictions, fold, |row| Some((self.actual(row)?, self.cases(row, fold))))
    }

    /// Counts the rows part by part, in one pass; `None` if that does not help.
    pub(super) fn counted(&self, progress: &TrialRun<'_>) -> Result<Option<PartStatistics>, Problem> {
        let parts = self.folds.count();
        let whole = match (&self.whole, &self.split) {
            // The rows of a test file are not among those the model counted, so nothing can be subtracted. With a large
            // model the parts together would not fit into memory.
            (Model::Generative(fitted), Split::Folds(_) | Split::Holdout(_))
                if fitted.statistics.entries().saturating_mul(parts) <= ENTRIES =>
            {
                Arc::clone(&fitted.statistics)
            }
            _ => return Ok(None),
        };
        let go_on = |_| progress.go_on().is_ok();
        let counted = PartStatistics::count(&self.data, whole, &self.folds.partition, parts, go_on);
        progress.go_on().map(|()| counted)
    }

    /// The predicted rows, in the order of the data, and the parts, in their order.
    fn predicted(&self, run: &TrialRun<'_>) -> Result<(EvaluatedRows, Vec<Fold>), Problem> {
        let values = self.whole.fitted().map_or(0, |fitted| fitted.factors().iter().map(Factor::k).sum());
        self.predicted_by((MOST_VALUES / values.max(1)).clamp(1, MOST_MODELS), run)
    }

    /// The same with at most so many models at once.
    fn predicted_by(&self, most: usize, run: &TrialRun<'_>) -> Result<(EvaluatedRows, Vec<Fold>), Problem> {
        let (mut rows, mut folds) = (Vec::new(), Vec::new());
        for from in (0..self.folds.count()).step_by(most) {
            let parts = from..self.folds.count().min(from + most);
            let (predicted, of_parts) = self.predicted_together(parts, run)?;
            rows.push(predicted);
            folds.extend(of_parts);
        }
        Ok((EvaluatedRows::sorted(rows), folds))
    }

    fn predicted_together(
        &self,
        parts: Range<usize>,
        run: &TrialRun<'_>,
    ) -> Result<(EvaluatedRows, Vec<Fold>), Problem> {
        let fit = |part: usize| {
            run.go_on()?;
            (run.part)(part);
            let rows: Vec<usize> = self.tested_by(part).collect();
            Ok((part, self.model_without(part, run.counted.as_ref()), rows))
        };
        let models: Vec<(usize, Result<Model, Problem>, Vec<usize>)> =
            parts.into_par_iter().map(fit).collect::<Result<_, Problem>>()?;
        let predictors: Vec<_> = models
            .iter()
            .map(|(_, model, rows)| Some(model.as_ref().ok()?.classifier().predictor(rows.len())))
            .collect();
        let stretch = |at: usize| {
            run.go_on()?;
            let (mut predicted, mut folds) = (Vec::new(), Vec::new());
            for ((part, _, rows), predictor) in models.iter().zip(&predictors) {
                let before = |end: usize| rows.partition_point(|row| *row < end);
                let rows = rows.get(before(at * STRETCH)..before((at + 1) * STRETCH)).unwrap_or_default();
                let predictions = match predictor {
                    Some(predictor) => predictor(rows),
                    None => self.unpredicted(rows),
                };
                let rows = self.evaluated_rows(predictions, Some(*part));
                folds.push(self.fold_of(*part, &rows));
                predicted.push(rows);
            }
            let rows = EvaluatedRows::sorted(predicted);
            run.done(rows.len());
            Ok((rows, folds))
        };
        let rows = self.data.table.rows();
        let stretches: Vec<(EvaluatedRows, Vec<Fold>)> =
            (0..rows.div_ceil(STRETCH)).into_par_iter().map(stretch).collect::<Result<_, Problem>>()?;
        let fold = |(part, model, rows): &(usize, Result<Model, Problem>, Vec<usize>)| {
            let mut fold = self.fold_of(*part, &EvaluatedRows::default());
            match model {
                Ok(model) => (fold.unseen, fold.held) = (model.unseen(rows), model.held()),
                Err(error) => fold.error = Some(error.clone()),
            }
            fold
        };
        let mut folds: Vec<Fold> = models.iter().map(fold).collect();
        let mut all = EvaluatedRows::new(self.whole.classifier().classes().len());
        for (rows, of_parts) in stretches {
            all.append(rows);
            folds.iter_mut().zip(of_parts).for_each(|(fold, part)| fold.add(&part));
        }
        Ok((all, folds))
    }

    fn fold_of(&self, part: usize, rows: &EvaluatedRows) -> Fold {
        let mut fold = Fold {
            fold: part,
            name: self.folds.name(part),
            by_column: !self.folds.names.is_empty(),
            by_class: vec![0; self.labels.len()],
            ..Fold::default()
        };
        for row in rows.iter() {
            fold.by_class.get_mut(row.actual).into_iter().for_each(|count| *count += row.weight);
            fold.right += if row.prediction.predicted == Some(row.actual) { row.weight } else { 0 };
        }
        fold
    }

    /// The model of all cases except those of a part. If the parts were counted separately, or one row is left out at a
    /// time, no row is counted again.
    fn model_without(&self, part: usize, counted: Option<&PartStatistics>) -> Result<Model, Problem> {
        let data = self.data_without(part);
        let statistics: Option<Statistics> = match (&self.whole, &self.split, self.folds.rows(part)) {
            (Model::Generative(fitted), Split::LeaveOneOut, [row]) => {
                fitted.statistics.all_but_case(&self.data, *row)
            }
            _ => counted.and_then(|counted| counted.all_but(part, &data)),
        };
        let Some(statistics) = statistics else { return self.whole.refitted(data) };
        Ok(Model::Generative(Arc::new(Fitted::estimate(Arc::new(data), Arc::new(statistics))?)))
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

    fn unpredicted(&self, rows: &[usize]) -> Predictions {
        let mut all = Predictions::new(self.whole.classifier().classes().len(), rows.len());
        for row in rows.iter().copied() {
            all.push(RowPrediction { row, undefined: Some("no_model"), ..RowPrediction::default() });
        }
        all
    }
}

/// A run of an evaluation: reports its progress, and lets the caller stop it.
pub(super) struct TrialRun<'a> {
    watch: Option<&'a Watch>,
    part: &'a (dyn Fn(usize) + Sync),
    source: &'a str,
    /// The sums of the parts, if they were counted.
    pub(super) counted: Option<PartStatistics>,
}

impl<'a> TrialRun<'a> {
    pub(super) fn new(watch: Option<&'a Watch>, source: &'a str) -> Self {
        TrialRun { watch, part: &|_| (), source, counted: None }
    }

    /// Sets the number of rows and of parts, unless a caller that runs several trials has set them.
    pub(super) fn expect(&self, rows: usize, parts: usize) {
        let Some(watch) = self.watch else { return };
        for (number, value) in [(&watch.total, rows), (&watch.parts, parts)] {
            let _ = number.compare_exchange(0, value as u64, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    pub(super) fn done(&self, rows: usize) {
        if let Some(watch) = self.watch {
            watch.done.fetch_add(rows as u64, Ordering::Relaxed);
        }
    }

    pub(super) fn go_on(&self) -> Result<(), Problem> {
        let stopped = self.watch.is_some_and(|watch| watch.stop.load(Ordering::Relaxed));
        if stopped { Err(TableError::stopped(self.source).into()) } else { Ok(()) }
    }

    /// Predicts some rows; `of` maps each piece, in parallel, and `each` gets the results in order.
    fn predict<T: Send>(
        &self,
        model: &dyn Classifier,
        rows: &[usize],
        of: impl Fn(Predictions) -> T + Sync,
        mut each: impl FnMut(T) + Send,
    ) -> Result<(), Problem> {
        let made = |piece: Predictions| (piece.len(), of(piece));
        predict_pieces(&*model.predictor(rows.len()), rows, made, |(rows, made)| {
            self.done(rows);
            each(made);
            self.go_on().is_ok()
        });
        self.go_on()
    }

    /// Predicts some rows and joins the evaluated pieces in order.
    pub(super) fn evaluated(
        &self,
        model: &dyn Classifier,
        rows: &[usize],
        of: impl Fn(Predictions) -> EvaluatedRows + Sync,
    ) -> Result<EvaluatedRows, Problem> {
        let mut all = EvaluatedRows::new(model.classes().len());
        self.predict(model, rows, of, |piece| all.append(piece))?;
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Study;
    use crate::recipe::Recipe;
    use crate::table::Source;

    /// Rows of three classes, some without one, with weights `n` from 0 to 3, and one row of a fourth class.
    fn trial(rows: usize, more: &str) -> Trial {
        let mut csv = String::from("size,colour,n,class\n");
        for row in 0..rows {
            let class = ["a", "b", "c", "?"][(row * 7 + row / 11) % 4 % (if row % 5 == 0 { 4 } else { 3 })];
            let colour = ["red", "green", "blue", "?"][(row * row + row / 3) % 4];
            csv += &format!("{}.{},{colour},{},{class}\n", row % 17, row % 9, (row * 3 + row / 7) % 4);
        }
        csv += "3.5,red,1,d\n";
        let toml = format!("target = \"class\"\nmodel = \"mixed\"\nvar_smoothing = \"1e-3\"\n{more}");
        let recipe = Recipe::from_toml(&toml, "test").unwrap();
        let study = Study::open(Source::bytes("parts.csv", csv.into_bytes()), recipe).unwrap();
        Trial::plan(&study, None).unwrap()
    }

    #[test]
    fn parts_predicted_together_equal_parts_predicted_one_by_one() {
        for (rows, more) in [
            (30, "ignore = [\"n\"]\nsplit = \"folds:3\""),
            (STRETCH - 1, "ignore = [\"n\"]\nsplit = \"folds:7\""),
            (2 * STRETCH + 99, "ignore = [\"n\"]\nsplit = \"folds:64\""),
            (700, "ignore = [\"n\"]\nsplit = \"folds:65\""),
            (2 * STRETCH + 99, "weight = \"n\"\nsplit = \"folds:5\""),
        ] {
            let trial = trial(rows, more);
            let mut run = TrialRun::new(None, "test");
            run.counted = trial.counted(&run).unwrap();
            let predicted = |most: usize| {
                let (rows, folds) = trial.predicted_by(most, &run).unwrap();
                let listed: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
                (rows.len(), rows.table_rows(), listed, folds)
            };
            let together = predicted(MOST_MODELS);
            assert!(together == predicted(1), "{rows} {more}");
            assert_eq!(together.0, trial.test_rows(), "{more}");
        }
    }
}
