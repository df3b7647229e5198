//! Numbers as tables write them.

use crate::math::{Expr, Number, Precision, Rounded, Sentence, sentence};

pub fn decimal(value: &Number) -> Sentence {
    to(value, Precision::Share)
}

/// A number in a cell, where `≈` stands only before a 1 that is none.
pub fn to(value: &Number, precision: Precision) -> Sentence {
    let text = value.rounded(precision);
    if !text.is_exact() && text.pointed() == "1" { sentence!("≈{}", text) } else { text.into() }
}

/// Marks with at most two decimals, and none that say nothing: `4`, `2.5`.
pub fn mark_words(marks: f64) -> String {
    ((marks * 100.0).round() / 100.0).to_string()
}

/// A share in hundredths, to one decimal: `80.0`.
pub fn percent(share: &Number) -> Rounded {
    share.mul(&Number::from_int(100)).fixed(1)
}

/// `= 0.5` or `≈ 0.3571`: a decimal that says whether it was rounded.
pub fn equals(value: &Number) -> Sentence {
    let decimal = value.rounded(Precision::Share);
    // Of floats only 0 is known to be meant: one that prints as 1 may be 1 − 1e-18.
    let exact = if value.is_exact() { decimal.is_exact() } else { value.is_zero() };
    sentence!("{} {}", if exact { "=" } else { "≈" }, decimal)
}

/// The natural logarithm; 0 has none.
pub fn ln(value: &Number) -> Sentence {
    if value.is_zero() { "ln 0".into() } else { Number::Float(value.ln()).rounded(Precision::Share).into() }
}

/// A number as counted beside its decimal: `4/8  0.5`; `0/0  undefined` where it has no value.
pub fn written(shown: &Expr, value: Option<&Number>, precision: Precision) -> Sentence {
    match value {
        None => sentence!("{}  undefined", shown),
        Some(value) if !value.is_exact() => to(value, precision),
        Some(value) => sentence!("{}  {}", shown, to(value, precision)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_says_whether_something_was_rounded() {
        for (value, sign) in [
            (Number::ratio(1, 2).unwrap(), "="),
            (Number::ratio(1, 3).unwrap(), "≈"),
            (Number::ratio(0, 3).unwrap(), "="),
            (Number::ratio(3, 3).unwrap(), "="),
            // What prints as 1 and is less.
            (Number::ratio(99_999, 100_000).unwrap(), "≈"),
            (Number::Float(0.0), "="),
            (Number::Float(0.5), "≈"),
            (Number::Float(1.0), "≈"),
        ] {
            assert_eq!(equals(&value).plain().split(' ').next(), Some(sign), "{value:?}");
        }
    }
}
