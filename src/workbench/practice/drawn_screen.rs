//! Real or drawn: the rows that are to be told apart, and what was said of them.

use std::sync::Arc;

use crate::practice::RealOrDrawn;
use crate::workbench::frame::Pane;
use crate::workbench::keys::{Action, Scope};

/// The rows in hand, and which of them are said to be drawn.
#[derive(Clone, Debug, Default)]
pub struct DrawnScreen {
    pub rows: Option<Arc<RealOrDrawn>>,
    pub(super) turn: u64,
    pub marked: Vec<bool>,
    pub cursor: usize,
    pub checked: bool,
    pub detail: usize,
}

impl DrawnScreen {
    pub fn scopes(&self, pane: Pane) -> &'static [Scope] {
        match pane {
            Pane::Master => &[Scope::List, Scope::RealOrDrawn, Scope::Page, Scope::Everywhere, Scope::Always],
            Pane::Detail => {
                &[Scope::Detail, Scope::RealOrDrawn, Scope::Page, Scope::Everywhere, Scope::Always]
            }
        }
    }

    pub fn reading(&self) -> &'static str {
        if self.checked {
            "What was drawn is told. n: other rows. v: back to the worksheet."
        } else {
            "Half of the rows were drawn by the model. Space marks them, Enter checks."
        }
    }

    /// Whether an action does something now.
    pub fn works(&self, action: &Action) -> bool {
        !self.checked || !matches!(action, Action::Toggle | Action::Enter)
    }

    pub(super) fn take(&mut self, turn: u64, rows: Arc<RealOrDrawn>) {
        let marked = vec![false; rows.rows.len()];
        *self = DrawnScreen { rows: Some(rows), turn, marked, ..DrawnScreen::default() };
    }
}
