//! Files that are not CSV, known by how they begin, and what to do with each.

use super::error::TableError;
use super::ragged;

const SAVE: &str = "Open it in a spreadsheet and save the sheet as CSV.";
const UNPACK: &str = "Unpack it first, then open the CSV inside.";
const EXPORT: &str = "Export the table as CSV with the program that wrote it.";
const DOWNLOAD: &str = "Check the download: the data itself is a CSV file.";
const FETCH: &str = "Fetch the file itself, with git lfs pull or from the web page of the repository.";
const TEXT: &str = "Choose a CSV file: text with one row on each line.";

/// First bytes, what they mean, and the fix.
const MAGIC: &[(&[u8], &str, &str)] = &[
    (b"\x1f\x8b", "a gzip-compressed file", "Give it a name that ends in .gz, or unpack it first."),
    (b"BZh", "a bzip2-compressed file", UNPACK),
    (b"\xfd7zXZ\0", "an xz-compressed file", UNPACK),
    (b"\x28\xb5\x2f\xfd", "a zstd-compressed file", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!", "a RAR archive", UNPACK),
    (b"PK\x03\x04", "an Excel workbook or another zip archive", SAVE),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook", SAVE),
    (b"PAR1", "a Parquet file", EXPORT),
    (b"ARROW1", "an Arrow file", EXPORT),
    (b"SQLite format 3\0", "an SQLite database", EXPORT),
    (b"\x89HDF", "an HDF5 file", EXPORT),
    (b"RDX", "an R data file", EXPORT),
    (b"\x93NUMPY", "a NumPy array", EXPORT),
    (b"\x7fELF", "a program", TEXT),
    (b"MZ\x90", "a program", TEXT),
    (b"%PDF", "a PDF document", "Copy the table into a spreadsheet and save it as CSV."),
    (b"\x89PNG", "a PNG image", TEXT),
    (b"\xff\xd8\xff", "a JPEG image", TEXT),
    (b"GIF8", "a GIF image", TEXT),
    (b"{\\rtf", "an RTF document", SAVE),
    (b"version https://git-lfs.github.com/spec/", "a Git LFS pointer that stands for the file", FETCH),
];

fn not_csv(source: &str, what: &str, fix: &str) -> TableError {
    TableError::bad_csv(source, format!("this is {what}, not CSV"), fix)
}

/// Refuses bytes that are no text, by how they begin. Only the first bytes need be given.
pub(super) fn refuse_no_text(source: &str, bytes: &[u8]) -> Result<(), TableError> {
    let refused = |what: &str, fix: &str| Err(not_csv(source, what, fix));
    for (magic, what, fix) in MAGIC {
        if bytes.starts_with(magic) {
            return refused(what, fix);
        }
    }
    let utf16_or_32 = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    if bytes.len() >= 16 && bytes.iter().take(4096).all(|b| *b == 0) {
        return refused("a file of zero bytes", TEXT);
    }
    if !utf16_or_32 && looks_binary(bytes) {
        return refused("a binary file", TEXT);
    }
    Ok(())
}

/// Refuses bytes that begin as another format than CSV does, be it text or not. Only the first bytes need be given.
pub(super) fn refuse(source: &str, bytes: &[u8]) -> Result<(), TableError> {
    refuse_no_text(source, bytes)?;
    let refused = |what: &str, fix: &str| Err(not_csv(source, what, fix));
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = text.trim_ascii_start();
    let head: Vec<u8> = text.iter().take(64).map(u8::to_ascii_lowercase).collect();
    if head.starts_with(b"<!doctype html") || head.starts_with(b"<html") {
        return refused("an HTML page", DOWNLOAD);
    }
    if head.starts_with(b"<?xml") || head.starts_with(b"<svg") {
        return refused("an XML document", EXPORT);
    }
    if looks_like_json(text) {
        return refused("JSON", EXPORT);
    }
    if let Some(line) = arff(text) {
        let line = line + ragged::ends(bytes.get(..bytes.len() - text.len()).unwrap_or_default());
        let fix = "Put the attribute names, separated by commas, in the first line and delete all lines above @data.";
        return Err(not_csv(source, "a Weka ARFF file", fix).at_line(Some(line)));
    }
    if looks_like_libsvm(text) {
        return refused("a LIBSVM file (index:value pairs)", EXPORT);
    }
    Ok(())
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

/// The line of `@relation`, when nothing but comments stands before it.
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

    fn said(bytes: &[u8]) -> String {
        refuse("f", bytes).map_or_else(|e| e.to_string(), |()| "CSV".to_owned())
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
            (&[0; 64], "this is a file of zero bytes, not CSV"),
            (b"a,b\n{x},[1]\n", "CSV"),
            (b"[note],b\n1,2\n", "CSV"),
            (b"time\n12:30\n", "CSV"),
        ] {
            assert_eq!(said(bytes), what);
        }
    }
}
