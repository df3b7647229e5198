//! Cells that are numbers. One gate for the whole program: what passes is finite and written with decimal digits.
//!
//! Numbers as people write them and machines do not read them are named, so that a message can say what to change.

use super::missing::is_mark;
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

/// A number as most are written, read in one go: a sign, at most 15 digits, and a point among them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Short {
    pub value: f64,
    /// Digits before the point, and behind it.
    pub whole: u8,
    pub decimals: u8,
    pub has_point: bool,
    /// Whether the first digit is a 0.
    pub leads_zero: bool,
}

/// The powers of ten by which 15 digits are divided without an error before the last rounding (Clinger 1990).
const TENS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// A byte in every place.
const ZEROS: u128 = u128::from_le_bytes([b'0'; 16]);
const POINTS: u128 = u128::from_le_bytes([b'.'; 16]);
const SIXES: u128 = u128::from_le_bytes([6; 16]);
const HIGH: u128 = u128::from_le_bytes([0xf0; 16]);
const ONES: u128 = u128::from_le_bytes([1; 16]);
const TOPS: u128 = u128::from_le_bytes([0x80; 16]);

impl Short {
    /// The number of a trimmed cell, the last bytes of a text, of which 16 at least are wanted; `None` for any other, which may be
    /// a number all the same. All digits are looked at together, so that nothing is guessed of how many there are.
    #[inline]
    pub fn read(text: &[u8], length: usize) -> Option<Short> {
        let first = *text.get(text.len().checked_sub(length)?)?;
        let is_negative = first == b'-';
        let length = length - usize::from(is_negative);
        if length == 0 || length > 16 {
            return None;
        }
        let lead = *text.get(text.len() - length)?;
        if length <= 8 {
            let (digits, decimals) = of_eight(u64::from_le_bytes(*text.last_chunk::<8>()?), length)?;
            return Short::of(is_negative, digits as f64, length, decimals, lead);
        }
        // The last byte is the highest; what stands before the cell becomes zeros.
        let cut = 8 * (16 - length as u32);
        let before = !(u128::MAX << cut);
        let mut all = u128::from_le_bytes(*text.last_chunk::<16>()?) & !before | ZEROS & before;
        let other = all ^ POINTS;
        let points = other.wrapping_sub(ONES) & !other & TOPS;
        let mut decimals = None;
        if points != 0 {
            // The lowest mark is that of a point; those above may be none.
            let at = points.trailing_zeros() / 8;
            decimals = Some(15 - at as usize);
            let below = !(u128::MAX << (8 * at));
            let above = if at == 15 { 0 } else { u128::MAX << (8 * at + 8) };
            all = all & above | (all & below) << 8 | u128::from(b'0');
        } else if length > 15 {
            return None;
        }
        let are_digits = all & HIGH == ZEROS & HIGH && all.wrapping_add(SIXES) & HIGH == ZEROS & HIGH;
        if !are_digits {
            return None;
        }
        let high = eight_digits((all >> 64) as u64);
        let low = eight_digits(all as u64);
        Short::of(is_negative, (low * 100_000_000 + high) as f64, length, decimals, lead)
    }

    /// The number of a cell that stands alone.
    pub fn of_cell(cell: &[u8]) -> Option<Short> {
        let mut text = [b'0'; 32];
        let at = text.len().checked_sub(cell.len())?;
        text.get_mut(at..)?.copy_from_slice(cell);
        Short::read(&text, cell.len())
    }

    /// A number of so many digits and a point at most; `None` where one side of the point has none.
    #[inline]
    fn of(is_negative: bool, digits: f64, length: usize, decimals: Option<usize>, lead: u8) -> Option<Short> {
        let (whole, behind) = decimals.map_or((length, 0), |decimals| (length - decimals - 1, decimals));
        if whole == 0 || decimals == Some(0) {
            return None;
        }
        let value = digits / TENS.get(behind)?;
        Some(Short {
            // Without a branch, which would be guessed wrong every other time.
            value: f64::from_bits(value.to_bits() ^ u64::from(is_negative) << 63),
            whole: whole as u8,
            decimals: behind as u8,
            has_point: decimals.is_some(),
            leads_zero: lead == b'0',
        })
    }

