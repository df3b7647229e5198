//! How a file separates its fields and lines, found by trying each delimiter on the first lines.
//!
//! The csv crate takes an unclosed quote for a cell that runs to the end of the file, and text after a closing quote for
//! more of the cell. Both lose rows, so [`walk`] reads the text once in the same grammar and notes where.

use super::number::PossibleStyles;
use super::windows::line_ends;
use memchr::{memchr, memchr_iter, memchr2, memrchr};

const CANDIDATES: [u8; 4] = [b',', b';', b'\t', b'|'];
/// How much of the text is tried, in bytes and rows.
const BYTES: usize = 65_536;
const ROWS: usize = 100;

/// Returns the delimiter that occurs most often in the first line.
pub(crate) fn commonest_in_first_line(text: &str, delimiters: &[u8]) -> u8 {
    let line = text.lines().next().unwrap_or_default().as_bytes();
    let count = |delimiter: &u8| memchr_iter(*delimiter, line).count();
    delimiters.iter().copied().max_by_key(count).unwrap_or(b',')
}

pub(super) fn reader(text: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes())
}

/// The first rows as one delimiter divides them.
struct Division {
    delimiter: u8,
    widths: Vec<usize>,
    /// The share of the cells below the header that are numbers.
    numbers: f64,
}

impl Division {
    fn of(text: &str, delimiter: u8) -> Division {
        let head = head(text);
        let mut reader = reader(head, delimiter);
        let mut record = csv::ByteRecord::new();
        let mut widths = Vec::new();
        let (mut cells, mut numbers) = (0usize, 0usize);
        while widths.len() < ROWS && reader.read_byte_record(&mut record).unwrap_or(false) {
            if !widths.is_empty() {
                let is_number = |cell: &[u8]| PossibleStyles::default().add(cell);
                cells += record.len();
                numbers += record.iter().filter(|cell| is_number(cell.trim_ascii())).count();
            }
            widths.push(record.len());
        }
        if head.len() < text.len() && widths.len() > 1 && widths.len() < ROWS {
            widths.pop();
        }
        Division { delimiter, widths, numbers: numbers as f64 / cells.max(1) as f64 }
    }

    /// Share of rows as wide as the header, share of rows of the commonest width, share of numbers, that width. A width
    /// of 1 is not a sign of a delimiter and scores nothing.
    fn score(&self) -> (f64, f64, f64, usize) {
        let widths = &self.widths;
        let count = |width: usize| widths.iter().filter(|other| **other == width).count();
        let share = |width: usize| match width {
            0 | 1 => 0.0,
            _ => count(width) as f64 / widths.len().max(1) as f64,
        };
        let header = widths.first().copied().unwrap_or(0);
        let common = widths.iter().copied().max_by(|a, b| share(*a).total_cmp(&share(*b))).unwrap_or(0);
        // The header alone agrees with itself: that is no evidence while other rows disagree.
        let agreed = if widths.len() > 1 && count(header) == 1 { 0.0 } else { share(header) };
        (agreed, share(common), self.numbers, common)
    }

    /// How many fields more than the header all rows have, if all have as many and more than one.
    fn surplus(&self) -> Option<usize> {
        let (header, rows) = self.widths.split_first()?;
        let first = rows.first().filter(|first| **first > 1)?;
        first.checked_sub(*header).filter(|_| rows.iter().all(|width| width == first))
    }
}

/// The delimiter that gives most rows the header's width; where none does, that under which the header is one field short
/// of every row, then most rows a common width. Of two that do, the one that leaves more numbers whole: a header such as
/// `height, m;weight, kg` has as many commas as its rows. A blank is one only where nothing else is, as R writes it.
pub(super) fn sniff(text: &str) -> u8 {
    let all = CANDIDATES.map(|delimiter| Division::of(text, delimiter));
    let ((agreed, ..), chosen) = all.iter().fold(((0.0, 0.0, 0.0, 1), b','), |best, division| {
        if division.score() > best.0 { (division.score(), division.delimiter) } else { best }
    });
    // Some programs fill columns up with several tabs.
    if chosen == b'\t' && agreed < 1.0 && by_blanks(text).surplus() == Some(0) {
        return b' ';
    }
    if agreed > 0.0 {
        return chosen;
    }
    // Every row has one field more than the header.
    let is_short = |division: &&Division| division.widths.len() > 2 && division.surplus() == Some(1);
    let short = all.iter().find(is_short).map(|division| division.delimiter);
    short.or_else(|| is_divided_by_blanks(text).then_some(b' ')).unwrap_or(chosen)
}

