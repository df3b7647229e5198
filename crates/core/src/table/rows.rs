//! The rows of a text, with those that do not fit the header handled as the user chose. [`FieldGrid`] reads text without
//! quotes and lone carriage returns many times faster than the csv crate; [`CsvRows`] reads all other text with that crate.

use super::windows::{TextStore, line_at, line_ends};
use super::{Ragged, TableError, Watch, dialect};
use memchr::{memchr, memchr_iter};
use std::ops::Range;

#[derive(Clone, Debug)]
pub(super) struct TextBody<'t> {
    pub source: &'t str,
    /// The text, or its first rows where it is in a file. Places are byte offsets into it.
    pub text: &'t str,
    pub whole: TextStore<'t>,
    pub window: usize,
    /// Where the rows begin, after the header.
    pub start: usize,
    pub delimiter: u8,
    pub width: usize,
    pub ragged: Ragged,
    pub watch: Option<&'t Watch>,
}

impl<'t> TextBody<'t> {
    /// Makes windows of a wide table hold more rows: what each keeps of a column takes more room than a few cells.
    pub fn hold_rows(&mut self) {
        const MANY: usize = 1000;
        const ROWS: usize = 64;
        let rows = self.text.get(self.start..).unwrap_or_default().as_bytes();
        if self.width > MANY {
            let row = rows.len() / memchr_iter(b'\n', rows).count().max(1);
            self.window = self.window.max(row.saturating_mul(ROWS));
        }
    }

    pub fn rows(&self) -> CsvRows<'t> {
        CsvRows {
            reader: dialect::reader(self.text.get(self.start..).unwrap_or_default(), self.delimiter),
            body: self.clone(),
            record: csv::ByteRecord::new(),
            start: self.start,
            tally: RowCounts::default(),
        }
    }

    /// Where the line ahead begins, after a carriage return that the reader took for the end of a line.
    pub fn after_newline(&self, at: usize) -> usize {
        let is_within = at > 0 && self.text.as_bytes().get(at - 1..=at) == Some(b"\r\n");
        at + usize::from(is_within)
    }
}

/// How many lines, and where the first one begins.
pub(super) type Lines = (u64, usize);

fn add(lines: &mut Lines, (more, at): Lines) {
    if lines.0 == 0 && more > 0 {
        lines.1 = at;
    }
    lines.0 += more;
}

#[derive(Clone, Debug, Default)]
pub(super) struct RowCounts {
    pub fitting: u64,
    /// Rows that do not fit the header, and the fields of the first.
    pub unfit: Lines,
    pub fields: usize,
    /// Lines with nothing, except those after the last row.
    pub blank: Lines,
    trailing: Lines,
    pub empty: Lines,
}

impl RowCounts {
    /// Adds what was met in a later part of the text, which begins at `start`.
    pub fn merge(&mut self, other: &RowCounts, start: usize) {
        if other.fitting > 0 || other.unfit.0 > 0 {
            add(&mut self.blank, std::mem::take(&mut self.trailing));
        }
        if self.unfit.0 == 0 {
            self.fields = other.fields;
        }
        self.fitting += other.fitting;
        for (mine, (more, at)) in [
            (&mut self.unfit, other.unfit),
            (&mut self.blank, other.blank),
            (&mut self.trailing, other.trailing),
            (&mut self.empty, other.empty),
        ] {
            add(mine, (more, at + start));
        }
    }

    /// Counts a row; `true` if it is kept.
    fn row(&mut self, body: &TextBody<'_>, start: usize, fields: usize, is_empty: bool) -> bool {
        add(&mut self.blank, std::mem::take(&mut self.trailing));
        add(&mut self.empty, (u64::from(is_empty), start));
        if fields == body.width {
            self.fitting += 1;
            return true;
        }
        if self.unfit.0 == 0 {
            self.fields = fields;
        }
        add(&mut self.unfit, (1, start));
        body.ragged == Ragged::Extra
    }
}

pub(super) struct CsvRows<'t> {
    body: TextBody<'t>,
    reader: csv::Reader<&'t [u8]>,
    pub record: csv::ByteRecord,
    pub start: usize,
    pub tally: RowCounts,
}

