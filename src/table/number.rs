//! Cells that are numbers. One gate for the whole program: what passes is finite and written with decimal digits.

use super::number_style::NumberStyle;

/// The number that a trimmed cell holds; `None` for `inf`, `nan`, `1e400`, `1,5` and everything else.
pub(super) fn number(cell: &[u8]) -> Option<f64> {
    let plain = |b: &u8| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e' | b'E');
    if !cell.iter().all(plain) {
        return with_hyphens(cell).and_then(|cell| number(&cell));
    }
    if !cell.iter().any(u8::is_ascii_digit) {
        return None;
    }
    fast_float2::parse::<f64, _>(cell).ok().filter(|value| value.is_finite())
}

/// A cell with hyphens for its minus signs, as programs that care for print write them; `None` where it has none.
pub(super) fn with_hyphens(cell: &[u8]) -> Option<Vec<u8>> {
    const LONGEST: usize = 64;
    let text = std::str::from_utf8(cell).ok().filter(|text| text.len() <= LONGEST && text.contains('−'))?;
    Some(text.replace('−', "-").into_bytes())
}

/// Digits that begin with 0, three or more of them: a code such as `0012345`, whose zeros say something.
pub(super) fn is_code(cell: &[u8]) -> bool {
    let digits = cell.strip_prefix(b"-").unwrap_or(cell);
    digits.len() >= 3 && digits.starts_with(b"0") && digits.iter().all(u8::is_ascii_digit)
}

/// How many decimals a number is written with: 2 for `1.50` and for `1.250,00`, 4 for `1.5e-3`.
pub(super) fn decimals(cell: &[u8], style: NumberStyle) -> u8 {
    let (mantissa, exponent) = match cell.iter().position(|b| matches!(b, b'e' | b'E')) {
        None => (cell, 0),
        Some(at) => {
            let digits = std::str::from_utf8(cell.get(at + 1..).unwrap_or_default()).unwrap_or_default();
            (cell.get(..at).unwrap_or(cell), digits.parse::<i64>().unwrap_or(0))
        }
    };
    let mark = if style.is_comma() { b',' } else { b'.' };
    let written = mantissa.iter().position(|b| *b == mark).map_or(0, |at| mantissa.len() - at - 1);
    let needed = i64::try_from(written).unwrap_or(0).saturating_sub(exponent);
    u8::try_from(needed.clamp(0, 255)).unwrap_or(u8::MAX)
}

/// Whether an integer is too long for an `f64` to hold every digit.
pub(super) fn loses_digits(cell: &[u8], value: f64) -> bool {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    cell.len() > 15
        && value.abs() > EXACT
        && cell.iter().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'+'))
}

/// A number as people write it: no exponent where the digits are few.
pub(super) fn written(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-6..1e16).contains(&size) { format!("{value:e}") } else { format!("{value}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_decimals_pass() {
        for (text, value) in [
            ("1", Some(1.0)),
            ("-2.50", Some(-2.5)),
            ("+3", Some(3.0)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("1e-3", Some(0.001)),
            ("1E5", Some(100_000.0)),
            ("1e-400", Some(0.0)),
            ("−2.5", Some(-2.5)),
            ("1e−3", Some(0.001)),
        ] {
            assert_eq!(number(text.as_bytes()), value, "{text}");
        }
        for text in [
            "", "inf", "nan", "1e400", "1,5", "0x10", "1_000", "1 000", ".", "-", "e", "1e", "--1", "−-1",
            "−", "–1", "٣", "infinity",
        ] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn codes_keep_their_zeros() {
        assert!(is_code(b"0012345") && is_code(b"007"));
        assert!(!is_code(b"0") && !is_code(b"01") && !is_code(b"0.5") && !is_code(b"100"));
    }

    #[test]
    fn decimals_are_counted_as_written() {
        for (text, n) in [("1", 0), ("1.50", 2), ("1,250.50", 2), ("1.5e-3", 4), ("1.5e3", 0), ("1e-9", 9)] {
            assert_eq!(decimals(text.as_bytes(), NumberStyle::Point), n, "{text}");
        }
        for (text, n) in [("1", 0), ("1,50", 2), ("1.250,000", 3), ("1.250", 0)] {
            assert_eq!(decimals(text.as_bytes(), NumberStyle::CommaPoint), n, "{text}");
        }
    }
}
