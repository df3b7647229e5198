//! `posterior exercise seeds`: seeds whose data make good questions.

use std::path::PathBuf;

use clap::Args;

use super::super::flags::Outside;
use super::super::output::{self, Format, Outcome, OutputFlags};
use crate::practice::{ExerciseFile, Search, seeds};
use crate::report::{self, markdown, text};

pub(super) const HELP: &str = "A seed passes when (a) at two figures no known mistake gives the right value of a number \
    that is asked, (b) 80 % of the pairs of mistakes differ somewhere on the sheet, (c) the priors and conditionals that \
    are asked have denominators up to 20, (d) every class has rows, and (e) the winner leads by as much as the level \
    says: clear 0.40 to 0.95, usual 0.05 to 0.95, close 0.02 to 0.30.\n\nExample:\n  posterior exercise seeds \
    sunny.toml --want 30\nprints a line seeds = [...], to be put below [random] in the file.";

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
pub(super) fn run(command: &SeedsOf) -> Outcome {
    let file = ExerciseFile::named(&command.file, command.outside.reach())?;
    command.output.spare(&file.files().into_iter().collect())?;
    let search = Search { want: command.want as usize, from: command.from, tries: command.tries };
    let found = seeds(&file, search)?;
    let flags = &command.output;
    if flags.is_json() {
        return output::object(&report::json::SeedsFound::new(&file.id, &found), flags);
    }
    let document = report::seeds(&file.id, &found);
    if found.seeds.is_empty() || flags.is_csv() {
        return output::document(&document, flags);
    }
    let line = report::seeds_line(&found.seeds);
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
