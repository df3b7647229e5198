//! `posterior [DATA]`: the workbench, or the story where there is no terminal.

use std::ffi::OsString;
use std::io::{IsTerminal, stdout};

use clap::Args;

use super::flags::{DataFlags, OutputFlags, RecipeFlags};
use super::{Outcome, show};
use crate::problem::Problem;

#[derive(Args)]
pub(super) struct Start {
    /// A CSV file, sample:NAME, or - for standard input; without it, the start screen
    #[arg(value_name = "DATA")]
    data: Option<OsString>,
    #[command(flatten)]
    recipe: RecipeFlags,
    #[command(flatten)]
    output: OutputFlags,
}

pub(super) fn run(start: Start) -> Outcome {
    if stdout().is_terminal() {
        return Err(Problem::default());
    }
    let Some(data) = start.data else {
        return Err(Problem {
            kind: "usage",
            what: "there is no terminal to open the workbench in, and no data to print".into(),
            fix: "name a CSV file or a sample: posterior show sample:weather".into(),
            usage: true,
            ..Problem::default()
        });
    };
    show::show(&DataFlags { data, recipe: start.recipe }, &start.output)
}
