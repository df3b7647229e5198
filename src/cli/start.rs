//! `posterior [DATA]`: the workbench, or the report where there is no terminal or something is to be printed. An exercise is
//! answered.

use super::explain::{self, Explain};
use super::flags::{DataFlags, RecipeFlags};
use super::no_data::refuse_no_data;
use super::output::{self, Outcome, OutputFlags};
use super::{practice, screen, show};
use crate::app::{Order, Source};
use crate::practice::Exercise;
use crate::problem::Problem;
use clap::Args;
use std::ffi::OsString;

#[derive(Args)]
pub(super) struct Start {
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
    looks: screen::Looks,
}

pub(super) fn run(mut start: Start) -> Outcome {
    let begun = start.looks.settings()?;
    match &start.data {
        None => start.data = start.recipe.data()?,
        Some(word) => match start.recipe.of_recipe(word)? {
            Some((data, flags)) => (start.data, start.recipe) = (Some(data), flags),
            None => refuse_no_data(word)?,
        },
    }
    if let (Some(data), Some(quantity)) = (&start.data, start.quantity) {
        let data = DataFlags { data: data.clone(), recipe: start.recipe };
        return explain::run(Explain::of_quantity(data, quantity, start.output));
    }
    if let Some(word) =
        start.data.as_deref().filter(|word| !start.recipe.is_data(word) && Exercise::is_named(word))
    {
        return practice::exercise(word, &start.recipe, None, begun, &start.output);
    }
    if output::can_draw() && !start.output.prints() {
        let recipe = Box::new(screen::recipe(&start.recipe)?);
        let order = start.data.map(|data| Order { source: Source::named(&data), recipe });
        return screen::open(begun, start.output.ascii(), order.into());
    }
    let Some(data) = start.data else {
        return Err(Problem::usage(
            "there are no data to print",
            "name a CSV file or a sample: posterior show sample:weather. On a terminal, posterior alone opens the workbench",
        ));
    };
    show::show(&DataFlags { data, recipe: start.recipe }, &start.output)
}
