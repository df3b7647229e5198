//! How good the model is for every value of one number of its recipe: α, the number of bins, ε, the ridge.
//!
//! Rows are dealt and counted once, for all values that leave the counting as it is: another α or ε is another estimate
//! from the same sums, and other bins are other cuts through the same counts.

use std::sync::atomic::Ordering;

use super::model::Model;
use super::progress::Progress;
use super::trial::Trial;
use super::{Parameter, Setting, Summary};
use crate::encode::Layout;
use crate::model::{Parts, Study};
use crate::problem::Problem;
use crate::recipe::{Recipe, Split};
use crate::table::Watch;

/// A curve over the values of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The parameter.
    pub parameter: Parameter,
    /// The recipe that all others differ from in one number.
    pub recipe: Recipe,
    /// What the model of that recipe is called.
    pub title: &'static str,
    /// Which rows judge the models.
    pub split: Split,
    /// How many they are, each as often as it was seen.
    pub rows: u64,
    /// From the smallest value to the largest.
    pub points: Vec<Point>,
    /// The recipe as it is, where none of the points is that.
    pub own: Option<Point>,
}

/// A value, and how good the model is that has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The value and its recipe.
    pub setting: Setting,
    /// What the model is called.
    pub title: &'static str,
    /// How good it is, or why there is no model.
    pub summary: Result<Summary, Problem>,
}

/// What serves for all points that count the same.
struct Counted {
    layout: Layout,
    trial: Trial,
    parts: Option<Parts>,
}

impl Sweep {
    /// Judges the study's model by the rows that its recipe says, once for each value. `watch` is told how many of the
    /// rows are done, and stops it.
    ///
    /// # Errors
    /// When there is no model, the parameter does not apply to it, nothing is left to judge by, or it was stopped. A
    /// value for which no model can be fitted is no error: its point says why.
    pub fn run(study: &Study, parameter: Parameter, watch: Option<&Watch>) -> Result<Sweep, Problem> {
        let fitted = study.fitted.clone()?;
        let settings = parameter.settings(&fitted, &study.recipe)?;
        let own = parameter.own(&fitted);
        let progress = Progress::new(watch, &fitted.data.table.source);
        let trial = Trial::of(Model::Generative(fitted.clone()), None)?;
        let rows = trial.test_rows();
        let extra = own.is_none();
        let total = settings.len() + usize::from(extra);
        progress.expect_parts(total, rows);
        let parts = trial.counted(&progress)?;
        let mut work = Work {
            split: trial.split.clone(),
            study: study.clone(),
            counted: Counted { layout: fitted.data.layout(), trial, parts },
            progress,
        };
        let as_it_is = extra.then(|| Setting {
            text: "as it is".to_owned(),
            value: f64::NAN,
            recipe: study.recipe.clone(),
        });
        let mut points = Vec::with_capacity(total);
        for setting in as_it_is.into_iter().chain(settings) {
            points.push(work.point(setting)?);
            work.progress.reach(points.len() * rows);
        }
        let own = extra.then(|| points.remove(0));
        let (recipe, title, split) = (study.recipe.clone(), fitted.title(), work.split);
        let rows = work.counted.trial.test_cases();
        Ok(Sweep { parameter, recipe, title, split, rows, points, own })
    }

    /// The point that a recipe is, if the curve is of that recipe in all but the swept number.
    pub fn place(&self, recipe: &Recipe) -> Option<usize> {
        self.points.iter().position(|point| point.setting.recipe == *recipe)
    }

    /// Whether this is the curve of a recipe: it is one of the points, or the one they all come from.
    pub fn is_of(&self, recipe: &Recipe) -> bool {
        self.recipe == *recipe || (self.own.is_none() && self.place(recipe).is_some())
    }

    /// What the points are held against: the model of a recipe, whether or not it has one of the swept values.
    pub fn current(&self, recipe: &Recipe) -> Option<&Point> {
        let own = self.own.as_ref().filter(|_| self.recipe == *recipe);
        own.or_else(|| self.points.get(self.place(recipe)?))
    }
}

struct Work<'a> {
    split: Split,
    study: Study,
    counted: Counted,
    progress: Progress<'a>,
}

impl Work<'_> {
    /// Judges one value. The study goes on from it, so that the next one finds its counts.
    fn point(&mut self, setting: Setting) -> Result<Point, Problem> {
        self.progress.go_on()?;
        let none = |title, problem| Point { setting: setting.clone(), title, summary: Err(problem) };
        let study = match self.study.with_recipe(setting.recipe.clone()) {
            Ok(study) => study,
            Err(error) => return Ok(none("", error.into())),
        };
        let fitted = match &study.fitted {
            Ok(fitted) => fitted.clone(),
            Err(problem) => return Ok(none("", problem.clone())),
        };
        let (title, layout) = (fitted.title(), fitted.data.layout());
        let model = Model::Generative(fitted);
        if layout != self.counted.layout {
            let trial = match Trial::of(model, None) {
                Ok(trial) => trial,
                Err(problem) => return Ok(none(title, problem)),
            };
            let parts = trial.counted(&self.progress)?;
            self.counted = Counted { layout, trial, parts };
        } else {
            self.counted.trial = self.counted.trial.with(model);
        }
        self.study = study;
        let summary = self.counted.trial.summary(&self.progress, self.counted.parts.as_ref())?;
        Ok(Point { setting, title, summary })
    }
}

impl Progress<'_> {
    /// Says what is to be done: so many parts, of so many rows each.
    pub(super) fn expect_parts(&self, parts: usize, rows: usize) {
        self.expect(parts * rows);
        self.watch.into_iter().for_each(|watch| watch.parts.store(parts as u64, Ordering::Relaxed));
    }

    /// Says how many rows are done.
    pub(super) fn reach(&self, rows: usize) {
        self.watch.into_iter().for_each(|watch| watch.done.store(rows as u64, Ordering::Relaxed));
    }
}
