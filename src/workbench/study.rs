//! What is being studied: the data, and later the recipe and the model made from it.

use std::sync::Arc;

use super::app::Room;
use super::source::Source;
use crate::table::{Cells, Kind, Table};

/// Data that has been read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The cells.
    pub table: Arc<Table>,
    /// What the reader noticed or repaired, one sentence each.
    pub notices: Vec<String>,
}

/// The data under study.
#[derive(Clone, Debug, Default)]
pub struct Study {
    /// Where the data came from, to read it again.
    pub source: Option<Source>,
    /// The data.
    pub table: Option<Arc<Table>>,
    /// What the reader noticed or repaired, one sentence each.
    pub notices: Vec<String>,
    /// The column whose classes are to be told apart.
    pub target: Option<usize>,
}

impl Study {
    /// Starts over with other data.
    pub fn begin(&mut self, source: Source, loaded: Loaded) {
        let target = usual_target(&loaded.table);
        *self = Study { source: Some(source), table: Some(loaded.table), notices: loaded.notices, target };
    }

    /// The few words at the right end of the first row: what is open, and how large.
    pub fn headline(&self) -> String {
        match &self.table {
            Some(table) => format!("{}  {}×{}", table.source, table.rows(), table.columns().len()),
            None => "no data".into(),
        }
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

/// The target when nobody has said one: the last column with two to twenty values, numbers counted by value.
fn usual_target(table: &Table) -> Option<usize> {
    let few = |column: &usize| (2..=20).contains(&values(table, *column));
    (0..table.columns().len()).rev().find(few)
}

/// How many different values a column has, counted to 21 at most where it holds numbers.
fn values(table: &Table, column: usize) -> usize {
    let Some(about) = table.columns().get(column) else { return 0 };
    match about.kind {
        Kind::Categorical | Kind::Binary => about.dictionary.len(),
        Kind::Text => 0,
        Kind::Numeric => {
            let mut seen: Vec<f64> = Vec::new();
            for segment in table.segments() {
                let Some(Cells::Numbers(numbers)) = segment.cells.get(column) else { continue };
                for number in numbers.iter().filter(|number| !number.is_nan()) {
                    if !seen.contains(number) {
                        seen.push(*number);
                    }
                    if seen.len() > 20 {
                        return seen.len();
                    }
                }
            }
            seen.len()
        }
    }
}
