//! Numbers as tables write them.

use crate::math::{Expr, Number, Rounded, Sentence, sentence};

/// A decimal with four figures: four decimals, or four significant figures where those would be mostly zeros. What is
/// exactly 0 has none.
pub fn decimal(value: &Number) -> Rounded {
    let size = value.to_f64().abs();
    let is_nothing = value.as_exact().is_some_and(num_traits::Zero::is_zero);
    let few = value.is_zero() || (0.001..1e6).contains(&size);
    if few && !is_nothing { value.fixed(4) } else { value.significant(4) }
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
    let decimal = decimal(value);
    // Of floats only 0 is known to be meant: one that prints as 1 may be 1 − 1e-18.
    let exact = if value.is_exact() { decimal.is_exact() } else { value.is_zero() };
    sentence!("{} {}", if exact { "=" } else { "≈" }, decimal)
}

/// The natural logarithm; 0 has none.
pub fn ln(value: &Number) -> Sentence {
    if value.is_zero() { "ln 0".into() } else { Number::Float(value.ln()).fixed(4).into() }
}

/// A number as counted beside its decimal: `4/8  0.5000`; `0/0  undefined` where it has no value.
pub fn written(shown: &Expr, value: Option<&Number>) -> Sentence {
    match value {
        None => sentence!("{}  undefined", shown),
        Some(value) if !value.is_exact() => decimal(value).into(),
        Some(value) => sentence!("{}  {}", shown, decimal(value)),
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
