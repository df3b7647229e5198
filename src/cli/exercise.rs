//! `posterior exercise`: writing, testing and printing exercises.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::Value;

use super::check::WRONG;
use super::explain::one_case;
use super::flags::{Format, OutputFlags, RecipeFlags};
use super::question_sheets::{self, Print};
use super::show::answer;
use super::{exercise_sheet, interview, output};
use crate::practice::{
    Asked, Exercise, ExerciseFile, Key, author, data_path, lint, questions, random_table, unseen,
};
use crate::problem::Problem;
use crate::report;
use crate::report::text::{self, Style};
use crate::worked::WorkedError;

/// What the help of `posterior exercise` says below its commands: the way from a CSV to marks.
pub(super) const STORY: &str = "From a CSV to marks, everybody with the same table:
  posterior exercise new weather.csv --target Play --query \"Weather=Sunny\" --output sunny.toml
  posterior exercise lint sunny.toml
  posterior exercise print sunny.toml --students ids.txt --key key.md --output sheets.md
  posterior mark answers/ --exercise sunny.toml --csv marks.csv --feedback feedback/

The same, each student with a table of their own:
  posterior exercise new weather.csv --target Play --query \"Weather=Sunny\" --random --output sunny.toml
The CSV is the pattern: its columns, values and classes stay, and each seed draws new rows. Any whole number is a seed.
  posterior exercise seeds sunny.toml --want 30
finds seeds whose tables make good questions. Put the line that it prints, seeds = [...], below [random] in sunny.toml.
  posterior exercise print sunny.toml --students ids.txt --key key.md --output sheets.md
ids.txt has a student on each line. Each gets a sheet with a seed; the key has every seed and who got it. Each student \
writes a text file in the folder answers, such as s01.txt: the lines exercise, student and seed are copied from the \
question sheet, and below them there is one answer on a line.
  exercise: sunny
  student: s01
  seed: 11
  P(Yes) = 9/14
  P(Sunny|Yes) = 0.33
  class = Yes
  posterior mark answers/ --exercise sunny.toml --csv marks.csv --feedback feedback/ --names
prints the class report: the students with their seeds against the steps, and below it what the wrong lines come from. \
marks.csv has a row for each step of each student, and feedback/ a file for each student.

The file may be edited: each [[step]] has ask, and if wanted marks, hint, why, because (what is told \
where why is asked), accept and self_test; [policy] has \
figures, coarse, early_rounding, unreduced, carry_forward, attempts, reveal and diagnose; [random] has seeds, rows = \
[10, 20], level (clear, usual or close), denominator and empty_class. Instead of data = \"weather.csv\" the file can say \
what is drawn; the class is the column that target of [recipe] names, else the last:
  [random.columns]
  outlook = [\"Sunny\", \"Overcast\", \"Rainy\"]
  height = { from = 5.0, to = 6.5, decimals = 1 }
  message = { words = [\"Chinese\", \"Beijing\", \"Tokyo\"], length = [2, 4] }
  play = [\"Yes\", \"No\"]
With [random] the self tests are about the first seed of the list, and accept cannot be used.";

#[derive(Subcommand)]
pub(super) enum Command {
    /// Writes an exercise: the steps of the worked posterior of a case, to be edited
    #[command(
        after_help = "Example:\n  posterior exercise new weather.csv --target Play --query \"Weather=Sunny\" \
                            --output weather.toml\n  posterior exercise new weather.csv --target Play --query \
                            \"Weather=Sunny\" --random --output weather.toml"
    )]
    New(New),
    /// Says what an exercise cannot show, and runs its self tests: 4 if one fails
    #[command(
        after_help = "Example:\n  posterior exercise lint weather.toml\nsays where two mistakes give the same number, \
                            so that a wrong answer does not tell what was done; an exercise may be used all the same. \
                            Self tests stand below a step of the file: self_test = { \"3/5\" = \"correct\", \"0.21\" = \
                            \"B9\" }."
    )]
    Lint(One),
    /// Finds seeds of an exercise with [random] whose data make good questions
    #[command(after_help = super::seeds::HELP)]
    Seeds(super::seeds::SeedsOf),
    /// Prints the question sheet, one for each student, as Markdown, LaTeX, HTML or text; and the key
    #[command(
        after_help = "Example:\n  posterior exercise print weather.toml --students ids.txt --key key.md \
                            --output sheets.md\n  posterior exercise print weather.toml --students ids.txt --format \
                            latex --key key.tex --output sheets.tex\nids.txt has a student on each line. With \
                            [random] each student gets another seed and so another table: the listed seeds in \
                            turn, then further ones; the key tells every seed and who has it. With --seed all get \
                            the same."
    )]
    Print(Print),
    /// Writes empty answer sheets as text, one for each student: the labels, to be filled in
    #[command(
        after_help = "Example:\n  posterior exercise sheet weather.toml --output s01.txt\n  posterior exercise sheet \
                            weather.toml --students ids.txt --folder answers/"
    )]
    Sheet(exercise_sheet::Sheet),
    /// Prints the questions in GIFT for Moodle, with what is said of known mistakes
    #[command(
        after_help = "Example:\n  posterior exercise gift weather.toml --output weather.gift\nMoodle imports the file as \
                            “GIFT format”. Each question has the table and the case. With [random] there is a category \
                            for each listed seed, or for that of --seed."
    )]
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
    /// Each student gets other rows: DATA is the pattern, and a table [random] is written
    #[arg(long, help_heading = ASKED)]
    random: bool,
    /// The word that answer sheets name the exercise by
    #[arg(long, value_name = "WORD", help_heading = ASKED)]
    id: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

