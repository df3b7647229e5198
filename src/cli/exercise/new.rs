//! `posterior exercise new`: an exercise, written from data and a case.

use std::ffi::OsString;
use std::path::Path;

use clap::Args;

use super::super::cases::{asked_by, one_case};
use super::super::flags::RecipeFlags;
use super::super::output::{self, Outcome, OutputFlags};
use crate::practice::{Asked, author, data_path, few_enough, out_of_reach, questions, random_table, unseen};
use crate::worked::WorkedError;

const ASKED: &str = "What is asked";

#[derive(Args)]
pub(in crate::cli) struct New {
    /// A CSV file or sample:NAME
    #[arg(value_name = "DATA")]
    data: OsString,
    #[command(flatten)]
    recipe: RecipeFlags,
    /// The case: "outlook=sunny,wind=weak"; values with commas in double quotes
    #[arg(long, value_name = "COL=VALUE,…", conflicts_with = "row", help_heading = ASKED)]
    query: Option<String>,
    /// The case is a row of the data, from 1
    #[arg(long, value_name = "N", help_heading = ASKED)]
    row: Option<usize>,
    /// A step: "P(Yes)", "score(Yes)", class; without it all steps of the worked posterior
    #[arg(long, value_name = "QUANTITY", help_heading = ASKED)]
    ask: Vec<String>,
    /// Each student gets other rows; DATA is the pattern, and a table [random] is written
    #[arg(long, help_heading = ASKED)]
    random: bool,
    /// The word that answer sheets name the exercise by
    #[arg(long, value_name = "WORD", help_heading = ASKED)]
    id: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(new: &New) -> Outcome {
    output::refuse_format(&new.output, "an exercise is written as TOML, which is no format to choose", &[])?;
    let study = asked_by(new.recipe.study(&new.data, &new.output)?, &new.query)?;
    let fitted = study.model()?;
    let case = one_case(new.query.as_deref(), new.row, &study, fitted)?;
    let asked = if new.ask.is_empty() {
        questions(fitted, case.as_ref())
    } else {
        new.ask
            .iter()
            .map(|ask| Asked::find(fitted, case.as_ref(), ask).map(|(asked, _)| asked))
            .collect::<Result<_, _>>()?
    };
    few_enough(&asked)?;
    if case.is_none() && (new.ask.is_empty() || asked.iter().any(Asked::is_about_case)) {
        return Err(WorkedError::NoCase.into());
    }
    let stem = |path: &Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let named = new.output.output.as_deref().and_then(stem);
    let label = study.source.label();
    let usual = stem(Path::new(label.trim_start_matches("sample:"))).unwrap_or_default();
    let id = new.id.clone().or(named).unwrap_or(usual);
    let typed = new.data.to_string_lossy();
    // Printed, it is likely to be put into a file here.
    let here = data_path(&typed, Some(new.output.output.as_deref().unwrap_or(Path::new("exercise.toml"))));
    out_of_reach(&here)
        .iter()
        .for_each(|said| output::note(&format!("{said}. Put a copy beside the exercise")));
    let data = data_path(&typed, new.output.output.as_deref());
    if let Some(case) = &case {
        unseen(fitted, case).iter().for_each(|note| output::note(note));
    }
    let mut text = author(&id, &data, &study, fitted, case.as_ref(), &asked);
    if new.random {
        text.push_str(&random_table(fitted));
    }
    output::deliver(&text, &new.output)
}
