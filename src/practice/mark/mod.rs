//! The marking rule.
//!
//! An answer without decimals must equal the right value. One with decimals must agree with it in every figure that was
//! written. The checks, in order: exact, rounded, accepted by the exercise, right with the student's earlier lines,
//! exactly the value of a known mistake, out of range, too coarse, cut off, rounded on the way, the rounded value of a
//! known mistake, a general slip, and last wrong without a known cause. Rounding on the way comes before rounded
//! mistakes, or 0.59 for 0.60 would be explained by another mistake. No message for a wrong answer shows the right value.

mod graded;
mod key;

pub use graded::{Graded, Verdict};
pub(super) use graded::{Note, mark_class, mark_name, named};
pub use key::Key;
pub(super) use key::{as_counted, is_share};

use super::exercise::Unreduced;
use super::read::{Answer, DecimalMark, Form, ParsedAnswer, Places, Written};
use super::{Candidate, Near, only};
use crate::math::{Number, Sentence, ToSentence, sentence};
use crate::recipe::folded;
use crate::text::shorten;

pub(super) fn unknown(written: &Written, key: &Key) -> Graded {
    Attempt { written, key }.unknown()
}

pub(super) fn is_coarse_but_agrees(written: &Written, key: &Key) -> bool {
    let attempt = Attempt { written, key };
    let near = key.truth.as_ref().and_then(Near::of);
    attempt.is_coarse() && near.is_some_and(|near| attempt.rounds(&near) || attempt.cuts(&near))
}

pub fn mark(answer: &Answer, key: &Key) -> Graded {
    match &answer.parsed {
        ParsedAnswer::Unread(question) => Graded::new(Verdict::Unmarked, question.to_string()),
        ParsedAnswer::Words => words(answer, key),
        ParsedAnswer::Undefined => undefined(key),
        ParsedAnswer::Number(written) => number(written, key),
        ParsedAnswer::Doubtful { question, .. } => match key.settle(answer) {
            Some(settled) => mark(&settled, key),
            None => Graded::new(Verdict::Unmarked, question.to_string()),
        },
    }
}

impl Key {
    fn where_to_look(&self) -> Sentence {
        match self.uses.as_slice() {
            [] => sentence!("Read the question again: it asks for {}.", self.of),
            [only] => sentence!("Check {} first.", only),
            [first, second] => sentence!("Check {} and {} first.", first, second),
            [first, .., last] => sentence!("Check the inputs first: {}, …, {}.", first, last),
        }
    }
}

const MOVED: [i32; 6] = [-1, 1, -2, 2, -3, 3];
/// The least figures for a wrong last figure: with fewer, many numbers are as near.
const LAST: usize = 3;
/// So many figures hardly ever agree by chance.
const TELLING: usize = 3;

#[derive(Clone, Copy)]
struct Attempt<'a> {
    written: &'a Written,
    key: &'a Key,
}

