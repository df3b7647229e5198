//! `posterior check`: one answer, compared with the right value and with known mistakes.

use clap::Args;

use super::cases::{one_case, study_for};
use super::exercise;
use super::flags::DataFlags;
use super::output::{self, OutputFlags, UNMARKED, WRONG};
use crate::model::{Case, Fitted, Study};
use crate::practice::{Answer, Asked, Checked, DecimalMark, Exercise, Verdict, check};
use crate::problem::Problem;
use crate::recipe::Recipe;
use crate::report::{self, json};

#[derive(Args)]
pub(super) struct CheckCommand {
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
    /// The case is a row of the data, counted from 1
    #[arg(long, value_name = "N", help_heading = QUESTION)]
    row: Option<usize>,
    /// The decimal mark of the answer is a comma
    #[arg(long, help_heading = QUESTION)]
    comma: bool,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

const QUESTION: &str = "What is asked";

pub(super) fn run(command: &CheckCommand) -> Result<u8, Problem> {
    let answer = if command.comma {
        Answer::read(&command.answer, DecimalMark::Comma)
    } else {
        Answer::alone(&command.answer)
    };
    if let Some(exercise) = exercise_of(command)? {
        let (asked, notes) = Asked::find(&exercise.fitted, exercise.case.as_ref(), &command.of)?;
        let checked = exercise.check(&asked, answer)?;
        let case = exercise.case.as_ref().filter(|_| asked.is_about_case());
        return print(command, &exercise.study, &exercise.fitted, case, &checked, &notes);
    }
    let study = study_for(command.data.study(&command.output)?, &command.query)?;
    let fitted = study.model()?;
    let case = one_case(command.query.as_deref(), command.row, &study, fitted);
    let (asked, notes) = Asked::find(fitted, case.as_ref().ok().and_then(Option::as_ref), &command.of)?;
    // Slips such as learning from the case itself can be made with numbers of the model, too.
    let case = match case {
        Err(_) if !asked.is_about_case() && command.query.is_none() && command.row.is_none() => None,
        case => case?,
    };
    let checked = check(fitted, case.as_ref(), &asked, answer)?;
    print(command, &study, fitted, case.as_ref().filter(|_| asked.is_about_case()), &checked, &notes)
}

fn exercise_of(command: &CheckCommand) -> Result<Option<Exercise>, Problem> {
    if !Exercise::is_named(&command.data.data) {
        return Ok(None);
    }
    let wrong =
        |what| Problem::usage(what, "leave the flag out, or name the data itself instead of the exercise");
    // The seed is that of the data here, and not of a split.
    let mut recipe = command.data.recipe.recipe()?;
    let seed = recipe.seed.take();
    if recipe != Recipe::default() {
        return Err(wrong("the exercise sets the recipe, so no flag can"));
    }
    if command.query.is_some() || command.row.is_some() {
        return Err(wrong("the exercise sets the case, so no flag can"));
    }
    let file = exercise::read(&command.data.data, command.data.recipe.outside, &command.output)?;
    exercise::open(&file, seed).map(Some)
}

fn print(
    command: &CheckCommand,
    study: &Study,
    fitted: &Fitted,
    case: Option<&Case>,
    checked: &Checked,
    notes: &[String],
) -> Result<u8, Problem> {
    if command.output.is_json() {
        output::answer(study, Some(fitted), json::checked(checked), &command.output)?;
    } else {
        output::with_notes(report::check(fitted, case, checked), notes, fitted, &command.output)?;
    }
    Ok(match checked.marked.verdict {
        Verdict::Correct | Verdict::Noted => 0,
        Verdict::Wrong => WRONG,
        Verdict::Unmarked => UNMARKED,
    })
}
