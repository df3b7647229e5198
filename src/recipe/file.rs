//! Recipes as TOML: read strictly, so that a misspelt key is an error and not a silent default; written completely.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde::Deserialize;
use toml::{Table as Toml, Value};

use super::chosen;
use super::visible::to_text;
use super::{ColumnChoice, ModelKind, Prior, Recipe, RecipeError, Written};
use crate::problem::Problem;
use crate::table::{Kind, Source, TableError, read_text};

/// The keys of a recipe file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    format: Option<i64>,
    target: Option<String>,
    model: Option<String>,
    covariance: Option<String>,
    alpha: Option<Value>,
    prior: Option<Value>,
    variance: Option<String>,
    var_smoothing: Option<Value>,
    ridge: Option<Value>,
    missing: Option<Vec<String>>,
    ragged: Option<String>,
    weight: Option<String>,
    convention: Option<String>,
    classes: Option<Vec<String>>,
    query: Option<Toml>,
    #[serde(default)]
    chosen: chosen::Raw,
    lower_case: Option<bool>,
    stop_words: Option<bool>,
    min_count: Option<u64>,
    split: Option<String>,
    seed: Option<u64>,
    ignore: Option<Vec<String>>,
    bins: Option<String>,
    event: Option<String>,
    vocabulary: Option<String>,
    #[serde(default)]
    feature: Vec<RawFeature>,
    /// What is said of columns without making them features.
    #[serde(default)]
    column: Vec<RawFeature>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFeature {
    name: String,
    kind: Option<String>,
    bins: Option<String>,
    one: Option<String>,
    event: Option<String>,
    vocabulary: Option<String>,
}

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
    pub fn from_toml(text: &str, path: &str) -> Result<Recipe, RecipeError> {
        let raw: Raw = toml::from_str(text).map_err(|error| RecipeError::BadFile {
            path: path.to_owned(),
            cause: error.message().to_owned(),
            line: error
                .span()
                .map(|span| 1 + text.get(..span.start).unwrap_or("").matches('\n').count() as u64),
        })?;
        if let Some(found) = raw.format.filter(|format| *format != 1) {
            return Err(RecipeError::Format { path: path.to_owned(), found });
        }
        let mut recipe = Recipe {
            target: raw.target,
            model: parsed(raw.model)?,
            covariance: parsed(raw.covariance)?,
            alpha: written(raw.alpha, "smoothing α")?,
            prior: raw.prior.map(prior).transpose()?,
            variance: parsed(raw.variance)?,
            var_smoothing: written(raw.var_smoothing, "variance smoothing ε")?,
            ridge: written(raw.ridge, "ridge")?,
            missing: raw.missing,
            ragged: parsed(raw.ragged)?,
            weight: raw.weight,
            convention: parsed(raw.convention)?,
            classes: raw.classes,
            query: raw
                .query
                .map(|query| query.into_iter().map(|(column, cell)| (column, scalar(&cell))).collect()),
            lower_case: raw.lower_case,
            stop_words: raw.stop_words,
            min_count: raw.min_count,
            split: parsed(raw.split)?,
            seed: raw.seed,
            ignore: raw.ignore.unwrap_or_default(),
            bins: parsed(raw.bins)?,
            event: parsed(raw.event)?,
            vocabulary: parsed(raw.vocabulary)?,
            chosen: raw.chosen.try_into()?,
            ..Recipe::default()
        };
        if !raw.feature.is_empty() {
            recipe.features = Some(raw.feature.iter().map(|feature| feature.name.clone()).collect());
        }
        // A file may name very many columns: each is looked up once.
        let mut places: HashMap<String, usize> = HashMap::new();
        for feature in raw.feature.into_iter().chain(raw.column) {
            let next = recipe.columns.len();
            let place = *places.entry(feature.name.clone()).or_insert(next);
            if place == next {
                recipe.columns.push(ColumnChoice { name: feature.name, ..ColumnChoice::default() });
            }
            let Some(choice) = recipe.columns.get_mut(place) else { continue };
            choice.kind = feature.kind.as_deref().map(kind).transpose()?;
            choice.bins = parsed(feature.bins)?;
            choice.one = feature.one;
            choice.event = parsed(feature.event)?;
            choice.vocabulary = parsed(feature.vocabulary)?;
        }
        Ok(recipe)
    }

    /// The recipe as TOML keys, in the order of the format's description.
    pub fn to_table(&self) -> Toml {
        let mut out = Toml::new();
        out.insert("format".into(), Value::Integer(1));
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                out.insert(key.into(), value);
            }
        };
        let text = |text: &str| Value::String(text.to_owned());
        let list = |texts: &Vec<String>| Value::Array(texts.iter().map(|t| text(t)).collect());
        put("target", self.target.as_deref().map(text));
        put("model", self.model.map(ModelKind::word).map(text));
        put("covariance", self.covariance.map(|c| text(c.word())));
        put("alpha", self.alpha.as_ref().map(|a| text(a.text())));
        put("prior", self.prior.as_ref().map(prior_value));
        put("variance", self.variance.map(|v| text(v.word())));
        put("var_smoothing", self.var_smoothing.as_ref().map(|s| text(s.text())));
        put("ridge", self.ridge.as_ref().map(|r| text(r.text())));
        put("missing", self.missing.as_ref().map(list));
        put("ragged", self.ragged.map(|r| text(r.word())));
        put("weight", self.weight.as_deref().map(text));
        put("convention", self.convention.map(|c| text(c.word())));
        put("classes", self.classes.as_ref().map(list));
        put("lower_case", self.lower_case.map(Value::Boolean));
        put("stop_words", self.stop_words.map(Value::Boolean));
        put("min_count", self.min_count.and_then(|n| i64::try_from(n).ok()).map(Value::Integer));
        put("split", self.split.as_ref().map(|s| text(&s.to_string())));
        put("seed", self.seed.and_then(|n| i64::try_from(n).ok()).map(Value::Integer));
        put("ignore", (!self.ignore.is_empty()).then(|| list(&self.ignore)));
        put("bins", self.bins.as_ref().map(|bins| text(&bins.to_string())));
        put("event", self.event.map(|event| text(event.word())));
        put("vocabulary", self.vocabulary.as_ref().map(|words| text(&words.to_string())));
        let query = |cells: &Vec<(String, String)>| {
            Value::Table(cells.iter().map(|(column, cell)| (column.clone(), text(cell))).collect())
        };
        put("query", self.query.as_ref().map(query));
        put("chosen", self.chosen.to_value());
        let choices: HashMap<&str, &ColumnChoice> =
            self.columns.iter().rev().map(|choice| (choice.name.as_str(), choice)).collect();
        let value = |name: &String| feature_value(name, choices.get(name.as_str()).copied());
        let features: Vec<Value> = self.features.iter().flatten().map(value).collect();
        put("feature", (!features.is_empty()).then_some(Value::Array(features)));
        let are_features: HashSet<&String> = self.features.iter().flatten().collect();
        let others = self.columns.iter().filter(|choice| !are_features.contains(&choice.name));
        let others: Vec<Value> = others.map(|choice| value(&choice.name)).collect();
        put("column", (!others.is_empty()).then_some(Value::Array(others)));
        out
    }

    /// The recipe as a TOML file.
    pub fn to_toml(&self) -> String {
        to_text(&self.to_table())
    }
}

