//! Bytes become text: UTF-8, UTF-16, or Windows-1252 where the bytes leave no doubt; anything else is refused by name.
//!
//! A wrong guess turns names into nonsense without a word, so few guesses are made, and they are always said.

use super::error::{Notice, TableError};
use super::source::Source;
use super::{magic, ragged};
use encoding_rs::{DecoderResult, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;

/// How the bytes were read as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// UTF-8 with a byte order mark.
    Utf8Bom,
    /// UTF-16 whose lower bytes come first, as Windows writes it: the “Unicode text” of a spreadsheet.
    Utf16Le,
    /// UTF-16 whose higher bytes come first.
    Utf16Be,
    /// Windows-1252, which is Latin-1 with printable characters where Latin-1 has controls.
    Windows1252,
}

const BOM: &[u8] = b"\xef\xbb\xbf";

const SAVE: &str = "Save the file as UTF-8; spreadsheets call it “CSV UTF-8 (comma delimited)”.";
const AGAIN: &str = "Copy or download the file again, or delete everything from there on.";

/// The bytes are no text; `at` is the character of its line, from 1.
fn bad_encoding(source: &str, what: &str, line: Option<u64>, at: Option<u64>, fix: &str) -> TableError {
    let error = TableError::new("bad_encoding", source, what.to_owned(), fix).at_line(line);
    error.further(at.map(|at| format!("character {at}")))
}

pub(super) fn decode<'a>(
    source: &str,
    bytes: &'a [u8],
    notices: &mut Vec<Notice>,
) -> Result<(Cow<'a, str>, Encoding), TableError> {
    let error = |what: &str, line, at, fix| Err(bad_encoding(source, what, line, at, fix));
    let bad = |what: &str, line, at| error(what, line, at, SAVE);
    if bytes.starts_with(b"\xff\xfe\0\0") || bytes.starts_with(b"\0\0\xfe\xff") {
        return bad("this file is UTF-32, which is not read", None, None);
    }
    let marked = match bytes {
        [0xff, 0xfe, rest @ ..] => Some((rest, Encoding::Utf16Le)),
        [0xfe, 0xff, rest @ ..] => Some((rest, Encoding::Utf16Be)),
        _ => None,
    };
    if let Some((rest, encoding)) = marked.or_else(|| Some((bytes, unmarked_utf16(bytes)?))) {
        if marked.is_none() {
            let what =
                "Nearly every second byte is zero, so the file was read as UTF-16, though it lacks its mark.";
            notices.push(Notice::file(what));
        }
        let text = utf16(source, rest, encoding)?;
        magic::refuse(source, text.as_bytes())?;
        return Ok((Cow::Owned(text), encoding));
    }
    let mut rest = bytes;
    while let Some(after) = rest.strip_prefix(BOM) {
        rest = after;
    }
    let encoding = if rest.len() < bytes.len() { Encoding::Utf8Bom } else { Encoding::Utf8 };
    if let Some(before) = rest.strip_suffix(b"\x1a") {
        rest = before;
        let what = "The DOS end-of-file mark at the end was left out.";
        notices.push(Notice::at_line(ragged::line_at(rest, rest.len()), what));
    }
    let zeros = rest.contains(&0).then(|| rest.windows(8).position(|run| run == [0; 8])).flatten();
    if let Some(at) = zeros {
        let what = "a run of zero bytes begins here, so the file was not written to its end";
        return error(what, Some(ragged::line_at(rest, at)), None, AGAIN);
    }
    let invalid = match std::str::from_utf8(rest) {
        Ok(text) => return Ok((Cow::Borrowed(text), encoding)),
        Err(invalid) => invalid,
    };
    let at = invalid.valid_up_to();
    let line = ragged::line_at(rest, at);
    let byte = rest.get(at).copied().unwrap_or_default();
    if invalid.error_len().is_some() && encoding == Encoding::Utf8 && looks_western(rest) {
        notices.push(Notice::at_line(
            line,
            format!(
                "The byte 0x{byte:02X} is not UTF-8; the file was read as Windows-1252 (Western European)."
            ),
        ));
        return Ok((WINDOWS_1252.decode_without_bom_handling(rest).0, Encoding::Windows1252));
    }
    let before = String::from_utf8_lossy(rest.get(..at).unwrap_or_default());
    bad(&format!("the byte 0x{byte:02X} is not UTF-8 text"), Some(line), Some(character_after(&before)))
}

/// Which character of its line comes after a text, from 1.
fn character_after(text: &str) -> u64 {
    text.rsplit(['\n', '\r']).next().unwrap_or_default().chars().count() as u64 + 1
}

