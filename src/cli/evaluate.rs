//! `posterior evaluate`: the confusion matrix.

use clap::Args;
use serde_json::Value;

use super::flags::{DataFlags, OutputFlags};
use super::show::answer;
use super::{Outcome, output};
use crate::evaluate;
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

pub(super) fn run(command: Evaluate) -> Outcome {
    let study = command.data.study()?;
    let (fitted, mut out) = answer(&study)?;
    let evaluation = evaluate::evaluate(fitted);
    if command.output.is_json() {
        out.insert("evaluation".into(), report::json::evaluate(&evaluation, command.predictions));
        return output::object(&Value::Object(out), &command.output);
    }
    let mut document = Document::default();
    document.title(study.source.label());
    document.append(report::overview(fitted));
    document.append(report::evaluation(&evaluation));
    output::document(&document, &command.output)
}
