//! `posterior exercise`: writing, testing and printing exercises.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::Value;

use super::check::WRONG;
use super::explain::pairs;
use super::flags::{Format, OutputFlags, RecipeFlags};
use super::show::answer;
use super::{exercise_sheet, interview, output};
use crate::model::{Case, CaseError, Fitted, Study};
use crate::practice::{Asked, Exercise, Key, author, data_path, lint, questions};
use crate::problem::Problem;
use crate::report::text::Style;
use crate::report::{self, markdown, text};
use crate::worked::WorkedError;

#[derive(Subcommand)]
pub(super) enum Command {
    /// Writes an exercise: the steps of the worked posterior of a case, to be edited
    #[command(
        after_help = "Example:\n  posterior exercise new weather.csv --target Play --query \"Weather=Sunny\" \
                            --output weather.toml"
    )]
    New(New),
    /// Says what an exercise cannot show, and runs its self tests: 4 if one fails
    Lint(One),
    /// Prints the question sheet, one for each student, as Markdown; and the key
    #[command(
        after_help = "Example:\n  posterior exercise print weather.toml --students ids.txt --key key.md \
                            --output sheets.md"
    )]
    Print(Print),
    /// Writes empty answer sheets as text, one for each student: the labels, to be filled in
    #[command(
        after_help = "Example:\n  posterior exercise sheet weather.toml --output s01.txt\n  posterior exercise sheet \
                            weather.toml --students ids.txt --folder answers/"
    )]
    Sheet(exercise_sheet::Sheet),
    /// Prints the questions in GIFT for Moodle, with what is said of known mistakes
    Gift(One),
}

#[derive(Args)]
pub(super) struct New {
    /// A CSV file or sample:NAME; without it, it is asked for
    #[arg(value_name = "DATA")]
    data: Option<OsString>,
    #[command(flatten)]
    recipe: RecipeFlags,
    /// Ask for everything line by line on the terminal; DATA and a recipe are what is offered first
    #[arg(long, conflicts_with_all = ["query", "row", "ask", "id", "output", "format"], help_heading = ASKED)]
    interactive: bool,
    /// The case: "outlook=sunny,wind=weak"; values with commas in double quotes
    #[arg(long, value_name = "COL=VALUE,…", conflicts_with = "row", help_heading = ASKED)]
    query: Option<String>,
    /// The case is a row of the data, from 1
    #[arg(long, value_name = "N", help_heading = ASKED)]
    row: Option<usize>,
    /// A step: "P(Yes)", "score(Yes)", class; without it all steps of the worked posterior
    #[arg(long, value_name = "QUANTITY", help_heading = ASKED)]
    ask: Vec<String>,
    /// The word that answer sheets name the exercise by
    #[arg(long, value_name = "WORD", help_heading = ASKED)]
    id: Option<String>,
    #[command(flatten)]
    output: OutputFlags,
}

const ASKED: &str = "What is asked";

#[derive(Args)]
pub(super) struct One {
    /// The exercise
    #[arg(value_name = "EXERCISE")]
    file: PathBuf,
    #[command(flatten)]
    output: OutputFlags,
}

#[derive(Args)]
pub(super) struct Print {
    #[command(flatten)]
    one: One,
    /// Write the key into this file, as Markdown
    #[arg(long, value_name = "FILE", group = "written")]
    key: Option<PathBuf>,
    /// A text file with a student on each line: each gets a sheet
    #[arg(long, value_name = "FILE")]
    students: Option<PathBuf>,
}

impl Command {
    pub(super) fn is_json(&self) -> bool {
        match self {
            Command::New(new) => new.output.is_json(),
            Command::Lint(one) | Command::Gift(one) => one.output.is_json(),
            Command::Print(print) => print.one.output.is_json(),
            Command::Sheet(sheet) => sheet.output.is_json(),
        }
    }
}

/// Runs it, and gives the exit status: 4 where a self test fails.
pub(super) fn run(command: &Command) -> Result<u8, Problem> {
    match command {
        Command::New(new) => write(new).map(|()| 0),
        Command::Lint(one) => check(one),
        Command::Print(print) => sheets(print).map(|()| 0),
        Command::Sheet(sheet) => exercise_sheet::run(sheet).map(|()| 0),
        Command::Gift(one) => {
            refuse_format(&one.output, "the questions are printed as GIFT")?;
            let exercise = Exercise::open(&one.file)?;
            output::deliver(&report::gift(&exercise, &keys(&exercise)?), &one.output).map(|()| 0)
        }
    }
}

