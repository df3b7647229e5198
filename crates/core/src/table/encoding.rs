//! Bytes become text: UTF-8, UTF-16, or Windows-1252 where the bytes leave no doubt. Files that are not CSV are known by how
//! they begin, and refused with what to do with each.

use super::windows::{line_at, line_ends};
use super::{Notice, Source, TableError};
use encoding_rs::{DecoderResult, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::borrow::Cow;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    #[default]
    Utf8,
    Utf8Bom,
    Utf16Le,
    Utf16Be,
    Windows1252,
}

const BOM: &[u8] = b"\xef\xbb\xbf";
const SAVE: &str = "Save the file as UTF-8; spreadsheets call it “CSV UTF-8 (comma delimited)”.";
const AGAIN: &str = "Copy or download the file again, or delete everything from there on.";
const SHEET: &str = "Open it in a spreadsheet and save the sheet as CSV.";
const UNPACK: &str = "Unpack it first, then open the CSV inside.";
const EXPORT: &str = "Export the table as CSV with the program that wrote it.";
const DOWNLOAD: &str = "Check the download: the data itself is a CSV file.";
const FETCH: &str = "Fetch the file itself, with git lfs pull or from the web page of the repository.";
const TEXT: &str = "Choose a CSV file: text with one row on each line.";

/// The bytes are not text; `at` is the character of its line, from 1.
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
            let why = "Nearly every second byte is zero";
            notices.push(Notice::file(format!(
                "{why}, so the file was read as UTF-16, though it lacks its mark."
            )));
        }
        let text = utf16(source, rest, encoding)?;
        refuse(source, text.as_bytes())?;
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
        notices.push(Notice::at_line(line_at(rest, rest.len()), what));
    }
    let zeros = rest.contains(&0).then(|| rest.windows(8).position(|run| run == [0; 8])).flatten();
    if let Some(at) = zeros {
        let what = "a run of zero bytes begins here, so the file was not written to its end";
        return error(what, Some(line_at(rest, at)), None, AGAIN);
    }
    let invalid = match std::str::from_utf8(rest) {
        Ok(text) => return Ok((Cow::Borrowed(text), encoding)),
        Err(invalid) => invalid,
    };
    let at = invalid.valid_up_to();
    let line = line_at(rest, at);
    let byte = rest.get(at).copied().unwrap_or_default();
    if invalid.error_len().is_some() && encoding == Encoding::Utf8 && looks_western(rest) {
        let read = "the file was read as Windows-1252 (Western European)";
        notices.push(Notice::at_line(line, format!("The byte 0x{byte:02X} is not UTF-8; {read}.")));
        return Ok((WINDOWS_1252.decode_without_bom_handling(rest).0, Encoding::Windows1252));
    }
    let before = String::from_utf8_lossy(rest.get(..at).unwrap_or_default());
    bad(&format!("the byte 0x{byte:02X} is not UTF-8 text"), Some(line), Some(character_after(&before)))
}

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
        let line = Some(line_at(text.as_bytes(), text.len()));
        let at = Some(character_after(&text));
        return Err(bad_encoding(source, what, line, at, fix));
    }
    if let Some(rest) = text.strip_prefix('\u{feff}') {
        text = rest.to_owned();
    }
    Ok(text)
}

