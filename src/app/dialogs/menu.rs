//! A dialog that offers a few things by name, each with what it means.

use crate::app::prelude::*;

#[derive(Clone, Debug)]
pub struct MenuDialog {
    pub title: &'static str,
    pub scopes: &'static [Scope],
    pub selection: Selection,
    pub rows: Vec<[String; 2]>,
    /// Does what the line asks for; the dialog is closed.
    pub accept: fn(&mut App, usize) -> Option<Job>,
}

impl Dialog for MenuDialog {
    fn scopes(&self) -> &'static [Scope] {
        self.scopes
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter => Reply::Close((self.accept)(app, self.selection.at)),
            Action::Back => Reply::Close(None),
            action => Reply::moved(self.selection.moves(self.rows.len(), action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let rows = self.rows.iter().map(|row| row.iter().map(Into::into).collect());
        canvas.menu(self.title, 64, &self.selection, rows)
    }
}
