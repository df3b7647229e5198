//! A file cut into pieces that threads read at the same time.

use super::error::TableError;
use super::ragged;
use super::ragged::Ragged;
use super::rows::{Body, RowCounts};
use super::source::{LIMIT, Source};
use super::windows::last_row_end;
use memchr::{memchr, memchr_iter};
use std::io::{self, Read};
use std::ops::Range;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The first row of the whole text, and the rows of this piece.
    pub bytes: Vec<u8>,
    /// The lines of the text between its first row and the rows of this piece.
    pub skipped: u64,
}

pub(crate) struct Pieces<'s> {
    input: Box<dyn Read + 's>,
    source: &'s Source,
    size: u64,
    head: Vec<u8>,
    rest: Vec<u8>,
    skipped: u64,
    is_first: bool,
    is_done: bool,
}

impl Source {
    /// The rows, about `size` bytes at a time; one piece is what is shorter, or cannot be cut without being understood.
    ///
    /// # Errors
    /// When the source cannot be opened.
    pub(crate) fn pieces(&self, size: u64) -> Result<Pieces<'_>, TableError> {
        let (input, _) = self.open()?;
        let (head, rest) = (Vec::new(), Vec::new());
        let size = size.clamp(1, LIMIT);
        Ok(Pieces { input, source: self, size, head, rest, skipped: 0, is_first: true, is_done: false })
    }
}

impl Iterator for Pieces<'_> {
    type Item = Result<Piece, TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_done || self.is_first {
            match self.rows() {
                // Blank lines are no rows, and a text of them alone would be one without any.
                Ok(rows) if !self.is_first && rows.trim_ascii().is_empty() => {
                    self.skipped += ragged::ends(&rows)
                }
                Ok(rows) => return Some(Ok(self.piece(rows))),
                Err(error) => {
                    (self.is_done, self.is_first) = (true, false);
                    return Some(Err(self.source.lost(&error)));
                }
            }
        }
        None
    }
}

impl Pieces<'_> {
    fn piece(&mut self, rows: Vec<u8>) -> Piece {
        if std::mem::take(&mut self.is_first) {
            self.head = rows.get(..head(&rows)).unwrap_or_default().to_vec();
            self.skipped = ragged::ends(&rows) - ragged::ends(&self.head);
            return Piece { bytes: rows, skipped: 0 };
        }
        let skipped = self.skipped;
        self.skipped += ragged::ends(&rows);
        Piece { bytes: [self.head.as_slice(), &rows].concat(), skipped }
    }

    fn rows(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = std::mem::take(&mut self.rest);
        let mut size = self.size;
        loop {
            let wanted = size.saturating_sub(bytes.len() as u64);
            let got = self.input.by_ref().take(wanted).read_to_end(&mut bytes)?;
            self.is_done |= (got as u64) < wanted;
            if self.is_done {
                return Ok(bytes);
            }
            // Two bytes a character would have to be decoded before a row can be told.
            let is_wide = self.is_first && (bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff"));
            let end = last_row_end(&bytes).filter(|end| !is_wide && (!self.is_first || head(&bytes) < *end));
            if let Some(end) = end {
                self.rest = bytes.split_off(end);
                return Ok(bytes);
            }
            if size >= LIMIT {
                return Err(io::Error::other(format!("a row of it is longer than {LIMIT} bytes")));
            }
            size = size.saturating_mul(2);
        }
    }
}

/// Where the first row of a text ends, behind blank lines and the line that names a delimiter.
fn head(bytes: &[u8]) -> usize {
    let mut at = 0;
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(end) = row_end(rest) else { return bytes.len() };
        let row = rest.get(..end).unwrap_or_default();
        let text = row.strip_prefix(b"\xef\xbb\xbf").unwrap_or(row).trim_ascii();
        at += end;
        if !text.is_empty() && !text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"sep=")) {
            return at;
        }
    }
}

