//! From a source to a table: the order in which a file is read, and the passes over its rows.
//!
//! The text is decoded, its delimiter found and its quotes checked; the first rows suggest a kind for each column; one
//! pass reads all columns. A column whose later cells contradict its first ones is read once more, alone.

use super::build::Builder;
use super::columns::{Columns, Kind, Stop, assemble, drop_trailing, read_columns, unguarded};
use super::dialect::{self, Dialect, Quotes};
use super::encoding::Encoding;
use super::error::{Notice, TableError, counted, listed, quoted};
use super::file::plain;
use super::header::{self, Header};
use super::number_style::NumberStyle;
use super::pieces::{Grid, is_plain};
use super::ragged::Ragged;
use super::rows::{self, Body, RowCounts};
use super::source::{Options, Source};
use super::store::{Cells, MISSING, Table, number_key};
use super::sums::Sums;
use super::windows::{Text, Window, last_row_end};
use super::{encoding, hints, infer, magic, ragged};
use crate::problem::nearest;
use memchr::memchr_iter;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

/// A table, and how it came to be.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub table: Arc<Table>,
    pub dialect: Dialect,
    /// Every repair and every oddity, in the order they were met.
    pub notices: Vec<Notice>,
    /// Rows of the file that are not in the table, because they do not fit the header and were to be skipped.
    pub skipped: u64,
    /// Sums of the rows, where the file holds these: then the table has no row.
    pub sums: Option<Arc<Sums>>,
}

/// Reads a table.
///
/// # Errors
/// When the source cannot be read, is not CSV, holds no rows, or does not agree with the options.
pub fn load(source: &Source, options: &Options) -> Result<Loaded, TableError> {
    if let Some(path) = source.plain_file()
        && let Some(loaded) = in_windows(source, path, options)?
    {
        return Ok(loaded);
    }
    let label = source.label();
    load_bytes(&label, &source.read(options.limit)?, options)
}

/// The first bytes of a file, by which everything is decided that is decided before all rows are read; and the most of them.
const FIRST: u64 = 1 << 20;
const MOST: u64 = 1 << 26;

/// Reads a long file without holding its text, where it is as most files are; `None` where it is not, and is then read whole:
/// what is odd about a text is told with the text at hand.
fn in_windows(source: &Source, path: &Path, options: &Options) -> Result<Option<Loaded>, TableError> {
    let about = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file);
    let Some(length) = about.map(|about| about.len()) else { return Ok(None) };
    let wanted = options.window as u64 <= length && length <= options.limit;
    let Some(file) = File::open(path).ok().filter(|_| wanted && options.ragged != Ragged::Extra) else {
        return Ok(None);
    };
    let label = source.label();
    let mut size = FIRST.min(options.window as u64);
    while size < length && size <= MOST {
        match first_rows(&file, size).map(|first| load_first(&label, &first, (&file, length), options)) {
            Some(Ok(loaded)) => return Ok(Some(loaded)),
            Some(Err(Stop::Failed(error))) => return Err(error),
            Some(Err(Stop::Short)) | None => size *= 4,
            Some(Err(Stop::Unusual)) => break,
        }
    }
    Ok(None)
}

/// The rows that end within the first bytes of a file.
fn first_rows(mut file: &File, size: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(size).ok()?);
    file.seek(SeekFrom::Start(0)).ok()?;
    file.take(size).read_to_end(&mut bytes).ok()?;
    bytes.truncate(last_row_end(&bytes)?);
    Some(bytes)
}

fn load_first(
    label: &str,
    first: &[u8],
    (file, length): (&File, u64),
    options: &Options,
) -> Result<Loaded, Stop> {
    let mut notices = Vec::new();
    let unusual = |_| Stop::Unusual;
    magic::refuse(label, first).map_err(unusual)?;
    let (text, encoding) = encoding::decode(label, first, &mut notices).map_err(unusual)?;
    let is_utf8 = matches!(encoding, Encoding::Utf8 | Encoding::Utf8Bom);
    if !is_utf8 || rows::unquoted(&text).is_some() || hints::has_strange(&text) {
        return Err(Stop::Unusual);
    }
    let before = (first.len() - text.len()) as u64;
    let whole = Text::File(file, before);
    let origin = Origin { label, bytes: length, encoding };
    load_text(&origin, (&text, whole), options, notices)
}

