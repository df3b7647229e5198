//! Exercises: a data set, a case and a list of questions, from a TOML file. The right answers are computed.

mod file;
mod open;
mod random;
mod words;

pub use file::{Outline, Reveal, Rules, Unreduced, tidy};
pub use open::ExerciseFile;
pub use random::Random;
pub use words::{Words, author, data_path, few_enough, out_of_reach, questions, random_table};

use super::course::beside;
use super::grader::{Asked, Checked, Grader, check};
use super::mark::{Key, as_counted};
use super::mistakes;
use super::read::Answer;
use crate::math::{Name, Quantity};
use crate::model::{Case, CaseCell, CaseValue, Factor, Fitted, Study};
use crate::problem::{Problem, nearest};
use crate::recipe::{Recipe, recipe_text};
use crate::table::{Source, TableError};
use crate::text::{is_hidden, shown};
use crate::worked::{Context, Evaluator, WorkedError, derive};
use file::{Raw, Text};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::{Spanned, Value};

#[derive(Clone, Debug)]
pub struct Exercise {
    pub id: String,
    pub title: String,
    pub words: Words,
    pub path: PathBuf,
    pub reach: Reach,
    /// The file of its data, or of their pattern; `None` for a sample.
    pub data: Option<PathBuf>,
    pub study: Study,
    pub fitted: Arc<Fitted>,
    pub case: Option<Case>,
    pub steps: Vec<Step>,
    pub rules: Rules,
    pub seed: Option<u64>,
    pub random: Option<Arc<Random>>,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub asked: Asked,
    pub label: String,
    pub text: Option<String>,
    pub marks: f64,
    pub hints: Vec<String>,
    pub why: Option<String>,
    /// The answer to `why`; if missing, the reason for the formula is shown.
    pub because: Option<String>,
    pub accept: Vec<String>,
}

impl Exercise {
    pub(super) fn context(&self) -> Context<'_> {
        Context { fitted: &self.fitted, case: self.case.as_ref() }
    }

    pub fn key(&self, step: &Step) -> Result<Option<Key>, WorkedError> {
        let Asked::Number(quantity) = &step.asked else { return Ok(None) };
        let mut key = Key::of(&self.fitted, self.case.as_ref(), quantity)?;
        self.keep_diagnosed(&mut key);
        key.accept.clone_from(&step.accept);
        key.policy.clone_from(&self.rules);
        Ok(Some(key))
    }

    /// The key of a step without explanations, to try many tables; `None` if it asks for a name.
    fn numbers(&self, step: &Step) -> Result<Option<Key>, WorkedError> {
        let Asked::Number(quantity) = &step.asked else { return Ok(None) };
        let truth = Evaluator::new(self.context(), Vec::new()).value(quantity)?;
        let mut key = Key::plain("", truth, false);
        (key.mistakes, key.ways, _) = mistakes::all(&self.fitted, self.case.as_ref(), quantity, false);
        self.keep_diagnosed(&mut key);
        Ok(Some(key))
    }

    fn keep_diagnosed(&self, key: &mut Key) {
        key.mistakes.retain(|mistake| self.rules.looks_for(mistake.tag));
        key.ways.retain(|(tag, _)| self.rules.looks_for(tag));
        key.made.retain(|made| self.rules.looks_for(made.tag));
    }

    pub fn keys(&self) -> Result<Vec<Option<Key>>, WorkedError> {
        self.steps.iter().map(|step| self.key(step)).collect()
    }

    /// Only the right values of the steps, as counted: for the keys of very many tables.
    pub fn right_values(&self) -> Result<Vec<Option<Key>>, WorkedError> {
        let right = |step: &Step| {
            let Asked::Number(quantity) = &step.asked else { return Ok(None) };
            let steps = derive(&self.fitted, self.case.as_ref(), quantity)?;
            let last = steps.last();
            let mut key = Key::plain(step.label.as_str(), last.and_then(|step| step.value.clone()), false);
            key.counted = last.and_then(|step| as_counted(&step.shown));
            Ok(Some(key))
        };
        self.steps.iter().map(right).collect()
    }

    pub(super) fn grader<'a>(&'a self, step: &'a Step, line: usize, key: Option<&'a Key>) -> Grader<'a> {
        Grader { context: self.context(), line, asked: &step.asked, key, rules: &self.rules }
    }

    pub fn heading(&self) -> String {
        match &self.words.course {
            Some(course) => format!("{course}: {}", self.title),
            None => self.title.clone(),
        }
    }

    pub fn step(&self, asked: &Asked) -> Option<&Step> {
        self.steps.iter().find(|step| step.asked == *asked)
    }

    /// Checks a single answer. An answer to none of the steps is checked without the rules of the exercise.
    pub fn check(&self, asked: &Asked, answer: Answer) -> Result<Checked, WorkedError> {
        let Some(step) = self.step(asked) else {
            return check(&self.fitted, self.case.as_ref(), asked, answer);
        };
        self.check_with(step, self.key(step)?.as_ref(), answer)
    }

    pub fn check_with(&self, step: &Step, key: Option<&Key>, answer: Answer) -> Result<Checked, WorkedError> {
        self.grader(step, 1, key).grade(answer, &[])
    }

    /// The predicted class of each row; `None` if no step is about evaluation, or if another file has the test rows.
    pub fn predicted_names(&self) -> Option<Vec<String>> {
        let is_asked = |step: &Step| step.asked.number().is_some_and(Quantity::is_about_evaluation);
        self.steps.iter().any(is_asked).then(|| self.fitted.predicted_names()).flatten()
    }

    pub fn unseen(&self) -> Vec<String> {
        self.case.as_ref().map(|case| unseen(&self.fitted, case)).unwrap_or_default()
    }

    pub fn seed_note(&self) -> Option<String> {
        let (seed, random) = (self.seed?, self.random.as_ref()?);
        let listed = random.seeds.is_empty() || random.seeds.contains(&seed);
        (!listed).then(|| format!("seed {seed} is not one of the seeds that {} lists", self.id))
    }
}

