//! `posterior predict`: what the model says of each row, one line a row.

use std::ffi::OsString;

use clap::Args;

use super::cases;
use super::flags::DataFlags;
use super::output::{self, Format, Outcome, OutputFlags};
use crate::model::{Answer, Answers, Case, Fitted, Queries, Study, Typicality};
use crate::problem::Problem;
use crate::report::{self, Document, Predictions, json};
use crate::text::grouped;

#[derive(Args)]
pub(super) struct Predict {
    #[command(flatten)]
    data: DataFlags,
    /// A CSV of cases, or - for standard input; without it, the rows of DATA that have no class
    #[arg(long, value_name = "FILE", help_heading = "What is predicted")]
    queries: Option<OsString>,
    /// Every row of DATA, also those the model learned from
    #[arg(long, conflicts_with = "queries", help_heading = "What is predicted")]
    all: bool,
    /// How typical each row is: ln P(x), its rank among the training rows, and the χ² tail of each class
    #[arg(long, help_heading = "What is predicted")]
    typicality: bool,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

pub(super) fn run(command: Predict) -> Outcome {
    let study = command.data.study(&command.output)?;
    let fitted = study.model()?;
    let (rows, warnings) = match &command.queries {
        Some(file) => of_file(fitted, file, &command)?,
        None => (of_data(&command, &study, fitted)?, Vec::new()),
    };
    let (rows, typical): (Vec<_>, Vec<_>) =
        rows.into_iter().map(|(row, answer, typical)| ((row, answer), typical)).unzip();
    let typicality = command.typicality.then_some(typical);
    let predictions = Predictions { classes: fitted.classes.clone(), rows, typicality };
    match command.output.format().unwrap_or(Format::Csv) {
        Format::Json => {
            let notes = warnings.into_iter().chain(predictions.warnings()).collect();
            let answer = json::Predicted::new(&predictions, notes);
            output::object(&json::Answer::new(&study, Some(fitted), answer), &command.output)
        }
        Format::Csv => {
            output::warn_all(warnings.into_iter().chain(predictions.warnings()));
            output::deliver(&predictions.to_csv(command.output.raw), &command.output)
        }
        _ => {
            let mut document = Document::default();
            document.title(study.source.label());
            document.append(report::overview(fitted));
            document.heading("Predictions");
            document.append(predictions.document(warnings));
            output::document(&document, &command.output)
        }
    }
}

/// The most posteriors that are printed at a time, as CSV and as what takes more room.
const POSTERIORS: u64 = 1 << 24;
const IN_WORDS: u64 = 1 << 22;

/// Refuses more posteriors than are kept until they are printed.
fn few_enough(rows: usize, fitted: &Fitted, output: &OutputFlags) -> Result<(), Problem> {
    let most = match output.format().unwrap_or(Format::Csv) {
        Format::Csv => POSTERIORS,
        _ => IN_WORDS,
    };
    let (rows, classes) = (rows as u64, fitted.classes.len() as u64);
    if rows.saturating_mul(classes) <= most {
        return Ok(());
    }
    Err(Problem {
        kind: "too_large",
        what: format!(
            "{} rows and {} classes would be {} posteriors, and at most {} are printed at a time",
            grouped(rows),
            grouped(classes),
            grouped(rows.saturating_mul(classes)),
            grouped(most)
        ),
        fix: "predict some of the rows at a time: --queries FILE.csv; or choose a class of fewer values with --target".into(),
        ..Problem::default()
    })
}

type Rows = Vec<(usize, Answer, Option<Typicality>)>;

/// What the model says of a case, and how typical it is where that is asked for.
fn answered(
    command: &Predict,
    answers: &mut Answers<'_>,
    fitted: &Fitted,
    (row, case): (usize, Result<Case, Problem>),
) -> Result<(usize, Answer, Option<Typicality>), Problem> {
    let case_in_hand = case.as_ref().ok().filter(|_| command.typicality);
    let typicality = case_in_hand.and_then(|case| fitted.typicality(case));
    Ok((row + 1, answers.answer(case)?, typicality))
}

fn of_file(fitted: &Fitted, file: &OsString, command: &Predict) -> Result<(Rows, Vec<String>), Problem> {
    let output = &command.output;
    let loaded = cases::load(file, output, |table| Queries::as_written(fitted, table))?;
    let place = |problem: Problem| Problem { place: Some(loaded.table.source.clone()), ..problem };
    let mut queries = Queries::new(fitted, &loaded.table).map_err(place)?;
    few_enough(queries.rows(), fitted, output)?;
    let mut answers = Answers::new(fitted);
    let rows =
        (0..queries.rows()).map(|row| answered(command, &mut answers, fitted, (row, queries.case(row))));
    let rows = rows.collect::<Result<Rows, Problem>>().map_err(place)?;
    // What a column looks like by itself does not matter here; lines that were passed over do.
    let notices = loaded.notices.iter().filter(|notice| notice.line.is_some() && notice.column.is_none());
    let notices = notices.map(|notice| format!("{}: {notice}", loaded.table.source));
    let notes = queries.notes.iter().cloned();
    let unseen = queries.unseen();
    let warnings = notices.chain(notes).chain(unseen.iter().map(report::unseen));
    let warnings = warnings.map(|warning| warning.trim_end_matches('.').to_owned());
    Ok((rows, warnings.collect()))
}

fn of_data(command: &Predict, study: &Study, fitted: &Fitted) -> Result<Rows, Problem> {
    let wanted: Vec<usize> = match command.all {
        true => (0..fitted.data.table.rows()).collect(),
        false => fitted.data.unlabelled().collect(),
    };
    if wanted.is_empty() {
        return Err(Problem {
            kind: "no_data",
            what: format!("there is nothing to predict: every row of {} has a class", study.source.label()),
            fix: "name a CSV of cases with --queries FILE, or add --all to predict the rows that were learned from"
                .into(),
            usage: true,
            ..Problem::default()
        });
    }
    few_enough(wanted.len(), fitted, &command.output)?;
    let mut answers = Answers::new(fitted);
    let rows = wanted
        .into_iter()
        .map(|row| answered(command, &mut answers, fitted, (row, Case::from_row(fitted, row))));
    rows.collect()
}