/// Reads a source of at most `limit` bytes as text, as tables are read, with notices about it.
pub fn read_text(source: &Source, limit: u64) -> Result<(String, Vec<Notice>), TableError> {
    let bytes = source.read_checked(limit, refuse_no_text)?;
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

/// Accented letters of Western European text occur alone or in twos and threes next to plain letters. In encodings of East
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

/// First bytes, what they mean, and the fix.
const MAGIC: &[(&[u8], &str, &str)] = &[
    (b"\x1f\x8b", "a gzip-compressed file", "Give it a name that ends in .gz, or unpack it first."),
    (b"BZh", "a bzip2-compressed file", UNPACK),
    (b"\xfd7zXZ\0", "an xz-compressed file", UNPACK),
    (b"\x28\xb5\x2f\xfd", "a zstd-compressed file", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!", "a RAR archive", UNPACK),
    (b"PK\x03\x04", "an Excel workbook or another zip archive", SHEET),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook", SHEET),
    (b"PAR1", "a Parquet file", EXPORT),
    (b"ARROW1", "an Arrow file", EXPORT),
    (b"SQLite format 3\0", "an SQLite database", EXPORT),
    (b"\x89HDF", "an HDF5 file", EXPORT),
    (b"RDX", "an R data file", EXPORT),
    (b"$FL2@(#)", "an SPSS file", EXPORT),
    (b"$FL3@(#)", "an SPSS file", EXPORT),
    (b"<stata_dta>", "a Stata file", EXPORT),
    (b"\x93NUMPY", "a NumPy array", EXPORT),
    (b"\x7fELF", "a program", TEXT),
    (b"MZ\x90", "a program", TEXT),
    (b"%PDF", "a PDF document", "Copy the table into a spreadsheet and save it as CSV."),
    (b"\x89PNG", "a PNG image", TEXT),
    (b"\xff\xd8\xff", "a JPEG image", TEXT),
    (b"GIF8", "a GIF image", TEXT),
    (b"{\\rtf", "an RTF document", SHEET),
    (b"version https://git-lfs.github.com/spec/", "a Git LFS pointer to the file", FETCH),
];

fn not_csv(source: &str, what: &str, fix: &str) -> TableError {
    TableError::bad_csv(source, format!("this is {what}, not CSV"), fix)
}

/// Refuses bytes that are not text, by how they begin. Only the first bytes need be given.
pub(super) fn refuse_no_text(source: &str, bytes: &[u8]) -> Result<(), TableError> {
    let is_wide = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let is_zero = bytes.len() >= 16 && bytes.iter().take(4096).all(|b| *b == 0);
    let (what, fix) = match MAGIC.iter().find(|(magic, ..)| bytes.starts_with(magic)) {
        Some((_, what, fix)) => (*what, *fix),
        None if is_zero => ("a file of zero bytes", TEXT),
        None if !is_wide && looks_binary(bytes) => ("a binary file", TEXT),
        None => return Ok(()),
    };
    Err(not_csv(source, what, fix))
}

/// Refuses bytes that begin as another format than CSV does, be it text or not. Only the first bytes need be given.
pub(super) fn refuse(source: &str, bytes: &[u8]) -> Result<(), TableError> {
    refuse_no_text(source, bytes)?;
    let text = bytes.strip_prefix(BOM).unwrap_or(bytes).trim_ascii_start();
    let head: Vec<u8> = text.iter().take(64).map(u8::to_ascii_lowercase).collect();
    let begins = |with: &[&[u8]]| with.iter().any(|with| head.starts_with(with));
    let (what, fix) = if begins(&[b"<!doctype html", b"<html"]) {
        ("an HTML page", DOWNLOAD)
    } else if begins(&[b"<?xml", b"<svg"]) {
        ("an XML document", EXPORT)
    } else if looks_like_json(text) {
        ("JSON", EXPORT)
    } else if let Some(line) = arff(text) {
        let line = line + line_ends(bytes.get(..bytes.len() - text.len()).unwrap_or_default());
        let fix = "Put the attribute names, separated by commas, in the first line and delete all lines above @data.";
        return Err(not_csv(source, "a Weka ARFF file", fix).at_line(Some(line)));
    } else if looks_like_libsvm(text) {
        ("a LIBSVM file (index:value pairs)", EXPORT)
    } else {
        return Ok(());
    };
    Err(not_csv(source, what, fix))
}

/// Control bytes that no text has, in more than a tenth of the beginning.
fn looks_binary(bytes: &[u8]) -> bool {
    let head = bytes.get(..4096).unwrap_or(bytes);
    let odd = head.iter().filter(|b| matches!(**b, 1..=8 | 14..=26 | 28..=30)).count();
    let high = head.iter().filter(|b| **b >= 0x80).count();
    head.len() >= 64 && odd * 20 > head.len() && high * 5 > head.len()
}

/// A brace or bracket that a quote, brace or bracket follows, as a JSON object or list begins.
fn looks_like_json(text: &[u8]) -> bool {
    let mut solid = text.iter().filter(|b| !b.is_ascii_whitespace());
    let first_two = (solid.next(), solid.next());
    matches!(first_two, (Some(b'{'), Some(b'"' | b'}')) | (Some(b'['), Some(b'{' | b'[' | b'"' | b']')))
}

/// The line of `@relation`, when only comments precede it.
fn arff(text: &[u8]) -> Option<u64> {
    for (i, line) in text.split(|b| *b == b'\n').take(200).enumerate() {
        let line = line.trim_ascii();
        let start = line.get(..9).unwrap_or(line).to_ascii_lowercase();
        if start == b"@relation" {
            return Some(i as u64 + 1);
        }
        if !line.is_empty() && !line.starts_with(b"%") {
            return None;
        }
    }
    None
}

/// `+1 3:0.5 7:1` in each of the first lines.
fn looks_like_libsvm(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text.get(..4096).unwrap_or(text));
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).take(3).peekable();
    lines.peek().is_some()
        && lines.all(|line| {
            let mut words = line.split_whitespace();
            let label = words.next().is_some_and(|w| w.parse::<f64>().is_ok());
            let mut pairs = words.peekable();
            let pair = |word: &str| word.split_once(':').is_some_and(|(i, _)| i.parse::<u32>().is_ok());
            label && pairs.peek().is_some() && pairs.all(pair)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<(String, Encoding), TableError> {
        decode("f.csv", bytes, &mut Vec::new()).map(|(text, encoding)| (text.into_owned(), encoding))
    }

    #[test]
    fn marks_are_left_out_and_western_but_no_east_asian_text_is_read() {
        assert_eq!(read(b"\xef\xbb\xbfa,b\n").unwrap(), ("a,b\n".to_owned(), Encoding::Utf8Bom));
        assert_eq!(read(b"a\n\x1a").unwrap().0, "a\n");
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

    #[test]
    fn other_formats_are_named() {
        for (bytes, what) in [
            (&b"version https://example.org,b\n1,2\n"[..], "CSV"),
            (b"\n {\"a\": 1}", "this is JSON, not CSV"),
            (b"[\n  {\"a\": 1}]", "this is JSON, not CSV"),
            (b"\xef\xbb\xbf<!DOCTYPE HTML><p>", "this is an HTML page, not CSV"),
            (b"% made by hand\n@RELATION iris\n", "this is a Weka ARFF file, not CSV"),
            (b"1 1:0.5 2:1\n-1 2:3\n", "this is a LIBSVM file (index:value pairs), not CSV"),
            (b"$FL2@(#) SPSS DATA FILE", "this is an SPSS file, not CSV"),
            (b"<stata_dta><header>", "this is a Stata file, not CSV"),
            (&[0; 64], "this is a file of zero bytes, not CSV"),
            (b"a,b\n{x},[1]\n", "CSV"),
            (b"[note],b\n1,2\n", "CSV"),
            (b"time\n12:30\n", "CSV"),
        ] {
            let found = refuse("f", bytes).map_or_else(|error| error.to_string(), |()| "CSV".to_owned());
            assert_eq!(found, what);
        }
    }
}
