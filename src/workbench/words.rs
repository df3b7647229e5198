//! Cells and counts as short texts that are safe to show, and how wide the columns of the data are drawn.

pub use crate::text::{display_width as width, is_hidden, shorten, shown};

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use crate::table::{Cell, Column, Kind, Table};
use crate::text::spelled;

/// The longest text of a cell that is looked at: a document may be a book.
const LONGEST: usize = 400;

/// A cell as the screen shows it; `?` where it is missing.
pub fn cell(table: &Table, row: usize, column: usize) -> String {
    match table.cell(row, column) {
        Cell::Missing => "·".into(),
        Cell::Number(value) => {
            let decimals = table.columns().get(column).map_or(0, |column| column.decimals);
            number(value, decimals)
        }
        Cell::Category(name) => one_line(name.as_str()),
        Cell::Text(text) => one_line(text),
    }
}

fn one_line(text: &str) -> String {
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    let start = text.get(..end).unwrap_or(text);
    if start.contains(['\t', '\n', '\r']) {
        shown(&start.replace(['\t', '\n', '\r'], " ")).into_owned()
    } else {
        shown(start).into_owned()
    }
}

pub fn number(value: f64, decimals: u8) -> String {
    if value != 0.0 && (value.abs() >= 1e15 || (decimals > 12 && value.abs() < 1e-6)) {
        return format!("{value:e}");
    }
    format!("{value:.*}", usize::from(decimals.min(17)))
}

/// The text cut to `most` columns, with `…` at its end where it was longer: for documents and headings, whose beginning
/// tells most.
pub fn clip(text: &str, most: usize) -> Cow<'_, str> {
    if width(text) <= most {
        return Cow::Borrowed(text);
    }
    let mut used = 1;
    let fits = |grapheme: &&str| {
        used += width(grapheme);
        used <= most
    };
    let mut short: String = text.graphemes(true).take_while(fits).collect();
    if most > 0 {
        short.push('…');
    }
    Cow::Owned(short)
}

/// A sentence with formulas in it as it is drawn: in ASCII mode spelled as a plain report spells it, so that
/// `√(2π · σ²)` is not read as something else.
pub fn worded(text: &str, ascii: bool) -> Cow<'_, str> {
    if ascii && !text.is_ascii() { Cow::Owned(spelled(text)) } else { Cow::Borrowed(text) }
}

pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Breaks a sentence into lines of at most `columns` characters, at blanks where there are any; what a no-break space
/// joins stays together.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut done = Vec::new();
    let mut line = String::new();
    let blank = |c: char| c.is_whitespace() && c != '\u{a0}';
    for word in text.split(blank).filter(|word| !word.is_empty()).map(|word| word.replace('\u{a0}', " ")) {
        let word = word.as_str();
        let joined = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
        if width(&joined) <= columns {
            line = joined;
            continue;
        }
        if !line.is_empty() {
            done.push(std::mem::take(&mut line));
        }
        let mut rest = word.to_string();
        while width(&rest) > columns {
            let mut piece = String::new();
            for grapheme in rest.graphemes(true) {
                if !piece.is_empty() && width(&piece) + width(grapheme) > columns {
                    break;
                }
                piece.push_str(grapheme);
            }
            let taken = piece.len();
            done.push(piece);
            rest = rest.get(taken..).unwrap_or_default().to_string();
        }
        line = rest;
    }
    if !line.is_empty() || done.is_empty() {
        done.push(line);
    }
    done
}

/// Rows that are looked at for the width of a column.
const ROWS_FOR_WIDTH: usize = 200;
const WIDEST: usize = 24;
/// What a name needs at least: longer ones are cut where the room is small, so that they differ.
const NAME: usize = 14;

/// How wide a column is, in characters, without the space beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    cells: usize,
    name: usize,
    is_number: bool,
}

impl Width {
    /// What it needs at least, with so many characters more before each cell, and behind its name.
    pub fn least(self, before: usize, behind: usize) -> usize {
        let least = (self.cells + before).max((self.name + behind).min(NAME + behind));
        if self.is_number { least } else { least.min(WIDEST + before) }
    }

    /// What it needs to show every cell that was looked at whole, and a name that is not too long.
    pub fn full(self, behind: usize) -> usize {
        let name = self.name + behind;
        self.cells.max(if self.is_number { name.min(WIDEST) } else { name })
    }
}

/// The columns' widths: numbers are never cut, so all of them are looked at; of texts, the first and the last rows are.
pub fn widths(table: &Table, target: Option<usize>) -> Vec<Width> {
    let rows = table.rows();
    let looked = || (0..rows.min(ROWS_FOR_WIDTH)).chain(rows.saturating_sub(ROWS_FOR_WIDTH)..rows);
    let wide = |(at, column): (usize, &Column)| {
        let name = width(&shown(column.name.as_str())) + usize::from(target == Some(at));
        let is_number = column.kind == Kind::Numeric;
        let cells = if is_number {
            let known = || table.numbers(at).filter(|value| !value.is_nan());
            let ends = [known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max)];
            let cells = ends.into_iter().filter(|v| v.is_finite()).map(|v| number(v, column.decimals).len());
            cells.max()
        } else {
            looked().map(|row| width(&cell(table, row, at))).max()
        };
        Width { cells: cells.unwrap_or(0).max(1), name, is_number }
    };
    table.columns().iter().enumerate().map(wide).collect()
}

pub fn digits(rows: usize) -> usize {
    rows.max(1).ilog10() as usize + 1
}

/// The columns from `left` on that fit into `room` characters, `gap` blanks apart; at least one.
pub fn fitting(widths: &[usize], left: usize, (room, gap): (usize, usize)) -> usize {
    let mut used = 0;
    let fits = |width: &&usize| {
        used += **width + gap;
        // Behind the last one there is a blank of the border's.
        used < room + gap
    };
    widths.iter().skip(left).take_while(fits).count().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clipping_counts_columns_and_keeps_characters_whole() {
        assert_eq!(clip("Overcast", 5), "Over…");
        assert_eq!(clip("東京都", 5), "東京…");
        assert_eq!(clip("東京都", 4), "東…");
        assert_eq!(clip("abc", 0), "");
        assert_eq!(clip("abc", 3), "abc");
    }

    #[test]
    fn sentences_break_at_blanks_and_long_words_anywhere() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("a b\u{a0}c", 4), ["a", "b c"]);
        assert!(wrap("東京都庁", 1).len() <= 4);
        assert_eq!(wrap("東京都庁", 3), ["東", "京", "都", "庁"]);
        assert_eq!(wrap("ae\u{301}o", 2), ["ae\u{301}", "o"]);
    }

    #[test]
    fn numbers_keep_the_decimals_of_their_column() {
        assert_eq!(number(2.5, 2), "2.50");
        assert_eq!(number(1e300, 0), "1e300");
    }
}
