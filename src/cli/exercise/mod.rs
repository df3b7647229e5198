//! `posterior exercise`: writing and printing exercises.

mod handout;

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use rayon::prelude::*;

pub(super) use self::handout::student_files;
use super::flags::Outside;
use super::output::{self, Outcome, OutputFlags};
use crate::practice::{Exercise, ExerciseFile};
use crate::problem::Problem;
use crate::report::{self, WithKeys};

/// What the help of `posterior exercise` says below its commands: the way from a CSV to marks.
pub(super) const STORY: &str = include_str!("story.txt").trim_ascii_end();

#[derive(Subcommand)]
pub(super) enum ExerciseCommand {
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
    Moodle(One),
}

pub(super) fn run(command: &ExerciseCommand) -> Outcome {
    match command {
        ExerciseCommand::New(new) => handout::run(new),
        ExerciseCommand::Print(print) => handout::print(print),
        ExerciseCommand::Moodle(moodle) => self::moodle(moodle),
        ExerciseCommand::Sheet(sheet) => handout::sheet(sheet),
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
    fn read(&self) -> Result<ExerciseFile, Problem> {
        read(self.file.as_os_str(), self.outside, &self.output)
    }
}

/// Reads an exercise. Returns an error if the output file is also an input.
pub(super) fn read(file: &OsStr, outside: Outside, output: &OutputFlags) -> Result<ExerciseFile, Problem> {
    let file = ExerciseFile::named(file, outside.reach())?;
    output.spare(&file.files().into_iter().collect())?;
    Ok(file)
}

/// Opens an exercise, with a note on the seed of its data.
pub(super) fn open(file: &ExerciseFile, seed: Option<u64>) -> Result<Exercise, Problem> {
    let exercise = file.open(seed)?;
    exercise.seed_note().iter().for_each(|note| output::note(note));
    Ok(exercise)
}

fn of_each_seed(one: &One) -> Result<Vec<WithKeys>, Problem> {
    let file = one.read()?;
    let listed = file.random.as_ref().map(|random| random.seeds.as_slice()).unwrap_or_default();
    let exercises: Vec<Exercise> = match one.seed {
        None if listed.len() > 1 => {
            listed.par_iter().map(|seed| file.open(Some(*seed))).collect::<Result<_, _>>()?
        }
        _ => vec![open(&file, one.seed)?],
    };
    let known = |exercise: Exercise| exercise.keys().map(|keys| (exercise, keys));
    Ok(exercises.into_par_iter().map(known).collect::<Result<_, _>>()?)
}

pub(super) fn moodle(one: &One) -> Outcome {
    let flags = &one.output;
    output::refuse_format(flags, "the questions are always printed as Moodle XML", &[])?;
    output::deliver(&report::moodle(&of_each_seed(one)?), flags)
}
