//! `posterior fit`: the parameter tables.

use serde_json::Value;

use super::opened::opened;
use super::{OfData, Outcome, output};
use crate::report::{self, Document};

pub(super) fn run(command: OfData) -> Outcome {
    let study = command.data.study(&command.output)?;
    let (fitted, mut out) = opened(&study)?;
    if command.output.is_json() {
        out.extend(report::json::fit(fitted));
        return output::object(&Value::Object(out), &command.output);
    }
    if command.output.is_csv() {
        return output::sheet(&report::sheets::parameters(fitted), &command.output);
    }
    let mut document = Document::default();
    document.title(study.source.label());
    document.append(report::overview(fitted));
    document.append(report::parameters(fitted, None));
    document.append(report::words(fitted));
    output::document(&document, &command.output)
}
