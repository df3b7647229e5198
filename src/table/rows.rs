//! The rows of a text, one after the other, with those that do not fit the header dealt with as the user chose.
//!
//! Lines are counted as an editor numbers them: `\n`, `\r\n` and a lone `\r` each end one. A table that was saved as one column,
//! `"a,b"` above `"1,2"`, is unwrapped line by line.

use std::sync::atomic::Ordering;

use memchr::memchr_iter;

use super::dialect;
use super::error::TableError;
use super::ragged::Ragged;
use super::ragged::{ends, line_at};
use super::source::Watch;
use super::windows::Text;

/// Rows between two looks at the watch.
const WATCHED: u64 = 1024;

/// A text, and where its rows stand in it.
#[derive(Clone, Debug)]
pub(super) struct Body<'t> {
    pub source: &'t str,
    /// The text, or its first rows where it is in a file; places are byte offsets into it.
    pub text: &'t str,
    pub whole: Text<'t>,
    /// The bytes of it that are read together.
    pub window: usize,
    /// Where the rows begin, after the header.
    pub start: usize,
    pub delimiter: u8,
    pub width: usize,
    pub ragged: Ragged,
    pub watch: Option<&'t Watch>,
}

/// Windows of a table of more columns hold so many rows at least: what each keeps of a column takes more than a few cells.
const MANY: usize = 1000;
const ROWS: usize = 64;

impl<'t> Body<'t> {
    pub(crate) fn hold_rows(&mut self) {
        let rows = self.text.get(self.start..).unwrap_or_default().as_bytes();
        if self.width > MANY {
            let row = rows.len() / memchr_iter(b'\n', rows).count().max(1);
            self.window = self.window.max(row.saturating_mul(ROWS));
        }
    }

    pub fn rows(&self) -> Rows<'t> {
        Rows {
            reader: dialect::reader(self.text.get(self.start..).unwrap_or_default(), self.delimiter),
            body: self.clone(),
            record: csv::ByteRecord::new(),
            seen: 0,
            end: 0,
            tally: RowCounts::default(),
        }
    }
}

/// What was met on the way, apart from the rows themselves.
#[derive(Clone, Debug, Default)]
pub(super) struct RowCounts {
    pub fitting: u64,
    pub unfit: Option<Unfit>,
    /// Lines without anything: how many, and where the first is.
    pub blank: (u64, usize),
    trailing: (u64, usize),
    /// Rows of empty cells: how many, and where the first is.
    pub empty: (u64, usize),
}

/// Rows that do not fit the header.
#[derive(Clone, Debug)]
pub(super) struct Unfit {
    pub start: usize,
    pub fields: usize,
    pub lines: u64,
}

impl RowCounts {
    /// Adds what was met behind so many bytes.
    pub fn merge(&mut self, other: &RowCounts, before: usize) {
        if other.fitting > 0 || other.unfit.is_some() {
            self.row();
        }
        self.fitting += other.fitting;
        match (&mut self.unfit, &other.unfit) {
            (Some(mine), Some(theirs)) => mine.lines += theirs.lines,
            (mine @ None, Some(theirs)) => {
                *mine = Some(Unfit { start: theirs.start + before, ..theirs.clone() });
            }
            (_, None) => {}
        }
        first_of(&mut self.blank, other.blank.0, other.blank.1 + before);
        first_of(&mut self.trailing, other.trailing.0, other.trailing.1 + before);
        first_of(&mut self.empty, other.empty.0, other.empty.1 + before);
    }

    pub(super) fn row(&mut self) {
        let (count, at) = std::mem::take(&mut self.trailing);
        first_of(&mut self.blank, count, at);
    }

    pub(super) fn blank_at(&mut self, at: usize) {
        first_of(&mut self.trailing, 1, at);
    }

    pub(super) fn empty_at(&mut self, at: usize) {
        first_of(&mut self.empty, 1, at);
    }

    pub(super) fn unfit_at(&mut self, start: usize, fields: usize) {
        match &mut self.unfit {
            Some(unfit) => unfit.lines += 1,
            None => self.unfit = Some(Unfit { start, fields, lines: 1 }),
        }
    }
}

fn first_of((count, first): &mut (u64, usize), more: u64, at: usize) {
    if *count == 0 && more > 0 {
        *first = at;
    }
    *count += more;
}

pub(super) struct Rows<'t> {
    body: Body<'t>,
    reader: csv::Reader<&'t [u8]>,
    record: csv::ByteRecord,
    seen: u64,
    end: u64,
    pub tally: RowCounts,
}

