//! A question about a picture, and what is said of an answer.

use crate::math::{Number, Precision, Quantity, Rounded, Sentence, sentence};
use crate::plot::Scene;
use crate::practice::{Answer, ParsedAnswer};

/// A question about a picture.
#[derive(Clone, Debug)]
pub struct PictureQuestion {
    /// What is looked at.
    pub scene: Scene,
    /// What is asked.
    pub ask: Sentence,
    /// What one of several panels or texts is called, and what it says; empty where a number is read.
    pub choices: Vec<Sentence>,
    /// How to go about it.
    pub hint: Sentence,
    /// Why the answer is what it is.
    pub why: Sentence,
    /// The number that was read off, where it has an address.
    pub of: Option<Quantity>,
    pub(super) expected: Expected,
}

/// What is right.
#[derive(Clone, Debug)]
pub(super) enum Expected {
    /// The place of a choice, and what each is.
    Choice(usize, Vec<Sentence>),
    /// A number, how far beside it is near enough, where it lies of a smaller and of a larger one, and what other numbers
    /// would be.
    Reading(f64, f64, [&'static str; 2], Vec<(f64, Sentence)>),
}

/// What is said of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureVerdict {
    /// Whether it is right; `None` where it could not be read.
    pub right: Option<bool>,
    /// What is said.
    pub told: Sentence,
}

/// The letters of choices.
pub(super) const LETTERS: [char; 3] = ['A', 'B', 'C'];
pub(super) fn number(value: f64) -> Rounded {
    Number::Float(value).rounded(Precision::Figures(4))
}

impl PictureQuestion {
    /// Whether one of several is chosen, not a number typed.
    pub fn is_choice(&self) -> bool {
        matches!(self.expected, Expected::Choice(..))
    }

    /// The right answer.
    pub fn answer(&self) -> Sentence {
        match &self.expected {
            Expected::Choice(right, _) => {
                LETTERS.get(*right).map(ToString::to_string).unwrap_or_default().into()
            }
            Expected::Reading(value, ..) => sentence!("{}", number(*value)),
        }
    }

    /// The right answer and why it is that.
    pub fn told_whole(&self) -> Sentence {
        sentence!("It is {}. {}", self.answer(), self.why.clone())
    }

    /// What is said of an answer: a letter, or a number.
    pub fn check(&self, typed: &str) -> PictureVerdict {
        match &self.expected {
            Expected::Choice(right, all) => {
                let letter = typed.trim().chars().next().map(|c| c.to_ascii_uppercase());
                let chosen = letter.and_then(|c| LETTERS.iter().take(all.len()).position(|one| *one == c));
                let Some(chosen) = chosen else {
                    let most = LETTERS.get(all.len().saturating_sub(1)).copied().unwrap_or('A');
                    return PictureVerdict {
                        right: None,
                        told: sentence!("a letter from A to {}", most.to_string()),
                    };
                };
                if chosen == *right {
                    return PictureVerdict { right: Some(true), told: self.why.clone() };
                }
                let told = all.get(chosen).cloned().unwrap_or_default();
                PictureVerdict { right: Some(false), told }
            }
            Expected::Reading(value, within, [more, less], slips) => {
                let ParsedAnswer::Number(written) = Answer::alone(typed).parsed else {
                    return PictureVerdict { right: None, told: "a number, as it stands on the axis".into() };
                };
                let read = written.value.to_f64();
                if (read - value).abs() <= *within {
                    let told = sentence!(
                        "It is {}; the picture can be read to about ±{}. {}",
                        number(*value),
                        number(*within),
                        self.why.clone()
                    );
                    return PictureVerdict { right: Some(true), told };
                }
                let slip = slips.iter().find(|(slip, _)| (read - slip).abs() <= 0.25 * within);
                let told = match slip {
                    Some((_, told)) => told.clone(),
                    None => sentence!("The place lies {}.", if read < *value { *more } else { *less }),
                };
                PictureVerdict { right: Some(false), told }
            }
        }
    }
}
