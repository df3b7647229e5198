//! Whether cells hold a text: for the search of screen 1, and for its filter.

use super::words;
use crate::table::{Cells, Column, Kind, Table};

/// Looks whether cells hold a text, without regard to case.
pub struct Seeker<'t> {
    table: &'t Table,
    wanted: String,
    /// A category is one of few texts: each is compared once, not once a row.
    known: Vec<Vec<bool>>,
}

impl<'t> Seeker<'t> {
    pub fn new(table: &'t Table, text: &str) -> Seeker<'t> {
        let wanted = text.to_lowercase();
        let known = |column: &Column| match column.kind {
            Kind::Numeric | Kind::Text => Vec::new(),
            _ => column.dictionary.names().iter().map(|name| holds(name.as_str(), &wanted)).collect(),
        };
        let known = table.columns().iter().map(known).collect();
        Seeker { table, wanted, known }
    }

    pub fn holds(&self, row: usize, column: usize) -> bool {
        let Some((segment, at)) = self.table.locate(row) else { return false };
        let code = |code: u32| self.known.get(column)?.get(code as usize).copied();
        match segment.cells.get(column) {
            Some(cells @ Cells::Codes(_)) => cells.code(at).and_then(code).unwrap_or(false),
            Some(cells @ Cells::Numbers(_)) => {
                cells.number(at).is_some() && holds(&words::cell(self.table, row, column), &self.wanted)
            }
            Some(Cells::Tokens { raw, .. }) => raw.get(at).is_some_and(|text| holds(text, &self.wanted)),
            None => false,
        }
    }
}

fn holds(text: &str, wanted: &str) -> bool {
    text.to_lowercase().contains(wanted)
}
