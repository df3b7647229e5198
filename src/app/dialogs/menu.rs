//! Dialogs that are a menu: choices by name, each with its value or its meaning. Also the settings.

use ratatui::text::{Line, Span};

use crate::app::prelude::*;
use crate::app::settings::{DECIMAL, SETTINGS, Setting};

#[derive(Clone, Debug)]
pub struct MenuDialog {
    pub title: &'static str,
    pub scopes: &'static [Scope],
    /// The columns of the dialog, and the rows below its lines.
    pub size: (u16, u16),
    pub selection: Selection,
    pub rows: fn(&App) -> Vec<Vec<TableCell>>,
    /// Does what an action asks of a line; moves and Esc pass.
    pub act: fn(&mut App, usize, &Action) -> Reply,
    pub below: fn(&mut Canvas<'_>),
}

impl Dialog for MenuDialog {
    fn scopes(&self) -> &'static [Scope] {
        self.scopes
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match (self.act)(app, self.selection.at, action) {
            Reply::Pass => Reply::moved(self.selection.moves((self.rows)(app).len(), action)),
            reply => reply,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (columns, below) = self.size;
        canvas.menu(self.title, columns, below, &self.selection, (self.rows)(canvas.app));
        (self.below)(canvas);
    }
}

pub fn settings_dialog() -> MenuDialog {
    MenuDialog {
        title: "Settings",
        scopes: &[Scope::List, Scope::Settings, Scope::Always],
        size: (62, 3),
        selection: Selection::default(),
        rows: |app| {
            let row = |setting: &Setting| {
                let (word, meaning) = setting.chosen(&app.settings);
                vec![setting.key.into(), format!("← {word} →").into(), meaning.into()]
            };
            SETTINGS.iter().map(row).collect()
        },
        act: |app, at, action| match action {
            Action::Right | Action::Enter | Action::Left => {
                let forward = !matches!(action, Action::Left);
                SETTINGS.get(at).inspect(|setting| setting.step(&mut app.settings, forward));
                Reply::of(app.entered())
            }
            _ => Reply::Pass,
        },
        below: |canvas| {
            let theme = canvas.theme;
            let mark = |class: usize| Span::styled(format!("{} ", class_mark(class)), theme.class(class));
            let fill = |class: usize| {
                Span::styled(theme.class_fill(class).to_string().repeat(3), theme.class(class))
            };
            let classes = (0..6).map(mark).chain([Span::raw("  ")]).chain((0..6).map(fill)).collect();
            let heading = Line::styled("Six classes look like this:", theme.secondary);
            canvas.put(&[Line::default(), heading, classes]);
        },
    }
}

pub fn other_sign(app: &mut App) {
    DECIMAL.step(&mut app.settings, true);
    let (word, example) = DECIMAL.chosen(&app.settings);
    app.say(format!("Numbers have a decimal {word}: {example}. Answers may be typed with either."));
}
