//! What the parts of the pane of steps look at: the working, and how it is drawn.

use super::super::numbers::Form;
use super::super::row_line::named;
use super::super::theme::Theme;
use crate::workbench::{ExplainScreen, Explanation};
use crate::worked::Row;

/// The working as it is looked at.
pub struct View<'a> {
    /// The working.
    pub told: &'a Explanation,
    /// What is revealed, and the cursor.
    pub screen: &'a ExplainScreen,
    /// How numbers are written.
    pub form: Form,
    /// The colours.
    pub theme: &'a Theme,
}

impl View<'_> {
    /// The marked step, if one is revealed.
    pub fn marked(&self) -> Option<&Row> {
        self.told.rows().get(self.screen.cursor).filter(|_| self.screen.revealed > 0)
    }

    /// A class with its mark.
    pub fn class(&self, class: usize) -> String {
        let name = self.told.posterior.classes.get(class);
        named(class, name.map(|name| name.as_str()).unwrap_or_default())
    }
}
