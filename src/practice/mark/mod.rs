//! The marking rule.
//!
//! An answer without decimals must equal the right value; one with decimals must agree with it in every figure that was
//! written. In this order it is: exact, rounded, accepted by the exercise, right with the student's earlier lines,
//! exactly what a known mistake gives, out of range, too coarse, cut off, rounded along the way, what a known mistake
//! gives when it is rounded, one of a few general slips, and at last wrong without a known cause. Rounding along the way
//! comes before rounded mistakes, or 0.59 for 0.60 would be blamed on something else. On a miss nothing here tells the
//! right value.

mod graded;
mod key;

pub use graded::{Graded, Note, Verdict, mark_class};
pub(super) use graded::{mark_name, named};
pub use key::{Coarse, Key, Other, Policy};
pub(super) use key::{as_counted, is_share};

use super::read::{Answer, DecimalMark, Form, ParsedAnswer, Places, Written};
use super::{Candidate, Near};
use crate::math::{Number, Sentence, ToSentence, sentence};
use crate::recipe::folded;
use crate::text::shorten;

pub(super) fn unknown(written: &Written, key: &Key) -> Graded {
    Attempt { written, key }.unknown()
}

pub fn mark(answer: &Answer, key: &Key) -> Graded {
    match &answer.parsed {
        ParsedAnswer::Unread(question) => Graded::new(Verdict::Unmarked, question.sentence()),
        ParsedAnswer::Words => words(answer, key),
        ParsedAnswer::Undefined => undefined(key),
        ParsedAnswer::Number(written) => number(written, key),
        ParsedAnswer::Doubtful { question, .. } => match key.settle(answer) {
            Some(settled) => mark(&settled, key),
            None => Graded::new(Verdict::Unmarked, question.sentence()),
        },
    }
}

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
            Graded::new(Verdict::Correct, sentence!("{} is right, as this exercise prints it.", self.text()))
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
        let message = sentence!("{} is not {}.", self.text(), self.key.of);
        Graded::new(Verdict::Wrong, message).hinting(self.key.where_to_look())
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

fn value_of(candidate: &Candidate) -> Option<Near> {
    Near::of(candidate.value.as_ref()?)
}

