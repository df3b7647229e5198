//! Accuracy and log loss by α.
//!
//! Rows are split and counted once: another α is another estimate from the same sums.

use super::Summary;
use super::run::Progress;
use super::trial::{Model, Trial};
use crate::model::{Fitted, Study};
use crate::problem::Problem;
use crate::recipe::{Recipe, Split, Written};
use crate::table::Watch;
use std::sync::Arc;

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
        let mut trial = Trial::of(Model::Generative(Arc::clone(&fitted)), None)?;
        let rows = trial.test_rows();
        progress.expect_parts(settings.len(), rows);
        let counted = trial.counted(&progress)?;
        let mut sweep = Sweep {
            recipe: study.recipe.clone(),
            title: fitted.title(),
            split: trial.split.clone(),
            rows: trial.test_cases(),
            points: Vec::with_capacity(settings.len()),
        };
        let mut study = study.clone();
        for setting in settings {
            progress.go_on()?;
            // The next recipe reuses the counts of this one.
            let other = study.with_recipe(setting.recipe.clone()).map_err(Problem::from);
            let fitted = other.and_then(|other| {
                let fitted = other.fitted.clone()?;
                study = other;
                Ok(fitted)
            });
            let (title, summary) = match fitted {
                Ok(fitted) => {
                    trial = trial.with(Model::Generative(Arc::clone(&fitted)));
                    (fitted.title(), trial.summary(&progress, counted.as_ref())?)
                }
                Err(problem) => ("", Err(problem)),
            };
            sweep.points.push(Point { setting, title, summary });
            progress.reach(sweep.points.len() * rows);
        }
        Ok(sweep)
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
