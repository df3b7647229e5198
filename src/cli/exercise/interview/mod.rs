//! `posterior exercise new` without data: the exercise, asked for line by line.

mod ask;
mod case;
mod steps;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::ask::{Terminal, reason};
use super::super::output::{self, Outcome};
use super::one;
use crate::model::{Fitted, Study};
use crate::practice::{author, data_path, out_of_reach, with_title};
use crate::problem::Problem;
use crate::recipe::{Recipe, Written, model_words};
use crate::table::{FilesRead, Kind, Source};

/// Values of a column that are listed.
const VALUES: usize = 12;

/// What was asked for.
struct Draft {
    path: PathBuf,
    data: String,
    text: String,
    over: bool,
}

/// Asks on standard input and output, writes the exercise, and says what to do next.
pub(super) fn run(data: &str, recipe: &Recipe, asked_for: bool) -> Outcome {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if !asked_for && !is_terminal {
        return Err(Problem::usage(
            "there are no data, and no terminal to ask for them",
            "name them: posterior exercise new weather.csv --query \"Weather=Sunny\"; or answer the questions from a \
             file: --interactive < answers.txt",
        ));
    }
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    interview(&mut input, &mut out, data, recipe)
}

/// The whole talk, on any reader and writer. Nothing is written before the last answer.
fn interview(input: &mut dyn BufRead, out: &mut dyn Write, data: &str, recipe: &Recipe) -> Outcome {
    let mut terminal = Terminal { input, out };
    terminal.say("Enter takes what stands in brackets. Ctrl+C leaves, and nothing is written.")?;
    let draft = drafted(&mut terminal, data, recipe)?;
    output::save(&draft.text, &draft.path, draft.over)?;
    let file = draft.path.to_string_lossy();
    terminal.say("")?;
    terminal.say(&format!("Written: {file}"))?;
    out_of_reach(&draft.data).map_or(Ok(()), |said| terminal.say(&format!("{said}.")))?;
    terminal.say("")?;
    for line in one::lint_of(&draft.path)?.lines() {
        terminal.say(line)?;
    }
    terminal.say("")?;
    terminal.say("Next:")?;
    let named = crate::recipe::quoted(&file);
    for next in [
        format!("posterior practice {named}"),
        format!("posterior exercise print {named} --key key.md --output sheet.md"),
        format!("posterior exercise sheet {named} --output answers.txt"),
        format!("posterior mark answers.txt --exercise {named} --watch"),
    ] {
        terminal.say(&format!("  {next}"))?;
    }
    Ok(())
}

fn drafted(terminal: &mut Terminal<'_>, data: &str, recipe: &Recipe) -> Result<Draft, Problem> {
    let default = if data.is_empty() { "sample:weather" } else { data };
    let (data, study) = terminal.ask("Data, a CSV file or a sample", default, |typed| {
        let source = Source::from_arg(typed).map_err(|error| reason(crate::model::OpenError::from(error)))?;
        if matches!(source, Source::Stdin) {
            return Err("The answers come from there. Name a file or a sample.".into());
        }
        Study::open(source, recipe.clone()).map(|study| (typed.to_owned(), study)).map_err(reason)
    })?;
    columns(terminal, &study)?;
    let study = target(terminal, &study)?;
    let (study, fitted) = model(terminal, &study)?;
    let (study, fitted) = smoothing(terminal, study, fitted)?;
    let case = case::ask(terminal, &study, &fitted)?;
    let asked = steps::ask(terminal, &fitted, &case)?;
    let usual = format!("The posterior of a case of {}", study.source.label());
    let title = terminal.ask("Title", &usual, |typed| Ok(typed.to_owned()))?;
    let label = study.source.label();
    let stem =
        Path::new(label.trim_start_matches("sample:")).file_stem().unwrap_or_default().to_string_lossy();
    let id = terminal.ask("The word that answer sheets name it by", &stem, |typed| {
        let plain = !typed.chars().any(|c| c.is_whitespace() || c == '#');
        plain.then(|| typed.to_owned()).ok_or_else(|| "One word, without blanks and #.".to_owned())
    })?;
    let read = study.source.file().into_iter().chain(study.recipe.files()).collect();
    let (path, over) = file(terminal, &id, &read)?;
    let data = data_path(&data, Some(&path));
    let text = author(&id, &data, &study, &fitted, Some(&case), &asked);
    Ok(Draft { path, data, text: with_title(&text, &title), over })
}

