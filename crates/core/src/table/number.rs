//! Numbers as files write them: a point or a comma before the decimals, and perhaps marks between thousands.
//!
//! `1,234` may be one thousand or a little more than one, so a column is read otherwise than with points only where its
//! cells leave no doubt: none of them contradicts, and at least one shows what the marks mean.

use crate::problem::words;
use memchr::memchr2;
use std::borrow::Cow;

pub(super) const LONGEST: usize = 64;
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The number that a trimmed cell holds; `None` for `inf`, `nan`, `1e400`, `1,5` and everything else.
pub(super) fn number(cell: &[u8]) -> Option<f64> {
    if !cell.iter().all(is_of_decimal) {
        return with_hyphens(cell).and_then(|cell| number(&cell));
    }
    if !cell.iter().any(u8::is_ascii_digit) {
        return None;
    }
    fast_float2::parse::<f64, _>(cell).ok().filter(|value| value.is_finite())
}

#[inline]
pub(super) fn is_of_decimal(byte: &u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E')
}

/// A cell with hyphens for its minus signs (U+2212); `None` where it has none.
fn with_hyphens(cell: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(cell).ok().filter(|text| text.len() <= LONGEST && text.contains('−'))?;
    Some(text.replace('−', "-").into_bytes())
}

/// Whether a number is a count: whole, 0 or more, and small enough that every whole number up to it is a float.
pub fn is_whole(value: f64) -> bool {
    value >= 0.0 && value.fract() == 0.0 && value <= EXACT
}

/// Digits that begin with 0, three or more of them: a code such as `0012345`, whose zeros matter.
pub(super) fn is_code(cell: &[u8]) -> bool {
    let digits = cell.strip_prefix(b"-").unwrap_or(cell);
    digits.len() >= 3 && digits.starts_with(b"0") && digits.iter().all(u8::is_ascii_digit)
}

/// How many decimals a number is written with: 2 for `1.50` and for `1.250,00`, 4 for `1.5e-3`.
pub(super) fn decimals(cell: &[u8], style: NumberStyle) -> u8 {
    let cell = std::str::from_utf8(cell).unwrap_or_default();
    let (mantissa, exponent) = cell.split_once(['e', 'E']).unwrap_or((cell, "0"));
    let mark = if style.is_comma() { ',' } else { '.' };
    let written = mantissa.split_once(mark).map_or(0, |(_, decimals)| decimals.len() as i64);
    let exponent: i64 = exponent.parse().unwrap_or(0);
    written.saturating_sub(exponent).clamp(0, 255) as u8
}

pub(super) fn loses_digits(cell: &[u8], value: f64) -> bool {
    let is_integer = |b: &u8| b.is_ascii_digit() || matches!(b, b'-' | b'+');
    cell.len() > 15 && value.abs() > EXACT && cell.iter().all(is_integer)
}

pub(super) fn written(value: f64) -> String {
    let size = value.abs();
    if size != 0.0 && !(1e-6..1e16).contains(&size) { format!("{value:e}") } else { format!("{value}") }
}

/// A number of at most 15 digits, with a point or without, read eight digits at once.
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
static TENS: [f64; 32] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, -1e0, -1e1, -1e2,
    -1e3, -1e4, -1e5, -1e6, -1e7, -1e8, -1e9, -1e10, -1e11, -1e12, -1e13, -1e14, -1e15,
];

