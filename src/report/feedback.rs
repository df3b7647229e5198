//! What a student reads of a marked sheet. It names no tags, and tells no answer unless the solution is added.

use super::document::{Block, Document};
use super::number::mark_words;
use crate::math::Face;
use crate::practice::{GradedSheet, MarkedLine, Verdict, numbered};
use crate::text::{shorten, shown};

/// Cells of an answer that are shown.
pub(super) const LONGEST: usize = 60;

/// Feedback on one sheet. What follows from another wrong line is looked at once that is right, and what was told of one
/// line is not told again of the next.
pub fn feedback(sheet: &GradedSheet) -> Document {
    let mut out = Document::default();
    out.title(sheet.answered.heading());
    let who = match &sheet.full_name {
        Some(name) => format!("{} ({})", shown(name), shown(sheet.who())),
        None => shown(sheet.who()).into_owned(),
    };
    let seed = sheet.seed.as_deref().map(|seed| format!(" · seed {}", shown(seed))).unwrap_or_default();
    out.text(format!("{who} · {}{seed}", sheet.exercise));
    out.text(format!("{} of {} marks.", mark_words(sheet.marks), mark_words(sheet.max)));
    let mut told: Vec<(&'static str, usize)> = Vec::new();
    for line in &sheet.lines {
        out.item(format!("{}. {}: {}", line.number, line.label, said(line, &mut told)));
    }
    left_over(sheet, &mut out);
    out
}

/// The same with the solution below it, on a page of its own where it is printed.
pub fn with_solution(sheet: &GradedSheet, solution: &Document) -> Document {
    let mut out = feedback(sheet);
    out.blocks.insert(0, Block::Page(format!("{} · {}", sheet.exercise, shown(sheet.who()))));
    out.page(format!("{} · solution", sheet.exercise));
    out.append(solution.clone());
    out
}

/// What is said of a line; `told` are the causes that were, each with the line.
fn said(line: &MarkedLine, told: &mut Vec<(&'static str, usize)>) -> String {
    let (glyph, face) = (line.marked.verdict.glyph(), Face::default());
    let Some(answer) = &line.answer else { return format!("{glyph} {}", line.message(face)) };
    let typed = shorten(&shown(&answer.typed), LONGEST).into_owned();
    let wrong = line.is(Verdict::Wrong);
    let cause = line.marked.causes.first().copied().filter(|_| wrong && line.marked.causes.len() == 1);
    let before = cause.and_then(|cause| told.iter().find(|(tag, _)| *tag == cause));
    let message = match (line.rests_on.as_slice(), before) {
        (lines @ [_, ..], _) if wrong => {
            let (names, are) = (numbered(lines, ""), if lines.len() == 1 { "is" } else { "are" });
            format!("Look at it again once {names} {are} right.")
        }
        (_, Some((_, number))) => format!("This is the same slip as on line {number}."),
        _ => {
            told.extend(cause.map(|cause| (cause, line.number)));
            match line.marked.hint.text(answer.face(face)).trim_end_matches('.') {
                "" => line.message(face),
                hint => format!("{} Hint: {hint}.", line.message(face)),
            }
        }
    };
    format!("{glyph} you wrote {typed}. {message}")
}

pub(super) fn left_over(sheet: &GradedSheet, out: &mut Document) {
    for left in &sheet.left_over {
        let text = shorten(&shown(&left.text), LONGEST).into_owned();
        out.item(format!("Line {}, “{text}”, was not marked: {}.", left.line, left.why));
    }
}