fn row_end(bytes: &[u8]) -> Option<usize> {
    let (mut from, mut quotes) = (0, 0);
    loop {
        let rest = bytes.get(from..)?;
        let end = from + memchr(b'\n', rest)? + 1;
        quotes += bytes.get(from..end)?.iter().filter(|byte| **byte == b'"').count();
        if quotes % 2 == 0 {
            return Some(end);
        }
        from = end;
    }
}

/// Whether the rows of a piece are its lines: it has neither quotes nor lone carriage returns.
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    let is_lone = |at: usize| bytes.get(at + 1) != Some(&b'\n');
    u32::try_from(bytes.len()).is_ok()
        && memchr(b'"', bytes).is_none()
        && !memchr_iter(b'\r', bytes).any(is_lone)
}

/// The fields of a plain piece, row by row.
pub(super) struct Grid<'w> {
    bytes: &'w [u8],
    rows: Vec<(u32, u32)>,
    ends: Vec<u32>,
    width: Option<usize>,
}

/// The bit of each byte of a word that is the same as the byte that stands in each byte of `other`.
fn places(word: u64, other: u64) -> u64 {
    const SEVEN: u64 = u64::from_le_bytes([0x7f; 8]);
    let apart = word ^ other;
    !(((apart & SEVEN) + SEVEN) | apart | SEVEN)
}

impl<'w> Grid<'w> {
    /// The rows that [`Rows`](super::rows::Rows) gives of the same bytes.
    pub fn new(bytes: &'w [u8], body: &Body<'_>) -> (Grid<'w>, RowCounts) {
        let mut grid = Grid { bytes, rows: Vec::new(), ends: Vec::new(), width: Some(body.width) };
        let mut tally = RowCounts::default();
        let (mut start, mut first) = (0, 0);
        let mut found = |at: usize, ends_row: bool| {
            grid.ends.push(at as u32);
            if ends_row {
                grid.end_row(&mut start, &mut first, at, (body, &mut tally));
            }
        };
        let (delimiter, newline) = ([body.delimiter; 8], [b'\n'; 8]);
        let (words, rest) = bytes.as_chunks::<8>();
        for (at, word) in (0..).step_by(8).zip(words) {
            let word = u64::from_le_bytes(*word);
            let newlines = places(word, u64::from_le_bytes(newline));
            let mut left = newlines | places(word, u64::from_le_bytes(delimiter));
            while left != 0 {
                let lowest = left & left.wrapping_neg();
                found(at + left.trailing_zeros() as usize / 8, newlines & lowest != 0);
                left ^= lowest;
            }
        }
        for (at, byte) in (bytes.len() - rest.len()..).zip(rest) {
            if *byte == body.delimiter || *byte == b'\n' {
                found(at, *byte == b'\n');
            }
        }
        if bytes.last() != Some(&b'\n') {
            found(bytes.len(), true);
        }
        (grid, tally)
    }

