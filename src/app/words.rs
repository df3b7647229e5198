//! Cells and counts as short texts that are safe to show, column widths, and the sizes of panes.

use crate::app::keys::Action;

pub use crate::text::{display_width as width, is_hidden, shorten, shown};

use std::borrow::Cow;
use std::cell::Cell as Shared;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::table::{Cell, Column, Kind, Table};
use crate::text::spelled;

/// The most characters of a cell that are read: a document may be a book.
const LONGEST: usize = 400;

/// A cell as the screen shows it; `·` if it is missing.
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
    shown(&start.replace(['\t', '\n', '\r'], " ")).into_owned()
}

pub fn number(value: f64, decimals: u8) -> String {
    if value != 0.0 && (value.abs() >= 1e15 || (decimals > 12 && value.abs() < 1e-6)) {
        return format!("{value:e}");
    }
    format!("{value:.*}", usize::from(decimals.min(17)))
}

/// Cuts a text to `most` columns, with `…` at its end if it was longer: for documents and headings, whose beginning
/// matters most.
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

/// Returns a sentence with formulas as it is drawn: in ASCII mode it is spelled out like a plain report, so that
/// `√(2π · σ²)` stays unambiguous.
pub fn worded(text: &str, ascii: bool) -> Cow<'_, str> {
    if ascii && !text.is_ascii() { Cow::Owned(spelled(text)) } else { Cow::Borrowed(text) }
}