impl Attempt<'_> {
    fn right(&self, truth: &Near) -> Option<Graded> {
        if truth.is(&self.written.value) {
            return Some(self.exact());
        }
        let rounds = self.rounds(truth) && !self.is_coarse();
        rounds.then(|| {
            let message = sentence!("{} is right in every figure you wrote.", self.text());
            Graded::new(Verdict::Correct, message)
        })
    }

    fn exact(&self) -> Graded {
        let text = self.text();
        if let Some(lucky) = self.lucky() {
            return lucky;
        }
        if self.key.policy.note_unreduced && !self.written.is_reduced() {
            let message = sentence!("{} is right; this exercise asks for it in lowest terms.", text);
            return Graded::noted(Note::Unreduced, message);
        }
        Graded::new(Verdict::Correct, sentence!("{} is right.", text))
    }

    /// `3/9` where smoothing is asked for and gives 4/12. In lowest terms a fraction does not tell how it came about.
    fn lucky(&self) -> Option<Graded> {
        let [right, raw] = self.key.forms.as_ref()?;
        let Form::Fraction { top, bottom } = &self.written.form else { return None };
        let same = (top, bottom) == (&raw.0, &raw.1) && right != raw && !self.written.is_reduced();
        same.then(|| {
            let message = sentence!("{} is equal to {}/{} only by chance here; with smoothing, α is added in numerator and denominator.", self.text(), right.0, right.1);
            Graded::noted(Note::Lucky, message).because("S1")
        })
    }

    /// With too few figures it goes back where it agrees; where it does not, nothing can be said of the cause.
    fn too_coarse(&self, truth: &Near) -> Option<Graded> {
        let text = self.text();
        let figures = self.key.policy.figures;
        if self.is_chain(truth, 0) && !self.is_chain(truth, figures) && !self.is_among_early() {
            let message = sentence!("A number in {} has one figure only.", self.written.formula());
            return Some(Graded::new(Verdict::Unmarked, message).hinting("Write one more figure of each."));
        }
        if self.is_filled_up(truth) {
            let message = sentence!("The zeros at the end of {} can be figures or fill up its places.", text);
            return Some(Graded::new(Verdict::Unmarked, message).hinting("Write one more figure."));
        }
        if !self.is_coarse() {
            return None;
        }
        if !self.rounds(truth) && !self.cuts(truth) {
            let exactly = |value: &Near| value.is(&self.written.value);
            return Some(self.of_another_class(exactly).unwrap_or_else(|| self.unknown()));
        }
        Some(match self.key.policy.coarse {
            Coarse::Ask => {
                let message = sentence!(
                    "{} has too few figures to be distinguished from other numbers; write one more.",
                    text
                );
                Graded::new(Verdict::Unmarked, message).hinting("Two significant figures are enough.")
            }
            Coarse::Accept => {
                Graded::new(Verdict::Correct, sentence!("{} is right in the figure you wrote.", text))
            }
            Coarse::Wrong => {
                let message = sentence!("{} has too few figures for this exercise.", text);
                Graded::new(Verdict::Wrong, message).hinting("Two significant figures are enough.")
            }
        })
    }

    /// Whether it is right to fewer figures than its zeros make: 120 for 122.92.
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
            let message = sentence!(
                "{} is right but cut off; if you round, its last figure is one higher.",
                self.text()
            );
            Graded::noted(Note::CutOff, message)
        })
    }

    fn rounded_early(&self, truth: &Near) -> Option<Graded> {
        let early = self.is_chain(truth, self.key.policy.figures) || self.is_among_early();
        early.then(|| Graded::rounded_early(self.written))
    }

    /// Whether it is a formula that gives a value exactly when each decimal is the number of the working that it is rounded from. To
    /// come near is not enough: 0.5 · 0.4999 is no way to 3/12.
    fn is_chain(&self, value: &Near, least: usize) -> bool {
        let others = self.key.others.iter().map(|other| &other.value);
        let inputs: Vec<Number> = self.key.inputs.iter().chain(others).cloned().collect();
        let may = self.written.form == Form::Formula && self.written.has_decimals();
        may && self.written.is_rounded_from(&inputs, value, least)
    }

    fn is_among_early(&self) -> bool {
        let near =
            |value| Near::of(value).is_some_and(|near| near.is(&self.written.value) || self.rounds(&near));
        self.written.has_decimals() && self.key.early.iter().any(near)
    }
}

const MOVED: [i32; 6] = [-1, 1, -2, 2, -3, 3];

/// With fewer figures than this a last figure that is off says nothing: many numbers are as near.
const LAST: usize = 3;

