//! Marks a sheet line by line, with the diagnosis of the whole sheet. Each line is assigned to a step by its label,
//! its number, or its position; other lines are kept, with a reason.

use super::plain::{divided, is_label};
use super::{AnswerSheet, Entry};
use crate::math::{Face, sentence};
use crate::practice::carry::Earlier;
use crate::practice::diagnosis::{Diagnosis, Line, diagnose};
use crate::practice::exercise::tidy;
use crate::practice::grader::Grader;
use crate::practice::mark::named;
use crate::practice::read::{BULLET, plain_text};
use crate::practice::{
    Answer, Asked, Checked, DecimalMark, Exercise, Graded, Key, ParsedAnswer, Step, Verdict, only,
};
use crate::recipe::folded;
use crate::text::{counted, listed};
use crate::worked::{Variations, WorkedError};
use serde::Serialize;
use std::collections::HashSet;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Marker {
    pub exercise: Arc<Exercise>,
    keys: Vec<Option<Key>>,
}

#[derive(Clone, Debug, Serialize)]
pub struct GradedSheet {
    pub sheet: String,
    pub student: Option<String>,
    #[serde(rename = "name")]
    pub full_name: Option<String>,
    pub exercise: String,
    #[serde(skip)]
    pub answered: Arc<Exercise>,
    pub seed: Option<String>,
    pub lines: Vec<MarkedLine>,
    pub diagnosis: Diagnosis,
    pub left_over: Vec<LeftOver>,
    pub first_wrong: Option<usize>,
    pub marks: f64,
    pub max: f64,
}

#[derive(Clone, Debug)]
pub struct MarkedLine {
    pub number: usize,
    pub at: Option<u64>,
    pub label: String,
    pub short: String,
    pub of: String,
    pub answer: Option<Answer>,
    pub marked: Graded,
    /// The numbers of the wrong lines that it is right with, from 1; empty if it needs none.
    pub with: Vec<usize>,
    /// If it is wrong: the numbers of the earlier wrong lines that it is computed from.
    pub rests_on: Vec<usize>,
    /// Whether a teacher should look: it has no answer, but a line that was not used may be one.
    pub flagged: bool,
    pub marks: f64,
    pub max: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LeftOver {
    pub line: u64,
    pub text: String,
    pub why: String,
}

impl Marker {
    pub fn new(exercise: Arc<Exercise>) -> Result<Self, WorkedError> {
        let keys = exercise.keys()?;
        Ok(Marker { exercise, keys })
    }

    pub fn mark(&self, sheet: &AnswerSheet) -> Result<GradedSheet, WorkedError> {
        let Placed { answers, left_over, perhaps } = placed(&self.exercise, sheet);
        let decimal_mark = DecimalMark::of(answers.iter().flatten().map(|entry| entry.answer.as_str()));
        let steps = self.exercise.steps.iter().zip(&self.keys).zip(1..);
        let graders: Vec<Grader<'_>> =
            steps.map(|((step, key), number)| self.exercise.grader(step, number, key.as_ref())).collect();
        let mut earlier: Vec<Earlier> = Vec::new();
        let mut graded: Vec<Option<Checked>> = Vec::new();
        for (grader, answer) in graders.iter().zip(&answers) {
            let written = answer.as_ref().map(|entry| entry.answer.as_str()).filter(|text| !text.is_empty());
            let answer = written.map(|text| {
                let typed = text.replace(BULLET, "-");
                Answer { typed, ..Answer::read(text, decimal_mark) }
            });
            let checked = answer.map(|answer| grader.graded_as_line(answer, &earlier)).transpose()?;
            earlier.extend(checked.as_ref().and_then(|checked| checked.earlier.clone()));
            graded.push(checked);
        }
        let read = graders.iter().zip(&graded);
        let read: Vec<Line<'_>> =
            read.filter_map(|(grader, checked)| grader.diagnosed(checked.as_ref()?)).collect();
        let diagnosis = diagnose(self.exercise.context(), &[], &read);
        let answered = graded.into_iter().zip(&answers).zip(&self.exercise.steps).zip(&graders);
        let message = match perhaps.is_empty() {
            true => "This step is not answered.".into(),
            false => sentence!(
                "No answer to this step was found. It may be on a line that could not be assigned to a step: {}.",
                listed(perhaps.iter().map(String::as_str))
            ),
        };
        let lines = answered.map(|(((checked, placed), step), grader)| {
            let (marked, with, answer) = match checked {
                Some(checked) => (grader.caused(&checked, &diagnosis), checked.with, Some(checked.answer)),
                None => (Graded::new(Verdict::Unmarked, message.clone()), Vec::new(), None),
            };
            MarkedLine {
                number: grader.line,
                at: placed.as_ref().filter(|_| answer.is_some()).map(|entry| entry.line),
                label: step.label.clone(),
                short: step.short(),
                of: step.asked.name(),
                rests_on: Vec::new(),
                flagged: answer.is_none() && !perhaps.is_empty(),
                // The cause may be worth marks.
                marks: tidy(step.marks * self.exercise.rules.credit(&marked)),
                max: step.marks,
                answer,
                marked,
                with,
            }
        });
        let mut lines: Vec<MarkedLine> = lines.collect();
        self.trace(&mut lines, &earlier);
        Ok(GradedSheet {
            sheet: sheet.name.clone(),
            student: sheet.student.clone(),
            full_name: sheet.full_name.clone(),
            exercise: self.exercise.id.clone(),
            answered: Arc::clone(&self.exercise),
            seed: sheet.seed.clone(),
            first_wrong: lines.iter().find(|line| line.is(Verdict::Wrong)).map(|line| line.number),
            marks: tidy(lines.iter().map(|line| line.marks).sum()),
            max: lines.iter().map(|line| line.max).sum(),
            lines,
            diagnosis,
            left_over,
        })
    }

