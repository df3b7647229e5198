//! What is said of a checked answer, as a card.

use super::case::cells;
use super::document::Document;
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
    out.item(format!("read as: {}", understood(checked)));
    out.text(format!("{} {}", marked.verdict.glyph(), marked.message));
    if !marked.hint.is_empty() {
        out.text(format!("Hint: {}", marked.hint));
    }
    out
}

/// How an answer was understood: a formula with what it comes to.
pub fn understood(checked: &Checked) -> String {
    match (&checked.answer.said, checked.answer.read_as()) {
        (ParsedAnswer::Number(written), Some(read_as)) => {
            let rel = if written.is_rounded_when_read() { "≈" } else { "=" };
            let formula = written.form == Form::Formula;
            if formula { format!("{} {rel} {read_as}", written.formula()) } else { read_as }
        }
        (_, Some(read_as)) => shorten(&read_as, LONGEST).into_owned(),
        (_, None) => "nothing that is a number".into(),
    }
}
