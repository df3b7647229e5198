//! Many predictions for programs.

use serde_json::{Value, json};

use super::{by_class, number};
use crate::math::{Name, Number};
use crate::report::Predictions;

/// A list of `{row, predicted, tie, undefined_reason, posterior}`.
pub fn predictions(predictions: &Predictions) -> Value {
    let classes = &predictions.classes;
    let rows = predictions.rows.iter().map(|(row, answer)| {
        let posterior = |class: usize| answer.posterior.get(class).map(|p| Number::Float(*p));
        json!({
            "row": row,
            "predicted": answer.predicted.and_then(|class| classes.get(class)).map(Name::as_str),
            "tie": answer.is_tie,
            "undefined_reason": answer.undefined,
            "posterior": match answer.predicted {
                Some(_) => by_class(classes, |class| number(posterior(class).as_ref())),
                None => Value::Null,
            },
        })
    });
    Value::Array(rows.collect())
}