pub(super) fn load_bytes(label: &str, bytes: &[u8], options: &Options) -> Result<Loaded, TableError> {
    let mut notices = Vec::new();
    magic::refuse(label, bytes)?;
    let (mut text, encoding) = encoding::decode(label, bytes, &mut notices)?;
    if let Some(plain) = rows::unquoted(&text) {
        notices.push(Notice::file("Each line is in double quotes as a whole; the quotes were left out."));
        text = Cow::Owned(plain);
    }
    let origin = Origin { label, bytes: bytes.len() as u64, encoding };
    load_text(&origin, (&text, Text::Memory(&text)), options, notices).map_err(|stop| match stop {
        Stop::Failed(error) => error,
        Stop::Short | Stop::Unusual => no_data(label, "the file cannot be read".to_owned()),
    })
}

struct Origin<'o> {
    label: &'o str,
    bytes: u64,
    encoding: Encoding,
}

/// Reads a text, of which the first rows are at hand where it is in a file.
fn load_text(
    origin: &Origin<'_>,
    (text, whole): (&str, Text<'_>),
    options: &Options,
    mut notices: Vec<Notice>,
) -> Result<Loaded, Stop> {
    let label = origin.label;
    let in_file = matches!(whole, Text::File(..));
    let (skip, declared) = separator_line(text);
    let delimiter = options
        .delimiter
        .or(declared)
        .unwrap_or_else(|| dialect::sniff(text.get(skip..).unwrap_or_default()));
    let quotes = dialect::walk(text, delimiter);
    let is_regular = quotes == Quotes::default();
    if in_file && !is_regular {
        return Err(Stop::Unusual);
    }
    if let Some(at) = quotes.spaced
        && let Some(closed) = dialect::closed_up(text, delimiter)
    {
        let what = "Blanks between a delimiter and a double quote were left out, so that the quotes enclose the cells.";
        notices.push(Notice::at_line(ragged::line_at(text.as_bytes(), at), what));
        let options = Options { delimiter: Some(delimiter), ..options.clone() };
        return load_text(origin, (&closed, Text::Memory(&closed)), &options, notices);
    }
    if let Some(at) = quotes.unclosed {
        let line = ragged::line_at(text.as_bytes(), at);
        let what =
            "the double quote that opens here is never closed, so the rest of the file would be one cell";
        let fix = "Close the quote on that line; a quote that belongs to the text is written twice: \"\".";
        return Err(TableError::bad_csv(label, what.to_owned(), fix).at_line(Some(line)).into());
    }
    hints::strange_characters(text, &quotes, &mut notices);
    let mut body = Body {
        source: label,
        text,
        whole,
        // Rows are told by their quotes only where these are as they should be.
        window: if is_regular { options.window } else { usize::MAX },
        start: skip,
        delimiter,
        width: 0,
        ragged: options.ragged,
        watch: options.watch.as_deref(),
    };
    if let Some(watch) = body.watch {
        watch.total.store(if in_file { origin.bytes } else { text.len() as u64 }, Ordering::Relaxed);
    }
    let (mut cells, header_line) = match read_header(&mut body, origin.bytes) {
        // The first row may end behind what is at hand.
        Err(_) if in_file => return Err(Stop::Short),
        read => read?,
    };
    let typed = header::read(&mut body, &mut cells, header_line, &mut notices);
    // What somebody said of a column wins over its header.
    let typed =
        Options { kinds: typed.kinds.into_iter().chain(options.kinds.clone()).collect(), ..options.clone() };
    let options = &typed;
    if in_file && memchr_iter(b'\n', text.as_bytes()).count() < infer::rows_looked_at(body.width) {
        return Err(Stop::Short);
    }
    let mut first = infer::look(&body, options, &[])?;
    let has_row_names = !first.trailing && header::are_left_out(&body, cells.len())?;
    if in_file && (cells.len() < 2 || has_row_names && body.width > WIDE) {
        return Err(Stop::Unusual);
    }
    if in_file && !first.is_enough {
        return Err(Stop::Short);
    }
    if first.trailing {
        notices.push(Notice::file(
            "Every row ends in an extra delimiter; the empty field after it was left out.",
        ));
        cells.push(String::new());
    } else if has_row_names {
        cells.insert(0, String::new());
    }
    let named = cells.len();
    if options.ragged == Ragged::Extra {
        let widest = widest(&body)?;
        cells.extend((named..widest).map(|_| "extra".to_owned()));
    }
    if cells.len() > body.width {
        body.width = cells.len();
        first.looks = infer::look(&body, options, &[])?.looks;
    }
    body.hold_rows();
    let header = header::name_columns(&cells, header_line, has_row_names, &mut notices);
    check_names(label, &header, options)?;
    first.looks = infer::look_again(&body, options, &header.names, first.looks)?;

    let Columns { mut built, tally, segments, rows, has_quotes } =
        read_columns(&body, &header, first.looks, options, &mut notices)?;
    built.iter_mut().skip(named).for_each(|(column, _)| column.surplus = true);
    tell(&tally, &body, &mut notices);
    let skipped = match (&tally.unfit, options.ragged) {
        (Some(unfit), Ragged::Skip) => unfit.lines,
        _ => 0,
    };
    if header.blank.iter().all(|blank| *blank)
        && built.iter().all(|(column, _)| column.missing == rows as u64)
    {
        return Err(no_data(label, "the file has neither column names nor data".to_owned()).into());
    }
    let mut built = drop_trailing(built, &header, rows, first.trailing, &mut notices);
    for ((column, _), blank) in built.iter_mut().zip(&header.blank) {
        column.unnamed = *blank;
    }
    let table = assemble(label, built, &segments);
    hints::header_of_data(&table, header_line, &mut notices);
    if table.columns().len() == 1 {
        hints::one_column(text, header_line, &mut notices);
    }
    hints::similar_values(&table, &mut notices);
    hints::idle_columns(&table, &mut notices);
    let dialect = Dialect {
        delimiter,
        header_line,
        encoding: origin.encoding,
        line_end: dialect::line_end(text),
        quotes: has_quotes || text.as_bytes().contains(&b'"'),
    };
    Ok(Loaded { table: Arc::new(table), dialect, notices, skipped, sums: None })
}

/// A file of more columns whose rows have names is looked at whole, since its first rows are few.
const WIDE: usize = 100;

/// The line `sep=;` that spreadsheets put first: its length, and the delimiter it names.
fn separator_line(text: &str) -> (usize, Option<u8>) {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    match line.as_bytes() {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', delimiter] if matches!(delimiter, b'\t' | b' ' | b'!' | b'#'..=b'/' | b':'..=b'@' | b'^' | b'|' | b'~') => {
            (line.len(), Some(*delimiter))
        }
        _ => (0, None),
    }
}

