//! The lines that ask on screen 1: for a filter, and for the number of a row.

use std::sync::Arc;

use super::data_rows::{show, show_row};
use super::filter::Filter;
use super::filter_complete::completed;
use super::prelude::*;
use super::shown::Shown;
use crate::table::Watch;

/// The line that asks which rows are shown.
#[derive(Clone, Debug, Default)]
pub struct FilterLine {
    pub field: Field,
    pub wrong: Option<String>,
    /// How many rows answer to it, and of how many; nothing while they are counted, and where it cannot be read yet.
    pub passing: Option<(usize, usize)>,
    /// What Tab found to go on with, some of it, and how many there are.
    pub offered: (Vec<String>, usize),
}

impl FilterLine {
    pub fn open(app: &mut App) -> Option<Job> {
        let now = app.screens.data.shown.filter.as_ref().map(ToString::to_string);
        let mut line =
            FilterLine { field: Field::selected(now.unwrap_or_default()), ..FilterLine::default() };
        let job = line.count(app);
        app.show(line);
        job
    }

    /// Has the rows counted that answer to what is typed.
    fn count(&mut self, app: &mut App) -> Option<Job> {
        self.passing = None;
        let text = self.field.text().to_owned();
        let filter = read(app, &text).ok()??;
        let (table, data) = (app.session.table.clone()?, &app.screens.data);
        let some = data.only.as_ref().map(|only| Arc::clone(&only.rows));
        let evaluated = app.screens.evaluate.evaluated(&app.session).filter(|_| filter.is_judged()).cloned();
        let work = move |watch: Arc<Watch>| {
            let judged = evaluated.map(|evaluated| evaluated.judged(table.rows())).unwrap_or_default();
            let shown = Shown { filter: Some(filter), sort: None };
            let rows = shown.rows(&table, some.as_deref(), &judged, &watch)?;
            Some((rows.len(), some.map_or(table.rows(), |some| some.len())))
        };
        Some(app.jobs.start_watched(Lane::Passing, "", work, move |app, passing| {
            let line = app.dialog::<FilterLine>().filter(|line| line.field.text() == text);
            line.into_iter().for_each(|line| line.passing = passing);
            None
        }))
    }

    fn complete(&mut self, app: &mut App) -> Option<Job> {
        let table = app.session.table.clone()?;
        let done = completed(self.field.text(), &table, app.screens.data.column);
        self.field = Field::new(done.text);
        self.wrong = (done.all == 0).then(|| "No column and no value begins so.".to_owned());
        self.offered = (done.offered, done.all);
        self.count(app)
    }
}

impl Dialog for FilterLine {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::Filter, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "All must hold. Without a name it is the marked column."
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field)
    }

    fn edited(&mut self, app: &mut App) -> Reply {
        (self.wrong, self.offered) = (None, (Vec::new(), 0));
        Reply::of(self.count(app))
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Complete => Reply::of(self.complete(app)),
            Action::Enter => match read(app, self.field.text()) {
                Ok(filter) => {
                    let data = &app.screens.data;
                    let shown = Shown { filter, ..data.shown.clone() };
                    Reply::Close(show(app, shown, None))
                }
                Err(wrong) => {
                    self.wrong = Some(wrong);
                    Reply::Taken
                }
            },
            Action::Back => Reply::Close(None),
            _ => Reply::Pass,
        }
    }
}

fn read(app: &App, text: &str) -> Result<Option<Filter>, String> {
    let Some(table) = &app.session.table else { return Ok(None) };
    let filter = Filter::read(text, table, app.screens.data.column)
        .map_err(|problem| format!("{} {}", problem.what, problem.advice()))?;
    if filter.as_ref().is_some_and(Filter::is_judged) {
        judged(app)?;
    }
    Ok(filter)
}

/// Whether the rows of the data have been judged by the model; else what to do.
fn judged(app: &App) -> Result<(), String> {
    match app.screens.evaluate.evaluated(&app.session) {
        Some(evaluated) if evaluated.judges_data() => Ok(()),
        Some(_) => Err("The model is tested on another file, so no row of these data is judged. \
                        Test it on folds: t in 4 Evaluate."
            .to_owned()),
        None => Err("No row is judged yet: 4 Evaluate does it, and then 1 comes back here.".to_owned()),
    }
}

/// The line that asks for the number of a row.
#[derive(Clone, Debug, Default)]
pub struct RowLine {
    pub field: Field,
    pub wrong: Option<String>,
}

impl Dialog for RowLine {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::RowNumber, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "Rows keep the numbers that they have in the data, however they are sorted."
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field)
    }

    fn edited(&mut self, _: &mut App) -> Reply {
        self.wrong = None;
        Reply::Taken
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        let rows = app.session.table.as_ref().map_or(0, |table| table.rows());
        match action {
            Action::Enter if self.field.text().trim().is_empty() => Reply::Close(None),
            Action::Enter => match self.field.text().trim().parse::<usize>() {
                Ok(row) if (1..=rows).contains(&row) => Reply::Close(show_row(app, row - 1)),
                _ => {
                    self.wrong = Some(format!("Rows have the numbers 1 to {rows}."));
                    Reply::Taken
                }
            },
            Action::Back => Reply::Close(None),
            _ => Reply::Pass,
        }
    }
}
