//! What the commands that need a model have in common.

use serde_json::{Map, Value, json};

use crate::model::{Fitted, Study};
use crate::problem::Problem;
use crate::report;

/// The model of some data, and how the JSON about it begins; the problem where no model can be fitted.
pub(super) fn opened(study: &Study) -> Result<(&Fitted, Map<String, Value>), Problem> {
    let fitted = study.fitted.as_deref().map_err(Problem::clone)?;
    let mut out = report::json::study(study, fitted);
    out.entry("format").or_insert(json!(1));
    Ok((fitted, out))
}
