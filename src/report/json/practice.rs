//! Answers, sheets, exercises and the course.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{FORMAT, Object};
use crate::math::Face;
use crate::practice::course::{Lesson, topics};
use crate::practice::progress::Progress;
use crate::practice::{self, Answer, ClassSummary, GradedSheet, MarkedLine, SheetFolder, Verdict, in_words};

pub fn checked(checked: &practice::Checked) -> Value {
    let (answer, marked) = (&checked.answer, &checked.marked);
    json!({
        "quantity": checked.of,
        "typed": answer.typed,
        "read_as": answer.read_as(),
        "verdict": marked.verdict.word(),
        "note": marked.note.map(|note| note.word()),
        "causes": marked.causes,
        "flips": marked.flips.is_some(),
        "message": checked.message(Face::default()),
        "hint": checked.hint(Face::default()),
    })
}

pub fn marks(sheets: &[GradedSheet], folder: &SheetFolder) -> Value {
    let classes = ClassSummary::all(sheets);
    json!({
        "format": FORMAT,
        "sheets": sheets,
        "causes": Object(causes(sheets)),
        "classes": classes.iter().map(|class| of_class(class, sheets, folder)).collect::<Vec<_>>(),
        "unread": folder.unread,
        "remarks": folder.warnings,
    })
}

/// How many lines have each cause; the most frequent first.
fn causes(sheets: &[GradedSheet]) -> Vec<(&'static str, usize)> {
    let mut found: BTreeMap<&'static str, usize> = BTreeMap::new();
    let lines = sheets.iter().flat_map(|sheet| &sheet.lines);
    for cause in lines.filter(|line| line.is(Verdict::Wrong)).flat_map(|line| &line.marked.causes) {
        *found.entry(*cause).or_default() += 1;
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(_, count)| Reverse(*count));
    found
}

fn of_class(class: &ClassSummary<'_>, sheets: &[GradedSheet], folder: &SheetFolder) -> Value {
    let who = |numbers: &[usize]| -> Vec<&str> {
        let sheet = |number: &usize| number.checked_sub(1).and_then(|at| sheets.get(at));
        numbers.iter().filter_map(sheet).map(GradedSheet::who).collect()
    };
    let example = |line: &&MarkedLine| {
        let typed = line.answer.as_ref().map(|answer| answer.typed.as_str());
        json!({ "line": line.number, "quantity": line.of, "typed": typed })
    };
    let cause = |cause: &practice::CauseOfClass<'_>| {
        json!({
            "cause": cause.tag,
            "meaning": in_words(cause.tag),
            "students": who(&cause.sheets),
            "examples": cause.examples.iter().map(example).collect::<Vec<_>>(),
        })
    };
    json!({
        "exercise": class.exercise,
        "sheets": class.sheets.len(),
        "absent": folder.absent(class).iter().map(|student| student.id.as_str()).collect::<Vec<_>>(),
        "max": class.max,
        "mean": class.mean,
        "median": class.median,
        "distribution": class.bands,
        "steps": class.steps,
        "hardest": class.hardest().first().map(|step| step.number),
        "causes": class.causes.iter().map(cause).collect::<Vec<_>>(),
        "unexplained": who(&class.unexplained),
    })
}

impl Serialize for MarkedLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (answer, marked) = (self.answer.as_ref(), &self.marked);
        json!({
            "line": self.number,
            "at": self.at,
            "quantity": self.of,
            "typed": answer.map(|answer| answer.typed.as_str()),
            "read_as": answer.and_then(Answer::read_as),
            "verdict": marked.verdict.word(),
            "note": marked.note.map(|note| note.word()),
            "causes": marked.causes,
            "carried": marked.carried,
            "flagged": self.flagged,
            "marks": self.marks,
            "max": self.max,
            "message": self.message(Face::default()),
        })
        .serialize(serializer)
    }
}

pub fn course(progress: &Progress, path: Option<&str>) -> Value {
    let (finished, exercises) = progress.far();
    let lesson = |lesson: &'static Lesson| {
        let outline = lesson.outline();
        json!({
            "name": lesson.name(),
            "title": outline.title,
            "teaches": lesson.teaches,
            "asks": outline.asks,
            "marks": outline.marks,
            "progress": progress.get(lesson.id),
        })
    };
    let topics = topics().iter().map(|topic| {
        let lessons: Vec<Value> = topic.lessons.iter().map(lesson).collect();
        json!({ "topic": topic.title, "exercises": lessons })
    });
    json!({
        "format": FORMAT,
        "finished": finished,
        "exercises": exercises,
        "kept_in": path,
        "course": topics.collect::<Vec<_>>(),
    })
}