fn no_data(source: &str, what: String) -> TableError {
    const FIX: &str = "A data file has column names in its first line and one row on each line after it.";
    TableError::new("no_data", source, what, FIX)
}

fn read_header(body: &mut Body<'_>, size: u64) -> Result<(Vec<String>, u64), TableError> {
    let no_data = |what: String| no_data(body.source, what);
    if size == 0 {
        return Err(no_data("the file is empty (0 bytes)".to_owned()));
    }
    let mut reader = dialect::reader(body.text.get(body.start..).unwrap_or_default(), body.delimiter);
    let mut record = csv::ByteRecord::new();
    if !reader.read_byte_record(&mut record).unwrap_or(false) {
        return Err(no_data("the file has neither a header nor data".to_owned()));
    }
    let names: Vec<String> = record
        .iter()
        .map(|cell| String::from_utf8_lossy(unguarded(cell.trim_ascii())).into_owned())
        .collect();
    let after = usize::try_from(reader.position().byte()).unwrap_or(0);
    let lead = body.text.get(body.start..).unwrap_or_default().bytes();
    let header = body.start + lead.take_while(|b| matches!(b, b'\n' | b'\r')).count();
    let line = ragged::line_at(body.text.as_bytes(), header);
    if !reader.read_byte_record(&mut record).unwrap_or(false) {
        let columns = counted(names.len() as u64, "column");
        let what = if names.iter().all(String::is_empty) {
            "the file has neither column names nor data".to_owned()
        } else {
            format!("the file has a header of {columns} but 0 rows of data")
        };
        return Err(no_data(what));
    }
    body.start += after;
    // The reader may stand between the two signs that end the line.
    let bytes = body.text.as_bytes();
    if body.start > 0 && bytes.get(body.start - 1..=body.start) == Some(b"\r\n") {
        body.start += 1;
    }
    body.width = names.len();
    Ok((names, line))
}

