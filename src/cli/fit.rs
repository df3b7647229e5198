//! `posterior fit`: the parameter tables.

use super::flags::OfData;
use super::output::{self, Outcome};
use crate::report::json::{Answer, Fit};
use crate::report::{self, Document};

pub(super) fn run(command: OfData) -> Outcome {
    let study = command.data.study(&command.output)?;
    let fitted = study.model()?;
    if command.output.is_json() {
        return output::object(&Answer::new(&study, Some(fitted), Fit::new(fitted)), &command.output);
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
