//! The table that stands on a question sheet: whole, because students count in it.

use super::document::{Align, Document, Grid};
use crate::practice::Exercise;
use crate::table::Kind;
use crate::text::shown;

/// Tables of up to this many rows stand on the sheet as a whole.
const ROWS: usize = 200;

/// The first rows of a larger one, to show what it looks like.
const FIRST: usize = 5;

/// Columns that stand on the sheet even if the model does not read them.
const COLUMNS: usize = 8;

/// The table of the exercise. No cell is shortened; of a wide table the columns that the model does not read are left
/// out.
pub(super) fn grid(exercise: &Exercise) -> Grid {
    let table = &exercise.study.loaded.table;
    let resolved = &exercise.fitted.data.resolved;
    let is_read = |at: usize| {
        at == resolved.target
            || resolved.weight == Some(at)
            || resolved.features.iter().any(|feature| feature.column == at)
    };
    let all = 0..table.columns().len();
    let columns: Vec<usize> = all.filter(|at| table.columns().len() <= COLUMNS || is_read(*at)).collect();
    let heads = columns.iter().filter_map(|at| table.columns().get(*at)).map(|column| {
        (column.name.to_string(), if column.kind == Kind::Numeric { Align::Right } else { Align::Left })
    });
    let mut grid = Grid::new(std::iter::once(("row".to_owned(), Align::Right)).chain(heads));
    for row in 0..table.rows() - rows_left_out(exercise) {
        let cells = columns.iter().map(|column| shown(&table.cell_text(row, *column)).into_owned());
        grid.rows.push(std::iter::once((row + 1).to_string()).chain(cells).collect());
    }
    grid
}

/// Rows of the table that do not stand on the sheet.
pub(super) fn rows_left_out(exercise: &Exercise) -> usize {
    let rows = exercise.study.loaded.table.rows();
    if rows <= ROWS { 0 } else { rows.saturating_sub(FIRST) }
}

/// The same as a part of a document, with the rows that are left out.
pub(super) fn data(exercise: &Exercise) -> Document {
    let mut out = Document::default();
    out.grid(grid(exercise));
    match rows_left_out(exercise) {
        0 => {}
        more => out.text(format!("… and {more} more rows; they are in {}.", file(exercise))),
    }
    out
}

/// The file that students need where the sheet does not have all rows.
pub(super) fn file(exercise: &Exercise) -> String {
    let name = exercise.data.as_ref().and_then(|path| path.file_name());
    name.map_or_else(
        || exercise.study.loaded.table.source.clone(),
        |name| shown(&name.to_string_lossy()).into_owned(),
    )
}
