//! Numbers as tables write them.

use crate::math::{Expr, Linear, Number, fixed, pointed, read_exact, significant};

/// A decimal with four figures: four decimals, or four significant figures where those would be mostly zeros. What is
/// exactly 0 has none.
pub fn decimal(value: &Number) -> String {
    let size = value.to_f64().abs();
    if value.as_exact().is_some_and(num_traits::Zero::is_zero) {
        return "0".to_owned();
    }
    if value.is_zero() || (0.001..1e6).contains(&size) { fixed(value, 4) } else { significant(value, 4).0 }
}

/// Marks with at most two decimals, and none that say nothing: `4`, `2.5`.
pub fn mark_words(marks: f64) -> String {
    ((marks * 100.0).round() / 100.0).to_string()
}

/// A share in hundredths, to one decimal: `80.0`.
pub fn percent(share: &Number) -> String {
    fixed(&share.mul(&Number::from_int(100)), 1)
}

/// `= 0.5` or `≈ 0.3571`: a decimal that says whether it was rounded.
pub fn equals(value: &Number) -> String {
    let text = pointed(|| decimal(value));
    let exact = match value.as_exact() {
        Some(exact) => read_exact(&text).is_ok_and(|read| *exact == read),
        // Only 0 is known to be meant: a float that prints as 1 may be 1 − 1e-18.
        None => value.is_zero(),
    };
    format!("{} {}", if exact { "=" } else { "≈" }, decimal(value))
}

/// The natural logarithm; 0 has none.
pub fn ln(value: &Number) -> String {
    if value.is_zero() { "ln 0".to_owned() } else { fixed(&Number::Float(value.ln()), 4) }
}

/// A number as counted beside its decimal: `4/8  0.5000`; `0/0  undefined` where it has no value.
pub fn written(shown: &Expr, value: Option<&Number>) -> String {
    let fraction = Linear { ascii: false }.expr(shown);
    match value {
        None => format!("{fraction}  undefined"),
        Some(value) if !value.is_exact() => decimal(value),
        Some(value) => format!("{fraction}  {}", decimal(value)),
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
            assert_eq!(equals(&value).split(' ').next(), Some(sign), "{value:?}");
        }
    }
}