fn by_blanks(text: &str) -> Division {
    let head = head(text);
    Division::of(&single_blanks(head).unwrap_or_else(|| head.to_owned()), b' ')
}

fn head(text: &str) -> &str {
    (0..4).find_map(|less| text.get(..BYTES - less)).unwrap_or(text)
}

/// Whether blanks divide fields as in what R's `write.table` writes: what is not a number is in quotes, or at least one column
/// is of numbers alone. Or the columns are aligned: several blanks are between names.
fn is_divided_by_blanks(text: &str) -> bool {
    let is_aligned = text.lines().next().is_some_and(|line| line.trim().contains("  "));
    let division = by_blanks(text);
    let width = division.widths.get(1).copied().unwrap_or(0);
    let mut lines = text.lines().filter(|line| !line.is_empty()).take(2);
    division.widths.len() > 2
        && division.surplus().is_some_and(|surplus| surplus <= 1)
        && (is_aligned && width > 1
            || lines.all(|line| line.starts_with('"'))
            || division.numbers * width as f64 >= 1.0)
}

/// What a walk over the quotes found; places are byte offsets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Quotes {
    pub unclosed: Option<usize>,
    pub spaced: Option<usize>,
    pub text_after: Option<usize>,
    /// The last of an odd number of quotes within a field that begins with none.
    pub lone: Option<usize>,
    pub carriage: Option<usize>,
}

/// Walks the text field by field; that is one search where it has no quote.
pub(super) fn walk(text: &str, delimiter: u8) -> Quotes {
    let bytes = text.as_bytes();
    let after = |from: usize| bytes.get(from..).unwrap_or_default();
    let mut found = Quotes::default();
    let ends = |b: u8| b == delimiter || b == b'\n' || b == b'\r';
    let has_return = bytes.contains(&b'\r');
    let mut at = if bytes.contains(&b'"') { 0 } else { bytes.len() };
    while let Some(first) = bytes.get(at) {
        let open = at;
        if *first != b'"' {
            if *first == b' ' && delimiter != b' ' && is_quote_after_blanks(after(at)) {
                found.spaced = found.spaced.or(Some(at));
            }
            let end = if has_return {
                after(at).iter().position(|b| ends(*b))
            } else {
                memchr2(delimiter, b'\n', after(at))
            };
            let end = end.map_or(bytes.len(), |more| at + more);
            let field = bytes.get(at..end).unwrap_or_default();
            if memchr_iter(b'"', field).count() % 2 == 1 {
                found.lone = found.lone.or(memrchr(b'"', field).map(|quote| at + quote));
            }
            at = end + 1;
            continue;
        }
        // The field ends at a quote that is not doubled.
        loop {
            let Some(quote) = memchr(b'"', after(at + 1)) else {
                found.unclosed = Some(open);
                return found;
            };
            at += quote + 2;
            if bytes.get(at) != Some(&b'"') {
                break;
            }
        }
        let field = bytes.get(open..at).unwrap_or_default();
        if has_return && found.carriage.is_none() {
            let is_lone = |at: &usize| field.get(at + 1) != Some(&b'\n');
            found.carriage = memchr_iter(b'\r', field).find(is_lone).map(|at| open + at);
        }
        let end = at + after(at).iter().take_while(|b| !ends(**b)).count();
        if end > at {
            // A field over several lines with text after its end is one unclosed quote that met the next one.
            if line_ends(field) > 0 {
                found.unclosed = Some(open);
                return found;
            }
            found.text_after = found.text_after.or(Some(at));
        }
        at = end + 1;
    }
    found
}

fn is_quote_after_blanks(bytes: &[u8]) -> bool {
    bytes.iter().find(|b| **b != b' ') == Some(&b'"')
}

/// The text without blanks between a delimiter and a quote; `None` where its quotes would not enclose whole cells, or where
/// a delimiter in them may have been meant to divide.
pub(super) fn closed_up(text: &str, delimiter: u8) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let (mut is_start, mut is_quoted, mut is_spaced) = (true, false, false);
    for (at, b) in bytes.iter().copied().enumerate() {
        if is_start
            && b == b' '
            && delimiter != b' '
            && is_quote_after_blanks(bytes.get(at..).unwrap_or_default())
        {
            is_spaced = true;
            continue;
        }
        if b == b'"' {
            // A quote that is doubled closes and opens again.
            is_quoted = is_start || !is_quoted && out.last() == Some(&b'"');
        }
        let divides = b == delimiter || b == b'\n' || b == b'\r';
        if is_quoted && is_spaced && divides {
            return None;
        }
        is_start = !is_quoted && divides;
        is_spaced &= !is_start;
        out.push(b);
    }
    let closed = String::from_utf8(out).ok()?;
    (walk(&closed, delimiter) == Quotes::default()).then_some(closed)
}

