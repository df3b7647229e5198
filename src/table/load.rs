//! From a source to a table: the order in which everything in this room happens.
//!
//! The text is decoded, its delimiter found and its quotes checked; the first rows suggest a kind for each column; one
//! pass reads all columns. A column whose later cells contradict its first ones is read once more, alone.

use std::ops::Range;

use super::build::{Builder, Built};
use super::column::Kind;
use super::dialect::{self, Dialect};
use super::encoding;
use super::error::TableError;
use super::header::{self, Header};
use super::hints;
use super::infer::{self, Look};
use super::lines;
use super::magic;
use super::notice::Notice;
use super::quotes;
use super::ragged::Ragged;
use super::rows::{Body, Tally};
use super::say::{counted, nearest};
use super::source::{Options, Source};
use super::store::{Segment, Table};

/// A table, and how it came to be.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The data.
    pub table: Table,
    /// The notation that the file turned out to have.
    pub dialect: Dialect,
    /// Every repair and every oddity, in the order they were met.
    pub notices: Vec<Notice>,
    /// Rows of the file that are not in the table, because they do not fit the header and were to be skipped.
    pub skipped: u64,
    /// The size of the source.
    pub bytes: u64,
}

/// Reads a table.
///
/// # Errors
/// When the source cannot be read, is not CSV, holds no rows, or does not agree with the options.
pub fn load(source: &Source, options: &Options) -> Result<Loaded, TableError> {
    let label = source.label();
    let bytes = source.read(options.limit)?;
    load_bytes(&label, &bytes, options)
}

fn load_bytes(label: &str, bytes: &[u8], options: &Options) -> Result<Loaded, TableError> {
    let mut notices = Vec::new();
    magic::refuse(label, bytes)?;
    let (text, encoding) = encoding::decode(label, bytes, &mut notices)?;
    let (skip, declared) = separator_line(&text);
    let delimiter = options
        .delimiter
        .or(declared)
        .unwrap_or_else(|| dialect::sniff(text.get(skip..).unwrap_or_default()));
    let quotes = quotes::walk(&text, delimiter);
    if let Some(at) = quotes.unclosed {
        let line = lines::line_at(text.as_bytes(), at);
        return Err(TableError::UnclosedQuote { source_name: label.to_owned(), line });
    }
    hints::strange_characters(&text, &quotes, &mut notices);

    let mut body =
        Body { source: label, text: &text, start: skip, delimiter, width: 0, ragged: options.ragged };
    let (mut cells, header_line) = read_header(&mut body, bytes.len())?;
    let dialect = Dialect {
        delimiter,
        header_line,
        encoding,
        line_end: dialect::line_end(&text),
        quotes: text.as_bytes().contains(&b'"'),
    };
    let mut first = infer::look(&body, options)?;
    if first.trailing {
        notices.push(Notice::file(
            "Every row ends in an extra delimiter; the empty field after it was left out.",
        ));
        cells.push(String::new());
    } else if options.ragged == Ragged::Extra {
        let widest = widest(&body)?;
        cells.extend((cells.len()..widest).map(|_| "extra".to_owned()));
    }
    if cells.len() > body.width {
        body.width = cells.len();
        first.looks = infer::look(&body, options)?.looks;
    }
    let header = header::name_columns(&cells, header_line, &mut notices);
    check_names(label, &header, options)?;

    let (built, tally, rows) = read_columns(&body, &header, first.looks, options, &mut notices)?;
    tell(&tally, options, text.as_bytes(), &mut notices);
    let skipped = match (&tally.ragged, options.ragged) {
        (Some(ragged), Ragged::Skip) => ragged.lines,
        _ => 0,
    };
    let built = drop_trailing(built, &header, rows, first.trailing, &mut notices);
    let table = assemble(label, built, rows, options.segment_rows);
    hints::header_of_data(&table, header_line, &mut notices);
    if table.columns().len() == 1 {
        hints::one_column(&text, &mut notices);
    }
    hints::similar_values(&table, &mut notices);
    Ok(Loaded { table, dialect, notices, skipped, bytes: bytes.len() as u64 })
}

/// The line `sep=;` that spreadsheets put first: its length, and the delimiter it names.
fn separator_line(text: &str) -> (usize, Option<u8>) {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    match line.as_bytes() {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', delimiter] if delimiter.is_ascii() => {
            (line.len(), Some(*delimiter))
        }
        _ => (0, None),
    }
}

