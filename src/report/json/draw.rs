//! The answer of `draw`.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::model::{BayesError, DrawnRow, DrawnValue, Fitted, Refits, Sampler};

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

/// The Bayes error by simulation.
#[derive(Serialize)]
pub struct BayesErrorOf {
    bayes_error: Simulated,
}

#[derive(Serialize)]
struct Simulated {
    value: f64,
    standard_error: f64,
    rows: usize,
    wrong: usize,
}

impl BayesErrorOf {
    /// What a simulation found.
    pub fn new(found: BayesError) -> BayesErrorOf {
        let (value, standard_error) = (found.share().to_f64(), found.standard_error());
        BayesErrorOf {
            bayes_error: Simulated { value, standard_error, rows: found.rows, wrong: found.wrong },
        }
    }
}

/// The model fitted again to rows that it drew.
#[derive(Serialize)]
pub struct RefitsOf {
    refits: Refitted,
}

#[derive(Serialize)]
struct Refitted {
    samples: usize,
    rows: usize,
    failed: usize,
    parameters: Vec<SpreadOf>,
}

#[derive(Serialize)]
struct SpreadOf {
    quantity: String,
    value: f64,
    mean: f64,
    deviation: Option<f64>,
    standard_error: Option<f64>,
}

impl RefitsOf {
    /// What was found.
    pub fn new(found: &Refits) -> RefitsOf {
        let finite = |value: f64| value.is_finite().then_some(value);
        let parameters = found.spreads.iter().map(|spread| SpreadOf {
            quantity: spread.of.to_string(),
            value: spread.value,
            mean: spread.mean,
            deviation: finite(spread.deviation),
            standard_error: finite(spread.error),
        });
        RefitsOf {
            refits: Refitted {
                samples: found.models.len(),
                rows: found.rows,
                failed: found.failed,
                parameters: parameters.collect(),
            },
        }
    }
}
