//! The marking rule.
//!
//! An answer without decimals must equal the right value; one with decimals must agree with it in every figure that was
//! written. In this order it is: exact, rounded, accepted by the exercise, right with the student's earlier lines,
//! exactly what a known mistake gives, out of range, too coarse, cut off, rounded along the way, what a known mistake
//! gives when it is rounded, one of a few general slips, and at last wrong without a known cause. Rounding along the way
//! comes before rounded mistakes, or 0.59 for 0.60 would be blamed on something else. On a miss nothing here tells the
//! right value.

mod attempt;
mod early;
mod graded;
mod key;
mod named;

pub use graded::mark_class;
pub(super) use graded::mark_name;
pub use graded::{Graded, Note, Verdict};
pub use key::{Coarse, Key, Other, Policy};
pub(super) use key::{as_counted, is_share};
pub(super) use named::named;

use super::read::{Answer, DecimalMark, Form, ParsedAnswer, Places, Written};
use super::{Candidate, Near};
use crate::math::{Sentence, sentence};

/// What is said of a wrong number where no cause is known.
pub(super) fn unknown(written: &Written, key: &Key) -> Graded {
    Attempt { written, key }.unknown()
}

/// Holds an answer against what is known of the question.
pub fn mark(answer: &Answer, key: &Key) -> Graded {
    match &answer.parsed {
        ParsedAnswer::Unread(question) => Graded::new(Verdict::Unmarked, question.sentence()),
        ParsedAnswer::Words => attempt::words(answer, key),
        ParsedAnswer::Undefined => attempt::undefined(key),
        ParsedAnswer::Number(written) => number(written, key),
        ParsedAnswer::Doubtful { question, .. } => match key.settle(answer) {
            Some(settled) => mark(&settled, key),
            None => Graded::new(Verdict::Unmarked, question.sentence()),
        },
    }
}

/// A written number and what it is compared with.
#[derive(Clone, Copy)]
struct Attempt<'a> {
    written: &'a Written,
    key: &'a Key,
}

fn number(written: &Written, key: &Key) -> Graded {
    let attempt = Attempt { written, key };
    let truth = key.truth.as_ref().and_then(Near::of);
    if key.truth.is_some() && truth.is_none() {
        let message = sentence!("{} is too small or too large to be checked; write its logarithm.", key.of);
        return Graded::new(Verdict::Unmarked, message);
    }
    let found = match &truth {
        Some(truth) => attempt.right(truth).or_else(|| attempt.accepted()).or_else(|| attempt.carried()),
        None => None,
    };
    let found = found
        .or_else(|| attempt.known_exactly(truth.as_ref()))
        .or_else(|| attempt.known_above_one())
        .or_else(|| attempt.out_of_range());
    let Some(truth) = truth else {
        return found.unwrap_or_else(|| attempt.should_be_undefined());
    };
    found
        .or_else(|| attempt.too_coarse(&truth))
        .or_else(|| attempt.cut_off(&truth))
        .or_else(|| attempt.rounded_early(&truth))
        .or_else(|| attempt.known_when_rounded())
        .or_else(|| attempt.slipped(&truth))
        .or_else(|| attempt.known_but_for_the_last_figure())
        .unwrap_or_else(|| attempt.unknown())
}

impl Attempt<'_> {
    /// The number as it was understood, for sentences.
    fn text(&self) -> Sentence {
        self.written.named()
    }

    /// How exactly it was written, where it may be rounded: a decimal, or a whole number where the right value is none.
    fn places(&self) -> Option<Places> {
        match &self.written.form {
            Form::Decimal(places) => Some(places.clone()),
            Form::Whole if self.key.is_share => Places::of_certain(&self.written.value),
            Form::Whole => Places::of_whole(&self.written.value).filter(|_| !self.written.value.is_zero()),
            _ => None,
        }
    }

    /// Whether it has fewer figures than are enough.
    fn is_coarse(&self) -> bool {
        self.places().is_some_and(|places| places.figures < self.key.policy.figures)
    }

    /// Whether it is a value, rounded to the places that were written.
    fn rounds(&self, near: &Near) -> bool {
        self.places().is_some_and(|places| near.rounds_to(&self.written.value, &places))
    }

    fn cuts(&self, near: &Near) -> bool {
        matches!(&self.written.form, Form::Decimal(places) if near.cuts_to(&self.written.value, places))
    }

    /// What the exercise accepts, however that number is written.
    fn accepted(&self) -> Option<Graded> {
        let same = |text: &String| {
            let listed = Answer::read(text, DecimalMark::of([text.as_str()]));
            matches!(&listed.parsed, ParsedAnswer::Number(listed)
                if Near::of(&listed.value).is_some_and(|listed| listed.is(&self.written.value)))
        };
        self.key.accept.iter().any(same).then(|| {
            Graded::new(Verdict::Correct, sentence!("{} is right, as this exercise prints it.", self.text()))
        })
    }

    /// Right with the student's earlier lines.
    fn carried(&self) -> Option<Graded> {
        let carried = Near::of(self.key.carried.as_ref()?)?;
        let right = self.right(&carried).filter(|marked| marked.note != Some(Note::Lucky));
        let right = right.or_else(|| self.cut_off(&carried).filter(|_| !self.is_coarse()));
        let is_chain = || self.is_chain(&carried, self.key.policy.figures);
        let right = right.or_else(|| is_chain().then(|| Graded::new(Verdict::Correct, "")))?;
        let message = sentence!("{} is right with your earlier lines, one of which is wrong.", self.text());
        Some(Graded { carried: true, message, ..right })
    }

    fn unknown(&self) -> Graded {
        let message = sentence!("{} is not {}.", self.text(), self.key.of);
        Graded::new(Verdict::Wrong, message).hinting(self.key.where_to_look())
    }
}

impl Key {
    /// Where to look first: what the number is made of.
    fn where_to_look(&self) -> Sentence {
        match self.uses.as_slice() {
            [] => sentence!("Read again what {} asks for.", self.of),
            [only] => sentence!("Look first at {}.", only),
            [first, second] => sentence!("Look first at {} and {}.", first, second),
            [first, .., last] => sentence!("Look first at what it is made of, from {} to {}.", first, last),
        }
    }
}

/// A mistake's value, where it has one.
fn value_of(candidate: &Candidate) -> Option<Near> {
    Near::of(candidate.value.as_ref()?)
}