impl CsvRows<'_> {
    /// Moves to the next row that is kept; `false` at the end.
    pub fn advance(&mut self) -> Result<bool, TableError> {
        loop {
            let bytes = self.body.text.as_bytes();
            let before = self.body.after_newline(self.place(self.reader.position().byte()));
            let more = self.reader.read_byte_record(&mut self.record).map_err(|e| self.gave_up(&e))?;
            let rest = bytes.get(before..).unwrap_or_default();
            // The reader passes over empty lines by itself.
            let blank = rest.iter().take_while(|b| matches!(b, b'\n' | b'\r')).count();
            self.start = before + blank;
            add(&mut self.tally.trailing, (line_ends(rest.get(..blank).unwrap_or_default()), before));
            if !more {
                return Ok(false);
            }
            let is_empty = self.record.as_slice().trim_ascii().is_empty();
            if self.tally.row(&self.body, self.start, self.record.len(), is_empty) {
                return Ok(true);
            }
        }
    }

    /// One field, trimmed; `None` where the row is too short to have it.
    pub fn field(&self, column: usize) -> Option<&[u8]> {
        self.record.get(column).map(<[u8]>::trim_ascii)
    }

    fn place(&self, byte: u64) -> usize {
        self.body.start + usize::try_from(byte).unwrap_or(0)
    }

    fn gave_up(&self, error: &csv::Error) -> TableError {
        let line = error.position().map(|at| line_at(self.body.text.as_bytes(), self.place(at.byte())));
        let what = format!("the file cannot be read as CSV: {error}");
        let fix = "Open the file in a text editor and look at that line.";
        TableError::bad_csv(self.body.source, what, fix).at_line(line)
    }
}

/// Whether the rows of a text are its lines.
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    let is_lone = |at: usize| bytes.get(at + 1) != Some(&b'\n');
    u32::try_from(bytes.len()).is_ok()
        && memchr(b'"', bytes).is_none()
        && !memchr_iter(b'\r', bytes).any(is_lone)
}

/// The fields of a plain text, row by row.
pub(super) struct FieldGrid<'w> {
    bytes: &'w [u8],
    /// Where each row begins, and which field is its first.
    rows: Vec<(u32, u32)>,
    ends: Vec<u32>,
    /// The fields of every row, if all have as many.
    width: Option<usize>,
}

/// The highest bit of each byte of a word that equals the byte of which `other` consists.
fn places(word: u64, other: u64) -> u64 {
    const SEVEN: u64 = u64::from_le_bytes([0x7f; 8]);
    let differing = word ^ other;
    !(((differing & SEVEN) + SEVEN) | differing | SEVEN)
}

impl<'w> FieldGrid<'w> {
    /// The rows that [`CsvRows`] gives of the same bytes.
    pub fn new(bytes: &'w [u8], body: &TextBody<'_>) -> (FieldGrid<'w>, RowCounts) {
        let mut grid = FieldGrid { bytes, rows: Vec::new(), ends: Vec::new(), width: Some(body.width) };
        let mut tally = RowCounts::default();
        let mut row = (0, 0);
        let mut found = |at: usize, ends_row: bool| {
            grid.ends.push(at as u32);
            if ends_row {
                grid.end_row(row, at, body, &mut tally);
                row = (at as u32 + 1, grid.ends.len() as u32);
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

    #[inline(never)]
    fn end_row(&mut self, row: (u32, u32), at: usize, body: &TextBody<'_>, tally: &mut RowCounts) {
        let (start, first) = (row.0 as usize, row.1 as usize);
        let has_return = at > start && self.bytes.get(at - 1) == Some(&b'\r');
        let end = at - usize::from(has_return);
        self.ends.last_mut().into_iter().for_each(|last| *last = end as u32);
        let width = self.ends.len() - first;
        self.rows.push(row);
        let is_kept = if end == start {
            // What ends without a newline after the last one is nothing.
            add(&mut tally.trailing, (u64::from(at < self.bytes.len()), start));
            false
        } else {
            let is_empty = |column| self.field(self.rows.len() - 1, column).is_some_and(<[u8]>::is_empty);
            tally.row(body, start, width, (0..width).all(is_empty))
        };
        if !is_kept {
            self.rows.pop();
            self.ends.truncate(first);
        } else if width != body.width {
            self.width = None;
        }
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

    /// The fields of a column in some rows, untrimmed: the text up to the end of each, and its length. None where
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
