//! A value by itself as a case.

use crate::math::{Event, Name, Quantity};
use crate::model::{Case, CaseCell, CaseValue, Factor, Fitted, Form};
use crate::recipe::Convention;

/// What is asked in terms of a case: the posterior or evidence of a value by itself is that of the case that has this
/// value and no other. The case, the quantity, and the value.
pub(super) fn of_one_value(fitted: &Fitted, quantity: &Quantity) -> Option<(Case, Quantity, Event)> {
    let (event, asked) = match quantity {
        Quantity::Prob { event: Event::Class(class), given: Some(event @ Event::Value { .. }) } => {
            (event, Quantity::posterior(class))
        }
        Quantity::Prob { event: event @ Event::Value { .. }, given: None } => (event, Quantity::evidence()),
        _ => return None,
    };
    let Event::Value { feature, value } = event else { return None };
    let at = fitted.feature(feature.as_str())?;
    let factor = fitted.factors().get(at)?;
    let position = fitted.position(factor, value.as_str())?;
    // Without Bernoulli's absent words the case would be another one; Orange has no P(v | c).
    if factor.form == Form::Presence || factor.is_number() || fitted.convention() == Convention::Orange {
        return None;
    }
    let cell = |other: &Factor| {
        let value = match (other.name == factor.name, factor.is_words(), other.is_words()) {
            (true, true, _) => CaseValue::Words { known: vec![(position, 1)], unknown: Vec::new() },
            (true, false, _) => CaseValue::Value(position),
            (false, _, true) if other.form != Form::Presence => {
                CaseValue::Words { known: Vec::new(), unknown: Vec::new() }
            }
            _ => CaseValue::Missing,
        };
        CaseCell { text: value_text(&value, value_name(factor, position)), value }
    };
    let cells = fitted.factors().iter().map(cell).collect();
    Some((Case { cells, row: None, notes: Vec::new() }, asked, event.clone()))
}

fn value_name(factor: &Factor, position: usize) -> &str {
    factor.values().get(position).map_or("", Name::as_str)
}

fn value_text(value: &CaseValue, name: &str) -> String {
    if matches!(value, CaseValue::Missing) { String::new() } else { name.to_owned() }
}
