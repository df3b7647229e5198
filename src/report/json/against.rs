//! One case under two conventions for programs.

use serde_json::{Map, Value, json};

use super::number;
use crate::math::{Linear, Name, Number};
use crate::model::Case;
use crate::worked::{Against, Agreement, Compared, Side};

/// One entry of `against.queries`.
pub fn against(against: &Against, case: Option<&Case>) -> Value {
    let mut out = Map::new();
    if let Some(row) = case.and_then(|case| case.row) {
        out.insert("row".into(), json!(row + 1));
    }
    out.insert("steps".into(), Value::Array(against.steps.iter().map(step).collect()));
    out.insert("posterior_here".into(), posterior(&against.posterior_here));
    out.insert("posterior_there".into(), posterior(&against.posterior_there));
    out.insert("agree".into(), json!(against.steps.iter().filter(|step| !step.standing.differs()).count()));
    out.insert("message".into(), json!(against.message));
    out.insert("warnings".into(), json!(against.warnings));
    Value::Object(out)
}

/// Null where the posterior is undefined.
fn posterior(classes: &[(Name, Option<Number>)]) -> Value {
    let entries = classes.iter().map(|(class, value)| (class.as_str().to_owned(), number(value.as_ref())));
    if classes.iter().any(|(_, value)| value.is_none()) {
        Value::Null
    } else {
        Value::Object(entries.collect())
    }
}

fn step(step: &Compared) -> Value {
    let mut out = json!({
        "quantity": step.quantity.to_string(),
        "here": side(step.here.as_ref()),
        "there": side(step.there.as_ref()),
        "differs": step.standing.differs(),
        "first": step.standing == Agreement::First,
        "follows": step.standing == Agreement::Follows,
    });
    if let (Some(why), Some(out)) = (&step.why, out.as_object_mut()) {
        out.insert("why".into(), json!(why.sentence));
    }
    out
}

/// Null where the side has no such step.
fn side(side: Option<&Side>) -> Value {
    let Some(side) = side else { return Value::Null };
    let line = Linear { ascii: false };
    json!({
        "formula": line.expr(&side.formula),
        "numbers": line.expr(&side.numbers),
        "value": number(side.value.as_ref()),
    })
}
