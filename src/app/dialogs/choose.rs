//! The dialog that asks which case to explain: the query, the rows without a class, then every row.

use std::sync::Arc;

use crate::app::prelude::*;
use crate::app::session::Pick;
use crate::app::widgets::rows::{FeatureColumns, class};
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::digits;

#[derive(Clone, Debug)]
pub struct ChooseDialog {
    pub field: Field,
    pub selection: Selection,
    query: bool,
    unlabelled: Arc<[usize]>,
    rows: usize,
}

impl ChooseDialog {
    pub fn new(app: &App) -> Option<ChooseDialog> {
        let (study, fitted) = (app.session.study.as_ref()?, app.session.fitted()?);
        let mut dialog = ChooseDialog {
            field: Field::default(),
            selection: Selection::default(),
            query: study.recipe.query.is_some(),
            unlabelled: fitted.data.unlabelled().collect(),
            rows: fitted.data.table.rows(),
        };
        if let Pick::Row(row) = app.session.pick {
            dialog.selection.at = dialog.line_of(row);
        }
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
}

impl Dialog for ChooseDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::TypedList, Scope::Choose, Scope::Always]
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Edit(Edit::InsertChar(c)) if !c.is_ascii_digit() => {
                app.say("Type a row number: digits only.");
            }
            Action::Edit(edit) => {
                self.field.edit(*edit);
                if let Ok(row) = self.field.text().parse::<usize>() {
                    self.selection.at = self.line_of(row.saturating_sub(1));
                }
            }
            Action::Enter => {
                return Reply::Close(self.pick(self.selection.at).and_then(|pick| app.choose(pick)));
            }
            Action::Back => return Reply::Close(None),
            action => {
                if !self.selection.moves(self.len(), action) {
                    return Reply::Pass;
                }
                self.field = Field::default();
            }
        }
        Reply::Taken
    }

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let (app, theme) = (canvas.app, canvas.theme);
        let foot = format!("{} of {}", (self.selection.at + 1).min(self.len()), self.len());
        canvas.dialog("Choose the case", &foot, app.frame.dialog(76, 19));
        let line = canvas.take(2);
        let cursor = canvas.field("row: ", &self.field, line);
        let fitted = app.session.fitted()?;
        let features = FeatureColumns::new(app, fitted);
        let row = |at| {
            let unknown = TableCell::styled("?", theme.secondary);
            let (label, mut cells, class) = match self.pick(at) {
                Some(Pick::Row(row)) => {
                    let (name, style) = class(fitted, fitted.class_of_row(row), theme);
                    let cells = features.cells(&fitted.data.table, row);
                    ((row + 1).to_string(), cells, TableCell::styled(name, style))
                }
                Some(Pick::Query) => ("query".to_owned(), features.query(app, fitted), unknown),
                Some(Pick::Changed(_)) | None => return Vec::new(),
            };
            cells.insert(0, label.into());
            cells.insert(1, class);
            cells
        };
        let digits = digits(fitted.data.table.rows()).max(5);
        let columns = [Column::text("row").least(digits), Column::text("class").most(14)];
        let columns = columns.into_iter().chain(features.columns(fitted));
        Table::new(columns, self.len(), row).row(self.selection.at).draw(canvas, &self.selection.scroll);
        cursor
    }
}