/// What is said of a column.
fn feature_value(name: &str, choice: Option<&ColumnChoice>) -> Value {
    let mut out = Toml::new();
    let mut put = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            out.insert(key.into(), Value::String(value));
        }
    };
    put("name", Some(name.to_owned()));
    if let Some(choice) = choice {
        put("kind", choice.kind.map(|kind| kind.word().to_owned()));
        put("bins", choice.bins.as_ref().map(ToString::to_string));
        put("one", choice.one.clone());
        put("event", choice.event.map(|event| event.word().to_owned()));
        put("vocabulary", choice.vocabulary.as_ref().map(ToString::to_string));
    }
    Value::Table(out)
}

fn parsed<T: std::str::FromStr<Err = RecipeError>>(text: Option<String>) -> Result<Option<T>, RecipeError> {
    text.map(|text| text.parse()).transpose()
}

/// The kind a word names.
pub(crate) fn kind(word: &str) -> Result<Kind, RecipeError> {
    let kinds = [Kind::Numeric, Kind::Categorical, Kind::Binary, Kind::Text];
    kinds.into_iter().find(|kind| kind.word() == word.trim()).ok_or_else(|| RecipeError::UnknownWord {
        what: "kind of column",
        text: word.to_owned(),
        words: kinds.iter().map(|kind| kind.word()).collect(),
    })
}

fn written(value: Option<Value>, what: &'static str) -> Result<Option<Written>, RecipeError> {
    value.map(|value| Written::non_negative(&scalar(&value), what)).transpose()
}

fn scalar(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn prior(value: Value) -> Result<Prior, RecipeError> {
    match value {
        Value::Table(table) => {
            Prior::given(table.into_iter().map(|(class, value)| (class, scalar(&value))).collect())
        }
        other => scalar(&other).parse(),
    }
}

fn prior_value(prior: &Prior) -> Value {
    match prior {
        Prior::Given(values) => {
            let entry =
                |(class, value): &(String, Written)| (class.clone(), Value::String(value.text().to_owned()));
            Value::Table(values.iter().map(entry).collect())
        }
        other => Value::String(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &str = r#"
format = 1
target = "play"
model = "mixed"
alpha = 0.5
prior = { yes = "0.6", no = "0.4" }
missing = ["", "?"]
min_count = 2
split = "folds:10"
query = { outlook = "sunny", temp = 66 }

[[feature]]
name = "area"
kind = "numeric"
bins = "cuts:400,800"
[[feature]]
name = "message"
kind = "text"
vocabulary = "all-rows"
"#;

    #[test]
    fn a_file_that_is_written_reads_back_the_same() {
        let recipe = Recipe::from_toml(FULL, "r.toml").unwrap();
        assert_eq!(recipe.alpha.as_ref().unwrap().text(), "0.5");
        assert_eq!(recipe.query.as_ref().unwrap()[1], ("temp".into(), "66".into()));
        let again = Recipe::from_toml(&recipe.to_toml(), "r.toml").unwrap();
        assert_eq!(recipe, again);
    }

    #[test]
    fn a_misspelt_key_is_an_error_with_its_line() {
        let error = Recipe::from_toml("format = 1\nalfa = \"1\"\n", "r.toml").unwrap_err();
        let RecipeError::BadFile { line, cause, .. } = error else { panic!("{error}") };
        assert_eq!(line, Some(2));
        assert!(cause.contains("alfa"), "{cause}");
        assert!(Recipe::from_toml("format = 2", "r.toml").is_err());
        assert!(Recipe::from_toml("alpha = \"-1\"", "r.toml").is_err());
        assert!(Recipe::from_toml("alpha = [1]", "r.toml").is_err());
    }
}
