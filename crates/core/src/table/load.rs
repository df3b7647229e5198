//! From a source to a table: the text is decoded, its delimiter found and its quotes checked; the first rows suggest a kind
//! for each column; then [`read_columns`] reads all rows.

use super::build::Built;
use super::columns::unguarded;
use super::dialect::{self, Quotes};
use super::error::{counted, quoted};
use super::header::Doubt;
use super::pass::{Stop, read_columns};
use super::rows::{RowCounts, TextBody};
use super::windows::{TextStore, last_row_end, line_at};
use super::{Encoding, Notice, Options, Ragged, Segment, Source, Table, TableError, TableSums, Topic};
use super::{encoding, header, hints};
use crate::problem::nearest;
use memchr::memchr_iter;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

#[derive(Clone, Debug)]
pub struct Loaded {
    pub table: Arc<Table>,
    pub delimiter: u8,
    pub encoding: Encoding,
    /// Every repair and every oddity, in the order they were met.
    pub notices: Vec<Notice>,
    /// Rows of the file that are not in the table, because they do not fit the header and were to be skipped.
    pub skipped: u64,
    pub has_names: bool,
    /// Sums of the rows, where the file holds these: then the table has no row.
    pub sums: Option<Arc<TableSums>>,
}

/// Reads a table.
///
/// # Errors
/// When the source cannot be read, is not CSV, holds no rows, or does not agree with the options.
pub fn load(source: &Source, options: &Options) -> Result<Loaded, TableError> {
    let file = source.plain_file();
    let loaded = match file.map(|path| in_windows(source, path, options)).transpose()?.flatten() {
        Some(loaded) => loaded,
        None => load_bytes(&source.label(), &source.read(options.limit)?, options)?,
    };
    if options.maps.is_empty() {
        return Ok(loaded);
    }
    Ok(Loaded { table: Arc::new(Arc::unwrap_or_clone(loaded.table).with_derived(&options.maps)), ..loaded })
}

/// Reads the rows that end within so many bytes, and returns whether these are all. `header` is as in [`Options`].
pub fn head(source: &Source, most: u64, header: Option<bool>) -> Result<(Loaded, bool), TableError> {
    let (bytes, whole) = first_rows(source, most)?;
    let options = Options { header, ..Options::default() };
    Ok((load_bytes(&source.label(), &bytes, &options)?, whole))
}

/// The rows that end within the first bytes of a source, and whether these are all; all bytes where no row ends.
fn first_rows(source: &Source, most: u64) -> Result<(Vec<u8>, bool), TableError> {
    let (mut bytes, whole) = source.head(most)?;
    if let Some(end) = last_row_end(&bytes).filter(|_| !whole) {
        // In UTF-16 with the low byte first, a line ends with two bytes.
        bytes.truncate(end + usize::from(bytes.starts_with(&[0xff, 0xfe])));
    }
    Ok((bytes, whole))
}

/// Reads a long file without holding its text, if the file is as most files are. Any other is read as a whole, since what
/// is odd about a text is described with all of it in memory.
fn in_windows(source: &Source, path: &Path, options: &Options) -> Result<Option<Loaded>, TableError> {
    /// The first bytes of a file, by which everything is decided before all rows are read; and the most of them.
    const FIRST: u64 = 1 << 20;
    const MOST: u64 = 1 << 26;
    let about = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file);
    let Some(length) = about.map(|about| about.len()) else { return Ok(None) };
    let wanted = options.window as u64 <= length && length <= options.limit;
    let Some(file) = File::open(path).ok().filter(|_| wanted && options.ragged != Ragged::Extra) else {
        return Ok(None);
    };
    let mut size = FIRST.min(options.window as u64);
    while size < length && size <= MOST {
        // What is refused is refused again when it is read as a whole.
        let Ok((first, false)) = first_rows(source, size) else { break };
        match load_first(&source.label(), &first, &file, length, options) {
            Ok(loaded) => return Ok(Some(loaded)),
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::Short) => size *= 4,
            Err(Stop::Unusual) => break,
        }
    }
    Ok(None)
}

