//! A checked answer as JSON.

use serde_json::{Map, Value, json};

use crate::practice::Checked;

/// The keys of a checked answer.
pub fn check(checked: &Checked) -> Map<String, Value> {
    let marked = &checked.marked;
    let fields = [
        ("quantity", json!(checked.of)),
        ("typed", json!(checked.answer.typed)),
        ("read_as", json!(checked.answer.read_as())),
        ("verdict", json!(marked.verdict.word())),
        ("note", json!(marked.note.map(|note| note.word()))),
        ("causes", json!(marked.causes)),
        ("flips", json!(marked.flips.is_some())),
        ("message", json!(marked.message)),
        ("hint", json!(marked.hint)),
    ];
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
