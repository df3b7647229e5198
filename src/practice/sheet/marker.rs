//! Marking a sheet line by line.

use super::carry::{self, Earlier};
use super::place::step_of;
use super::{AnswerSheet, Entry};
use crate::math::{Number, Quantity};
use crate::practice::Near;
use crate::practice::check::{Asked, Checked, check_by};
use crate::practice::exercise::{Exercise, Step, Unreduced};
use crate::practice::mark::{Coarse, Key, Marked, Note, Verdict, mark};
use crate::practice::read::{Answer, DecimalMark, Form, Said, Written};
use crate::recipe::folded;
use crate::worked::WorkedError;

/// Marks sheets of one exercise: what is known of its steps is worked out once.
#[derive(Debug)]
pub struct Marker<'a> {
    exercise: &'a Exercise,
    keys: Vec<Option<Key>>,
}

/// A sheet and what is said of it.
#[derive(Clone, Debug)]
pub struct MarkedSheet {
    /// What messages call it.
    pub sheet: String,
    /// Who wrote it.
    pub student: Option<String>,
    /// The exercise.
    pub exercise: String,
    /// The seed, as the sheet says it.
    pub seed: Option<String>,
    /// A line for each step, whether or not it was answered.
    pub lines: Vec<MarkedLine>,
    /// What stands on the sheet and answers no step.
    pub left_over: Vec<LeftOver>,
    /// The number of the first step with a wrong answer.
    pub first_wrong: Option<usize>,
    /// Marks had.
    pub marks: f64,
    /// Most marks.
    pub max: f64,
}

/// An answer to a step.
#[derive(Clone, Debug)]
pub struct MarkedLine {
    /// The number of the step, from 1.
    pub number: usize,
    /// The line of the file; `None` where the step was not answered.
    pub at: Option<u64>,
    /// As the exercise writes what is asked.
    pub label: String,
    /// What is asked, in one notation.
    pub of: String,
    /// The answer; `None` where there is none.
    pub answer: Option<Answer>,
    /// What is said of it.
    pub marked: Marked,
    /// Whether it was accepted with fewer figures than are enough, and a teacher may want to look.
    pub flagged: bool,
    /// Marks had.
    pub marks: f64,
    /// Most marks.
    pub max: f64,
}

/// A line that answers no step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOver {
    /// The line of the file.
    pub line: u64,
    /// As it was written.
    pub text: String,
    /// Why it was not marked.
    pub why: String,
    /// The column, where it is no line of a student's but a cell of a column that answers no step.
    pub column: Option<String>,
}

impl<'a> Marker<'a> {
    /// Works out what is known of every step.
    ///
    /// # Errors
    /// When a quantity is none of the model; those of an opened exercise are.
    pub fn new(exercise: &'a Exercise) -> Result<Self, WorkedError> {
        let keys = exercise.steps.iter().map(|step| exercise.key(step)).collect::<Result<_, _>>()?;
        Ok(Marker { exercise, keys })
    }

    /// Marks a sheet.
    ///
    /// # Errors
    /// When the class is asked and the exercise has no case; an opened exercise has one.
    pub fn mark(&self, sheet: &AnswerSheet) -> Result<MarkedSheet, WorkedError> {
        let (answers, left_over) = self.placed(sheet);
        let decimal_mark = DecimalMark::of(sheet.entries.iter().map(|entry| entry.answer.as_str()));
        let mut earlier: Vec<Earlier> = Vec::new();
        let mut lines = Vec::new();
        for ((at, step), (key, entry)) in
            self.exercise.steps.iter().enumerate().zip(self.keys.iter().zip(answers))
        {
            let line = self.line(at + 1, step, key.as_ref(), entry, decimal_mark, &earlier)?;
            if let (Asked::Number(quantity), Some(Answer { said: Said::Number(written), .. })) =
                (&step.asked, &line.answer)
            {
                earlier.push(Earlier {
                    number: line.number,
                    quantity: carry::of_case(self.exercise, quantity),
                    value: written.value.clone(),
                    meant: key.as_ref().and_then(|key| meant(key, written, &line.marked)),
                    is_wrong: line.marked.verdict == Verdict::Wrong,
                });
            }
            lines.push(line);
        }
        Ok(MarkedSheet {
            sheet: sheet.name.clone(),
            student: sheet.student.clone(),
            exercise: self.exercise.id.clone(),
            seed: sheet.seed.clone(),
            first_wrong: lines.iter().find(|line| line.is(Verdict::Wrong)).map(|line| line.number),
            marks: lines.iter().map(|line| line.marks).sum(),
            max: self.exercise.marks(),
            lines,
            left_over,
        })
    }