impl Attempt<'_> {
    fn out_of_range(&self) -> Option<Graded> {
        let value = Near::of(&self.written.value)?;
        if !self.key.is_share || value.is_share() {
            return None;
        }
        let text = self.text();
        if self.written.value.is_negative() {
            let message = sentence!("A probability is at least 0; is the sign of {} meant?", text);
            return Some(Graded::new(Verdict::Unmarked, message));
        }
        let is_plain = matches!(self.written.form, Form::Whole | Form::Decimal(_));
        if value.times_ten_to(-2).is_share() && is_plain && !self.is_percent() {
            let message = sentence!("A probability is at most 1; did you mean {} %?", text);
            return Some(Graded::new(Verdict::Unmarked, message).because("N10"));
        }
        let message = sentence!("A probability is at most 1; is {} meant?", text);
        Some(Graded::new(Verdict::Unmarked, message))
    }

    fn is_percent(&self) -> bool {
        self.text().plain().ends_with('%')
    }

    /// The slips that can happen to any number. Of a whole number they say nothing: 3 is not 1/3 upside down.
    fn slipped(&self, truth: &Near) -> Option<Graded> {
        if self.written.form == Form::Whole {
            return None;
        }
        self.percent_of_a_percent(truth)
            .or_else(|| self.of_another_class(|value| self.is_or_rounds(value)))
            .or_else(|| self.complement(truth))
            .or_else(|| self.moved_point(truth))
            .or_else(|| self.last_figure(truth))
    }

    fn is_or_rounds(&self, value: &Near) -> bool {
        value.is(&self.written.value) || self.rounds(value)
    }

    /// `0.33 %` for 0.33.
    fn percent_of_a_percent(&self, truth: &Near) -> Option<Graded> {
        let text = self.text();
        let meant = self.is_percent() && self.is_or_rounds(&truth.times_ten_to(-2));
        let message =
            || sentence!("{} is less than one in a hundred; did you mean it without the percent sign?", text);
        meant.then(|| Graded::new(Verdict::Unmarked, message()).because("N10"))
    }

    fn of_another_class(&self, is: impl Fn(&Near) -> bool) -> Option<Graded> {
        let of = |value: &Number| Near::of(value).is_some_and(|value| is(&value));
        let other = self.key.others.iter().find(|other| of(&other.value))?;
        let message = sentence!("{} is the number for {}.", self.text(), other.class);
        Some(self.wrong(other.tag, message))
    }

    fn complement(&self, truth: &Near) -> Option<Graded> {
        let is = self.key.is_share && self.is_or_rounds(&truth.complement());
        is.then(|| self.wrong("B8", sentence!("{} is 1 − {}: the opposite.", self.text(), self.key.of)))
    }

    fn moved_point(&self, truth: &Near) -> Option<Graded> {
        let moved = MOVED.iter().any(|places| self.is_or_rounds(&truth.times_ten_to(*places)));
        let has_point = matches!(self.written.form, Form::Decimal(_));
        (has_point && moved && !self.written.value.is_zero()).then(|| {
            let message = sentence!(
                "{} has the right digits, but its decimal point is in the wrong place.",
                self.text()
            );
            self.wrong("N11", message)
        })
    }

    fn last_figure(&self, truth: &Near) -> Option<Graded> {
        let Form::Decimal(places) = &self.written.form else { return None };
        let off = places.figures >= LAST && truth.is_one_off(&self.written.value, places);
        off.then(|| self.wrong("N12", sentence!("The last figure of {} is wrong.", self.text())))
    }

    fn wrong(&self, tag: &'static str, message: Sentence) -> Graded {
        Graded::new(Verdict::Wrong, message).because(tag).hinting(self.key.where_to_look())
    }
}

/// More causes than this are no cause: the first step is pointed at instead.
const NAMED: usize = 2;

/// Figures that agree by chance hardly ever.
const TELLING: usize = 3;

impl Attempt<'_> {
    /// Exactly what a mistake gives; with too few figures only where these are none of the right value's.
    fn known_exactly(&self, truth: Option<&Near>) -> Option<Graded> {
        let may_be_right = |truth: &Near| self.rounds(truth) || self.cuts(truth);
        if self.is_coarse() && !self.written.value.is_zero() && truth.is_some_and(may_be_right) {
            return None;
        }
        self.told(|value| value.is(&self.written.value))
    }

    /// What a mistake gives above 1, where a probability is asked: a sum for a product. So many figures agree by chance
    /// hardly ever.
    fn known_above_one(&self) -> Option<Graded> {
        let places = match &self.written.form {
            Form::Decimal(places) => places.clone(),
            Form::Whole => Places::of_whole(&self.written.value)?,
            _ => return None,
        };
        let may = self.key.is_share && places.figures >= TELLING;
        let rounds = |value: &Near| !value.is_share() && value.rounds_to(&self.written.value, &places);
        may.then(|| self.told(rounds)).flatten()
    }

    /// What a mistake gives when it is rounded to the figures that were written. A whole number is nobody's right value
    /// rounded, but it may be a mistake's.
    fn known_when_rounded(&self) -> Option<Graded> {
        let figures = self.key.policy.figures;
        match self.written.form {
            Form::Decimal(_) => self.told(|value| self.rounds(value)),
            Form::Whole => {
                let places =
                    Places::of_whole(&self.written.value).filter(|whole| whole.figures >= TELLING)?;
                self.told(|value| value.rounds_to(&self.written.value, &places))
            }
            Form::Formula if self.written.has_decimals() => {
                self.told(|value| self.written.may_be(value, figures))
            }
            _ => None,
        }
    }

    /// What a mistake gives but for the last of many figures: made, and rounded on the way.
    fn known_but_for_the_last_figure(&self) -> Option<Graded> {
        let Form::Decimal(places) = &self.written.form else { return None };
        let may = places.figures > TELLING;
        let mut marked =
            may.then(|| self.told(|value| value.is_one_off(&self.written.value, places))).flatten()?;
        marked.message.push(" The last figure is off, as from rounding on the way.");
        Some(marked)
    }

    fn told(&self, fits: impl Fn(&Near) -> bool) -> Option<Graded> {
        let matching: Vec<&Candidate> = self
            .key
            .mistakes
            .iter()
            .filter(|candidate| {
                let Some(value) = value_of(candidate) else { return false };
                // A formula is credited with a method only where it comes to just that.
                let is_near = || candidate.tag != "N7" || self.written.form != Form::Formula;
                fits(&value) && (is_near() || value.is(&self.written.value))
            })
            .collect();
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
        let message =
            sentence!("{} cannot be right: it divides by a number that does not exist.", self.text());
        Graded::new(Verdict::Wrong, message).hinting(self.key.where_to_look())
    }
}