    fn trace(&self, lines: &mut [MarkedLine], earlier: &[Earlier]) {
        let noted: Vec<usize> =
            lines.iter().filter(|line| line.is(Verdict::Noted)).map(|line| line.number).collect();
        let is_wrong = |line: &&Earlier| line.differs && !noted.contains(&line.number);
        let wrong: Vec<&Earlier> = earlier.iter().filter(is_wrong).collect();
        if wrong.len() < 2 {
            return;
        }
        let mut all = Variations::new(self.exercise.context());
        for line in lines.iter_mut().filter(|line| line.is(Verdict::Wrong)) {
            let own = wrong.iter().find(|own| own.number == line.number);
            let below = own.and_then(|own| all.below(&own.quantity).ok()).unwrap_or_default();
            let before =
                wrong.iter().filter(|other| other.number < line.number && below.contains(&other.quantity));
            line.rests_on = before.map(|other| other.number).collect();
        }
    }
}

impl MarkedLine {
    pub fn is_blank(&self) -> bool {
        self.answer.is_none() && !self.flagged
    }

    pub fn is(&self, verdict: Verdict) -> bool {
        self.answer.is_some() && self.marked.verdict == verdict
    }

    pub fn message(&self, face: Face) -> String {
        let face = self.answer.as_ref().map_or(face, |answer| answer.face(face));
        self.marked.message.text(face)
    }

    pub fn checked(&self) -> Option<Checked> {
        Some(Checked {
            of: self.of.clone(),
            answer: self.answer.clone()?,
            marked: self.marked.clone(),
            with: self.with.clone(),
            credit: self.marks / self.max,
            earlier: None,
        })
    }
}

impl GradedSheet {
    pub fn who(&self) -> &str {
        self.student.as_deref().unwrap_or(&self.sheet)
    }

    pub fn has(&self, verdict: Verdict) -> bool {
        self.lines.iter().any(|line| line.is(verdict))
    }
}

impl LeftOver {
    fn of(entry: &Entry, why: &str) -> LeftOver {
        LeftOver { line: entry.line, text: entry.text.clone(), why: why.into() }
    }
}

#[derive(Clone, Debug, Default)]
struct Placed {
    pub answers: Vec<Option<Entry>>,
    pub left_over: Vec<LeftOver>,
    /// The lines that may be answers, but it is not known to which step.
    pub perhaps: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Label(usize),
    /// It has its number, from 0.
    Number(usize),
    Nothing,
    Other,
}

const NO_STEP: &str = "it names no step of the exercise";
const AGAIN: &str = "the same step is answered again below, and that answer counts";
const BY_NAME: &str = "the same step is answered by its name, and that answer counts";

fn placed(exercise: &Exercise, sheet: &AnswerSheet) -> Placed {
    let entries: Vec<Entry> = sheet.entries.iter().flat_map(|entry| split(exercise, entry)).collect();
    let steps = exercise.steps.len();
    let mut known: Vec<By> = entries.iter().map(|entry| by(exercise, entry)).collect();
    // The numbers before lines can be numbers of steps: each once, and none too large.
    let mut seen = HashSet::new();
    let is_step = |by: &By| !matches!(by, By::Number(number) if *number >= steps || !seen.insert(*number));
    if !known.iter().all(is_step) {
        known.iter_mut().filter(|by| matches!(by, By::Number(_))).for_each(|by| *by = By::Other);
    }
    let mut out = Placed { answers: vec![None; steps], ..Placed::default() };
    let mut free: Vec<&Entry> = Vec::new();
    // The steps of the lines with a label or number; a line without one may answer the step at its position.
    let mut order: Vec<Option<usize>> = Vec::new();
    let mut rest = entries.iter().zip(&known).peekable();
    while let Some((entry, by)) = rest.next() {
        match by {
            By::Label(step) | By::Number(step) => {
                let by_number = matches!(by, By::Number(_));
                let mut text = match by_number {
                    true => entry.text.clone(),
                    false if is_name_alone(entry) => String::new(),
                    false => entry.answer.clone(),
                };
                // The label may be on one line, and the answer below.
                if text.is_empty()
                    && let Some((next, _)) = rest.next_if(|(_, next)| **next == By::Nothing)
                {
                    text.clone_from(&next.text);
                }
                order.push(Some(*step));
                out.put(*step, entry, text, by_number);
            }
            By::Nothing if entry.text.is_empty() => {}
            By::Nothing => {
                order.push(None);
                free.push(entry);
            }
            By::Other => {
                order.push(Some(steps));
                out.leave(exercise, entry, NO_STEP);
            }
        }
    }
    out.in_order(exercise, &free, &order);
    out.left_over.sort_by_key(|left| left.line);
    if out.answers.iter().all(Option::is_none) {
        out.perhaps = out.left_over.iter().map(|left| left.line.to_string()).collect();
    }
    out
}

impl Placed {
    fn put(&mut self, step: usize, entry: &Entry, text: String, by_number: bool) {
        let Some(slot) = self.answers.get_mut(step) else { return };
        match slot {
            Some(_) if text.is_empty() => {}
            Some(_) if by_number => self.left_over.push(LeftOver::of(entry, BY_NAME)),
            _ => {
                let answer = Entry { answer: text, ..entry.clone() };
                if let Some(before) = slot.replace(answer).filter(|before| !before.answer.is_empty()) {
                    let text = format!("{} = {}", entry.label, before.answer);
                    self.left_over.push(LeftOver { line: before.line, text, why: AGAIN.into() });
                }
            }
        }
    }

