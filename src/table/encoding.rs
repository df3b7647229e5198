//! Bytes become text: UTF-8, or Windows-1252 where the bytes leave no doubt; anything else is refused by name.
//!
//! A wrong guess turns names into nonsense without a word, so only one guess is made, and it is always said.

use std::borrow::Cow;

use super::error::TableError;
use super::lines;
use super::magic;
use super::notice::Notice;
use super::source::Source;

/// How the bytes were read as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// UTF-8 with a byte order mark.
    Utf8Bom,
    /// Windows-1252, which is Latin-1 with printable characters where Latin-1 has controls.
    Windows1252,
}

impl Encoding {
    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Utf8Bom => "UTF-8 with a byte order mark",
            Encoding::Windows1252 => "Windows-1252",
        }
    }
}

const BOM: &[u8] = b"\xef\xbb\xbf";

const SAVE: &str = "Save the file as UTF-8; spreadsheets call it “CSV UTF-8 (comma delimited)”.";
const AGAIN: &str = "Copy or download the file again, or delete everything from there on.";

/// The text of a file, without byte order marks and without a final DOS end-of-file mark.
pub(super) fn decode<'a>(
    source: &str,
    bytes: &'a [u8],
    notices: &mut Vec<Notice>,
) -> Result<(Cow<'a, str>, Encoding), TableError> {
    let error = |what: &str, line, at, fix| {
        Err(TableError::Encoding { source_name: source.to_owned(), what: what.to_owned(), line, at, fix })
    };
    let bad = |what: &str, line, at| error(what, line, at, SAVE);
    if bytes.starts_with(b"\xff\xfe\0\0") || bytes.starts_with(b"\0\0\xfe\xff") {
        return bad("this file is UTF-32, which is not read", None, None);
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return bad("this file is UTF-16 (“Unicode text”), which is not read", None, None);
    }
    if looks_like_utf16(bytes) {
        return bad("every second byte is zero, so this looks like UTF-16 without its mark", None, None);
    }
    let mut rest = bytes;
    while let Some(after) = rest.strip_prefix(BOM) {
        rest = after;
    }
    let encoding = if rest.len() < bytes.len() { Encoding::Utf8Bom } else { Encoding::Utf8 };
    if let Some(before) = rest.strip_suffix(b"\x1a") {
        rest = before;
        let what = "The DOS end-of-file mark at the end was left out.";
        notices.push(Notice::at_line(lines::line_at(rest, rest.len()), what));
    }
    let zeros = rest.contains(&0).then(|| rest.windows(8).position(|run| run == [0; 8])).flatten();
    if let Some(at) = zeros {
        let what = "a run of zero bytes begins here, so the file was not written to its end";
        return error(what, Some(lines::line_at(rest, at)), None, AGAIN);
    }
    let invalid = match std::str::from_utf8(rest) {
        Ok(text) => return Ok((Cow::Borrowed(text), encoding)),
        Err(invalid) => invalid,
    };
    let at = invalid.valid_up_to();
    let line = lines::line_at(rest, at);
    let byte = rest.get(at).copied().unwrap_or_default();
    if invalid.error_len().is_some() && encoding == Encoding::Utf8 && looks_western(rest) {
        notices.push(Notice::at_line(
            line,
            format!(
                "The byte 0x{byte:02X} is not UTF-8; the file was read as Windows-1252 (Western European)."
            ),
        ));
        return Ok((Cow::Owned(rest.iter().map(|b| windows_1252(*b)).collect()), Encoding::Windows1252));
    }
    let start = rest.get(..at).unwrap_or_default().iter().rposition(|b| matches!(b, b'\n' | b'\r'));
    let before = rest.get(start.map_or(0, |s| s + 1)..at).unwrap_or_default();
    let character = String::from_utf8_lossy(before).chars().count() as u64 + 1;
    bad(&format!("the byte 0x{byte:02X} is not UTF-8 text"), Some(line), Some(character))
}

/// Reads a source as text, as tables are read: the text, and what was noticed of it. UTF-16 with its mark, as a simple
/// editor may write it, is read, too: what is no table has no delimiter to guess.
///
/// # Errors
/// When it cannot be opened, is longer than `limit`, or is no text.
pub fn read_text(source: &Source, limit: u64) -> Result<(String, Vec<Notice>), TableError> {
    let bytes = source.read_judged(limit, magic::refuse_no_text)?;
    let mut notices = Vec::new();
    if let Some(text) = utf16(&bytes) {
        return Ok((text, notices));
    }
    let (text, _) = decode(&source.label(), &bytes, &mut notices)?;
    Ok((text.into_owned(), notices))
}

