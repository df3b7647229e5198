//! Dialogs that are a menu: things that are offered by name, each with what it means, and the settings.

use ratatui::text::{Line, Span};

use crate::app::prelude::*;
use crate::app::settings::{DECIMAL, SETTINGS};

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
            action => Reply::moved(self.selection.moves(self.rows.len(), action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let rows = self.rows.iter().map(|row| row.iter().map(Into::into).collect());
        canvas.menu(self.title, 64, 1, &self.selection, rows);
    }
}

#[derive(Clone, Debug, Default)]
pub struct SettingsDialog {
    selection: Selection,
}

impl Dialog for SettingsDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Settings, Scope::Always]
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Right | Action::Enter | Action::Left => {
                let forward = !matches!(action, Action::Left);
                SETTINGS.get(self.selection.at).inspect(|setting| setting.step(&mut app.settings, forward));
                Reply::of(app.entered())
            }
            action => Reply::moved(self.selection.moves(SETTINGS.len(), action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (settings, theme) = (&canvas.app.settings, canvas.theme);
        let rows = SETTINGS.iter().map(|setting| {
            let (word, meaning) = setting.chosen(settings);
            vec![setting.key.into(), format!("← {word} →").into(), meaning.into()]
        });
        canvas.menu("Settings", 62, 3, &self.selection, rows);
        let mark = |class: usize| Span::styled(format!("{} ", class_mark(class)), theme.class(class));
        let fill =
            |class: usize| Span::styled(theme.class_fill(class).to_string().repeat(3), theme.class(class));
        let classes = (0..6).map(mark).chain([Span::raw("  ")]).chain((0..6).map(fill)).collect();
        canvas.put(&[Line::default(), Line::styled("Six classes look like this:", theme.secondary), classes]);
    }
}

pub fn other_sign(app: &mut App) {
    DECIMAL.step(&mut app.settings, true);
    let (word, example) = DECIMAL.chosen(&app.settings);
    app.say(format!("Numbers have a decimal {word}: {example}. Answers may be typed with either."));
}
