//! The line that asks what to find in the data.

use super::action::Action;
use super::app::{App, Room};
use super::field::Field;
use super::overlay::Reply;
use super::{data, parameters};

/// The line.
#[derive(Clone, Debug, Default)]
pub struct FindLine {
    /// What is looked for.
    pub field: Field,
}

impl FindLine {
    /// Takes an action.
    pub fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            action if self.field.take(action, &mut app.toast) => {}
            Action::Enter if self.field.text().is_empty() => return Reply::Close(None),
            Action::Enter => {
                let text = self.field.text();
                return Reply::Close(match app.room {
                    Room::Parameters => parameters::search(app, text, true),
                    _ => data::search(app, text, true),
                });
            }
            Action::Back => return Reply::Close(None),
            _ => return Reply::Pass,
        }
        Reply::Taken
    }
}