/// The text of UTF-16 that begins with its mark; `None` for everything else.
fn utf16(bytes: &[u8]) -> Option<String> {
    let (rest, is_little) = match bytes {
        [0xff, 0xfe, 0, 0, ..] => return None,
        [0xff, 0xfe, rest @ ..] => (rest, true),
        [0xfe, 0xff, rest @ ..] => (rest, false),
        _ => return None,
    };
    let (pairs, []) = rest.as_chunks::<2>() else { return None };
    let unit = |pair: &[u8; 2]| if is_little { u16::from_le_bytes(*pair) } else { u16::from_be_bytes(*pair) };
    char::decode_utf16(pairs.iter().map(unit)).collect::<Result<String, _>>().ok()
}

/// Zeros in most odd or most even places of the beginning, and hardly any in the others.
fn looks_like_utf16(bytes: &[u8]) -> bool {
    let head = bytes.get(..512).unwrap_or(bytes);
    let zeros = |offset: usize| head.iter().skip(offset).step_by(2).filter(|b| **b == 0).count();
    let (even, odd, pairs) = (zeros(0), zeros(1), head.len() / 2);
    pairs >= 4 && even.max(odd) * 10 > pairs * 8 && even.min(odd) * 10 < pairs
}

/// Letters of Western European text stand alone or in twos and threes beside plain letters. In the encodings of East
/// Asia they come in longer runs, and to read those as Western text would turn every name into nonsense.
fn looks_western(bytes: &[u8]) -> bool {
    if bytes.iter().any(|b| matches!(b, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d)) {
        return false;
    }
    let (mut runs, mut western) = (0usize, 0usize);
    let (mut run, mut letters, mut before) = (0usize, true, 0u8);
    for b in bytes.iter().copied().chain(std::iter::once(0)) {
        if b >= 0x80 {
            run += 1;
            letters &= b >= 0xc0;
            continue;
        }
        if run > 0 {
            let beside = before.is_ascii_alphabetic() || b.is_ascii_alphabetic();
            runs += 1;
            western += usize::from(run == 1 || (run <= 3 && letters && beside));
        }
        (run, letters, before) = (0, true, b);
    }
    western * 10 >= runs * 9
}

/// Windows-1252's own characters from 0x80 to 0x9F.
const SPECIAL: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    let special = byte.checked_sub(0x80).and_then(|at| SPECIAL.get(usize::from(at)));
    special.copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<(String, Encoding), TableError> {
        decode("f.csv", bytes, &mut Vec::new()).map(|(text, encoding)| (text.into_owned(), encoding))
    }

    #[test]
    fn marks_are_no_part_of_the_text() {
        assert_eq!(read(b"\xef\xbb\xbfa,b\n").unwrap(), ("a,b\n".to_owned(), Encoding::Utf8Bom));
        assert_eq!(read(b"a\n\x1a").unwrap().0, "a\n");
    }

    #[test]
    fn western_text_is_read_and_east_asian_text_is_refused() {
        let (text, encoding) = read(b"nom\nAndr\xe9\n\x93na\xefve\x94\n").unwrap();
        assert_eq!((text.as_str(), encoding), ("nom\nAndré\n“naïve”\n", Encoding::Windows1252));
        assert_eq!(read(b"gr\xf6\xdfe\nS\xfc\xdf\n").unwrap().0, "größe\nSüß\n");
        let error = read(b"name\n\x93\xfa\x96\x7b\xce\xd2\xc3\xc7\n").unwrap_err();
        assert_eq!((error.kind(), error.line()), ("bad_encoding", Some(2)));
        assert_eq!(error.place().unwrap(), "f.csv, line 2, character 1");
    }

    #[test]
    fn plain_text_may_be_utf_16_with_its_mark() {
        assert_eq!(utf16(b"\xff\xfea\0\xfc\0").as_deref(), Some("aü"));
        assert_eq!(utf16(b"\xfe\xff\0a\0\n").as_deref(), Some("a\n"));
        for bytes in [&b"\xff\xfea"[..], b"\xff\xfe\x00\xd8", b"\xff\xfe\0\0", b"a\0b\0", b""] {
            assert_eq!(utf16(bytes), None);
        }
    }

    #[test]
    fn utf_16_is_named_with_and_without_its_mark() {
        for bytes in [&b"\xff\xfea\0\n\0"[..], b"a\0,\0b\0\n\x001\0,\x002\0\n\0"] {
            assert!(read(bytes).unwrap_err().to_string().contains("UTF-16"));
        }
    }
}
