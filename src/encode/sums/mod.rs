//! A file of sums, as an engine or `posterior sums` writes it: read in the place of a table. Its columns have names and
//! values and no rows; what was counted stands in [`Sums`].

mod read;

use std::sync::Arc;

use self::read::Reader;
pub use self::read::SUMS_COLUMNS;
use crate::table::{Dialect, LIMIT, Loaded, Source, TableError, read_text, similar_values};

/// How the first cell of such a file begins, and the version that is read and written.
const PREFIX: &str = "posterior_sums_";

/// Reads a file of sums; `None` where the source is none.
pub(super) fn read_sums(source: &Source) -> Result<Option<Loaded>, TableError> {
    if !source.begins_with(PREFIX) {
        return Ok(None);
    }
    let (text, notices) = read_text(source, LIMIT)?;
    let read = Reader::new(&source.label()).read(&text);
    let (table, sums) =
        read.map_err(|problem| TableError { problem: Box::new(problem), ragged: None, row: None })?;
    let mut notices = notices;
    similar_values(&table, &mut notices);
    Ok(Some(Loaded {
        table: Arc::new(table),
        dialect: Dialect::default(),
        notices,
        skipped: 0,
        sums: Some(Arc::new(sums)),
    }))
}
