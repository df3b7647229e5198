//! The texts of an exercise (course, introduction, deadline, labels of steps), and exercises written from a model.

use super::file::{Raw, Text};
use crate::math::Quantity;
use crate::model::{Case, Fitted, Study};
use crate::practice::asked::decision;
use crate::practice::parameters::{self, BY_HAND};
use crate::practice::{Asked, problem};
use crate::problem::Problem;
use crate::recipe::to_text;
use crate::text::{grouped, is_hidden, shown};
use crate::worked::{Context, goals};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use toml::{Spanned, Table as Toml, Value};

const LONGEST: usize = 10_000;

const LINE: usize = 500;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    pub course: Option<String>,
    pub intro: Vec<String>,
    /// When answers must be handed in, as written.
    pub deadline: Option<String>,
    pub reminders: bool,
}

impl Words {
    pub(super) fn of(raw: &Raw, text: &Text) -> Result<Words, Problem> {
        if let Some(title) = &raw.title {
            line(title, "title", text)?;
        }
        Ok(Words {
            course: raw.course.as_ref().map(|course| line(course, "course", text)).transpose()?,
            intro: raw.intro.as_ref().map(|intro| paragraphs(intro, text)).transpose()?.unwrap_or_default(),
            deadline: raw.deadline.as_ref().map(|deadline| day(deadline, text)).transpose()?,
            reminders: raw.reminders.unwrap_or(true),
        })
    }
}

pub(super) fn line(written: &Spanned<String>, key: &str, text: &Text) -> Result<String, Problem> {
    let found = written.get_ref().split_whitespace().collect::<Vec<_>>().join(" ");
    if found.is_empty() {
        let fix = format!("write a text, or leave {key} out");
        return Err(text.wrong_at(written, format!("{key} is empty"), fix));
    }
    // A title may come from a file name, and is always shown safely.
    if key != "title" {
        refuse_hidden(&found, written, key, text)?;
    }
    if found.chars().count() > LINE {
        let what = format!("{key} has more than {LINE} characters");
        return Err(text.wrong_at(written, what, "shorten it, or move the text to intro"));
    }
    Ok(found)
}

fn paragraphs(written: &Spanned<String>, text: &Text) -> Result<Vec<String>, Problem> {
    let whole = written.get_ref().replace("\r\n", "\n");
    if whole.chars().count() > LONGEST {
        let what = format!("intro has more than {LONGEST} characters");
        return Err(text.wrong_at(written, what, "shorten it: it is printed on every sheet"));
    }
    refuse_hidden(&whole, written, "intro", text)?;
    let joined = |lines: &[&str]| lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let lines: Vec<&str> = whole.lines().collect();
    let all = lines.split(|line| line.trim().is_empty()).map(joined).filter(|text| !text.is_empty());
    Ok(all.collect())
}

fn refuse_hidden(found: &str, written: &Spanned<String>, key: &str, text: &Text) -> Result<(), Problem> {
    match found.chars().find(|c| is_hidden(*c) && !matches!(c, '\n' | '\t')) {
        None => Ok(()),
        Some(c) => {
            let what = format!("{key} has the invisible character {}", shown(&c.to_string()));
            Err(text.wrong_at(written, what, "remove it"))
        }
    }
}

fn day(written: &Spanned<Value>, text: &Text) -> Result<String, Problem> {
    let day = match written.get_ref() {
        Value::Datetime(day) => day.to_string().replace('T', " "),
        Value::String(day) => day.clone(),
        other => {
            let what = format!("the deadline {other} is not a date");
            return Err(text.wrong_at(written, what, "write deadline = 2026-11-30, or a text in quotes"));
        }
    };
    line(&Spanned::new(written.span(), day), "deadline", text)
}

/// The most factors of a case that are asked for; of a longer document, the first.
const FACTORS: usize = 12;

