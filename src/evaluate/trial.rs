//! A model judged by rows that it did not see: the rows are dealt to parts, and each part is predicted by a model of
//! all the others.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::confusion::{Evaluation, JudgedRow, judge, on_training_rows};
use super::folds::Folds;
use super::model::Model;
use super::remarks;
use crate::encode::{Dataset, with_test_file};
use crate::math::Name;
use crate::model::{Classifier, Fitted, Parts, RowPrediction, Statistics, Study};
use crate::problem::Problem;
use crate::recipe::Split;
use crate::table::{Cell, TableError, Watch};

/// A split held against a data set: which rows judge which model. Nothing is fitted yet.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The model of all training rows.
    pub whole: Model,
    /// The rows: those of the study, and behind them those of a test file.
    pub data: Arc<Dataset>,
    /// The split.
    pub split: Split,
    /// What the shuffling started from.
    pub seed: u64,
    /// Which rows judge which model; no part where the training rows judge it.
    pub folds: Folds,
    /// Of all rows, those that may judge the model; `None` for all that can.
    tested: Option<Arc<[bool]>>,
    /// The classes that can be predicted, then those that only a test file has.
    pub labels: Vec<Name>,
    /// The label of each code of the class column.
    places: Vec<Option<usize>>,
    /// What must be said of the split, one sentence each.
    pub remarks: Vec<String>,
}

/// How rows were kept from the models that predicted them, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// The split.
    pub split: Split,
    /// What the shuffling started from.
    pub seed: u64,
    /// The parts of the rows, in order. Of leave-one-out, whose parts are the rows, only those without a model.
    pub folds: Vec<Fold>,
    /// What must be said beside the numbers, one sentence each.
    pub remarks: Vec<String>,
    /// Of the training rows, how many the model of all of them predicts right, and how many there are.
    pub training: (u64, u64),
}

/// One part of the rows, and how the model of the others did.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    /// Its place, from 0.
    pub fold: usize,
    /// Its rows by class, each as often as its weight says.
    pub by_class: Vec<u64>,
    /// How many of them were predicted right.
    pub right: u64,
    /// Why there is no model of the other rows, if there is none.
    pub error: Option<Problem>,
}

impl Trial {
    /// Deals the rows of a study as its recipe says. `watch` stops the reading of a test file.
    ///
    /// # Errors
    /// When no model can be fitted, the test file cannot be read, or no row is left to judge a model by.
    pub fn plan(study: &Study, watch: Option<Arc<Watch>>) -> Result<Trial, Problem> {
        Trial::of(Model::of(study)?, watch)
    }

    /// The same for a model that is fitted already: the split is that of its recipe.
    ///
    /// # Errors
    /// As [`Trial::plan`].
    pub fn of(whole: Model, watch: Option<Arc<Watch>>) -> Result<Trial, Problem> {
        let resolved = &whole.data().resolved;
        let (split, seed) = (resolved.split.clone(), resolved.seed);
        let model = whole.classifier();
        let rows = model.data().table.rows();
        let (data, folds) = match &split {
            Split::File(path) => {
                let data = Arc::new(with_test_file(model.data(), path, watch)?);
                let folds = Folds::from_row(rows, data.table.rows());
                (data, folds)
            }
            split => {
                let mut by_class: Vec<Vec<usize>> = vec![Vec::new(); model.classes().len()];
                for row in 0..rows {
                    let class = model.class_of_row(row).and_then(|class| by_class.get_mut(class));
                    class.into_iter().for_each(|rows| rows.push(row));
                }
                (Arc::clone(whole.data()), Folds::deal(&by_class, rows, split, seed))
            }
        };
        let names = data.table.columns().get(data.resolved.target).map(|column| column.dictionary.names());
        let names = names.unwrap_or_default();
        let mut labels = model.classes().to_vec();
        let mut places: Vec<Option<usize>> = vec![None; names.len()];
        for (class, code) in model.class_codes().iter().enumerate() {
            places.get_mut(*code as usize).into_iter().for_each(|place| *place = Some(class));
        }
        // A class that no training row has may stand in the test file.
        let codes =
            (0..folds.count()).flat_map(|part| folds.rows(part)).filter_map(|row| data.class_code(*row));
        for code in codes {
            let Some(place) = places.get_mut(code as usize).filter(|place| place.is_none()) else { continue };
            *place = Some(labels.len());
            labels.extend(names.get(code as usize).cloned());
        }
        let mut trial =
            Trial { data, folds, tested: None, labels, places, remarks: Vec::new(), whole, split, seed };
        if trial.split != Split::None && trial.judged().next().is_none() {
            return Err(remarks::nothing_to_judge(&trial));
        }
        trial.remarks = remarks::of_split(&trial);
        Ok(trial)
    }

