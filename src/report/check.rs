//! What is said of a checked answer, as a card.

use super::case::cells;
use super::document::Document;
use crate::math::{Face, Piece};
use crate::model::{Case, Fitted};
use crate::practice::{Checked, Form, ParsedAnswer};
use crate::text::shorten;

/// Cells of a case or an answer that are shown.
const LONGEST: usize = 200;

/// The card: what was asked, what was typed and how it was read, the verdict with its sentence, and where to look.
pub fn check(fitted: &Fitted, case: Option<&Case>, checked: &Checked) -> Document {
    let mut out = Document::default();
    let (answer, marked) = (&checked.answer, &checked.marked);
    out.title(&checked.of);
    if let Some(case) = case {
        out.item(format!("x: {}", shorten(&cells(fitted, case), LONGEST)));
    }
    out.item(format!("you wrote: {}", shorten(&answer.typed, LONGEST)));
    out.item(format!("read as: {}", understood(checked, Face::default())));
    out.text(format!("{} {}", marked.verdict.glyph(), checked.message(Face::default())));
    if !marked.hint.is_empty() {
        out.text(format!("Hint: {}", checked.hint(Face::default())));
    }
    out
}

/// How an answer was understood: a formula with what it comes to.
pub fn understood(checked: &Checked, face: Face) -> String {
    let face = checked.answer.face(face);
    let number = |read_as: String| Piece::Number(read_as).text(face);
    match (&checked.answer.said, checked.answer.read_as()) {
        (ParsedAnswer::Number(written), Some(read_as)) => {
            let rel = if written.is_rounded_when_read() { "≈" } else { "=" };
            if written.form == Form::Formula {
                format!("{} {rel} {}", Piece::Formula(written.formula()).text(face), number(read_as))
            } else {
                number(read_as)
            }
        }
        (_, Some(read_as)) => shorten(&read_as, LONGEST).into_owned(),
        (_, None) => "nothing that is a number".into(),
    }
}
