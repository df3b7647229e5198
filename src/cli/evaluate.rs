//! `posterior evaluate`: the confusion matrix.

use std::mem::ManuallyDrop;

use clap::{Args, ValueEnum};

use super::flags::DataFlags;
use super::output::{self, Outcome, OutputFlags};
use crate::evaluate::{Evaluation, MATRIX, Metrics, Model, Trial};
use crate::math::Name;
use crate::problem::{Problem, nearest};
use crate::recipe::folded;
use crate::report::{self, Sheet, json};
use crate::text::{brief, listed};

#[derive(Args)]
pub(super) struct EvaluateCommand {
    #[command(flatten)]
    data: DataFlags,
    #[command(flatten)]
    pub(super) output: OutputFlags,
    /// The positive class of the ROC curve
    #[arg(long, value_name = "CLASS")]
    positive: Option<String>,
    /// List every prediction in the JSON, not only the first 10,000
    #[arg(long, hide_short_help = true)]
    predictions: bool,
    /// For --format csv: matrix, classes (precision, recall, F1) or rows (each prediction)
    #[arg(long, value_enum, default_value = "matrix", hide_possible_values = true)]
    table: EvaluationTable,
}

/// The tables of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EvaluationTable {
    /// The confusion matrix
    Matrix,
    /// A row for each class
    Classes,
    /// A row for each test row
    Rows,
}

/// Evaluates a model on the test rows of its recipe. For logistic regression it also prints the coefficients, which no
/// other command does.
pub(super) fn run(command: EvaluateCommand) -> Outcome {
    let study = command.data.last_study(&command.output)?;
    // As the study itself, these are not given back piece by piece.
    let trial = ManuallyDrop::new(Trial::plan(&study, None)?);
    let evaluation = ManuallyDrop::new(trial.run(None)?);
    let model = trial.whole.classifier();
    let logistic = match &trial.whole {
        Model::Logistic(logistic) => Some(logistic.as_ref()),
        Model::Generative(_) | Model::Baseline(_) => None,
    };
    let labels = evaluation.labels.get(..evaluation.predictable).unwrap_or_default();
    let positive = positive(command.positive.as_deref(), labels, trial.positive())?;
    let metrics = ManuallyDrop::new(Metrics::new(&evaluation, positive));
    if command.output.is_json() {
        let evaluation = json::Evaluated::new(&evaluation, Some(&metrics), command.predictions);
        let logistic = logistic.map(json::logistic);
        let answer = json::Evaluation { evaluation, logistic };
        return output::answer(&study, Some(model), answer, &command.output);
    }
    if command.output.is_csv() {
        return output::sheet(&sheet(command.table, &evaluation)?, &command.output);
    }
    let mut document = output::report_on(&study, model);
    logistic.into_iter().for_each(|logistic| document.append(report::logistic(logistic)));
    document.append(report::evaluation(&evaluation, Some(&metrics)));
    output::document(&document, &command.output)
}

fn sheet(table: EvaluationTable, evaluation: &Evaluation) -> Result<Sheet, Problem> {
    let classes = evaluation.labels.len();
    match table {
        EvaluationTable::Matrix if classes > MATRIX => Err(Problem::usage(
            format!("the confusion matrix of {classes} × {classes} classes is too large to print"),
            "pass --table classes, or --table rows for each prediction",
        )),
        EvaluationTable::Matrix => Ok(report::sheets::matrix(evaluation)),
        EvaluationTable::Classes => Ok(report::sheets::classes(evaluation)),
        EvaluationTable::Rows => Ok(report::sheets::evaluated(evaluation)),
    }
}

/// The class that was named: exactly, else the one that is equal without case or Unicode form, with a note.
pub(super) fn positive(named: Option<&str>, labels: &[Name], usual: usize) -> Result<usize, Problem> {
    let Some(named) = named else { return Ok(usual) };
    if let Some(class) = labels.iter().position(|label| label.as_str() == named) {
        return Ok(class);
    }
    let wanted = folded(named);
    let equal: Vec<(usize, &Name)> =
        (0..).zip(labels).filter(|(_, label)| folded(label.as_str()) == wanted).collect();
    if let [(class, label)] = equal.as_slice() {
        output::note(&format!("--positive {named} is read as the class {label}"));
        return Ok(*class);
    }
    let classes = listed(labels.iter().map(Name::as_str));
    let guess = nearest(named, labels.iter().map(Name::as_str));
    Err(Problem {
        kind: "unknown_class",
        what: format!("there is no class {}", brief(named)),
        fix: match guess {
            Some(guess) => format!("did you mean {guess}? The classes are {}", classes),
            None => format!("the classes are {}", classes),
        },
        class: Some(named.to_owned()),
        ..Problem::default()
    })
}