/// Reads the first row, and leaves the body beginning after it.
fn read_header(body: &mut Body<'_>, size: usize) -> Result<(Vec<String>, u64), TableError> {
    let no_data = |what: String, fix| TableError::NoData { source_name: body.source.to_owned(), what, fix };
    const FIX: &str = "A data file has column names in its first line and one row on each line after it.";
    if size == 0 {
        return Err(no_data("the file is empty (0 bytes)".to_owned(), FIX));
    }
    let mut reader = dialect::reader(body.text.get(body.start..).unwrap_or_default(), body.delimiter);
    let mut record = csv::ByteRecord::new();
    if !reader.read_byte_record(&mut record).unwrap_or(false) {
        return Err(no_data("the file has neither a header nor data".to_owned(), FIX));
    }
    let names: Vec<String> =
        record.iter().map(|cell| String::from_utf8_lossy(cell.trim_ascii()).into_owned()).collect();
    let after = usize::try_from(reader.position().byte()).unwrap_or(0);
    let lead = body.text.get(body.start..).unwrap_or_default().bytes();
    let header = body.start + lead.take_while(|b| matches!(b, b'\n' | b'\r')).count();
    let line = lines::line_at(body.text.as_bytes(), header);
    if !reader.read_byte_record(&mut record).unwrap_or(false) {
        let columns = counted(names.len() as u64, "column");
        let what = if names.iter().all(String::is_empty) {
            "the file has neither column names nor data".to_owned()
        } else {
            format!("the file has a header of {columns} but 0 rows of data")
        };
        return Err(no_data(what, FIX));
    }
    body.start += after;
    body.width = names.len();
    Ok((names, line))
}

/// The widest row's number of fields.
fn widest(body: &Body<'_>) -> Result<usize, TableError> {
    let (mut rows, mut widest) = (body.rows(), body.width);
    while rows.advance()? {
        widest = widest.max(rows.width());
    }
    Ok(widest)
}

/// Every column that the options name must exist.
fn check_names(label: &str, header: &Header, options: &Options) -> Result<(), TableError> {
    for column in options.kinds.keys() {
        if !header.names.contains(column) {
            let names = header.names.iter().map(String::as_str);
            return Err(TableError::UnknownColumn {
                source_name: label.to_owned(),
                column: column.clone(),
                nearest: nearest(column, names).map(str::to_owned),
                columns: header.names.clone(),
            });
        }
    }
    Ok(())
}

/// Reads all columns in one pass, and those that turn out not to be numbers in another.
fn read_columns(
    body: &Body<'_>,
    header: &Header,
    looks: Vec<Look>,
    options: &Options,
    notices: &mut Vec<Notice>,
) -> Result<(Vec<Built>, Tally, usize), TableError> {
    let chosen = |name: &String| options.kinds.get(name).copied();
    let kinds: Vec<Option<Kind>> =
        header.names.iter().zip(&looks).map(|(name, look)| chosen(name).or(Some(look.kind()))).collect();
    let (builders, tally, rows) = pass(body, header, &kinds, options)?;
    if let (Some(ragged), Ragged::Error) = (&tally.ragged, options.ragged) {
        let mut ragged = ragged.clone();
        ragged.fitting = tally.fitting;
        let dialect = Dialect { delimiter: body.delimiter, ..Dialect::default() };
        return Err(TableError::Ragged(Box::new(ragged.explain(&dialect))));
    }
    if rows == 0 {
        return Err(TableError::NoData {
            source_name: body.source.to_owned(),
            what: "no row of the file fits its header".to_owned(),
            fix: "Make the first line name every column, or keep surplus fields with --ragged extra.",
        });
    }
    let mut odd: Vec<Option<(usize, String)>> = looks.iter().map(|look| look.odd.clone()).collect();
    let mut again = vec![None; kinds.len()];
    let mut refused: Option<(usize, &str, &str)> = None;
    let names = header.names.iter().zip(&looks);
    for ((((name, look), builder), odd), again) in names.zip(&builders).zip(&mut odd).zip(&mut again) {
        let Some((start, value)) = builder.as_ref().and_then(|b| b.odd.as_ref()) else { continue };
        if chosen(name).is_some() {
            if refused.is_none_or(|(first, ..)| *start < first) {
                refused = Some((*start, name, value));
            }
        } else {
            *odd = Some((*start, value.clone()));
            *again = Some(look.kind_of_words());
        }
    }
    if let Some((start, column, value)) = refused {
        return Err(TableError::NotANumber {
            source_name: body.source.to_owned(),
            line: lines::line_at(body.text.as_bytes(), start),
            column: column.to_owned(),
            value: value.to_owned(),
        });
    }
    let mut second =
        if again.iter().any(Option::is_some) { pass(body, header, &again, options)?.0 } else { Vec::new() };
    let mut built = Vec::with_capacity(builders.len());
    let mut found = hints::Found::default();
    for (i, builder) in builders.into_iter().enumerate() {
        let replaced = second.get_mut(i).and_then(Option::take);
        let (Some(builder), Some(name)) = (replaced.or(builder), header.names.get(i)) else { continue };
        let long = builder.long;
        let done = builder.finish(name, rows);
        let place = |at: usize| lines::line_at(body.text.as_bytes(), at);
        let chosen = chosen(name);
        if chosen == Some(Kind::Binary) && done.0.dictionary.len() > 2 {
            return Err(TableError::WrongKind {
                source_name: body.source.to_owned(),
                column: name.clone(),
                kind: Kind::Binary,
                distinct: done.0.dictionary.len() as u64,
            });
        }
        if chosen.is_none() {
            found.column(&done, odd.get(i).and_then(Option::as_ref), rows, &place);
        }
        if let Some(at) = long {
            found.long_integer(name, place(at));
        }
        built.push(done);
    }
    found.tell(notices);
    Ok((built, tally, rows))
}