/// Wraps a sentence into lines of at most `columns` characters, at spaces if there are any; no-break spaces stay.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    let blank = |c: char| c.is_whitespace() && c != '\u{a0}';
    for word in text.split(blank).filter(|word| !word.is_empty()).map(|word| word.replace('\u{a0}', " ")) {
        if !line.is_empty() && used + 1 + width(&word) > columns {
            lines.push(std::mem::take(&mut line));
            used = 0;
        } else if !line.is_empty() {
            line.push(' ');
            used += 1;
        }
        for grapheme in word.graphemes(true) {
            if !line.is_empty() && used + width(grapheme) > columns {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push_str(grapheme);
            used += width(grapheme);
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// The most first and last rows that are read for the width of a column.
const ROWS_FOR_WIDTH: usize = 200;
const WIDEST: usize = 24;
/// The least width of a long name in little space, so that cut names stay distinct.
const NAME: usize = 14;

/// How wide a column is, in characters, without the space beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    cells: usize,
    name: usize,
    is_number: bool,
}

impl Width {
    /// Returns its least width, with extra characters before each cell and after its name.
    pub fn least(self, before: usize, behind: usize) -> usize {
        let least = (self.cells + before).max((self.name + behind).min(NAME + behind));
        if self.is_number { least } else { least.min(WIDEST + before) }
    }

    /// Returns the width that shows every measured cell, and a name that is not too long.
    pub fn full(self, behind: usize) -> usize {
        let name = self.name + behind;
        self.cells.max(if self.is_number { name.min(WIDEST) } else { name })
    }
}

/// Returns the widths of the columns. Numbers are never cut, so all are read; of texts, only the first and last rows.
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

pub const LEAST_WIDTH: u16 = 60;
pub const LEAST_HEIGHT: u16 = 15;

const LEAST_RIGHT: u16 = 26;

const ENOUGH_RIGHT: u16 = 46;
const BESIDE_CELLS: u16 = 40;

const LEAST_BELOW: u16 = 7;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    #[default]
    Master,
    Detail,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    pub width: u16,
    pub height: u16,
    pub zoom: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Tiny,
    One,
    Two,
}

impl Frame {
    pub const fn new(width: u16, height: u16) -> Frame {
        Frame { width, height, zoom: false }
    }

    pub fn shape(self) -> Shape {
        if self.width < LEAST_WIDTH || self.height < LEAST_HEIGHT {
            Shape::Tiny
        } else if self.width < 80 || self.zoom {
            Shape::One
        } else {
            Shape::Two
        }
    }

    pub fn body(self) -> u16 {
        self.height.saturating_sub(3)
    }

    pub fn lines(self) -> usize {
        usize::from(self.body().saturating_sub(2))
    }

    /// Returns the lines of a page, if `other` lines of the pane are not part of the list.
    pub fn page(self, other: usize) -> usize {
        self.lines().saturating_sub(other).max(1)
    }

    /// Returns the width of the left pane with its border, if its content needs `needed` columns. `wide` is for screens whose
    /// left pane is a table: it gets the larger share at any width, or what it needs.
    pub fn left(self, wide: bool, needed: usize) -> u16 {
        let needed = u16::try_from(needed).unwrap_or(u16::MAX).saturating_add(4);
        match self.shape() {
            Shape::Two if wide || self.width >= 120 => {
                let right = if wide { BESIDE_CELLS } else { ENOUGH_RIGHT };
                needed.min(self.width.saturating_sub(right)).max((u32::from(self.width) * 62 / 100) as u16)
            }
            Shape::Two => needed.clamp(self.width / 2, self.width - LEAST_RIGHT),
            Shape::Tiny | Shape::One => self.width,
        }
    }

    /// Whether a table that needs so many columns fits beside the pane that explains it. Otherwise that pane is below it.
    pub fn fits_beside(self, needed: usize) -> bool {
        self.zoom || self.width >= 120 || needed + 4 <= usize::from(self.width - LEAST_RIGHT.min(self.width))
    }

    /// Returns the height, with border, of a pane above another one, if it wants `lines` lines.
    pub fn upper(self, lines: usize) -> u16 {
        let wanted = u16::try_from(lines).unwrap_or(u16::MAX).saturating_add(2);
        wanted.min(self.body().saturating_sub(LEAST_BELOW)).max(self.body() / 2)
    }

    /// Returns the width of a dialog that replaces the right pane; the whole width if there is one pane.
    pub fn beside(self, least: u16) -> u16 {
        match self.width {
            80.. => (self.width - self.width * 62 / 100).max(least),
            width => width,
        }
    }

    /// Returns the size of a dialog that wants `width` by `height`, borders included.
    pub fn dialog(self, width: u16, height: u16) -> (u16, u16) {
        (width.min(self.width.saturating_sub(4)), height.min(self.body().saturating_sub(2)))
    }
}

/// Moves a scroll position as little as needed for `cursor` to be among the `lines` shown.
pub fn follow(scroll: usize, cursor: usize, lines: usize) -> usize {
    scroll.max((cursor + 1).saturating_sub(lines.max(1))).min(cursor)
}

/// Moves a position in a list whose last position is `last`; returns whether the action was a movement.
pub fn moves(place: &mut usize, last: usize, page: usize, action: &Action) -> bool {
    let to = moved((*place).min(last), last, page, action);
    *place = to.unwrap_or(*place);
    to.is_some()
}

pub fn moved(at: usize, last: usize, page: usize, action: &Action) -> Option<usize> {
    Some(match action {
        Action::Up => at.saturating_sub(1),
        Action::Down => at.saturating_add(1).min(last),
        Action::PageUp => at.saturating_sub(page),
        Action::PageDown => at.saturating_add(page).min(last),
        Action::First => 0,
        Action::Last => last,
        Action::Select(to) => (*to).min(last),
        _ => return None,
    })
}

/// Returns the next or previous of some choices; after the last comes the first.
pub fn beside<T: Clone + PartialEq>(all: &[T], now: &T, forward: bool) -> T {
    let (many, at) = (all.len().max(1), all.iter().position(|one| one == now).unwrap_or(0));
    all.get((at + if forward { 1 } else { many - 1 }) % many).unwrap_or(now).clone()
}

/// How far a list or a text is scrolled. Only drawing knows the sizes: it notes them here, and keys use them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scroll {
    top: Shared<usize>,
    /// The farthest position; `None` until it is drawn.
    last: Shared<Option<usize>>,
    page: Shared<usize>,
}

impl Scroll {
    pub fn top(&self) -> usize {
        self.top.get()
    }

    pub fn page(&self) -> usize {
        self.page.get().max(1)
    }

    pub fn to(&self, top: usize) {
        self.top.set(top);
    }

