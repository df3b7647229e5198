//! The recipe of an exercise: a table of its own, or a file beside it.

use std::path::Path;

use toml::{Spanned, Value};

use super::file::Text;
use super::plain;
use super::reach::Reach;
use crate::problem::Problem;
use crate::recipe::{Recipe, RecipeError, recipe_text};

/// Reads the recipe that an exercise has or names.
///
/// # Errors
/// When it cannot be read, or is or names a file out of reach, at its line of the exercise.
pub(super) fn read_recipe(
    value: Spanned<Value>,
    text: &Text<'_>,
    (folder, reach): (&Path, Reach),
) -> Result<Recipe, Problem> {
    let at = value.span().start;
    let allowed = |path: &Path, what: &str| {
        let refused = |why| text.wrong(Some(at), format!("{what} cannot be read: {why}"), Reach::FIX);
        reach.allows(path, folder).map_err(refused)
    };
    let recipe = match value.into_inner() {
        Value::String(name) => {
            let path = folder.join(&name);
            allowed(&path, "its recipe")?;
            let read = recipe_text(&path).map_err(|error| {
                let fix =
                    "correct recipe, a path from the folder of this file, or write [recipe] and its keys";
                text.wrong(Some(at), format!("its recipe cannot be read: {error}"), fix)
            })?;
            let beside = path.parent().unwrap_or(folder);
            Recipe::from_toml(&read, &path.to_string_lossy())?.in_folder(beside)
        }
        Value::Table(table) => Recipe::from_toml(&table.to_string(), text.path)
            .map(|recipe| recipe.in_folder(folder))
            .map_err(|error| in_recipe(error, text, at))?,
        _ => {
            return Err(text.wrong(
                Some(at),
                "the recipe is neither a table nor the name of a file",
                "write [recipe] and its keys below it",
            ));
        }
    };
    recipe.files().iter().try_for_each(|path| allowed(path, "a file that its recipe names"))?;
    Ok(recipe)
}

/// An error of an inline recipe, at its line of this file: the key or the value that is named stands below `[recipe]`.
fn in_recipe(error: RecipeError, text: &Text<'_>, at: usize) -> Problem {
    let named = error.to_string();
    let value = error.written().map(str::to_owned);
    let cause = if let RecipeError::BadFile { cause, .. } = &error { Some(plain::told(cause)) } else { None };
    let problem = Problem::from(error);
    let (what, fix) = match cause {
        Some((cause, fix)) => (format!("[recipe] cannot be read: {cause}"), fix),
        None => (problem.what, problem.fix),
    };
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
    Problem { kind: problem.kind, ..text.wrong(Some(below.unwrap_or(at)), what, as_keys(fix)) }
}

/// What is wrong with a recipe on the data, at the line of the column that it names: of the recipe where no line does.
pub(super) fn on_data(problem: Problem, text: &Text<'_>, recipe: Option<usize>) -> Problem {
    let Some(at) = recipe.filter(|_| problem.place.is_none() && problem.line.is_none()) else {
        return Problem { place: problem.place.or(Some(text.path.to_owned())), ..problem };
    };
    let names = [&problem.column, &problem.feature].into_iter().flatten();
    let names: Vec<String> = names.map(|name| Value::String(name.clone()).to_string()).collect();
    let mut start = at;
    let below = text.text.get(at..).unwrap_or_default().split_inclusive('\n').find_map(|line| {
        let here = start;
        start += line.len();
        names.iter().any(|name| line.contains(name.as_str())).then_some(here)
    });
    let place = text.wrong(Some(below.unwrap_or(at)), "", "");
    Problem { place: place.place, line: place.line, fix: as_keys(problem.fix), ..problem }
}

/// A fix that names flags, for a file that has keys.
fn as_keys(fix: String) -> String {
    if !fix.contains("--") {
        return fix;
    }
    let fix = fix.trim_end_matches('.');
    format!(
        "{fix}. In an exercise these are keys of [recipe], such as model = \"mixed\" and ignore = [\"id\"]"
    )
}
