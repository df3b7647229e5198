//! Other bins for a recipe, and another model where the one it has cannot read them.

use super::{Bins, ModelKind, Recipe};
use crate::table::Table;

/// A recipe with other bins of some columns, and a model that reads them; `None` where its convention allows none but its
/// own.
pub fn with_bins(recipe: &Recipe, table: &Table, columns: &[usize], bins: Option<&Bins>) -> Option<Recipe> {
    let mut recipe = recipe.clone();
    let name = |at: usize| table.columns().get(at).map(|column| column.name.as_str().to_owned());
    if bins.is_none()
        && let Some(all) = recipe.bins.take()
    {
        // What was said of all columns is said of each of the others.
        for other in (0..table.columns().len()).filter(|at| !columns.contains(at)).filter_map(name) {
            let choice = recipe.column_mut(&other);
            choice.bins = choice.bins.take().or_else(|| Some(all.clone()));
        }
    }
    if bins.is_none() && recipe.bins_or_default().is_some() {
        return None;
    }
    for column in columns.iter().copied().filter_map(name) {
        recipe.column_mut(&column).bins = bins.cloned();
    }
    if !reads(recipe.model.unwrap_or(ModelKind::Auto), bins.is_some()) {
        (recipe.model, recipe.covariance) = (Some(ModelKind::Auto), None);
    }
    Some(recipe)
}

/// Whether a model can read a column of numbers with bins, or without.
fn reads(model: ModelKind, bins: bool) -> bool {
    match model {
        ModelKind::Categorical => bins,
        ModelKind::Gda | ModelKind::Qda | ModelKind::Gaussian | ModelKind::Poisson => !bins,
        // Words and yes or no: a number that is left bare may be a count of words.
        ModelKind::Multinomial | ModelKind::Bernoulli => !bins,
        _ => true,
    }
}