/// One pass over all rows: the columns with a kind are read, the others passed over.
fn pass<'o>(
    body: &Body<'_>,
    header: &Header,
    kinds: &[Option<Kind>],
    options: &'o Options,
) -> Result<(Vec<Option<Builder<'o>>>, Tally, usize), TableError> {
    let new = |(name, kind): (&String, &Option<Kind>)| {
        kind.map(|kind| Builder::new(kind, options.kinds.contains_key(name), options))
    };
    let mut builders: Vec<_> = header.names.iter().zip(kinds).map(new).collect();
    let size = options.segment_rows.max(1);
    let (mut rows, mut count) = (body.rows(), 0);
    while rows.advance()? {
        let start = rows.start();
        for (column, builder) in builders.iter_mut().enumerate() {
            if let Some(builder) = builder {
                builder.push(rows.field(column), start);
            }
        }
        count += 1;
        if count % size == 0 {
            builders.iter_mut().flatten().for_each(Builder::end_segment);
        }
    }
    if count % size != 0 {
        builders.iter_mut().flatten().for_each(Builder::end_segment);
    }
    Ok((builders, rows.tally, count))
}

/// Says what became of lines that are no rows, or rows without cells.
fn tell(tally: &Tally, options: &Options, bytes: &[u8], notices: &mut Vec<Notice>) {
    if let (count @ 1.., at) = tally.blank {
        let what = format!("{} skipped.", counted(count, "blank line"));
        notices.push(Notice::at_line(lines::line_at(bytes, at), what));
    }
    if let (count @ 1.., at) = tally.empty {
        let what = format!("{} of empty cells only; kept, with every cell missing.", counted(count, "row"));
        notices.push(Notice::at_line(lines::line_at(bytes, at), what));
    }
    if let Some(ragged) = &tally.ragged {
        let lines = counted(ragged.lines, "line");
        let what = match options.ragged {
            Ragged::Extra => format!(
                "{lines} with another number of fields than the header's {}: surplus fields are in columns of their \
                 own, fields that are not there are missing.",
                ragged.header
            ),
            _ => format!("{lines} skipped: another number of fields than the header's {}.", ragged.header),
        };
        notices.push(Notice::at_line(ragged.line, what));
    }
}

/// Columns at the end without a name and without a cell come from a delimiter too many; they are left out.
fn drop_trailing(
    mut built: Vec<Built>,
    header: &Header,
    rows: usize,
    known: bool,
    notices: &mut Vec<Notice>,
) -> Vec<Built> {
    let before = built.len();
    while built.len() > 1
        && header.blank.get(built.len() - 1) == Some(&true)
        && built.last().is_some_and(|(column, _)| column.missing == rows as u64)
    {
        built.pop();
    }
    let dropped = before - built.len();
    if dropped > 0 {
        let names: Vec<_> = header.names.iter().skip(built.len()).cloned().collect();
        notices.retain(|notice| notice.column.as_ref().is_none_or(|column| !names.contains(column)));
        if !known {
            let what = format!(
                "{} at the end without a name and without a value left out.",
                counted(dropped as u64, "column")
            );
            notices.push(Notice::file(what));
        }
    }
    built
}

fn assemble(label: &str, built: Vec<Built>, rows: usize, segment_rows: usize) -> Table {
    let size = segment_rows.max(1);
    let (mut columns, mut segments) = (Vec::with_capacity(built.len()), Vec::new());
    for start in (0..rows).step_by(size) {
        let rows: Range<usize> = start..rows.min(start + size);
        segments.push(Segment { rows, cells: Vec::with_capacity(built.len()) });
    }
    for (column, cells) in built {
        columns.push(column);
        for (segment, cells) in segments.iter_mut().zip(cells) {
            segment.cells.push(cells);
        }
    }
    Table::new(label.to_owned(), columns, segments)
}
