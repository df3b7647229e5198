//! Rows with too many or too few fields, and where their lines begin and end.

use super::error::shortened;
use super::number::number;
use std::io::{self, Read};
use std::ops::Range;

/// What is done with rows that have more or fewer fields than the header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ragged {
    #[default]
    Error,
    Skip,
    /// Surplus fields become columns of their own; fields that are not there are missing.
    Extra,
}

/// A line of the file, to be shown beside an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextLine {
    /// The line of the file, from 1.
    pub line: u64,
    pub text: String,
}

/// The rows that do not fit the header.
#[derive(Clone, Debug, PartialEq)]
pub struct RaggedRows {
    pub source_name: String,
    /// The first line that does not fit.
    pub line: u64,
    pub fields: u64,
    pub header: u64,
    pub lines: u64,
    pub fitting: u64,
    pub hint: Option<&'static str>,
    /// The line that does not fit, last, after up to two lines before it.
    pub context: Vec<ContextLine>,
    /// The surplus fields within that line's text, in characters: where a caret belongs.
    pub surplus: Option<Range<usize>>,
}

const LONGEST: usize = 200;

impl RaggedRows {
    /// The lines around the first one, with a caret under what is too much.
    pub fn excerpt(&self) -> Vec<String> {
        let number = self.context.iter().map(|line| line.line.to_string().len()).max().unwrap_or(1);
        let mut lines: Vec<String> =
            self.context.iter().map(|line| format!("{:>number$} │ {}", line.line, line.text)).collect();
        if let Some(surplus) = &self.surplus {
            let caret = "^".repeat(surplus.len().clamp(1, 40));
            lines.push(format!("{:>number$} │ {}{caret}", "", " ".repeat(surplus.start)));
        }
        lines
    }

    pub(super) fn new(source_name: String, text: &str, start: usize, fields: usize, header: usize) -> Self {
        let mut rows = RaggedRows {
            source_name,
            line: line_at(text.as_bytes(), start),
            fields: fields as u64,
            header: header as u64,
            lines: 1,
            fitting: 0,
            hint: None,
            context: Vec::new(),
            surplus: None,
        };
        for (before, line) in ending_at(text, start, 3).into_iter().rev().enumerate() {
            let line = ContextLine {
                line: rows.line.saturating_sub(before as u64),
                text: shortened(line, LONGEST).into_owned(),
            };
            rows.context.insert(0, line);
        }
        rows
    }

    /// Finds the surplus fields and a likely cause, now that the delimiter is at hand; whether a field of a line has a
    /// quote that is none of its own, `has_bare_quote` knows.
    pub(super) fn explain(mut self, delimiter: u8, has_bare_quote: impl Fn(&str) -> bool) -> Self {
        let Some(line) = self.context.last() else { return self };
        let delimiter = char::from(delimiter);
        if self.fields > self.header {
            let mut quoted = false;
            let surplus = line
                .text
                .chars()
                .enumerate()
                .filter(|(_, c)| {
                    quoted ^= *c == '"';
                    !quoted && *c == delimiter
                })
                .map(|(at, _)| at + 1)
                .nth(usize::try_from(self.header).unwrap_or(usize::MAX).saturating_sub(1));
            self.surplus = surplus.map(|from| from..line.text.chars().count().max(from + 1));
        }
        let first = line.text.split(delimiter).next().unwrap_or_default();
        let is_name = number(first.trim().as_bytes()).is_none();
        let names_rows = is_name && self.fields == self.header + 1 && self.lines > self.fitting;
        self.hint = if names_rows {
            Some("If the first field of these lines names the row, put the delimiter before the first name.")
        } else {
            hint(&line.text, delimiter, (self.fields, self.header), has_bare_quote(&line.text))
        };
        self
    }

    pub fn fix(&self) -> String {
        let choice = "Correct the line, leave such lines out with --ragged skip, or keep surplus fields in columns \
                      of their own with --ragged extra.";
        match self.hint {
            Some(hint) => format!("{hint} {choice}"),
            None => choice.to_owned(),
        }
    }
}

fn hint(
    line: &str,
    delimiter: char,
    (fields, header): (u64, u64),
    has_bare_quote: bool,
) -> Option<&'static str> {
    let digit_comma_digit = !line.contains('.')
        && line
            .as_bytes()
            .windows(3)
            .any(|w| matches!(w, [a, b',', b] if a.is_ascii_digit() && b.is_ascii_digit()));
    let is_whole = line.len() > 1 && line.starts_with('"') && line.ends_with('"');
    if line.starts_with("<<<<<<<") || line.starts_with("=======") || line.starts_with(">>>>>>>") {
        Some("The line is the mark of a merge conflict.")
    } else if line.contains(&format!("{delimiter} \"")) {
        Some("A blank before a quote makes the quote part of the text: delete the blank.")
    } else if fields == 1 && is_whole {
        Some("The whole line is in quotes: delete the first and the last one.")
    } else if fields > header && has_bare_quote {
        Some("A field that does not begin with a quote ends at the delimiter: put the whole field in quotes.")
    } else if fields > header && line.contains('\'') {
        Some("Single quotes do not hold a field together in CSV: use double quotes.")
    } else if fields > header && delimiter == ',' && digit_comma_digit {
        Some("If 1,5 means one and a half, write 1.5 or separate the fields with semicolons.")
    } else if header == 1 && fields > 1 {
        Some(
            "If the lines before this one are a title, delete them, so that the first line names the columns.",
        )
    } else if fields == 1
        && header > 1
        && [',', ';', '\t', '|'].iter().any(|d| *d != delimiter && line.contains(*d))
    {
        Some("The line seems to have another delimiter than the header.")
    } else if line.contains("\\\"") {
        Some("A quote within a quoted field is written twice (\"\"), not with a backslash.")
    } else {
        None
    }
}

