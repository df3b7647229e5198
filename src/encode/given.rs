//! A model of given numbers has no rows: the columns that its recipe describes are the table.

use std::sync::Arc;

use super::sql::described;
use crate::problem::Problem;
use crate::recipe::{Given, Recipe, check_given};
use crate::table::{Column, Dialect, Loaded, Table};

/// The columns of a model whose numbers are given, with the classes and values that these name.
///
/// # Errors
/// When the numbers make no model, or the recipe does not say how a column is read.
pub(super) fn given_table(label: &str, recipe: &Recipe, given: &Given) -> Result<Loaded, Problem> {
    check_given(recipe, given)?;
    let table = described(recipe, label)?;
    let target = recipe.target.as_deref().unwrap_or_default();
    let filled = |column: &Column| {
        let mut column = column.clone();
        let name = column.name.as_str().to_owned();
        if name == target {
            given.classes().for_each(|class| _ = column.dictionary.intern(class));
        } else if let Some(choice) = recipe.column(&name) {
            choice.given_values().iter().for_each(|value| _ = column.dictionary.intern(value));
        }
        column
    };
    let columns: Vec<Column> = table.columns().iter().map(filled).collect();
    let table = Table::new(label.to_owned(), columns, Vec::new()).of_rows_elsewhere(0);
    Ok(Loaded {
        table: Arc::new(table),
        dialect: Dialect::default(),
        notices: Vec::new(),
        skipped: 0,
        sums: None,
    })
}
