//! `posterior sql`: queries that an engine answers where the rows are.

use std::ffi::OsString;

use clap::Args;

use super::flags::RecipeFlags;
use super::output::{self, Outcome, OutputFlags};
use crate::encode::{TableInEngine, described};
use crate::problem::Problem;
use crate::recipe::{Resolved, resolve};
use crate::table::Column;
use crate::worked::{resolve_quantity, rows_query};

/// Rows that the query behind a number asks for.
const ROWS: usize = 100;

#[derive(Args)]
pub(super) struct Sql {
    /// The table in the engine, or a query in brackets
    #[arg(value_name = "TABLE")]
    table: String,
    /// Rows or sums that are read as the table is: what recipe and model are taken of
    #[arg(long, value_name = "DATA")]
    model_from: Option<OsString>,
    /// The sums of so many folds, dealt by a hash of the key
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(2..=1000))]
    folds: Option<u32>,
    /// The query of the model's scores of each row
    #[arg(long, requires = "model_from", conflicts_with_all = ["folds", "rows"])]
    predict: bool,
    /// With --predict: columns that stand beside the scores
    #[arg(
        long,
        value_name = "COLUMN,…",
        value_delimiter = ',',
        requires = "predict",
        hide_short_help = true
    )]
    keep: Vec<String>,
    /// The query of the rows behind a number: "P(Sunny | Yes)"
    #[arg(long, value_name = "QUANTITY", requires = "model_from")]
    rows: Option<String>,
    #[command(flatten)]
    recipe: RecipeFlags,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(command: &Sql) -> Outcome {
    let (engine, dialect) = (&command.recipe.engine, command.recipe.engine.dialect()?);
    let of = TableInEngine { table: command.table.clone(), key: engine.key.clone(), folds: command.folds };
    if let Some(data) = command.model_from.as_ref().filter(|_| command.predict || command.rows.is_some()) {
        let study = command.recipe.here().study(data, &command.output)?;
        let fitted = study.model()?;
        let query = match &command.rows {
            Some(typed) => {
                let quantity = resolve_quantity(fitted, typed)?.quantity;
                rows_query(fitted, &quantity, &of, dialect, ROWS).ok_or_else(|| {
                    let what = format!("{quantity} counts no rows by itself");
                    Problem::usage(
                        what,
                        "name a count, a probability, a mean or a variance: \"P(Sunny | Yes)\"",
                    )
                })?
            }
            None => of.scores(dialect, fitted, &command.keep)?,
        };
        return command.deliver(&query);
    }
    let (resolved, columns) = command.resolved()?;
    command.deliver(&of.sums(dialect, &resolved, &columns, true)?)
}

impl Sql {
    /// Prints a query; where a command is named, its answer.
    fn deliver(&self, query: &str) -> Outcome {
        match self.recipe.engine.table(self.table.as_ref())? {
            None => output::deliver(query, &self.output),
            Some(via) => {
                let answer = via.ask(query, None)?;
                output::deliver(&String::from_utf8_lossy(&answer), &self.output)
            }
        }
    }

    /// The recipe with nothing left open, and the columns that its positions mean.
    fn resolved(&self) -> Result<(Resolved, Vec<Column>), Problem> {
        if let Some(data) = &self.model_from {
            let study = self.recipe.here().study(data, &self.output)?;
            let resolved = study.resolved().ok_or_else(|| study.model().err().unwrap_or_default())?;
            return Ok((resolved.into_owned(), study.loaded.table.columns().to_vec()));
        }
        if self.recipe.engine.table(self.table.as_ref())?.is_some() {
            let study = self.recipe.study(self.table.as_ref(), &self.output)?;
            let fitted = study.model()?;
            return Ok((fitted.data.resolved.clone(), fitted.data.table.columns().to_vec()));
        }
        let recipe = self.recipe.recipe()?;
        let table = described(&recipe, &self.table)?;
        Ok((resolve(&recipe, &table)?, table.columns().to_vec()))
    }
}
