//! `posterior exercise lint` and `gift`: what an exercise cannot show, with its self tests; and its questions for Moodle.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::flags::Outside;
use super::super::output::{self, Outcome, OutputFlags, WRONG};
use crate::practice::{Exercise, ExerciseFile, Reach, lint};
use crate::problem::Problem;
use crate::report;
use crate::report::text::{self, Style};

#[derive(Args)]
pub(in crate::cli) struct One {
    /// The exercise: a file, or course:ID for one of the course
    #[arg(value_name = "EXERCISE")]
    pub(super) file: PathBuf,
    /// The seed of its data, where they are drawn; without it the first that the file lists
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

    /// The exercise, with a word on a seed that nobody vetted.
    pub(super) fn open(&self) -> Result<Exercise, Problem> {
        let exercise = self.read()?.open(self.seed)?;
        exercise.seed_note().iter().for_each(|note| output::note(note));
        Ok(exercise)
    }
}

/// Says it, and gives the exit status: 4 where a self test fails.
pub(super) fn run_lint(one: &One) -> Result<u8, Problem> {
    let exercise = one.open()?;
    let found = lint(&exercise)?;
    if one.output.is_json() {
        output::object(&report::json::Linted::new(&exercise, &found), &one.output)?;
    } else {
        output::document(&report::lint(&exercise, &found), &one.output)?;
    }
    Ok(if found.tests.iter().all(|test| test.passed) { 0 } else { WRONG })
}

/// The same of a file that was just written, whose data its author named, as text.
pub(super) fn lint_of(path: &Path) -> Result<String, Problem> {
    let exercise = ExerciseFile::read(path, Reach::Anywhere)?.open(None)?;
    Ok(text::render(&report::lint(&exercise, &lint(&exercise)?), Style::default()))
}

/// Prints them: of all seeds that the file lists, one after the other, unless one is chosen.
pub(super) fn gift(one: &One) -> Outcome {
    output::refuse_format(
        &one.output,
        "the questions are printed as GIFT, which is no format to choose",
        &[],
    )?;
    let file = one.read()?;
    let listed = file.random.as_ref().map(|random| random.seeds.as_slice()).unwrap_or_default();
    let exercises = match one.seed {
        None if listed.len() > 1 => {
            listed.iter().map(|seed| file.open(Some(*seed))).collect::<Result<_, _>>()?
        }
        _ => vec![one.open()?],
    };
    let mut text = String::new();
    for exercise in &exercises {
        text.push_str(&report::gift(exercise, &exercise.keys()?));
    }
    output::deliver(&text, &one.output)
}
