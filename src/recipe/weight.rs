//! The column that says how many times its row was seen.

use std::collections::HashSet;

use super::{Recipe, RecipeError, find_column};
use crate::table::{Column, Kind, Table, is_whole};

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

/// What a column is called that counts rows.
const NAMES: [&str; 8] = ["freq", "freqs", "frequency", "n", "count", "counts", "n_obs", "nobs"];

/// The most values of a column by which rows are counted.
const VALUES: usize = 50;

/// The column that seems to say how many times its row was seen, where the recipe names none: it is called so and holds
/// whole numbers, not all alike, and no two rows agree in all other columns, which have few values each. A count that
/// was measured stands beside rows that repeat.
pub fn looks_like_counts(recipe: &Recipe, table: &Table) -> Option<usize> {
    if recipe.weight.is_some() || recipe.features.is_some() {
        return None;
    }
    let called = |column: &Column| {
        column.kind == Kind::Numeric && NAMES.contains(&column.name.as_str().to_lowercase().as_str())
    };
    let at = table.columns().iter().position(called)?;
    let ignored = recipe.ignore.iter().any(|name| find_column(table, name) == Ok(at));
    let described = recipe.column(table.columns().get(at)?.name.as_str()).is_some();
    let whole = || table.numbers(at).all(|value| value.is_nan() || is_whole(value));
    if ignored || described || table.rows() > ROWS || table.number_counts(at, 1).is_some() || !whole() {
        return None;
    }
    let others: Vec<usize> =
        (0..table.columns().len()).filter(|other| *other != at && table.row_name(*other).is_none()).collect();
    let few = |other: &usize| match table.columns().get(*other) {
        Some(column) if column.kind == Kind::Numeric => table.number_counts(*other, VALUES).is_some(),
        Some(column) => column.kind != Kind::Text && column.dictionary.len() <= VALUES,
        None => false,
    };
    if others.len() < 2 || !others.iter().all(few) {
        return None;
    }
    let cells = |row: usize| others.iter().map(|other| table.cell_text(row, *other)).collect::<Vec<_>>();
    let mut seen = HashSet::new();
    (0..table.rows()).all(|row| seen.insert(cells(row))).then_some(at)
}

/// The most rows in which a column of counts is looked for: a table of counts is short.
const ROWS: usize = 10_000;

/// What is said of a column that seems to count rows.
pub(super) fn hint(recipe: &Recipe, table: &Table) -> Option<String> {
    let at = looks_like_counts(recipe, table)?;
    let name = &table.columns().get(at)?.name;
    Some(format!(
        "{name} may say how many times its row was seen: --weight {name}, or w on it in 2, counts the rows so"
    ))
}