fn load_first(
    label: &str,
    first: &[u8],
    file: &File,
    length: u64,
    options: &Options,
) -> Result<Loaded, Stop> {
    let mut notices = Vec::new();
    let decoded = encoding::decode(label, first, &mut notices);
    let (text, encoding) = decoded.map_err(|_| Stop::Unusual)?;
    let is_utf8 = matches!(encoding, Encoding::Utf8 | Encoding::Utf8Bom);
    let is_wrapped = dialect::unquoted(&text).or_else(|| dialect::unfenced(&text)).is_some();
    if !is_utf8 || is_wrapped || hints::has_strange(&text) {
        return Err(Stop::Unusual);
    }
    let before = (first.len() - text.len()) as u64;
    load_text((label, length, encoding), &text, TextStore::File(file, before), options, notices)
}

fn load_bytes(label: &str, bytes: &[u8], options: &Options) -> Result<Loaded, TableError> {
    let mut notices = Vec::new();
    encoding::refuse(label, bytes)?;
    let (mut text, encoding) = encoding::decode(label, bytes, &mut notices)?;
    let fences = "Each line begins and ends with |, as in Markdown; the signs at both ends were left out.";
    let quotes = "Each line is in double quotes as a whole; the quotes were left out.";
    let unfenced = dialect::unfenced(&text).map(|plain| (plain, fences));
    if let Some((plain, what)) = unfenced.or_else(|| Some((dialect::unquoted(&text)?, quotes))) {
        notices.push(Notice::file(what));
        text = Cow::Owned(plain);
    }
    let origin = (label, bytes.len() as u64, encoding);
    load_text(origin, &text, TextStore::Memory(&text), options, notices).map_err(|stop| match stop {
        Stop::Failed(error) => error,
        Stop::Short | Stop::Unusual => TableError::no_data(label, "the file cannot be read"),
    })
}

