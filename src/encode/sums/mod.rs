//! A file of sums, as an engine or `posterior sums` writes it: read in the place of a table. Its columns have names and
//! values and no rows; what was counted stands in [`Sums`].

mod check;
mod line;
mod read;

use std::sync::Arc;

pub use self::line::SUMS_COLUMNS;
use self::read::Reader;
use crate::problem::Problem;
use crate::recipe::{Recipe, Resolved};
use crate::table::{
    Column, Dealt, Dialect, LIMIT, Loaded, Source, TableError, Via, Watch, read_text, similar_values,
};

/// How the first cell of such a file begins, and the version that is read and written.
const PREFIX: &str = "posterior_sums_";

/// Reads a file of sums; `None` where the source is none.
///
/// # Errors
/// When its version is unknown, columns are not there, counts are no whole numbers or do not add up, or its recipe cannot
/// be read.
pub(super) fn read_sums(source: &Source) -> Result<Option<Loaded>, TableError> {
    if !source.begins_with(PREFIX) {
        return Ok(None);
    }
    let (text, notices) = read_text(source, LIMIT)?;
    let loaded = read_text_of_sums(&source.label(), &text, None);
    let loaded =
        loaded.map_err(|problem| TableError { problem: Box::new(problem), ragged: None, row: None })?;
    let notices = notices.into_iter().chain(loaded.notices).collect();
    Ok(Some(Loaded { notices, ..loaded }))
}

/// Reads the text of such a file; the recipe is that of its lines, unless another says by which it was made.
fn read_text_of_sums(label: &str, text: &str, recipe: Option<&Recipe>) -> Result<Loaded, Problem> {
    let (table, sums) = Reader::new(label).read(text, recipe)?;
    let mut notices = Vec::new();
    similar_values(&table, &mut notices);
    Ok(Loaded {
        table: Arc::new(table),
        dialect: Dialect::default(),
        notices,
        skipped: 0,
        bytes: text.len() as u64,
        stream: None,
        sums: Some(Arc::new(sums)),
    })
}

/// The sums of a table that an engine has, by a recipe in which nothing is open. What was asked before is not asked again.
///
/// # Errors
/// When the engine cannot sum what the recipe reads, or fails.
pub(super) fn ask(
    via: &Via,
    resolved: &Resolved,
    columns: &[Column],
    (folds, before): (Option<&Dealt>, Option<&Arc<Loaded>>),
    watch: Option<&Watch>,
) -> Result<Arc<Loaded>, Problem> {
    let dialect = super::Dialect::asked(&via.dialect)?;
    let of = super::TableInEngine { table: via.table.clone(), key: via.key.clone(), folds: folds.cloned() };
    let query = of.sums(dialect, resolved, columns, false)?;
    let same = before.filter(|loaded| loaded.sums.as_ref().is_some_and(|sums| sums.query == query));
    if let Some(loaded) = same {
        return Ok(Arc::clone(loaded));
    }
    let (text, _) = read_text(&Source::bytes(&via.table, via.ask(&query, watch)?), LIMIT)?;
    let mut loaded = read_text_of_sums(&via.table, &text, Some(&resolved.recipe))?;
    if let Some(sums) = loaded.sums.as_mut().and_then(Arc::get_mut) {
        sums.query = query;
    }
    Ok(Arc::new(loaded))
}
