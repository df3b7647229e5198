//! The recipe of an exercise: a table of its own, or a file beside it.

use std::fs;
use std::path::Path;

use toml::{Spanned, Value};

use super::file::Text;
use crate::problem::Problem;
use crate::recipe::{Recipe, RecipeError};

/// Reads the recipe that an exercise has or names.
///
/// # Errors
/// When it cannot be read, at its line of the exercise.
pub(super) fn read_recipe(value: Spanned<Value>, text: &Text<'_>, folder: &Path) -> Result<Recipe, Problem> {
    let at = value.span().start;
    match value.into_inner() {
        Value::String(name) => {
            let path = folder.join(&name);
            let read = fs::read_to_string(&path).map_err(|cause| {
                text.wrong(Some(at), format!("the recipe {name} cannot be read: {cause}"), "check the path")
            })?;
            let beside = path.parent().unwrap_or(folder);
            Ok(Recipe::from_toml(&read, &path.to_string_lossy())?.in_folder(beside))
        }
        Value::Table(table) => Recipe::from_toml(&table.to_string(), text.path)
            .map(|recipe| recipe.in_folder(folder))
            .map_err(|error| in_recipe(error, text, at)),
        _ => Err(text.wrong(
            Some(at),
            "the recipe is neither a table nor the name of a file",
            "write [recipe] and its keys below it",
        )),
    }
}

/// An error of an inline recipe, at its line of this file: the key or the value that is named stands below `[recipe]`.
fn in_recipe(error: RecipeError, text: &Text<'_>, at: usize) -> Problem {
    let named = error.to_string();
    let value = error.written().map(str::to_owned);
    let problem = Problem::from(error);
    let key = named.split('`').nth(1);
    let is_named = |line: &str| match (key, &value) {
        (Some(key), _) => line.trim_start().starts_with(key),
        (None, Some(value)) => line.split_once('=').is_some_and(|(_, cell)| cell.contains(value.as_str())),
        (None, None) => false,
    };
    let mut start = at;
    let below = text.text.get(at..).unwrap_or_default().split_inclusive('\n').find_map(|line| {
        let here = start;
        start += line.len();
        is_named(line).then_some(here)
    });
    let found = text.wrong(Some(below.unwrap_or(at)), problem.what, problem.fix);
    Problem { kind: problem.kind, ..found }
}
