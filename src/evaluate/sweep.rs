//! Accuracy and log loss by α, and the models that can be evaluated.
//!
//! Rows are split and counted once: another α is another estimate from the same sums.

use super::Summary;
use super::run::Progress;
use super::trial::Trial;
use crate::encode::Dataset;
use crate::model::{Baseline, Classifier, Factor, Fitted, Logistic, Parts, Study};
use crate::problem::Problem;
use crate::recipe::{Recipe, Split, Written};
use crate::table::Watch;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The α that are tried.
const ALPHAS: [&str; 14] =
    ["0", "0.001", "0.003", "0.01", "0.03", "0.1", "0.5", "1", "2", "10", "30", "100", "300", "1000"];

/// A curve over α.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The recipe that all others differ from in α.
    pub recipe: Recipe,
    pub title: &'static str,
    pub split: Split,
    pub rows: u64,
    /// From the smallest α to the largest.
    pub points: Vec<Point>,
}

/// One of the α that are tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub text: String,
    pub recipe: Recipe,
}

/// An α, and the figures of the model with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The α and its recipe.
    pub setting: Setting,
    pub title: &'static str,
    pub summary: Result<Summary, Problem>,
}

impl Sweep {
    /// Evaluates the study's model on the test rows of its recipe, once for each α. `watch` gets the number of rows
    /// done and can stop the run.
    ///
    /// # Errors
    /// When there is no model, it counts nothing, no test row is left, or it was stopped. An α for which no model can
    /// be fitted is not an error: its point says why.
    pub fn run(study: &Study, watch: Option<&Watch>) -> Result<Sweep, Problem> {
        let fitted = study.fitted.clone()?;
        let settings = settings(&fitted, &study.recipe)?;
        let progress = Progress::new(watch, &fitted.data.table.source);
        let trial = Trial::of(Model::Generative(fitted.clone()), None)?;
        let rows = trial.test_rows();
        progress.expect_parts(settings.len(), rows);
        let parts = trial.counted(&progress)?;
        let (split, cases) = (trial.split.clone(), trial.test_cases());
        let mut work = Work { study: study.clone(), trial, parts, progress };
        let mut points = Vec::with_capacity(settings.len());
        for setting in settings {
            points.push(work.point(setting)?);
            work.progress.reach(points.len() * rows);
        }
        Ok(Sweep { recipe: study.recipe.clone(), title: fitted.title(), split, rows: cases, points })
    }

    /// The point of a recipe, if the curve is of that recipe in all but α.
    pub fn place(&self, recipe: &Recipe) -> Option<usize> {
        self.points.iter().position(|point| point.setting.recipe == *recipe)
    }

    /// Whether this is the curve of a recipe: the recipe is one of the points, or the one they all derive from.
    pub fn is_of(&self, recipe: &Recipe) -> bool {
        self.recipe == *recipe || self.place(recipe).is_some()
    }

    pub fn current(&self, recipe: &Recipe) -> Option<&Point> {
        self.points.get(self.place(recipe)?)
    }
}

/// The α that are tried, in increasing order and including that of the model; each with its recipe.
fn settings(fitted: &Fitted, recipe: &Recipe) -> Result<Vec<Setting>, Problem> {
    if !fitted.is_smoothed() {
        return Err(Problem {
            kind: "not_applicable",
            what: "α smooths counts, but this model counts nothing: each of its numbers has a density".into(),
            fix: "cut the numbers into bins: --bins width:5".into(),
            ..Problem::default()
        });
    }
    let own = fitted.data.resolved.alpha.clone();
    let mut tried: Vec<Written> =
        ALPHAS.iter().filter_map(|text| Written::non_negative(text, "number").ok()).collect();
    tried.retain(|other| other.value() != own.value());
    tried.push(own);
    tried.sort_by(|a, b| a.value().cmp(b.value()));
    let setting = |alpha: Written| Setting {
        text: alpha.text().to_owned(),
        recipe: Recipe { alpha: Some(alpha), ..recipe.clone() },
    };
    Ok(tried.into_iter().map(setting).collect())
}

struct Work<'a> {
    study: Study,
    trial: Trial,
    parts: Option<Parts>,
    progress: Progress<'a>,
}

impl Work<'_> {
    /// Evaluates one α. The next one reuses its counts.
    fn point(&mut self, setting: Setting) -> Result<Point, Problem> {
        self.progress.go_on()?;
        let none = |problem| Point { setting: setting.clone(), title: "", summary: Err(problem) };
        let study = match self.study.with_recipe(setting.recipe.clone()) {
            Ok(study) => study,
            Err(error) => return Ok(none(error.into())),
        };
        let fitted = match &study.fitted {
            Ok(fitted) => fitted.clone(),
            Err(problem) => return Ok(none(problem.clone())),
        };
        let title = fitted.title();
        self.trial = self.trial.with(Model::Generative(fitted));
        self.study = study;
        let summary = self.trial.summary(&self.progress, self.parts.as_ref())?;
        Ok(Point { setting, title, summary })
    }
}

impl Progress<'_> {
    pub(super) fn expect_parts(&self, parts: usize, rows: usize) {
        self.expect(parts * rows);
        self.watch.into_iter().for_each(|watch| watch.parts.store(parts as u64, Ordering::Relaxed));
    }

    pub(super) fn reach(&self, rows: usize) {
        self.watch.into_iter().for_each(|watch| watch.done.store(rows as u64, Ordering::Relaxed));
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
        match self {
            Model::Generative(fitted) => Some(fitted),
            Model::Logistic(_) | Model::Baseline(_) => None,
        }
    }

    pub(super) fn values(&self) -> usize {
        self.fitted().map_or(0, |fitted| fitted.factors().iter().map(Factor::k).sum())
    }

    pub fn held(&self) -> Option<f64> {
        match self {
            Model::Logistic(logistic) => logistic.held(),
            Model::Generative(_) | Model::Baseline(_) => None,
        }
    }

    pub fn data(&self) -> &Arc<Dataset> {
        match self {
            Model::Generative(fitted) => &fitted.data,
            Model::Logistic(logistic) => &logistic.data,
            Model::Baseline(baseline) => &baseline.data,
        }
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
            Model::Logistic(_) => Model::Logistic(Arc::new(Logistic::fit(Arc::new(data), |_| true)?)),
            Model::Baseline(_) => Model::Baseline(Arc::new(Baseline::fit(Arc::new(data))?)),
        })
    }
}

/// A model to compare: a name and its recipe.
#[derive(Clone, Debug)]
pub struct CandidateModel {
    /// Its name in tables: `GDA`, `categorical, 10 bins`.
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
