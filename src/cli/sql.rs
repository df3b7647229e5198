//! `posterior sql` and `posterior sums`: queries that an engine answers, and the sums that they give.

use std::ffi::OsString;

use clap::Args;

use super::flags::{OfData, RecipeFlags, SuggestedWords};
use super::output::{self, Format, Outcome, OutputFlags};
use crate::encode::{Dialect, described, sums_query};
use crate::model::{Statistics, scoring_query, write_sums};
use crate::recipe::resolve;
use crate::text::list;

#[derive(Args)]
pub(super) struct Sql {
    /// The table in the engine, or a query in brackets
    #[arg(value_name = "TABLE")]
    table: String,
    /// Rows or sums with the columns of the table, from which recipe and model are taken
    #[arg(long, value_name = "DATA")]
    model_from: Option<OsString>,
    /// Print the query that scores each row with the model
    #[arg(long, requires = "model_from")]
    predict: bool,
    /// With --predict: columns to select beside the scores
    #[arg(long, value_name = "COLUMN,…", requires = "predict", hide_short_help = true)]
    keep: Vec<String>,
    /// duckdb, postgres, spark or sqlite
    #[arg(long, value_name = "NAME", default_value = "duckdb", value_parser = SuggestedWords(&Dialect::NAMES), hide_possible_values = true)]
    dialect: String,
    #[command(flatten)]
    recipe: RecipeFlags,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(command: &Sql) -> Outcome {
    let dialect = Dialect::named(&command.dialect)?;
    let name = &command.table;
    let query = match &command.model_from {
        None => {
            let recipe = command.recipe.recipe()?;
            let table = described(&recipe, name)?;
            sums_query(dialect, name, &resolve(&recipe, &table)?, table.columns())?
        }
        Some(data) => {
            let study = command.recipe.study(data, &command.output)?;
            if command.predict {
                let keep: Vec<String> = command.keep.iter().flat_map(|names| list(names)).collect();
                scoring_query(dialect, name, study.model()?, &keep)?
            } else {
                let resolved = study.resolved().ok_or_else(|| study.model().err().unwrap_or_default())?;
                sums_query(dialect, name, &resolved, study.loaded.table.columns())?
            }
        }
    };
    output::deliver(&query, &command.output)
}

pub(super) fn sums(command: OfData) -> Outcome {
    let flags = &command.output;
    output::refuse_format(flags, "sums are written", &[Format::Csv])?;
    let study = command.data.last_study(flags)?;
    let data = &study.model()?.data;
    let all = &study.model()?.statistics;
    let once = data.resolved.weight.as_ref().map(|_| Statistics::of_rows(data)).transpose()?;
    let (engine, asked) = match &data.sums {
        Some(sums) => (sums.engine.clone(), sums.asked.clone()),
        None => ("posterior".to_owned(), study.source.label()),
    };
    let once = once.as_ref().unwrap_or(all);
    output::deliver(&write_sums(data, &engine, &asked, (all, once))?, flags)
}
