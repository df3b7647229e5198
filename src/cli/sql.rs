//! `posterior sql`: queries that an engine answers where the rows are.

use std::ffi::OsString;

use clap::Args;

use super::flags::RecipeFlags;
use super::output::{self, Outcome, OutputFlags};
use crate::encode::{Dialect, TableInEngine, described};
use crate::model::Fitted;
use crate::problem::Problem;
use crate::recipe::{Resolved, resolve};
use crate::table::{Column, Dealt, MOST_FOLDS};
use crate::text::{brief, list};
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
    /// Sums by fold: K by a hash of the key, or column:COLUMN
    #[arg(long, value_name = "K")]
    folds: Option<String>,
    /// The query of the model's scores of each row
    #[arg(long, requires = "model_from", conflicts_with_all = ["folds", "rows"])]
    predict: bool,
    /// The query that counts what the model tells right
    #[arg(long, requires = "model_from", conflicts_with_all = ["folds", "rows", "predict"])]
    evaluate: bool,
    /// With --predict: columns that stand beside the scores
    #[arg(long, value_name = "COLUMN,…", requires = "predict", hide_short_help = true)]
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
    let folds = command.folds.as_ref().map(|how| dealt(how, engine.key.as_deref())).transpose()?;
    let of = TableInEngine { table: command.table.clone(), key: engine.key.clone(), folds };
    if let Some(data) = command.model_from.as_ref().filter(|_| command.evaluate) {
        let study = command.recipe.here().study(data, &command.output)?;
        return command.deliver(&command.judged(study.model()?, of)?);
    }
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
            None => {
                let keep: Vec<String> = command.keep.iter().flat_map(|names| list(names)).collect();
                of.scores(dialect, fitted, &keep)?
            }
        };
        return command.deliver(&query);
    }
    let (resolved, columns) = command.resolved()?;
    command.deliver(&of.sums(dialect, &resolved, &columns, true)?)
}

/// How `--folds` deals rows: `10`, `column:site`.
fn dealt(how: &str, key: Option<&str>) -> Result<Dealt, Problem> {
    match how.parse::<u32>() {
        Ok(folds) => Dealt::by_hash(folds, key),
        Err(_) if how.starts_with("column:") => how.parse(),
        Err(_) => Err(Problem::usage(
            format!("“{}” says no folds", brief(how)),
            format!("write --folds 10, from 2 to {MOST_FOLDS}, or --folds column:COLUMN"),
        )),
    }
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

    /// The query that counts what a model tells right, and where it is of sums of folds, the models of the others.
    fn judged(&self, fitted: &Fitted, of: TableInEngine) -> Result<String, Problem> {
        let sums = fitted.data.sums.as_ref();
        let summed_by = sums.and_then(|sums| Dialect::named(&sums.engine));
        let engine = &self.recipe.engine;
        let dialect = match summed_by.filter(|_| engine.is_open()) {
            Some(dialect) => dialect,
            None => engine.dialect()?,
        };
        let folds = sums.and_then(|sums| sums.dealt.clone());
        if folds.is_none() && sums.is_some_and(|sums| sums.folds.iter().any(|of| !of.fold.is_empty())) {
            return Err(Problem::usage(
                "the sums are of folds, and do not say how rows were dealt to them",
                "sum the rows again: posterior sql TABLE --folds 10 --key COLUMN",
            ));
        }
        if let Some(summed_by) = summed_by.filter(|by| folds.is_some() && by.name != dialect.name) {
            return Err(Problem::usage(
                format!(
                    "{} dealt the rows to folds, and {} would deal them otherwise",
                    summed_by.name, dialect.name
                ),
                format!("write --dialect {}, or sum the rows again", summed_by.name),
            ));
        }
        let models = folds.as_ref().map(|_| fitted.of_other_folds()).transpose()?;
        let of = TableInEngine { folds, key: None, ..of };
        of.judged(dialect, fitted, models.as_ref())
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