/// What is said where mistakes give the number: one sentence for one, both for two, and the first step for more.
fn of_candidates(matching: &[&Candidate], text: impl ToSentence, key: &Key) -> Graded {
    let mut causes: Vec<&'static str> = Vec::new();
    matching.iter().for_each(|candidate| {
        if !causes.contains(&candidate.tag) {
            causes.push(candidate.tag);
        }
    });
    let first_of = |tag: &str| matching.iter().find(|candidate| candidate.tag == tag);
    let named: Vec<&&Candidate> = causes.iter().filter_map(|tag| first_of(tag)).collect();
    let flips =
        named.iter().map(|candidate| candidate.flips.clone()).reduce(|a, b| if a == b { a } else { None });
    let (mut message, hint) = match named.as_slice() {
        [only] => (only.message.clone(), only.hint.clone()),
        [one, other] if named.len() <= NAMED => {
            let message = sentence!("Two slips give {}. Either: {} Or: {}", text, one.message, other.message);
            (message, sentence!("An earlier line shows which. {}", key.where_to_look()))
        }
        _ => (sentence!("{} is not {}; several slips give it.", text, key.of), key.where_to_look()),
    };
    let flips = flips.flatten();
    if let Some(class) = &flips {
        message.push(sentence!(" With this slip the answer would change to {}.", class));
    }
    Graded { causes, flips, ..Graded::new(Verdict::Wrong, message).hinting(hint) }
}

fn words(answer: &Answer, key: &Key) -> Graded {
    let said = folded(&answer.last);
    let class = key.predicted.as_ref().filter(|class| folded(class.as_str()) == said);
    if let Some(class) = class {
        let message = sentence!("{} is the right class; the question asks for its probability.", class);
        return Graded::new(Verdict::Wrong, message).because("B20").hinting(key.where_to_look());
    }
    let text = shorten(&answer.last, 40).into_owned();
    let message = sentence!("“{}” is not a number; write one, such as 3/9, 0.33 or 33 %.", text);
    Graded::new(Verdict::Unmarked, message)
}

/// 0/0, which is right where the right value is undefined.
fn undefined(key: &Key) -> Graded {
    if key.truth.is_none() {
        return Graded::new(Verdict::Correct, "0/0 is right: this number is undefined.");
    }
    let matching: Vec<&Candidate> =
        key.mistakes.iter().filter(|candidate| candidate.value.is_none() && candidate.tag != "B20").collect();
    if !matching.is_empty() {
        return of_candidates(&matching, "0/0", key);
    }
    let message = sentence!("{} is defined here: its denominator is not 0.", key.of);
    Graded::new(Verdict::Wrong, message).hinting(key.where_to_look())
}
