//! A model evaluated on rows that it did not see: the rows are split into parts, and each part is predicted by a model
//! fitted to all others. A recipe with another number reuses the split and the counts.

use super::folds::by_class;
use super::{Folds, POSTERIORS, default_positive, warnings};
use crate::encode::{Dataset, HeldOut, with_test_file};
use crate::math::Name;
use crate::model::{Baseline, Classifier, Fitted, Logistic, Study, class_places};
use crate::problem::Problem;
use crate::recipe::{Recipe, Split};
use crate::table::{Cell, Watch};
use crate::text::grouped;
use std::sync::Arc;

/// A split of a data set: the test rows of each model. The models of the parts are not fitted yet.
#[derive(Clone, Debug)]
pub struct Trial {
    pub whole: Model,
    /// The rows: those of the study, then those of a test file.
    pub data: Arc<Dataset>,
    pub split: Split,
    pub seed: u64,
    /// The test rows of each model; no parts if the test rows are the training rows.
    pub folds: Folds,
    /// The rows that may be test rows; `None` for all that can be evaluated.
    pub(super) tested: Option<Arc<[bool]>>,
    /// The classes that can be predicted, then those that occur only in a test file.
    pub labels: Vec<Name>,
    /// The position among the labels of each code of the class column.
    places: Vec<Option<usize>>,
    pub warnings: Vec<String>,
}

impl Trial {
    pub fn positive(&self) -> usize {
        let target = self.data.table.columns().get(self.data.resolved.target);
        let labels = self.labels.get(..self.whole.classifier().classes().len()).unwrap_or(&self.labels);
        default_positive(labels, target.map_or("", |column| column.name.as_str()))
    }

    /// Splits the rows of a study as its recipe says. `watch` can stop the reading of a test file.
    ///
    /// # Errors
    /// When no model can be fitted, the test file cannot be read, or no test row is left.
    pub fn plan(study: &Study, watch: Option<Arc<Watch>>) -> Result<Trial, Problem> {
        Trial::of(Model::of(study)?, watch)
    }

    /// The same for a model that is fitted already: the split is that of its recipe.
    pub fn of(whole: Model, watch: Option<Arc<Watch>>) -> Result<Trial, Problem> {
        let resolved = &whole.data().resolved;
        let (split, seed) = (resolved.recipe.split_or_default(), resolved.recipe.seed_or_default());
        let model = whole.classifier();
        let rows = model.data().table.rows();
        let (data, folds) = match &split {
            Split::File(path) => {
                let data = with_test_file(model.data(), path, watch)?;
                let folds = Folds::from_row(rows, data.table.rows());
                (Arc::new(data), folds)
            }
            Split::None => {
                whole.data().need_rows("to test a model on its training rows")?;
                (Arc::clone(whole.data()), Folds::from_row(rows, rows))
            }
            split => {
                let data = whole.data();
                data.need_rows("to test on rows that are kept from the model")?;
                let of = |row: usize| Some((model.class_of_row(row)?, data.seen(row)));
                let by_class = by_class(model.classes().len(), rows, of);
                (Arc::clone(data), Folds::of_split(&data.table, &by_class, split, seed)?)
            }
        };
        let target = data.table.columns().get(data.resolved.target);
        let names = target.map(|column| column.dictionary.names()).unwrap_or_default();
        let (mut labels, mut places) = (model.classes().to_vec(), class_places(model.class_codes()));
        places.resize(names.len(), None);
        // A class that no training row has may be in the test file.
        let (from, all) = (data.test.as_ref().map_or(rows, |(from, _)| *from), data.table.rows());
        let seen = (from..all).filter(|row| data.seen(*row) > 0);
        for code in seen.filter_map(|row| data.class_code(row)) {
            let Some(place) = places.get_mut(code as usize).filter(|place| place.is_none()) else { continue };
            *place = Some(labels.len());
            labels.extend(names.get(code as usize).cloned());
        }
        let mut trial =
            Trial { data, folds, tested: None, labels, places, warnings: Vec::new(), whole, split, seed };
        if trial.split != Split::None && trial.evaluated().next().is_none() {
            return Err(warnings::nothing_to_test(&trial));
        }
        trial.check_size()?;
        trial.warnings = warnings::of_split(&trial);
        Ok(trial)
    }

