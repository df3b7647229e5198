//! The dialog that asks which case to explain: the query, the rows without a class, then every row.

use crate::app::prelude::*;
use crate::app::widgets::rows::{ReadColumn, cells, features, heads};
use crate::app::words::digits;

#[derive(Clone, Debug, Default)]
pub struct ChooseDialog {
    pub field: Field,
    pub selection: Selection,
    /// The cases before the rows: the query, and the rows without a class.
    first: Vec<Pick>,
    rows: usize,
}

impl ChooseDialog {
    pub fn open(app: &mut App) -> Reply {
        if let (Some(study), Some(fitted)) = (&app.session.study, app.session.fitted()) {
            let query = study.recipe.query.is_some().then_some(Pick::Query).into_iter();
            let mut dialog = ChooseDialog {
                first: query.chain(fitted.data.unlabelled().map(Pick::Row)).collect(),
                rows: fitted.data.table.rows(),
                ..ChooseDialog::default()
            };
            if let Pick::Row(row) = app.session.pick {
                dialog.selection.at = dialog.line_of(row);
            }
            app.show(dialog);
        }
        Reply::Taken
    }

    pub fn lines(&self) -> usize {
        self.first.len() + self.rows
    }

    pub fn pick(&self, line: usize) -> Option<Pick> {
        match line.checked_sub(self.first.len()) {
            None => self.first.get(line).cloned(),
            Some(row) => (row < self.rows).then_some(Pick::Row(row)),
        }
    }

    fn line_of(&self, row: usize) -> usize {
        self.first.len() + row.min(self.rows.saturating_sub(1))
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
            action if self.selection.moves(self.lines(), action) => self.field = Field::default(),
            _ => return Reply::Pass,
        }
        Reply::Taken
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (app, theme) = (canvas.app, canvas.theme);
        let foot = format!("{} of {}", (self.selection.at + 1).min(self.lines()), self.lines());
        canvas.dialog("Choose the case", &foot, app.frame.dialog(76, 19));
        let line = canvas.take(2);
        canvas.field("row: ", &self.field, line);
        let Some(fitted) = app.session.fitted() else { return };
        let features = features(app, fitted);
        let query = app.session.study.as_ref().and_then(|study| study.recipe.query.as_ref());
        let of_query = |column: &ReadColumn| {
            let name = fitted.data.table.columns().get(column.at).map(|about| about.name.as_str());
            let given = query.into_iter().flatten().find(|(given, _)| Some(given.as_str()) == name);
            given.map_or_else(|| "·".into(), |(_, text)| shown(text).into_owned().into())
        };
        let row = |at| {
            let (label, class, cells): (_, _, Vec<TableCell>) = match self.pick(at) {
                Some(Pick::Row(row)) => {
                    let cells = cells(&features, &fitted.data.table, row).collect();
                    ((row + 1).to_string(), fitted.class_of_row(row), cells)
                }
                Some(Pick::Query) => ("query".to_owned(), None, features.iter().map(of_query).collect()),
                Some(Pick::Changed(_)) | None => return Vec::new(),
            };
            let class = match class.and_then(|class| Some((class, fitted.classes.get(class)?))) {
                Some((class, name)) => TableCell::styled(named(class, name.as_str()), theme.class(class)),
                None => TableCell::styled("?", theme.secondary),
            };
            [label.into(), class].into_iter().chain(cells).collect()
        };
        let digits = digits(fitted.data.table.rows()).max(5);
        let columns = [Column::text("row").least(digits), Column::text("class").most(14)];
        let columns = columns.into_iter().chain(heads(&features, fitted));
        Table::new(columns, self.lines(), row).row(self.selection.at).draw(canvas, &self.selection.scroll);
    }
}
