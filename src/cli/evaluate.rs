//! `posterior evaluate`: the confusion matrix; and `posterior compare`: several models, evaluated on the same rows.

use std::io::{self, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::flags::DataFlags;
use super::output::{self, Format, Outcome, OutputFlags};
use crate::evaluate::{
    Comparison, ComparisonProgress, Evaluation, MATRIX, Measure, Metrics, Model, ModelSpec, Trial,
};
use crate::math::Name;
use crate::problem::{Problem, nearest};
use crate::recipe::{ModelKind, folded};
use crate::report::{self, Document, Sheet, json};
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

#[derive(Clone, Copy, ValueEnum)]
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
    // Like the study, these are never freed.
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
    let flags = &command.output;
    match flags.format() {
        Some(Format::Json) => {
            let evaluation = json::Evaluated::new(&evaluation, Some(&metrics), command.predictions);
            let answer = json::Evaluation { evaluation, logistic: logistic.map(json::logistic) };
            output::answer(&study, Some(model), answer, flags)
        }
        Some(Format::Csv) => output::sheet(&sheet(command.table, &evaluation)?, flags),
        _ => {
            let mut document = output::report_on(&study, model);
            logistic.into_iter().for_each(|logistic| document.append(report::logistic(logistic)));
            document.append(report::evaluation(&evaluation, Some(&metrics)));
            output::document(&document, flags)
        }
    }
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
    let mut equal = (0..).zip(labels).filter(|(_, label)| folded(label.as_str()) == wanted);
    if let (Some((class, label)), None) = (equal.next(), equal.next()) {
        output::note(&format!("--positive {named} is read as the class {label}"));
        return Ok(class);
    }
    let classes = listed(labels.iter().map(Name::as_str));
    let fix = match nearest(named, labels.iter().map(Name::as_str)) {
        Some(guess) => format!("did you mean {guess}? The classes are {classes}"),
        None => format!("the classes are {classes}"),
    };
    let (what, class) = (format!("there is no class {}", brief(named)), Some(named.to_owned()));
    Err(Problem { kind: "unknown_class", what, fix, class, ..Problem::default() })
}

#[derive(Args)]
pub(super) struct CompareCommand {
    #[command(flatten)]
    data: DataFlags,
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', help_heading = "What is compared", help = models_help())]
    models: Option<Vec<String>>,
    /// Best first by: accuracy, log-loss, brier, parameters, training or seconds
    #[arg(long, value_name = "FIGURE", help_heading = "What is compared")]
    sort: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

fn models_help() -> String {
    let all: Vec<&str> = ModelSpec::all().into_iter().map(ModelSpec::word).collect();
    let counts = ModelKind::COMPARED.iter().filter(|kind| kind.is_of_counts());
    let counts: Vec<&str> = counts.map(|kind| kind.word()).collect();
    format!(
        "Which models: {}; by default all but {} that can read the columns, logistic only if it is fast",
        all.join(", "),
        counts.join(" and ")
    )
}

/// Evaluates the models and prints them side by side. A model that cannot be fitted is listed if another one can.
pub(super) fn compare(command: CompareCommand) -> Outcome {
    let models = command.models.as_deref().map(ModelSpec::list).transpose()?;
    let by = command.sort.as_deref().map(str::parse::<Measure>).transpose()?;
    let study = command.data.study(&command.output)?;
    let stage = ComparisonProgress::default();
    let found = with_progress(
        || format!("{}, {} % done", stage.words(), stage.watch.percent()),
        || Comparison::run(&study, models.as_deref(), Some(&stage)),
    )?;
    let flags = &command.output;
    match flags.format() {
        Some(Format::Json) => {
            let own = found.results.get(found.own.unwrap_or(0));
            let own = own.map(|own| own.trial.whole.classifier());
            output::answer(&study, own, json::compared(&found, by), flags)
        }
        Some(Format::Csv) => output::sheet(&report::sheets::comparison(&found, by), flags),
        _ => {
            let mut document = Document::titled(study.source.label());
            document.append(report::comparison(&found, by));
            document.items(study.remarks());
            output::document(&document, flags)
        }
    }
}

/// Does some work, and prints `words` in one line on the terminal twice a second until it is done.
fn with_progress<T>(words: impl Fn() -> String + Send, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (done, wait) = mpsc::channel::<()>();
        scope.spawn(move || {
            while wait.recv_timeout(Duration::from_millis(500)) == Err(RecvTimeoutError::Timeout) {
                let _ = io::stderr().write_all(format!("\r\x1b[K{}", words()).as_bytes());
            }
            let _ = io::stderr().write_all(b"\r\x1b[K");
        });
        let out = work();
        drop(done);
        out
    })
}
