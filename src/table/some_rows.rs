//! The cells of a column, of all rows or of some.

use std::collections::HashSet;

use super::column::Kind;
use super::store::{Cells, MISSING, Table, number_key};

/// The rows that are described: all, or some.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub table: &'a Table,
    pub some: Option<&'a [u32]>,
}

impl<'a> Rows<'a> {
    pub fn many(self) -> usize {
        self.some.map_or(self.table.rows(), <[u32]>::len)
    }

    pub fn numbers(self, column: usize) -> Box<dyn Iterator<Item = (usize, f64)> + 'a> {
        let table = self.table;
        match self.some {
            None => Box::new(table.numbers(column).enumerate().filter(|(_, value)| !value.is_nan())),
            Some(rows) => Box::new(self.cells(rows, column, Cells::number)),
        }
    }

    pub fn codes(self, column: usize) -> Box<dyn Iterator<Item = (usize, u32)> + 'a> {
        let table = self.table;
        match self.some {
            None => Box::new(table.codes(column).enumerate().filter(|(_, code)| *code != MISSING)),
            Some(rows) => Box::new(self.cells(rows, column, Cells::code)),
        }
    }

    fn cells<T: 'a>(
        self,
        rows: &'a [u32],
        column: usize,
        of: impl Fn(&Cells, usize) -> Option<T> + 'a,
    ) -> impl Iterator<Item = (usize, T)> + 'a {
        rows.iter().filter_map(move |row| {
            let (segment, at) = self.table.locate(*row as usize)?;
            Some((*row as usize, of(segment.cells.get(column)?, at)?))
        })
    }

    pub fn distinct(self, column: usize) -> usize {
        match (self.some, self.table.columns().get(column).map(|about| about.kind)) {
            (None, _) => self.table.distinct(column),
            (_, Some(Kind::Numeric)) => {
                self.numbers(column).map(|(_, value)| number_key(value)).collect::<HashSet<_>>().len()
            }
            (Some(rows), Some(Kind::Text)) => {
                let cells = |row: &u32| self.table.locate(*row as usize);
                let words = rows
                    .iter()
                    .filter_map(cells)
                    .filter_map(|(segment, at)| Some(segment.cells.get(column)?.tokens(at)));
                words.flatten().collect::<HashSet<_>>().len()
            }
            _ => self.codes(column).map(|(_, code)| code).collect::<HashSet<_>>().len(),
        }
    }
}
