//! Graded sheets as JSON.

use serde_json::{Map, Value, json};

use crate::practice::{GradedSheet, MarkedLine, SheetFolder};
use crate::report::class_report::causes;

/// The sheets and how often each cause was found, the sheets that were not marked, and what was noticed.
pub fn marks(sheets: &[GradedSheet], pile: &SheetFolder) -> Map<String, Value> {
    let counted: Map<String, Value> =
        causes(sheets).into_iter().map(|(tag, count)| (tag.to_owned(), json!(count))).collect();
    [
        ("format", json!(1)),
        ("sheets", Value::Array(sheets.iter().map(sheet).collect())),
        ("causes", Value::Object(counted)),
        ("unread", json!(pile.unread)),
        ("remarks", json!(pile.remarks)),
    ]
    .into_iter()
    .map(|(key, value)| (key.to_owned(), value))
    .collect()
}

fn sheet(sheet: &GradedSheet) -> Value {
    let left = sheet.left_over.iter();
    json!({
        "sheet": sheet.sheet,
        "student": sheet.student,
        "exercise": sheet.exercise,
        "seed": sheet.seed,
        "lines": sheet.lines.iter().map(line).collect::<Vec<_>>(),
        "left_over": left.map(|left| json!({"line": left.line, "text": left.text, "why": left.why})).collect::<Vec<_>>(),
        "first_wrong": sheet.first_wrong,
        "marks": sheet.marks,
        "max": sheet.max,
    })
}

fn line(line: &MarkedLine) -> Value {
    let (answer, marked) = (line.answer.as_ref(), &line.marked);
    json!({
        "line": line.number,
        "at": line.at,
        "quantity": line.of,
        "typed": answer.map(|answer| &answer.typed),
        "read_as": answer.and_then(|answer| answer.read_as()),
        "verdict": marked.verdict.word(),
        "note": marked.note.map(|note| note.word()),
        "causes": marked.causes,
        "carried": marked.carried,
        "flagged": line.flagged,
        "marks": line.marks,
        "max": line.max,
        "message": marked.message,
    })
}
