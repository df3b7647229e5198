//! The column that says how many times its row was seen.

use super::{Recipe, RecipeError, find_column};
use crate::table::{Column, Kind, Table};

/// The position of the weight column, if the recipe names one: neither the class nor a feature, and a column of numbers.
pub(super) fn weight(recipe: &Recipe, table: &Table, target: usize) -> Result<Option<usize>, RecipeError> {
    let Some(typed) = &recipe.weight else { return Ok(None) };
    let at = find_column(table, typed)?;
    let Some(column) = table.columns().get(at) else { return Ok(None) };
    let name = || column.name.as_str().to_owned();
    let is_feature = recipe.features.iter().flatten().any(|name| find_column(table, name) == Ok(at));
    if at == target || is_feature {
        let role = if at == target { "the class" } else { "a feature" };
        return Err(RecipeError::WeightRole { name: name(), role });
    }
    let said = recipe.column(column.name.as_str());
    let kind = match said.and_then(|choice| choice.kind).unwrap_or(column.kind) {
        Kind::Numeric => return Ok(Some(at)),
        Kind::Categorical if may_be_numbers(column) => return Ok(Some(at)),
        Kind::Text => "text",
        Kind::Binary => "a yes/no column",
        Kind::Categorical => "a category",
    };
    Err(RecipeError::WeightKind { name: name(), kind })
}

/// One cell that is no number makes a category of a column: it is told with its line when the cells are read, as is one
/// that is missing.
fn may_be_numbers(column: &Column) -> bool {
    let names = column.dictionary.names();
    names.is_empty() || names.iter().any(|name| name.as_str().parse::<f64>().is_ok())
}