/// The significant figures in which values are compared: those of the exercise, but at least two.
pub fn figures_of(exercise: &Exercise) -> usize {
    exercise.rules.figures.max(2)
}

/// One sentence for each value of a case that no training row has, such as a misspelt value.
pub fn unseen(fitted: &Fitted, case: &Case) -> Vec<String> {
    let cells = case.cells.iter().zip(fitted.factors()).filter(|(cell, _)| cell.value == CaseValue::Unseen);
    let sentence = |(cell, factor): (&CaseCell, &Factor)| {
        let (name, value) = (&factor.name, shown(&cell.text));
        let near = nearest(&cell.text, factor.values().iter().map(Name::as_str));
        let near = near.map(|near| format!(" Did you mean {}?", Name::new(near))).unwrap_or_default();
        let what = format!("{name} is “{value}” in the case x, but no row has this value");
        format!("{what}, so {name} has no factor.{near}")
    };
    cells.map(sentence).collect()
}

impl Step {
    /// A short label: without the feature, if the label is the full name of a quantity.
    pub fn short(&self) -> String {
        match &self.asked {
            Asked::Number(quantity) if self.label == quantity.to_string() => quantity.short(),
            _ => self.label.clone(),
        }
    }
}

const ID: usize = 100;

/// Checks the id of an exercise: it must fit on one line of a sheet, where `#` begins a comment.
fn named(id: &Spanned<String>, text: &Text) -> Result<String, Problem> {
    let word = id.get_ref().trim();
    let odd = word.chars().find(|c| *c == '#' || is_hidden(*c) || c.is_control());
    let why = match odd {
        Some(c) => {
            let sort = if c == '#' { "sign" } else { "character" };
            let (word, c) = (shown(word), c.to_string());
            format!("the id “{word}” has the {sort} {}, which is not allowed on an answer sheet", shown(&c))
        }
        None if word.chars().count() > ID => format!("the id has more than {ID} characters"),
        None => return Ok(word.to_owned()),
    };
    Err(text.wrong_at(id, why, "write a short word such as id = \"weather-sunny\""))
}

const DATA: &str = "add data = \"weather.csv\", a path beside this file, or data = \"sample:weather\"";

fn source(raw: &Raw, text: &Text, folder: &Path, reach: Reach) -> Result<Source, Problem> {
    let at = || raw.random.as_ref().map(|random| random.span().start);
    let data = raw.data.as_ref().ok_or_else(|| text.wrong(at(), "the exercise names no data", DATA))?;
    let named = data.get_ref().trim();
    if named.is_empty() {
        return Err(text.wrong_at(data, "the exercise names no data: data is empty", DATA));
    }
    let unknown = |error: TableError| {
        let Problem { kind, what, fix, .. } = Problem::from(error);
        Problem { kind, ..text.wrong_at(data, what, fix) }
    };
    let own = match Source::from_arg(named).map_err(unknown)? {
        Source::Path(own) => own,
        Source::Stdin => {
            let what = "an exercise cannot read standard input";
            return Err(text.wrong_at(data, what, "name a file or a sample"));
        }
        other => return Ok(other),
    };
    if let Some(embedded) = beside(&text.path, &own) {
        return Ok(embedded);
    }
    let path = folder.join(&own);
    let refused = |why: &str, fix: &str| Problem {
        kind: "no_data",
        ..text.wrong_at(data, format!("its data cannot be read: {why}"), fix)
    };
    if path.is_file() {
        reach.allows(&path, folder).map_err(|why| refused(&why, Reach::FIX))?;
        return Ok(Source::Path(path));
    }
    let file = shown(&path.to_string_lossy()).into_owned();
    let why =
        if path.exists() { format!("{file} is not a file") } else { format!("there is no file {file}") };
    let fix = "correct data: it is a path from the folder of this file. Or put the CSV there";
    Err(refused(&why, fix))
}