/// The questions that lead to the decision on a case: priors, parameters and factors, scores, posteriors, and the
/// class. Without a case, the priors.
pub fn questions(fitted: &Fitted, case: Option<&Case>) -> Vec<Asked> {
    let classes = &fitted.classes;
    let mut all: Vec<Quantity> = classes.iter().map(Quantity::prior).collect();
    let Some(case) = case else { return all.into_iter().map(Asked::Number).collect() };
    let terms = Context { fitted, case: Some(case) }.terms().unwrap_or_default();
    all.extend(parameters::together(fitted));
    for class in classes {
        for factor in terms.iter().take(FACTORS).map(|term| term.quantity(class)) {
            all.extend(parameters::behind(fitted, &factor, class));
            all.push(factor);
        }
    }
    all.extend(classes.iter().map(Quantity::score));
    all.extend(goals(fitted));
    let mut seen = HashSet::new();
    let once = all.into_iter().filter(|quantity| seen.insert(quantity.clone()));
    let mut asked: Vec<Asked> = once.map(Asked::Number).chain([Asked::Class]).collect();
    asked.extend(decision(fitted, case));
    asked
}

/// The most steps of an exercise: all are computed when it is opened, and answered by a person.
pub(super) const STEPS: usize = 500;

pub fn few_enough(asked: &[Asked]) -> Result<(), Problem> {
    if asked.len() <= STEPS {
        return Ok(());
    }
    let steps = grouped(asked.len() as u64);
    let what = format!("an exercise has at most {STEPS} steps, but this one would have {steps}");
    let fix = "pass --ask \"P(Yes)\" and the like to ask for some of them, or --target to choose a class with fewer values";
    Err(problem("too_large", what, fix))
}

/// An exercise as TOML; `data` is written into the file as given.
pub fn author(
    id: &str,
    data: &str,
    study: &Study,
    fitted: &Fitted,
    case: Option<&Case>,
    asked: &[Asked],
) -> String {
    let mut out = Toml::new();
    let mut put = |key: &str, value: Value| out.insert(key.to_owned(), value);
    put("format", Value::Integer(1));
    put("id", id.into());
    put("title", format!("The posterior of a case of {}", study.source.label()).into());
    put("data", data.into());
    if let Some(case) = case {
        let cells = case.written(fitted).into_iter().map(|(column, cell)| (column, Value::String(cell)));
        put("query", Value::Table(cells.collect()));
    }
    // Automatic choices are written down, too, so that the exercise never changes.
    let mut table = fitted.data.resolved.recipe.to_table();
    for key in ["format", "chosen", "query", "split", "seed"] {
        table.remove(key);
    }
    put("recipe", Value::Table(table));
    let step = |asked: &Asked| Value::Table(Toml::from_iter([("ask".to_owned(), asked.name().into())]));
    put("step", Value::Array(asked.iter().map(step).collect()));
    to_text(&out)
}

/// The table `[random]` for an exercise whose data are the pattern: about as many rows, few enough for work by hand,
/// and enough for two rows of each class and for every value to occur.
pub fn random_table(fitted: &Fitted) -> String {
    let values = fitted.factors().iter().filter(|factor| !factor.is_number() && !factor.is_words());
    let values = values.map(|factor| factor.values().len()).max().unwrap_or(0);
    let least = values.max(2 * fitted.classes.len());
    let rows = usize::try_from(fitted.table_rows()).unwrap_or(BY_HAND);
    let most = (rows + 2).min(BY_HAND).max(least);
    format!(
        "\n# The data above are the pattern: each seed draws similar data.\n\
         [random]\nrows = [{}, {most}]\n",
        rows.saturating_sub(2).min(most.saturating_sub(4)).max(least)
    )
}

/// The warning about data that the exercise cannot open; `data` is a path as [`data_path`] returns it.
pub fn out_of_reach(data: &str) -> Option<&'static str> {
    let warning = "Its data are outside its folder: it opens only with --outside";
    Path::new(data).is_absolute().then_some(warning)
}

/// The path of the data as written into an exercise: relative if they are in its folder or below, else absolute.
pub fn data_path(data: &str, output: Option<&Path>) -> String {
    let Some(output) = output.filter(|_| !data.starts_with("sample:")) else { return data.to_owned() };
    let whole =
        |path: &Path| fs::canonicalize(if path.as_os_str().is_empty() { Path::new(".") } else { path }).ok();
    let folder = output.parent().and_then(whole);
    let Some(file) = whole(Path::new(data)) else { return data.to_owned() };
    let below = folder.as_deref().and_then(|folder| file.strip_prefix(folder).ok());
    below.unwrap_or(&file).to_string_lossy().into_owned()
}
