//! The line that asks what to find in the data.

use super::action::Action;
use super::app::App;
use super::dialog::{Dialog, Reply};
use super::field::Field;
use super::keys::Scope;

/// The line.
#[derive(Clone, Debug, Default)]
pub struct FindLine {
    /// What is looked for.
    pub field: Field,
}

impl Dialog for FindLine {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::Find, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "The search starts at the cursor and ignores upper and lower case."
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field)
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter if self.field.text().is_empty() => Reply::Close(None),
            Action::Enter => Reply::Close(app.room.screen().find(app, self.field.text())),
            Action::Back => Reply::Close(None),
            _ => Reply::Pass,
        }
    }
}
