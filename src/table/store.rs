//! The table itself: segments of typed columns.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use super::column::{Cell, Column};
use super::naming::RowName;
use crate::math::Name;

/// The code of a missing category.
pub const MISSING: u32 = u32::MAX;

/// The cells of one column in one segment.
#[derive(Clone, Debug, PartialEq)]
pub enum Cells {
    /// One number a row; missing is NaN.
    Numbers(Vec<f64>),
    /// One code of the column's dictionary a row; missing is [`MISSING`].
    Codes(Vec<u32>),
    /// Documents: row `i` holds the tokens `ids[starts[i]..starts[i + 1]]`.
    Tokens {
        /// One more than there are rows.
        starts: Vec<u32>,
        /// Codes of the column's dictionary, in reading order.
        ids: Vec<u32>,
        /// The cells as written.
        raw: Vec<Box<str>>,
    },
}

impl Cells {
    /// The tokens of a document by its row within the segment; empty for any other column.
    pub fn tokens(&self, row: usize) -> &[u32] {
        let Cells::Tokens { starts, ids, .. } = self else { return &[] };
        let bound = |i: usize| starts.get(i).map(|s| *s as usize);
        match (bound(row), bound(row + 1)) {
            (Some(from), Some(to)) => ids.get(from..to).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The code of a row within the segment, `None` where it is missing or the column has no codes.
    pub fn code(&self, row: usize) -> Option<u32> {
        let Cells::Codes(codes) = self else { return None };
        codes.get(row).copied().filter(|code| *code != MISSING)
    }

    /// The number of a row within the segment, `None` where it is missing or the column is not numeric.
    pub fn number(&self, row: usize) -> Option<f64> {
        let Cells::Numbers(numbers) = self else { return None };
        numbers.get(row).copied().filter(|value| !value.is_nan())
    }
}

/// Consecutive rows, column by column.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The rows of the table that stand here, counted from 0.
    pub rows: Range<usize>,
    /// One entry per column of the table.
    pub cells: Vec<Cells>,
}

/// A data set: named, typed columns over rows.
#[derive(Clone, Debug)]
pub struct Table {
    /// Where the data came from, as a person would name it: `weather.csv`, `sample:weather`, `standard input`.
    pub source: String,
    columns: Vec<Column>,
    segments: Vec<Segment>,
    row_names: Vec<OnceLock<Option<RowName>>>,
    /// The first column of each name: recipes ask for columns by name, and may name all of them.
    positions: HashMap<Name, usize>,
}

impl Table {
    /// Puts a table together. Every segment must hold one [`Cells`] per column, and the segments' rows must follow
    /// one another from 0.
    pub fn new(source: String, columns: Vec<Column>, segments: Vec<Segment>) -> Self {
        debug_assert!(segments.iter().all(|segment| segment.cells.len() == columns.len()));
        let row_names = columns.iter().map(|_| OnceLock::new()).collect();
        let positions =
            columns.iter().enumerate().rev().map(|(at, column)| (column.name.clone(), at)).collect();
        Table { source, columns, segments, row_names, positions }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.segments.last().map_or(0, |segment| segment.rows.end)
    }

    /// The columns, in file order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    pub(super) fn row_name_cell(&self, column: usize) -> Option<&OnceLock<Option<RowName>>> {
        self.row_names.get(column)
    }

    /// The rows, in file order, in pieces.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The position of a column by its exact name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.positions.get(name).copied()
    }

    /// The segment that holds a row, and the row's place in it.
    pub fn locate(&self, row: usize) -> Option<(&Segment, usize)> {
        let at = self.segments.partition_point(|segment| segment.rows.end <= row);
        let segment = self.segments.get(at)?;
        Some((segment, row.checked_sub(segment.rows.start)?))
    }

    /// One cell; [`Cell::Missing`] outside the table.
    pub fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        let Some((segment, at)) = self.locate(row) else { return Cell::Missing };
        match segment.cells.get(column) {
            Some(cells @ Cells::Numbers(_)) => cells.number(at).map_or(Cell::Missing, Cell::Number),
            Some(cells @ Cells::Codes(_)) => {
                let dictionary = self.columns.get(column).map(|column| &column.dictionary);
                let name = dictionary.zip(cells.code(at)).and_then(|(d, code)| d.name(code));
                name.map_or(Cell::Missing, Cell::Category)
            }
            Some(Cells::Tokens { raw, .. }) => raw.get(at).map_or(Cell::Missing, |text| Cell::Text(text)),
            None => Cell::Missing,
        }
    }
}
