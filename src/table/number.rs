//! Numbers as files write them.
//!
//! Numbers as people write them and machines do not read them are named, so that a message can say what to change.

use super::columns::is_mark;
use super::number_style::{NumberStyle, Seen};

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

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Short {
    pub value: f64,
    pub whole: u8,
    pub decimals: u8,
    pub has_point: bool,
    pub leads_zero: bool,
}

/// The powers of ten by which 15 digits are divided without an error before the last rounding (Clinger 1990); then the same
/// with a minus sign.
#[expect(clippy::indexing_slicing, reason = "the compiler counts the places")]
static TENS: [f64; 32] = {
    let mut tens = [1.0; 32];
    let mut at = 0;
    let mut ten = 1.0;
    while at < 16 {
        tens[at] = ten;
        tens[at + 16] = -ten;
        ten *= 10.0;
        at += 1;
    }
    tens
};

/// Of so many bytes at the end of sixteen, those among the last eight and those among the first.
#[expect(clippy::indexing_slicing, reason = "the compiler counts the places")]
static LAST: [(u64, u64); 32] = {
    let mut masks = [(u64::MAX, u64::MAX); 32];
    let mut at = 0;
    while at < 16 {
        let high = if at == 0 { 0 } else { u64::MAX << (64 - 8 * if at > 8 { 8 } else { at }) };
        masks[at] = (high, if at <= 8 { 0 } else { u64::MAX << (128 - 8 * at) });
        at += 1;
    }
    masks
};

