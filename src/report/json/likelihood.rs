//! Why a formula is what it is, for programs.

use serde_json::{Map, Value, json};

use super::{number, steps};
use crate::math::Linear;
use crate::model::Fitted;
use crate::worked::likelihood::{Argument, MovedParameter, Passage};

/// `{parameter, value, log_likelihood, argument: [{text, formulas}], slope: steps, nudges, verdict}`; a logarithm that is
/// minus infinity is null.
pub fn argument(fitted: &Fitted, argument: &Argument, latex: bool) -> Value {
    let line = Linear { ascii: false };
    let passage = |passage: &Passage| {
        let formulas: Vec<String> = passage.chains.iter().map(|chain| line.chain(chain)).collect();
        json!({ "text": passage.text, "formulas": formulas })
    };
    json!({
        "parameter": argument.parameter.to_string(),
        "value": number(argument.value.as_ref()),
        "log_likelihood": number(argument.log_likelihood.as_ref()),
        "argument": argument.passages.iter().map(passage).collect::<Vec<Value>>(),
        "slope": number(argument.slope.last().and_then(|step| step.value.as_ref())),
        "steps": steps(fitted, &argument.slope.steps, latex),
        "nudges": argument.nudges.iter().map(nudge).collect::<Vec<Value>>(),
        "verdict": argument.verdict,
    })
}

fn nudge(nudge: &MovedParameter) -> Value {
    let mut out = Map::new();
    out.insert("value".into(), number(Some(&nudge.value)));
    out.insert("log_likelihood".into(), json!(nudge.log_likelihood));
    out.insert("change".into(), json!(nudge.change));
    out.extend(nudge.smoothed.map(|smoothed| ("change_smoothed".to_owned(), json!(smoothed))));
    Value::Object(out)
}
