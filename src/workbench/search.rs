//! Looking for text in the cells, one cell after another, once around the table.

use std::sync::Arc;

use super::words;
use crate::table::{Cell, Table};

/// A cell, by row and column counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Row.
    pub row: usize,
    /// Column.
    pub column: usize,
}

/// What to look for, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The text, which a cell must contain without regard to case.
    pub text: String,
    /// The cell to start from; it is itself looked at last.
    pub from: Place,
    /// Whether to go down the table; otherwise up.
    pub forward: bool,
    /// The rows to look through, where not all are; places then count among these.
    pub only: Option<Arc<[usize]>>,
}

/// The next cell that contains the text.
pub fn find(table: &Table, search: &Search) -> Option<Place> {
    let wanted = search.text.to_lowercase();
    let columns = table.columns().len();
    let rows = search.only.as_ref().map_or(table.rows(), |only| only.len());
    let all = rows.checked_mul(columns)?;
    let start = search.from.row.checked_mul(columns)?.checked_add(search.from.column)?;
    // A category is one of few texts: each is compared once, not once a row.
    let known: Vec<Vec<bool>> = table
        .columns()
        .iter()
        .map(|column| column.dictionary.names().iter().map(|name| holds(name.as_str(), &wanted)).collect())
        .collect();
    let row = |place: Place| {
        search.only.as_ref().and_then(|only| only.get(place.row)).copied().unwrap_or(place.row)
    };
    let matches = |place: Place| match table.cell(row(place), place.column) {
        Cell::Missing => false,
        Cell::Number(_) => holds(&words::cell(table, row(place), place.column), &wanted),
        Cell::Text(text) => holds(text, &wanted),
        Cell::Category(name) => {
            let code =
                table.columns().get(place.column).and_then(|column| column.dictionary.code(name.as_str()));
            let known = code.and_then(|code| known.get(place.column)?.get(code as usize));
            known.copied().unwrap_or(false)
        }
    };
    let step = |n: usize| if search.forward { (start + n) % all } else { (start + all - n) % all };
    let place = |at: usize| Place { row: at / columns, column: at % columns };
    (1..=all).map(|n| place(step(n))).find(|place| matches(*place))
}

fn holds(text: &str, wanted: &str) -> bool {
    text.to_lowercase().contains(wanted)
}
