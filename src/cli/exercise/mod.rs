//! `posterior exercise`: writing and printing exercises.

mod handout;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rayon::prelude::*;

pub(super) use self::handout::student_files;
use super::flags::Outside;
use super::output::{self, Outcome, OutputFlags};
use crate::practice::{Exercise, ExerciseFile};
use crate::problem::Problem;
use crate::report::{self, Fields, WithKeys};

/// What the help of `posterior exercise` says below its commands: the way from a CSV to marks.
pub(super) const STORY: &str = "From a CSV to marks, everybody with the same table:
  posterior exercise new weather.csv --target Play --query \"Weather=Sunny\" --output sunny.toml
  posterior exercise print sunny.toml --students roster.csv --key key.md --output sheets.md
  posterior mark answers/ --exercise sunny.toml --csv marks.csv --feedback feedback/

The same, each student with a table of their own:
  posterior exercise new weather.csv --target Play --query \"Weather=Sunny\" --random --output sunny.toml
The CSV is the pattern: its columns, values and classes stay, and each seed draws new rows. Tables in which a known \
mistake gives a right answer are skipped.
  posterior exercise print sunny.toml --students roster.csv --key key.md --output sheets.md
roster.csv has the columns id, name and email; a text file with a student on each line does as well. Each student gets a sheet with a seed; the key has \
every seed and who got it. sunny.tables.csv keeps who has which table: you can print again later, with more students. \
Each student writes a text file in the folder answers, such as s01.txt: the lines exercise, student and seed are copied \
from the question sheet, and below them there is one answer on a line.
  exercise: sunny
  student: s01
  seed: 11
  P(Yes) = 9/14
  P(Sunny|Yes) = 0.33
  class = Yes
  posterior mark answers/ --exercise sunny.toml --csv marks.csv --feedback feedback/ --names
prints the class report: a table of students and steps, and below it the causes of wrong lines. \
marks.csv has a row for each step of each student, and feedback/ a file for each student.

You can edit the file. Above the first bracket: title, course, intro (paragraphs separated by empty lines), deadline = \
2026-11-30T18:00:00, and reminders = false for a sheet without formulas. Each [[step]] has ask, and \
optionally text (the question in words), marks, hint, why, because (the answer to why) and accept; [policy] has \
figures, coarse, unreduced, carry_forward, attempts, reveal and diagnose, and shares of the marks from 0 to 1: \
early_rounding (rounded on the way), carried (right with the student's own earlier lines), slip (a count off by one, a \
decimal point moved, the last figure) and causes = { B4 = 0.5, \"*\" = 0.25 } for other known mistakes; [random] has seeds, rows = \
[10, 20] and empty_class. Instead of data = \"weather.csv\" the file can describe random columns; the class is the \
column that target of [recipe] names, else the last:
  [random.columns]
  outlook = [\"Sunny\", \"Overcast\", \"Rainy\"]
  height = { from = 5.0, to = 6.5, decimals = 1 }
  message = { words = [\"Chinese\", \"Beijing\", \"Tokyo\"], length = [2, 4] }
  play = [\"Yes\", \"No\"]
With [random] accept cannot be used.

An exercise reads data, a recipe and dictionaries in its folder or below; --outside lets one that you trust read \
others. Until it is finished, the workbench closes the screens that show its answers. This is not a lock: posterior \
show sunny.toml prints the answers.";

#[derive(Subcommand)]
pub(super) enum Command {
    /// Writes an exercise: the steps of the worked posterior of a case, to be edited
    New(handout::New),
    /// Prints the question sheet, one for each student, as Markdown, LaTeX, HTML or text; and the key
    #[command(after_long_help = "The list is a CSV with a header or has a student on \
                            each line. With [random] each student gets another seed and so another table, and keeps \
                            it: NAME.tables.csv beside the exercise lists them, and new students are added to it. \
                            They get the listed seeds in turn, then further ones; the key shows every seed and its \
                            student. With --seed all get the same table.")]
    Print(handout::Print),
    /// Writes empty answer sheets as text, one for each student: the labels, to be filled in
    Sheet(handout::Sheet),
    /// Prints a quiz in Moodle XML: one question for each table, with a field for each step
    #[command(after_long_help = "Moodle imports the file as \
                            “Moodle XML format” into the category COURSE/EXERCISE: one question for each listed seed, or \
                            for that of --seed, with the marks of the steps, partial marks by [policy], and feedback \
                            on known mistakes. Counted numbers also accept fractions such as 9/14.")]
    Moodle(Moodle),
}

impl Command {
    pub(super) fn output(&self) -> &OutputFlags {
        match self {
            Command::New(new) => &new.output,
            Command::Moodle(moodle) => &moodle.one.output,
            Command::Print(print) => &print.one.output,
            Command::Sheet(sheet) => &sheet.output,
        }
    }

    pub(super) fn has_formats(&self) -> bool {
        matches!(self, Command::Print(_))
    }
}

pub(super) fn run(command: &Command) -> Result<u8, Problem> {
    match command {
        Command::New(new) => handout::run(new).map(|()| 0),
        Command::Print(print) => handout::print(print).map(|()| 0),
        Command::Moodle(moodle) => self::moodle(moodle).map(|()| 0),
        Command::Sheet(sheet) => handout::sheet(sheet).map(|()| 0),
    }
}

#[derive(Args)]
pub(in crate::cli) struct One {
    /// The exercise: a file, or course:ID for one of the course
    #[arg(value_name = "EXERCISE")]
    pub(super) file: PathBuf,
    /// The seed of its data, if they are drawn; by default the first in the file
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

impl One {
    pub(super) fn read(&self) -> Result<ExerciseFile, Problem> {
        let file = ExerciseFile::named(&self.file, self.outside.reach())?;
        self.output.spare(&file.files().into_iter().collect())?;
        Ok(file)
    }

    pub(super) fn open(&self) -> Result<Exercise, Problem> {
        let exercise = self.read()?.open(self.seed)?;
        exercise.seed_note().iter().for_each(|note| output::note(note));
        Ok(exercise)
    }
}

fn of_each_seed(one: &One) -> Result<Vec<WithKeys>, Problem> {
    let file = one.read()?;
    let listed = file.random.as_ref().map(|random| random.seeds.as_slice()).unwrap_or_default();
    let exercises: Vec<Exercise> = match one.seed {
        None if listed.len() > 1 => {
            listed.par_iter().map(|seed| file.open(Some(*seed))).collect::<Result<_, _>>()?
        }
        _ => vec![one.open()?],
    };
    let known = |exercise: Exercise| exercise.keys().map(|keys| (exercise, keys));
    Ok(exercises.into_par_iter().map(known).collect::<Result<_, _>>()?)
}

#[derive(Args)]
pub(in crate::cli) struct Moodle {
    #[command(flatten)]
    pub(super) one: One,
    /// Take decimals only: fields for counted numbers then accept no fractions
    #[arg(long)]
    decimals: bool,
}

pub(super) fn moodle(command: &Moodle) -> Outcome {
    let flags = &command.one.output;
    output::refuse_format(
        flags,
        "the questions are printed as Moodle XML, which is no format to choose",
        &[],
    )?;
    let all = of_each_seed(&command.one)?;
    let fields = if command.decimals { Fields::Decimals } else { Fields::Fractions };
    output::deliver(&report::moodle(&all, fields), flags)
}