fn number(written: &Written, key: &Key) -> Graded {
    let attempt = Attempt { written, key };
    let truth = key.truth.as_ref().and_then(Near::of);
    if key.truth.is_some() && truth.is_none() {
        let message = sentence!("{} is too small or too large to check. Write its logarithm.", key.of);
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
    fn text(&self) -> Sentence {
        self.written.named()
    }

    /// The written places, if the answer may be rounded: a decimal, or a whole number.
    fn places(&self) -> Option<Places> {
        match &self.written.form {
            Form::Decimal(places) => Some(places.clone()),
            Form::Whole if self.key.is_share => Places::of_certain(&self.written.value),
            Form::Whole => Places::of_whole(&self.written.value).filter(|_| !self.written.value.is_zero()),
            _ => None,
        }
    }

    fn is_coarse(&self) -> bool {
        self.places().is_some_and(|places| places.figures < self.key.policy.figures)
    }

    fn rounds(&self, near: &Near) -> bool {
        self.places().is_some_and(|places| near.rounds_to(&self.written.value, &places))
    }

    fn cuts(&self, near: &Near) -> bool {
        matches!(&self.written.form, Form::Decimal(places) if near.cuts_to(&self.written.value, places))
    }

    fn accepted(&self) -> Option<Graded> {
        let same = |text: &String| {
            let listed = Answer::read(text, DecimalMark::of([text.as_str()]));
            matches!(&listed.parsed, ParsedAnswer::Number(listed)
                if Near::of(&listed.value).is_some_and(|listed| listed.is(&self.written.value)))
        };
        self.key.accept.iter().any(same).then(|| {
            Graded::new(Verdict::Correct, sentence!("{} is right: this exercise accepts it.", self.text()))
        })
    }

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
        let message = match self.part() {
            Some(part) => {
                sentence!("{} is {}, but the question asks for {}.", self.text(), part, self.key.of)
            }
            None => sentence!("{} is not {}.", self.text(), self.key.of),
        };
        Graded::new(Verdict::Wrong, message).hinting(self.key.where_to_look())
    }

    /// The only number that the answer is computed from, if it was written with enough figures.
    fn part(&self) -> Option<String> {
        let is_telling = match &self.written.form {
            Form::Decimal(places) => places.figures >= self.key.policy.figures,
            Form::Whole => self.places().is_some_and(|places| places.figures >= TELLING),
            Form::Fraction { .. } | Form::Formula => true,
        };
        let is = |value: &Number| {
            Near::of(value).is_some_and(|near| !near.is_degenerate() && self.is_or_rounds(&near))
        };
        let fitting = self.key.parts.iter().filter(|(_, value)| is_telling && is(value));
        only(fitting).map(|(of, _)| of.to_string())
    }

    fn right(&self, truth: &Near) -> Option<Graded> {
        let text = self.text();
        if !truth.is(&self.written.value) {
            let rounds = self.rounds(truth) && !self.is_coarse();
            let message = || sentence!("{} is right in every figure you wrote.", text);
            return rounds.then(|| Graded::new(Verdict::Correct, message()));
        }
        if let Some(lucky) = self.lucky() {
            return Some(lucky);
        }
        if self.key.policy.unreduced != Unreduced::Ok && !self.written.is_reduced() {
            let message = sentence!("{} is right, but this exercise asks for lowest terms.", text);
            return Some(Graded::noted(Note::Unreduced, message));
        }
        Some(Graded::new(Verdict::Correct, sentence!("{} is right.", text)))
    }

    /// `3/9` if smoothing gives 4/12. A fraction in lowest terms does not show how it was computed.
    fn lucky(&self) -> Option<Graded> {
        let [right, raw] = self.key.forms.as_ref()?;
        let Form::Fraction { top, bottom } = &self.written.form else { return None };
        let same = (top, bottom) == (&raw.0, &raw.1) && right != raw && !self.written.is_reduced();
        same.then(|| {
            let message = sentence!(
                "{} equals {}/{} only by chance here. Smoothing adds α in the numerator and in the denominator.",
                self.text(),
                right.0,
                right.1
            );
            Graded::noted(Note::Lucky, message).because("S1")
        })
    }

    /// Asks for more figures if an answer with too few agrees. If it does not agree, no cause is given.
    fn too_coarse(&self, truth: &Near) -> Option<Graded> {
        let (text, figures) = (self.text(), self.key.policy.figures);
        let (message, hint) =
            if self.is_chain(truth, 0) && !self.is_chain(truth, figures) && !self.is_among_early() {
                let message = sentence!("A number in {} has only one figure.", self.written.formula());
                (message, "Write each number with one more figure.")
            } else if self.is_filled_up(truth) {
                let message =
                    sentence!("The zeros at the end of {} may be significant figures or not.", text);
                (message, "Write one more figure.")
            } else if !self.is_coarse() {
                return None;
            } else if !self.rounds(truth) && !self.cuts(truth) {
                return Some(self.unknown());
            } else {
                let few = "has too few figures to be distinguished from other numbers. Write one more.";
                (sentence!("{} {}", text, few), "Two significant figures are enough.")
            };
        Some(Graded::new(Verdict::Unmarked, message).hinting(hint))
    }

    /// Whether it is right if its final zeros are not significant: 120 for 122.92.
    fn is_filled_up(&self, truth: &Near) -> bool {
        let Some(places) = self.places().filter(|_| self.written.form == Form::Whole) else { return false };
        let text = self.written.read_as();
        let zeros = text.len() - text.trim_end_matches('0').len();
        let unit = places.unit * num_bigint::BigInt::from(10).pow(u32::try_from(zeros).unwrap_or_default());
        let places = Places { unit, ..places };
        zeros > 0 && !truth.is_whole() && truth.rounds_to(&self.written.value, &places)
    }

    fn cut_off(&self, truth: &Near) -> Option<Graded> {
        self.cuts(truth).then(|| {
            let message =
                sentence!("{} is right but cut off. Rounding makes its last figure one larger.", self.text());
            Graded::noted(Note::CutOff, message)
        })
    }

    fn rounded_early(&self, truth: &Near) -> Option<Graded> {
        let early = self.is_chain(truth, self.key.policy.figures) || self.is_among_early();
        early.then(|| Graded::rounded_early(self.written))
    }

    /// Whether a formula gives the value if each decimal is replaced by a number it was rounded from. A value that is
    /// only near is not enough: 0.5 · 0.4999 does not lead to 3/12.
    fn is_chain(&self, value: &Near, least: usize) -> bool {
        let may = self.written.form == Form::Formula && self.written.has_decimals();
        may && self.written.is_rounded_from(&self.key.inputs, value, least)
    }

    fn is_among_early(&self) -> bool {
        let near =
            |value| Near::of(value).is_some_and(|near| near.is(&self.written.value) || self.rounds(&near));
        self.written.has_decimals() && self.key.early.iter().any(near)
    }

    fn out_of_range(&self) -> Option<Graded> {
        let value = Near::of(&self.written.value)?;
        if !self.key.is_share || value.is_share() {
            return None;
        }
        let is_plain = matches!(self.written.form, Form::Whole | Form::Decimal(_)) && !self.is_percent();
        let meant = is_plain && value.times_ten_to(-2).is_share() && !self.written.value.is_negative();
        let asks = |message: Sentence| Graded::new(Verdict::Unmarked, message);
        Some(match meant {
            true => {
                asks(sentence!("A probability is at most 1. Did you mean {} %?", self.text())).because("N10")
            }
            false => asks(sentence!("A probability is between 0 and 1. Check {}.", self.text())),
        })
    }

    fn is_percent(&self) -> bool {
        self.text().plain().ends_with('%')
    }

    /// The slips that can happen to any number except a whole number.
    fn slipped(&self, truth: &Near) -> Option<Graded> {
        let text = self.text();
        let is_moved = |places: i32| self.is_or_rounds(&truth.times_ten_to(places));
        Some(match &self.written.form {
            Form::Whole => return None,
            // `0.33 %` for 0.33.
            _ if self.is_percent() && is_moved(-2) => {
                let message =
                    sentence!("The percent sign in {} divides by 100. Did you mean to write it?", text);
                Graded::new(Verdict::Unmarked, message).because("N10")
            }
            _ if self.key.is_share && self.is_or_rounds(&truth.complement()) => {
                self.wrong("B8", sentence!("{} is 1 − {}: the complement.", text, self.key.of))
            }
            Form::Decimal(_) if !self.written.value.is_zero() && MOVED.into_iter().any(is_moved) => {
                let message =
                    sentence!("{} has the right digits, but its decimal point is in the wrong place.", text);
                self.wrong("N11", message)
            }
            Form::Decimal(places)
                if places.figures >= LAST && truth.is_one_off(&self.written.value, places) =>
            {
                self.wrong("N12", sentence!("The last figure of {} is wrong.", text))
            }
            _ => return None,
        })
    }

    fn is_or_rounds(&self, value: &Near) -> bool {
        value.is(&self.written.value) || self.rounds(value)
    }

    fn wrong(&self, tag: &'static str, message: Sentence) -> Graded {
        Graded::new(Verdict::Wrong, message).because(tag).hinting(self.key.where_to_look())
    }

    /// Whether it is exactly the value of a mistake. With too few figures, only if they disagree with the right value.
    fn known_exactly(&self, truth: Option<&Near>) -> Option<Graded> {
        let may_be_right = |truth: &Near| self.rounds(truth) || self.cuts(truth);
        if self.is_coarse() && !self.written.value.is_zero() && truth.is_some_and(may_be_right) {
            return None;
        }
        self.explained(|value| value.is(&self.written.value))
    }

    /// Whether it is the rounded value of a mistake that gives a number above 1 for a probability, such as a sum for a product.
    fn known_above_one(&self) -> Option<Graded> {
        let value = Near::of(&self.written.value).filter(|_| self.key.is_share)?;
        if value.is_share() || self.is_coarse() { None } else { self.known_when_rounded() }
    }

    /// Whether it is the rounded value of a mistake. A whole number is never a rounded right value.
    fn known_when_rounded(&self) -> Option<Graded> {
        let figures = self.key.policy.figures;
        match self.written.form {
            Form::Decimal(_) => self.explained(|value| self.rounds(value)),
            Form::Whole => {
                let places =
                    Places::of_whole(&self.written.value).filter(|whole| whole.figures >= TELLING)?;
                self.explained(|value| value.rounds_to(&self.written.value, &places))
            }
            Form::Formula if self.written.has_decimals() => {
                self.explained(|value| self.written.may_be(value, figures))
            }
            _ => None,
        }
    }

    /// Whether it differs from the value of a mistake only in the last of many figures: a mistake, and rounding on the way.
    fn known_but_for_the_last_figure(&self) -> Option<Graded> {
        let Form::Decimal(places) = &self.written.form else { return None };
        let may = places.figures > TELLING;
        let mut marked =
            may.then(|| self.explained(|value| value.is_one_off(&self.written.value, places))).flatten()?;
        marked.message.push(" The last figure is off, probably from rounding on the way.");
        Some(marked)
    }

    fn explained(&self, fits: impl Fn(&Near) -> bool) -> Option<Graded> {
        let is_given = |candidate: &&Candidate| {
            let value = candidate.value.as_ref().and_then(Near::of).filter(|value| fits(value));
            // A formula gets credit for the method only if its value is exact.
            let must_be_exact = candidate.tag == "N7" && self.written.form == Form::Formula;
            value.is_some_and(|value| !must_be_exact || value.is(&self.written.value))
        };
        let matching: Vec<&Candidate> = self.key.mistakes.iter().filter(is_given).collect();
        let first = matching.first()?;
        if first.tag == "N7" {
            return Some(Graded::rounded_early(self.written));
        }
        if let Some(harmless) = matching.iter().find(|candidate| candidate.harmless) {
            let marked = Graded::new(Verdict::Noted, harmless.message.clone());
            return Some(marked.because(harmless.tag).hinting(harmless.hint.clone()));
        }
        Some(of_candidates(&matching, self.text(), self.key))
    }

    fn should_be_undefined(&self) -> Graded {
        let message = sentence!("{} cannot be right. Check the denominators: is one of them 0?", self.text());
        Graded::new(Verdict::Wrong, message).hinting(self.key.where_to_look())
    }
}

