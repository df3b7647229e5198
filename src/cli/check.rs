//! `posterior check`: one answer, held against the right value and against known mistakes.

use clap::Args;
use serde_json::Value;

use super::explain::pairs;
use super::flags::{DataFlags, OutputFlags};
use super::output;
use super::show::answer;
use crate::model::{Case, CaseError, Fitted, Study};
use crate::practice::{Answer, Asked, DecimalMark, Verdict, check};
use crate::problem::Problem;
use crate::report;

/// Exit status of a wrong answer.
const WRONG: u8 = 4;
/// Exit status of an answer that could not be marked.
const UNMARKED: u8 = 5;

#[derive(Args)]
pub(super) struct Check {
    /// The answer as it was written: "3/9", "0,33", "33 %", "3/9 · 9/14"
    #[arg(value_name = "ANSWER", allow_hyphen_values = true)]
    answer: String,
    #[command(flatten)]
    data: DataFlags,
    /// What it answers: "P(sunny | yes)", "score(yes)", or class for the decision
    #[arg(long, value_name = "QUANTITY", help_heading = QUESTION)]
    of: String,
    /// The case: "outlook=sunny,wind=weak"; values with commas in double quotes
    #[arg(long, value_name = "COL=VALUE,…", conflicts_with = "row", help_heading = QUESTION)]
    query: Option<String>,
    /// The case is a row of the data, from 1
    #[arg(long, value_name = "N", help_heading = QUESTION)]
    row: Option<usize>,
    /// The decimal mark of the answer is a comma
    #[arg(long, help_heading = QUESTION)]
    comma: bool,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

const QUESTION: &str = "What is asked";

/// Checks the answer, and gives the exit status that tells the verdict.
pub(super) fn run(command: &Check) -> Result<u8, Problem> {
    let study = command.data.study()?;
    let (fitted, mut out) = answer(&study)?;
    let (asked, notes) = Asked::find(fitted, &command.of)?;
    let case = if asked.is_about_case() { case(command, &study, fitted)? } else { None };
    let typed = if command.comma {
        Answer::read(&command.answer, DecimalMark::Comma)
    } else {
        Answer::alone(&command.answer)
    };
    let checked = check(fitted, case.as_ref(), &asked, typed)?;
    if command.output.is_json() {
        out.extend(report::json::check(&checked));
        output::object(&Value::Object(out), &command.output)?;
    } else {
        let mut document = report::check(fitted, case.as_ref(), &checked);
        notes.into_iter().for_each(|note| document.item(format!("{note}.")));
        document.text(fitted.conventions());
        output::document(&document, &command.output)?;
    }
    Ok(match checked.marked.verdict {
        Verdict::Correct | Verdict::Noted => 0,
        Verdict::Wrong => WRONG,
        Verdict::Unmarked => UNMARKED,
    })
}

/// The case that was asked for, else the first of the study.
fn case(command: &Check, study: &Study, fitted: &Fitted) -> Result<Option<Case>, Problem> {
    if let Some(query) = &command.query {
        return Ok(Some(Case::from_typed(fitted, &pairs(query)?)?));
    }
    if let Some(row) = command.row {
        let rows = fitted.data.table.rows();
        let at = row.checked_sub(1).ok_or(CaseError::NoRow { row, rows })?;
        return Ok(Some(Case::from_row(fitted, at)?));
    }
    Ok(study.cases()?.into_iter().next())
}