/// Bytes of a text that are read together.
const PIECE: u64 = 1 << 16;

/// The line, from 1, that a byte stands on.
pub(super) fn line_at(bytes: &[u8], at: usize) -> u64 {
    let before = bytes.get(..at).unwrap_or(bytes);
    1 + ends(before) - u64::from(before.ends_with(b"\r") && bytes.get(at) == Some(&b'\n'))
}

/// The same of a text that is read piece by piece, so that nothing of it is held.
pub(super) fn line_of(mut text: impl Read, at: u64) -> io::Result<u64> {
    let (mut line, mut left, mut after_return) = (1, at, false);
    let mut piece = Vec::new();
    while left > 0 {
        piece.clear();
        text.by_ref().take(left.min(PIECE)).read_to_end(&mut piece)?;
        if piece.is_empty() {
            break;
        }
        line += ends(&piece) - u64::from(after_return && piece.starts_with(b"\n"));
        after_return = piece.ends_with(b"\r");
        left -= piece.len() as u64;
    }
    piece.clear();
    text.take(1).read_to_end(&mut piece)?;
    Ok(line - u64::from(after_return && piece == b"\n"))
}

pub(super) fn ends(bytes: &[u8]) -> u64 {
    let newlines = bytes.iter().filter(|b| **b == b'\n').count();
    // Most files have no carriage return at all, and this costs one fast search there.
    if !bytes.contains(&b'\r') {
        return newlines as u64;
    }
    let next = bytes.iter().skip(1).chain(std::iter::once(&0));
    let lone = bytes.iter().zip(next).filter(|(b, next)| **b == b'\r' && **next != b'\n').count();
    (newlines + lone) as u64
}

/// The line that begins at a byte, after up to `most - 1` lines before it.
pub(super) fn ending_at(text: &str, start: usize, most: usize) -> Vec<&str> {
    let rest = text.get(start..).unwrap_or_default();
    let mut lines = vec![rest.split(['\n', '\r']).next().unwrap_or_default()];
    let mut before = text.get(..start).unwrap_or_default();
    while lines.len() < most {
        let Some(trimmed) = before.strip_suffix("\r\n").or_else(|| before.strip_suffix(['\n', '\r'])) else {
            break;
        };
        let from = trimmed.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        lines.insert(0, trimmed.get(from..).unwrap_or_default());
        before = trimmed.get(..from).unwrap_or_default();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_under_the_surplus() {
        let text = "a,b\n1,2\n\"3,3\",4,é,5\n";
        let rows = RaggedRows::new("t.csv".into(), text, 8, 4, 2).explain(b',', |_| false);
        assert_eq!(rows.line, 3);
        assert_eq!(rows.context.iter().map(|c| c.line).collect::<Vec<_>>(), [1, 2, 3]);
        let line: Vec<char> = rows.context[2].text.chars().collect();
        assert_eq!(line[rows.surplus.unwrap()].iter().collect::<String>(), "é,5");
    }

    #[test]
    fn every_line_end_counts_once() {
        assert_eq!(line_at(b"a\nb\r\nc\rd", 0), 1);
        assert_eq!(line_at(b"a\nb\r\nc\rd", 5), 3);
        assert_eq!(line_at(b"a\r\nb", 2), 1);
        assert_eq!(line_at(b"a\r\nb", 3), 2);
        assert_eq!(line_at(b"a\rb\rc", 4), 3);
    }

    #[test]
    fn a_text_in_pieces_has_the_same_lines() {
        let size = PIECE as usize;
        for end in ["\n", "\r\n", "\r"] {
            for before in size - 3..size + 2 {
                let text = format!("{}{end}b{end}{end}{}{end}c", "a".repeat(before), "d".repeat(size));
                for at in (0..8).chain(size - 4..size + 9).chain(text.len() - 6..=text.len()) {
                    let said = line_of(text.as_bytes(), at as u64).unwrap();
                    assert_eq!(said, line_at(text.as_bytes(), at), "{end:?} {before} {at}");
                }
            }
        }
    }

    #[test]
    fn the_lines_before_come_first() {
        assert_eq!(ending_at("a\r\nb\n\nd\n", 6, 3), ["b", "", "d"]);
        assert_eq!(ending_at("a", 0, 3), ["a"]);
    }
}
