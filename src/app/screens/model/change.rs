//! How a key changes a recipe. Each change returns a new recipe and does not depend on the screen; fitting shows whether
//! the recipe works.

use num_rational::BigRational;

use crate::math::Name;
use crate::recipe::{Bins, Costs, Decision, ModelKind, Prior, Recipe, Written};
pub use crate::recipe::{Role, is_weight, role, toggled, with_target, with_weight};
use crate::table::{Kind, Table};

const BINS: [&str; 3] = ["width:5", "frequency:4", "mdl"];
/// The priors that ← and → step through; → after the last opens the dialog for given priors.
const PRIORS: [&str; 3] = ["counts", "laplace:1", "uniform"];

fn name(table: &Table, column: usize) -> String {
    table.columns().get(column).map(|column| column.name.as_str().to_owned()).unwrap_or_default()
}

pub fn with_next_bins(recipe: &Recipe, table: &Table, column: usize) -> Option<Recipe> {
    let name = name(table, column);
    let mut recipe = recipe.clone();
    let choice = recipe.column_mut(&name);
    let now = choice.bins.as_ref().map(Bins::to_string);
    let at = now.map_or(Some(0), |now| BINS.iter().position(|bins| *bins == now).map(|at| at + 1));
    choice.bins = BINS.get(at.unwrap_or(0)).and_then(|bins| bins.parse().ok());
    choice.kind = None;
    Some(recipe)
}

pub fn with_other_kind(recipe: &Recipe, table: &Table, column: usize) -> Option<Recipe> {
    let name = name(table, column);
    let is_category = table.columns().get(column).is_some_and(|column| column.kind == Kind::Categorical);
    let mut recipe = recipe.clone();
    let choice = recipe.column_mut(&name);
    choice.kind = match choice.kind {
        Some(Kind::Categorical) => None,
        None if is_category => Some(Kind::Text),
        Some(Kind::Text) if is_category => None,
        _ => Some(Kind::Categorical),
    };
    (choice.bins, choice.one) = (None, None);
    Some(recipe)
}

/// Returns the value that counts as 1 in a column that the recipe or the model reads as yes/no.
pub(crate) fn one(recipe: &Recipe, table: &Table, column: usize) -> Option<String> {
    let said = recipe.column(&name(table, column));
    let (kind, one) = said.map(|said| (said.kind, said.one.clone())).unwrap_or_default();
    let bins = recipe.bins_of(said).is_some();
    // The automatic model reads the numbers 0 and 1 as no and yes.
    let number = table.columns().get(column).is_some_and(|column| column.kind == Kind::Numeric);
    let by_model = match recipe.model.unwrap_or(ModelKind::Auto) {
        ModelKind::Bernoulli | ModelKind::Mixed => true,
        ModelKind::Auto => number,
        _ => false,
    };
    let own = || table.could_be_binary(column).map(|(_, one)| one.as_str().to_owned());
    match kind {
        Some(Kind::Binary) => one.or_else(own),
        None if by_model && !bins => own().map(|own| one.unwrap_or(own)),
        _ => None,
    }
}

/// Returns the values that may count as 1; fewer than two if the column cannot be read as yes or no.
pub(crate) fn ones(recipe: &Recipe, table: &Table, column: usize) -> Vec<String> {
    let about = table.columns().get(column);
    let names = about.map(|about| about.dictionary.names()).unwrap_or_default();
    if !names.is_empty() {
        return names.iter().map(|name| name.as_str().to_owned()).collect();
    }
    let pair = table.could_be_binary(column);
    let own = one(recipe, table, column);
    pair.map(|(zero, one)| [one, zero].map(|name| name.as_str().to_owned()).into())
        .or_else(|| own.map(|own| vec![own]))
        .unwrap_or_default()
}

/// Reads the column as yes or no, with the next of its values as 1; the first follows the last.
pub fn with_next_one(recipe: &Recipe, table: &Table, column: usize) -> Option<Recipe> {
    let all = ones(recipe, table, column);
    let now = one(recipe, table, column);
    let at = now.and_then(|now| all.iter().position(|value| *value == now));
    let next = all.get(at.map_or(0, |at| (at + 1) % all.len().max(1)))?.clone();
    let name = name(table, column);
    let mut recipe = recipe.clone();
    let choice = recipe.column_mut(&name);
    (choice.kind, choice.bins, choice.one) = (Some(Kind::Binary), None, Some(next));
    Some(recipe)
}

pub fn with_model(recipe: &Recipe, forward: bool) -> Option<Recipe> {
    let now = recipe.model.unwrap_or(ModelKind::Auto);
    let at = ModelKind::OFFERED.iter().position(|model| *model == now);
    let model = *beside(ModelKind::OFFERED, at, forward)?;
    let mut recipe = Recipe { model: Some(model), event: None, covariance: None, ..recipe.clone() };
    // The model of this line sets how words are counted and which Σ there is, so these settings of a file are removed.
    recipe.columns.iter_mut().for_each(|choice| choice.event = None);
    Some(recipe)
}

/// Returns the recipe with the previous or next prior; `None` before the first and after the last.
pub fn with_prior(recipe: &Recipe, forward: bool) -> Option<Recipe> {
    let now = recipe.prior_or_default();
    let all: Vec<Prior> = PRIORS.iter().filter_map(|text| text.parse().ok()).collect();
    let same_kind = |prior: &Prior| std::mem::discriminant(prior) == std::mem::discriminant(&now);
    let at = all.iter().position(same_kind).unwrap_or(all.len());
    let prior = beside(&all, Some(at), forward)?.clone();
    Some(Recipe { prior: Some(prior), ..recipe.clone() })
}

const FEW: usize = 12;

/// Returns the recipe in which every wrong class costs 1; `None` for very many classes.
pub fn with_equal_costs(recipe: &Recipe, classes: &[Name]) -> Option<Recipe> {
    let names = classes.iter().map(|class| class.as_str().to_owned());
    let costs = Some(names)
        .filter(|_| (2..=FEW).contains(&classes.len()))
        .and_then(|names| Costs::equal(names).ok())?;
    Some(Recipe { decision: Some(Decision::Costs(costs)), ..recipe.clone() })
}

fn step(at: Option<usize>, len: usize, forward: bool) -> Option<usize> {
    match (at, forward) {
        (None, _) => Some(0),
        (Some(at), true) => Some(at + 1).filter(|at| *at < len),
        (Some(at), false) => at.checked_sub(1),
    }
}

pub(crate) fn beside<T>(all: &[T], at: Option<usize>, forward: bool) -> Option<&T> {
    all.get(step(at, all.len(), forward)?)
}

pub(crate) fn number(all: &[&str], now: &BigRational, forward: bool) -> Option<Written> {
    let all = all.iter().filter_map(|text| Written::non_negative(text, "number").ok());
    if forward {
        all.into_iter().find(|number| number.value() > now)
    } else {
        all.into_iter().rfind(|number| number.value() < now)
    }
}
