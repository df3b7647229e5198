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
pub use fit::Fit;
pub use likelihood::argument;
pub use logistic::logistic;
pub use mark::marks;
pub use metrics::metrics;
pub use predictions::predictions;
pub use study::{evaluate, problem, study};

use std::io;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::math::{Name, Number};
use crate::text::is_hidden;

/// What all features together go by, where a feature is named.
pub(super) const TOGETHER: &str = "*";

/// Exact fractions with more characters than this are left out.
const LONGEST: usize = 200;

/// The object as text.
pub fn written(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    // Writing to memory cannot fail, and neither can values whose keys are texts.
    let _ = write(value, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// Writes the object, piece after piece. What steers a terminal or cannot be seen is escaped: JSON asks for that of some
/// controls only.
///
/// # Errors
/// When `out` cannot be written.
pub fn write(value: &impl Serialize, out: impl io::Write) -> io::Result<()> {
    let mut out = Escaping(out);
    serde_json::to_writer_pretty(&mut out, value)?;
    out.0.write_all(b"\n")
}

/// Escapes what is hidden in the texts that pass.
struct Escaping<W>(W);

impl<W: io::Write> io::Write for Escaping<W> {
    /// A piece never ends within a character: serde_json hands on whole texts and single ASCII characters.
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(piece).map_err(io::Error::other)?;
        let mut plain = 0;
        // The ends of lines stand between values, never in a text.
        for (at, c) in text.char_indices().filter(|(_, c)| *c != '\n' && is_hidden(*c)) {
            self.0.write_all(text.get(plain..at).unwrap_or_default().as_bytes())?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(self.0, "\\u{unit:04x}")?;
            }
            plain = at + c.len_utf8();
        }
        self.0.write_all(text.get(plain..).unwrap_or_default().as_bytes())?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// An object whose entries are made while it is written: all at once may be more than memory holds.
pub(super) struct Entries<F>(pub(super) F);

impl<F: Fn() -> I, I: Iterator<Item = (String, Value)>> Serialize for Entries<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
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
