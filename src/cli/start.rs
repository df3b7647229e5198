//! `posterior [DATA]`: the workbench, or the story where there is no terminal.

use std::ffi::OsString;
use std::io::{IsTerminal, stdout};

use clap::Args;

use super::flags::{DataFlags, OutputFlags, RecipeFlags};
use super::{Outcome, show};
use crate::model::FitError;
use crate::problem::Problem;
use crate::recipe::{ModelKind, Recipe};
use crate::tui::{self, Trouble};
use crate::workbench::{Beginning, Order, Settings, Source, ThemeName};

#[derive(Args)]
pub(super) struct Start {
    /// A CSV file, sample:NAME, or - for standard input; without it, the start screen
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
    if stdout().is_terminal() {
        return workbench(start);
    }
    let Some(data) = start.data else {
        return Err(wrong(
            "there is no terminal to open the workbench in, and no data to print".into(),
            "name a CSV file or a sample: posterior show sample:weather",
        ));
    };
    show::show(&DataFlags { data, recipe: start.recipe }, &start.output)
}

fn workbench(start: Start) -> Outcome {
    let recipe = recipe(&start.recipe)?;
    let order = start.data.map(|data| Order { source: Source::named(&data), recipe: Box::new(recipe) });
    open(start.theme.as_deref(), start.output.ascii(), order.into())
}

/// The recipe of these flags, which the workbench must be able to show.
pub(super) fn recipe(flags: &RecipeFlags) -> Result<Recipe, Problem> {
    let recipe = flags.recipe()?;
    if recipe.model == Some(ModelKind::Logistic) {
        return Err(FitError::NotGenerative.into());
    }
    Ok(recipe)
}

/// Opens the workbench.
pub(super) fn open(theme: Option<&str>, ascii: bool, beginning: Beginning) -> Outcome {
    let theme = match theme {
        None => ThemeName::default(),
        Some(word) => ThemeName::named(word).ok_or_else(|| {
            let names = ThemeName::ALL.map(ThemeName::word).join(", ");
            Problem {
                fix: format!("choose one of: {names}"), ..wrong(format!("“{word}” is no theme"), "")
            }
        })?,
    };
    let settings = Settings { theme, ascii, ..Settings::default() };
    tui::run(settings, beginning).map_err(|error| match error.downcast_ref::<Trouble>() {
        Some(Trouble::Gone) => Problem { kind: "hang_up", ..wrong("the terminal went away".into(), "") },
        Some(_) => wrong(error.to_string(), "print the same as text: posterior show DATA"),
        None => Problem {
            kind: "failed",
            what: format!("{error:#}"),
            fix: "print the same as text: posterior show DATA".into(),
            ..Problem::default()
        },
    })
}

pub(super) fn wrong(what: String, fix: &str) -> Problem {
    Problem { kind: "usage", what, fix: fix.into(), usage: true, ..Problem::default() }
}
