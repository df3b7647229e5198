//! The dialog of screen 4 that chooses the view.

use crate::app::prelude::*;
use crate::app::screens::evaluate::View;

#[derive(Clone, Debug, Default)]
pub struct LookDialog {
    selection: Selection,
}

impl LookDialog {
    pub fn new(app: &App) -> LookDialog {
        let on = app.screens.evaluate.view;
        LookDialog { selection: Selection::new(View::ALL.iter().position(|view| *view == on).unwrap_or(0)) }
    }
}

impl Dialog for LookDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Look, Scope::Page, Scope::Always]
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter => {
                let on = &mut app.screens.evaluate.view;
                *on = View::ALL.get(self.selection.at).copied().unwrap_or(*on);
                app.pane = Pane::Master;
                Reply::Close(app.entered())
            }
            Action::Back => Reply::Close(None),
            action => Reply::moved(self.selection.moves(View::ALL.len(), action)),
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let rows = View::ALL.iter().map(|view| vec![view.title().into(), view.answers().into()]);
        canvas.menu("Views", 64, &self.selection, rows)
    }
}