    fn check_size(&self) -> Result<(), Problem> {
        let (rows, classes) = (self.test_rows() as u64, self.labels.len() as u64);
        let posteriors = rows.saturating_mul(classes);
        if posteriors <= POSTERIORS {
            return Ok(());
        }
        // The largest share with one digit that is small enough.
        let share = match 10 * POSTERIORS / posteriors {
            0 => format!("0{}", (100 * POSTERIORS / posteriors).max(1)),
            tenths => tenths.min(9).to_string(),
        };
        let [rows, classes, posteriors, most] = [rows, classes, posteriors, POSTERIORS].map(grouped);
        Err(Problem {
            kind: "too_large",
            what: format!(
                "{rows} rows and {classes} classes give {posteriors} posteriors, but at most {most} can be evaluated at a time"
            ),
            fix: format!(
                "test on fewer rows: --split holdout:0.{share}; or choose a class column with fewer values: --target COL"
            ),
            ..Problem::default()
        })
    }

    /// The same with the parts of another trial, and only some of the rows as test rows, so that several models use the
    /// same training and test rows.
    #[must_use]
    pub fn with_folds(mut self, folds: Folds, tested: Arc<[bool]>) -> Trial {
        self.folds = folds;
        self.tested = Some(tested);
        self.warnings = warnings::of_split(&self);
        self
    }

    /// The class of a row, as a position among the labels; `None` for a row without a class, or of weight 0.
    pub fn actual(&self, row: usize) -> Option<usize> {
        let code = self.data.class_code(row).filter(|_| self.data.seen(row) > 0)?;
        self.places.get(code as usize).copied().flatten()
    }

    pub fn evaluated(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.folds.count()).flat_map(|part| self.tested_by(part))
    }

    /// The rows of a part that can be evaluated: all except those of a test file without a class or a feature that the
    /// model needs.
    pub(super) fn tested_by(&self, part: usize) -> impl Iterator<Item = usize> + '_ {
        // Rows that were assigned to folds are training rows.
        let all = self.data.test.is_none() && self.tested.is_none();
        let known = move |row: &usize| {
            all || (self.tests(*row) && self.actual(*row).is_some() && self.is_complete(*row))
        };
        self.folds.rows(part).iter().copied().filter(known)
    }

    pub(super) fn tests(&self, row: usize) -> bool {
        self.tested.as_ref().is_none_or(|tested| tested.get(row).copied().unwrap_or(false))
    }

    pub fn is_complete(&self, row: usize) -> bool {
        let known = |column: usize| self.data.table.cell(row, column) != Cell::Missing;
        !self.whole.needs_every_feature()
            || self.data.resolved.features.iter().all(|feature| known(feature.column))
    }

    pub fn data_without(&self, part: usize) -> Dataset {
        let (part, codes) = (u32::try_from(part).unwrap_or(u32::MAX), self.whole.classifier().class_codes());
        self.data.without(HeldOut::new(Arc::clone(&self.folds.partition), part, codes.into()))
    }

    /// How many cases of a row test the model of a part; for leave-one-out all of them, since they are the same. `None`
    /// means the model of all rows.
    pub(super) fn cases(&self, row: usize, part: Option<usize>) -> u64 {
        let seen = self.data.seen(row);
        match part.filter(|_| self.split != Split::LeaveOneOut) {
            Some(part) => self.folds.cases(row, part, seen),
            None => seen,
        }
    }

    /// The model that predicts a part; `None` for the one of all rows. It is fitted on demand, since the models of many
    /// parts are too large to keep.
    ///
    /// # Errors
    /// When there is no such model.
    pub fn model_of(&self, part: Option<usize>) -> Result<Model, Problem> {
        match part {
            None => Ok(self.whole.clone()),
            Some(part) => self.whole.refitted(self.data_without(part)),
        }
    }

    /// The same parts and rows for another model that reads the same columns in the same way: only a number of its
    /// recipe differs.
    pub(super) fn with(&self, whole: Model) -> Trial {
        let resolved = whole.data().resolved.clone();
        let data = Arc::new(Dataset { resolved, ..Dataset::clone(&self.data) });
        Trial { data, whole, ..self.clone() }
    }

    pub(super) fn test_rows(&self) -> usize {
        match self.split {
            Split::None => self.whole.classifier().table_rows() as usize,
            _ => self.evaluated().count(),
        }
    }

    pub(super) fn test_cases(&self) -> u64 {
        let of_part = |part: usize| self.tested_by(part).map(move |row| self.cases(row, Some(part)));
        match self.split {
            Split::None => {
                self.whole.classifier().learned().into_iter().map(|row| self.cases(row, None)).sum()
            }
            _ => (0..self.folds.count()).flat_map(of_part).sum(),
        }
    }
}

