//! A model that takes part in a comparison, by the recipe that makes it.

use super::Model;
use crate::model::Study;
use crate::problem::Problem;
use crate::recipe::Recipe;

/// A model that takes part: a name and the recipe that makes it.
#[derive(Clone, Debug)]
pub struct CandidateModel {
    /// What it is called in a table: `GDA`, `categorical, 10 bins`.
    pub name: String,
    /// The whole recipe.
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
