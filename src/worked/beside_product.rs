//! What the naive assumption does to a case: the share that is counted, beside the product that stands in its place.

use super::context::Context;
use super::evaluate::Evaluator;
use crate::math::{Event, Name, Number, Quantity, Several};
use crate::model::{Case, CaseValue, Fitted};

/// Of more training rows it is not counted how many are as the case is.
const ROWS: u64 = 200_000;

/// The share of each class that is as a case in all its values, as counted, beside the product that the naive assumption puts in
/// its place. Nothing where a value is no category, or there are fewer than two.
pub fn beside_product(fitted: &Fitted, case: &Case) -> Vec<(Number, Number)> {
    let values = fitted.factors().iter().zip(&case.cells).filter_map(|(factor, cell)| match &cell.value {
        CaseValue::Missing | CaseValue::Unseen => None,
        CaseValue::Value(at) => Some(factor.values().get(*at).map(|value| Event::value(&factor.name, value))),
        CaseValue::Number(_) | CaseValue::Words { .. } => Some(None),
    });
    let Some(events) = values.collect::<Option<Vec<Event>>>().filter(|events| events.len() > 1) else {
        return Vec::new();
    };
    if fitted.rows() > ROWS {
        return Vec::new();
    }
    let mut evaluator = Evaluator::new(Context { fitted, case: Some(case) }, Vec::new());
    let mut value = |of: Quantity| evaluator.value(&of).ok().flatten();
    let pair = |class: &Name| {
        Some((
            value(Quantity::several(Several::Joint, &events, Some(class)))?,
            value(Quantity::likelihood(class))?,
        ))
    };
    fitted.classes.iter().map(pair).collect::<Option<_>>().unwrap_or_default()
}
