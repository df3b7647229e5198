//! Asking for the name of a file that is to be written, and whether one that is there already is written over.

use std::path::{Path, PathBuf};

use super::action::Action;
use super::app::App;
use super::field::Field;
use super::keys::Scope;
use super::listing::expanded;

/// The name of a file, while it is asked for.
#[derive(Clone, Debug, Default)]
pub struct SaveAs {
    /// The name that is typed, while one is.
    pub field: Option<Field>,
    /// The file that is there already, while it is asked whether to write over it.
    pub over: Option<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    File(PathBuf, bool),
    Asking,
    /// The action is none of this question's.
    Pass,
    Idle,
}

impl SaveAs {
    pub fn ask(&mut self, name: impl Into<String>) {
        self.field = Some(Field::new(name));
    }

    /// The field that the name is typed into, while it is.
    pub fn field(&mut self) -> Option<&mut Field> {
        self.field.as_mut().filter(|_| self.over.is_none())
    }

    /// The scopes whose keys hold while something is asked.
    pub fn scopes(&self) -> Option<&'static [Scope]> {
        match (&self.over, &self.field) {
            (Some(_), _) => Some(&[Scope::WriteOver, Scope::Always]),
            (None, Some(_)) => Some(&[Scope::TypedName, Scope::Always]),
            (None, None) => None,
        }
    }

    pub fn act(&mut self, app: &mut App, action: &Action) -> Named {
        if let Some(path) = self.over.take() {
            return match action {
                Action::WriteOver => Named::File(path, true),
                Action::Back => Named::Asking,
                _ => {
                    self.over = Some(path);
                    Named::Pass
                }
            };
        }
        let Some(field) = &mut self.field else { return Named::Idle };
        match action {
            Action::Enter if field.text().trim().is_empty() => app.say("Type the name of a file."),
            Action::Enter => return Named::File(expanded(Path::new(field.text().trim())), false),
            Action::Back => self.field = None,
            _ => return Named::Pass,
        }
        Named::Asking
    }
}
