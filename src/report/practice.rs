//! A checked answer as a card, and the diagnosis of a sheet.
//!
//! ```text
//! you wrote: 3/14
//! read as:   3/14
//!
//! ✗  3/14 is P(Sunny and Yes). Given Yes, divide by the 9 Yes
//!    days only.
//!    Hint: what you divide by
//! ```

use super::case::{cells, rules};
use super::document::{Block, Document, Grid, Paragraph, Role, mark_words};
use super::exercise::data;
use crate::math::{Face, Sentence, SentencePiece, sentence};
use crate::model::{Case, Fitted};
use crate::practice::course::{Lesson, topics};
use crate::practice::progress::Progress;
use crate::practice::{
    Checked, Exercise, Form, GradedSheet, MarkedLine, ParsedAnswer, Verdict, about, numbered,
};
use crate::text::shorten;

const LONGEST: usize = 200;
const SIGN: usize = 3;

pub fn exercise_data(exercise: &Exercise) -> Document {
    let mut out = Document::titled(exercise.title.as_str());
    out.append(data(exercise));
    if let Some(case) = &exercise.case {
        out.item(format!("x: {}", cells(&exercise.fitted, case)));
    }
    out.items(rules(&exercise.fitted));
    out
}

/// The card: the question, the typed answer and how it was parsed, the verdict with its sentence, and the hint.
pub fn check(fitted: &Fitted, case: Option<&Case>, checked: &Checked) -> Document {
    let mut out = Document::titled(checked.of.as_str());
    if let Some(case) = case {
        out.item(format!("x: {}", shorten(&cells(fitted, case), LONGEST)));
    }
    out.append(card(checked, Face::default()));
    out
}

/// The typed answer and how it was parsed, the verdict with its sentence, and the hint.
pub fn card(checked: &Checked, face: Face) -> Document {
    let mut out = Document::default();
    let (answer, marked) = (&checked.answer, &checked.marked);
    // The result is at the end, and worth more than the middle.
    let typed = Sentence::data(shorten(&answer.typed, LONGEST));
    let read_as = understood(checked, face).into();
    for (label, text, most) in [("you wrote: ", typed, 1), ("read as:   ", read_as, 2)] {
        let (label, label_role, most) = (label.to_owned(), Role::Secondary, Some(most));
        let line = Paragraph { label, label_role, text, item: true, most, ..Paragraph::default() };
        out.blocks.push(Block::Paragraph(line));
    }
    out.blank();
    let (label, label_role) = (format!("{:<SIGN$}", marked.verdict.glyph()), verdict_role(marked.verdict));
    let text = Sentence::data(checked.message(face));
    let verdict = Paragraph { role: Role::Strong, label, label_role, text, ..Paragraph::default() };
    out.blocks.push(Block::Paragraph(verdict));
    if !marked.hint.is_empty() {
        let hint = Sentence::data(format!("Hint: {}", checked.hint(face)));
        out.labelled(format!("{:SIGN$}", ""), Role::Text, hint);
    }
    out
}

pub fn answered(checked: &Checked, face: Face) -> Document {
    let mut out = Document::default();
    let verdict = verdict_words(checked.marked.verdict);
    out.text(Sentence::data(format!("{verdict}. {}", checked.message(face))));
    if !checked.marked.hint.is_empty() {
        out.text(Sentence::data(format!("Hint: {}", checked.hint(face))));
    }
    out
}

pub fn verdict_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Correct => "Right",
        Verdict::Noted => "Right, with a remark",
        Verdict::Wrong => "Wrong",
        Verdict::Unmarked => "Not marked",
    }
}

pub fn verdict_role(verdict: Verdict) -> Role {
    match verdict {
        Verdict::Correct | Verdict::Noted => Role::Good,
        Verdict::Wrong => Role::Bad,
        Verdict::Unmarked => Role::Warning,
    }
}

fn understood(checked: &Checked, face: Face) -> String {
    let face = checked.answer.face(face);
    match (&checked.answer.parsed, checked.answer.read_as()) {
        (ParsedAnswer::Number(written), Some(read_as)) => {
            let number = SentencePiece::Number(read_as).text(face);
            let rel = if written.is_rounded_when_read() { "≈" } else { "=" };
            match written.form {
                Form::Formula => {
                    format!("{} {rel} {number}", SentencePiece::Formula(written.formula()).text(face))
                }
                _ => number,
            }
        }
        (_, Some(read_as)) => shorten(&read_as, LONGEST).into_owned(),
        (_, None) => "not a number".into(),
    }
}

/// The exercises of the course with their signs; `path` is the file that progress is kept in.
pub fn course(progress: &Progress, path: Option<&str>, ascii: bool) -> Document {
    let (finished, all) = progress.far();
    let mut out = Document::titled("The course");
    out.text(format!("{finished} of {all} exercises finished."));
    for topic in topics() {
        out.heading(topic.title);
        let mut grid = Grid::of(["", "exercise", ">lines", ">marks", "name"]);
        topic.lessons.iter().for_each(|lesson| grid.row(row(progress, lesson, ascii)));
        out.grid(grid);
    }
    out.text("Run `posterior practice course:NAME` to open one, or `posterior exercise print course:NAME` to print it.");
    out.texts(
        path.map(|path| format!("Progress is kept in {path}. Run `posterior practice --wipe` to delete it.")),
    );
    out
}

fn row(progress: &Progress, lesson: &Lesson, ascii: bool) -> Vec<String> {
    let outline = lesson.outline();
    let sign = progress.sign(lesson, ascii);
    let most = mark_words(outline.marks);
    let best = progress.get(lesson.id).map(|record| format!("{} ", mark_words(record.best)));
    let marks = format!("{}of {most}", best.unwrap_or_default());
    vec![sign, outline.title.clone(), outline.asks.len().to_string(), marks, lesson.name()]
}

pub fn why_of_sheet(sheet: &GradedSheet) -> Document {
    let mut out = Document::titled(format!("What went wrong on the sheet of {}", sheet.who()));
    let found = &sheet.diagnosis;
    let is_number = |line: &MarkedLine| {
        line.answer.as_ref().is_some_and(|answer| matches!(answer.parsed, ParsedAnswer::Number(_)))
    };
    if !sheet.lines.iter().any(|line| line.is(Verdict::Wrong) && is_number(line)) {
        out.text("No numeric line is wrong, so there is nothing to explain.");
        return out;
    }
    for finding in &found.findings {
        let mut text = format!("{} ({}", finding.tag, about(finding.tag).unwrap_or_default());
        if !finding.synonyms.is_empty() {
            text += &format!("; gives the same numbers here as {}", finding.synonyms.join(", "));
        }
        text += &format!(") explains {}", numbered(&finding.numbers(), ""));
        if !finding.against.is_empty() {
            text += &format!(", but would change {}", numbered(&finding.against, ""));
        }
        out.item(text);
    }
    for slip in &found.slips {
        out.item(sentence!("line {}, as written: {}", slip.number, slip.says));
    }
    if found.findings.is_empty() {
        out.text("No known mistake explains the wrong lines.");
        return out;
    }
    out.text("A mistake explains a line if it gives the written number from the student's own earlier lines. The mistake that explains the most lines comes first. Right lines that it would change count against it. If several explain the same lines, the most common comes first.");
    out
}