fn write(new: &New) -> Result<(), Problem> {
    let Some(data) = new.data.as_ref().filter(|_| !new.interactive) else {
        let data = new.data.as_ref().map(|data| data.to_string_lossy()).unwrap_or_default();
        return interview::run(&data, &new.recipe.recipe()?, new.interactive);
    };
    let study = new.recipe.study(data)?;
    let (fitted, _) = answer(&study)?;
    let case = case(new, &study, fitted)?;
    let asked = if new.ask.is_empty() {
        questions(fitted, case.as_ref())
    } else {
        new.ask
            .iter()
            .map(|ask| Asked::find(fitted, ask).map(|(asked, _)| asked))
            .collect::<Result<_, _>>()?
    };
    if case.is_none() && (new.ask.is_empty() || asked.iter().any(Asked::is_about_case)) {
        return Err(WorkedError::NoCase.into());
    }
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let named = new.output.output.as_deref().and_then(stem);
    let label = study.source.label();
    let usual = stem(Path::new(label.trim_start_matches("sample:"))).unwrap_or_default();
    let id = new.id.clone().or(named).unwrap_or(usual);
    let data = data_path(&data.to_string_lossy(), new.output.output.as_deref());
    let text = author(&id, &data, &study, fitted, case.as_ref(), &asked);
    output::deliver(&text, &new.output)
}

fn case(new: &New, study: &Study, fitted: &Fitted) -> Result<Option<Case>, Problem> {
    if let Some(query) = &new.query {
        return Ok(Some(Case::from_typed(fitted, &pairs(query)?)?));
    }
    if let Some(row) = new.row {
        let rows = fitted.data.table.rows();
        let at = row.checked_sub(1).ok_or(CaseError::NoRow { row, rows })?;
        return Ok(Some(Case::from_row(fitted, at)?));
    }
    Ok(study.cases()?.into_iter().next())
}

fn keys(exercise: &Exercise) -> Result<Vec<Option<Key>>, Problem> {
    Ok(exercise.steps.iter().map(|step| exercise.key(step)).collect::<Result<_, _>>()?)
}

fn check(one: &One) -> Result<u8, Problem> {
    let exercise = Exercise::open(&one.file)?;
    let found = lint(&exercise)?;
    if one.output.is_json() {
        let told = Value::Object(report::json::lint(&exercise, &found));
        output::object(&told, &one.output)?;
    } else {
        output::document(&report::lint(&exercise, &found), &one.output)?;
    }
    Ok(if found.tests.iter().all(|test| test.passed) { 0 } else { WRONG })
}

/// What lint says of an exercise file, as text.
pub(super) fn lint_file(path: &Path) -> Result<String, Problem> {
    let exercise = Exercise::open(path)?;
    Ok(text::render(&report::lint(&exercise, &lint(&exercise)?), Style::default()))
}

/// Ends a page of a browser or of Pandoc.
const PAGE: &str = "\n<div style=\"page-break-after: always\"></div>\n\n";

/// Refuses formats that are for programs: what is printed here is for people, or for Moodle.
pub(super) fn refuse_format(flags: &OutputFlags, what: &str) -> Result<(), Problem> {
    if !flags.is_json() && !flags.is_csv() {
        return Ok(());
    }
    Err(Problem {
        kind: "usage",
        what: format!("{what}, not as CSV or JSON"),
        fix: "leave --format out".into(),
        usage: true,
        ..Problem::default()
    })
}

fn sheets(print: &Print) -> Result<(), Problem> {
    let flags = &print.one.output;
    refuse_format(flags, "question sheets are printed as Markdown or text")?;
    let exercise = Exercise::open(&print.one.file)?;
    let students: Vec<Option<String>> = match &print.students {
        None => vec![None],
        Some(path) => exercise_sheet::students(path)?.into_iter().map(Some).collect(),
    };
    let as_text = flags.format() == Some(Format::Text);
    let pages = students.iter().map(|student| {
        let document = report::question_sheet(&exercise, student.as_deref());
        if as_text {
            text::render(&document, flags.style())
        } else {
            markdown::render(&document, flags.style())
        }
    });
    let text = pages.collect::<Vec<String>>().join(if as_text { "\u{c}" } else { PAGE });
    if let Some(path) = &print.key {
        output::refuse_over(path, flags.force)?;
    }
    output::deliver(&text, flags)?;
    if let Some(path) = &print.key {
        let key = report::answer_key(&exercise, &keys(&exercise)?);
        output::save(&markdown::render(&key, Style::default()), path, flags.force)?;
    }
    Ok(())
}
