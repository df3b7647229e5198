//! From an exercise file to an exercise: the data is read, the model fitted, and every step found in it.

use std::fs;
use std::path::Path;

use toml::{Spanned, Value};

use super::file::{Raw, RawStep, Text};
use super::{Exercise, Step};
use crate::model::{Case, Fitted, Study};
use crate::practice::Notation;
use crate::practice::check::Asked;
use crate::problem::Problem;
use crate::recipe::{Recipe, RecipeError};
use crate::table::{Source, read_text};
use crate::worked::{WorkedError, derive};

impl Exercise {
    /// Whether a text is an exercise and no recipe: it asks something.
    pub fn is_one(text: &str) -> bool {
        text.lines().any(|line| line.trim_start().starts_with("[[step]]"))
    }

    /// Opens an exercise file. Data and recipe that it names lie beside it.
    ///
    /// # Errors
    /// When the file or its data cannot be read, a key is unknown, or a step asks for what the model does not have.
    pub fn open(path: &Path) -> Result<Exercise, Problem> {
        let (text, _) = read_text(&Source::Path(path.to_path_buf()), LONGEST)?;
        Exercise::from_toml(&text, path)
    }

    /// The same from a text; the path says what lies beside it and names it in errors.
    ///
    /// # Errors
    /// As [`Exercise::open`].
    pub fn from_toml(text: &str, path: &Path) -> Result<Exercise, Problem> {
        let shown = path.to_string_lossy();
        let text = Text { path: &shown, text };
        let raw = text.raw()?;
        refuse(&raw, &text)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut recipe =
            raw.recipe.map(|recipe| read_recipe(recipe, &text, folder)).transpose()?.unwrap_or_default();
        if let Some(query) = raw.query {
            let cell = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            recipe.query = Some(query.iter().map(|(column, value)| (column.clone(), cell(value))).collect());
        }
        let data = raw.data.ok_or_else(|| {
            text.wrong(
                None,
                "the exercise names no data",
                "add data = \"weather.csv\", a path beside this file, or data = \"sample:weather\"",
            )
        })?;
        let source = match Source::from_arg(&data)? {
            Source::Path(own) => Source::Path(folder.join(own)),
            Source::Stdin => {
                return Err(text.wrong(
                    None,
                    "an exercise cannot read standard input",
                    "name a file or a sample",
                ));
            }
            other => other,
        };
        let file = if let Source::Path(file) = &source { Some(file.clone()) } else { None };
        let study = Study::open(source, recipe)?;
        let fitted = study.fitted.clone()?;
        let case = study.cases()?.into_iter().next();
        let notation = raw.notation.notation(&text)?;
        let steps: Result<Vec<Step>, Problem> = (1..)
            .zip(raw.step)
            .map(|(number, step)| found(number, step, &notation, (&fitted, case.as_ref()), &text))
            .collect();
        let steps = steps?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let id = raw.id.map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()).unwrap_or(stem);
        Ok(Exercise {
            title: raw.title.unwrap_or_else(|| id.clone()),
            id,
            path: path.to_path_buf(),
            data: file,
            study,
            fitted,
            case,
            steps,
            rules: raw.policy.rules(&text)?,
            notation,
        })
    }
}

/// Bytes of the longest exercise file that is read.
const LONGEST: u64 = 1 << 20;

fn refuse(raw: &Raw, text: &Text<'_>) -> Result<(), Problem> {
    if let Some(found) = raw.format.filter(|format| *format != 1) {
        let what = format!("this is exercise format {found}, and this program reads format 1");
        return Err(text.wrong(None, what, "write format = 1, or use a newer version of this program"));
    }
    if let Some(random) = &raw.random {
        let what = "exercises of random data ([random]) are not built yet";
        return Err(text.wrong(Some(random.span().start), what, "name a file: data = \"weather.csv\""));
    }
    if raw.step.is_empty() {
        let fix = "add a step: [[step]] and below it ask = \"P(Yes)\"";
        return Err(text.wrong(None, "the exercise asks nothing", fix));
    }
    Ok(())
}

fn read_recipe(value: Spanned<Value>, text: &Text<'_>, folder: &Path) -> Result<Recipe, Problem> {
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

/// An error of an inline recipe, at its line of this file: the key that is named stands below `[recipe]`.
fn in_recipe(error: RecipeError, text: &Text<'_>, at: usize) -> Problem {
    let named = error.to_string();
    let problem = Problem::from(error);
    let key = named.split('`').nth(1).map(str::to_owned);
    let rest = text.text.get(at..).unwrap_or_default();
    let below = key.and_then(|key| {
        let mut start = at;
        rest.split_inclusive('\n').find_map(|line| {
            let here = start;
            start += line.len();
            line.trim_start().starts_with(&key).then_some(here)
        })
    });
    let found = text.wrong(Some(below.unwrap_or(at)), problem.what, problem.fix);
    Problem { kind: problem.kind, ..found }
}

/// A step, found in the model.
fn found(
    number: usize,
    step: RawStep,
    notation: &Notation,
    (fitted, case): (&Fitted, Option<&Case>),
    text: &Text<'_>,
) -> Result<Step, Problem> {
    let written = step.ask.get_ref().trim();
    let label = notation.label(written);
    let at = Some(step.ask.span().start);
    let wrong = |error: WorkedError| {
        let problem = Problem::from(error);
        let what = format!("step {number}, “{label}”: {}", problem.what);
        Problem { kind: problem.kind, ..text.wrong(at, what, problem.fix) }
    };
    if let Some(base) = notation.other_base(written) {
        let what = format!("step {number}, “{label}”: the logarithms here are {}", notation.base().word());
        let fix = format!("write {}, or [notation] log = \"{}\"", notation.base().word(), base.word());
        return Err(text.wrong(at, what, fix));
    }
    let (asked, _) = Asked::find(fitted, &notation.natural(written)).map_err(wrong)?;
    if asked.is_about_case() && case.is_none() {
        let what = format!("step {number}, “{label}”, is about a case, and the exercise has none");
        return Err(text.wrong(at, what, "add query = { column = \"value\" }"));
    }
    if let Asked::Number(quantity) = &asked {
        derive(fitted, case.filter(|_| quantity.is_about_case()), quantity).map_err(wrong)?;
    }
    let marks = step.marks.unwrap_or(1.0);
    if !marks.is_finite() || marks < 0.0 {
        let what = format!("step {number}, “{label}”, is worth {marks} marks");
        return Err(text.wrong(at, what, "write a number that is 0 or more"));
    }
    let said = |(answer, said): (String, Value)| {
        let said = said.as_str().map_or_else(|| said.to_string(), str::to_owned);
        (answer, said)
    };
    Ok(Step {
        asked,
        marks,
        hints: step.hint,
        why: step.why,
        accept: step.accept,
        self_test: step.self_test.into_iter().map(said).collect(),
        label,
    })
}
