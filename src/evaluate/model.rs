//! The models that can be evaluated: they are fitted otherwise, and evaluated alike; and a model of a comparison, by the
//! recipe that makes it.

use std::sync::Arc;

use crate::encode::Dataset;
use crate::model::{Baseline, Classifier, Factor, Fitted, Logistic, Study};
use crate::problem::Problem;
use crate::recipe::Recipe;

/// A model that can be evaluated.
#[derive(Clone, Debug)]
pub enum Model {
    /// One with priors and P(x | class).
    Generative(Arc<Fitted>),
    Logistic(Arc<Logistic>),
    /// What all of them must beat.
    Baseline(Arc<Baseline>),
}

impl Model {
    /// The model of a study: the generative one, or logistic regression where the recipe asks for it.
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

/// A model that takes part: a name and the recipe that makes it.
#[derive(Clone, Debug)]
pub struct CandidateModel {
    /// What it is called in a table: `GDA`, `categorical, 10 bins`.
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
