//! The workbench, opened from the command line.

use std::path::PathBuf;

use clap::Args;

use super::flags::RecipeFlags;
use super::output::Outcome;
use crate::model::not_generative;
use crate::problem::Problem;
use crate::recipe::{ModelKind, Recipe};
use crate::tui::{self, Trouble};
use crate::workbench::{Beginning, Settings, ThemeName, log};

/// Whether the workbench keeps a log.
#[derive(Args)]
#[command(next_help_heading = "Workbench")]
pub(super) struct LogFlag {
    /// Write what the workbench does, with times, to --log=FILE, or to workbench.log in the state folder: paths and sizes,
    /// nothing else of the data
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, hide_short_help = true)]
    log: Option<Option<PathBuf>>,
}

impl LogFlag {
    pub(super) fn begin(&self) -> Outcome {
        let path = match &self.log {
            None => return Ok(()),
            Some(Some(path)) => Some(path.clone()),
            Some(None) => log::path(),
        };
        let nowhere =
            || Problem::usage("there is no home folder to keep a log in", "name a file: --log=FILE");
        let path = path.ok_or_else(nowhere)?;
        log::begin(&path).map_err(|cause| Problem {
            kind: "failed",
            what: format!("the log {} cannot be written: {cause}", path.to_string_lossy()),
            fix: "name another file: --log=FILE".into(),
            ..Problem::default()
        })
    }
}

/// The recipe of these flags, which the workbench must be able to show.
pub(super) fn recipe(flags: &RecipeFlags) -> Result<Recipe, Problem> {
    let recipe = flags.recipe()?;
    if recipe.model == Some(ModelKind::Logistic) {
        return Err(not_generative());
    }
    Ok(recipe)
}

/// The theme of this name, which is wrong with a terminal and without.
pub(super) fn theme(word: Option<&str>) -> Result<ThemeName, Problem> {
    let Some(word) = word else { return Ok(ThemeName::default()) };
    ThemeName::named(word).ok_or_else(|| {
        let names = ThemeName::ALL.map(|theme| theme.words().0).join(", ");
        Problem::usage(format!("“{word}” is no theme"), format!("choose one of: {names}"))
    })
}

pub(super) fn open(theme: ThemeName, ascii: bool, beginning: Beginning) -> Outcome {
    let settings = Settings { theme, ascii, ..Settings::default() };
    tui::run(settings, beginning).map_err(|error| told(&error, "print the same as text: posterior show DATA"))
}

/// What kept the terminal from being used, and what to do instead.
pub(super) fn told(error: &anyhow::Error, instead: &str) -> Problem {
    match error.downcast_ref::<Trouble>() {
        Some(Trouble::Gone) => Problem { kind: "hang_up", ..Problem::usage("the terminal went away", "") },
        Some(_) => Problem::usage(error.to_string(), instead),
        None => Problem {
            kind: "failed",
            what: format!("{error:#}"),
            fix: instead.to_owned(),
            ..Problem::default()
        },
    }
}