fn widest(body: &Body<'_>) -> Result<usize, TableError> {
    let (mut rows, mut widest) = (body.rows(), body.width);
    while rows.advance()? {
        widest = widest.max(rows.width());
    }
    Ok(widest)
}

fn check_names(label: &str, header: &Header, options: &Options) -> Result<(), TableError> {
    let known: HashSet<&String> = header.names.iter().collect();
    for column in options.kinds.keys() {
        if !known.contains(column) {
            let names = header.names.iter().map(String::as_str);
            let fix = match nearest(column, names) {
                Some(name) => format!("Did you mean {}?", quoted(name)),
                None => format!("The columns are {}.", listed(&header.names)),
            };
            let what = format!("there is no column {}", quoted(column));
            let mut error = TableError::new("unknown_column", label, what, fix);
            error.problem.column = Some(column.clone());
            return Err(error);
        }
    }
    Ok(())
}

fn tell(tally: &RowCounts, body: &Body<'_>, notices: &mut Vec<Notice>) {
    if let (count @ 1.., at) = tally.blank {
        let what = format!("{} skipped.", counted(count, "blank line"));
        notices.push(Notice::at_line(body.whole.line_at(at), what));
    }
    if let (count @ 1.., at) = tally.empty {
        let what = format!("{} of empty cells only; kept, with every cell missing.", counted(count, "row"));
        notices.push(Notice::at_line(body.whole.line_at(at), what));
    }
    if let Some(unfit) = &tally.unfit {
        let lines = counted(unfit.lines, "line");
        let what = match body.ragged {
            Ragged::Extra => format!(
                "{lines} with another number of fields than the header's {}: surplus fields are in columns of their \
                 own, fields that are not there are missing.",
                body.width
            ),
            _ => format!("{lines} skipped: another number of fields than the header's {}.", body.width),
        };
        notices.push(Notice::at_line(body.whole.line_at(unfit.start), what));
    }
}

/// The rows that are described: all, or some.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub table: &'a Table,
    pub some: Option<&'a [u32]>,
}

impl<'a> Rows<'a> {
    pub fn many(self) -> usize {
        self.some.map_or(self.table.rows(), <[u32]>::len)
    }

