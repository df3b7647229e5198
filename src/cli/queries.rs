//! A CSV of cases, every cell as it is written there.

use std::ffi::OsStr;

use crate::problem::Problem;
use crate::table::{self, Kind, LIMIT, Loaded, Options, Source};

/// Reads the file: every column is a category, and no cell is missing.
pub(super) fn load(file: &OsStr) -> Result<Loaded, Problem> {
    let source = Source::from_arg(file)?;
    // Read once: standard input has nothing to say a second time.
    let source = Source::bytes(source.label(), source.read(LIMIT)?.into_owned());
    let options = Options { missing: Vec::new(), ..Options::default() };
    let first = table::load(&source, &options)?;
    let category = |column: &table::Column| (column.name.as_str().to_owned(), Kind::Categorical);
    let kinds = first.table.columns().iter().map(category).collect();
    Ok(table::load(&source, &Options { kinds, ..options })?)
}
