//! Numbers in sentences.

use crate::math::{Number, significant};

/// Figures of a rounded number in a sentence.
const FIGURES: usize = 4;

/// A fraction is written as one up to so many characters.
const SHORT: usize = 9;

/// A number: a short fraction or whole number as it is, else rounded.
pub(super) fn text(number: &Number) -> String {
    let fraction =
        number.to_fraction().map(|text| text.strip_suffix("/1").map(str::to_owned).unwrap_or(text));
    match fraction.filter(|text| text.chars().count() <= SHORT) {
        Some(text) => text.replace('-', "−"),
        None => rounded(number),
    }
}

/// A number in a few figures.
pub(super) fn rounded(number: &Number) -> String {
    significant(number, FIGURES).0.replacen('-', "−", usize::from(number.is_negative()))
}

/// `1 row`, `9 rows`: a count with its unit.
pub(super) fn several(count: impl ToString, unit: &str) -> String {
    let count = count.to_string();
    let one = unit.strip_suffix('s').filter(|_| count == "1");
    format!("{count} {}", one.unwrap_or(unit))
}

/// `a`, `a and b`, `a, b and c`
pub(super) fn list(parts: &[String]) -> String {
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}