/// A value in a list of values: one with a comma stands in quotes.
fn apart(value: &str) -> String {
    if value.contains(',') { format!("“{value}”") } else { value.to_owned() }
}

/// Lists the columns, with values where they are few.
fn columns(terminal: &mut Terminal<'_>, study: &Study) -> Result<(), Problem> {
    let table = &study.loaded.table;
    terminal.say(&format!("{} rows. The columns:", table.rows()))?;
    for column in table.columns() {
        let names = column.dictionary.names();
        let values: Vec<String> = names.iter().take(VALUES).map(|name| apart(name.as_str())).collect();
        let more = if names.len() > VALUES { ", …" } else { "" };
        let values = match column.kind {
            Kind::Categorical | Kind::Binary => format!(": {}{more}", values.join(", ")),
            Kind::Numeric | Kind::Text => String::new(),
        };
        terminal.say(&format!("  {} ({}){values}", column.name, column.kind.word()))?;
    }
    Ok(())
}

fn target(terminal: &mut Terminal<'_>, study: &Study) -> Result<Study, Problem> {
    let columns = study.loaded.table.columns();
    let names: Vec<String> = columns.iter().map(|column| column.name.as_str().to_owned()).collect();
    let default = study.target().and_then(|at| names.get(at)).cloned().unwrap_or_default();
    terminal.ask("The column that holds the class", &default, |typed| {
        let name = matching(&names, typed)
            .ok_or_else(|| format!("There is no column “{typed}”; the columns are {}.", names.join(", ")))?;
        let recipe = Recipe { target: Some(name.to_owned()), ..study.recipe.clone() };
        study.with_recipe(recipe).map_err(reason)
    })
}

/// The name that is meant: exactly, or without case.
fn matching<'a>(names: &'a [String], typed: &str) -> Option<&'a str> {
    let folded = crate::recipe::folded(typed);
    let same = names.iter().find(|name| *name == typed);
    same.or_else(|| names.iter().find(|name| crate::recipe::folded(name) == folded)).map(String::as_str)
}

fn model(terminal: &mut Terminal<'_>, study: &Study) -> Result<(Study, Arc<Fitted>), Problem> {
    let question = concat!("Model: ", model_words!());
    terminal.ask(question, "auto", |typed| {
        let kind = typed.parse().map_err(|error: Problem| reason(error))?;
        fitted(study, Recipe { model: Some(kind), ..study.recipe.clone() })
    })
}

/// The study under a recipe by which a model can be fitted.
fn fitted(study: &Study, recipe: Recipe) -> Result<(Study, Arc<Fitted>), String> {
    let study = study.with_recipe(recipe).map_err(reason)?;
    let fitted = study.fitted.clone().map_err(reason)?;
    Ok((study, fitted))
}

/// Asks for α where counts are smoothed.
fn smoothing(
    terminal: &mut Terminal<'_>,
    study: Study,
    now: Arc<Fitted>,
) -> Result<(Study, Arc<Fitted>), Problem> {
    if now.gda().is_some() {
        return Ok((study, now));
    }
    let default = now.data.resolved.alpha.text().to_owned();
    terminal.ask("Smoothing α, 0 for none", &default, |typed| {
        let alpha = Written::non_negative(typed, "smoothing α").map_err(reason)?;
        fitted(&study, Recipe { alpha: Some(alpha), ..study.recipe.clone() })
    })
}

/// The name of the file; one that is there is written over only where that is said.
fn file(terminal: &mut Terminal<'_>, id: &str, read: &FilesRead) -> Result<(PathBuf, bool), Problem> {
    let mut there: Option<PathBuf> = None;
    terminal.ask("File", &format!("{id}.toml"), |typed| {
        if let (Some(path), "yes") = (&there, typed) {
            return Ok((path.clone(), true));
        }
        let path = PathBuf::from(typed);
        let path = if path.extension().is_some() { path } else { path.with_extension("toml") };
        if read.hold(&path) {
            return Err(format!(
                "{} is read here, and is never written over. Another name.",
                path.to_string_lossy()
            ));
        }
        if path.exists() {
            let why = format!(
                "{} is there already. Another name, or yes to write over it.",
                path.to_string_lossy()
            );
            there = Some(path);
            return Err(why);
        }
        match path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
            Some(folder) => Err(format!("There is no folder {}.", folder.to_string_lossy())),
            None => Ok((path, false)),
        }
    })
}