    pub fn numbers(self, column: usize) -> Box<dyn Iterator<Item = (usize, f64)> + 'a> {
        let table = self.table;
        match self.some {
            None => Box::new(table.numbers(column).enumerate().filter(|(_, value)| !value.is_nan())),
            Some(rows) => Box::new(self.cells(rows, column, Cells::number)),
        }
    }

    pub fn codes(self, column: usize) -> Box<dyn Iterator<Item = (usize, u32)> + 'a> {
        let table = self.table;
        match self.some {
            None => Box::new(table.codes(column).enumerate().filter(|(_, code)| *code != MISSING)),
            Some(rows) => Box::new(self.cells(rows, column, Cells::code)),
        }
    }

    fn cells<T: 'a>(
        self,
        rows: &'a [u32],
        column: usize,
        of: impl Fn(&Cells, usize) -> Option<T> + 'a,
    ) -> impl Iterator<Item = (usize, T)> + 'a {
        rows.iter().filter_map(move |row| {
            let (segment, at) = self.table.locate(*row as usize)?;
            Some((*row as usize, of(segment.cells.get(column)?, at)?))
        })
    }

    pub fn distinct(self, column: usize) -> usize {
        match (self.some, self.table.columns().get(column).map(|about| about.kind)) {
            (None, _) => self.table.distinct(column),
            (_, Some(Kind::Numeric)) => {
                self.numbers(column).map(|(_, value)| number_key(value)).collect::<HashSet<_>>().len()
            }
            (Some(rows), Some(Kind::Text)) => {
                let cells = |row: &u32| self.table.locate(*row as usize);
                let words = rows
                    .iter()
                    .filter_map(cells)
                    .filter_map(|(segment, at)| Some(segment.cells.get(column)?.tokens(at)));
                words.flatten().collect::<HashSet<_>>().len()
            }
            _ => self.codes(column).map(|(_, code)| code).collect::<HashSet<_>>().len(),
        }
    }
}

/// How a column is read: its kind, and how its numbers are written.
pub(super) type Wanted = (Kind, NumberStyle);

/// What a pass over rows reads: of each column that is wanted its cells.
pub(super) struct Pass<'o> {
    pub builders: Vec<Option<Builder<'o>>>,
    pub tally: RowCounts,
    pub segments: Vec<usize>,
    pub rows: usize,
    pub has_quotes: bool,
}

/// What one pass needs to know.
pub(super) struct Reading<'r, 'o> {
    pub body: &'r Body<'r>,
    pub header: &'r Header,
    pub wanted: &'r [Option<Wanted>],
    pub options: &'o Options,
}

pub(super) fn pass<'o>(
    body: &Body<'_>,
    header: &Header,
    wanted: &[Option<Wanted>],
    options: &'o Options,
) -> Result<Pass<'o>, Stop> {
    let reading = Reading { body, header, wanted, options };
    let mut done = reading.side_by_side()?;
    let torn = |builder: &Option<Builder<'_>>| builder.as_ref().is_some_and(|builder| builder.is_torn);
    if done.builders.iter().any(torn) {
        let again =
            wanted.iter().zip(&done.builders).map(|(wanted, builder)| wanted.filter(|_| torn(builder)));
        let again: Vec<Option<Wanted>> = again.collect();
        let read = Reading { wanted: &again, ..reading }.in_order()?;
        for (builder, new) in done.builders.iter_mut().zip(read.builders) {
            if new.is_some() {
                *builder = new;
            }
        }
    }
    let rows = done.rows;
    done.builders.iter_mut().flatten().for_each(|builder| builder.settle(rows));
    Ok(done)
}

