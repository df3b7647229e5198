//! The answer of `draw`.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::model::{DrawnRow, DrawnValue, Fitted, Sampler};

/// Rows drawn from a model.
#[derive(Serialize)]
pub struct Draws {
    draws: Vec<Draw>,
}

#[derive(Serialize)]
struct Draw {
    class: String,
    values: Map<String, Value>,
    uniforms: Vec<f64>,
}

impl Draws {
    /// Rows as objects: the class, a value for each feature, and the uniform numbers that decided.
    pub fn new(fitted: &Fitted, sampler: &Sampler<'_>, rows: &[DrawnRow]) -> Draws {
        let draw = |row: &DrawnRow| {
            let mut values = Map::new();
            for (name, text) in sampler.cells(row) {
                values.insert(name.as_str().to_owned(), Value::String(text));
            }
            // Numbers are numbers.
            for (feature, value) in fitted.features.iter().zip(&row.values) {
                let number = match value {
                    DrawnValue::Number { x, .. } => Value::from(*x),
                    DrawnValue::Count { k, .. } => Value::from(*k),
                    _ => continue,
                };
                values.insert(feature.name.as_str().to_owned(), number);
            }
            let of_values = row.values.iter().flat_map(|value| match value {
                DrawnValue::Category { u, .. }
                | DrawnValue::Number { u, .. }
                | DrawnValue::Count { u, .. } => {
                    vec![u.value]
                }
                DrawnValue::Words(words) => words.iter().map(|(_, u)| u.value).collect(),
                DrawnValue::Presence(words) => words.iter().map(|(.., u)| u.value).collect(),
            });
            Draw {
                class: fitted
                    .classes
                    .get(row.class)
                    .map(|class| class.as_str().to_owned())
                    .unwrap_or_default(),
                values,
                uniforms: row.u.iter().map(|u| u.value).chain(of_values).collect(),
            }
        };
        Draws { draws: rows.iter().map(draw).collect() }
    }
}