    /// Notes that `lines` lines are drawn in `height` rows; returns the first one drawn.
    pub fn text(&self, lines: usize, height: usize) -> usize {
        let last = lines.saturating_sub(height);
        self.last.set(Some(last));
        self.page.set(height);
        self.top.set(self.top.get().min(last));
        self.top.get()
    }

    /// The same for a list, of which the `marked` lines stay in sight.
    pub fn list(&self, lines: usize, height: usize, marked: Range<usize>) -> usize {
        let top = follow(self.top.get(), marked.end.saturating_sub(1), height);
        self.top.set(follow(top, marked.start, height));
        self.text(lines, height)
    }

    /// Scrolls a text; returns whether the action was a movement.
    pub fn moves(&self, action: &Action) -> bool {
        let mut top = self.top.get();
        let moved = moves(&mut top, self.last.get().unwrap_or(usize::MAX / 2), self.page(), action);
        self.top.set(top);
        moved
    }

    /// `1–17 of 40`; empty if everything is in sight.
    pub fn place(&self, lines: usize) -> String {
        if self.last.get().unwrap_or(0) == 0 {
            return String::new();
        }
        let (top, page) = (self.top.get(), self.page.get());
        format!("{}–{} of {lines}", top + 1, (top + page).min(lines))
    }
}

/// The selected line of a list, and how far the list is scrolled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    pub at: usize,
    pub scroll: Scroll,
}

impl Selection {
    pub fn new(at: usize) -> Selection {
        Selection { at, ..Selection::default() }
    }

    /// Moves in a list of `len` lines; returns whether the action was a movement.
    pub fn moves(&mut self, len: usize, action: &Action) -> bool {
        moves(&mut self.at, len.saturating_sub(1), self.scroll.page(), action)
    }
}

const LIFE: u8 = 16;
/// Characters that are read in that time; longer messages stay longer.
const READ: usize = 76;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    pub text: String,
    left: u8,
}

impl Toast {
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        let rows = u8::try_from(text.chars().count().div_ceil(READ)).unwrap_or(u8::MAX).max(1);
        Toast { text, left: LIFE.saturating_mul(rows) }
    }

    pub fn tick(self) -> Option<Toast> {
        let left = self.left.checked_sub(1).filter(|left| *left > 0)?;
        Some(Toast { left, ..self })
    }
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

    #[test]
    fn shapes_change_at_the_documented_widths() {
        let shape = |width, height| Frame::new(width, height).shape();
        assert_eq!(shape(59, 40), Shape::Tiny);
        assert_eq!(shape(60, 14), Shape::Tiny);
        assert_eq!(shape(60, 15), Shape::One);
        assert_eq!(shape(79, 24), Shape::One);
        assert_eq!(shape(80, 24), Shape::Two);
        let left = |width, needed| Frame::new(width, 24).left(false, needed);
        assert_eq!([0, 36, 37, 50, 51, 99].map(|needed| left(80, needed)), [40, 40, 41, 54, 54, 54]);
        assert_eq!([50, 51, 99].map(|needed| Frame::new(80, 24).fits_beside(needed)), [true, false, false]);
        assert!(Frame::new(120, 40).fits_beside(99));
        let zoomed = Frame { zoom: true, ..Frame::new(160, 48) };
        assert_eq!((zoomed.shape(), zoomed.left(false, 20)), (Shape::One, 160));
        assert_eq!([3, 12, 40].map(|lines| Frame::new(80, 24).upper(lines)), [10, 14, 14]);
        assert_eq!((left(119, 60), left(120, 60), left(120, 99)), (64, 74, 74));
        assert_eq!([20, 80, 99].map(|needed| left(140, needed)), [86, 86, 94]);
        let table = |width, needed| Frame::new(width, 24).left(true, needed);
        assert_eq!([(80, 99), (118, 60), (118, 73), (118, 99)].map(|(w, n)| table(w, n)), [49, 73, 77, 78]);
    }

    #[test]
    fn scrolling_follows_the_cursor_and_no_further() {
        assert_eq!(follow(0, 9, 10), 0);
        assert_eq!(follow(0, 10, 10), 1);
        assert_eq!(follow(5, 4, 10), 4);
        assert_eq!(follow(5, 8, 10), 5);
        assert_eq!(follow(0, 3, 0), 3);
    }
}