const ASKED: &str = "What is asked";

#[derive(Args)]
pub(super) struct One {
    /// The exercise: a file, or course:ID for one of the course
    #[arg(value_name = "EXERCISE")]
    pub(super) file: PathBuf,
    /// The seed of its data, where they are drawn; without it the first that the file lists
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

impl One {
    /// The exercise, with a word on a seed that nobody vetted.
    pub(super) fn open(&self) -> Result<Exercise, Problem> {
        let exercise = ExerciseFile::named(&self.file)?.open(self.seed)?;
        exercise.seed_note().iter().for_each(|note| output::note(note));
        Ok(exercise)
    }
}

impl Command {
    pub(super) fn is_json(&self) -> bool {
        match self {
            Command::New(new) => new.output.is_json(),
            Command::Lint(one) | Command::Gift(one) => one.output.is_json(),
            Command::Seeds(seeds) => seeds.output.is_json(),
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
        Command::Seeds(seeds) => super::seeds::run(seeds).map(|()| 0),
        Command::Print(print) => question_sheets::run(print).map(|()| 0),
        Command::Gift(one) => gift(one).map(|()| 0),
        Command::Sheet(sheet) => exercise_sheet::run(sheet).map(|()| 0),
    }
}

fn write(new: &New) -> Result<(), Problem> {
    let Some(data) = new.data.as_ref().filter(|_| !new.interactive) else {
        let data = new.data.as_ref().map(|data| data.to_string_lossy()).unwrap_or_default();
        return interview::run(&data, &new.recipe.recipe()?, new.interactive);
    };
    let study = new.recipe.study(data)?;
    let (fitted, _) = answer(&study)?;
    let case = one_case(new.query.as_deref(), new.row, &study, fitted)?;
    let asked = if new.ask.is_empty() {
        questions(fitted, case.as_ref())
    } else {
        new.ask
            .iter()
            .map(|ask| Asked::find(fitted, case.as_ref(), ask).map(|(asked, _)| asked))
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
    if let Some(case) = &case {
        unseen(fitted, case).iter().for_each(|note| output::note(note));
    }
    let mut text = author(&id, &data, &study, fitted, case.as_ref(), &asked);
    if new.random {
        text.push_str(&random_table(fitted));
    }
    output::deliver(&text, &new.output)
}

pub(super) fn keys(exercise: &Exercise) -> Result<Vec<Option<Key>>, Problem> {
    Ok(exercise.steps.iter().map(|step| exercise.key(step)).collect::<Result<_, _>>()?)
}

fn check(one: &One) -> Result<u8, Problem> {
    let exercise = one.open()?;
    let found = lint(&exercise)?;
    if one.output.is_json() {
        let told = Value::Object(report::json::lint(&exercise, &found));
        output::object(&told, &one.output)?;
    } else {
        output::document(&report::lint(&exercise, &found), &one.output)?;
    }
    Ok(if found.tests.iter().all(|test| test.passed) { 0 } else { WRONG })
}

/// All seeds that the file lists, one after the other, unless one is chosen.
fn gift(one: &One) -> Result<(), Problem> {
    refuse_format(&one.output, "the questions are printed as GIFT, which is no format to choose", &[])?;
    let file = ExerciseFile::named(&one.file)?;
    let listed = file.random.as_ref().map(|random| random.seeds.as_slice()).unwrap_or_default();
    let exercises = match one.seed {
        None if listed.len() > 1 => {
            listed.iter().map(|seed| file.open(Some(*seed))).collect::<Result<_, _>>()?
        }
        _ => vec![one.open()?],
    };
    let mut text = String::new();
    for exercise in &exercises {
        text.push_str(&report::gift(exercise, &keys(exercise)?));
    }
    output::deliver(&text, &one.output)
}

/// What lint says of an exercise file, as text.
pub(super) fn lint_file(path: &Path) -> Result<String, Problem> {
    let exercise = Exercise::open(path)?;
    Ok(text::render(&report::lint(&exercise, &lint(&exercise)?), Style::default()))
}

/// Refuses a format that is not among those in which something is printed.
pub(super) fn refuse_format(flags: &OutputFlags, what: &str, taken: &[Format]) -> Result<(), Problem> {
    if flags.format().is_none_or(|format| taken.contains(&format)) {
        return Ok(());
    }
    Err(Problem {
        kind: "usage",
        what: what.into(),
        fix: "leave --format out, or take another".into(),
        usage: true,
        ..Problem::default()
    })
}
