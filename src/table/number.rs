//! Cells that are numbers. One gate for the whole program: what passes is finite and written with decimal digits.
//!
//! Numbers as people write them and machines do not read them are named, so that a message can say what to change.

use super::number_style::{NumberStyle, Seen};
use super::value::is_mark;

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

pub(super) fn written(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-6..1e16).contains(&size) { format!("{value:e}") } else { format!("{value}") }
}

/// What a cell is that a person would call a number; `None` for other text.
pub(super) fn notation(cell: &str) -> Option<&'static str> {
    const LONGEST: usize = 64;
    if cell.len() > LONGEST || number(cell.as_bytes()).is_some() {
        return None;
    }
    let lower = cell.to_ascii_lowercase();
    if is_mark(cell) {
        return Some("a common mark for a missing cell");
    }
    if matches!(lower.trim_start_matches(['-', '+']), "inf" | "infinity") {
        return Some("infinite");
    }
    if cell.starts_with('#') && cell.len() > 1 {
        return Some("a spreadsheet's error value");
    }
    if cell.chars().any(|c| c.is_numeric() && !c.is_ascii()) {
        return Some("written in digits of another script");
    }
    if !cell.bytes().any(|b| b.is_ascii_digit()) {
        return None;
    }
    for (prefix, digits, what) in
        [("0x", "0123456789abcdefp.+-", "hexadecimal"), ("0o", "01234567", "octal"), ("0b", "01", "binary")]
    {
        if let Some(rest) = lower.trim_start_matches('-').strip_prefix(prefix) {
            return rest.chars().all(|c| digits.contains(c)).then_some(what);
        }
    }
    let bracketed = cell.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    if bracketed.is_some_and(decimal) {
        return Some("a negative number in brackets");
    }
    if decimal(cell) {
        return Some("beyond the largest number");
    }
    if let Some((whole, fraction)) = cell.split_once(',') {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if digits(whole.trim_start_matches('-')) && digits(fraction) {
            let mut seen = Seen::default();
            let is_clear = seen.add(cell.as_bytes()) && seen.style(None).is_some();
            return Some(if is_clear {
                "written with a decimal comma"
            } else {
                "written with a comma that may mark thousands or decimals"
            });
        }
    }
    let grouped: String =
        cell.chars().filter(|c| !matches!(c, ',' | '\'' | '’' | '_') && !c.is_whitespace()).collect();
    if decimal(&grouped) {
        return Some("written with a thousands separator");
    }
    None
}

/// Decimal digits with at most one point, a sign and an exponent.
fn decimal(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+' | b'e' | b'E'))
        && text.parse::<f64>().is_ok()
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

    #[test]
    fn notations_are_named() {
        for (cell, what) in [
            ("-inf", Some("infinite")),
            ("1'234'567.5", Some("written with a thousands separator")),
            ("(12)", Some("a negative number in brackets")),
            ("0xff", Some("hexadecimal")),
            ("#N/A", Some("a common mark for a missing cell")),
            ("#DIV/0!", Some("a spreadsheet's error value")),
            ("none", None),
            ("٣", Some("written in digits of another script")),
            ("Sunny", None),
            ("12:30", None),
            ("2024-01-05", None),
            ("x1", None),
            ("1st", None),
            ("22ND", None),
            ("1#x#p", None),
            ("A1", None),
        ] {
            assert_eq!(notation(cell), what, "{cell}");
        }
    }
}
