//! The lines of a text, and on which of them a byte stands.

use std::io::{self, Read};

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
