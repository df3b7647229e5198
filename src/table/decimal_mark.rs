//! The mark before the decimals of a column: a point, or the comma of a German or French spreadsheet.
//!
//! `1,234` may be one thousand or a little more than one, so a column is read with commas only where at least one of its
//! cells shows that they mark no thousands, and where none of them has a point.

use super::number::number;

/// What the cells of a column have shown so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DecimalMark {
    point: bool,
    comma: bool,
    clear: bool,
}

impl DecimalMark {
    /// A column of which it is known that commas stand before its decimals.
    pub fn known_comma() -> Self {
        DecimalMark { clear: true, ..DecimalMark::default() }
    }

    /// The number that a trimmed cell holds; `None` for a mark that the column had otherwise before, too.
    pub fn read(&mut self, cell: &[u8]) -> Option<f64> {
        if let Some(value) = number(cell) {
            let point = cell.contains(&b'.');
            self.point |= point;
            return Some(value).filter(|_| !(point && self.comma));
        }
        let value = comma_number(cell).filter(|_| !self.point)?;
        self.comma = true;
        self.clear |= is_clear(cell);
        Some(value)
    }

    /// Whether some cell has a decimal comma.
    pub fn is_comma(self) -> bool {
        self.comma
    }

    /// Whether its commas may as well mark thousands.
    pub fn is_open(self) -> bool {
        self.comma && !self.clear
    }
}

/// The number of a cell with one comma and no point, `1,75`, taken as a decimal comma.
pub(super) fn comma_number(cell: &[u8]) -> Option<f64> {
    const LONGEST: usize = 64;
    let at = cell.iter().position(|b| *b == b',').filter(|_| cell.len() <= LONGEST)?;
    let is_followed = cell.get(at + 1).is_some_and(u8::is_ascii_digit);
    if !is_followed || cell.contains(&b'.') {
        return None;
    }
    let mut text = [0; LONGEST];
    let text = text.get_mut(..cell.len())?;
    text.copy_from_slice(cell);
    *text.get_mut(at)? = b'.';
    number(text)
}

/// A number that somebody typed with a decimal comma, with a point: `1.75` for `1,75`. `None` for other text, and where
/// the comma may mark thousands, unless the column is known to have decimal commas.
pub fn with_point(text: &str, is_known: bool) -> Option<String> {
    comma_number(text.as_bytes()).filter(|_| is_known || is_clear(text.as_bytes()))?;
    Some(text.replacen(',', ".", 1))
}

/// Whether the comma of such a cell cannot mark thousands: other than three figures follow, or more than three or a
/// zero come before.
pub(super) fn is_clear(cell: &[u8]) -> bool {
    let mut parts =
        cell.strip_prefix(b"-").or(cell.strip_prefix(b"+")).unwrap_or(cell).splitn(2, |b| *b == b',');
    let (whole, rest) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    !may_divide_thousands(whole, rest)
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

    fn mark(cells: &[&str]) -> (Vec<Option<f64>>, DecimalMark) {
        let mut mark = DecimalMark::default();
        (cells.iter().map(|cell| mark.read(cell.as_bytes())).collect(), mark)
    }

    #[test]
    fn one_clear_cell_says_what_the_commas_of_a_column_are() {
        let (read, found) = mark(&["2,125", "1,75", "3", "-0,5", "1,5E-03"]);
        assert_eq!(read, [Some(2.125), Some(1.75), Some(3.0), Some(-0.5), Some(0.0015)]);
        assert!(found.is_comma() && !found.is_open());
        for (cell, clear) in [
            ("1,234", false),
            ("12,345", false),
            ("-999,000", false),
            ("0,125", true),
            ("1234,567", true),
            (",125", true),
            ("1,5", true),
            ("1,2345", true),
        ] {
            assert_eq!(is_clear(cell.as_bytes()), clear, "{cell}");
            assert_eq!(mark(&[cell]).1.is_open(), !clear, "{cell}");
        }
    }

    #[test]
    fn points_and_commas_are_no_numbers_together() {
        assert_eq!(mark(&["1,75", "1.5"]).0, [Some(1.75), None]);
        assert_eq!(mark(&["1.5", "1,75"]).0, [Some(1.5), None]);
        assert_eq!(mark(&["1,75", "1e3"]).0, [Some(1.75), Some(1000.0)]);
        for cell in ["1.234,5", "1,234.5", "1,234,567", "1,", ",", "a,5", "1,5 kg", "1,,5", "1, 5"] {
            assert_eq!(mark(&[cell]).0, [None], "{cell}");
        }
    }
}