/// Of so many bytes at the end of sixteen, those among the last eight and those among the first.
#[expect(clippy::indexing_slicing, reason = "the compiler counts the places")]
static LAST: [(u64, u64); 32] = {
    let mut masks = [(u64::MAX, u64::MAX); 32];
    masks[0] = (0, 0);
    let mut at = 1;
    while at < 16 {
        let mask = u128::MAX << (128 - 8 * at);
        masks[at] = ((mask >> 64) as u64, mask as u64);
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
        // The last byte is the highest; the bytes before the cell become zeros.
        let high = (u64::from_le_bytes(*last.last_chunk::<8>()?) ^ all(b'0')) & high;
        let low = (u64::from_le_bytes(*last.first_chunk::<8>()?) ^ all(b'0')) & low;
        // The digits before the point move into its place.
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

    pub fn of_cell(cell: &[u8]) -> Option<Short> {
        let mut text = [b'0'; 32];
        let at = text.len().checked_sub(cell.len())?;
        text.get_mut(at..)?.copy_from_slice(cell);
        Short::read(&text, cell.len())
    }

    #[inline(always)]
    pub fn is_code(&self) -> bool {
        !self.has_point && self.leads_zero && self.whole >= 3
    }
}

/// A zero for the point, which so many bytes follow; `None` where there is no point.
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberStyle {
    /// `1234.5`
    #[default]
    Point,
    /// `1234,5`, as in German and French spreadsheets.
    Comma,
    /// `1 234.5`
    PointBlank,
    /// `1 234,5`, French; the blank may be one that does not break.
    CommaBlank,
    /// `1,234.5`, English.
    PointComma,
    /// `1.234,5`, German.
    CommaPoint,
    /// `1'234.5`, Swiss.
    PointApostrophe,
}

use NumberStyle::{Comma, CommaBlank, CommaPoint, Point, PointApostrophe, PointBlank, PointComma};

/// All styles, the plainest first; a style's bit in a mask is its place here.
const ALL: [NumberStyle; 7] = [Point, Comma, PointBlank, CommaBlank, PointComma, CommaPoint, PointApostrophe];
const POINTS: u8 = Point.bit() | PointBlank.bit() | PointComma.bit() | PointApostrophe.bit();

words!(Decimal, "decimal mark" {
    /// `1,5`; a point marks thousands.
    Comma = "comma",
    /// `1.5`; a comma marks thousands.
    Point = "point",
});

impl NumberStyle {
    pub(crate) fn is_comma(self) -> bool {
        matches!(self, Comma | CommaBlank | CommaPoint)
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The kind of sign between thousands, as [`sign`] names it.
    fn groups(self) -> Option<u8> {
        match self {
            Point | Comma => None,
            PointBlank | CommaBlank => Some(b' '),
            PointComma => Some(b','),
            CommaPoint => Some(b'.'),
            PointApostrophe => Some(b'\''),
        }
    }

    pub(super) fn read(self, cell: &[u8]) -> Option<f64> {
        if self == Point { number(cell) } else { number(self.plain(cell)?.0.as_bytes()) }
    }

    /// A cell with a point before its decimals and nothing between its thousands, and whether it shows that its marks
    /// are those of this style; `None` where it is not written in this style. What is left may still be no number.
    fn plain(self, cell: &[u8]) -> Option<(String, bool)> {
        let cell = std::str::from_utf8(cell).ok().filter(|cell| cell.len() <= LONGEST)?;
        let cell: Cow<'_, str> = match cell.is_ascii() {
            true => cell.into(),
            false => cell.chars().map(|c| char::from(sign(c))).collect(),
        };
        let (mantissa, exponent) = cell.split_at(memchr2(b'e', b'E', cell.as_bytes()).unwrap_or(cell.len()));
        let divided = mantissa.split_once(if self.is_comma() { ',' } else { '.' });
        let (whole, decimals) = divided.map_or((mantissa, None), |(whole, rest)| (whole, Some(rest)));
        // A point may end a number, a comma may not.
        let is_ended =
            |decimals: &str| self.is_comma() && !decimals.starts_with(|c: char| c.is_ascii_digit());
        if decimals.is_some_and(is_ended) {
            return None;
        }
        let mark = self.groups().map(char::from);
        let mut groups = whole.split(|c| Some(c) == mark);
        let first = groups.next()?;
        let (mut plain, mut marks) = (String::with_capacity(cell.len()), 0);
        plain.push_str(first);
        for group in groups {
            let first = first.trim_start_matches(['-', '+']);
            if !may_divide_thousands(first.as_bytes(), group.as_bytes()) {
                return None;
            }
            plain.push_str(group);
            marks += 1;
        }
        // What is left of another style's marks is not a number, except a single point.
        if self.is_comma() && plain.contains('.') {
            return None;
        }
        if let Some(decimals) = decimals {
            plain.push('.');
            plain.push_str(decimals);
        }
        plain.push_str(exponent);
        let proves = match mark {
            Some('.' | ',') => marks > 1 || marks == 1 && decimals.is_some(),
            _ => marks > 0,
        };
        Some((plain, proves))
    }
}

/// A character as a byte: blanks of all kinds, apostrophes and minus signs are one each; 0 where it belongs to no number.
fn sign(c: char) -> u8 {
    match c {
        ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' => b' ',
        '\'' | '’' => b'\'',
        '−' => b'-',
        '0'..='9' | '.' | ',' | '-' | '+' | 'e' | 'E' => u8::try_from(c).unwrap_or(0),
        _ => 0,
    }
}

/// The styles that all cells of a column so far may be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PossibleStyles {
    possible: u8,
    proved: u8,
}

