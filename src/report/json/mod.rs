//! Results for programs: one object, without NaN or infinity; an undefined number is null. `docs/json.md` describes
//! them.
//!
//! Large parts (parameters, steps, predicted rows) are built while they are written; everything else is built as a tree.

mod compare;
mod evaluate;
mod explain;
mod fit;
mod practice;
mod predict;

pub use compare::{all_experiments, compared, drawn, learning, sweep};
pub use evaluate::{Evaluated, Evaluation, logistic};
pub use explain::{Explained, Explanations, opened, steps};
pub use explain::{against, against_refused, lms, monomials, naive, why};
pub use fit::{Fit, Shown};
pub use practice::{checked, course, marks};
pub use predict::{Predicted, draws, picture};

use crate::math::{Name, Number};
use crate::model::{Classifier, Study};
use crate::problem::Problem;
use crate::table::Topic;
use crate::text::is_hidden;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::io;

/// The version of the format that `docs/json.md` describes.
const FORMAT: u32 = 1;

pub fn written(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    // Writing to memory cannot fail, and neither can values whose keys are texts.
    let _ = write(value, &mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// The object as text; `None` where it has more than `most` bytes.
pub fn written_within(value: &impl Serialize, most: usize) -> Option<String> {
    let mut out = vec![0; most];
    let mut room = out.as_mut_slice();
    // Writing fails where there is no room left.
    write(value, &mut room).ok()?;
    let left = room.len();
    out.truncate(most - left);
    String::from_utf8(out).ok()
}

/// Writes the object piece by piece. Escapes all control and invisible characters: JSON requires that for some controls
/// only.
pub fn write(value: &impl Serialize, out: impl io::Write) -> io::Result<()> {
    let mut out = Escaping(out);
    serde_json::to_writer_pretty(&mut out, value)?;
    out.0.write_all(b"\n")
}

struct Escaping<W>(W);

impl<W: io::Write> io::Write for Escaping<W> {
    /// A piece never ends within a character: serde_json hands on whole texts and single ASCII characters.
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        if piece.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
            self.0.write_all(piece)?;
            return Ok(piece.len());
        }
        let text = std::str::from_utf8(piece).map_err(io::Error::other)?;
        let mut safe = String::with_capacity(text.len());
        for c in text.chars() {
            // Newlines are between values, never in a text.
            if c == '\n' || !is_hidden(c) {
                safe.push(c);
            } else {
                safe.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
            }
        }
        self.0.write_all(safe.as_bytes())?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A logarithm, or a ratio on their scale: `"-inf"` for ln 0, `"inf"` where only one class has a factor.
#[derive(Clone, Copy)]
struct Log(Option<f64>);

impl Log {
    fn of(value: Option<&Number>) -> Log {
        Log(value.map(Number::ln))
    }
}

impl Serialize for Log {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(f64::INFINITY) => serializer.serialize_str("inf"),
            Some(f64::NEG_INFINITY) => serializer.serialize_str("-inf"),
            ln => ln.serialize(serializer),
        }
    }
}

struct Object<K, T>(Vec<(K, T)>);

impl<K, T> FromIterator<(K, T)> for Object<K, T> {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(entries: I) -> Self {
        Object(entries.into_iter().collect())
    }
}

impl<K: Serialize, T: Serialize> Serialize for Object<K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

type ByClass<'a, T> = Object<&'a Name, T>;

fn by_class<T>(classes: &[Name], of: impl Fn(usize) -> T) -> ByClass<'_, T> {
    classes.iter().enumerate().map(|(class, name)| (name, of(class))).collect()
}

fn with(mut object: Value, key: &str, value: Option<impl Serialize>) -> Value {
    if let (Some(fields), Some(value)) = (object.as_object_mut(), value) {
        fields.insert(key.to_owned(), json!(value));
    }
    object
}

/// Items that are made while they are written: all at once may not fit into memory.
struct Lazy<'a>(usize, Box<dyn Fn(usize) -> Option<Value> + 'a>);

impl Serialize for Lazy<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.0).filter_map(&self.1))
    }
}

#[derive(Serialize)]
pub struct Answer<T> {
    #[serde(flatten)]
    about: Option<Value>,
    #[serde(flatten)]
    rest: T,
}

impl<T> Answer<T> {
    /// An answer, preceded by the data and the model if there is one.
    pub fn new(study: &Study, model: Option<&dyn Classifier>, rest: T) -> Answer<T> {
        Answer { about: model.map(|model| about(study, model)), rest }
    }
}

fn about(study: &Study, model: &dyn Classifier) -> Value {
    let (data, resolved) = (model.data(), &model.data().resolved);
    let classes = model.classes();
    // A complete recipe does not raise this notice, and must give the same JSON.
    let noticed = study.noticed().into_iter().filter(|warning| warning.notice.topic != Topic::Few);
    let warnings = noticed
        .map(|warning| warning.to_string())
        .chain(resolved.notes.iter().cloned())
        .chain(study.left_out())
        .chain(resolved.warnings.iter().map(ToString::to_string))
        .chain(model.warnings());
    let file = json!({
        "file": study.source.label(),
        "rows": data.rows(),
        "used": model.table_rows(),
        "dropped_no_target": model.unlabelled(),
        "dropped_incomplete": model.dropped(),
        "skipped": study.loaded.skipped,
    });
    let weighted = resolved.weight.is_some();
    let used_weight = || -> u64 { (0..classes.len()).map(|class| model.class_count(class)).sum() };
    let file = with(file, "used_weight", weighted.then(used_weight));
    let file = with(file, "dropped_weight_zero", weighted.then(|| model.weightless()));
    json!({
        "format": FORMAT,
        "data": file,
        "recipe": resolved.recipe.to_table(),
        "conventions": model.conventions(),
        "warnings": warnings.collect::<Vec<_>>(),
        "classes": classes,
        "class_counts": by_class(classes, |class| model.class_count(class)),
        "priors": by_class(classes, |class| model.prior(class)),
        "exact": model.is_exact(),
    })
}

pub fn refusal(problem: &Problem) -> Value {
    let Problem { kind, what, place, feature, class, line, column, .. } = problem;
    let mut found = json!({ "kind": kind, "message": what, "fix": problem.advice() });
    for (key, text) in [("place", place), ("feature", feature), ("class", class)] {
        found = with(found, key, text.as_ref());
    }
    with(with(found, "line", *line), "column", column.as_ref())
}
