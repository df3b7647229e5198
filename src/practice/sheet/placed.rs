//! Assigns each line of a sheet to a step of an exercise: by its label, by its number, or by its position if lines have no
//! label. Other lines are kept, with a reason.

use super::layout::{divided, is_label};
use super::{AnswerSheet, Entry, LeftOver};
use crate::practice::exercise::{Exercise, Step};
use crate::practice::grader::Asked;
use crate::practice::mark::named;
use crate::practice::read::{Answer, DecimalMark, ParsedAnswer, plain_text};
use crate::recipe::folded;
use crate::text::counted;

/// The answer to a step, as written on a sheet.
#[derive(Clone, Debug)]
pub(super) struct PlacedAnswer {
    pub line: u64,
    pub text: String,
}

/// The answers of a sheet, and the lines that answer no step.
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    /// The answer to each step; the last if there are several.
    pub answers: Vec<Option<PlacedAnswer>>,
    pub left_over: Vec<LeftOver>,
    pub perhaps: Vec<u64>,
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

pub(super) fn placed(exercise: &Exercise, sheet: &AnswerSheet) -> Placed {
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
    let mut at = 0;
    while let Some((entry, by)) = entries.get(at).zip(known.get(at)) {
        at += 1;
        let next = entries.get(at).filter(|_| known.get(at) == Some(&By::Nothing));
        let mut text = match by {
            By::Number(_) => entry.text.clone(),
            _ if is_name_alone(entry) => String::new(),
            _ => entry.answer.clone(),
        };
        match by {
            By::Label(step) | By::Number(step) => {
                // The label may be on one line, and the answer below.
                if let (true, Some(next)) = (text.is_empty(), next) {
                    text.clone_from(&next.text);
                    at += 1;
                }
                order.push(Some(*step));
                out.put(*step, entry, text, matches!(by, By::Number(_)));
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
        out.perhaps = out.left_over.iter().map(|left| left.line).collect();
    }
    out.perhaps.sort_unstable();
    out.perhaps.dedup();
    out
}

impl Placed {
    fn put(&mut self, step: usize, entry: &Entry, text: String, by_number: bool) {
        let Some(slot) = self.answers.get_mut(step) else { return };
        match slot {
            Some(_) if text.is_empty() => {}
            Some(_) if by_number => self.left_over.push(LeftOver::of(entry, BY_NAME)),
            _ => {
                let answer = PlacedAnswer { line: entry.line, text };
                if let Some(before) = slot.replace(answer).filter(|before| !before.text.is_empty()) {
                    let text = format!("{} = {}", entry.label, before.text);
                    self.left_over.push(LeftOver { line: before.line, text, why: AGAIN.into() });
                }
            }
        }
    }

    fn leave(&mut self, exercise: &Exercise, entry: &Entry, why: &str) {
        // A line with the label of another quantity answers no step.
        let names_another = names_something(exercise, &entry.label);
        let may_be_one = entry.text.contains(char::is_numeric)
            || named(&Answer::read(&entry.text, DecimalMark::Point), &Asked::Class, &exercise.fitted)
                .is_some();
        if may_be_one && !names_another {
            self.perhaps.push(entry.line);
        }
        self.left_over.push(LeftOver::of(entry, why));
    }

    /// Assigns lines without a label to the steps in order, if there is a line for each step and the other lines agree. A single
    /// line with a class answers the step that asks for the class.
    fn in_order(&mut self, exercise: &Exercise, free: &[&Entry], order: &[Option<usize>]) {
        let is_empty = self.answers.iter().flatten().all(|answer| answer.text.is_empty());
        let in_place = order.len() == exercise.steps.len()
            && order.iter().enumerate().all(|(at, step)| step.is_none_or(|step| step == at));
        let places = || (0..).zip(order).filter(|(_, step)| step.is_none()).map(|(at, _): (usize, _)| at);
        let fits = |(at, entry): (usize, &&Entry)| {
            exercise.steps.get(at).is_some_and(|step| may_answer(exercise, step, entry))
        };
        if in_place && places().zip(free).all(fits) {
            for (at, entry) in places().zip(free) {
                if let Some(slot) = self.answers.get_mut(at) {
                    *slot = Some(PlacedAnswer { line: entry.line, text: entry.text.clone() });
                }
            }
            return;
        }
        let is_class = |entry: &&&Entry| {
            named(&Answer::read(&entry.text, DecimalMark::Point), &Asked::Class, &exercise.fitted).is_some()
        };
        let mut classes = free.iter().filter(is_class);
        let class = classes.next().filter(|_| classes.next().is_none() && !is_empty);
        let mut asked = exercise.steps.iter().zip(&mut self.answers);
        let slot = asked.find(|(step, slot)| {
            step.asked == Asked::Class && slot.as_ref().is_none_or(|answer| answer.text.is_empty())
        });
        let own = class.zip(slot).map(|(entry, (_, slot))| {
            *slot = Some(PlacedAnswer { line: entry.line, text: entry.text.clone() });
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
    let answer = || Answer::read(&entry.text, DecimalMark::Point);
    match &step.asked {
        Asked::Class => {
            is_left_out || !has_digits || named(&answer(), &Asked::Class, &exercise.fitted).is_some()
        }
        Asked::Name(_) => true,
        Asked::Number(_) => is_left_out || has_digits || matches!(answer().parsed, ParsedAnswer::Undefined),
    }
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
    let mut numbers: Vec<usize> = known
        .iter()
        .filter_map(|by| if let By::Number(number) = by { Some(*number) } else { None })
        .collect();
    let count = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len() == count && numbers.last().is_none_or(|last| *last < steps)
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
pub(super) fn step_of(exercise: &Exercise, label: &str) -> Option<usize> {
    if label.len() > LONGEST {
        return None;
    }
    let label = bare_label(label);
    let whole = found(exercise, &label);
    whole.or_else(|| found(exercise, numbered(&label)?))
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
    let mut bare = steps().filter(|(_, step)| self::bare(step).contains(&plain.replace('"', "")));
    if let (Some((at, _)), None) = (bare.next(), bare.next()) {
        return Some(at);
    }
    if let Ok((asked, _)) =
        Asked::find(&exercise.fitted, exercise.case.as_ref(), &exercise.notation.natural(label))
        && let Some((at, _)) = steps().find(|(_, step)| step.asked == asked)
    {
        return Some(at);
    }
    let mut begin = steps().filter(|(_, step)| self::plain(&step.label).starts_with(&plain));
    begin.next().filter(|_| begin.next().is_none()).map(|(at, _)| at)
}

/// The labels of a step without the quotes that a name needs, and without the feature.
fn bare(step: &Step) -> Vec<String> {
    let short = match &step.asked {
        Asked::Number(quantity) => quantity.short(),
        Asked::Class | Asked::Name(_) => step.label.clone(),
    };
    [step.label.clone(), step.asked.name(), short].map(|name| plain(&name).replace('"', "")).into()
}

fn plain(label: &str) -> String {
    folded(label).chars().filter(|c| !c.is_whitespace()).collect()
}

/// The label after a number: `2. P(Yes)`, `Q2) P(Yes)`.
fn numbered(label: &str) -> Option<&str> {
    let (before, rest) = super::layout::bare(label);
    if before.number.is_some() {
        return Some(rest);
    }
    let after = label.trim().trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let behind = after.trim_start_matches([' ', '\t']);
    (after.len() < label.trim().len() && behind.len() < after.len()).then_some(behind)
}