impl Default for PossibleStyles {
    fn default() -> Self {
        PossibleStyles { possible: (1 << ALL.len()) - 1, proved: 0 }
    }
}

impl PossibleStyles {
    /// Takes a trimmed cell into account; `false` where it is not a number in a style that all cells before it have, too.
    pub fn add(&mut self, cell: &[u8]) -> bool {
        self.add_as(cell, number(cell).is_some())
    }

    pub fn add_short(&mut self, short: &Short) -> bool {
        let may_group = short.decimals == 3 && short.whole <= 3 && !short.leads_zero;
        !short.has_point || self.add_point(may_group)
    }

    fn add_point(&mut self, may_group: bool) -> bool {
        let here = self.possible & (POINTS | if may_group { CommaPoint.bit() } else { 0 });
        if here != 0 {
            self.possible = here;
        }
        here != 0
    }

    pub fn is_settled(self) -> bool {
        self.possible & !POINTS == 0
    }

    /// Adds a cell; `is_plain` says whether it is a number with a decimal point or without one.
    pub fn add_as(&mut self, cell: &[u8], is_plain: bool) -> bool {
        if is_plain {
            // Whole numbers without signs for thousands are the same in all styles.
            let Some(at) = cell.iter().position(|b| *b == b'.') else { return true };
            let (whole, rest) = cell.split_at(at);
            let whole = whole.strip_prefix(b"-").unwrap_or(whole);
            return self.add_point(may_divide_thousands(whole, rest.get(1..).unwrap_or_default()));
        }
        let (mut here, mut proved) = (0, self.proved);
        for style in ALL.into_iter().filter(|style| self.is_possible(*style)) {
            let plain = style.plain(cell).filter(|(plain, _)| number(plain.as_bytes()).is_some());
            if let Some((_, proves)) = plain {
                here |= style.bit();
                proved |= if proves { style.bit() } else { 0 };
            }
        }
        if here != 0 {
            (self.possible, self.proved) = (here, proved);
        }
        here != 0
    }

    pub fn is_possible(self, style: NumberStyle) -> bool {
        self.possible & style.bit() != 0
    }

    pub fn with_decimal(self, decimal: Decimal) -> Option<NumberStyle> {
        let is_comma = decimal == Decimal::Comma;
        ALL.into_iter().find(|style| style.is_comma() == is_comma && self.is_possible(*style))
    }

    /// What two parts of a column show together; nothing where no style fits both.
    pub fn with(self, other: PossibleStyles) -> Option<PossibleStyles> {
        let possible = self.possible & other.possible;
        (possible != 0).then_some(PossibleStyles { possible, proved: self.proved | other.proved })
    }

    /// The style of the column: the one that is known if it is possible, else the plainest that leaves no doubt.
    pub fn style(self, known: Option<NumberStyle>) -> Option<NumberStyle> {
        let is_clear = |style: &NumberStyle| match style {
            Point => true,
            Comma => !self.is_possible(PointComma),
            grouped => self.proved & grouped.bit() != 0,
        };
        let known = known.filter(|known| self.is_possible(*known));
        known.or_else(|| ALL.into_iter().filter(|style| self.is_possible(*style)).find(is_clear))
    }
}

/// A number written in another style than with a point, with a point: `1.75` for `1,75`. `None` for other text, and where
/// its marks leave a doubt that the column's style does not settle. What a program wrote of itself has points; what a
/// `file` has is written as its column is.
pub fn with_point(text: &str, style: NumberStyle, file: bool) -> Option<String> {
    let cell = text.as_bytes();
    if number(cell).is_some() && !(file && style.read(cell).is_some()) {
        return with_hyphens(cell).and_then(|text| String::from_utf8(text).ok());
    }
    let mut seen = PossibleStyles::default();
    if !seen.add(cell) {
        return None;
    }
    let plain = seen.style(Some(style).filter(|style| *style != Point))?.plain(cell)?.0;
    (plain != text).then_some(plain)
}

