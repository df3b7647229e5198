//! The rows of a piece of text without quotes, which are its lines: where every field ends is found in one go over the bytes,
//! eight at a time, so that columns can be read one after the other.

use std::ops::Range;

use memchr::{memchr, memchr_iter};

use super::ragged::Ragged;
use super::rows::{Body, RowCounts};

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
