//! `posterior [DATA]`: the workbench, or the story where there is no terminal. An exercise is answered.

use std::ffi::OsString;
use std::io::{IsTerminal, stdout};

use clap::Args;

use super::flags::{DataFlags, RecipeFlags};
use super::output::OutputFlags;
use super::{Outcome, not_data, practice, screen, show};
use crate::practice::Exercise;
use crate::problem::Problem;
use crate::workbench::{Order, Source};

#[derive(Args)]
pub(super) struct Start {
    /// A CSV file, sample:NAME, - for standard input, or an exercise; without it, the start screen
    #[arg(value_name = "DATA")]
    data: Option<OsString>,
    #[command(flatten)]
    recipe: RecipeFlags,
    #[command(flatten)]
    output: OutputFlags,
    /// auto, dark, light, projector or mono
    #[arg(long, value_name = "NAME", help_heading = "Workbench")]
    theme: Option<String>,
}

pub(super) fn run(start: Start) -> Outcome {
    let theme = start.theme.as_deref();
    start.data.as_deref().map_or(Ok(()), not_data::refuse)?;
    if let Some(word) = start.data.as_deref().filter(|word| Exercise::is_named(word)) {
        return practice::exercise(word, &start.recipe, None, theme, &start.output);
    }
    if stdout().is_terminal() {
        let recipe = Box::new(screen::recipe(&start.recipe)?);
        let order = start.data.map(|data| Order { source: Source::named(&data), recipe });
        return screen::open(theme, start.output.ascii(), order.into());
    }
    let Some(data) = start.data else {
        return Err(Problem::usage(
            "there is no terminal to open the workbench in, and no data to print",
            "name a CSV file or a sample: posterior show sample:weather",
        ));
    };
    show::show(&DataFlags { data, recipe: start.recipe }, &start.output)
}