/// Whether a mark between these may divide thousands: one to three digits that do not begin with 0 are before it, and
/// three after it.
pub fn may_divide_thousands(whole: &[u8], rest: &[u8]) -> bool {
    let are_digits = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
    (1..=3).contains(&whole.len())
        && !whole.starts_with(b"0")
        && rest.len() == 3
        && are_digits(whole)
        && are_digits(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_decimals_pass() {
        let all = "1=1 -2.50=-2.5 +3=3 .5=0.5 5.=5 1e-3=0.001 1E5=100000 1e-400=0 −2.5=-2.5 1e−3=0.001";
        for (text, value) in all.split(' ').filter_map(|pair| pair.split_once('=')) {
            assert_eq!(number(text.as_bytes()), value.parse().ok(), "{text}");
        }
        for text in
            "inf nan 1e400 1,5 0x10 1_000 . - e 1e --1 −-1 − –1 ٣ infinity".split(' ').chain(["", "1 000"])
        {
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

    /// A cell alone may be too short a text; after other bytes it is not.
    fn short(cell: &[u8]) -> Option<Short> {
        let text = [b"7.1,-0123456789.,", cell].concat();
        Short::read(&text, cell.len())
    }

    #[test]
    fn what_is_read_in_one_go_is_what_is_read_otherwise() {
        let cells = "-0 0.0 007 00.7 1. .5 -  . 1.2.3 1e5 +1 0.1 1.234 1,75 1-5 1+5 (5) 1/2 1'250 12345678,5";
        let mut cells: Vec<String> = cells.split(' ').map(str::to_owned).collect();
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
            let (mut one, mut other) = (PossibleStyles::default(), PossibleStyles::default());
            assert_eq!(one.add_as(cell, true), other.add_short(&short));
            assert_eq!(one, other, "{cell:?}");
        }
        assert!(read > 200 && short(b"123456789012345").is_some());
        assert!(short(b"1234567890123456").is_none() && short(b"1.").is_none());
    }

    fn column(cells: &[impl AsRef<str>]) -> Option<(NumberStyle, Vec<f64>)> {
        let mut seen = PossibleStyles::default();
        let all = cells.iter().all(|cell| seen.add(cell.as_ref().as_bytes()));
        let style = seen.style(None).filter(|_| all)?;
        Some((style, cells.iter().map(|cell| style.read(cell.as_ref().as_bytes()).unwrap()).collect()))
    }

    #[test]
    fn one_clear_cell_says_what_the_marks_of_a_column_are() {
        for (cells, style, numbers) in [
            (&["2,125", "1,75", "3", "-0,5", "1,5E-03"][..], Comma, vec![2.125, 1.75, 3.0, -0.5, 0.0015]),
            (&["1,75", "1e3"], Comma, vec![1.75, 1000.0]),
            (&["1.250,00", "1.250", "3,5", "−7"], CommaPoint, vec![1250.0, 1250.0, 3.5, -7.0]),
            (&["1 250,5", "12 000", "1,250"], CommaBlank, vec![1250.5, 12000.0, 1.25]),
            (&["1 250", "980"], PointBlank, vec![1250.0, 980.0]),
            (&["1,234,567", "1,234"], PointComma, vec![1_234_567.0, 1234.0]),
            (&["1'250.5", "1’000’000"], PointApostrophe, vec![1250.5, 1_000_000.0]),
            (&["1.250", "3"], Point, vec![1.25, 3.0]),
            (&["−1.5", "5."], Point, vec![-1.5, 5.0]),
        ] {
            assert_eq!(column(cells), Some((style, numbers)), "{cells:?}");
        }
    }

    #[test]
    fn what_leaves_a_doubt_or_contradicts_is_no_number() {
        for cells in "1,234|1.234 1,75|1,234 1.5|1.250,00 1,250.00|1_250 1'250|12_34|0_125|1234_567,5|1.25,00|1,5.000|1,|,|\
                      a,5|1,5_kg|1,,5|1,_5|1_|030_123_456"
            .split('|')
        {
            let cells: Vec<String> = cells.split(' ').map(|cell| cell.replace('_', " ")).collect();
            assert_eq!(column(&cells), None, "{cells:?}");
        }
    }

    #[test]
    fn typed_numbers_have_a_decimal_point_and_files_the_sign_of_their_column() {
        for (text, style, file, expected) in [
            ("1,75", Point, false, Some("1.75")),
            ("1,234", Point, false, None),
            ("1,234", Comma, false, Some("1.234")),
            ("1.250,00", Point, false, Some("1250.00")),
            ("1.250", CommaPoint, false, None),
            ("1.250", CommaPoint, true, Some("1250")),
            ("1.5", CommaPoint, true, None),
            ("1.5", Point, true, None),
            ("−5", Point, true, Some("-5")),
            ("−5", CommaPoint, false, Some("-5")),
            ("Sunny", Comma, true, None),
        ] {
            assert_eq!(with_point(text, style, file).as_deref(), expected, "{text}, {style:?}, {file}");
        }
    }
}
