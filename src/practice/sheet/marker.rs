//! Marks a sheet line by line, with the diagnosis of the whole sheet.
//!
//! Each line is assigned to a step of an exercise: by its label, by its number, or by its position if lines have no label.
//! Other lines are kept, with a reason.

use super::layout::{divided, is_label};
use super::{AnswerSheet, Entry};
use crate::math::{Face, sentence};
use crate::practice::carry::Earlier;
use crate::practice::diagnosis::{Diagnosis, Line, diagnose};
use crate::practice::exercise::{Exercise, Step, tidy};
use crate::practice::grader::{Asked, Checked, Grader};
use crate::practice::mark::{Graded, Key, Verdict, named};
use crate::practice::only;
use crate::practice::read::{Answer, BULLET, DecimalMark, ParsedAnswer, plain_text};
use crate::recipe::folded;
use crate::text::{counted, listed};
use crate::worked::{Variations, WorkedError};
use serde::Serialize;
use std::collections::HashSet;
use std::sync::Arc;

/// Marks sheets of one exercise: the keys of its steps are computed once.
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
    /// The number of the step, from 1.
    pub number: usize,
    /// The line of the file; `None` if the step was not answered.
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

    /// Grades the lines in order, diagnoses them together, and explains the wrong ones by the diagnosis.
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
            let answer =
                written.map(|text| Answer::read(text, decimal_mark).typed_as(text.replace(BULLET, "-")));
            let checked = answer.map(|answer| grader.graded_as_line(answer, &earlier)).transpose()?;
            earlier.extend(checked.as_ref().and_then(|checked| checked.earlier.clone()));
            graded.push(checked);
        }
        let read = graders.iter().zip(&graded);
        let read: Vec<Line<'_>> =
            read.filter_map(|(grader, checked)| grader.diagnosed(checked.as_ref()?)).collect();
        let diagnosis = diagnose(self.exercise.context(), &[], &read);
        let answered = graded.into_iter().zip(&answers).zip(&self.exercise.steps).zip(&graders);
        let lines = answered.map(|(((checked, placed), step), grader)| {
            let mut line = MarkedLine {
                number: grader.line,
                at: None,
                label: step.label.clone(),
                short: step.short(),
                of: step.asked.name(),
                answer: None,
                marked: Graded::new(Verdict::Unmarked, "This step is not answered."),
                with: Vec::new(),
                rests_on: Vec::new(),
                flagged: false,
                marks: 0.0,
                max: step.marks,
            };
            if let Some(checked) = checked {
                line.marked = grader.caused(&checked, &diagnosis);
                // The cause may be worth marks.
                line.marks = tidy(line.max * self.exercise.rules.credit(&line.marked));
                line.at = placed.as_ref().map(|entry| entry.line);
                line.with = checked.with;
                line.answer = Some(checked.answer);
            } else if !perhaps.is_empty() {
                let lines = listed(perhaps.iter().map(String::as_str));
                line.marked.message = sentence!(
                    "No answer to this step was found. It may be on a line that could not be assigned to a step: {}.",
                    lines
                );
                line.flagged = true;
            }
            line
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

    /// Finds the earlier wrong lines that each wrong line is computed from.
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

    /// Whether it was answered and has this verdict.
    pub fn is(&self, verdict: Verdict) -> bool {
        self.answer.is_some() && self.marked.verdict == verdict
    }

    pub fn message(&self, face: Face) -> String {
        let face = self.answer.as_ref().map_or(face, |answer| answer.face(face));
        self.marked.message.text(face)
    }

    /// The answer and its grade; `None` if there is no answer.
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

impl AnswerSheet {
    pub fn who(&self) -> &str {
        self.student.as_deref().unwrap_or(&self.name)
    }
}

/// The answers of a sheet, and the lines that answer no step.
#[derive(Clone, Debug, Default)]
struct Placed {
    /// The line with the answer to each step; the last if there are several.
    pub answers: Vec<Option<Entry>>,
    pub left_over: Vec<LeftOver>,
    /// The lines that may be answers, though nothing tells to which step.
    pub perhaps: Vec<String>,
}

/// How a line is assigned to a step.
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
    let entries: Vec<Entry> = sheet.entries.iter().flat_map(|entry| apart(exercise, entry)).collect();
    let steps = exercise.steps.len();
    let mut known: Vec<By> = entries.iter().map(|entry| by(exercise, entry)).collect();
    if !are_numbers_of_steps(&known, steps) {
        for by in known.iter_mut().filter(|by| matches!(by, By::Number(_))) {
            *by = By::Other;
        }
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

    /// Assigns lines without a label to the steps in order, if there is a line for each step and the other lines agree. A single
    /// line with a class answers the step that asks for the class.
    fn in_order(&mut self, exercise: &Exercise, free: &[&Entry], order: &[Option<usize>]) {
        let is_empty = self.answers.iter().flatten().all(|entry| entry.answer.is_empty());
        let in_place = order.len() == exercise.steps.len()
            && order.iter().enumerate().all(|(at, step)| step.is_none_or(|step| step == at));
        let places = || (0..).zip(order).filter(|(_, step)| step.is_none()).map(|(at, _): (usize, _)| at);
        let fits = |(at, entry): (usize, &&Entry)| {
            exercise.steps.get(at).is_some_and(|step| may_answer(exercise, step, entry))
        };
        if in_place && places().zip(free).all(fits) {
            for (at, entry) in places().zip(free) {
                if let Some(slot) = self.answers.get_mut(at) {
                    *slot = Some(Entry { answer: entry.text.clone(), ..(*entry).clone() });
                }
            }
            return;
        }
        let class = only(free.iter().filter(|entry| names_class(exercise, entry))).filter(|_| !is_empty);
        let mut asked = exercise.steps.iter().zip(&mut self.answers);
        let slot = asked.find(|(step, slot)| {
            step.asked == Asked::Class && slot.as_ref().is_none_or(|entry| entry.answer.is_empty())
        });
        let own = class.zip(slot).map(|(entry, (_, slot))| {
            *slot = Some(Entry { answer: entry.text.clone(), ..(*entry).clone() });
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

/// Whether a line without a label can be the answer to a step: a number if the step asks for one, or a sign for no answer.
fn may_answer(exercise: &Exercise, step: &Step, entry: &Entry) -> bool {
    let has_digits = entry.text.contains(char::is_numeric);
    let is_left_out = entry.text.chars().count() < 4 && !entry.text.contains(char::is_alphanumeric);
    match &step.asked {
        Asked::Class => is_left_out || !has_digits || names_class(exercise, entry),
        Asked::Name(_) => true,
        Asked::Number(_) => {
            is_left_out || has_digits || matches!(read(entry).parsed, ParsedAnswer::Undefined)
        }
    }
}

fn read(entry: &Entry) -> Answer {
    Answer::read(&entry.text, DecimalMark::Point)
}

fn names_class(exercise: &Exercise, entry: &Entry) -> bool {
    named(&read(entry), &Asked::Class, &exercise.fitted).is_some()
}

/// How a line by itself is assigned.
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

/// Whether the numbers before lines can be numbers of steps: each once, and none too large.
fn are_numbers_of_steps(known: &[By], steps: usize) -> bool {
    let mut seen = HashSet::new();
    known.iter().all(|by| match by {
        By::Number(number) => *number < steps && seen.insert(*number),
        _ => true,
    })
}

/// Splits a line with several answers, such as `P(Yes) = 9/14; P(No) = 5/14`.
fn apart(exercise: &Exercise, entry: &Entry) -> Vec<Entry> {
    let mut found = vec![entry.clone()];
    if entry.label.is_empty() {
        return found;
    }
    let mut start = 0;
    let answer = entry.answer.as_str();
    let signs = answer.char_indices().filter(|(_, c)| matches!(c, ';' | ',')).take(MOST);
    let mut cut: Vec<(usize, String, String)> = Vec::new();
    for (at, _) in signs {
        let rest = answer.get(at + 1..).unwrap_or_default().trim_start();
        let (label, value) = divided(rest);
        if is_label(label) && names_something(exercise, label) {
            cut.push((at, label.to_owned(), value.to_owned()));
        }
    }
    for (at, label, value) in cut {
        let own = answer.get(start..at).unwrap_or_default();
        if let Some(last) = found.last_mut() {
            last.answer = if start == 0 { own.trim().to_owned() } else { divided(own.trim()).1.to_owned() };
        }
        let text = format!("{label} = {value}");
        found.push(Entry { label, answer: value, text, number: None, ..entry.clone() });
        start = at + 1;
    }
    found
}

/// The most separators on one line that are tried.
const MOST: usize = 60;

/// The most bytes of a label.
const LONGEST: usize = 400;

impl AnswerSheet {
    pub fn answers(&self, exercise: &Exercise) -> bool {
        self.entries.iter().any(|entry| step_of(exercise, &entry.label).is_some())
    }
}

/// The step that a label means; `None` if it means none or several.
fn step_of(exercise: &Exercise, label: &str) -> Option<usize> {
    if label.len() > LONGEST {
        return None;
    }
    let label = bare_label(label);
    let whole = found(exercise, &label);
    whole.or_else(|| {
        // 2 P(Yes) = 9/14.
        let (number, rest) = label.split_once([' ', '\t'])?;
        number.parse::<usize>().ok().and_then(|_| found(exercise, rest))
    })
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
    let steps = || exercise.steps.iter().enumerate();
    let same = steps()
        .find(|(_, step)| [&step.label, &step.asked.name()].iter().any(|name| self::plain(name) == plain));
    if let Some((at, _)) = same {
        return Some(at);
    }
    let unquoted = plain.replace('"', "");
    if let Some((at, _)) = only(steps().filter(|(_, step)| bare_names(step).contains(&unquoted))) {
        return Some(at);
    }
    if let Ok((asked, _)) = Asked::find(&exercise.fitted, exercise.case.as_ref(), label)
        && let Some((at, _)) = steps().find(|(_, step)| step.asked == asked)
    {
        return Some(at);
    }
    only(steps().filter(|(_, step)| self::plain(&step.label).starts_with(&plain))).map(|(at, _)| at)
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
