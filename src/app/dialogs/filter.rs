//! The filter of screen 1, with what it matches and offers while it is typed.

use std::sync::Arc;

use crate::app::prelude::*;
use crate::app::screens::data::Shown;
use crate::app::screens::data::actions::show;
use crate::app::screens::data::filter::{Filter, completed};
use crate::table::Watch;
use crate::text::counted;

#[derive(Clone, Debug, Default)]
pub struct FilterDialog {
    pub field: Field,
    pub wrong: Option<String>,
    /// How many rows match it, and of how many; `None` while they are counted, or if the filter cannot be parsed.
    pub passing: Option<(usize, usize)>,
    pub offered: (Vec<String>, usize),
}

impl FilterDialog {
    pub fn open(app: &mut App) -> Option<Job> {
        let now = app.screens.data.shown.filter.as_ref().map(ToString::to_string);
        let mut line =
            FilterDialog { field: Field::selected(now.unwrap_or_default()), ..FilterDialog::default() };
        let job = line.count(app);
        app.show(line);
        job
    }

    fn count(&mut self, app: &mut App) -> Option<Job> {
        self.passing = None;
        let text = self.field.text().to_owned();
        let filter = read(app, &text).ok()??;
        let (table, data) = (app.session.table.clone()?, &app.screens.data);
        let some = data.only.as_ref().map(|only| Arc::clone(&only.rows));
        let evaluated =
            app.screens.evaluate.evaluated(&app.session).filter(|_| filter.needs_predictions()).cloned();
        let work = move |watch: Arc<Watch>| {
            let judged = evaluated.map(|evaluated| evaluated.judged(table.rows())).unwrap_or_default();
            let shown = Shown { filter: Some(filter), sort: None };
            let rows = shown.rows(&table, some.as_deref(), &judged, &watch)?;
            Some((rows.len(), some.map_or(table.rows(), |some| some.len())))
        };
        Some(app.jobs.start_watched(Lane::Passing, "", work, move |app, passing| {
            let line = app.dialog::<FilterDialog>().filter(|line| line.field.text() == text);
            line.into_iter().for_each(|line| line.passing = passing);
            None
        }))
    }

    fn complete(&mut self, app: &mut App) -> Option<Job> {
        let table = app.session.table.clone()?;
        let done = completed(self.field.text(), &table, app.screens.data.column);
        self.field = Field::new(done.text);
        self.wrong = (done.all == 0).then(|| "No column or value begins with this.".to_owned());
        self.offered = (done.offered, done.all);
        self.count(app)
    }
}

impl Dialog for FilterDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::Filter, Scope::Always]
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

    fn draw(&self, canvas: &mut Canvas<'_>) -> Option<Position> {
        let (offered, all) = &self.offered;
        let below = match (offered.is_empty(), self.passing) {
            (false, _) => {
                let more = if *all > offered.len() { format!(", … ({all} in all)") } else { String::new() };
                format!("{}{more}", offered.join(", "))
            }
            (true, Some((passing, of))) => format!("{passing} of {}", counted(of, "row", "rows")),
            (true, None) => "age>60, again=yes, a=? (missing), actual≠predicted, or any text".to_owned(),
        };
        canvas.line_dialog("Filter", "f ", &self.field, self.wrong.as_deref(), &below)
    }
}

fn read(app: &App, text: &str) -> Result<Option<Filter>, String> {
    let Some(table) = &app.session.table else { return Ok(None) };
    let filter = Filter::read(text, table, app.screens.data.column)
        .map_err(|problem| format!("{} {}", problem.what, problem.advice()))?;
    if filter.as_ref().is_some_and(Filter::needs_predictions) {
        check_predictions(app)?;
    }
    Ok(filter)
}

/// Checks that the rows have predictions; the error says how to make them.
fn check_predictions(app: &App) -> Result<(), String> {
    match app.screens.evaluate.evaluated(&app.session) {
        Some(evaluated) if evaluated.tests_data() => Ok(()),
        Some(_) => Err("The model is tested on another file, so these rows have no predictions. \
                        Press t in 4 Evaluate to test it on folds."
            .to_owned()),
        None => Err("There are no predictions yet. Press 4 to make them, then 1 to come back.".to_owned()),
    }
}
