//! One answer, marked with the student's own earlier lines: the one path of sheets and of the screen.

use super::carry::{self, Earlier};
use super::check::{Asked, Checked, check_by};
use super::elsewhere;
use super::exercise::Rules;
use super::mark::{Graded, Key, Note, Verdict, mark};
use super::notation::Base;
use super::read::{Answer, Form, Near, ParsedAnswer, Written};
use crate::math::{Number, Quantity};
use crate::recipe::folded;
use crate::worked::{Context, WorkedError};

/// What is said of an answer, and with which earlier lines it is right.
#[derive(Clone, Debug)]
pub(super) struct After {
    /// The answer and its verdict.
    pub checked: Checked,
    /// The numbers of the wrong lines that it is right with, from 1; empty where it needs none.
    pub with: Vec<usize>,
}

/// Marks an answer. `earlier` are the lines before it, right and wrong ones; without a key, the class is asked.
///
/// # Errors
/// When the class is asked and there is no case.
pub(super) fn after(
    context: Context<'_>,
    rules: &Rules,
    asked: &Asked,
    key: Option<&Key>,
    answer: Answer,
    earlier: &[Earlier],
) -> Result<After, WorkedError> {
    let mut checked = check_by(context.fitted, context.case, asked, key, answer)?;
    let mut with = Vec::new();
    if rules.carry_forward && is_open_to_carrying(&checked) {
        let answer = &checked.answer;
        // What is right by itself, or has a cause of its own, is not taken for something near to it.
        let nearly = checked.marked.verdict == Verdict::Wrong && checked.marked.causes.is_empty();
        let carried = answer.spoken_of(|| match (asked, key) {
            (Asked::Number(quantity), Some(key)) => numbers(context, key, quantity, answer, earlier, nearly),
            _ => class(context, answer, earlier),
        });
        if let Some((marked, lines)) = carried {
            (checked.marked, with) = (marked, lines);
        }
    }
    if let (Asked::Number(quantity), Some(key), true) = (asked, key, with.is_empty()) {
        let early = |checked: &Checked| rounded_early(context, key, quantity, checked, earlier);
        if let Some(early) = checked.answer.spoken_of(|| early(&checked)) {
            checked.marked = early;
        }
        let told = |marked| elsewhere::told(context, quantity, key, &checked.answer, earlier, marked);
        checked.marked = checked.answer.spoken_of(|| told(checked.marked.clone()));
    }
    Ok(After { checked, with })
}

impl Earlier {
    /// An answered line, for the lines below it; `None` where it is no number.
    pub(super) fn of(
        context: Context<'_>,
        number: usize,
        asked: &Asked,
        key: Option<&Key>,
        answer: &Answer,
        marked: &Graded,
    ) -> Option<Earlier> {
        let (Asked::Number(quantity), ParsedAnswer::Number(written)) = (asked, &answer.said) else {
            return None;
        };
        let base = key.map_or(Base::E, |key| key.log);
        Some(Earlier {
            number,
            quantity: carry::of_case(context, quantity),
            value: base.to_ln(&written.value),
            meant: key.and_then(|key| meant(key, written, marked)).map(|meant| base.to_ln(&meant)),
            about: key.and_then(|key| {
                let (low, high) = written.about(key.policy.figures)?;
                Some((base.to_ln(&low), base.to_ln(&high)))
            }),
            is_wrong: marked.verdict == Verdict::Wrong,
            is_carried: marked.carried,
        })
    }
}

/// What is said of a number that is right with earlier lines, and which these are. `nearly` lets earlier decimals stand
/// for any number that is rounded to them.
fn numbers(
    context: Context<'_>,
    key: &Key,
    of: &Quantity,
    answer: &Answer,
    earlier: &[Earlier],
    nearly: bool,
) -> Option<(Graded, Vec<usize>)> {
    let of = carry::of_case(context, of);
    let text = answer.read_as().unwrap_or_default();
    let all = carry::numbers(context, earlier, &of);
    let exact = all.into_iter().find_map(|carried| {
        let key = Key { carried: Some(key.log.of_ln(&carried.value)), ..key.clone() };
        let marked = mark(answer, &key);
        marked.carried.then(|| (with_lines(marked, &text, &carried.lines), carried.lines))
    });
    exact.or_else(|| {
        let ParsedAnswer::Number(written) = &answer.said else { return None };
        if !nearly {
            return None;
        }
        let about = written.about(key.policy.figures)?;
        let found = carry::between(context, earlier, &of)?;
        let ends = (key.log.of_ln(&found.low), key.log.of_ln(&found.high));
        meet(&about, &ends)
            .then(|| (with_lines(Graded::new(Verdict::Correct, ""), &text, &found.lines), found.lines))
    })
}

/// A wrong decimal that the right lines before it give as they were rounded.
fn rounded_early(
    context: Context<'_>,
    key: &Key,
    of: &Quantity,
    checked: &Checked,
    earlier: &[Earlier],
) -> Option<Graded> {
    let ParsedAnswer::Number(written) = &checked.answer.said else { return None };
    written.about(key.policy.figures).filter(|_| checked.marked.verdict == Verdict::Wrong)?;
    let value = carry::as_rounded(context, earlier, &carry::of_case(context, of))?;
    let own = Key { carried: Some(key.log.of_ln(&value)), ..key.clone() };
    mark(&checked.answer, &own).carried.then(|| Graded::rounded_early(&written.named()))
}

/// Whether two numbers can be the same, each between its ends.
fn meet(a: &(Number, Number), b: &(Number, Number)) -> bool {
    a.0.compare(&b.1).is_le() && b.0.compare(&a.1).is_le()
}

/// The class that the student's own earlier lines lead to.
fn class(context: Context<'_>, answer: &Answer, earlier: &[Earlier]) -> Option<(Graded, Vec<usize>)> {
    let carried = carry::class(context, earlier)?;
    let named = folded(&answer.last) == folded(carried.value.as_str());
    let right = || Graded::new(Verdict::Correct, "");
    named.then(|| (with_lines(right(), &carried.value.to_string(), &carried.lines), carried.lines))
}

fn with_lines(marked: Graded, text: &str, lines: &[usize]) -> Graded {
    let numbers: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let lines = match numbers.as_slice() {
        [only] => format!("line {only}"),
        [all @ .., last] => format!("lines {} and {last}", all.join(", ")),
        [] => "earlier lines".into(),
    };
    Graded {
        carried: true,
        message: format!("{text} is right with your {lines}."),
        hint: String::new(),
        ..marked
    }
}

/// What a known mistake gives that the student wrote rounded.
fn meant(key: &Key, written: &Written, marked: &Graded) -> Option<Number> {
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
