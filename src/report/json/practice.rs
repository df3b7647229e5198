//! Answers, sheets, exercises and the course.

use serde::{Serialize, Serializer};

use super::{FORMAT, Object};
use crate::math::Face;
use crate::practice::course::topics;
use crate::practice::progress::{Progress, Record};
use crate::practice::{self, Answer, ClassSummary, GradedSheet, MarkedLine, SheetFolder, Verdict, in_words};

/// The answer of `check`.
#[derive(Serialize)]
pub struct Checked<'a> {
    quantity: &'a str,
    typed: &'a str,
    read_as: Option<String>,
    verdict: &'static str,
    note: Option<&'static str>,
    causes: &'a [&'static str],
    flips: bool,
    message: String,
    hint: String,
}

impl<'a> From<&'a practice::Checked> for Checked<'a> {
    fn from(checked: &'a practice::Checked) -> Self {
        let (answer, marked) = (&checked.answer, &checked.marked);
        Checked {
            quantity: &checked.of,
            typed: &answer.typed,
            read_as: answer.read_as(),
            verdict: marked.verdict.word(),
            note: marked.note.map(|note| note.word()),
            causes: &marked.causes,
            flips: marked.flips.is_some(),
            message: checked.message(Face::default()),
            hint: checked.hint(Face::default()),
        }
    }
}

/// The answer of `mark`.
#[derive(Serialize)]
pub struct Marks<'a> {
    format: u32,
    sheets: &'a [GradedSheet],
    causes: Object<&'static str, usize>,
    classes: Vec<Class<'a>>,
    unread: &'a [String],
    remarks: &'a [String],
}

/// All sheets of one exercise together.
#[derive(Serialize)]
struct Class<'a> {
    exercise: &'a str,
    sheets: usize,
    absent: Vec<&'a str>,
    max: f64,
    mean: f64,
    median: f64,
    distribution: Vec<Band>,
    steps: Vec<Step<'a>>,
    hardest: Option<usize>,
    causes: Vec<Cause<'a>>,
    unexplained: Vec<&'a str>,
}

#[derive(Serialize)]
struct Band {
    from: f64,
    below: Option<f64>,
    sheets: usize,
}

#[derive(Serialize)]
struct Step<'a> {
    line: usize,
    label: &'a str,
    right: usize,
    carried: usize,
    wrong: usize,
    unmarked: usize,
    unanswered: usize,
}

/// A cause, and the sheets of which it is the most likely one.
#[derive(Serialize)]
struct Cause<'a> {
    cause: &'static str,
    meaning: String,
    students: Vec<&'a str>,
    examples: Vec<Example<'a>>,
}

#[derive(Serialize)]
struct Example<'a> {
    line: usize,
    quantity: &'a str,
    typed: Option<&'a str>,
}

#[derive(Serialize)]
struct Line<'a> {
    line: usize,
    at: Option<u64>,
    quantity: &'a str,
    typed: Option<&'a str>,
    read_as: Option<String>,
    verdict: &'static str,
    note: Option<&'static str>,
    causes: &'a [&'static str],
    carried: bool,
    flagged: bool,
    marks: f64,
    max: f64,
    message: String,
}

impl<'a> Marks<'a> {
    pub fn new(sheets: &'a [GradedSheet], folder: &'a SheetFolder) -> Marks<'a> {
        let classes = ClassSummary::all(sheets);
        Marks {
            format: FORMAT,
            sheets,
            causes: Object(causes(sheets)),
            classes: classes.iter().map(|class| Class::new(class, sheets, folder)).collect(),
            unread: &folder.unread,
            remarks: &folder.warnings,
        }
    }
}

