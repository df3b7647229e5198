//! The exercise that a command is about.

use std::path::PathBuf;

use clap::Args;

use super::super::flags::Outside;
use super::super::output::{self, OutputFlags};
use crate::practice::{Exercise, ExerciseFile};
use crate::problem::Problem;

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
    /// The exercise without its data. It is not written over.
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
