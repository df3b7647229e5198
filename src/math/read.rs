//! Reading an exact number as a recipe or a flag writes it.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// Why a text is no exact number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseNumberError {
    /// Nothing was written.
    #[error("nothing is written here; write a number such as 1, 0.5 or 1/3")]
    Empty,
    /// Something that belongs to no number.
    #[error("“{text}” is not a number; write a decimal or a fraction such as 1, 0.5 or 1/3")]
    NotANumber {
        /// The text as written.
        text: String,
    },
    /// A fraction over 0.
    #[error("“{text}” divides by 0")]
    DividesByZero {
        /// The text as written.
        text: String,
    },
    /// An exponent that no statistic needs.
    #[error("the exponent of “{text}” is beyond ±10,000")]
    Exponent {
        /// The text as written.
        text: String,
    },
}

/// Reads `1`, `-2`, `0.5`, `.5`, `1e-9`, `1/3`, `0.5/3`, with `-` or `−`, exactly.
///
/// # Errors
/// When the text is no number, divides by 0, or has an exponent beyond ±10,000.
pub fn read_exact(text: &str) -> Result<BigRational, ParseNumberError> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err(ParseNumberError::Empty);
    }
    match trimmed.split_once('/') {
        None => decimal(trimmed),
        Some((top, bottom)) => {
            let (top, bottom) = (decimal(top.trim())?, decimal(bottom.trim())?);
            if bottom.is_zero() {
                return Err(ParseNumberError::DividesByZero { text: text.into() });
            }
            Ok(top / bottom)
        }
    }
}

fn decimal(text: &str) -> Result<BigRational, ParseNumberError> {
    let wrong = || ParseNumberError::NotANumber { text: text.into() };
    let unsigned = text.strip_prefix(['-', '−']);
    let negative = unsigned.is_some();
    let body = unsigned.or_else(|| text.strip_prefix('+')).unwrap_or(text);
    let (mantissa, exponent) = match body.split_once(['e', 'E']) {
        None => (body, 0),
        Some((mantissa, exponent)) => {
            let exponent = exponent.replace('−', "-");
            let digits = exponent.strip_prefix(['-', '+']).unwrap_or(&exponent);
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(wrong());
            }
            let value: i64 = exponent.parse().unwrap_or(i64::MAX);
            (mantissa, value)
        }
    };
    if exponent.unsigned_abs() > 10_000 {
        return Err(ParseNumberError::Exponent { text: text.into() });
    }
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || digits.len() > 1_000 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(wrong());
    }
    let value: BigInt = digits.parse().map_err(|_| wrong())?;
    let scale = exponent - i64::try_from(fraction.len()).unwrap_or(i64::MAX);
    let power = BigInt::from(10).pow(u32::try_from(scale.unsigned_abs()).map_err(|_| wrong())?);
    let value = if scale < 0 {
        BigRational::new(value, power)
    } else {
        BigRational::new(value * power, BigInt::one())
    };
    Ok(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        read_exact(text).map_or_else(|e| e.to_string(), |v| v.to_string())
    }

    #[test]
    fn numbers_as_people_write_them() {
        for (text, value) in [
            ("1", "1"),
            ("0.5", "1/2"),
            (".5", "1/2"),
            ("1/3", "1/3"),
            ("1e-9", "1/1000000000"),
            ("−2", "-2"),
            (" 4 / 6 ", "2/3"),
            ("2.50E2", "250"),
            ("0.5/3", "1/6"),
        ] {
            assert_eq!(read(text), value, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_said() {
        for text in
            ["", "one", "1/0", "1//2", "1e", "1e99999", "0x10", "nan", "inf", "1,5", "--1", "1e+-2", "."]
        {
            assert!(read_exact(text).is_err(), "{text}");
        }
    }
}
