//! From a source and a recipe to columns read as the recipe says.

use std::collections::HashSet;
use std::sync::Arc;

use super::budget;
use super::counts;
use super::dataset::Dataset;
use super::dictionary;
use crate::problem::Problem;
use crate::recipe::{self, Recipe, check_classes, resolve};
use crate::table::{self, Kind, Loaded, Options, Ragged, Source, TableError, Watch};

impl From<TableError> for Problem {
    fn from(error: TableError) -> Self {
        Problem {
            kind: error.kind(),
            what: error.to_string(),
            place: error.place(),
            excerpt: match &error {
                TableError::Ragged(rows) => rows.excerpt(),
                _ => Vec::new(),
            },
            fix: error.fix(),
            line: error.line(),
            column: error.column().map(str::to_owned),
            ..Problem::default()
        }
    }
}

/// Reads a table with what the recipe says of reading; the kinds of the columns are judged by their cells. `watch`
/// tells how far reading is, and stops it.
///
/// # Errors
/// When the source cannot be read as a table.
pub fn load(source: &Source, recipe: &Recipe, watch: Option<Arc<Watch>>) -> Result<Loaded, TableError> {
    table::load(source, &Options { watch, ..options(recipe) })
}

/// Holds a recipe against a table, and reads the table again when the recipe wants a column read otherwise. `plain`
/// must have come from [`load`] with a recipe that says the same of reading; `before` is what an earlier recipe wanted,
/// and serves again where this one wants the same.
///
/// # Errors
/// When the recipe does not fit the table, or a column or a dictionary cannot be read as it wants.
pub fn prepare(
    source: &Source,
    plain: &Arc<Loaded>,
    before: Option<&Arc<Loaded>>,
    recipe: &Recipe,
) -> Result<(Arc<Loaded>, Dataset), Problem> {
    let mut resolved = resolve(recipe, &plain.table)?;
    dictionary::read_all(&mut resolved)?;
    let kinds = resolved.kinds(&plain.table);
    let fits = |loaded: &&Arc<Loaded>| {
        let mut columns = loaded.table.columns().iter();
        columns.all(|column| kinds.get(column.name.as_str()).is_none_or(|kind| *kind == column.kind))
    };
    let whole = counts::whole(&resolved, &plain.table);
    let found = [Some(plain), before].into_iter().flatten().find(fits);
    let loaded = match found.filter(|loaded| counts::is_whole(&whole, &loaded.table)) {
        Some(loaded) => Arc::clone(loaded),
        // A cell that is no whole number is found again by reading, which knows its line.
        None => {
            // What is judged by its cells anyway is judged again, so that what was noticed of it is still said.
            let columns = plain.table.columns().iter();
            let judged: HashSet<(&str, Kind)> =
                columns.map(|column| (column.name.as_str(), column.kind)).collect();
            let mut kinds = kinds;
            kinds.retain(|name, kind| whole.contains_key(name) || !judged.contains(&(name.as_str(), *kind)));
            let read = table::load(source, &Options { kinds, whole, ..options(recipe) });
            Arc::new(read.map_err(|error| counts::told(error, &resolved, &plain.table))?)
        }
    };
    let table = Arc::clone(&loaded.table);
    // A text is judged only now that its documents have been read as categories.
    check_classes(&table, resolved.target)?;
    counts::check_sizes(&resolved, &table)?;
    let data = Dataset::new(table, resolved);
    budget::check(&data)?;
    Ok((loaded, data))
}

pub(super) fn options(recipe: &Recipe) -> Options {
    let options = Options::default();
    Options {
        missing: recipe.missing.clone(),
        ragged: match recipe.ragged {
            None => Ragged::Error,
            Some(recipe::Ragged::Skip) => Ragged::Skip,
            Some(recipe::Ragged::Extra) => Ragged::Extra,
        },
        lower_case: recipe.lower_case.unwrap_or(options.lower_case),
        ..Options::default()
    }
}