    /// The same with parts that were dealt elsewhere, and only some of the rows as judges: so several models are judged by
    /// the same rows, each time by models of the same others.
    #[must_use]
    pub fn with_folds(mut self, folds: Folds, tested: Arc<[bool]>) -> Trial {
        self.folds = folds;
        self.tested = Some(tested);
        self.remarks = remarks::of_split(&self);
        self
    }

    /// The class of a row, as a position among the labels; `None` for a row without a class, or of weight 0.
    pub fn actual(&self, row: usize) -> Option<usize> {
        let code = self.data.class_code(row).filter(|_| self.data.seen(row) > 0)?;
        self.places.get(code as usize).copied().flatten()
    }

    /// The rows that judge a model, part by part.
    pub fn judged(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.folds.count()).flat_map(|part| self.judged_by(part))
    }

    /// The rows of a part that can be judged: all but those of a test file that lack a class, or what the model cannot do
    /// without.
    fn judged_by(&self, part: usize) -> impl Iterator<Item = usize> + '_ {
        let known = |row: &usize| self.judges(*row) && self.actual(*row).is_some() && self.is_complete(*row);
        self.folds.rows(part).iter().copied().filter(known)
    }

    /// Whether a row is one of those that may judge the model.
    fn judges(&self, row: usize) -> bool {
        self.tested.as_ref().is_none_or(|tested| tested.get(row).copied().unwrap_or(false))
    }

    /// Whether a row has what the model cannot do without.
    pub fn is_complete(&self, row: usize) -> bool {
        let known = |column: usize| self.data.table.cell(row, column) != Cell::Missing;
        !self.whole.needs_every_feature()
            || self.data.resolved.features.iter().all(|feature| known(feature.column))
    }

    /// The data as the model of a part sees them.
    pub fn data_without(&self, part: usize) -> Dataset {
        self.data.without(self.folds.held_out(part, self.whole.classifier().class_codes()))
    }

    /// The model that predicts a row: the one of all rows where the row judges none. It is fitted when asked for, since
    /// the models of many parts together are too large to keep.
    ///
    /// # Errors
    /// When there is no such model.
    pub fn model_of(&self, row: usize) -> Result<Model, Problem> {
        match self.folds.of_row(row) {
            None => Ok(self.whole.clone()),
            Some(part) => self.whole.refitted(self.data_without(part)),
        }
    }

    /// Predicts each row by the model that did not see it, and judges the predictions. `watch` is told how many of the
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
    pub fn run_telling(&self, watch: Option<&Watch>, part: &dyn Fn(usize)) -> Result<Evaluation, Problem> {
        let model = self.whole.classifier();
        let progress = Progress { watch, part, source: model.data().table.source.clone() };
        if self.split == Split::None {
            return self.on_training_rows(&progress);
        }
        let learned = (0..model.data().table.rows()).filter(|row| model.class_of_row(*row).is_some());
        let learned: Vec<usize> = learned.collect();
        let judged = self.judged().count();
        progress.expect(learned.len() + judged);
        let (mut training, mut right) = (0, 0);
        progress.predict(model, &learned, |row| {
            let weight = self.data.seen(row.row);
            training += weight;
            right += if row.predicted.is_some() && row.predicted == model.class_of_row(row.row) {
                weight
            } else {
                0
            };
        })?;
        let (rows, folds, unseen) = self.predicted(&progress)?;
        let mut evaluation = judge(self.labels.clone(), model.classes().len(), rows);
        let mut remarks = self.remarks.clone();
        remarks.extend(remarks::of_folds(self, &folds));
        remarks.extend(remarks::unseen(unseen));
        let keep = |fold: &Fold| self.split != Split::LeaveOneOut || fold.error.is_some();
        evaluation.tested = Some(Tested {
            split: self.split.clone(),
            seed: self.seed,
            folds: folds.into_iter().filter(keep).collect(),
            remarks,
            training: (right, training),
        });
        Ok(evaluation)
    }

    /// The model judged by the rows that it learned from.
    fn on_training_rows(&self, progress: &Progress<'_>) -> Result<Evaluation, Problem> {
        let model = self.whole.classifier();
        let judges = |row: &usize| self.judges(*row) && model.class_of_row(*row).is_some();
        let rows: Vec<usize> = (0..model.data().table.rows()).filter(judges).collect();
        progress.expect(rows.len());
        let mut predictions = Vec::with_capacity(rows.len());
        progress.predict(model, &rows, |prediction| predictions.push(prediction))?;
        Ok(on_training_rows(model, predictions))
    }

    fn predicted(&self, progress: &Progress<'_>) -> Result<Predicted, Problem> {
        let parts = match (&self.whole, &self.split) {
            (Model::Generative(_), Split::Folds(_)) => {
                let part = |row: usize| self.folds.of_row(row).unwrap_or(usize::MAX);
                let goes_on = |_| !progress.is_stopped();
                let counted = Parts::count(&self.data, self.folds.count(), part, goes_on);
                Some(counted.ok_or_else(|| progress.stopped())?)
            }
            _ => None,
        };
        let (mut rows, mut folds, mut unseen) = (Vec::new(), Vec::new(), 0);
        for part in 0..self.folds.count() {
            progress.go_on()?;
            (progress.part)(part);
            let model = self.model_without(part, parts.as_ref());
            let judged: Vec<usize> = self.judged_by(part).collect();
            let mut fold = Fold { fold: part, by_class: vec![0; self.labels.len()], right: 0, error: None };
            let mut take = |prediction: RowPrediction| {
                let (Some(actual), weight) = (self.actual(prediction.row), self.data.seen(prediction.row))
                else {
                    return;
                };
                fold.by_class.get_mut(actual).into_iter().for_each(|count| *count += weight);
                fold.right += if prediction.predicted == Some(actual) { weight } else { 0 };
                rows.push(JudgedRow { prediction, actual, weight, fold: Some(part) });
            };
            match &model {
                Ok(model) => {
                    progress.predict(model.classifier(), &judged, take)?;
                    unseen += remarks::unseen_by(model, &judged);
                }
                Err(_) => judged.iter().for_each(|row| take(self.unpredicted(*row))),
            }
            fold.error = model.err();
            folds.push(fold);
        }
        rows.sort_by_key(|row| row.prediction.row);
        Ok((rows, folds, unseen))
    }

    /// The model of all rows but those of a part. Where the rows were counted in parts, or one row at a time is left out,
    /// no row is counted again.
    fn model_without(&self, part: usize, parts: Option<&Parts>) -> Result<Model, Problem> {
        let data = self.data_without(part);
        let statistics: Option<Statistics> = match (&self.whole, &self.split, self.folds.rows(part)) {
            (Model::Generative(fitted), Split::LeaveOneOut, [row]) => {
                fitted.statistics.all_but_row(&self.data, *row)
            }
            _ => parts.and_then(|parts| parts.all_but(part)),
        };
        match statistics {
            Some(statistics) => {
                let fitted = Fitted::estimate(Arc::new(data), Arc::new(statistics))?;
                Ok(Model::Generative(Arc::new(fitted)))
            }
            None => self.whole.refitted(data),
        }
    }

    /// What is said of a row by no model.
    fn unpredicted(&self, row: usize) -> RowPrediction {
        RowPrediction {
            row,
            log_joint: vec![f64::NAN; self.whole.classifier().classes().len()],
            predicted: None,
            tied: Vec::new(),
            undefined: Some(NO_MODEL),
        }
    }
}

