//! What is being studied: the data, and later the recipe and the model made from it.

use std::sync::Arc;

use super::app::Room;
use super::data::Width;
use super::source::Order;
use super::words::clip;
use crate::table::{Kind, Table};
use crate::text::{display_width, shown};

/// Data that has been read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The cells.
    pub table: Arc<Table>,
    /// What the reader noticed or repaired, one sentence each.
    pub notices: Vec<String>,
    /// The column whose classes are to be told apart, if there is a likely one.
    pub target: Option<usize>,
    /// How wide each column is drawn.
    pub widths: Vec<Width>,
}

/// The data under study.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// Where the data came from and how it was read, to read it again.
    pub order: Option<Order>,
    /// The data.
    pub table: Option<Arc<Table>>,
    /// What the reader noticed or repaired, one sentence each.
    pub notices: Vec<String>,
    /// The column whose classes are to be told apart.
    pub target: Option<usize>,
}

impl Study {
    /// Starts over with other data.
    pub fn begin(&mut self, order: Order, loaded: Loaded) {
        let Loaded { table, notices, target, .. } = loaded;
        *self = Study { order: Some(order), table: Some(table), notices, target };
    }

    /// What is open and how large it is, in at most `most` columns; the size is never cut.
    pub fn headline(&self, most: usize) -> String {
        let Some(table) = &self.table else { return "no data".into() };
        let size = format!(" {}×{}", table.rows(), table.columns().len());
        let name = shown(table.source.trim_start_matches("sample:"));
        format!("{}{size}", clip(&name, most.saturating_sub(display_width(&size))))
    }

    /// Why a room cannot be entered, if it cannot.
    pub fn blocked(&self, room: Room) -> Option<&'static str> {
        match (room, &self.table) {
            (Room::Start, _) | (Room::Data, Some(_)) => None,
            (_, None) => Some("There is no data yet: choose a sample, or press o to open a file."),
            (_, Some(_)) => Some("There is no model yet."),
        }
    }
}

/// The target when nobody has said one: the last column, unless it only names its rows or holds many different numbers;
/// then the last column with two to twenty values.
pub fn usual_target(table: &Table) -> Option<usize> {
    let last = table.columns().len().checked_sub(1)?;
    let many = table.columns().get(last).is_some_and(|column| column.kind == Kind::Numeric)
        && table.distinct(last) > 20;
    if !many && !table.is_identifier(last) {
        return Some(last);
    }
    (0..last)
        .rev()
        .find(|column| (2..=20).contains(&table.distinct(*column)) && !table.is_identifier(*column))
}
