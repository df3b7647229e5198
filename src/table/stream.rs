//! A file that is longer than the memory that may be used: its columns are known from one pass over all rows, of which
//! only the first are kept; all others are read again, a part at a time, whenever somebody wants them.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use super::build::Builder;
use super::column::{Column, Dictionary};
use super::columns::Stop;
use super::error::TableError;
use super::header::Header;
use super::pass::{Reading, Wanted};
use super::rows::Body;
use super::source::{Options, Source};
use super::store::{Cells, MISSING, Segment, Table};
use super::windows::Text;

/// The share of the memory that the rows of one part may take as text, and the first rows that are kept.
const SHARE: u64 = 8;

/// Where the rows of a long file are, and how they are read.
#[derive(Clone, Debug)]
pub struct Stream {
    pub(super) path: PathBuf,
    pub(super) label: String,
    /// The bytes of the file when its columns were read.
    pub(super) length: u64,
    /// Bytes before the text.
    pub(super) before: u64,
    /// Where the rows begin in the text.
    pub(super) start: usize,
    pub(super) delimiter: u8,
    pub(super) width: usize,
    pub(super) header: Header,
    pub(super) columns: Arc<[Column]>,
    pub(super) options: Options,
    pub(super) rows: usize,
}

/// The bytes of the first rows, which are kept of a file that is longer than so much memory.
pub(super) fn kept(memory: u64) -> u64 {
    memory / SHARE
}

impl Stream {
    /// How many rows the file has.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The bytes that may be used.
    pub fn memory(&self) -> u64 {
        self.options.memory.unwrap_or(u64::MAX)
    }

    /// Whether its numbers were read as whole numbers, where these must be.
    pub fn is_whole(&self, whole: &std::collections::BTreeMap<String, bool>) -> bool {
        self.options.whole == *whole
    }

    /// Reads the rows once more, a part at a time, in their order: each part is a table of the same columns whose rows
    /// are numbered as in the file.
    ///
    /// # Errors
    /// When the file cannot be read again, or is not as it was.
    pub fn parts<E: From<TableError>>(&self, mut each: impl FnMut(Table) -> Result<(), E>) -> Result<(), E> {
        let lost = |error: std::io::Error| TableError::cannot_open(&self.label, &super::file::plain(&error));
        let file = File::open(&self.path).map_err(lost)?;
        if file.metadata().map_err(lost)?.len() != self.length {
            return Err(self.changed().into());
        }
        let wanted: Vec<Option<Wanted>> =
            self.columns.iter().map(|column| Some((column.kind, column.style))).collect();
        let named = self.columns.iter().map(|column| (column.name.as_str().to_owned(), column.kind));
        let options = Options { kinds: named.collect(), ..self.options.clone() };
        let body = Body {
            source: &self.label,
            text: "",
            whole: Text::File(&file, self.before),
            window: options.window,
            start: self.start,
            delimiter: self.delimiter,
            width: self.width,
            ragged: options.ragged,
            watch: options.watch.as_deref(),
        };
        let reading = Reading { body: &body, header: &self.header, wanted: &wanted, options: &options };
        let windows = (self.memory() / SHARE / options.window.max(1) as u64).clamp(1, MOST) as usize;
        let mut rows = 0;
        let mut failed = None;
        let read = reading.in_waves(windows, |wave| {
            let mut segments = Vec::new();
            for pass in wave {
                let sizes = pass.segments;
                let builders = pass.builders.into_iter().flatten().zip(self.columns.iter());
                let cells = builders.map(|(builder, column)| known(builder, &column.dictionary));
                let Some(columns) = cells.collect::<Option<Vec<Vec<Cells>>>>() else {
                    failed = Some(self.changed().into());
                    return false;
                };
                let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
                for size in sizes {
                    let cells = columns.iter_mut().filter_map(Iterator::next).collect();
                    segments.push(Segment { rows: rows..rows + size, cells });
                    rows += size;
                }
            }
            failed = each(Table::new(self.label.clone(), Arc::clone(&self.columns), segments)).err();
            failed.is_none()
        });
        match (failed, read) {
            (Some(error), _) => Err(error),
            (None, Err(Stop::Failed(error))) => Err(error.into()),
            (None, Ok(())) if rows == self.rows => Ok(()),
            (None, _) => Err(self.changed().into()),
        }
    }

    fn changed(&self) -> TableError {
        super::columns::changed(&self.label)
    }
}

/// The most windows of a part.
const MOST: u64 = 64;

/// What was read of a column, in the codes of all rows; `None` where it is not what it was.
fn known(builder: Builder<'_>, dictionary: &Dictionary) -> Option<Vec<Cells>> {
    let (own, mut cells) = builder.into_cells()?;
    let codes: Vec<u32> =
        own.iter().map(|(hash, text)| dictionary.find(hash, text).unwrap_or(MISSING)).collect();
    let code = |code: &mut u32| *code = codes.get(*code as usize).copied().unwrap_or(MISSING);
    for cells in &mut cells {
        match cells {
            Cells::Codes(codes) => codes.iter_mut().for_each(code),
            Cells::Tokens { ids, .. } => {
                ids.recode(|id| codes.get(id as usize).copied().unwrap_or(MISSING));
            }
            Cells::Numbers(_) => {}
        }
    }
    Some(cells)
}

/// Refuses a file that would have to be read in parts and cannot be, since it must be looked at whole.
pub(super) fn not_in_parts(source: &Source, length: u64, memory: u64) -> TableError {
    let what = format!(
        "the file has {length} bytes, more than the {memory} that may be used, and cannot be read in parts: its rows \
         cannot be told apart by its newlines and quotes alone"
    );
    let fix = "Allow more memory, such as --memory 4GB, or save it as UTF-8 with rows of equal length and quotes around \
               whole fields only.";
    TableError::new("too_large", &source.label(), what, fix)
}