fn read_recipe(value: Spanned<Value>, text: &Text, folder: &Path, reach: Reach) -> Result<Recipe, Problem> {
    let at = value.span().start;
    let wrong = |what: String, fix: &str| text.wrong(Some(at), what, fix);
    let allowed = |path: &Path, what: &str| {
        reach.allows(path, folder).map_err(|why| wrong(format!("{what} cannot be read: {why}"), Reach::FIX))
    };
    let recipe = match value.into_inner() {
        Value::String(name) => {
            let path = folder.join(&name);
            allowed(&path, "its recipe")?;
            let read = recipe_text(&path).map_err(|error| {
                let fix =
                    "correct recipe: it is a path from the folder of this file. Or write [recipe] and its keys";
                wrong(format!("its recipe cannot be read: {error}"), fix)
            })?;
            let beside = path.parent().unwrap_or(folder);
            Recipe::from_toml(&read, &path.to_string_lossy())?.in_folder(beside)
        }
        Value::Table(table) => Recipe::from_toml(&table.to_string(), &text.path)
            .map_err(|error| in_recipe(error, text, at))?
            .in_folder(folder),
        _ => {
            let what = "the recipe is neither a table nor the name of a file".to_owned();
            return Err(wrong(what, "write [recipe] and its keys below it"));
        }
    };
    recipe.files().iter().try_for_each(|path| allowed(path, "a file that its recipe names"))?;
    Ok(recipe)
}

/// Moves an error of an inline recipe to its line of this file, the one with the key or value below `[recipe]`.
fn in_recipe(problem: Problem, text: &Text, at: usize) -> Problem {
    let Problem { kind, what, fix, value, .. } = problem;
    let key = what.split('`').nth(1);
    let is_named = |line: &str| match (key, &value) {
        (Some(key), _) => line.trim_start().starts_with(key),
        (None, Some(value)) => line.split_once('=').is_some_and(|(_, cell)| cell.contains(value.as_str())),
        (None, None) => false,
    };
    let line = text.line_from(at, is_named).unwrap_or(at);
    let (what, fix) = match what.strip_prefix(&format!("{} is not a recipe: ", text.path)) {
        Some(cause) => {
            let (cause, fix) = file::explain_cause(cause);
            (format!("[recipe] cannot be read: {cause}"), fix)
        }
        None => (what, fix),
    };
    Problem { kind, ..text.wrong(Some(line), what, as_keys(fix)) }
}

/// Moves an error about the data to the line of the recipe that names the column, else to the first line of the recipe.
fn on_data(problem: Problem, text: &Text, recipe: Option<usize>) -> Problem {
    let Some(at) = recipe.filter(|_| problem.place.is_none() && problem.line.is_none()) else {
        return Problem { place: problem.place.or(Some(text.path.clone())), ..problem };
    };
    let names = [&problem.column, &problem.feature].into_iter().flatten();
    let names: Vec<String> = names.map(|name| Value::String(name.clone()).to_string()).collect();
    let line = text.line_from(at, |line| names.iter().any(|name| line.contains(name.as_str())));
    let place = text.wrong(Some(line.unwrap_or(at)), "", "");
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

/// Where the data, the recipe, a dictionary and a test file of an exercise may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    #[default]
    Beside,
    Anywhere,
}

impl Reach {
    const FIX: &str =
        "pass --outside if you trust the exercise, or put a copy into the folder of the exercise";

    fn allows(self, file: &Path, folder: &Path) -> Result<(), String> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let named = shown(&file.to_string_lossy()).into_owned();
        match (self, fs::canonicalize(file), fs::canonicalize(folder)) {
            (Reach::Anywhere, ..) => Ok(()),
            (_, Ok(file), Ok(folder)) if file.starts_with(&folder) => Ok(()),
            (_, Ok(_), Ok(_)) => Err(format!("{named} is outside the folder of the exercise")),
            _ => Err(format!("there is no file {named}")),
        }
    }
}