/// Reads a text, of which only the first rows are in memory where it is in a file; its label, bytes and encoding are known.
fn load_text(
    (label, bytes, encoding): (&str, u64, Encoding),
    text: &str,
    whole: TextStore<'_>,
    options: &Options,
    mut notices: Vec<Notice>,
) -> Result<Loaded, Stop> {
    /// A file of more columns whose rows have names is looked at whole, since its first rows are few.
    const WIDE: usize = 100;
    let in_file = whole.is_in_file();
    let (mut skip, declared) = separator_line(text);
    let comments = dialect::comments(text.get(skip..).unwrap_or_default());
    let sniffed = || dialect::sniff(text.get(skip + comments..).unwrap_or_default());
    let delimiter = options.delimiter.or(declared).unwrap_or_else(sniffed);
    if delimiter == b' ' && in_file {
        return Err(Stop::Unusual);
    }
    if let Some(single) = (delimiter == b' ').then(|| dialect::single_blanks(text)).flatten() {
        let options = Options { delimiter: Some(delimiter), ..options.clone() };
        return load_text((label, bytes, encoding), &single, TextStore::Memory(&single), &options, notices);
    }
    // Of cases, a cell may be empty because nothing is known.
    let is_missing = options.missing.as_ref().is_none_or(|listed| listed.iter().any(String::is_empty));
    let tail = whole.tail().unwrap_or_default();
    if let Some((end, rows)) = dialect::empty_end(&tail, delimiter).filter(|_| is_missing) {
        if in_file {
            return Err(Stop::Unusual);
        }
        let filled = text.get(..end).unwrap_or_default();
        if filled.lines().filter(|line| !line.trim().is_empty()).count() > 1 {
            let what = format!("{} of empty cells at the end left out.", counted(rows, "row"));
            notices.push(Notice::at_line(line_at(text.as_bytes(), end), what));
            let options = Options { delimiter: Some(delimiter), ..options.clone() };
            return load_text((label, bytes, encoding), filled, TextStore::Memory(filled), &options, notices);
        }
    }
    let title = dialect::title(text.get(skip..).unwrap_or_default(), delimiter);
    if let Some(end) = title.filter(|_| options.header != Some(false)) {
        let blank = text.bytes().skip(skip + end).take_while(|b| matches!(b, b'\n' | b'\r')).count();
        skip += end + blank;
        let what = "Everything above this line was taken for a title or comments and left out.";
        notices.push(Notice::at_line(line_at(text.as_bytes(), skip), what));
    }
    let before = notices.len();
    let quotes = dialect::walk(text, delimiter);
    let is_regular = quotes == Quotes::default();
    if in_file && !is_regular {
        return Err(Stop::Unusual);
    }
    if let Some(at) = quotes.spaced
        && let Some(closed) = dialect::closed_up(text, delimiter)
    {
        let what = "Blanks between a delimiter and a double quote were left out, so that the quotes enclose the cells.";
        notices.push(Notice::at_line(line_at(text.as_bytes(), at), what));
        let options = Options { delimiter: Some(delimiter), ..options.clone() };
        return load_text((label, bytes, encoding), &closed, TextStore::Memory(&closed), &options, notices);
    }
    if let Some(at) = quotes.unclosed {
        let quote = "the double quote that opens here is never closed";
        let what = format!("{quote}, so the rest of the file would be one cell");
        let fix = "Close the quote on that line; a quote that belongs to the text is written twice: \"\".";
        let line = Some(line_at(text.as_bytes(), at));
        return Err(TableError::bad_csv(label, what, fix).at_line(line).into());
    }
    hints::strange_characters(text, &quotes, &mut notices);
    let mut body = TextBody {
        source: label,
        text,
        whole,
        // Rows are found by their quotes only where these are as they should be.
        window: if is_regular { options.window } else { usize::MAX },
        start: skip,
        delimiter,
        width: 0,
        ragged: options.ragged,
        watch: options.watch.as_deref(),
    };
    if let Some(watch) = body.watch {
        watch.total.store(if in_file { bytes } else { text.len() as u64 }, Ordering::Relaxed);
    }
    let has_names = options.header.unwrap_or(true);
    let (mut cells, header_line) = match read_header(&mut body, bytes, has_names) {
        // The first row may end after the bytes that were read.
        Err(_) if in_file => return Err(Stop::Short),
        read => read?,
    };
    let mut kinds = None;
    if has_names {
        kinds = header::read_prefixes(&mut cells, header_line, &mut notices);
        let below = || header::read_lines_below(&mut body, &cells, header_line, &mut notices);
        kinds = kinds.or_else(below);
    }
    // The user's choice for a column wins over its header.
    let kinds = kinds.into_iter().flatten().chain(options.kinds.clone()).collect();
    let options = &Options { kinds, ..options.clone() };
    if in_file && memchr_iter(b'\n', text.as_bytes()).count() < header::rows_looked_at(body.width) {
        return Err(Stop::Short);
    }
    let (mut looks, trailing, is_enough) = header::look(&body, options, &[])?;
    let is_row = options.header.is_none().then(|| header::row_of_data(&cells, &looks)).flatten();
    if let Some(Doubt { why, is_certain: true }) = &is_row {
        notices.truncate(before);
        let read = format!("The first line was read as a row ({why})");
        let notice =
            Notice::at_line(header_line, format!("{read}, so the columns are named by their places."));
        notices.push(notice.about(Topic::FirstLine(why.clone(), true)));
        let options = Options { header: Some(false), ..options.clone() };
        return load_text((label, bytes, encoding), text, whole, &options, notices);
    }
    let has_row_names = has_names && !trailing && header::are_left_out(&body, cells.len())?;
    if in_file && (cells.len() < 2 || has_row_names && body.width > WIDE) {
        return Err(Stop::Unusual);
    }
    if in_file && !is_enough {
        return Err(Stop::Short);
    }
    if trailing {
        let what = "Every row ends in an extra delimiter; the empty field after it was left out.";
        notices.push(Notice::file(what));
        cells.push(String::new());
    } else if has_row_names {
        cells.insert(0, String::new());
    }
    if !has_names {
        header::name_by_place(&mut cells, &looks);
    }
    let named = cells.len();
    if options.ragged == Ragged::Extra {
        let (mut rows, mut widest) = (body.rows(), body.width);
        while rows.advance()? {
            widest = widest.max(rows.record.len());
        }
        cells.extend((named..widest).map(|_| "extra".to_owned()));
    }
    let is_wider = cells.len() > body.width;
    body.width = cells.len();
    body.hold_rows();
    let names = header::name_columns(&cells, header_line, has_row_names, &mut notices);
    check_names(label, &names, options)?;
    if !options.missing_in.is_empty() || is_wider {
        looks = header::look(&body, options, &names)?.0;
    }
    let (mut built, pass) = read_columns(&body, &names, &looks, options, &mut notices)?;
    built.iter_mut().skip(named).for_each(|(column, _)| column.surplus = true);
    describe_rows(&pass.tally, &body, &mut notices);
    let is_empty = |(column, _): &Built| column.missing == pass.rows as u64;
    if cells.iter().all(String::is_empty) && built.iter().all(is_empty) {
        return Err(TableError::no_data(label, NOTHING).into());
    }
    let mut built = drop_trailing(built, &cells, &names, pass.rows, trailing, &mut notices);
    for ((column, _), cell) in built.iter_mut().zip(&cells) {
        column.unnamed = cell.is_empty();
    }
    let table = assemble(label, built, &pass.segments);
    if let Some(Doubt { why, .. }) = is_row {
        let what = format!("The first line looks like data: {why}. It was taken for the column names.");
        notices.push(Notice::at_line(header_line, what).about(Topic::FirstLine(why, false)));
    }
    if table.columns().len() == 1 {
        hints::one_column(text, header_line, &mut notices);
    }
    hints::similar_values(&table, &mut notices);
    hints::idle_columns(&table, &mut notices);
    let skipped = if options.ragged == Ragged::Skip { pass.tally.unfit.0 } else { 0 };
    Ok(Loaded { table: Arc::new(table), delimiter, encoding, notices, skipped, has_names, sums: None })
}

