//! What an exercise names: itself, for answer sheets, its data and its recipe. It is often a stranger's, and what it names is read
//! and shown: so it reaches no further than who opens it has said.

use super::file;
use super::file::{Raw, Text};
use crate::practice::course::beside;
use crate::problem::Problem;
use crate::recipe::{Recipe, recipe_text};
use crate::table::{Source, TableError};
use crate::text::{is_hidden, shown};
use std::fs;
use std::path::Path;
use toml::{Spanned, Value};

/// Characters of the longest word that sheets name an exercise by.
const ID: usize = 100;

/// The word that sheets name an exercise by: a sheet has one line for it, and `#` begins a remark there.
pub(super) fn named(id: &Spanned<String>, text: &Text<'_>) -> Result<String, Problem> {
    let word = id.get_ref().trim();
    let odd = word.chars().find(|c| *c == '#' || is_hidden(*c) || c.is_control());
    let why = match odd {
        Some(c) => {
            format!("the id “{}” has {}, which no line of an answer sheet can hold", shown(word), sign(c))
        }
        None if word.chars().count() > ID => format!("the id has more than {ID} characters"),
        None => return Ok(word.to_owned()),
    };
    Err(text.wrong(Some(id.span().start), why, "write a short word such as id = \"weather-sunny\""))
}

fn sign(c: char) -> String {
    if c == '#' { "the sign #".to_owned() } else { format!("the character {}", shown(&c.to_string())) }
}

const DATA: &str = "add data = \"weather.csv\", a path beside this file, or data = \"sample:weather\"";

/// Where the data or their pattern come from; `None` where the file itself lists the columns.
pub(super) fn source(
    raw: &Raw,
    text: &Text<'_>,
    (folder, reach): (&Path, Reach),
) -> Result<Option<Source>, Problem> {
    let listed = raw.random.as_ref().and_then(|random| random.get_ref().columns.as_ref());
    let Some(data) = &raw.data else {
        if listed.is_some() {
            return Ok(None);
        }
        return Err(text.wrong(
            raw.random.as_ref().map(|random| random.span().start),
            "the exercise names no data",
            DATA,
        ));
    };
    if let Some(columns) = listed {
        let what = "the exercise names data and lists columns, and only one of them can be the pattern";
        return Err(text.wrong(Some(columns.span().start), what, "leave out data, or [random.columns]"));
    }
    let at = Some(data.span().start);
    let named = data.get_ref().trim();
    if named.is_empty() {
        return Err(text.wrong(at, "the exercise names no data: data is empty", DATA));
    }
    let unknown = |error: TableError| {
        let problem = Problem::from(error);
        Problem { kind: problem.kind, ..text.wrong(at, problem.what, problem.fix) }
    };
    match Source::from_arg(named).map_err(unknown)? {
        Source::Path(own) => {
            if let Some(embedded) = beside(text.path, &own) {
                return Ok(Some(embedded));
            }
            let path = folder.join(&own);
            let refused = |why: &str, fix: &str| {
                let what = format!("its data cannot be read: {why}");
                Problem { kind: "no_data", ..text.wrong(at, what, fix) }
            };
            if path.is_file() {
                reach.allows(&path, folder).map_err(|why| refused(&why, Reach::FIX))?;
                return Ok(Some(Source::Path(path)));
            }
            let file = shown(&path.to_string_lossy()).into_owned();
            let why =
                if path.exists() { format!("{file} is no file") } else { format!("there is no file {file}") };
            Err(refused(&why, "correct data, a path from the folder of this file, or put the CSV there"))
        }
        Source::Stdin => {
            Err(text.wrong(at, "an exercise cannot read standard input", "name a file or a sample"))
        }
        other => Ok(Some(other)),
    }
}

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
fn in_recipe(problem: Problem, text: &Text<'_>, at: usize) -> Problem {
    let named = problem.what.clone();
    let value = problem.value;
    let cause = named.strip_prefix(&format!("{} is not a recipe: ", text.path)).map(file::told);
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

fn as_keys(fix: String) -> String {
    if !fix.contains("--") {
        return fix;
    }
    let fix = fix.trim_end_matches('.');
    format!(
        "{fix}. In an exercise these are keys of [recipe], such as model = \"mixed\" and ignore = [\"id\"]"
    )
}

/// How far an exercise reaches for its data, its recipe, a dictionary and a test file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    #[default]
    Beside,
    Anywhere,
}

impl Reach {
    /// What is done about a file out of reach.
    pub(super) const FIX: &str = "put a copy beside the exercise or below it; or, if you trust the exercise, add --outside to the command";

    /// Whether a file may be read that an exercise in a folder names; links are followed first.
    pub(super) fn allows(self, file: &Path, folder: &Path) -> Result<(), String> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let named = shown(&file.to_string_lossy()).into_owned();
        match (self, fs::canonicalize(file), fs::canonicalize(folder)) {
            (Reach::Anywhere, ..) => Ok(()),
            (_, Ok(file), Ok(folder)) if file.starts_with(&folder) => Ok(()),
            (_, Ok(_), Ok(_)) => Err(format!("{named} is neither beside the exercise nor below it")),
            _ => Err(format!("there is no file {named}")),
        }
    }
}