#[derive(Clone, Debug)]
pub enum Model {
    /// One with priors and P(x | class).
    Generative(Arc<Fitted>),
    Logistic(Arc<Logistic>),
    /// The model that all others are compared with.
    Baseline(Arc<Baseline>),
}

impl Model {
    /// The model of a study: the generative one, or logistic regression if the recipe asks for it.
    ///
    /// # Errors
    /// When no model can be fitted.
    pub fn of(study: &Study) -> Result<Model, Problem> {
        match study.logistic() {
            Some(logistic) => Ok(Model::Logistic(Arc::new(logistic?))),
            None => study.fitted.clone().map(Model::Generative),
        }
    }

    pub fn classifier(&self) -> &dyn Classifier {
        match self {
            Model::Generative(fitted) => fitted.as_ref(),
            Model::Logistic(logistic) => logistic.as_ref(),
            Model::Baseline(baseline) => baseline.as_ref(),
        }
    }

    pub fn fitted(&self) -> Option<&Arc<Fitted>> {
        let Model::Generative(fitted) = self else { return None };
        Some(fitted)
    }

    pub fn held(&self) -> Option<f64> {
        let Model::Logistic(logistic) = self else { return None };
        logistic.held()
    }

    pub(super) fn unseen(&self, rows: &[usize]) -> usize {
        let Model::Logistic(logistic) = self else { return 0 };
        rows.iter().filter(|row| logistic.is_unseen(**row)).count()
    }

    pub fn data(&self) -> &Arc<Dataset> {
        self.classifier().data()
    }

    pub(super) fn needs_every_feature(&self) -> bool {
        match self {
            Model::Generative(fitted) => fitted.gda().is_some(),
            Model::Logistic(_) => true,
            Model::Baseline(_) => false,
        }
    }

    /// The same kind of model, fitted to other rows.
    ///
    /// # Errors
    /// When no model can be fitted to them.
    pub fn refitted(&self, data: Dataset) -> Result<Model, Problem> {
        Ok(match self {
            Model::Generative(_) => Model::Generative(Arc::new(Fitted::fit(Arc::new(data))?)),
            Model::Logistic(_) => Model::Logistic(Arc::new(Logistic::fit(Arc::new(data))?)),
            Model::Baseline(_) => Model::Baseline(Arc::new(Baseline::fit(Arc::new(data))?)),
        })
    }
}

/// A model to compare: a name and its recipe.
#[derive(Clone, Debug)]
pub struct CandidateModel {
    pub name: String,
    pub recipe: Recipe,
}

impl CandidateModel {
    /// The same data under its recipe, fitted.
    ///
    /// # Errors
    /// When the recipe does not fit the data, or no model can be fitted.
    pub fn model(&self, study: &Study) -> Result<Model, Problem> {
        Model::of(&study.with_recipe(self.recipe.clone())?)
    }
}