/// Where the last rows begin that have nothing but empty cells, as spreadsheets add them, and how many there are.
pub(super) fn empty_end(bytes: &[u8], delimiter: u8) -> Option<(usize, u64)> {
    let is_filled = |b: &u8| *b != delimiter && !b" \r\n".contains(b);
    let filled = bytes.iter().rposition(is_filled).map_or(0, |last| last + 1);
    let end = filled + memchr(b'\n', bytes.get(filled..)?)? + 1;
    let rows = bytes.get(end..)?.split(|b| *b == b'\n').filter(|line| line.contains(&delimiter)).count();
    (rows > 0).then_some((end, rows as u64))
}

/// The length of the lines at the beginning that start with `#`.
pub(super) fn comments(text: &str) -> usize {
    text.split_inclusive('\n').take_while(|line| line.starts_with('#')).map(str::len).sum()
}

/// Where the names begin below a title or comments: rows with a first cell alone, as spreadsheets write titles, and lines that
/// start with `#` and have another width.
pub(super) fn title(text: &str, delimiter: u8) -> Option<usize> {
    /// Rows below the names that must be as wide as these.
    const BELOW: usize = 20;
    let mut records = reader(text, delimiter).into_byte_records().map_while(Result::ok);
    let mut above = Vec::new();
    let is_alone = |record: &csv::ByteRecord| {
        record.len() > 2 && record.iter().skip(1).all(|cell| cell.trim_ascii().is_empty())
    };
    let is_comment = |record: &csv::ByteRecord| record.get(0).is_some_and(|cell| cell.starts_with(b"#"));
    let names = loop {
        let record = records.next()?;
        let is_above = is_alone(&record) || is_comment(&record) && above.iter().all(is_comment);
        if !is_above {
            break record;
        }
        above.push(record);
    };
    let fits = above.iter().all(|row| is_alone(row) == (row.len() == names.len()));
    let is_name = |cell: &[u8]| !cell.trim_ascii().is_empty() && !PossibleStyles::default().add(cell);
    let has_title = above.first().is_some_and(|row| row.get(0).is_some_and(|cell| !cell.is_empty()));
    let is_table = names.len() > 1 && names.iter().all(is_name);
    let mut below = records.take(BELOW).peekable();
    // A cell that comes again below itself is a value, so the line above it has the names.
    let fits_names = |row: csv::ByteRecord| {
        row.len() == names.len() && row.iter().zip(&names).all(|(cell, name)| cell.is_empty() || cell != name)
    };
    let has_rows = below.peek().is_some() && below.all(fits_names);
    let start = names.position().and_then(|at| usize::try_from(at.byte()).ok());
    start.filter(|_| has_title && fits && is_table && has_rows)
}

/// The text with one blank for each run of blanks and tabs, and without those around lines; `None` where there are no such
/// runs. What is in quotes stays.
pub(super) fn single_blanks(text: &str) -> Option<String> {
    let mut out: Vec<u8> = Vec::with_capacity(text.len());
    let (mut is_quoted, mut is_behind) = (false, false);
    for b in text.bytes() {
        let before = out.last().copied().unwrap_or(b'\n');
        let is_start = is_behind || matches!(before, b'\n' | b'\r');
        if !is_quoted && matches!(b, b' ' | b'\t') {
            is_behind = true;
            continue;
        }
        let ends_line = matches!(b, b'\n' | b'\r');
        if is_behind && !ends_line && !matches!(before, b'\n' | b'\r') {
            out.push(b' ');
        }
        is_behind = false;
        if b == b'"' {
            // A quote that is doubled closes and opens again.
            is_quoted = !is_quoted && (is_start || before == b'"');
        }
        out.push(b);
    }
    (out != text.as_bytes()).then(|| String::from_utf8(out).ok()).flatten()
}

/// A table in which every line begins and ends with `|`, as in Markdown, without these; `None` for any other text.
pub(super) fn unfenced(text: &str) -> Option<String> {
    let is_blank = text.trim().is_empty();
    let inside = |line: &str| match line.trim() {
        "" => Some("\n".to_owned()),
        line => Some(line.strip_prefix('|')?.strip_suffix('|')?.to_owned() + "\n"),
    };
    text.lines().map(inside).collect::<Option<String>>().filter(|_| !is_blank)
}

