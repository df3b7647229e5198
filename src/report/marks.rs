//! What is said of marked sheets: feedback for a student, and a table for a spreadsheet.

use super::document::Document;
use super::sheet::Sheet;
use crate::math::Face;
use crate::practice::{GradedSheet, MarkedLine, Verdict};
use crate::text::{shorten, shown};

/// Cells of an answer that are shown.
pub(super) const LONGEST: usize = 60;

/// Feedback on one sheet. The first wrong line is told; later ones are looked at once it is right.
pub fn feedback(sheet: &GradedSheet) -> Document {
    let mut out = Document::default();
    out.title(format!("{}: {}", sheet.exercise, sheet.who()));
    out.text(format!("{} of {} marks.", sheet.marks, sheet.max));
    let first = sheet.first_wrong;
    for line in &sheet.lines {
        out.item(format!("{}. {}: {}", line.number, line.label, said(line, first)));
    }
    left_over(sheet, &mut out);
    out
}

/// A line of feedback.
fn said(line: &MarkedLine, first_wrong: Option<usize>) -> String {
    let (glyph, face) = (line.marked.verdict.glyph(), Face::default());
    let Some(answer) = &line.answer else { return format!("{glyph} {}", line.message(face)) };
    let typed = shorten(&shown(&answer.typed), LONGEST).into_owned();
    let message = match first_wrong {
        Some(first) if line.is(Verdict::Wrong) && line.number > first => {
            format!("Look at it again once line {first} is right.")
        }
        _ => match line.marked.hint.text(answer.face(face)).trim_end_matches('.') {
            "" => line.message(face),
            hint => format!("{} Hint: {hint}.", line.message(face)),
        },
    };
    format!("{glyph} you wrote {typed}. {message}")
}

/// What stands on a sheet and was not marked.
pub(super) fn left_over(sheet: &GradedSheet, out: &mut Document) {
    for left in sheet.left_over.iter().filter(|left| left.column.is_none()) {
        let text = shorten(&shown(&left.text), LONGEST).into_owned();
        out.item(format!("Line {}, “{text}”, was not marked: {}.", left.line, left.why));
    }
}

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
                if line.answer.is_some() { line.marked.verdict.word() } else { "unanswered" }.to_owned(),
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
