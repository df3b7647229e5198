//! `posterior exercise moodle`: the questions of an exercise for Moodle.

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;

use super::super::flags::Outside;
use super::super::output::{self, Outcome, OutputFlags};
use crate::practice::{Exercise, ExerciseFile};
use crate::problem::Problem;
use crate::report::{self, Fields, WithKeys};

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

    /// The exercise, with a word on a seed that it does not list.
    pub(super) fn open(&self) -> Result<Exercise, Problem> {
        let exercise = self.read()?.open(self.seed)?;
        exercise.seed_note().iter().for_each(|note| output::note(note));
        Ok(exercise)
    }
}

/// The exercise with what is known of its steps, for each seed that the file lists, unless one is chosen.
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
    /// Take decimals only: a field for a number that is counted is then one for numbers, and no fraction is right
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
