//! Columns that are no features unless somebody says so: those that name, number or date the rows.

use super::{Recipe, find_column};
use crate::math::Name;
use crate::table::{RowName, Table};

/// Columns that are named in a sentence.
const NAMED: usize = 5;

/// Whether a column is left out by default: nobody listed the features, or said how this one is read, and it names,
/// numbers or dates the rows.
pub fn is_left_out(recipe: &Recipe, table: &Table, at: usize) -> bool {
    recipe.features.is_none() && table.row_name(at).is_some() && !is_described(recipe, table, at)
}

/// Who says how a column is read means to use it.
fn is_described(recipe: &Recipe, table: &Table, at: usize) -> bool {
    let mut said = recipe.columns.iter().filter(|choice| choice.kind.is_some() || choice.bins.is_some());
    said.any(|choice| find_column(table, &choice.name) == Ok(at))
}

/// Names with the reason of each, the first few: `Ticket is called like a name of the rows`.
fn reasons(table: &Table, columns: &[usize]) -> String {
    let reason = |at: &usize| -> Option<(&Name, RowName)> {
        Some((&table.columns().get(*at)?.name, table.row_name(*at)?))
    };
    let told: Vec<String> =
        columns.iter().filter_map(reason).take(NAMED).map(|(name, why)| format!("{name} ({why})")).collect();
    let more = columns.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", told.join(", "))
}

/// What was left out, in one sentence.
pub(super) fn note(table: &Table, columns: &[usize]) -> Option<String> {
    let are = if columns.len() == 1 { "is left out" } else { "are left out" };
    let them = if columns.len() == 1 { "it" } else { "them" };
    (!columns.is_empty())
        .then(|| format!("{} {are}; Space in 2, or --features, takes {them} in", reasons(table, columns)))
}

/// What must be known of features that name rows.
pub(super) fn warning(table: &Table, features: &[usize]) -> Option<String> {
    let columns: Vec<usize> = features.iter().copied().filter(|at| table.row_name(*at).is_some()).collect();
    (!columns.is_empty()).then(|| {
        let it = if columns.len() == 1 { "it" } else { "them" };
        format!(
            "the features have {}: what is learned from {it} holds for these rows only",
            reasons(table, &columns)
        )
    })
}