    fn leave(&mut self, exercise: &Exercise, entry: &Entry, why: &str) {
        let may_be_one = entry.text.contains(char::is_numeric) || names_class(exercise, entry);
        // A line with the label of another quantity answers no step.
        if may_be_one && !names_something(exercise, &entry.label) {
            self.perhaps.push(entry.line.to_string());
        }
        self.left_over.push(LeftOver::of(entry, why));
    }

    /// Assigns lines without a label to the steps in order, if there is a line for each step and the other lines
    /// agree. A single class answers the step that asks for it.
    fn in_order(&mut self, exercise: &Exercise, free: &[&Entry], order: &[Option<usize>]) {
        let is_empty = self.answers.iter().flatten().all(|entry| entry.answer.is_empty());
        let in_place = order.len() == exercise.steps.len()
            && order.iter().enumerate().all(|(at, step)| step.is_none_or(|step| step == at));
        let places = || (0..).zip(order).filter(|(_, step)| step.is_none()).map(|(at, _): (usize, _)| at);
        let fits = |(at, entry): (usize, &&Entry)| {
            exercise.steps.get(at).is_some_and(|step| may_answer(exercise, step, entry))
        };
        if in_place && places().zip(free).all(fits) {
            let slots = self.answers.iter_mut().zip(order).filter(|(_, step)| step.is_none());
            slots.zip(free).for_each(|((slot, _), entry)| *slot = Some(whole(entry)));
            return;
        }
        let class = only(free.iter().filter(|entry| names_class(exercise, entry))).filter(|_| !is_empty);
        let mut asked = exercise.steps.iter().zip(&mut self.answers);
        let slot = asked.find(|(step, slot)| {
            step.asked == Asked::Class && slot.as_ref().is_none_or(|entry| entry.answer.is_empty())
        });
        let own = class.zip(slot).map(|(entry, (_, slot))| {
            *slot = Some(whole(entry));
            entry.line
        });
        let why = if is_empty {
            let (lines, steps) = (free.len(), exercise.steps.len());
            let (lines, steps) = (counted(lines, "line", "lines"), counted(steps, "step", "steps"));
            format!("it names no step, and {lines} without labels cannot answer {steps} in order")
        } else {
            NO_STEP.to_owned()
        };
        for entry in free.iter().filter(|entry| Some(entry.line) != own) {
            self.leave(exercise, entry, &why);
        }
    }
}

fn whole(entry: &Entry) -> Entry {
    Entry { answer: entry.text.clone(), ..entry.clone() }
}

/// Whether a line without a label can be the answer to a step: a number if the step asks for one, or a sign for no answer.
fn may_answer(exercise: &Exercise, step: &Step, entry: &Entry) -> bool {
    let has_digits = entry.text.contains(char::is_numeric);
    let is_left_out = entry.text.chars().count() < 4 && !entry.text.contains(char::is_alphanumeric);
    is_left_out
        || match &step.asked {
            Asked::Class => !has_digits || names_class(exercise, entry),
            Asked::Name(_) => true,
            Asked::Number(_) => has_digits || matches!(read(entry).parsed, ParsedAnswer::Undefined),
        }
}

fn read(entry: &Entry) -> Answer {
    Answer::read(&entry.text, DecimalMark::Point)
}

fn names_class(exercise: &Exercise, entry: &Entry) -> bool {
    named(&read(entry), &Asked::Class, &exercise.fitted).is_some()
}

fn by(exercise: &Exercise, entry: &Entry) -> By {
    let label = if entry.label.is_empty() && is_name_alone(entry) { &entry.text } else { &entry.label };
    if let Some(step) = step_of(exercise, label) {
        return By::Label(step);
    }
    let number = entry.number.and_then(|number| number.checked_sub(1));
    if let Some(number) = number {
        return By::Number(number);
    }
    if names_something(exercise, label) || is_label(label) { By::Other } else { By::Nothing }
}

fn names_something(exercise: &Exercise, label: &str) -> bool {
    let known = || Asked::find(&exercise.fitted, exercise.case.as_ref(), &bare_label(label)).is_ok();
    !label.is_empty() && label.len() <= LONGEST && (step_of(exercise, label).is_some() || known())
}

fn is_name_alone(entry: &Entry) -> bool {
    entry.label.is_empty() && is_label(&entry.text)
}

/// Splits a line with several answers, such as `P(Yes) = 9/14; P(No) = 5/14`.
fn split(exercise: &Exercise, entry: &Entry) -> Vec<Entry> {
    let mut found = vec![entry.clone()];
    if entry.label.is_empty() {
        return found;
    }
    let mut start = 0;
    let answer = entry.answer.as_str();
    let signs = answer.char_indices().filter(|(_, c)| matches!(c, ';' | ',')).take(MOST);
    for (at, _) in signs {
        let (label, value) = divided(answer.get(at + 1..).unwrap_or_default().trim_start());
        if !is_label(label) || !names_something(exercise, label) {
            continue;
        }
        let own = answer.get(start..at).unwrap_or_default().trim();
        if let Some(last) = found.last_mut() {
            last.answer = if start == 0 { own } else { divided(own).1 }.to_owned();
        }
        let (label, answer) = (label.to_owned(), value.to_owned());
        let text = format!("{label} = {value}");
        found.push(Entry { label, answer, text, number: None, ..entry.clone() });
        start = at + 1;
    }
    found
}

const MOST: usize = 60;

const LONGEST: usize = 400;

impl AnswerSheet {
    pub fn answers(&self, exercise: &Exercise) -> bool {
        self.entries.iter().any(|entry| step_of(exercise, &entry.label).is_some())
    }
}

fn step_of(exercise: &Exercise, label: &str) -> Option<usize> {
    if label.len() > LONGEST {
        return None;
    }
    let label = bare_label(label);
    // 2 P(Yes) = 9/14.
    let numbered = label.split_once([' ', '\t']).filter(|(number, _)| number.parse::<usize>().is_ok());
    found(exercise, &label).or_else(|| found(exercise, numbered?.1))
}

fn bare_label(label: &str) -> String {
    let plain = plain_text(label);
    let plain: String = plain.chars().filter(|c| !matches!(c, '{' | '}' | '$' | '`')).collect();
    plain.trim_matches(['*', '_', '-', ' ', '"', '?', ':', '=', '“', '”']).replace("**", "")
}

fn found(exercise: &Exercise, label: &str) -> Option<usize> {
    let plain = plain(label);
    if plain.is_empty() {
        return None;
    }
    let first = |is: &dyn Fn(&Step) -> bool| exercise.steps.iter().position(is);
    let only = |is: &dyn Fn(&Step) -> bool| only((0..).zip(&exercise.steps).filter(|(_, step)| is(step)));
    let only = |is: &dyn Fn(&Step) -> bool| only(is).map(|(at, _)| at);
    let unquoted = plain.replace('"', "");
    first(&|step| self::plain(&step.label) == plain || self::plain(&step.asked.name()) == plain)
        .or_else(|| only(&|step| bare_names(step).contains(&unquoted)))
        .or_else(|| {
            let (asked, _) = Asked::find(&exercise.fitted, exercise.case.as_ref(), label).ok()?;
            first(&|step| step.asked == asked)
        })
        .or_else(|| only(&|step| self::plain(&step.label).starts_with(&plain)))
}

/// The labels of a step without the quotes that a name needs, and without the feature.
fn bare_names(step: &Step) -> Vec<String> {
    let short = match &step.asked {
        Asked::Number(quantity) => quantity.short(),
        Asked::Class | Asked::Name(_) => step.label.clone(),
    };
    [step.label.clone(), step.asked.name(), short].map(|name| plain(&name).replace('"', "")).into()
}

fn plain(label: &str) -> String {
    folded(label).chars().filter(|c| !c.is_whitespace()).collect()
}
