//! The marks of sheets as a table for a spreadsheet: a row for each step of each sheet.

use super::sheet::Sheet;
use crate::practice::GradedSheet;
use crate::text::shown;

/// The marks as a table: a row for each step of each sheet.
pub fn marks(sheets: &[GradedSheet]) -> Sheet {
    let header = [
        "student", "exercise", "seed", "step", "answer", "read_as", "verdict", "carried", "cause", "marks",
        "max", "note", "flagged", "sheet",
    ];
    let mut out = Sheet::new(header);
    for sheet in sheets {
        for line in &sheet.lines {
            out.rows.push(vec![
                plain(sheet.who()),
                plain(&sheet.exercise),
                plain(sheet.seed.as_deref().unwrap_or_default()),
                line.label.clone(),
                line.answer.as_ref().map(|answer| plain(&answer.typed)).unwrap_or_default(),
                line.answer.as_ref().and_then(|answer| Some(plain(&answer.read_as()?))).unwrap_or_default(),
                if line.is_blank() { "unanswered" } else { line.marked.verdict.word() }.to_owned(),
                if line.marked.carried { "yes" } else { "no" }.to_owned(),
                line.marked.causes.join("|"),
                line.marks.to_string(),
                line.max.to_string(),
                line.marked.note.map(|note| note.word()).unwrap_or_default().to_owned(),
                if line.flagged { "yes" } else { "no" }.to_owned(),
                plain(&sheet.sheet),
            ]);
        }
    }
    out
}

/// A text from a sheet: what a student wrote may hold anything, and nobody needs it back as it was.
fn plain(text: &str) -> String {
    shown(text).into_owned()
}