const NOTHING: &str = "the file has neither column names nor data";

/// The line `sep=;` that spreadsheets put first: its length, and the delimiter it names.
fn separator_line(text: &str) -> (usize, Option<u8>) {
    let line = text.split(['\n', '\r']).next().unwrap_or_default().as_bytes();
    let declared = match line {
        [s, e, p, b'=', delimiter] if [*s, *e, *p].eq_ignore_ascii_case(b"sep") => Some(*delimiter),
        _ => None,
    };
    let is_allowed = |b: &u8| b"\t !^|~".contains(b) || matches!(b, b'#'..=b'/' | b':'..=b'@');
    let declared = declared.filter(is_allowed);
    (declared.map_or(0, |_| line.len()), declared)
}

/// Reads the first row: the names, or as many blanks where it has no names and belongs to the body.
fn read_header(
    body: &mut TextBody<'_>,
    size: u64,
    has_names: bool,
) -> Result<(Vec<String>, u64), TableError> {
    let no_data = |what: String| Err(TableError::no_data(body.source, what));
    if size == 0 {
        return no_data("the file is empty (0 bytes)".to_owned());
    }
    let text = body.text.get(body.start..).unwrap_or_default();
    let mut reader = dialect::reader(text, body.delimiter);
    let mut record = csv::ByteRecord::new();
    if !reader.read_byte_record(&mut record).unwrap_or(false) {
        return no_data("the file has neither a header nor data".to_owned());
    }
    let name = |cell: &[u8]| String::from_utf8_lossy(unguarded(cell.trim_ascii())).into_owned();
    let names: Vec<String> = record.iter().map(name).collect();
    let after = usize::try_from(reader.position().byte()).unwrap_or(0);
    let header = body.start + text.bytes().take_while(|b| matches!(b, b'\n' | b'\r')).count();
    let line = line_at(body.text.as_bytes(), header);
    body.width = names.len();
    if !has_names {
        return Ok((vec![String::new(); names.len()], line));
    }
    if !reader.read_byte_record(&mut record).unwrap_or(false) {
        let columns = counted(names.len() as u64, "column");
        return no_data(match names.iter().all(String::is_empty) {
            true => NOTHING.to_owned(),
            false => format!("the file has a header of {columns} but 0 rows of data"),
        });
    }
    body.start = body.after_newline(body.start + after);
    Ok((names, line))
}

