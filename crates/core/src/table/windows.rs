//! A text cut where rows end: into windows that are read side by side, and into pieces that are tables of their own.
//!
//! A newline ends a row unless it is in a quoted field, so an even number of quotes precedes every cut. That is right
//! only where quotes do nothing but open and close fields, which the reader of a window checks.

use super::{LIMIT, Source, TableError};
use memchr::{memchr, memchr_iter, memchr2_iter, memrchr, memrchr2_iter};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// The bytes of a window, more where a row is longer.
pub(super) const WINDOW: usize = 1 << 21;

#[derive(Clone, Copy, Debug)]
pub(super) enum TextStore<'t> {
    Memory(&'t str),
    /// A file, and the bytes before its text. It is read again for every pass.
    File(&'t File, u64),
}

/// Where some bytes of a text begin, and the bytes.
pub(super) type Window<'t> = (usize, Cow<'t, [u8]>);

impl<'t> TextStore<'t> {
    pub fn is_in_file(self) -> bool {
        matches!(self, TextStore::File(..))
    }

    /// The windows from a byte at which a row begins, each of about `size` bytes.
    pub fn windows(
        self,
        from: usize,
        size: usize,
    ) -> io::Result<impl Iterator<Item = io::Result<Window<'t>>> + Send> {
        let mut cuts = None;
        if let TextStore::File(mut file, before) = self {
            file.seek(SeekFrom::Start(before + from as u64))?;
            cuts = Some(RowChunks::new(file, size as u64));
        }
        let mut start = from;
        Ok(std::iter::from_fn(move || {
            let bytes = match (self, &mut cuts) {
                (_, Some(cuts)) => match cuts.next_rows(|_, _| true) {
                    Ok(bytes) => Cow::Owned(bytes),
                    Err(error) => return Some(Err(error)),
                },
                (TextStore::Memory(text), _) => {
                    Cow::Borrowed(rows_within(text.as_bytes().get(start..)?, size))
                }
                (TextStore::File(..), None) => return None,
            };
            start += bytes.len();
            (!bytes.is_empty()).then(|| Ok((start - bytes.len(), bytes)))
        }))
    }

    /// The last bytes of a file, or the whole text.
    pub fn tail(self) -> io::Result<Cow<'t, [u8]>> {
        const BYTES: u64 = 4096;
        let (mut file, before) = match self {
            TextStore::Memory(text) => return Ok(Cow::Borrowed(text.as_bytes())),
            TextStore::File(file, before) => (file, before),
        };
        let end = file.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::Start(end.saturating_sub(BYTES).max(before)))?;
        let mut bytes = Vec::new();
        file.take(BYTES).read_to_end(&mut bytes)?;
        Ok(Cow::Owned(bytes))
    }

    /// The line, from 1, that a byte is on.
    pub(crate) fn line_at(self, at: usize) -> u64 {
        match self {
            TextStore::Memory(text) => line_at(text.as_bytes(), at),
            TextStore::File(mut file, before) => {
                file.seek(SeekFrom::Start(before)).and_then(|_| line_of(file, at as u64)).unwrap_or(0)
            }
        }
    }
}

fn rows_within(bytes: &[u8], mut size: usize) -> &[u8] {
    size = size.max(1);
    while let Some(window) = bytes.get(..size) {
        if let Some(end) = last_row_end(window) {
            return window.get(..end).unwrap_or(window);
        }
        size = size.saturating_mul(2);
    }
    bytes
}

/// What is read, about `size` bytes at a time, and what was read after the last row.
struct RowChunks<R> {
    input: R,
    size: u64,
    rest: Vec<u8>,
    is_done: bool,
}

impl<R: Read> RowChunks<R> {
    fn new(input: R, size: u64) -> Self {
        RowChunks { input, size: size.clamp(1, LIMIT), rest: Vec::new(), is_done: false }
    }

    /// The next rows; nothing at the end. They end at the last row end of the bytes where `may_end` allows that.
    fn next_rows(&mut self, may_end: impl Fn(&[u8], usize) -> bool) -> io::Result<Vec<u8>> {
        let mut bytes = std::mem::take(&mut self.rest);
        let mut size = self.size;
        while !self.is_done {
            let wanted = size.saturating_sub(bytes.len() as u64);
            bytes.reserve_exact(usize::try_from(wanted).unwrap_or(0));
            self.is_done = true;
            let got = self.input.by_ref().take(wanted).read_to_end(&mut bytes)?;
            self.is_done = (got as u64) < wanted;
            if self.is_done {
                break;
            }
            if let Some(end) = last_row_end(&bytes).filter(|end| may_end(&bytes, *end)) {
                self.rest = bytes.split_off(end);
                break;
            }
            if size >= LIMIT {
                self.is_done = true;
                return Err(io::Error::other(format!("a row of it is longer than {LIMIT} bytes")));
            }
            size = size.saturating_mul(2);
        }
        Ok(bytes)
    }
}

