//! How the numbers of a column are written: the mark before their decimals, and the one between thousands.
//!
//! `1,234` may be one thousand or a little more than one, so a column is read otherwise than with points only where its
//! cells leave no doubt: none of them contradicts, and one at least shows what the marks mean.

use super::number::Short;
use super::number::{number, with_hyphens};

/// How numbers are written, apart from signs and exponents.
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

/// The longest cell that is looked at for marks.
const LONGEST: usize = 64;

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
        if self == Point { number(cell) } else { number(self.plain(cell)?.text.as_bytes()) }
    }

    /// A cell with a point before its decimals and nothing between its thousands; `None` where it is not written in this
    /// style. What is left may still be no number.
    fn plain(self, cell: &[u8]) -> Option<Plain> {
        let cell = std::str::from_utf8(cell).ok().filter(|cell| cell.len() <= LONGEST)?;
        let decimal = if self.is_comma() { b',' } else { b'.' };
        let mut plain = Plain { text: String::with_capacity(cell.len()), groups: 0, has_decimals: false };
        let (mut digits, mut after, mut lead) = (0usize, 0usize, None);
        let mut chars = cell.chars().peekable();
        while let Some(c) = chars.next() {
            let sign = sign(c);
            let followed = chars.peek().is_some_and(char::is_ascii_digit);
            match sign {
                b'0'..=b'9' => {
                    lead.get_or_insert(sign);
                    (digits, after) = (digits + 1, after + 1);
                }
                // A comma ends no number, a point may.
                _ if sign == decimal && !plain.has_decimals && (followed || decimal == b'.') => {
                    plain.close(after)?;
                    plain.has_decimals = true;
                }
                _ if Some(sign) == self.groups() && !plain.has_decimals => {
                    // The first group has one to three digits and begins with no zero, the others have three.
                    let is_first = plain.groups == 0;
                    if !(followed && if is_first { digits <= 3 && lead > Some(b'0') } else { after == 3 }) {
                        return None;
                    }
                    (plain.groups, after) = (plain.groups + 1, 0);
                    continue;
                }
                b'e' | b'E' if !plain.has_decimals => {
                    plain.close(after)?;
                    plain.has_decimals = true;
                }
                b'-' | b'+' | b'e' | b'E' => {}
                _ => return None,
            }
            plain.text.push(if sign == decimal { '.' } else { char::from(sign) });
        }
        if !plain.has_decimals {
            plain.close(after)?;
        }
        plain.has_decimals &= cell.contains(char::from(decimal));
        Some(plain)
    }
}

/// A number without the marks of its style.
struct Plain {
    text: String,
    groups: usize,
    has_decimals: bool,
}

impl Plain {
    /// The last group of the whole part ends; it has three digits, too.
    fn close(&self, after: usize) -> Option<()> {
        (self.groups == 0 || after == 3).then_some(())
    }

    fn proves(&self, style: NumberStyle) -> bool {
        match style.groups() {
            None => false,
            Some(b'.' | b',') => self.groups > 1 || self.groups == 1 && self.has_decimals,
            Some(_) => self.groups > 0,
        }
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

/// What the cells of a column have shown so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    possible: u8,
    proved: u8,
}

impl Default for Seen {
    fn default() -> Self {
        Seen { possible: (1 << ALL.len()) - 1, proved: 0 }
    }
}

impl Seen {
    /// Takes a trimmed cell into account; `false` where it is no number in a style that all cells before it have, too.
    pub fn add(&mut self, cell: &[u8]) -> bool {
        self.add_as(cell, number(cell).is_some())
    }

    pub(crate) fn add_short(&mut self, short: &Short) -> bool {
        if !short.has_point {
            return true;
        }
        let here = self.possible & (POINTS | if short.may_group() { CommaPoint.bit() } else { 0 });
        if here != 0 {
            self.possible = here;
        }
        here != 0
    }

    pub(crate) fn is_settled(self) -> bool {
        self.possible & !POINTS == 0
    }