/// How many lines have each cause; the most frequent first.
fn causes(sheets: &[GradedSheet]) -> Vec<(&'static str, usize)> {
    let mut found: Vec<(&'static str, usize)> = Vec::new();
    let lines = sheets.iter().flat_map(|sheet| &sheet.lines);
    for cause in lines.filter(|line| line.is(Verdict::Wrong)).flat_map(|line| &line.marked.causes) {
        match found.iter_mut().find(|(tag, _)| tag == cause) {
            Some((_, count)) => *count += 1,
            None => found.push((cause, 1)),
        }
    }
    found.sort_by(|(a, most), (b, least)| least.cmp(most).then_with(|| a.cmp(b)));
    found
}

impl<'a> Class<'a> {
    fn new(class: &ClassSummary<'a>, sheets: &'a [GradedSheet], folder: &'a SheetFolder) -> Class<'a> {
        let who = |numbers: &[usize]| -> Vec<&'a str> {
            let sheet = |number: &usize| number.checked_sub(1).and_then(|at| sheets.get(at));
            numbers.iter().filter_map(sheet).map(GradedSheet::who).collect()
        };
        let example = |line: &&'a MarkedLine| Example {
            line: line.number,
            quantity: &line.of,
            typed: line.answer.as_ref().map(|answer| answer.typed.as_str()),
        };
        let cause = |cause: &practice::CauseOfClass<'a>| Cause {
            cause: cause.tag,
            meaning: in_words(cause.tag),
            students: who(&cause.sheets),
            examples: cause.examples.iter().map(example).collect(),
        };
        let step = |step: &practice::StepResult<'a>| Step {
            line: step.number,
            label: step.label,
            right: step.right,
            carried: step.carried,
            wrong: step.wrong,
            unmarked: step.unmarked,
            unanswered: step.unanswered,
        };
        let band = |band: &practice::Band| Band { from: band.from, below: band.below, sheets: band.sheets };
        Class {
            exercise: class.exercise,
            sheets: class.sheets.len(),
            absent: folder.absent(class).iter().map(|student| student.id.as_str()).collect(),
            max: class.max,
            mean: class.mean,
            median: class.median,
            distribution: class.bands.iter().map(band).collect(),
            steps: class.steps.iter().map(step).collect(),
            hardest: class.hardest().first().map(|step| step.number),
            causes: class.causes.iter().map(cause).collect(),
            unexplained: who(&class.unexplained),
        }
    }
}

impl Serialize for MarkedLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (answer, marked) = (self.answer.as_ref(), &self.marked);
        Line {
            line: self.number,
            at: self.at,
            quantity: &self.of,
            typed: answer.map(|answer| answer.typed.as_str()),
            read_as: answer.and_then(Answer::read_as),
            verdict: marked.verdict.word(),
            note: marked.note.map(|note| note.word()),
            causes: &marked.causes,
            carried: marked.carried,
            flagged: self.flagged,
            marks: self.marks,
            max: self.max,
            message: self.message(Face::default()),
        }
        .serialize(serializer)
    }
}

/// The answer of `practice --list`.
#[derive(Serialize)]
pub struct Course<'a> {
    format: u32,
    finished: usize,
    exercises: usize,
    kept_in: Option<&'a str>,
    course: Vec<Topic<'a>>,
}

#[derive(Serialize)]
struct Topic<'a> {
    topic: &'static str,
    exercises: Vec<Lesson<'a>>,
}

#[derive(Serialize)]
struct Lesson<'a> {
    name: String,
    title: &'a str,
    teaches: &'static str,
    asks: &'a [String],
    marks: f64,
    progress: Option<&'a Record>,
}

impl<'a> Course<'a> {
    pub fn new(progress: &'a Progress, path: Option<&'a str>) -> Course<'a> {
        let (finished, exercises) = progress.far();
        let lesson = |lesson: &'static practice::course::Lesson| {
            let outline = lesson.outline();
            Lesson {
                name: lesson.name(),
                title: &outline.title,
                teaches: lesson.teaches,
                asks: &outline.asks,
                marks: outline.marks,
                progress: progress.get(lesson.id),
            }
        };
        let topics = topics()
            .iter()
            .map(|topic| Topic { topic: topic.title, exercises: topic.lessons.iter().map(lesson).collect() });
        Course { format: FORMAT, finished, exercises, kept_in: path, course: topics.collect() }
    }
}