    fn end_row(
        &mut self,
        start: &mut usize,
        first: &mut usize,
        at: usize,
        (body, tally): (&Body<'_>, &mut RowCounts),
    ) {
        let has_return = at > *start && self.bytes.get(at - 1) == Some(&b'\r');
        let end = if has_return { at - 1 } else { at };
        self.ends.last_mut().into_iter().for_each(|last| *last = end as u32);
        let width = self.ends.len() - *first;
        self.rows.push((*start as u32, *first as u32));
        let is_kept = if end == *start {
            // What ends without a newline after the last one is nothing.
            if at < self.bytes.len() {
                tally.blank_at(*start);
            }
            false
        } else {
            tally.row();
            let row = self.rows.len() - 1;
            if (0..width).all(|column| self.field(row, column).is_some_and(<[u8]>::is_empty)) {
                tally.empty_at(*start);
            }
            if width == body.width {
                tally.fitting += 1;
            } else {
                tally.unfit_at(*start, width);
            }
            width == body.width || body.ragged == Ragged::Extra
        };
        if !is_kept {
            self.rows.pop();
            self.ends.truncate(*first);
        } else if width != body.width {
            self.width = None;
        }
        (*start, *first) = (at + 1, self.ends.len());
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn start(&self, row: usize) -> usize {
        self.rows.get(row).map_or(0, |(start, _)| *start as usize)
    }

    /// One field, trimmed; `None` where the row is too short to have it.
    pub fn field(&self, row: usize, column: usize) -> Option<&'w [u8]> {
        let (start, first) = *self.rows.get(row)?;
        let at = first as usize + column;
        let next = self.rows.get(row + 1).map_or(self.ends.len(), |(_, next)| *next as usize);
        let end = *self.ends.get(at).filter(|_| at < next)?;
        let from = if column == 0 { start } else { self.ends.get(at - 1)? + 1 };
        let cell = self.bytes.get(from as usize..end as usize)?;
        Some(match cell {
            [b'!'..=b'~', .., b'!'..=b'~'] | [b'!'..=b'~'] => cell,
            _ => cell.trim_ascii(),
        })
    }

    /// The fields of a column in some rows, as they stand there: the piece up to the end of each, and its length. None where
    /// the rows are not equally long.
    pub fn column(&self, column: usize, rows: Range<usize>) -> impl Iterator<Item = (&'w [u8], usize)> {
        let width = self.width.filter(|width| column < *width);
        let places = width.map_or(0..0, |width| rows.start * width..rows.end * width);
        let ends = self.ends.get(places).unwrap_or_default().chunks_exact(width.unwrap_or(1));
        let starts = self.rows.get(rows).unwrap_or_default();
        ends.zip(starts).map(move |(ends, (start, _))| {
            let end = ends.get(column).map_or(0, |end| *end as usize);
            let before = column.checked_sub(1).and_then(|before| ends.get(before));
            let from = before.map_or(*start as usize, |before| *before as usize + 1);
            (self.bytes.get(..end).unwrap_or_default(), end.saturating_sub(from))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str, size: u64) -> Vec<(String, u64)> {
        let source = Source::bytes("text", text.as_bytes());
        let pieces = source.pieces(size).unwrap().map(Result::unwrap);
        pieces.map(|piece| (String::from_utf8(piece.bytes).unwrap(), piece.skipped)).collect()
    }

    #[test]
    fn each_piece_has_the_first_row_and_rows_of_its_own() {
        let all = cut("a,b\n1,2\n3,4\n5,6\n", 8);
        assert_eq!(all, [("a,b\n1,2\n".into(), 0), ("a,b\n3,4\n5,6\n".into(), 1)]);
        assert_eq!(cut("a,b\n1,2\n", 80), [("a,b\n1,2\n".into(), 0)]);
        assert_eq!(cut("", 8), [(String::new(), 0)]);
        assert_eq!(cut("a,b\n1,2\n\n\n\n\n\n\n\n\n3,4\n", 8)[1], ("a,b\n3,4\n".into(), 9));
        // As long as a piece, and by a byte longer.
        assert_eq!(cut("a,b\n1,2\n", 8).len(), 1);
        assert_eq!(cut("a,b\n1,2\n3,4\n", 8).len(), 2);
    }

    #[test]
    fn the_first_row_may_come_late_or_be_long_and_rows_may_have_newlines() {
        let all = cut("sep=;\n\n\"a\nb\";c\n1;2\n3;4\n", 20);
        assert_eq!(all[0], ("sep=;\n\n\"a\nb\";c\n1;2\n".into(), 0));
        assert_eq!(all.last().unwrap(), &("sep=;\n\n\"a\nb\";c\n3;4\n".into(), 1));
        let all = cut("a,b\n\"x\ny\",1\n\"z\nw\",2\n", 6);
        assert_eq!(all[0].0, "a,b\n\"x\ny\",1\n");
        assert_eq!(all[1], ("a,b\n\"z\nw\",2\n".into(), 2));
        // What has two bytes a character stays whole.
        let wide: Vec<u8> = "\u{feff}a\n1\n2\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let source = Source::bytes("text", wide.clone());
        let all: Vec<Piece> = source.pieces(4).unwrap().map(Result::unwrap).collect();
        assert_eq!(all, [Piece { bytes: wide, skipped: 0 }]);
    }
}