    /// The same of a cell of which it is known whether it is a number with a point at most.
    pub(crate) fn add_as(&mut self, cell: &[u8], is_plain: bool) -> bool {
        let (mut here, mut proved) = (0, 0);
        if is_plain {
            let Some(at) = cell.iter().position(|b| *b == b'.') else {
                // Whole numbers without marks are alike in all styles.
                return true;
            };
            let (whole, rest) = cell.split_at(at);
            let whole = whole.strip_prefix(b"-").unwrap_or(whole);
            let may_group = may_divide_thousands(whole, rest.get(1..).unwrap_or_default());
            here = POINTS | if may_group { CommaPoint.bit() } else { 0 };
            here &= self.possible;
        } else {
            for style in ALL.into_iter().filter(|style| self.possible & style.bit() != 0) {
                let plain = style.plain(cell).filter(|plain| number(plain.text.as_bytes()).is_some());
                if let Some(plain) = plain {
                    here |= style.bit();
                    proved |= if plain.proves(style) { style.bit() } else { 0 };
                }
            }
        }
        if here != 0 {
            (self.possible, self.proved) = (here, self.proved | proved);
        }
        here != 0
    }

    pub(crate) fn with_decimal(self, is_comma: bool) -> Option<NumberStyle> {
        let fits = |style: &NumberStyle| style.is_comma() == is_comma && self.possible & style.bit() != 0;
        ALL.into_iter().find(fits)
    }

    pub(crate) fn may_be_thousands(self) -> bool {
        self.possible & CommaPoint.bit() != 0
    }

    /// What two pieces of a column show together; nothing where no style fits both.
    pub fn with(self, other: Seen) -> Option<Seen> {
        let possible = self.possible & other.possible;
        (possible != 0).then_some(Seen { possible, proved: self.proved | other.proved })
    }

    /// The style of the column: the one that is known where it is possible, else the plainest that leaves no doubt.
    pub fn style(self, known: Option<NumberStyle>) -> Option<NumberStyle> {
        let is_possible = |style: NumberStyle| self.possible & style.bit() != 0;
        let is_clear = |style: &NumberStyle| match style {
            Point => true,
            Comma => !is_possible(PointComma),
            grouped => self.proved & grouped.bit() != 0,
        };
        let known = known.filter(|known| is_possible(*known));
        known.or_else(|| ALL.into_iter().filter(|style| is_possible(*style)).find(is_clear))
    }
}

/// The number of a cell with one comma and no point, `1,75`, taken as a decimal comma.
pub(super) fn comma_number(cell: &[u8]) -> Option<f64> {
    Comma.read(cell).filter(|_| cell.contains(&b','))
}

/// A number written in another style than with a point, with a point: `1.75` for `1,75`. `None` for other text, and where
/// its marks leave a doubt that the column's style does not settle. What a program wrote of itself has points; what a
/// `file` has is written as its column is.
pub fn with_point(text: &str, style: NumberStyle, file: bool) -> Option<String> {
    let cell = text.as_bytes();
    if number(cell).is_some() && !(file && style.read(cell).is_some()) {
        return with_hyphens(cell).and_then(|text| String::from_utf8(text).ok());
    }
    let mut seen = Seen::default();
    let found = Some(())
        .filter(|()| seen.add(cell))
        .and_then(|()| seen.style(Some(style).filter(|s| *s != Point)))?;
    let plain = found.plain(cell)?.text;
    (plain != text).then_some(plain)
}

/// Whether a mark between these may divide thousands: one to three digits that do not begin with 0 stand before it, and
/// three behind it.
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

    fn column(cells: &[&str]) -> Option<(NumberStyle, Vec<f64>)> {
        let mut seen = Seen::default();
        let all = cells.iter().all(|cell| seen.add(cell.as_bytes()));
        let style = seen.style(None).filter(|_| all)?;
        Some((style, cells.iter().map(|cell| style.read(cell.as_bytes()).unwrap()).collect()))
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
        for cells in [
            &["1,234"][..],
            &["1.234", "1,75"],
            &["1,234", "1.5"],
            &["1.250,00", "1,250.00"],
            &["1 250", "1'250"],
            &["12 34"],
            &["0 125"],
            &["1234 567,5"],
            &["1.25,00"],
            &["1,5.000"],
            &["1,"],
            &[","],
            &["a,5"],
            &["1,5 kg"],
            &["1,,5"],
            &["1, 5"],
            &["1 "],
            &["030 123 456"],
        ] {
            assert_eq!(column(cells), None, "{cells:?}");
        }
    }

    #[test]
    fn a_typed_point_stands_before_decimals_and_a_file_is_written_as_its_column() {
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
