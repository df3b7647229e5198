//! `posterior given`: a model whose numbers are told, not counted.

use std::path::PathBuf;

use clap::Args;

use super::cases::pairs;
use super::output::{self, Outcome, OutputFlags};
use crate::model::{Case, Study};
use crate::recipe::Recipe;
use crate::report::{self, Document, json};
use crate::table::Source;

#[derive(Args)]
pub(super) struct Given {
    /// "P(ill) = 0.01", "P(pos | ill) = 0.9", "P(test=pos | ill) = 90%", "mean(height | male) = 178", "var(height | male) = 49"
    #[arg(value_name = "NUMBER", required = true)]
    numbers: Vec<String>,
    /// The case: "test=pos"
    #[arg(long, value_name = "COL=VALUE,…")]
    query: Vec<String>,
    /// Write the numbers as a recipe, which is opened like data
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(command: &Given) -> Outcome {
    let queries = command.query.iter().map(|query| pairs(query)).collect::<Result<Vec<_>, _>>()?;
    let recipe = Recipe::told(&command.numbers, &queries)?;
    if let Some(path) = &command.save {
        output::save(&recipe.to_toml(), path, command.output.force)?;
    }
    let study = Study::open(Source::bytes("given numbers", *b""), recipe)?;
    let fitted = study.model()?;
    let cases = queries.iter().map(|query| Case::from_typed(fitted, query)).collect::<Result<Vec<_>, _>>()?;
    if command.output.is_json() {
        if cases.is_empty() {
            return output::object(
                &json::Answer::new(&study, Some(fitted), json::Fit::new(fitted)),
                &command.output,
            );
        }
        let queries = cases.iter().map(|case| json::Explained::new(fitted, case, (false, false)));
        let answer = json::Explanations { queries: queries.collect::<Result<_, _>>()? };
        return output::object(&json::Answer::new(&study, Some(fitted), answer), &command.output);
    }
    let mut document = Document::default();
    document.title("Given numbers");
    document.append(report::overview(fitted));
    if cases.is_empty() {
        document.append(report::parameters(fitted, None));
    }
    for case in &cases {
        document.append(report::posterior(fitted, case, &report::case_name(case))?);
        document.append(report::natural_frequencies(fitted, case));
    }
    output::document(&document, &command.output)
}