    /// As [`is_code`].
    pub fn is_code(&self) -> bool {
        !self.has_point && self.leads_zero && self.whole >= 3
    }

    /// Whether the point may divide thousands, as [`super::may_divide_thousands`] has it.
    pub fn may_group(&self) -> bool {
        self.has_point && self.decimals == 3 && self.whole <= 3 && !self.leads_zero
    }
}

/// As [`Short::read`] has it, of the last bytes of eight, without a sign: the digits, and how many stand behind the point.
#[inline]
fn of_eight(text: u64, length: usize) -> Option<(u64, Option<usize>)> {
    let before = !(u64::MAX << (8 * (8 - length as u32)));
    let mut all = text & !before | ZEROS as u64 & before;
    let other = all ^ POINTS as u64;
    let points = other.wrapping_sub(ONES as u64) & !other & TOPS as u64;
    let mut decimals = None;
    if points != 0 {
        let at = points.trailing_zeros() / 8;
        decimals = Some(7 - at as usize);
        let below = !(u64::MAX << (8 * at));
        // The bytes above the point stay, those below move up into its place.
        let above = !(below << 8 | 0xff);
        all = all & above | (all & below) << 8 | u64::from(b'0');
    }
    let high = HIGH as u64;
    let zeros = ZEROS as u64 & high;
    let are_digits = all & high == zeros && all.wrapping_add(SIXES as u64) & high == zeros;
    are_digits.then(|| (eight_digits(all), decimals))
}

/// What eight digits are, the first in the lowest byte: pairs are put together, then fours, then all.
#[inline]
fn eight_digits(digits: u64) -> u64 {
    const PAIRS: u64 = u64::from_le_bytes([0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0]);
    const FOURS: u64 = u64::from_le_bytes([0xff, 0xff, 0, 0, 0xff, 0xff, 0, 0]);
    let digits = digits & u64::from_le_bytes([0x0f; 8]);
    let pairs = (digits.wrapping_mul(1 + (10 << 8)) >> 8) & PAIRS;
    let fours = (pairs.wrapping_mul(1 + (100 << 16)) >> 16) & FOURS;
    fours.wrapping_mul(1 + (10_000 << 32)) >> 32
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
    let number = cell.trim_start_matches(['$', '€', '£']).trim_start();
    let end = number.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+' | ','));
    let unit = end.and_then(|at| number.get(at..)).unwrap_or_default().trim();
    let leading = end.and_then(|at| number.get(..at)).unwrap_or(number);
    let short =
        unit.chars().count() <= 4 && !unit.bytes().any(|b| b.is_ascii_digit() || b == b':' || b == b'/');
    let is_ordinal = ["st", "nd", "rd", "th"].iter().any(|ending| ending.eq_ignore_ascii_case(unit));
    (decimal(leading) && short && !is_ordinal).then_some("a number with a unit")
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

    /// Alone in its text a cell may be too short; behind other bytes it is not.
    fn short(cell: &[u8]) -> Option<Short> {
        let text = [b"7.1,-0123456789.,", cell].concat();
        Short::read(&text, cell.len())
    }

    #[test]
    fn what_is_read_in_one_go_is_what_is_read_otherwise() {
        let mut cells: Vec<String> =
            ["-0", "0.0", "007", "00.7", "1.", ".5", "-", "", ".", "1.2.3", "1e5", "+1", "0.1", "1.234"]
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
            ("NA", Some("a common mark for a missing cell")),
            ("-inf", Some("infinite")),
            ("1,5", Some("written with a decimal comma")),
            ("1,234", Some("written with a comma that may mark thousands or decimals")),
            ("1,234,567", Some("written with a thousands separator")),
            ("1'234'567.5", Some("written with a thousands separator")),
            ("12 kg", Some("a number with a unit")),
            ("45%", Some("a number with a unit")),
            ("$3.50", Some("a number with a unit")),
            ("(12)", Some("a negative number in brackets")),
            ("1e400", Some("beyond the largest number")),
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
        ] {
            assert_eq!(notation(cell), what, "{cell}");
        }
    }
}