/// The text of UTF-16 without its mark, decoded piece by piece, so that a long file needs no more room than its text.
fn utf16(source: &str, bytes: &[u8], encoding: Encoding) -> Result<String, TableError> {
    const PIECE: usize = 1 << 16;
    let of = if encoding == Encoding::Utf16Be { UTF_16BE } else { UTF_16LE };
    let (mut decoder, mut text, mut at) = (of.new_decoder_without_bom_handling(), String::new(), 0);
    loop {
        text.reserve(PIECE);
        let rest = bytes.get(at..).unwrap_or_default();
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
        at += read;
        let (what, fix) = match result {
            DecoderResult::OutputFull => continue,
            DecoderResult::InputEmpty => break,
            DecoderResult::Malformed(..) if at >= bytes.len() => {
                ("the file ends within a character of UTF-16, so it was not written to its end", AGAIN)
            }
            DecoderResult::Malformed(..) => ("half a UTF-16 character is here without its other half", SAVE),
        };
        let line = Some(ragged::line_at(text.as_bytes(), text.len()));
        let at = Some(character_after(&text));
        return Err(bad_encoding(source, what, line, at, fix));
    }
    if let Some(rest) = text.strip_prefix('\u{feff}') {
        text = rest.to_owned();
    }
    Ok(text)
}

/// Reads a source as text, as tables are read: the text, and what was noticed of it.
///
/// # Errors
/// When it cannot be opened, is longer than `limit`, or is no text.
pub fn read_text(source: &Source, limit: u64) -> Result<(String, Vec<Notice>), TableError> {
    let bytes = source.read_judged(limit, magic::refuse_no_text)?;
    let mut notices = Vec::new();
    let (text, _) = decode(&source.label(), &bytes, &mut notices)?;
    Ok((text.into_owned(), notices))
}

/// UTF-16 without its mark: zeros in most odd or most even places of the beginning, and hardly any in the others.
fn unmarked_utf16(bytes: &[u8]) -> Option<Encoding> {
    let head = bytes.get(..512).unwrap_or(bytes);
    let zeros = |offset: usize| head.iter().skip(offset).step_by(2).filter(|b| **b == 0).count();
    let (even, odd, pairs) = (zeros(0), zeros(1), head.len() / 2);
    let is_clear = pairs >= 4 && even.max(odd) * 10 > pairs * 8 && even.min(odd) * 10 < pairs;
    is_clear.then_some(if odd > even { Encoding::Utf16Le } else { Encoding::Utf16Be })
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
        assert_eq!((error.problem.kind, error.problem.line), ("bad_encoding", Some(2)));
        assert_eq!(error.problem.place.unwrap(), "f.csv, line 2, character 1");
    }

    fn units(text: &str, encoding: Encoding) -> Vec<u8> {
        let bytes = |unit: u16| {
            if encoding == Encoding::Utf16Be { unit.to_be_bytes() } else { unit.to_le_bytes() }
        };
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn utf_16_is_read_with_and_without_its_mark() {
        let long = format!("größe;𝒳\n{}", "1,5;北\n".repeat(50_000));
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            for text in
                ["\u{feff}a\n", "\u{feff}größe;𝒳\n1,5;北京\n", "\u{feff}\u{feff}a\n", "größe,y\n1,2\n"]
            {
                let read = read(&units(text, encoding));
                assert_eq!(read, Ok((text.trim_start_matches('\u{feff}').to_owned(), encoding)), "{text}");
            }
            assert_eq!(read(&units(&format!("\u{feff}{long}"), encoding)), Ok((long.clone(), encoding)));
            // Half a pair, and a file that was cut in the middle of a character.
            let mut bytes = units("\u{feff}a,b\n1,\n", encoding);
            let half = units("𝒳", encoding)[..2].to_vec();
            let at = bytes.len() - 2;
            bytes.splice(at..at, half);
            let error = read(&bytes).unwrap_err();
            assert_eq!(error.problem.place.clone().unwrap(), "f.csv, line 2, character 3", "{error}");
            let error = read(&units("\u{feff}a,b\n1,2", encoding)[..13]).unwrap_err();
            assert!(error.to_string().contains("not written to its end"), "{error}");
            assert_eq!((error.problem.kind, error.problem.line), ("bad_encoding", Some(2)));
        }
        assert!(read(b"\xff\xfe\0\0a\0\0\0").unwrap_err().to_string().contains("UTF-32"));
        let json = read(&units("\u{feff}{\"a\": 1}", Encoding::Utf16Le)).unwrap_err();
        assert_eq!(json.to_string(), "this is JSON, not CSV");
    }
}
