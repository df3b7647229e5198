//! The cells of screen 1: the cursor, what is on screen, how wide each column is drawn, and the search through them.

use std::sync::Arc;

use super::frame::{Frame, Shape, follow};
use super::keys::ScreenId;
use super::session::Session;
use super::words::{self, Width};
use crate::table::{Cell, Profile, Table};

#[derive(Clone, Debug, Default)]
pub struct DataScreen {
    /// The cell of the cursor; its row is counted among those that are shown.
    pub row: usize,
    pub column: usize,
    pub top: usize,
    pub left: usize,
    pub detail: usize,
    pub widths: Vec<Width>,
    pub profile: Option<(usize, Box<Profile>)>,
    pub sought: Option<String>,
    /// The rows shown instead of all.
    pub only: Option<Only>,
}

/// The rows that a number counted, shown instead of all, and where to go back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Only {
    pub of: String,
    /// The rows of the data, from 0.
    pub rows: Arc<[usize]>,
    pub from: ScreenId,
    /// The row of the cursor among all rows, and the first row shown, as they were before.
    pub before: (usize, usize),
}

impl DataScreen {
    /// The columns' widths when `room` characters are there for all: what is left over goes to the columns that are cut.
    pub fn fitted(&self, room: usize) -> Vec<usize> {
        let used: usize = self.widths.iter().map(|width| width.least + 2).sum();
        let mut left = (room + 1).saturating_sub(used);
        let fit = |width: &Width| {
            let more = left.min(width.full - width.least.min(width.full));
            left -= more;
            width.least + more
        };
        self.widths.iter().map(fit).collect()
    }

    /// How many rows are shown, of a table that has `all`.
    pub fn rows(&self, all: usize) -> usize {
        self.only.as_ref().map_or(all, |only| only.rows.len())
    }

    /// The row of the data that stands at a place of the grid.
    pub fn row_at(&self, place: usize) -> usize {
        self.only.as_ref().and_then(|only| only.rows.get(place)).copied().unwrap_or(place)
    }

    /// Shows all rows again, the cursor where it was before.
    pub fn show_all(&mut self, session: &Session, frame: Frame) {
        if let Some(only) = self.only.take() {
            (self.row, self.top) = only.before;
            self.settle(session, frame);
        }
    }

    /// Keeps the cursor on screen, without touching more rows than are shown.
    pub fn settle(&mut self, session: &Session, frame: Frame) {
        if frame.shape() == Shape::Tiny {
            return;
        }
        let all = session.table.as_ref().map_or(0, |table| table.rows());
        // The blank column on either side, and the row number with the two blanks after it.
        let inside = usize::from(frame.left(true, 0)).saturating_sub(2);
        let room = inside.saturating_sub(words::digits(all) + 4);
        self.top = follow(self.top, self.row, rows_shown(frame));
        self.left = self.left.min(self.column);
        let widths = self.fitted(room);
        while self.left < self.column && self.left + words::fitting(&widths, self.left, room) <= self.column {
            self.left += 1;
        }
    }
}

pub fn rows_shown(frame: Frame) -> usize {
    frame.page(1)
}

/// A cell, by row and column counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub row: usize,
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
