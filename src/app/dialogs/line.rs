//! A dialog of one line at the bottom of the screen: a text to find, a row number, a given number.

use std::fmt;
use std::rc::Rc;

use crate::app::prelude::*;

/// Does what was typed asks for, or says what is wrong with it.
type Accept = Rc<dyn Fn(&mut App, &str) -> Result<Option<Job>, String>>;

#[derive(Clone)]
pub struct LineDialog {
    title: String,
    prompt: &'static str,
    scopes: &'static [Scope],
    pub field: Field,
    help: String,
    pub wrong: Option<String>,
    accept: Accept,
}

impl fmt::Debug for LineDialog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineDialog").field("title", &self.title).field("field", &self.field).finish()
    }
}

impl LineDialog {
    pub fn new(
        title: impl Into<String>,
        prompt: &'static str,
        scopes: &'static [Scope],
        accept: impl Fn(&mut App, &str) -> Result<Option<Job>, String> + 'static,
    ) -> LineDialog {
        LineDialog {
            title: title.into(),
            prompt,
            scopes,
            field: Field::default(),
            help: String::new(),
            wrong: None,
            accept: Rc::new(accept),
        }
    }

    /// Asks for a text to find on the screen.
    pub fn find() -> LineDialog {
        LineDialog::new("Find", "/ ", &[Scope::Find, Scope::Typed, Scope::Always], |app, text| {
            Ok(app.answers().find(app, text))
        })
    }

    #[must_use]
    pub fn with(self, field: Field, help: String) -> LineDialog {
        LineDialog { field, help, ..self }
    }
}

impl Dialog for LineDialog {
    fn scopes(&self) -> &'static [Scope] {
        self.scopes
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field)
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        self.wrong = None;
        Reply::Taken
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter if self.field.text().trim().is_empty() => Reply::Close(None),
            Action::Enter => match (Rc::clone(&self.accept))(app, self.field.text()) {
                Ok(job) => Reply::Close(job),
                Err(wrong) => {
                    self.wrong = Some(wrong);
                    Reply::Taken
                }
            },
            Action::Back => Reply::Close(None),
            _ => Reply::Pass,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        canvas.line_dialog(&self.title, self.prompt, &self.field, self.wrong.as_deref(), &self.help)
    }
}