fn check_names(label: &str, names: &[String], options: &Options) -> Result<(), TableError> {
    const MOST: usize = 12;
    let known: HashSet<&String> = names.iter().collect();
    let Some(column) = options.kinds.keys().find(|column| !known.contains(column)) else { return Ok(()) };
    let first = names.iter().take(MOST).map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
    let fix = match (nearest(column, names.iter().map(String::as_str)), names.len().saturating_sub(MOST)) {
        (Some(name), _) => format!("Did you mean {}?", quoted(name)),
        (None, 0) => format!("The columns are {first}."),
        (None, more) => format!("The columns are {first} and {more} more."),
    };
    let what = format!("there is no column {}", quoted(column));
    let mut error = TableError::new("unknown_column", label, what, fix);
    error.problem.column = Some(column.clone());
    Err(error)
}

fn describe_rows(tally: &RowCounts, body: &TextBody<'_>, notices: &mut Vec<Notice>) {
    let blank = counted(tally.blank.0, "blank line");
    let empty = counted(tally.empty.0, "row");
    let (unfit, width) = (counted(tally.unfit.0, "line"), body.width);
    let unfit = match body.ragged {
        Ragged::Extra => format!(
            "{unfit} with another number of fields than the header's {width}: surplus fields are in columns of their \
             own, fields that are not there are missing."
        ),
        _ => format!("{unfit} skipped: another number of fields than the header's {width}."),
    };
    for ((count, at), what) in [
        (tally.blank, format!("{blank} skipped.")),
        (tally.empty, format!("{empty} of empty cells only; kept, with every cell missing.")),
        (tally.unfit, unfit),
    ] {
        if count > 0 {
            notices.push(Notice::at_line(body.whole.line_at(at), what));
        }
    }
}

/// Leaves out columns at the end without a name and without a cell, which come from a delimiter too many.
fn drop_trailing(
    mut built: Vec<Built>,
    cells: &[String],
    names: &[String],
    rows: usize,
    known: bool,
    notices: &mut Vec<Notice>,
) -> Vec<Built> {
    let before = built.len();
    while built.len() > 1
        && cells.get(built.len() - 1).is_some_and(String::is_empty)
        && built.last().is_some_and(|(column, _)| column.missing == rows as u64)
    {
        built.pop();
    }
    if built.len() < before {
        let names = names.get(built.len()..).unwrap_or_default();
        notices.retain(|notice| notice.column.as_ref().is_none_or(|column| !names.contains(column)));
        if !known {
            let dropped = counted((before - built.len()) as u64, "column");
            let what = format!("{dropped} at the end without a name and without a value left out.");
            notices.push(Notice::file(what));
        }
    }
    built
}

fn assemble(label: &str, built: Vec<Built>, sizes: &[usize]) -> Table {
    let (mut columns, mut segments, mut start) = (Vec::with_capacity(built.len()), Vec::new(), 0);
    for size in sizes {
        segments.push(Segment { rows: start..start + size, cells: Vec::with_capacity(built.len()) });
        start += size;
    }
    for (column, cells) in built {
        columns.push(column);
        for (segment, cells) in segments.iter_mut().zip(cells) {
            segment.cells.push(cells);
        }
    }
    Table::new(label.to_owned(), columns, segments)
}
