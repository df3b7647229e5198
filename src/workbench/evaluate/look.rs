//! The menu of screen 4: which view to put on.

use super::{View, show};
use crate::workbench::action::Action;
use crate::workbench::app::App;
use crate::workbench::dialog::{Dialog, Reply};
use crate::workbench::frame::moved;
use crate::workbench::keys::Scope;

/// Columns of the dialog at 80×24.
pub const WIDTH: u16 = 64;
/// Its rows.
pub const HEIGHT: u16 = View::ALL.len() as u16 + 4;

/// The list of views.
#[derive(Clone, Copy, Debug, Default)]
pub struct LookDialog {
    /// The marked view, from 0.
    pub cursor: usize,
}

impl LookDialog {
    /// With the view that is on marked.
    pub fn new(app: &App) -> LookDialog {
        let on = app.screens.evaluate.view;
        LookDialog { cursor: View::ALL.iter().position(|view| *view == on).unwrap_or(0) }
    }
}

impl Dialog for LookDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Look, Scope::Page, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "Choose what to look at. Enter shows it."
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter => Reply::Close(View::ALL.get(self.cursor).and_then(|view| show(app, *view))),
            Action::Back => Reply::Close(None),
            action => {
                let last = View::ALL.len().saturating_sub(1);
                let Some(to) = moved(self.cursor, last, View::ALL.len(), action) else { return Reply::Pass };
                self.cursor = to;
                Reply::Taken
            }
        }
    }
}
