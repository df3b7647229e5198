//! `posterior fit`: the parameter tables.

use serde_json::Value;

use super::show::answer;
use super::{Outcome, Print, output};
use crate::report::{self, Document};

pub(super) fn run(print: Print) -> Outcome {
    let study = print.data.study()?;
    let (fitted, mut out) = answer(&study)?;
    if print.output.is_json() {
        out.extend(report::json::fit(fitted));
        return output::object(&Value::Object(out), &print.output);
    }
    if print.output.is_csv() {
        return output::sheet(&report::sheets::parameters(fitted), &print.output);
    }
    let mut document = Document::default();
    document.title(study.source.label());
    document.append(report::overview(fitted));
    document.append(report::parameters(fitted, None));
    document.append(report::words(fitted));
    output::document(&document, &print.output)
}
