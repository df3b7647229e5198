//! What is said of a checked answer, as a card.

use super::document::{Align, Document, Grid};
use super::posterior::case_name;
use crate::model::Case;
use crate::practice::{Checked, Form, Said};

/// The card: what was asked, what was typed and how it was read, the verdict with its sentence, and where to look.
pub fn check(checked: &Checked, case: Option<&Case>) -> Document {
    let mut out = Document::default();
    let (answer, marked) = (&checked.answer, &checked.marked);
    out.title(&checked.of);
    if let Some(case) = case {
        out.text(format!("x is {}.", case_name(case)));
    }
    let mut read = Grid::new([("you wrote".into(), Align::Left), ("read as".into(), Align::Left)]);
    read.rows.push(vec![answer.typed.clone(), understood(checked)]);
    out.grid(read);
    out.text(format!("{} {}", marked.verdict.glyph(), marked.message));
    if !marked.hint.is_empty() {
        out.text(marked.hint.clone());
    }
    out
}

/// How an answer was understood: a formula with what it comes to.
fn understood(checked: &Checked) -> String {
    match (&checked.answer.said, checked.answer.read_as()) {
        (Said::Number(written), Some(read_as)) => {
            let rel = if written.value.is_exact() { "=" } else { "≈" };
            let formula = written.form == Form::Formula;
            if formula { format!("{} {rel} {read_as}", written.formula()) } else { read_as }
        }
        (_, Some(read_as)) => read_as,
        (_, None) => "(not read)".into(),
    }
}
