//! `posterior exercise lint`, `moodle` and `seeds`: what an exercise cannot show, with its self tests; its questions for
//! Moodle; and seeds whose data make good questions.

use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;

use super::super::flags::Outside;
use super::super::output::{self, Format, Outcome, OutputFlags, WRONG};
use crate::practice::{Exercise, ExerciseFile, Reach, Search, SeedCache, lint, seeds};
use crate::problem::Problem;
use crate::report::text::{self, Style};
use crate::report::{self, Fields, WithKeys, markdown};

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
        let mut file = ExerciseFile::named(&self.file, self.outside.reach())?;
        file.cache = SeedCache::of_user();
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

#[derive(Args)]
pub(in crate::cli) struct LintOf {
    #[command(flatten)]
    pub(super) one: One,
    /// List every number that two mistakes share, not only the first ones
    #[arg(long)]
    all: bool,
}

/// Says it, and gives the exit status: 4 where a self test fails.
pub(super) fn run_lint(LintOf { one, all }: &LintOf) -> Result<u8, Problem> {
    let exercise = one.open()?;
    let found = lint(&exercise)?;
    if one.output.is_json() {
        output::object(&report::json::Linted::new(&exercise, &found), &one.output)?;
    } else {
        output::document(&report::lint(&exercise, &found, *all), &one.output)?;
    }
    Ok(if found.tests.iter().all(|test| test.passed) { 0 } else { WRONG })
}

/// The same of a file that was just written, whose data its author named, as text.
pub(super) fn lint_of(path: &Path) -> Result<String, Problem> {
    let exercise = ExerciseFile::read(path, Reach::Anywhere)?.open(None)?;
    Ok(text::render(&report::lint(&exercise, &lint(&exercise)?, false), Style::default()))
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

/// Prints a quiz in Moodle XML.
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

pub(super) const HELP: &str = "A seed passes when (a) at two figures no known mistake gives the right value of a number \
    that is asked, (b) 80 % of the pairs of mistakes differ somewhere on the sheet, (c) the priors and conditionals that \
    are asked have denominators up to 20, (d) every class has rows, and (e) the winner leads by as much as the level \
    says: clear 0.40 to 0.95, usual 0.05 to 0.95, close 0.02 to 0.30. Where fewer seeds pass than are wanted, those that lack least \
    follow, and it is said what each lacks. What was found out is kept in the user's cache.\n\nThe line seeds = [...] that is \
    printed is to be put below [random] in the file.";

#[derive(Args)]
pub(in crate::cli) struct SeedsOf {
    /// The exercise, with a table [random]
    #[arg(value_name = "EXERCISE")]
    file: PathBuf,
    /// How many seeds are wanted
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    want: u64,
    /// The first seed to try
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64))]
    from: u64,
    /// Most seeds to try
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    tries: u64,
    #[command(flatten)]
    outside: Outside,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

/// Finds the seeds, and prints them as a line to paste before what is said of the search.
pub(super) fn seeds_of(command: &SeedsOf) -> Outcome {
    let mut file = ExerciseFile::named(&command.file, command.outside.reach())?;
    file.cache = SeedCache::of_user();
    command.output.spare(&file.files().into_iter().collect())?;
    let search = Search { want: command.want as usize, from: command.from, tries: command.tries };
    let found = seeds(&file, search)?;
    let flags = &command.output;
    if flags.is_json() {
        return output::object(&report::json::SeedsFound::new(&file.id, &found), flags);
    }
    let document = report::seeds(&file.id, &found);
    if found.best.is_empty() || flags.is_csv() {
        return output::document(&document, flags);
    }
    let line = report::seeds_line(&found.seeds());
    // What is to be pasted stands on one line, as it is.
    output::deliver(
        &match flags.format() {
            Some(Format::Markdown) => {
                format!("```toml\n{line}\n```\n\n{}", markdown::render(&document, flags.style()))
            }
            _ => format!("{line}\n\n{}", text::render(&document, flags.style())),
        },
        flags,
    )
}
