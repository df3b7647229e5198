//! What is said of a checked answer, as a card.
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
use super::document::{Block, Document, Grid, Paragraph, Role};
use super::exercise::data;
use super::number::mark_words;
use crate::math::{Face, Piece, Sentence};
use crate::model::{Case, Fitted};
use crate::practice::course::{Lesson, topics};
use crate::practice::progress::{Progress, Sign};
use crate::practice::{Checked, Exercise, Form, ParsedAnswer, Verdict};
use crate::text::shorten;

/// Cells of a case or an answer that are shown.
const LONGEST: usize = 200;
/// Columns of a verdict and the blanks after it.
const SIGN: usize = 3;

pub fn at_hand(exercise: &Exercise) -> Document {
    let mut out = Document::default();
    out.title(exercise.title.as_str());
    out.append(data(exercise));
    if let Some(case) = &exercise.case {
        out.item(format!("x: {}", cells(&exercise.fitted, case)));
    }
    rules(&exercise.fitted).into_iter().for_each(|rule| out.item(rule));
    exercise.notation.sentences().into_iter().for_each(|sentence| out.item(sentence));
    out
}

/// The card: what was asked, what was typed and how it was read, the verdict with its sentence, and where to look.
pub fn check(fitted: &Fitted, case: Option<&Case>, checked: &Checked) -> Document {
    let mut out = Document::default();
    out.title(checked.of.as_str());
    if let Some(case) = case {
        out.item(format!("x: {}", shorten(&cells(fitted, case), LONGEST)));
    }
    out.append(card(checked, Face::default()));
    out
}

/// What was typed and how it was read, the verdict with its sentence, and where to look.
pub fn card(checked: &Checked, face: Face) -> Document {
    let mut out = Document::default();
    let (answer, marked) = (&checked.answer, &checked.marked);
    // What it comes to is at the end, and worth more than the middle.
    let read = [
        ("you wrote: ", Sentence::data(shorten(&answer.typed, LONGEST)), 1),
        ("read as:   ", understood(checked, face).into(), 2),
    ];
    for (label, text, most) in read {
        let (label, label_role, most) = (label.to_owned(), Role::Secondary, Some(most));
        out.blocks.push(Block::Paragraph(Paragraph {
            role: Role::Text,
            label,
            label_role,
            text,
            item: true,
            most,
        }));
    }
    out.blank();
    let (label, label_role) = (format!("{:<SIGN$}", marked.verdict.glyph()), verdict_role(marked.verdict));
    let text = Sentence::data(checked.message(face));
    out.blocks.push(Block::Paragraph(Paragraph {
        role: Role::Strong,
        label,
        label_role,
        text,
        item: false,
        most: None,
    }));
    if !marked.hint.is_empty() {
        out.labelled(
            format!("{:SIGN$}", ""),
            Role::Text,
            Sentence::data(format!("Hint: {}", checked.hint(face))),
        );
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
    let number = |read_as: String| Piece::Number(read_as).text(face);
    match (&checked.answer.parsed, checked.answer.read_as()) {
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

/// The exercises of the course with their signs; `path` is the file that progress is kept in.
pub fn course(progress: &Progress, path: Option<&str>, ascii: bool) -> Document {
    let (finished, all) = progress.far();
    let mut out = Document::default();
    out.title("The course");
    out.text(format!("{finished} of {all} exercises finished."));
    for topic in topics() {
        out.heading(topic.title);
        let mut grid = Grid::of(["", "exercise", ">lines", ">marks", "name"]);
        topic.lessons.iter().for_each(|lesson| grid.row(row(progress, lesson, ascii)));
        out.grid(grid);
    }
    out.text("`posterior practice course:NAME` opens one; `posterior exercise print course:NAME` prints it.");
    if let Some(path) = path {
        out.text(format!("Progress is kept in {path}; `posterior practice --wipe` deletes it."));
    }
    out
}

fn row(progress: &Progress, lesson: &Lesson, ascii: bool) -> Vec<String> {
    let outline = lesson.outline();
    let sign = match progress.sign(lesson) {
        Sign::Blank => String::new(),
        Sign::Begun(lines, of) => format!("{lines}/{of}"),
        Sign::Finished if ascii => "ok".into(),
        Sign::Finished => "✓".into(),
    };
    let most = mark_words(outline.marks);
    let best = match progress.get(lesson.id) {
        Some(record) => format!("{} of {most}", mark_words(record.best)),
        None => format!("of {most}"),
    };
    vec![sign, outline.title.clone(), outline.asks.len().to_string(), best, lesson.name()]
}
