//! Answers that a known mistake gives.

use super::{Attempt, Graded, Key, Verdict, value_of};
use crate::math::{ToSentence, sentence};
use crate::practice::read::{Answer, Form, Places};
use crate::practice::{Candidate, Near};
use crate::recipe::folded;
use crate::text::shorten;

/// More causes than this are no cause: the first step is pointed at instead.
const NAMED: usize = 2;

/// Figures that agree by chance hardly ever.
const TELLING: usize = 3;

impl Attempt<'_> {
    /// Exactly what a mistake gives. A decimal is matched from two figures on, and at 0, which has none.
    pub(super) fn known_exactly(&self) -> Option<Graded> {
        if self.is_coarse() && !self.written.value.is_zero() {
            return None;
        }
        self.told(|value| value.is(&self.written.value))
    }

    /// What a mistake gives above 1, where a probability is asked: a sum for a product. So many figures agree by chance
    /// hardly ever.
    pub(super) fn known_above_one(&self) -> Option<Graded> {
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
    pub(super) fn known_when_rounded(&self) -> Option<Graded> {
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
    pub(super) fn known_but_for_the_last_figure(&self) -> Option<Graded> {
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
            .filter(|candidate| value_of(candidate).is_some_and(|value| fits(&value)))
            .collect();
        let first = matching.first()?;
        if first.tag == "N7" {
            return Some(self.early());
        }
        if let Some(harmless) = matching.iter().find(|candidate| candidate.harmless) {
            let marked = Graded::new(Verdict::Noted, harmless.message.clone());
            return Some(marked.because(harmless.tag).hinting(harmless.hint.clone()));
        }
        Some(of_candidates(&matching, &self.text(), self.key))
    }

    /// A number where the right value is 0/0.
    pub(super) fn should_be_undefined(&self) -> Graded {
        let message = sentence!("{} cannot be: here a number is divided that is not there.", self.text());
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
            (message, sentence!("An earlier line tells which. {}", key.where_to_look()))
        }
        _ => (sentence!("{} is not {}; several slips give it.", text, key.of), key.where_to_look()),
    };
    let flips = flips.flatten();
    if let Some(class) = &flips {
        message.push(sentence!(" With this slip the answer would change to {}.", class));
    }
    Graded { causes, flips, ..Graded::new(Verdict::Wrong, message).hinting(hint) }
}

/// Words where a number is asked for: the class, or something that cannot be read.
pub(super) fn words(answer: &Answer, key: &Key) -> Graded {
    let said = folded(&answer.last);
    let class = key.predicted.as_ref().filter(|class| folded(class.as_str()) == said);
    if let Some(class) = class {
        let message = sentence!("{} is the right class; the question asks for its probability.", class);
        return Graded::new(Verdict::Wrong, message).because("B20").hinting(key.where_to_look());
    }
    let text = shorten(&answer.last, 40).into_owned();
    let message = sentence!("“{}” is no number; write one, such as 3/9, 0.33 or 33 %.", text);
    Graded::new(Verdict::Unmarked, message)
}

/// 0/0, which is right where the right value is undefined.
pub(super) fn undefined(key: &Key) -> Graded {
    if key.truth.is_none() {
        return Graded::new(Verdict::Correct, "0/0 is right: this number is undefined.");
    }
    let matching: Vec<&Candidate> =
        key.mistakes.iter().filter(|candidate| candidate.value.is_none() && candidate.tag != "B20").collect();
    if !matching.is_empty() {
        return of_candidates(&matching, "0/0", key);
    }
    let message = sentence!("{} is defined here: what it is divided by is not 0.", key.of);
    Graded::new(Verdict::Wrong, message).hinting(key.where_to_look())
}
