//! Results for programs: one object, without NaN or infinity; an undefined number is null.

mod against;
mod case;
mod compare;
mod course;
mod curve;
mod check;
mod exercise;
mod fit;
mod gda;
mod likelihood;
mod logistic;
mod mark;
mod predictions;
mod metrics;
mod study;

pub use against::against;
pub use case::{explain, steps};
pub use check::check;
pub use compare::compare;
pub use course::course;
pub use curve::{experiment, learning, sweep};
pub use exercise::{lint, seeds};
pub use fit::fit;
pub use likelihood::argument;
pub use logistic::logistic;
pub use mark::marks;
pub use metrics::metrics;
pub use predictions::predictions;
pub use study::{evaluate, problem, study};

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::math::{Name, Number};
use crate::text::is_hidden;

/// What all features together go by, where a feature is named.
pub(super) const TOGETHER: &str = "*";

/// Exact fractions with more characters than this are left out.
const LONGEST: usize = 200;

/// The object as text. What steers a terminal or cannot be seen is escaped: JSON asks for that of some controls only.
pub fn written(value: &Value) -> String {
    let mut out = String::new();
    for c in format!("{value:#}\n").chars() {
        // The ends of lines stand between values, never in a text.
        if c == '\n' || !is_hidden(c) {
            out.push(c);
            continue;
        }
        let mut units = [0; 2];
        for unit in c.encode_utf16(&mut units) {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

/// `{"frac", "value"}`; null for what is undefined.
pub(super) fn number(value: Option<&Number>) -> Value {
    let Some(value) = value else { return Value::Null };
    let mut out = Map::new();
    if let Some(fraction) = value.to_fraction().filter(|text| text.len() <= LONGEST) {
        out.insert("frac".into(), Value::String(fraction));
    }
    out.insert("value".into(), json!(value.to_f64()));
    Value::Object(out)
}

/// A logarithm: minus infinity is text, and what is undefined is null.
pub(super) fn log(value: Option<f64>) -> Value {
    match value {
        Some(f64::NEG_INFINITY) => json!("-inf"),
        Some(ln) if ln.is_finite() => json!(ln),
        _ => Value::Null,
    }
}

/// One entry per class.
pub(super) fn by_class(classes: &[Name], of: impl Fn(usize) -> Value) -> Value {
    let entries = classes.iter().enumerate().map(|(class, name)| (name.as_str().to_owned(), of(class)));
    Value::Object(entries.collect())
}
