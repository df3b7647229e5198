//! `posterior compare`: several models tested on the same rows.

use super::flags::DataFlags;
use super::output::{self, Outcome, OutputFlags};
use crate::evaluate::{Comparison, ComparisonProgress, Measure, ModelSpec};
use crate::recipe::ModelKind;
use crate::report::{self, Document, json};
use clap::Args;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

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
pub(super) fn run(command: CompareCommand) -> Outcome {
    let models = command.models.as_deref().map(ModelSpec::list).transpose()?;
    let by = command.sort.as_deref().map(str::parse::<Measure>).transpose()?;
    let study = command.data.study(&command.output)?;
    let stage = ComparisonProgress::default();
    let found = with_progress(
        || format!("{}, {} % done", stage.words(), stage.watch.percent()),
        || Comparison::run(&study, models.as_deref(), Some(&stage)),
    )?;
    if command.output.is_json() {
        let own = found.own.or(Some(0)).and_then(|at| found.results.get(at));
        let own = own.map(|own| own.trial.whole.classifier());
        return output::answer(&study, own, json::compared(&found, by), &command.output);
    }
    if command.output.is_csv() {
        return output::sheet(&report::sheets::comparison(&found, by), &command.output);
    }
    let mut document = Document::default();
    document.title(study.source.label());
    document.append(report::comparison(&found, by));
    document.items(study.remarks());
    output::document(&document, &command.output)
}

const EVERY: Duration = Duration::from_millis(500);

/// Does some work, and prints `words` in one line on the terminal twice a second until it is done.
fn with_progress<T>(words: impl Fn() -> String + Send, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (done, wait) = mpsc::channel::<()>();
        scope.spawn(move || {
            while wait.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let _ = io::stderr().write_all(format!("\r\x1b[K{}", words()).as_bytes());
            }
            let _ = io::stderr().write_all(b"\r\x1b[K");
        });
        let out = work();
        drop(done);
        out
    })
}
