//! How wide the columns of the data are drawn.

use super::words;
use crate::table::{Column, Kind, Table};

/// Rows that are looked at for the width of a column.
const ROWS_FOR_WIDTH: usize = 200;
/// The widest a column is drawn.
const WIDEST: usize = 24;

/// How wide a column is, in characters, without the space beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// What it always gets.
    pub least: usize,
    /// What it needs to show every cell that was looked at whole.
    pub full: usize,
}

/// The columns' widths: numbers are never cut, so all of them are looked at; of texts, the first and the last rows are.
pub fn widths(table: &Table, target: Option<usize>) -> Vec<Width> {
    let rows = table.rows();
    let looked = || (0..rows.min(ROWS_FOR_WIDTH)).chain(rows.saturating_sub(ROWS_FOR_WIDTH)..rows);
    let wide = |(at, column): (usize, &Column)| {
        let name = words::width(&words::shown(column.name.as_str())) + usize::from(target == Some(at));
        if column.kind == Kind::Numeric {
            let known = || table.numbers(at).filter(|value| !value.is_nan());
            let ends = [known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max)];
            let cells =
                ends.into_iter().filter(|v| v.is_finite()).map(|v| words::number(v, column.decimals).len());
            let full = cells.max().unwrap_or(1).max(name.min(WIDEST));
            return Width { least: full, full };
        }
        let cells = looked().map(|row| words::width(&words::cell(table, row, at)));
        let full = cells.max().unwrap_or(0).max(name).max(1);
        Width { least: full.min(WIDEST), full }
    };
    table.columns().iter().enumerate().map(wide).collect()
}

/// The digits of the greatest row number, for the width of the row numbers.
pub fn digits(rows: usize) -> usize {
    rows.max(1).ilog10() as usize + 1
}

/// The columns from `left` on that fit into `room` characters; at least one.
pub fn fitting(widths: &[usize], left: usize, room: usize) -> usize {
    let mut used = 0;
    let fits = |width: &&usize| {
        used += **width + 2;
        used <= room + 1
    };
    widths.iter().skip(left).take_while(fits).count().max(1)
}