    /// The entry that answers each step, the last where there are several, and what answers none.
    fn placed<'s>(&self, sheet: &'s AnswerSheet) -> (Vec<Option<&'s Entry>>, Vec<LeftOver>) {
        let mut answers: Vec<Option<&Entry>> = vec![None; self.exercise.steps.len()];
        let mut left_over = Vec::new();
        for entry in &sheet.entries {
            let slot = step_of(self.exercise, &entry.label).and_then(|at| answers.get_mut(at));
            let Some(slot) = slot else {
                left_over.push(LeftOver::of(entry, "it names no step of the exercise"));
                continue;
            };
            if let Some(before) = slot.replace(entry) {
                left_over
                    .push(LeftOver::of(before, "the same step is answered again below, and that counts"));
            }
        }
        left_over.sort_by_key(|left| left.line);
        (answers, left_over)
    }

    fn line(
        &self,
        number: usize,
        step: &Step,
        key: Option<&Key>,
        entry: Option<&Entry>,
        decimal_mark: DecimalMark,
        earlier: &[Earlier],
    ) -> Result<MarkedLine, WorkedError> {
        let entry = entry.filter(|entry| !entry.answer.is_empty());
        let mut line = MarkedLine {
            number,
            at: entry.map(|entry| entry.line),
            label: step.label.clone(),
            of: step.asked.name(),
            answer: None,
            marked: Marked::new(Verdict::Unmarked, "This step is not answered."),
            flagged: false,
            marks: 0.0,
            max: step.marks,
        };
        let Some(entry) = entry else { return Ok(line) };
        let answer = Answer::read(&entry.answer, decimal_mark);
        let (exercise, case) = (self.exercise, self.exercise.case.as_ref());
        let mut checked = check_by(&exercise.fitted, case, &step.asked, key, answer)?;
        if exercise.rules.carry_forward && is_open_to_carrying(&checked) {
            let carried = match (&step.asked, key) {
                (Asked::Number(quantity), Some(key)) => self.carried(key, quantity, &checked.answer, earlier),
                _ => carried_class(exercise, &checked.answer, earlier),
            };
            if let Some(carried) = carried {
                checked.marked = carried;
            }
        }
        if let Some(accepted) = key.and_then(|key| accepted(key, &checked.answer, &checked.marked)) {
            checked.marked = accepted;
            line.flagged = true;
        }
        line.marks = step.marks * self.credit(&checked.marked);
        line.marked = checked.marked;
        line.answer = Some(checked.answer);
        Ok(line)
    }

    /// What is said of an answer that is right with the student's own earlier lines.
    fn carried(&self, key: &Key, of: &Quantity, answer: &Answer, earlier: &[Earlier]) -> Option<Marked> {
        carry::numbers(self.exercise, earlier, &carry::of_case(self.exercise, of)).into_iter().find_map(
            |carried| {
                let key = Key { carried: Some(carried.value), ..key.clone() };
                let marked = mark(answer, &key);
                marked
                    .carried
                    .then(|| with_lines(marked, &answer.read_as().unwrap_or_default(), &carried.lines))
            },
        )
    }

    /// The share of the marks that a verdict is worth.
    fn credit(&self, marked: &Marked) -> f64 {
        let rules = &self.exercise.rules;
        match (marked.verdict, marked.note) {
            (Verdict::Wrong | Verdict::Unmarked, _) => 0.0,
            (_, Some(Note::RoundedEarly)) => rules.early_rounding,
            (_, Some(Note::Unreduced)) if rules.unreduced == Unreduced::Required => 0.0,
            _ => 1.0,
        }
    }
}

/// The class that the student's own earlier lines lead to.
fn carried_class(exercise: &Exercise, answer: &Answer, earlier: &[Earlier]) -> Option<Marked> {
    let carried = carry::class(exercise, earlier)?;
    let named = folded(&answer.last) == folded(carried.value.as_str());
    named.then(|| with_lines(Marked::new(Verdict::Correct, ""), &carried.value.to_string(), &carried.lines))
}

fn with_lines(marked: Marked, text: &str, lines: &[usize]) -> Marked {
    let numbers: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let lines = match numbers.as_slice() {
        [only] => format!("line {only}"),
        [all @ .., last] => format!("lines {} and {last}", all.join(", ")),
        [] => "earlier lines".into(),
    };
    Marked {
        carried: true,
        message: format!("{text} is right with your {lines}."),
        hint: String::new(),
        ..marked
    }
}

/// With nobody to ask, a decimal with too few figures that agrees is accepted.
fn accepted(key: &Key, answer: &Answer, marked: &Marked) -> Option<Marked> {
    let asks = marked.verdict == Verdict::Unmarked && key.policy.coarse == Coarse::Ask;
    let mut key = Key { ..key.clone() };
    key.policy.coarse = Coarse::Accept;
    asks.then(|| mark(answer, &key)).filter(|marked| marked.verdict == Verdict::Correct)
}

/// What a known mistake gives that the student wrote rounded.
fn meant(key: &Key, written: &Written, marked: &Marked) -> Option<Number> {
    let Form::Decimal(places) = &written.form else { return None };
    let cause = marked.causes.first()?;
    let values = key
        .mistakes
        .iter()
        .filter(|mistake| mistake.tag == *cause)
        .filter_map(|mistake| mistake.value.clone());
    let mut rounded =
        values.filter(|value| Near::of(value).is_some_and(|near| near.rounds_to(&written.value, places)));
    rounded.next()
}

/// Whether earlier lines may explain an answer: it is not right, and it is no answer to another question.
fn is_open_to_carrying(checked: &Checked) -> bool {
    match checked.marked.verdict {
        Verdict::Correct => false,
        Verdict::Noted => checked.marked.note != Some(Note::CutOff),
        Verdict::Wrong => true,
        Verdict::Unmarked => checked.answer.label.is_none(),
    }
}

impl MarkedLine {
    /// Whether it was answered and has this verdict.
    pub fn is(&self, verdict: Verdict) -> bool {
        self.answer.is_some() && self.marked.verdict == verdict
    }
}

impl LeftOver {
    fn of(entry: &Entry, why: &str) -> LeftOver {
        let text = match entry.label.as_str() {
            "" => entry.answer.clone(),
            label => format!("{label} = {}", entry.answer),
        };
        let column = entry.is_column.then(|| entry.label.clone());
        LeftOver { line: entry.line, text, why: why.into(), column }
    }
}