/// The rows, the parts, and in how many rows a category stands that its model has not seen.
type Predicted = (Vec<JudgedRow>, Vec<Fold>, usize);

/// The word for a posterior that no model gives.
const NO_MODEL: &str = "no_model";

/// Who is told how far it is, and may end it.
struct Progress<'a> {
    watch: Option<&'a Watch>,
    part: &'a dyn Fn(usize),
    source: String,
}

impl Progress<'_> {
    /// Says how many rows there are, unless somebody who runs several trials has said how many there are in all.
    fn expect(&self, rows: usize) {
        self.watch.into_iter().for_each(|watch| {
            let _ = watch.total.compare_exchange(0, rows as u64, Ordering::Relaxed, Ordering::Relaxed);
        });
    }

    fn is_stopped(&self) -> bool {
        self.watch.is_some_and(|watch| watch.stop.load(Ordering::Relaxed))
    }

    fn stopped(&self) -> Problem {
        TableError::Stopped { source_name: self.source.clone() }.into()
    }

    fn go_on(&self) -> Result<(), Problem> {
        if self.is_stopped() { Err(self.stopped()) } else { Ok(()) }
    }

    /// Predicts some rows.
    fn predict(
        &self,
        model: &dyn Classifier,
        rows: &[usize],
        mut each: impl FnMut(RowPrediction),
    ) -> Result<(), Problem> {
        model.predict(rows, &mut |piece| {
            self.watch.into_iter().for_each(|watch| {
                watch.done.fetch_add(piece.len() as u64, Ordering::Relaxed);
            });
            piece.into_iter().for_each(&mut each);
            !self.is_stopped()
        });
        self.go_on()
    }
}
