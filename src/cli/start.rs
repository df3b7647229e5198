//! `posterior [DATA]`: the workbench, or the report where there is no terminal or something is to be printed. An exercise is
//! answered. Also `posterior show`, the whole report, and `posterior fit`, the parameters.

use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::path::PathBuf;

use clap::Args;

use super::explain::{self, ExplainCommand};
use super::flags::{DataFlags, OfData, RecipeFlags};
use super::no_data::refuse_answer_sheet;
use super::output::{self, Format, Outcome, OutputFlags};
use super::{cases, practice};
use crate::app::settings::THEME;
use crate::app::terminal::{self, Trouble};
use crate::app::{Beginning, Order, Remembered, Settings, Source, config_file, configured};
use crate::model::not_generative;
use crate::practice::Exercise;
use crate::practice::progress::StateFolder;
use crate::problem::Problem;
use crate::recipe::{ModelKind, Recipe};
use crate::report::{self, FullReport, json};

#[derive(Args)]
pub(super) struct StartCommand {
    /// A CSV file, sample:NAME, - for standard input, an exercise, or a recipe that names its data; by default the start screen
    #[arg(value_name = "DATA")]
    pub(super) data: Option<OsString>,
    #[command(flatten)]
    recipe: RecipeFlags,
    /// Print the working of one number: "P(sunny | yes)"
    #[arg(long, value_name = "QUANTITY", requires = "data")]
    quantity: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
    #[command(flatten)]
    looks: Looks,
}

pub(super) fn run(mut start: StartCommand) -> Outcome {
    let settings = start.looks.settings(start.output.ascii)?;
    match &start.data {
        None => start.data = start.recipe.data()?,
        Some(word) => match start.recipe.of_recipe(word)? {
            Some((data, flags)) => (start.data, start.recipe) = (Some(data), flags),
            None => refuse_answer_sheet(word)?,
        },
    }
    if let (Some(data), Some(quantity)) = (&start.data, start.quantity) {
        let data = DataFlags { data: data.clone(), recipe: start.recipe };
        return explain::run(ExplainCommand::of_quantity(data, quantity, start.output));
    }
    let is_exercise = |word: &&OsString| !start.recipe.is_data(word) && Exercise::is_named(word);
    if let Some(word) = start.data.as_ref().filter(is_exercise) {
        return practice::exercise(word, &start.recipe, None, settings, &start.output);
    }
    if start.output.opens_screen() {
        let recipe = Box::new(recipe(&start.recipe)?);
        let order = start.data.map(|data| Order { source: Source::named(&data), recipe });
        return open(settings, order.into());
    }
    let Some(data) = start.data else {
        return Err(Problem::usage(
            "there are no data to print",
            "name a CSV file or a sample: posterior show sample:weather. On a terminal, posterior alone opens the workbench",
        ));
    };
    show(OfData { data: DataFlags { data, recipe: start.recipe }, output: start.output })
}

pub(super) fn show(command: OfData) -> Outcome {
    let (data, flags) = (&command.data, &command.output);
    // As in `evaluate`.
    let study = ManuallyDrop::new(data.study(flags)?);
    let fitted = match &study.fitted {
        Ok(fitted) => fitted.as_ref(),
        // Where nothing was asked for, that there is no model is an answer.
        Err(problem) if flags.is_json() || data.recipe.recipe()? != Recipe::default() => {
            return Err(problem.clone());
        }
        Err(problem) => return output::document(&FullReport::without_model(&study, problem), flags),
    };
    let full = FullReport::of(&study, fitted, cases::of_study(&study, fitted)?)?;
    if flags.is_json() {
        return output::object(&full.answer()?, flags);
    }
    output::document(&full.document()?, flags)
}

pub(super) fn fit(command: OfData) -> Outcome {
    let flags = &command.output;
    let study = command.data.last_study(flags)?;
    let fitted = study.model()?;
    match flags.format() {
        Some(Format::Json) => output::answer(&study, Some(fitted), json::Fit::new(fitted), flags),
        Some(Format::Csv) => output::sheet(&report::sheets::parameters(fitted), flags),
        _ => {
            let mut document = output::report_on(&study, fitted);
            document.append(report::parameters(fitted, None));
            document.append(report::words(fitted));
            output::document(&document, flags)
        }
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

#[derive(Args)]
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

impl Looks {
    /// The settings of the last time, overridden by a file of settings and then by the flags, and where later ones are kept.
    pub(super) fn settings(&self, ascii: bool) -> Result<(Settings, Remembered), Problem> {
        let mut settings = Settings::default();
        let remembered = Remembered::read(&StateFolder::of_user(), &mut settings);
        let file = self.config.clone().or_else(|| config_file().filter(|file| file.exists()));
        if let Some(file) = file {
            settings = configured(settings, &file)?;
        }
        settings.no_mouse |= self.no_mouse;
        settings.ascii |= ascii;
        if let Some(word) = &self.theme
            && !THEME.choose(&mut settings, word)
        {
            let names: Vec<&str> = THEME.choices.iter().map(|(name, _)| *name).collect();
            let fix = format!("choose one of: {}", names.join(", "));
            return Err(Problem::usage(format!("“{word}” is not a theme"), fix));
        }
        Ok((settings, remembered))
    }
}

pub(super) fn open((settings, remembered): (Settings, Remembered), beginning: Beginning) -> Outcome {
    terminal::run(settings, remembered, beginning).map_err(|error| {
        let instead = "print the same as text: posterior show DATA";
        match error.downcast_ref::<Trouble>() {
            Some(Trouble::Gone) => {
                Problem { kind: "hang_up", ..Problem::usage("the terminal went away", "") }
            }
            Some(_) => Problem::usage(error.to_string(), instead),
            None => output::failure(format!("{error:#}"), instead),
        }
    })
}