impl<'o> Reading<'_, 'o> {
    fn side_by_side(&self) -> Result<Pass<'o>, Stop> {
        let mut windows = self.windows()?;
        let first = windows.next();
        let second = windows.next();
        if second.is_none() {
            let mut all = self.nothing();
            first.map_or(Ok(()), |window| self.add(window, &mut all))?;
            return Ok(all);
        }
        let windows = first.into_iter().chain(second).chain(windows);
        // Each is put behind those before it as soon as they are all there, and what it noted for itself goes.
        let so_far = Mutex::new((self.nothing(), 0, BTreeMap::new()));
        windows.enumerate().par_bridge().try_for_each(|(at, window)| {
            let mut piece = self.nothing();
            self.add(window, &mut piece)?;
            let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
            let (all, next, waiting) = &mut *so_far;
            waiting.insert(at, piece);
            while let Some(piece) = waiting.remove(next) {
                all.merge(piece);
                *next += 1;
            }
            Ok::<_, Stop>(())
        })?;
        Ok(so_far.into_inner().unwrap_or_else(PoisonError::into_inner).0)
    }

    fn in_order(&self) -> Result<Pass<'o>, Stop> {
        let mut all = self.nothing();
        for window in self.windows()? {
            self.add(window, &mut all)?;
        }
        Ok(all)
    }

    fn windows(&self) -> Result<impl Iterator<Item = std::io::Result<Window<'_>>> + Send, Stop> {
        self.body.whole.windows(self.body.start, self.body.window).map_err(|error| self.lost(&error))
    }

    fn lost(&self, error: &std::io::Error) -> Stop {
        TableError::cannot_open(self.body.source, &plain(error)).into()
    }

    fn nothing(&self) -> Pass<'o> {
        let new = |(name, wanted): (&String, &Option<Wanted>)| {
            wanted.map(|(kind, style)| Builder::new(name, kind, style, self.options))
        };
        Pass {
            builders: self.header.names.iter().zip(self.wanted).map(new).collect(),
            tally: RowCounts::default(),
            segments: Vec::new(),
            rows: 0,
            has_quotes: false,
        }
    }

    fn add(&self, window: std::io::Result<Window<'_>>, to: &mut Pass<'o>) -> Result<(), Stop> {
        let Window { start, bytes } = window.map_err(|error| self.lost(&error))?;
        let is_plain = is_plain(&bytes);
        to.has_quotes |= bytes.contains(&b'"');
        let text = || std::str::from_utf8(&bytes).map_err(|_| Stop::Unusual);
        if matches!(self.body.whole, Text::File(..)) {
            let text = text()?;
            let is_regular = is_plain || dialect::walk(text, self.body.delimiter) == Quotes::default();
            if !is_regular || hints::has_strange(text) {
                return Err(Stop::Unusual);
            }
        }
        let size = self.options.segment_rows.max(1);
        let tally = if is_plain {
            let (grid, tally) = Grid::new(&bytes, self.body);
            for from in (0..grid.len()).step_by(size) {
                let rows = from..grid.len().min(from + size);
                for (column, builder) in to.builders.iter_mut().enumerate() {
                    let Some(builder) = builder else { continue };
                    builder.expect(rows.len());
                    builder.push_column(&grid, column, rows.clone(), start);
                }
                to.end_segment(rows.len());
            }
            tally
        } else {
            let part = Body { text: text()?, start: 0, watch: None, ..self.body.clone() };
            let (mut rows, mut open) = (part.rows(), 0);
            let lines = memchr_iter(b'\n', &bytes).count() + 1;
            to.builders.iter_mut().flatten().for_each(|builder| builder.expect(lines.min(size)));
            while rows.advance()? {
                for (column, builder) in to.builders.iter_mut().enumerate() {
                    if let Some(builder) = builder {
                        builder.push(rows.field(column), start + rows.start());
                    }
                }
                open += 1;
                if open == size {
                    to.end_segment(open);
                    open = 0;
                }
            }
            to.end_segment(open);
            rows.tally
        };
        to.tally.merge(&tally, start);
        if matches!(self.body.whole, Text::File(..)) && to.tally.unfit.is_some() {
            return Err(Stop::Unusual);
        }
        self.tell(start + bytes.len())
    }

    fn tell(&self, done: usize) -> Result<(), Stop> {
        let Some(watch) = self.body.watch else { return Ok(()) };
        watch.done.fetch_max(done as u64, Ordering::Relaxed);
        match watch.stop.load(Ordering::Relaxed) {
            true => Err(TableError::stopped(self.body.source).into()),
            false => Ok(()),
        }
    }
}

impl<'o> Pass<'o> {
    fn end_segment(&mut self, rows: usize) {
        if rows > 0 {
            self.builders.iter_mut().flatten().for_each(Builder::end_segment);
            self.segments.push(rows);
            self.rows += rows;
        }
    }

    fn merge(&mut self, other: Pass<'o>) {
        let rows = self.rows as u64;
        for (mine, theirs) in self.builders.iter_mut().zip(other.builders) {
            if let (Some(mine), Some(theirs)) = (mine, theirs) {
                mine.merge(theirs, rows);
            }
        }
        self.tally.merge(&other.tally, 0);
        self.segments.extend(other.segments);
        self.rows += other.rows;
        self.has_quotes |= other.has_quotes;
    }
}