pub(super) fn last_row_end(bytes: &[u8]) -> Option<usize> {
    if memchr(b'"', bytes).is_none() {
        return memrchr(b'\n', bytes).map(|at| at + 1);
    }
    let mut is_inside = memchr_iter(b'"', bytes).count() % 2 == 1;
    for at in memrchr2_iter(b'\n', b'"', bytes) {
        if bytes.get(at) == Some(&b'"') {
            is_inside = !is_inside;
        } else if !is_inside {
            return Some(at + 1);
        }
    }
    None
}

/// Some rows of a text, behind its first row if that has names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPiece {
    pub bytes: Vec<u8>,
    /// The lines of the text before the rows of this piece, without the first row that comes with them.
    pub skipped: u64,
}

pub struct Pieces<'s> {
    source: &'s Source,
    cuts: RowChunks<Box<dyn Read + 's>>,
    /// The first row, once it is read; nothing where it has no names.
    head: Option<Vec<u8>>,
    has_names: bool,
    skipped: u64,
}

impl Source {
    /// The rows, about `size` bytes at a time. A shorter text is one piece, and so is UTF-16, which would have to be
    /// decoded before its rows can be found.
    pub fn pieces(&self, size: u64, has_names: bool) -> Result<Pieces<'_>, TableError> {
        let (input, _) = self.open()?;
        Ok(Pieces { source: self, cuts: RowChunks::new(input, size), head: None, has_names, skipped: 0 })
    }
}

impl Iterator for Pieces<'_> {
    type Item = Result<RowPiece, TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.cuts.is_done || self.head.is_none() {
            let may_end = |bytes: &[u8], end| {
                let is_wide = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
                self.head.is_some() || !is_wide && first_row_end(bytes) < end
            };
            let rows = match self.cuts.next_rows(may_end) {
                Ok(rows) => rows,
                Err(error) => {
                    self.head.get_or_insert_default();
                    return Some(Err(self.source.lost(&error)));
                }
            };
            let skipped = self.skipped;
            self.skipped += line_ends(&rows);
            let Some(head) = &self.head else {
                let end = if self.has_names { first_row_end(&rows) } else { 0 };
                let head = rows.get(..end).unwrap_or_default();
                self.skipped -= line_ends(head);
                self.head = Some(head.to_vec());
                return Some(Ok(RowPiece { bytes: rows, skipped: 0 }));
            };
            // Blank lines are not rows, and a text of them alone would be one without any.
            if !rows.trim_ascii().is_empty() {
                return Some(Ok(RowPiece { bytes: [head.as_slice(), &rows].concat(), skipped }));
            }
        }
        None
    }
}

/// Where the first row of a text ends, after blank lines and the line that names a delimiter.
fn first_row_end(bytes: &[u8]) -> usize {
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
    let mut is_inside = false;
    memchr2_iter(b'\n', b'"', bytes).find_map(|at| {
        let is_quote = bytes.get(at) == Some(&b'"');
        is_inside ^= is_quote;
        (!is_quote && !is_inside).then_some(at + 1)
    })
}

/// The line, from 1, that a byte is on.
pub(super) fn line_at(bytes: &[u8], at: usize) -> u64 {
    line_of(bytes, at as u64).unwrap_or(0)
}

/// The same of a text that is read a few bytes at a time.
fn line_of(mut text: impl Read, at: u64) -> io::Result<u64> {
    let (mut line, mut left, mut after_return) = (1, at, false);
    let mut piece = Vec::new();
    while left > 0 {
        piece.clear();
        text.by_ref().take(left.min(READ)).read_to_end(&mut piece)?;
        if piece.is_empty() {
            break;
        }
        line += line_ends(&piece) - u64::from(after_return && piece.starts_with(b"\n"));
        after_return = piece.ends_with(b"\r");
        left -= piece.len() as u64;
    }
    piece.clear();
    text.take(1).read_to_end(&mut piece)?;
    Ok(line - u64::from(after_return && piece == b"\n"))
}

const READ: u64 = 1 << 16;

