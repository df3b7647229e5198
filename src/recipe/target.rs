//! Which column holds the class, where a recipe does not say it.

use super::{Recipe, RecipeError, find_column};
use crate::table::{Kind, Table};

/// The position of the class column that a recipe means on a table, whatever the model.
///
/// # Errors
/// When the recipe names a column that is not there.
pub fn target_column(recipe: &Recipe, table: &Table) -> Result<usize, RecipeError> {
    if let Some(name) = &recipe.target {
        return find_column(table, name);
    }
    let named = recipe.features.iter().flatten().chain(&recipe.ignore).chain(&recipe.weight);
    let taken = named.map(|name| find_column(table, name)).collect::<Result<Vec<usize>, _>>()?;
    let last = last(table);
    let free = |at: &usize| !taken.contains(at);
    let candidates = || (0..=last).rev().filter(free);
    Ok(candidates()
        .next()
        .filter(|at| *at == last && may_be_class(table, *at))
        .or_else(|| candidates().find(|at| has_few(table, *at) && may_be_class(table, *at)))
        .or_else(|| candidates().next())
        .unwrap_or(last))
}

/// The last column that the header names; surplus fields of longer rows stand behind it.
fn last(table: &Table) -> usize {
    let columns = table.columns();
    columns.iter().rposition(|column| !column.surplus).unwrap_or_default()
}

/// Whether a column has so few values that they may be classes.
fn has_few(table: &Table, at: usize) -> bool {
    (2..=20).contains(&table.distinct(at))
}

/// Documents and columns with another value in every row tell rows apart, not classes.
fn may_be_class(table: &Table, at: usize) -> bool {
    let kind = table.columns().get(at).map(|column| column.kind);
    let number_of_many = kind == Some(Kind::Numeric) && table.distinct(at) > 20;
    !number_of_many && kind != Some(Kind::Text) && !table.is_identifier(at)
}

/// Why a class column was chosen.
pub(super) fn note(table: &Table, at: usize) -> Option<String> {
    let place = match at {
        _ if at == last(table) => "the last column",
        _ if has_few(table, at) && may_be_class(table, at) => "the last column with 2 to 20 values",
        _ => "the last column that is left",
    };
    table.columns().get(at).map(|column| format!("the class is {}, {place}", column.name))
}
