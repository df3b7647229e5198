//! Recipes as TOML files and as flags, and errors in them.

use super::models::choices;
use super::options::RecipeError;
use super::{COLUMN_OPTIONS, Chosen, ColumnChoice, Flag, FlagShape, OPTIONS, Recipe, RecipeOption};
pub use crate::problem::unknown_word;
use crate::problem::{Problem, nearest};
pub(super) use crate::problem::{bad, is_not_a};
use crate::table::{Source, TableError, read_text};
pub use crate::text::shell_quoted as quoted;
use crate::text::{brief, flag_words, is_hidden, listed, paired};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;
use toml::de::{DeString, DeTable, DeValue, ValueDeserializer};
use toml::{Spanned, Table as Toml, Value};

/// Bytes of the longest recipe that is read: one with an entry for each of 100,000 columns.
const LONGEST: u64 = 8 << 20;

pub fn recipe_text(path: &Path) -> Result<String, TableError> {
    read_text(&Source::Path(path.to_path_buf()), LONGEST).map(|(text, _)| text)
}

impl Recipe {
    /// Reads a recipe file. The files that it names are beside it.
    pub fn open(path: &Path) -> Result<Recipe, Problem> {
        let text = recipe_text(path).map_err(|error| Problem {
            fix: "name a recipe, a text file of keys such as alpha = \"1\"".into(),
            ..Problem { what: format!("the recipe cannot be read: {error}"), ..error.into() }
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Ok(Recipe::from_toml(&text, &path.to_string_lossy())?.in_folder(folder))
    }

    /// Parses a recipe; `path` names it in errors.
    ///
    /// # Errors
    /// When the text is not TOML, has an unknown key, another format, or a value that cannot be meant.
    pub fn from_toml(text: &str, path: &str) -> Result<Recipe, Problem> {
        read(text, path).map_err(|unread| match unread {
            RecipeError::Value(problem) => problem,
            RecipeError::File(cause, at) => {
                let line = at.map(|at| 1 + text.get(..at).unwrap_or("").matches('\n').count() as u64);
                let place = line.map_or_else(|| path.to_owned(), |line| format!("{path}, line {line}"));
                let what = format!("{path} is not a recipe: {cause}");
                let problem = Problem::usage(what, "correct the file; docs/recipes.md lists the keys");
                Problem { place: Some(place), line, ..problem }
            }
        })
    }

    /// Returns the recipe as TOML keys, in the order of the table of options; columns are last.
    pub fn to_table(&self) -> Toml {
        let mut out = Toml::from_iter([("format".to_owned(), Value::Integer(1))]);
        out.extend(values(OPTIONS, self).filter(|(key, _)| key != "feature"));
        out.extend(self.chosen.to_value().map(|chosen| ("chosen".to_owned(), chosen)));
        let choices = choices(self);
        let column = |name: &String| {
            let choice = choices.get(name.as_str()).copied();
            let options = choice.into_iter().flat_map(|choice| values(COLUMN_OPTIONS, choice));
            let name = ("name".to_owned(), Value::String(name.clone()));
            Value::Table(std::iter::once(name).chain(options).collect())
        };
        let are_features: HashSet<&String> = self.features.iter().flatten().collect();
        let others = self.columns.iter().map(|choice| &choice.name);
        let others: Vec<Value> = others.filter(|name| !are_features.contains(name)).map(column).collect();
        let features = self.features.iter().flatten().map(column).collect();
        let lists = [("feature", features), ("column", others)].into_iter();
        let lists = lists.filter(|(_, columns): &(&str, Vec<Value>)| !columns.is_empty());
        out.extend(lists.map(|(key, columns)| (key.to_owned(), Value::Array(columns))));
        out
    }

    pub fn to_toml(&self) -> String {
        to_text(&self.to_table())
    }
}

pub(super) fn values<R>(options: &[RecipeOption<R>], of: &R) -> impl Iterator<Item = (String, Value)> {
    options.iter().filter_map(|option| Some((option.key.to_owned(), (option.value)(of)?)))
}

fn read(text: &str, path: &str) -> Result<Recipe, RecipeError> {
    let mut recipe = Recipe::default();
    let mut features = Vec::new();
    let mut columns = Vec::new();
    for (key, value) in DeTable::parse(text)?.into_inner() {
        match key.get_ref().as_ref() {
            "format" => {
                let found = i64::deserialize(ValueDeserializer::from(value))?;
                if found != 1 {
                    let what = format!("{path} has recipe format {found}, but this program reads format 1");
                    let fix = "write format = 1, or use a newer version of this program";
                    return Err(RecipeError::Value(Problem::usage(what, fix)));
                }
            }
            "chosen" => recipe.chosen = chosen(Toml::deserialize(ValueDeserializer::from(value))?)?,
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
        let place = *places.entry(column.name.clone()).or_insert(recipe.columns.len());
        match recipe.columns.get_mut(place) {
            Some(known) => *known = column,
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
) -> Result<(), RecipeError> {
    let Some(option) = options.iter().find(|option| option.key == key.get_ref()) else {
        return Err(unknown_key(options, others, key.get_ref(), Some(key.span().start)));
    };
    let place = value.span().start;
    let read = (option.read)(into, Value::deserialize(ValueDeserializer::from(value))?);
    read.map_err(|unread| match unread {
        RecipeError::File(cause, at) => RecipeError::File(cause, at.or(Some(place))),
        problem => problem,
    })
}

fn unknown_key<R>(options: &[RecipeOption<R>], others: &[&str], key: &str, at: Option<usize>) -> RecipeError {
    let known = others.iter().copied().chain(options.iter().map(|option| option.key));
    let known: Vec<String> = known.map(|key| format!("`{key}`")).collect();
    RecipeError::File(format!("unknown field `{key}`, expected one of {}", known.join(", ")), at)
}

fn chosen(keys: Toml) -> Result<Chosen, RecipeError> {
    let (mut chosen, mut recipe) = (Chosen::default(), Recipe::default());
    for (key, value) in keys {
        match (key.as_str(), OPTIONS.iter().find(|option| option.key == key)) {
            ("left_out", _) => chosen.left_out = Vec::deserialize(value)?,
            ("one", _) => chosen.one = Deserialize::deserialize(value)?,
            (_, Some(option)) => option.parse(&mut recipe, &String::deserialize(value)?)?,
            (key, None) => return Err(unknown_key(OPTIONS, &["left_out", "one"], key, None)),
        }
    }
    OPTIONS.iter().for_each(|option| chosen.note(option.key, recipe.text_of(option.key)));
    Ok(chosen)
}

/// Reads the tables of `[[feature]]` or `[[column]]`.
fn all_columns(value: Spanned<DeValue<'_>>) -> Result<Vec<ColumnChoice>, RecipeError> {
    // What is not a list of tables is refused with its place.
    Vec::<Toml>::deserialize(ValueDeserializer::from(value.clone()))?;
    let mut all = Vec::new();
    for table in value.into_inner().as_array().into_iter().flatten() {
        let (mut choice, mut name) = (ColumnChoice::default(), None);
        for (key, value) in table.get_ref().as_table().into_iter().flatten() {
            if key.get_ref() == "name" {
                name = Some(String::deserialize(ValueDeserializer::from(value.clone()))?);
            } else {
                read_key(COLUMN_OPTIONS, &["name"], &mut choice, key, value.clone())?;
            }
        }
        let missing = || RecipeError::File("missing field `name`".to_owned(), Some(table.span().start));
        all.push(ColumnChoice { name: name.ok_or_else(missing)?, ..choice });
    }
    Ok(all)
}

/// The error for a column that the table does not have, or a name that could be any of the columns in `similar`.
pub(super) fn unknown_column(name: &str, columns: &[&str], similar: &[&str]) -> Problem {
    let (typed, kind) = (brief(name), "unknown_column");
    if !similar.is_empty() {
        let fix = format!("write it as in the header: {}", listed(similar.iter().copied()));
        let what = format!("“{typed}” could be any of several columns");
        return Problem { kind, what, fix, ..Problem::default() };
    }
    let near = nearest(name, columns.iter().copied()).map(|near| format!("did you mean “{}”? ", brief(near)));
    let all = listed(columns.iter().copied());
    let fix = format!("{}the columns are: {all}", near.unwrap_or_default());
    let (what, column) = (format!("there is no column “{typed}”"), Some(name.to_owned()));
    Problem { kind, what, fix, column, ..Problem::default() }
}

pub(super) fn wrong_kind(column: Option<&str>, what: impl Into<String>, fix: impl Into<String>) -> Problem {
    let column = column.map(str::to_owned);
    Problem { kind: "wrong_kind", what: what.into(), fix: fix.into(), column, ..Problem::default() }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `--target`, `Play`, … as a program receives them: not quoted for a shell.
    pub words: Vec<String>,
    /// The keys that no flag can set.
    pub left_out: Vec<&'static str>,
}

impl Flags {
    pub fn line(&self) -> String {
        self.words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}

impl Recipe {
    /// Returns the flags that set what this recipe sets, in the order of the help; those of columns are together.
    pub fn to_flags(&self) -> Flags {
        // A flag with its text, or a key without a flag, each with its place.
        let of_all = OPTIONS.iter().filter_map(|option| {
            let place = option.flag.map_or(u8::MAX, |flag| flag.place);
            Some((place, option.flag.zip(self.flag_value_of_all(option)?).ok_or(option.key)))
        });
        let place = COLUMN_OPTIONS.iter().filter_map(|option| Some(option.flag?.place)).min();
        let of_columns = self.columns.iter().flat_map(|choice| {
            COLUMN_OPTIONS.iter().filter_map(move |option| {
                let (flag, text) = (option.flag?, option.flag_value(choice)?);
                let pair = text.map(|text| (flag, paired(&choice.name, &text))).ok_or(option.key);
                Some((place.unwrap_or_default(), pair))
            })
        });
        let mut all: Vec<_> = of_all.chain(of_columns).collect();
        all.sort_by_key(|(place, _)| *place);
        let mut out = Flags::default();
        for (_, flag) in all {
            match flag {
                // True and false are joined to their flag, which alone is true.
                Ok((Flag { word, shape: FlagShape::Switch, .. }, text)) => {
                    out.words.push(format!("--{word}={text}"))
                }
                Ok((Flag { word, .. }, text)) => out.words.extend(flag_words(word, &text)),
                Err(key) => out.left_out.push(key),
            }
        }
        out
    }

    /// Returns the value of a flag for all columns, also where it is set for each; as [`RecipeOption::flag_value`].
    fn flag_value_of_all(&self, option: &RecipeOption<Recipe>) -> Option<Option<String>> {
        let of_all = option.flag_value(self);
        let of_one = COLUMN_OPTIONS.iter().find(|of_one| of_one.key == option.key && of_one.flag.is_none());
        let Some(of_one) = of_one else { return of_all };
        let mut of_columns = self.columns.iter().filter_map(|choice| of_one.flag_value(choice));
        let Some(first) = of_columns.next() else { return of_all };
        // What is set for one column wins over what is set for all; a flag sets it for all.
        let same = of_all.is_none_or(|of_all| of_all == first) && of_columns.all(|other| other == first);
        Some(first.filter(|_| same))
    }
}

/// Returns a table as TOML, with escapes for characters that steer a terminal or cannot be seen.
pub fn to_text(table: &Toml) -> String {
    let mut text = table.to_string();
    let mut hidden = Vec::new();
    if let Ok(parsed) = DeTable::parse(&text) {
        let span = parsed.span();
        find_hidden(&Spanned::new(span, DeValue::Table(parsed.into_inner())), &mut hidden);
    }
    hidden.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    hidden.dedup();
    for (span, hidden) in hidden {
        text.replace_range(span, &escaped(&hidden));
    }
    text
}

/// Finds the keys and texts that have to be escaped, with their places.
fn find_hidden(value: &Spanned<DeValue<'_>>, found: &mut Vec<(Range<usize>, String)>) {
    let mut check = |text: &str, place| {
        // The writer of TOML escapes lines and tabs.
        if text.chars().any(|c| is_hidden(c) && !matches!(c, '\n' | '\t')) {
            found.push((place, text.to_owned()));
        }
    };
    match value.get_ref() {
        DeValue::String(text) => check(text, value.span()),
        DeValue::Array(values) => values.iter().for_each(|value| find_hidden(value, found)),
        DeValue::Table(table) => {
            table.keys().for_each(|key| check(key.get_ref(), key.span()));
            table.values().for_each(|value| find_hidden(value, found));
        }
        _ => {}
    }
}

fn escaped(text: &str) -> String {
    let escape = |c: char| match (c, u32::from(c)) {
        ('"' | '\\', _) => format!("\\{c}"),
        (c, code @ ..=0xffff) if is_hidden(c) => format!("\\u{code:04X}"),
        (c, code) if is_hidden(c) => format!("\\U{code:08X}"),
        _ => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::Value;

    #[test]
    fn numbers_need_no_quotes() {
        let text = "alpha = 0.5\nquery = { outlook = \"sunny\", temp = 66 }";
        let recipe = Recipe::from_toml(text, "r.toml").unwrap();
        assert_eq!(recipe.alpha.as_ref().unwrap().text(), "0.5");
        assert_eq!(recipe.query.as_ref().unwrap()[1], ("temp".into(), "66".into()));
        assert!(Recipe::from_toml("alpha = [1]", "r.toml").is_err());
        assert_eq!(Recipe::from_toml("seed = 1\nlower_case = 1", "r.toml").unwrap_err().line, Some(2));
    }

    #[test]
    fn hidden_characters_are_escaped_and_read_back_the_same() {
        let hostile = "a\u{1b}]52;\u{202e}\u{9b}\u{e0041}'\"\"\"\\u202e";
        let text = |text: &str| Value::String(text.to_owned());
        let inner = Toml::from_iter([
            (hostile.to_owned(), text(hostile)),
            ("plain \"key\"".to_owned(), text("two\nlines\tand 'quotes'")),
        ]);
        let table = Toml::from_iter([
            ("list".to_owned(), vec![text(hostile), inner.clone().into()].into()),
            ("feature".to_owned(), vec![inner.clone(), inner.clone()].into()),
            ("query".to_owned(), inner.into()),
        ]);
        let plain = Toml::from_iter([("a".to_owned(), text("two\nlines"))]);
        let text = to_text(&table);
        assert!(!text.chars().any(|c| c != '\n' && c != '\t' && is_hidden(c)), "{text}");
        assert_eq!(text.parse::<Toml>().unwrap(), table, "{text}");
        assert_eq!(to_text(&plain), plain.to_string());
    }
}