impl Rows<'_> {
    /// Moves to the next row that is kept; `false` at the end.
    pub(crate) fn advance(&mut self) -> Result<bool, TableError> {
        loop {
            let more = self.reader.read_byte_record(&mut self.record).map_err(|e| self.gave_up(&e))?;
            if !more {
                self.note_trailing();
                return Ok(false);
            }
            self.end = self.reader.position().byte();
            self.seen += 1;
            if self.seen.is_multiple_of(WATCHED) {
                self.look_up()?;
            }
            self.note_blanks();
            let fields = self.record.len();
            if fields == self.body.width {
                self.tally.fitting += 1;
                return Ok(true);
            }
            let start = self.start();
            self.tally.unfit_at(start, fields);
            if self.body.ragged == Ragged::Extra {
                return Ok(true);
            }
        }
    }

    /// One field, trimmed; `None` where the row is too short to have it.
    pub fn field(&self, column: usize) -> Option<&[u8]> {
        self.record.get(column).map(<[u8]>::trim_ascii)
    }

    pub fn width(&self) -> usize {
        self.record.len()
    }

    pub fn start(&self) -> usize {
        let at = self.offset();
        let bytes = self.body.text.as_bytes();
        let ends = bytes.get(at..).unwrap_or_default().iter().take_while(|b| matches!(b, b'\n' | b'\r'));
        at + ends.count()
    }

    fn offset(&self) -> usize {
        let at = self.record.position().map_or(0, csv::Position::byte);
        self.body.start + usize::try_from(at).unwrap_or(0)
    }

    /// The reader passes over empty lines by itself; they stand between its place and the row.
    fn note_trailing(&mut self) {
        let bytes = self.body.text.as_bytes();
        let mut at = self.body.start + usize::try_from(self.end).unwrap_or(0);
        if at > 0 && bytes.get(at - 1..=at) == Some(b"\r\n") {
            at += 1;
        }
        let blank = ends(bytes.get(at..).unwrap_or_default());
        self.end = bytes.len().saturating_sub(self.body.start) as u64;
        first_of(&mut self.tally.trailing, blank, at);
    }

    fn note_blanks(&mut self) {
        let (at, bytes) = (self.offset(), self.body.text.as_bytes());
        let mut from = at;
        if bytes.get(at) == Some(&b'\n') && at > 0 && bytes.get(at - 1) == Some(&b'\r') {
            from += 1;
        }
        if matches!(bytes.get(from), Some(b'\n' | b'\r')) {
            let blank = ends(bytes.get(from..self.start()).unwrap_or_default());
            first_of(&mut self.tally.blank, blank, from);
        }
        if self.record.as_slice().trim_ascii().is_empty() {
            let start = self.start();
            self.tally.empty_at(start);
        }
    }

    fn look_up(&self) -> Result<(), TableError> {
        let Some(watch) = self.body.watch else { return Ok(()) };
        watch.done.store(self.offset() as u64, Ordering::Relaxed);
        if watch.stop.load(Ordering::Relaxed) {
            return Err(TableError::stopped(self.body.source));
        }
        Ok(())
    }

    fn gave_up(&self, error: &csv::Error) -> TableError {
        let at = error.position().map(|p| self.body.start + usize::try_from(p.byte()).unwrap_or(0));
        let what = format!("the file cannot be read as CSV: {error}");
        let fix = "Open the file in a text editor and look at that line.";
        let line = at.map(|at| line_at(self.body.text.as_bytes(), at));
        TableError::bad_csv(self.body.source, what, fix).at_line(line)
    }
}

/// The text without those quotes, line by line as before; `None` where some line has none, where a quote ends within a
/// line, or where what is left is no table.
pub(super) fn unquoted(text: &str) -> Option<String> {
    let mut rows = text.split(['\n', '\r']).filter(|line| !line.is_empty()).skip(1);
    if !rows.clone().take(FIRST).all(|line| inside(line).is_some()) || rows.next().is_none() {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut is_header = true;
    for line in text.split_inclusive(['\n', '\r']) {
        let content = line.trim_end_matches(['\n', '\r']);
        match inside(content) {
            Some(inside) => plain.push_str(&inside.replace("\"\"", "\"")),
            None if is_header || content.is_empty() => plain.push_str(content),
            None => return None,
        }
        is_header &= content.is_empty();
        plain.push_str(line.get(content.len()..).unwrap_or_default());
    }
    dialect::is_table(&plain).then_some(plain)
}

/// Lines that are looked at before the whole text is.
const FIRST: usize = 20;

fn inside(line: &str) -> Option<&str> {
    let inside = line.trim_end().strip_prefix('"')?.strip_suffix('"')?;
    let mut quotes = inside.split("\"\"");
    quotes.all(|part| !part.contains('"')).then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_around_whole_lines_are_taken_off() {
        for (text, plain) in [
            ("\"a,b\"\n\"1,2\"\n\"3,4\"\n", Some("a,b\n1,2\n3,4\n")),
            ("a,b\r\n\"1,2\"\r\n\r\n\"3,4\"", Some("a,b\r\n1,2\r\n\r\n3,4")),
            ("\"a,b\"\n\"1,\"\"x, y\"\"\"\n", Some("a,b\n1,\"x, y\"\n")),
            ("\"a;b\"\n\"1,5;2\"\n\"2,5;3\"\n", Some("a;b\n1,5;2\n2,5;3\n")),
            // Cells in quotes, documents of one column, and lines of which one is otherwise.
            ("\"a\",\"b\"\n\"1\",\"2\"\n", None),
            ("\"a\",\"b\"\n\"1\",\"\"\n\"\",\"2\"\n", None),
            ("text\n\"hello, you\"\n\"well, then, no\"\n", None),
            ("\"name, first\"\n\"Doe, J\"\n\"Ada\"\n", None),
            ("\"a,b\"\n", None),
            ("a,b\n1,2\n", None),
        ] {
            assert_eq!(unquoted(text).as_deref(), plain, "{text}");
        }
    }
}
