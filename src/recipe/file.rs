//! Recipes as TOML files, and errors in them.

use super::flags::to_text;
use super::option::{RecipeOption, Unread};
use super::{COLUMN_OPTIONS, Chosen, ColumnChoice, OPTIONS, Recipe};
use crate::problem::{Problem, nearest};
use crate::table::{Source, TableError, read_text};
use crate::text::{brief, listed};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::path::Path;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};
use toml::{Spanned, Table as Toml, Value};

/// Bytes of the longest recipe that is read: one that says something of 100,000 columns.
const LONGEST: u64 = 8 << 20;

/// The text of a recipe or an exercise.
///
/// # Errors
/// When it cannot be read, is longer than a recipe can be, or is no text.
pub fn recipe_text(path: &Path) -> Result<String, TableError> {
    read_text(&Source::Path(path.to_path_buf()), LONGEST).map(|(text, _)| text)
}

impl Recipe {
    /// Reads the recipe of a file; a dictionary and a test file that it names lie beside it.
    ///
    /// # Errors
    /// As [`recipe_text`] and [`Recipe::from_toml`].
    pub fn open(path: &Path) -> Result<Recipe, Problem> {
        let text = recipe_text(path).map_err(|error| Problem {
            fix: "name a recipe, a text file of keys such as alpha = \"1\"".into(),
            ..Problem { what: format!("the recipe cannot be read: {error}"), ..error.into() }
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Ok(Recipe::from_toml(&text, &path.to_string_lossy())?.in_folder(folder))
    }

    /// Reads a recipe; `path` names it in errors.
    ///
    /// # Errors
    /// When the text is no TOML, has an unknown key, another format, or a value that cannot be meant.
    pub fn from_toml(text: &str, path: &str) -> Result<Recipe, Problem> {
        let path = path.to_owned();
        read(text).map_err(|unread| match unread {
            Unread::Value(problem) => problem,
            Unread::Format(found) => Problem::usage(
                format!("{path} has recipe format {found}, and this program reads format 1"),
                "write format = 1, or use a newer version of this program",
            ),
            Unread::File(cause, at) => {
                let line = at.map(|at| 1 + text.get(..at).unwrap_or("").matches('\n').count() as u64);
                let what = format!("{path} is not a recipe: {cause}");
                let place = Some(line.map_or_else(|| path.clone(), |line| format!("{path}, line {line}")));
                let fix = "correct the file; docs/recipes.md lists the keys";
                Problem { place, line, ..Problem::usage(what, fix) }
            }
        })
    }

    /// The recipe as TOML keys, in the order of the table of options; columns stand last.
    pub(crate) fn to_table(&self) -> Toml {
        let mut out = Toml::from_iter([("format".to_owned(), Value::Integer(1))]);
        out.extend(values(OPTIONS, self).filter(|(key, _)| key != "feature"));
        out.extend(self.chosen.to_value().map(|chosen| ("chosen".to_owned(), chosen)));
        let choices: HashMap<&str, &ColumnChoice> =
            self.columns.iter().rev().map(|choice| (choice.name.as_str(), choice)).collect();
        let column = |name: &String| {
            let choice = choices.get(name.as_str()).copied();
            let said = choice.into_iter().flat_map(|choice| values(COLUMN_OPTIONS, choice));
            let name = ("name".to_owned(), Value::String(name.clone()));
            Value::Table(std::iter::once(name).chain(said).collect())
        };
        let are_features: HashSet<&String> = self.features.iter().flatten().collect();
        let others = self.columns.iter().map(|choice| &choice.name);
        let others: Vec<Value> = others.filter(|name| !are_features.contains(name)).map(column).collect();
        let features = self.features.iter().flatten().map(column).collect();
        for (key, columns) in [("feature", features), ("column", others)] {
            if !columns.is_empty() {
                out.insert(key.into(), Value::Array(columns));
            }
        }
        out
    }

    pub fn to_toml(&self) -> String {
        to_text(&self.to_table())
    }
}

fn values<R>(options: &[RecipeOption<R>], of: &R) -> impl Iterator<Item = (String, Value)> {
    options.iter().filter_map(|option| Some((option.key.to_owned(), (option.value)(of)?)))
}

fn read(text: &str) -> Result<Recipe, Unread> {
    let mut recipe = Recipe::default();
    let mut features = Vec::new();
    let mut columns = Vec::new();
    for (key, value) in DeTable::parse(text)?.into_inner() {
        match key.get_ref().as_ref() {
            "format" => match i64::deserialize(ValueDeserializer::from(value))? {
                1 => {}
                found => return Err(Unread::Format(found)),
            },
            "chosen" => recipe.chosen = chosen(value)?,
            "feature" => features = all_columns(value)?,
            "column" => columns = all_columns(value)?,
            _ => read_key(OPTIONS, &["format", "chosen", "column"], &mut recipe, &key, value)?,
        }
    }
    let names = features.iter().map(|choice| choice.name.clone());
    recipe.features = Some(names.collect()).filter(|_| !features.is_empty());
    // A file may name very many columns: each is looked up once.
    let mut places: HashMap<String, usize> = HashMap::new();
    for column in features.into_iter().chain(columns) {
        let next = recipe.columns.len();
        let place = *places.entry(column.name.clone()).or_insert(next);
        match recipe.columns.get_mut(place) {
            Some(said) => *said = column,
            None => recipe.columns.push(column),
        }
    }
    Ok(recipe)
}

/// Reads a key of a table of options; `others` are the keys beside them.
fn read_key<R>(
    options: &[RecipeOption<R>],
    others: &[&str],
    into: &mut R,
    key: &Spanned<DeString<'_>>,
    value: Spanned<DeValue<'_>>,
) -> Result<(), Unread> {
    match options.iter().find(|option| option.key == key.get_ref()) {
        Some(option) => (option.read)(into, value.into()),
        None => {
            let known = others.iter().copied().chain(options.iter().map(|option| option.key));
            let known: Vec<String> = known.map(|key| format!("`{key}`")).collect();
            let cause = format!("unknown field `{}`, expected one of {}", key.get_ref(), known.join(", "));
            Err(Unread::File(cause, Some(key.span().start)))
        }
    }
}

fn chosen(value: Spanned<DeValue<'_>>) -> Result<Chosen, Unread> {
    // What is no table is refused with its place.
    Toml::deserialize(ValueDeserializer::from(value.clone()))?;
    let (mut chosen, mut recipe) = (Chosen::default(), Recipe::default());
    let DeValue::Table(keys) = value.into_inner() else { return Ok(chosen) };
    for (key, value) in keys {
        match key.get_ref().as_ref() {
            "left_out" => chosen.left_out = Vec::deserialize(ValueDeserializer::from(value))?,
            "one" => chosen.one = Deserialize::deserialize(ValueDeserializer::from(value))?,
            _ => {
                let text = String::deserialize(ValueDeserializer::from(value.clone()))?;
                match OPTIONS.iter().find(|option| option.key == key.get_ref()) {
                    Some(option) => option.parse(&mut recipe, &text)?,
                    None => read_key(OPTIONS, &["left_out", "one"], &mut recipe, &key, value)?,
                }
            }
        }
    }
    OPTIONS.iter().for_each(|option| chosen.note(option.key, recipe.said(option.key)));
    Ok(chosen)
}

/// The tables of `[[feature]]` or `[[column]]`.
fn all_columns(value: Spanned<DeValue<'_>>) -> Result<Vec<ColumnChoice>, Unread> {
    // What is no list of tables is refused with its place.
    Vec::<Toml>::deserialize(ValueDeserializer::from(value.clone()))?;
    let DeValue::Array(tables) = value.into_inner() else { return Ok(Vec::new()) };
    tables.into_iter().map(column).collect()
}

fn column(table: Spanned<DeValue<'_>>) -> Result<ColumnChoice, Unread> {
    let at = table.span().start;
    let mut choice = ColumnChoice::default();
    let mut named = false;
    if let DeValue::Table(keys) = table.into_inner() {
        for (key, value) in keys {
            if key.get_ref() == "name" {
                (choice.name, named) = (String::deserialize(ValueDeserializer::from(value))?, true);
            } else {
                read_key(COLUMN_OPTIONS, &["name"], &mut choice, &key, value)?;
            }
        }
    }
    let unnamed = || Unread::File("missing field `name`".to_owned(), Some(at));
    named.then_some(choice).ok_or_else(unnamed)
}

pub(super) fn bad(what: &str, text: &str, fix: impl Into<String>) -> Problem {
    let mut problem = Problem::usage(format!("“{}” {what}", brief(text)), fix);
    problem.value = Some(text.to_owned());
    problem
}

/// A word that is none of the choices; `what` is chosen.
pub fn unknown_word(what: &str, text: &str, words: &[&str]) -> Problem {
    bad(&format!("is no {what}"), text, format!("choose one of: {}", words.join(", ")))
}

/// A column that the table does not have, or a name that several columns answer to, which `alike` are then.
pub(super) fn unknown_column(name: &str, columns: &[&str], alike: &[&str]) -> Problem {
    let all = || listed(columns.iter().copied());
    let (what, fix) = match alike {
        [] => {
            let fix = match nearest(name, columns.iter().copied()) {
                Some(near) => format!("did you mean “{}”? the columns are: {}", brief(near), all()),
                None => format!("the columns are: {}", all()),
            };
            (format!("there is no column “{}”", brief(name)), fix)
        }
        several => {
            let fix = format!("write it as in the header: {}", listed(several.iter().copied()));
            (format!("“{}” could be any of several columns", brief(name)), fix)
        }
    };
    let column = alike.is_empty().then(|| name.to_owned());
    Problem { kind: "unknown_column", what, fix, column, ..Problem::default() }
}

pub(super) fn wrong_kind(column: Option<&str>, what: impl Into<String>, fix: impl Into<String>) -> Problem {
    let column = column.map(str::to_owned);
    Problem { kind: "wrong_kind", what: what.into(), fix: fix.into(), column, ..Problem::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_may_stand_without_quotes() {
        let text = "alpha = 0.5\nquery = { outlook = \"sunny\", temp = 66 }";
        let recipe = Recipe::from_toml(text, "r.toml").unwrap();
        assert_eq!(recipe.alpha.as_ref().unwrap().text(), "0.5");
        assert_eq!(recipe.query.as_ref().unwrap()[1], ("temp".into(), "66".into()));
    }

    #[test]
    fn a_misspelt_key_is_an_error_with_its_line() {
        let error = Recipe::from_toml("format = 1\nalfa = \"1\"\n", "r.toml").unwrap_err();
        assert_eq!(error.line, Some(2));
        assert!(error.what.starts_with("r.toml is not a recipe: ") && error.what.contains("alfa"), "{error}");
        assert!(Recipe::from_toml("alpha = [1]", "r.toml").is_err());
    }
}
