//! Numbers in sentences.

use crate::math::{Number, Piece, Sentence, ToSentence, sentence};

/// Figures of a rounded number in a sentence.
const FIGURES: usize = 4;

/// A fraction is written as one up to so many characters.
const SHORT: usize = 9;

/// A number: a short fraction or whole number as it is, else rounded.
pub(super) fn text(number: &Number) -> Sentence {
    let fraction =
        number.to_fraction().map(|text| text.strip_suffix("/1").map(str::to_owned).unwrap_or(text));
    match fraction.filter(|text| text.chars().count() <= SHORT) {
        Some(text) => text.replace('-', "−").into(),
        None => rounded(number),
    }
}

/// A number in a few figures.
pub(super) fn rounded(number: &Number) -> Sentence {
    let digits = number.significant(FIGURES);
    match digits.pointed().strip_prefix('-') {
        Some(digits) => Piece::Number(format!("−{digits}")).into(),
        None => digits.into(),
    }
}

/// `1 row`, `9 rows`: a count with its unit.
pub(super) fn several(count: impl ToSentence, unit: &str) -> Sentence {
    let count = count.to_sentence();
    let one = unit.strip_suffix('s').filter(|_| count.plain() == "1");
    sentence!("{} {}", count, one.unwrap_or(unit))
}

/// `a`, `a and b`, `a, b and c`
pub(super) fn list(parts: &[impl ToSentence]) -> Sentence {
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            sentence!("{} and {}", Sentence::join(rest, ", "), last)
        }
        Some((last, _)) => last.to_sentence(),
        None => Sentence::default(),
    }
}