/// A table that was saved as one column, `"a,b"` above `"1,2"`, without the quotes around its lines; `None` for any other
/// text.
pub(super) fn unquoted(text: &str) -> Option<String> {
    /// Lines that are looked at before the whole text is.
    const FIRST: usize = 20;
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
    let is_table = |delimiter: u8| Division::of(&plain, delimiter).surplus() == Some(0);
    CANDIDATES.into_iter().any(is_table).then_some(plain)
}

fn inside(line: &str) -> Option<&str> {
    let inside = line.trim_end().strip_prefix('"')?.strip_suffix('"')?;
    let mut quotes = inside.split("\"\"");
    quotes.all(|part| !part.contains('"')).then_some(inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_the_one_that_keeps_rows_alike() {
        for (text, delimiter) in [
            ("a,b\n1,2\n", b','),
            ("height, m;weight, in kg\n1,75;80,5\n1,62;55,1\n", b';'),
            ("name;id,age,height\nx;1,20,180\ny;2,30,170\n", b','),
            ("a|b\n\"x,y\"|2\n", b'|'),
            ("text;class\nhello, you;1\nwell, then, no;0\n", b';'),
            ("one\nx\ny\n", b','),
            ("\"a\" \"b\"\n\"r, 1\" 1 \"x y\"\n\"r2\" 3 \"z\"\n", b' '),
            ("name\nAda Lovelace\nGrace Hopper\n", b','),
            ("the name\nAda Lovelace\nGrace Hopper\n", b','),
            ("text\nwe are here\nthey are there\n", b','),
            ("a,b\nx y z,1\nu v w,2\n", b','),
            ("", b','),
        ] {
            assert_eq!(char::from(sniff(text)), char::from(delimiter), "{text}");
        }
    }

    #[test]
    fn an_unclosed_quote_and_text_after_a_quote_are_found_where_they_begin() {
        assert_eq!(walk("\"a\"b,c\n", b',').text_after, Some(3));
        assert_eq!(walk("a,b\n1,\"2\n3,4\n", b',').unclosed, Some(6));
        assert_eq!(walk("a,b\n\"1,2\n3,\"4\"\n", b',').unclosed, Some(4));
        assert_eq!(walk("\"a\nb\",c\n", b',').unclosed, None);
        assert_eq!(walk("ab,\"c\"\"d\"\n", b','), Quotes::default());
    }

    #[test]
    fn an_odd_number_of_quotes_within_a_bare_field_is_found() {
        assert_eq!(walk("a,b,c\nShoe\"wet, dry\",b\n", b',').lone, Some(10));
        assert_eq!(walk("size\n5\" disk", b',').lone, Some(6));
        assert_eq!(walk("size\n5\"", b',').lone, Some(6));
        for text in ["size\n5\" x 3\"\n", "\"5\" disk\",b\n", "\"a\"\"b\",c\n"] {
            assert_eq!(walk(text, b',').lone, None, "{text}");
        }
    }

    #[test]
    fn blanks_before_quotes_are_left_out_where_the_quotes_enclose_cells() {
        let closed = |text: &str| closed_up(text, b',');
        assert_eq!(walk("a,b\nred, \"yes\"\n", b',').spaced, Some(8));
        assert_eq!(walk("a,b\nred,\"yes\"\n5 \"x\",1\n", b',').spaced, None);
        assert_eq!(closed("a,b\nred,  \"yes\"\n").as_deref(), Some("a,b\nred,\"yes\"\n"));
        assert_eq!(closed("a, \"say \"\"x\"\"\"\n").as_deref(), Some("a,\"say \"\"x\"\"\"\n"));
        assert_eq!(closed("a, b c\n").as_deref(), Some("a, b c\n"));
        for text in ["1, \"a,b\"\n", "1, \"a\nb\"\n", "1, \"a\" b\n", "1, \"a\n"] {
            assert_eq!(closed(text), None, "{text}");
        }
    }

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

    proptest::proptest! {
        #[test]
        fn where_no_quote_is_open_the_reader_agrees(text in "[ab,\"\n\r ]{0,24}") {
            let text = format!("{text}\nlast");
            if walk(&text, b',').unclosed.is_none() {
                let records = super::reader(&text, b',').into_records();
                let last = records.last().unwrap().unwrap();
                proptest::prop_assert_eq!(last.iter().collect::<Vec<_>>(), ["last"]);
            }
        }
    }
}
