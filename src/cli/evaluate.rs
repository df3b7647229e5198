//! `posterior evaluate`: the confusion matrix.

use clap::Args;
use serde_json::Value;

use super::flags::{DataFlags, OutputFlags};
use super::{Outcome, output};
use crate::evaluate::{Model, Trial};
use crate::report::{self, Document};

#[derive(Args)]
pub(super) struct Evaluate {
    #[command(flatten)]
    data: DataFlags,
    #[command(flatten)]
    pub(super) output: OutputFlags,
    /// List every prediction in the JSON, not only the first 10,000
    #[arg(long)]
    predictions: bool,
}

/// Judges a model by the rows that its recipe says; of logistic regression the coefficients are told too, which no other
/// command does.
pub(super) fn run(command: Evaluate) -> Outcome {
    let study = command.data.study()?;
    let trial = Trial::plan(&study, None)?;
    let evaluation = trial.run(None)?;
    let model = trial.whole.classifier();
    let logistic = match &trial.whole {
        Model::Logistic(logistic) => Some(logistic.as_ref()),
        Model::Generative(_) | Model::Baseline(_) => None,
    };
    if command.output.is_json() {
        let mut out = report::json::study(&study, model);
        out.insert("evaluation".into(), report::json::evaluate(&evaluation, command.predictions));
        out.extend(logistic.map(|logistic| ("logistic".to_owned(), report::json::logistic(logistic))));
        return output::object(&Value::Object(out), &command.output);
    }
    let mut document = Document::default();
    document.title(study.source.label());
    document.append(report::overview(model));
    logistic.into_iter().for_each(|logistic| document.append(report::logistic(logistic)));
    document.append(report::evaluation(&evaluation));
    output::document(&document, &command.output)
}
