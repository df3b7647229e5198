//! The dialog of screen 6 that says which picture is drawn, and what of it.

use super::choices::Choice;
use super::screen::step;
use crate::workbench::prelude::*;

#[derive(Clone, Copy, Debug, Default)]
pub struct PictureDialog {
    pub cursor: usize,
}

impl PictureDialog {
    pub fn lines(self, app: &App) -> Vec<(Choice, &'static str, String)> {
        let (screen, fitted, with) = (&app.screens.plot, app.session.fitted(), app.settings.drawn_with());
        let fitted = fitted.map(|fitted| &**fitted);
        let told = |choice: Choice| {
            let (name, value) = screen.told(choice, fitted, with);
            (choice, name, value)
        };
        screen.choices(fitted).into_iter().map(told).collect()
    }
}

impl Dialog for PictureDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Picture, Scope::PlotPage, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "← → changes the selected line; the picture follows at once."
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        let lines = self.lines(app);
        match action {
            Action::Enter | Action::Back => Reply::Close(None),
            Action::Left | Action::Right => {
                let Some((choice, ..)) = lines.get(self.cursor) else { return Reply::Taken };
                step(app, *choice, matches!(action, Action::Right))
            }
            action => {
                let last = lines.len().saturating_sub(1);
                self.cursor = self.cursor.min(last);
                Reply::moved(moves(&mut self.cursor, last, last.max(1), action))
            }
        }
    }
}
