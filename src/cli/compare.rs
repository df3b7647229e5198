//! `posterior compare`: several models judged by the same rows.

use clap::Args;

use super::Outcome;
use super::flags::DataFlags;
use super::output::{self, OutputFlags};
use super::progress;
use crate::evaluate::{Comparison, Measure, ModelSpec, Stage};
use crate::report::{self, Document, json};

#[derive(Args)]
pub(super) struct Compare {
    #[command(flatten)]
    data: DataFlags,
    /// Which models: gda, qda, gaussian, poisson, categorical, bernoulli, multinomial, mixed, logistic, baseline;
    /// without it all but poisson that can read the columns, logistic where it does not take long
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', help_heading = "What is compared")]
    models: Option<Vec<String>>,
    /// Best first by: accuracy, log-loss, brier, parameters, training or seconds
    #[arg(long, value_name = "FIGURE", help_heading = "What is compared")]
    sort: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputFlags,
}

/// Judges the models and prints them side by side. That one cannot be fitted is an answer, as long as another can.
pub(super) fn run(command: Compare) -> Outcome {
    let models = command.models.as_deref().map(ModelSpec::list).transpose()?;
    let by = command.sort.as_deref().map(str::parse::<Measure>).transpose()?;
    let study = command.data.study(&command.output)?;
    let stage = Stage::default();
    let found = progress::telling(
        || format!("{}, {} % done", stage.words(), stage.watch.percent()),
        || Comparison::run(&study, models.as_deref(), Some(&stage)),
    )?;
    if command.output.is_json() {
        let own = found.own.or(Some(0)).and_then(|at| found.standings.get(at));
        let own = own.map(|own| own.trial.whole.classifier());
        let answer = json::Answer::new(&study, own, json::Compared::new(&found, by));
        return output::object(&answer, &command.output);
    }
    if command.output.is_csv() {
        return output::sheet(&report::sheets::comparison(&found, by), &command.output);
    }
    let mut document = Document::default();
    document.title(study.source.label());
    document.append(report::comparison(&found, by));
    study.said().for_each(|said| document.item(said));
    output::document(&document, &command.output)
}
