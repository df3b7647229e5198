//! Which column holds the class, where a recipe does not say it: the one that is called so, else the last, else a
//! question.

use std::collections::BTreeSet;

use super::{Recipe, RecipeError, find_column, is_left_out, weight};
use crate::table::{Kind, Table, words};

/// What a class column is called.
const NAMES: [&str; 13] = [
    "class",
    "target",
    "label",
    "y",
    "outcome",
    "diagnosis",
    "survived",
    "species",
    "type",
    "play",
    "result",
    "classes",
    "labels",
];

/// The most classes of a column that is called so, and of one that only stands last.
const CALLED: usize = 50;
const LAST: usize = 20;

/// The position of the class column that a recipe means on a table, whatever the model.
///
/// # Errors
/// When the recipe names a column that is not there, or nothing speaks for a column.
pub fn target_column(recipe: &Recipe, table: &Table) -> Result<usize, RecipeError> {
    if let Some(name) = &recipe.target {
        return find_column(table, name);
    }
    let free = free(recipe, table)?;
    let called = |at: &&usize| is_called(table, **at) && may_be_class(table, **at, CALLED);
    if let Some(at) = free.iter().rev().find(called) {
        return Ok(*at);
    }
    match free.last() {
        // Where everything else was given a role, the one that is left is meant.
        Some(at)
            if taken(recipe, table)?.len() + 1 == table.columns().len()
                || may_be_class(table, *at, LAST) && !is_nearly_unique(table, *at) =>
        {
            Ok(*at)
        }
        _ => {
            let name = |at: usize| Some(table.columns().get(at)?.name.as_str().to_owned());
            let candidates = candidates(recipe, table)?.into_iter().filter_map(name).collect();
            Err(RecipeError::NoTarget { candidates })
        }
    }
}

/// The columns that look like a class, in file order: what is asked of where nothing speaks for one of them.
///
/// # Errors
/// When the recipe names a column that is not there.
pub fn candidates(recipe: &Recipe, table: &Table) -> Result<Vec<usize>, RecipeError> {
    let mut free = free(recipe, table)?;
    free.retain(|at| may_be_class(table, *at, CALLED));
    Ok(free)
}

/// The columns that may be the class: those that have no other role, and tell no rows apart or count them.
fn free(recipe: &Recipe, table: &Table) -> Result<Vec<usize>, RecipeError> {
    let taken = taken(recipe, table)?;
    let counts = weight::looks_like_counts(recipe, table);
    // Surplus fields of longer rows have no name in the header.
    let surplus = |at: &usize| table.columns().get(*at).is_some_and(|column| column.surplus);
    let free = |at: &usize| {
        !taken.contains(at) && !is_left_out(recipe, table, *at) && counts != Some(*at) && !surplus(at)
    };
    Ok((0..table.columns().len()).filter(free).collect())
}

/// The columns to which the recipe gives another role.
fn taken(recipe: &Recipe, table: &Table) -> Result<BTreeSet<usize>, RecipeError> {
    let named = recipe.features.iter().flatten().chain(&recipe.ignore).chain(&recipe.weight);
    named.map(|name| find_column(table, name)).collect()
}

/// Whether a column is called as classes are: `Class`, `outlook_class`, `is_spam`.
fn is_called(table: &Table, at: usize) -> bool {
    let words = table.columns().get(at).map(|column| words(column.name.as_str())).unwrap_or_default();
    match words.as_slice() {
        [] => false,
        [word] => NAMES.contains(&word.as_str()),
        // A second y is a coordinate.
        [first, .., last] => first == "is" || last != "y" && NAMES.contains(&last.as_str()),
    }
}

/// Whether a column has at least two values and few enough for classes. Documents have none, and a number that is
/// continuous or nearly unique has none either.
fn may_be_class(table: &Table, at: usize, most: usize) -> bool {
    let Some(column) = table.columns().get(at) else { return false };
    if column.kind != Kind::Numeric {
        return column.kind != Kind::Text && (2..=most).contains(&column.dictionary.len());
    }
    let Some(counts) = table.number_counts(at, most) else { return false };
    let (values, known) = (counts.len(), counts.iter().sum::<u64>());
    let whole = column.decimals == 0 || table.numbers(at).all(|value| value.is_nan() || value.fract() == 0.0);
    let usual = if whole && values <= LAST { 2 } else { ROWS_OF_A_NUMBER };
    values == 2 || values > 2 && known >= usual * values as u64
}

/// Rows that each of many numbers, or of numbers with a fraction, must have on average to be a class.
const ROWS_OF_A_NUMBER: u64 = 10;

/// Whether a column that only stands last has too few rows for its values: a number that stands alone is no class, and
/// of words every second may.
fn is_nearly_unique(table: &Table, at: usize) -> bool {
    let Some(column) = table.columns().get(at) else { return false };
    if column.kind == Kind::Numeric {
        return table
            .number_counts(at, LAST)
            .is_none_or(|counts| counts.len() > 2 && counts.iter().any(|count| *count < 2));
    }
    let known = (table.rows() as u64).saturating_sub(column.missing);
    known > 10 && column.dictionary.len() as u64 * 2 > known
}

/// Why a class column was chosen.
pub(super) fn note(table: &Table, at: usize) -> Option<String> {
    let place = match at {
        _ if is_called(table, at) && may_be_class(table, at, CALLED) => "by its name",
        _ if Some(at) == table.columns().iter().rposition(|column| !column.surplus) => "the last column",
        _ => "the last column that is left",
    };
    table.columns().get(at).map(|column| format!("the class is {}, {place}", column.name))
}