const fn all(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// A point, once what makes digits of characters is taken from it; and a bit that no digit has.
const POINT: u64 = (b'.' ^ b'0') as u64;
const NO_DIGIT: u64 = all(0x10);

impl Short {
    /// The number of a trimmed cell, the last bytes of a text, of which 16 at least are wanted; `None` for any other, which may be
    /// a number all the same.
    #[inline(always)]
    pub fn read(text: &[u8], length: usize) -> Option<Short> {
        let last = text.last_chunk::<16>()?;
        let is_negative = *last.get(16usize.checked_sub(length)?)? == b'-';
        let length = length - usize::from(is_negative);
        let lead = *last.get(16 - length)?;
        let (high, low) = LAST.get(length & 31).copied()?;
        // The last byte is the highest; what stands before the cell becomes zeros.
        let high = (u64::from_le_bytes(*last.last_chunk::<8>()?) ^ all(b'0')) & high;
        let low = (u64::from_le_bytes(*last.first_chunk::<8>()?) ^ all(b'0')) & low;
        // What stands before the point moves into its place.
        let (high, low, behind) = if high & NO_DIGIT != 0 {
            let behind = ((high & NO_DIGIT).leading_zeros() / 8) as usize;
            let (high, after) = (without_point(high, behind)?, LAST.get(behind & 15)?.0);
            are_digits(high, low)?;
            ((high & after) | (high & !after) << 8 | low >> 56, low << 8, Some(behind))
        } else if low & NO_DIGIT != 0 {
            let behind = ((low & NO_DIGIT).leading_zeros() / 8) as usize;
            let (low, after) = (without_point(low, behind)?, LAST.get(behind & 15)?.0);
            are_digits(high, low)?;
            (high, (low & after) | (low & !after) << 8, Some(behind + 8))
        } else {
            are_digits(high, low)?;
            (high, low, None)
        };
        let (whole, decimals) = match behind {
            Some(decimals) => (length.wrapping_sub(decimals + 1), decimals),
            None => (length, 0),
        };
        if whole.wrapping_sub(1) >= 15 || behind == Some(0) {
            return None;
        }
        let mut digits = eight_digits(high);
        if low != 0 {
            digits += eight_digits(low) * 100_000_000;
        }
        Some(Short {
            // Of a signed integer the conversion is one instruction.
            value: digits as i64 as f64 / TENS.get(decimals & 15 | usize::from(is_negative) << 4)?,
            whole: whole as u8,
            decimals: decimals as u8,
            has_point: behind.is_some(),
            leads_zero: lead == b'0',
        })
    }

    pub(crate) fn of_cell(cell: &[u8]) -> Option<Short> {
        let mut text = [b'0'; 32];
        let at = text.len().checked_sub(cell.len())?;
        text.get_mut(at..)?.copy_from_slice(cell);
        Short::read(&text, cell.len())
    }

    /// As [`super::number::is_code`].
    #[inline(always)]
    pub(crate) fn is_code(&self) -> bool {
        !self.has_point && self.leads_zero && self.whole >= 3
    }

    /// Whether the point may divide thousands, as [`super::may_divide_thousands`] has it.
    pub(crate) fn may_group(&self) -> bool {
        self.has_point && self.decimals == 3 && self.whole <= 3 && !self.leads_zero
    }
}

/// A zero for the point, behind which so many bytes stand; `None` where no point stands there.
#[inline(always)]
fn without_point(bytes: u64, behind: usize) -> Option<u64> {
    let without = bytes ^ POINT << 56 >> (8 * behind);
    (without & 0xff << 56 >> (8 * behind) == 0).then_some(without)
}

/// Whether all bytes are from 0 to 9.
#[inline(always)]
fn are_digits(high: u64, low: u64) -> Option<()> {
    let more = |digits: u64| digits | digits.wrapping_add(all(6));
    ((more(high) | more(low)) & all(0xf0) == 0).then_some(())
}

/// What eight digits are, the first in the lowest byte: pairs are put together, then fours, then all.
#[inline(always)]
fn eight_digits(digits: u64) -> u64 {
    const PAIRS: u64 = u64::from_le_bytes([0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0]);
    const FOURS: u64 = u64::from_le_bytes([0xff, 0xff, 0, 0, 0xff, 0xff, 0, 0]);
    let pairs = (digits.wrapping_mul(1 + (10 << 8)) >> 8) & PAIRS;
    let fours = (pairs.wrapping_mul(1 + (100 << 16)) >> 16) & FOURS;
    fours.wrapping_mul(1 + (10_000 << 32)) >> 32
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

    /// Alone in its text a cell may be too short; behind other bytes it is not.
    fn short(cell: &[u8]) -> Option<Short> {
        let text = [b"7.1,-0123456789.,", cell].concat();
        Short::read(&text, cell.len())
    }

    #[test]
    fn what_is_read_in_one_go_is_what_is_read_otherwise() {
        let mut cells: Vec<String> = [
            "-0",
            "0.0",
            "007",
            "00.7",
            "1.",
            ".5",
            "-",
            "",
            ".",
            "1.2.3",
            "1e5",
            "+1",
            "0.1",
            "1.234",
            "1,75",
            "1-5",
            "1+5",
            "(5)",
            "1/2",
            "1'250",
            "12345678,5",
        ]
        .map(str::to_owned)
        .to_vec();
        for digits in 1..20 {
            for point in 0..=digits {
                let all: String =
                    (0..digits).map(|at| char::from(b'0' + (at * 7 + point * 3 + 1) as u8 % 10)).collect();
                let (whole, decimals) = all.split_at(point);
                cells.extend([all.clone(), format!("{whole}.{decimals}"), format!("-{whole}.{decimals}")]);
            }
        }
        let mut read = 0;
        for cell in &cells {
            let cell = cell.as_bytes();
            let Some(short) = short(cell) else { continue };
            read += 1;
            assert_eq!(number(cell).map(f64::to_bits), Some(short.value.to_bits()), "{cell:?}");
            assert_eq!(decimals(cell, NumberStyle::Point), short.decimals);
            assert_eq!(is_code(cell), short.is_code());
            assert!(!loses_digits(cell, short.value));
            let (mut one, mut other) = (Seen::default(), Seen::default());
            assert_eq!(one.add_as(cell, true), other.add_short(&short));
            assert_eq!(one, other, "{cell:?}");
        }
        assert!(read > 200 && short(b"123456789012345").is_some());
        assert!(short(b"1234567890123456").is_none() && short(b"1.").is_none());
    }
}
