//! The dialog that asks which case to explain: the query, the rows without a class, then every row.

use std::sync::Arc;

use crate::app::prelude::*;
use crate::app::session::Pick;

pub const WIDTH: u16 = 76;
pub const HEIGHT: u16 = 19;
/// Lines of the dialog that are not cases: the borders, the typed row number, a blank line, the heading.
const OTHER_LINES: u16 = 5;

#[derive(Clone, Debug)]
pub struct ChooseDialog {
    pub field: Field,
    pub cursor: usize,
    pub scroll: usize,
    query: bool,
    unlabelled: Arc<[usize]>,
    rows: usize,
}

impl ChooseDialog {
    pub fn new(app: &App) -> Option<ChooseDialog> {
        let (study, fitted) = (app.session.study.as_ref()?, app.session.fitted()?);
        let mut dialog = ChooseDialog {
            field: Field::default(),
            cursor: 0,
            scroll: 0,
            query: study.recipe.query.is_some(),
            unlabelled: fitted.data.unlabelled().collect(),
            rows: fitted.data.table.rows(),
        };
        if let Pick::Row(row) = app.session.pick {
            dialog.cursor = dialog.line_of(row);
        }
        dialog.scroll = follow(0, dialog.cursor, ChooseDialog::room(app));
        Some(dialog)
    }

    pub fn open(app: &mut App) -> Reply {
        let dialog = ChooseDialog::new(app);
        dialog.into_iter().for_each(|dialog| app.show(dialog));
        Reply::Taken
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn len(&self) -> usize {
        self.first_row() + self.rows
    }

    pub fn pick(&self, line: usize) -> Option<Pick> {
        if self.query && line == 0 {
            return Some(Pick::Query);
        }
        if let Some(row) = self.unlabelled.get(line - usize::from(self.query)) {
            return Some(Pick::Row(*row));
        }
        line.checked_sub(self.first_row()).filter(|row| *row < self.rows).map(Pick::Row)
    }

    fn first_row(&self) -> usize {
        usize::from(self.query) + self.unlabelled.len()
    }

    fn line_of(&self, row: usize) -> usize {
        self.first_row() + row.min(self.rows.saturating_sub(1))
    }

    pub fn room(app: &App) -> usize {
        let (_, height) = app.frame.dialog(WIDTH, HEIGHT);
        usize::from(height.saturating_sub(OTHER_LINES)).max(1)
    }
}

impl Dialog for ChooseDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::Choose, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "Type a row number, or choose a case with ↑↓."
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        let room = ChooseDialog::room(app);
        match action {
            Action::Edit(Edit::InsertChar(c)) if !c.is_ascii_digit() => {
                app.say("Type a row number: digits only.");
            }
            Action::Edit(edit) => {
                self.field.edit(*edit);
                if let Ok(row) = self.field.text().parse::<usize>() {
                    self.cursor = self.line_of(row.saturating_sub(1));
                }
            }
            Action::Enter => {
                return Reply::Close(self.pick(self.cursor).and_then(|pick| app.choose(pick)));
            }
            Action::Back => return Reply::Close(None),
            action => {
                let last = self.len().saturating_sub(1);
                if !moves(&mut self.cursor, last, room, action) {
                    return Reply::Pass;
                }
                self.field = Field::default();
            }
        }
        self.scroll = follow(self.scroll, self.cursor, room);
        Reply::Taken
    }
}
