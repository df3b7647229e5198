//! Of the data: a cell, a column, the rows that are shown.

use super::super::taking::What;
use super::found::{CELLS, Found};
use crate::report::{Extract, Sheet, given_number, given_tables};
use crate::table::{Cell, Table};
use crate::text::grouped;
use crate::workbench::app::App;
use crate::workbench::given;
use crate::workbench::words;

pub(super) fn extract(app: &App, what: What) -> Option<Found<'_>> {
    if let Some(recipe) = given(app) {
        let place = app.screens.data.given.place(&recipe.given_blocks())?.clone();
        return match what {
            What::Marked => Some(Ok(Extract::default().document(move || given_number(recipe, &place)))),
            What::Table => Some(Ok(Extract::default().document(move || given_tables(recipe)))),
            _ => None,
        };
    }
    let (table, data) = (app.session.table.as_deref()?, &app.screens.data);
    let columns = match what {
        What::Marked => {
            let (row, column) = (data.row_at(data.row), data.column);
            return Some(match table.cell(row, column) {
                Cell::Missing => Err("This cell is missing: there is nothing to copy.".to_owned()),
                _ => Ok(Extract::default().line(move || cell(table, row, column))),
            });
        }
        What::Column => data.column..data.column + 1,
        What::Table => 0..table.columns().len(),
        _ => return None,
    };
    let rows = data.rows(table.rows());
    if rows.saturating_mul(columns.len()) > CELLS {
        let rows = grouped(rows as u64);
        return Some(Err(format!("{rows} rows are too many to copy: the file has them.")));
    }
    let sheet = move || {
        let names = table.columns().get(columns.clone()).unwrap_or_default();
        let mut sheet = Sheet::new(names.iter().map(|column| column.name.as_str()));
        let row = |at: usize| columns.clone().map(|column| cell(table, data.row_at(at), column)).collect();
        sheet.rows = (0..rows).map(row).collect();
        sheet
    };
    Some(Ok(Extract::default()
        .document({
            let sheet = sheet.clone();
            move || sheet().document()
        })
        .sheet(sheet)))
}

/// A cell as the file has it: a text whole, a number with the decimals of its column.
fn cell(table: &Table, row: usize, column: usize) -> String {
    match table.cell(row, column) {
        Cell::Number(_) => words::cell(table, row, column),
        _ => table.cell_text(row, column).into_owned(),
    }
}