fn of_candidates(matching: &[&Candidate], text: impl ToSentence, key: &Key) -> Graded {
    let mut named: Vec<&Candidate> = Vec::new();
    for candidate in matching {
        if !named.iter().any(|known| known.tag == candidate.tag) {
            named.push(candidate);
        }
    }
    let flips = named.first().and_then(|first| first.flips.clone());
    let flips = flips.filter(|flips| named.iter().all(|candidate| candidate.flips.as_ref() == Some(flips)));
    let (mut message, hint) = match named.as_slice() {
        [only] => (only.message.clone(), only.hint.clone()),
        [one, other] => {
            let message = sentence!("Two slips give {}. Either: {} Or: {}", text, one.message, other.message);
            (message, sentence!("An earlier line shows which. {}", key.where_to_look()))
        }
        _ => (sentence!("{} is not {}. Several slips give this number.", text, key.of), key.where_to_look()),
    };
    if let Some(class) = &flips {
        message.push(sentence!(" With this slip the answer would change to {}.", class));
    }
    let causes = named.iter().map(|candidate| candidate.tag).collect();
    Graded { causes, flips, ..Graded::new(Verdict::Wrong, message).hinting(hint) }
}

fn words(answer: &Answer, key: &Key) -> Graded {
    let word = folded(&answer.last);
    let class = key.predicted.as_ref().filter(|class| folded(class.as_str()) == word);
    if let Some(class) = class {
        let message = sentence!("{} is the right class, but the question asks for its probability.", class);
        return Graded::new(Verdict::Wrong, message).because("B20").hinting(key.where_to_look());
    }
    let text = shorten(&answer.last, 40).into_owned();
    let message = sentence!("“{}” is not a number. Write one, such as 3/9, 0.33 or 33 %.", text);
    Graded::new(Verdict::Unmarked, message)
}

fn undefined(key: &Key) -> Graded {
    if key.truth.is_none() {
        return Graded::new(Verdict::Correct, "0/0 is right: this number is undefined.");
    }
    let is_undefined = |candidate: &&Candidate| candidate.value.is_none() && candidate.tag != "B20";
    let matching: Vec<&Candidate> = key.mistakes.iter().filter(is_undefined).collect();
    if !matching.is_empty() {
        return of_candidates(&matching, "0/0", key);
    }
    let message = sentence!("{} is defined here: its denominator is not 0.", key.of);
    Graded::new(Verdict::Wrong, message).hinting(key.where_to_look())
}
