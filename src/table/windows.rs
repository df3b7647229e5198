//! A text in windows that begin and end with whole rows, so that they can be read side by side.
//!
//! A newline ends a row unless it stands in a quoted field, and a quote is all that tells: windows are cut where an even number of
//! quotes stands before. That is right where quotes open and close fields and nothing else, which the reader of a window checks.

use super::ragged;
use memchr::{memchr, memchr_iter, memrchr, memrchr2_iter};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// The bytes of a window, more where a row is longer.
pub(super) const WINDOW: usize = 1 << 20;

#[derive(Clone, Copy, Debug)]
pub(super) enum Text<'t> {
    Memory(&'t str),
    /// In a file, behind so many bytes that are no text, and read again whenever it is wanted.
    File(&'t File, u64),
}

#[derive(Debug)]
pub(super) struct Window<'t> {
    pub start: usize,
    pub bytes: Cow<'t, [u8]>,
}

impl<'t> Text<'t> {
    /// The windows from a byte at which a row begins, each of about `size` bytes; one alone where rows cannot be told by their
    /// quotes.
    pub fn windows(self, from: usize, size: usize) -> io::Result<Windows<'t>> {
        if let Text::File(mut file, before) = self {
            file.seek(SeekFrom::Start(before + from as u64))?;
        }
        Ok(Windows { text: self, at: from, size: size.max(1), rest: Vec::new(), is_done: false })
    }

    /// The line, from 1, that a byte stands on.
    pub(crate) fn line_at(self, at: usize) -> u64 {
        match self {
            Text::Memory(text) => ragged::line_at(text.as_bytes(), at),
            Text::File(mut file, before) => {
                let line = file.seek(SeekFrom::Start(before)).and_then(|_| ragged::line_of(file, at as u64));
                line.unwrap_or(0)
            }
        }
    }
}

pub(super) struct Windows<'t> {
    text: Text<'t>,
    at: usize,
    size: usize,
    rest: Vec<u8>,
    is_done: bool,
}

impl<'t> Iterator for Windows<'t> {
    type Item = io::Result<Window<'t>>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = match self.text {
            Text::Memory(text) => Cow::Borrowed(self.slice(text.as_bytes())),
            Text::File(file, _) => match self.read(file) {
                Ok(bytes) => Cow::Owned(bytes),
                Err(error) => {
                    self.is_done = true;
                    return Some(Err(error));
                }
            },
        };
        let start = self.at;
        self.at += bytes.len();
        (!bytes.is_empty()).then_some(Ok(Window { start, bytes }))
    }
}

impl<'t> Windows<'t> {
    fn slice(&self, text: &'t [u8]) -> &'t [u8] {
        let rest = text.get(self.at..).unwrap_or_default();
        let mut size = self.size;
        while size <= rest.len() {
            let window = rest.get(..size).unwrap_or(rest);
            if let Some(end) = last_row_end(window) {
                return rest.get(..end).unwrap_or(rest);
            }
            size = size.saturating_mul(2);
        }
        rest
    }

    fn read(&mut self, mut file: &File) -> io::Result<Vec<u8>> {
        let mut bytes = std::mem::take(&mut self.rest);
        let mut size = self.size;
        loop {
            if !self.is_done {
                let wanted = size.saturating_sub(bytes.len());
                bytes.reserve_exact(wanted);
                let got = file.by_ref().take(wanted as u64).read_to_end(&mut bytes)?;
                self.is_done = got < wanted;
            }
            if self.is_done {
                return Ok(bytes);
            }
            if let Some(end) = last_row_end(&bytes) {
                self.rest = bytes.split_off(end);
                return Ok(bytes);
            }
            size = size.saturating_mul(2);
        }
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn cut(text: &str, size: usize) -> Vec<String> {
        let windows = Text::Memory(text).windows(0, size).unwrap();
        windows.map(|window| String::from_utf8(window.unwrap().bytes.into_owned()).unwrap()).collect()
    }

    #[test]
    fn a_window_ends_with_a_row() {
        assert_eq!(cut("a,b\n1,2\n3,4\n", 5), ["a,b\n", "1,2\n", "3,4\n"]);
        assert_eq!(cut("a,b\n1,2\n3,4", 8), ["a,b\n1,2\n", "3,4"]);
        // A row that is longer than a window, and a newline that ends none.
        assert_eq!(cut("aaaaaaaaaa\nb\n", 3), ["aaaaaaaaaa\n", "b\n"]);
        assert_eq!(cut("\"a\nb\",c\nd,e\n", 4), ["\"a\nb\",c\n", "d,e\n"]);
        assert_eq!(cut("\"a\"\"\n\",c\nd\n", 10), ["\"a\"\"\n\",c\n", "d\n"]);
        assert!(cut("", 4).is_empty());
    }

    #[test]
    fn a_file_is_cut_as_its_text_is() {
        let text: String = (0..500).map(|row| format!("{row},\"x\n{}\"\n", "y".repeat(row % 17))).collect();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        for size in [1, 7, 64, 1000, text.len() - 1, text.len(), text.len() + 1] {
            let windows = Text::File(&file, 0).windows(0, size).unwrap();
            let found: Vec<String> = windows
                .map(|window| String::from_utf8(window.unwrap().bytes.into_owned()).unwrap())
                .collect();
            assert_eq!(found, cut(&text, size), "{size}");
            assert_eq!(found.concat(), text);
        }
        for at in [0, 5, 100, text.len()] {
            assert_eq!(Text::File(&file, 0).line_at(at), Text::Memory(&text).line_at(at));
        }
    }
}