/// How many lines end: `\n`, `\r\n` and a lone `\r` each end one, as an editor numbers them.
pub(super) fn line_ends(bytes: &[u8]) -> u64 {
    let newlines = bytes.iter().filter(|b| **b == b'\n').count();
    let is_lone = |at: &usize| bytes.get(at + 1) != Some(&b'\n');
    (newlines + memchr_iter(b'\r', bytes).filter(is_lone).count()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_ends_with_a_row() {
        for (text, size, expected) in [
            ("a,b\n1,2\n3,4\n", 5, &["a,b\n", "1,2\n", "3,4\n"][..]),
            ("a,b\n1,2\n3,4", 8, &["a,b\n1,2\n", "3,4"]),
            // A row that is longer than a window, and a newline that ends none.
            ("aaaaaaaaaa\nb\n", 3, &["aaaaaaaaaa\n", "b\n"]),
            ("\"a\nb\",c\nd,e\n", 4, &["\"a\nb\",c\n", "d,e\n"]),
            ("\"a\"\"\n\",c\nd\n", 10, &["\"a\"\"\n\",c\n", "d\n"]),
            ("", 4, &[]),
        ] {
            let windows = TextStore::Memory(text).windows(0, size).unwrap();
            let windows = windows.map(|window| String::from_utf8(window.unwrap().1.into_owned()).unwrap());
            assert_eq!(windows.collect::<Vec<_>>(), expected, "{text:?}");
        }
    }

    fn pieces(text: &str, size: u64) -> Vec<(String, u64)> {
        let source = Source::bytes("text", text.as_bytes());
        let pieces = source.pieces(size, true).unwrap().map(Result::unwrap);
        pieces.map(|piece| (String::from_utf8(piece.bytes).unwrap(), piece.skipped)).collect()
    }

    #[test]
    fn each_piece_has_the_first_row_and_rows_of_its_own() {
        let all = pieces("a,b\n1,2\n3,4\n5,6\n", 8);
        assert_eq!(all, [("a,b\n1,2\n".into(), 0), ("a,b\n3,4\n5,6\n".into(), 1)]);
        assert_eq!(pieces("a,b\n1,2\n", 80), [("a,b\n1,2\n".into(), 0)]);
        assert_eq!(pieces("", 8), [(String::new(), 0)]);
        assert_eq!(pieces("a,b\n1,2\n\n\n\n\n\n\n\n\n3,4\n", 8)[1], ("a,b\n3,4\n".into(), 9));
        // As long as a piece, and by a byte longer.
        assert_eq!(pieces("a,b\n1,2\n", 8).len(), 1);
        assert_eq!(pieces("a,b\n1,2\n3,4\n", 8).len(), 2);
        let source = Source::bytes("text", "1,2\n3,4\n5,6\n".as_bytes());
        let without_names: Vec<RowPiece> = source.pieces(4, false).unwrap().map(Result::unwrap).collect();
        let rows = [("1,2\n3,4\n", 0), ("5,6\n", 2)];
        assert_eq!(without_names, rows.map(|(row, skipped)| RowPiece { bytes: row.into(), skipped }));
    }

    #[test]
    fn the_first_row_may_come_late_or_be_long_and_rows_may_have_newlines() {
        let all = pieces("sep=;\n\n\"a\nb\";c\n1;2\n3;4\n", 20);
        assert_eq!(all[0], ("sep=;\n\n\"a\nb\";c\n1;2\n".into(), 0));
        assert_eq!(all.last().unwrap(), &("sep=;\n\n\"a\nb\";c\n3;4\n".into(), 1));
        let all = pieces("a,b\n\"x\ny\",1\n\"z\nw\",2\n", 6);
        assert_eq!(all[0].0, "a,b\n\"x\ny\",1\n");
        assert_eq!(all[1], ("a,b\n\"z\nw\",2\n".into(), 2));
        let wide: Vec<u8> = "\u{feff}a\n1\n2\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let source = Source::bytes("text", wide.clone());
        let all: Vec<RowPiece> = source.pieces(4, true).unwrap().map(Result::unwrap).collect();
        assert_eq!(all, [RowPiece { bytes: wide, skipped: 0 }]);
    }

    #[test]
    fn every_line_end_counts_once() {
        for (text, at, line) in [
            ("a\nb\r\nc\rd", 0, 1),
            ("a\nb\r\nc\rd", 5, 3),
            ("a\r\nb", 2, 1),
            ("a\r\nb", 3, 2),
            ("a\rb\rc", 4, 3),
        ] {
            assert_eq!(line_at(text.as_bytes(), at), line, "{text:?}, {at}");
        }
        // The end of a line may be divided between two pieces.
        let size = READ as usize;
        for end in ["\n", "\r\n", "\r"] {
            for before in size - 3..size + 2 {
                let text = format!("{}{end}b{end}{end}{}{end}c", "a".repeat(before), "d".repeat(size));
                for at in (0..8).chain(size - 4..size + 9).chain(text.len() - 6..=text.len()) {
                    let before = text[..at].replace("\r\n", "\n");
                    let cut = usize::from(before.ends_with('\r') && text[at..].starts_with('\n'));
                    let line = 1 + before.matches(['\n', '\r']).count() - cut;
                    assert_eq!(line_at(text.as_bytes(), at), line as u64, "{end:?} {before} {at}");
                }
            }
        }
    }
}
