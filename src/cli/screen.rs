//! The workbench, opened from the command line.

use std::path::PathBuf;

use clap::Args;

use super::flags::RecipeFlags;
use super::output::Outcome;
use crate::app::settings::THEME;
use crate::app::terminal;
use crate::app::terminal::Trouble;
use crate::app::{Beginning, Remembered, Settings, config_file, configured};
use crate::model::not_generative;
use crate::practice::progress::StateFolder;
use crate::problem::Problem;
use crate::recipe::{ModelKind, Recipe};

/// The recipe of these flags, which the workbench must be able to show.
pub(super) fn recipe(flags: &RecipeFlags) -> Result<Recipe, Problem> {
    let recipe = flags.recipe()?;
    if recipe.model == Some(ModelKind::Logistic) {
        return Err(not_generative());
    }
    Ok(recipe)
}

/// How the workbench looks.
#[derive(Args, Default)]
pub(super) struct Looks {
    /// auto, dark, light, high-contrast or mono
    #[arg(long, value_name = "NAME", help_heading = "Workbench", hide_short_help = true)]
    theme: Option<String>,
    /// Leave the mouse to the terminal, which selects text with it
    #[arg(long, help_heading = "Workbench", hide_short_help = true)]
    no_mouse: bool,
    /// A file of settings instead of the usual one (`posterior paths`)
    #[arg(long, value_name = "FILE", help_heading = "Workbench", hide_short_help = true)]
    config: Option<PathBuf>,
}

/// The settings that the workbench begins with, and where what is chosen on screen is kept.
pub(super) struct Begun(Settings, Remembered);

impl Looks {
    /// What was chosen the last time, under a file of settings, under the flags. What is wrong is wrong with a terminal and
    /// without.
    pub(super) fn settings(&self) -> Result<Begun, Problem> {
        let mut settings = Settings::default();
        let remembered = Remembered::read(&StateFolder::of_user(), &mut settings);
        let file = self.config.clone().or_else(|| config_file().filter(|file| file.exists()));
        if let Some(file) = file {
            settings = configured(settings, &file)?;
        }
        settings.no_mouse |= self.no_mouse;
        if let Some(word) = &self.theme
            && !THEME.choose(&mut settings, word)
        {
            let names: Vec<&str> = THEME.choices.iter().map(|(name, _)| *name).collect();
            let fix = format!("choose one of: {}", names.join(", "));
            return Err(Problem::usage(format!("“{word}” is no theme"), fix));
        }
        Ok(Begun(settings, remembered))
    }
}

pub(super) fn open(begun: Begun, ascii: bool, beginning: Beginning) -> Outcome {
    let Begun(mut settings, remembered) = begun;
    settings.ascii |= ascii;
    terminal::run(settings, remembered, beginning)
        .map_err(|error| told(&error, "print the same as text: posterior show DATA"))
}

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
