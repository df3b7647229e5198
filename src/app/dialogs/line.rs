//! Dialogs of one line at the bottom of the screen: a text to find, a row number, a given number, and the
//! filter of screen 1 with what it matches and offers while it is typed.

use std::fmt;

use crate::app::prelude::*;
use crate::app::screens::data::Shown;
use crate::app::screens::data::actions::show;
use crate::app::screens::data::filter::{Filter, completed};

/// Does what the typed text asks for, or returns what is wrong with it.
type Accept = Box<dyn Fn(&mut App, &str) -> Result<Option<Job>, String>>;

pub struct LineDialog {
    pub title: String,
    pub prompt: &'static str,
    pub scopes: &'static [Scope],
    pub field: Field,
    pub help: String,
    pub wrong: Option<String>,
    pub accept: Accept,
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
            accept: Box::new(accept),
        }
    }

    pub fn find() -> LineDialog {
        let find = |app: &mut App, text: &str| Ok(app.handler().find(app, text));
        LineDialog::new("Find", "/ ", &[Scope::Find, Scope::Typed, Scope::Always], find)
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
            Action::Enter => accepted((self.accept)(app, self.field.text()), &mut self.wrong),
            _ => Reply::Pass,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        canvas.line_dialog(&self.title, self.prompt, &self.field, self.wrong.as_deref(), &self.help);
    }
}

fn accepted(result: Result<Option<Job>, String>, wrong: &mut Option<String>) -> Reply {
    match result {
        Ok(job) => Reply::Close(job),
        Err(why) => {
            *wrong = Some(why);
            Reply::Taken
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct FilterDialog {
    pub field: Field,
    pub wrong: Option<String>,
    /// How many rows match it, and of how many; `None` while they are counted, or if the filter cannot be parsed.
    pub passing: Option<(usize, usize)>,
    /// What Tab offers, and how many there are in all.
    pub offered: (Vec<String>, usize),
}

impl FilterDialog {
    pub fn open(app: &mut App) -> Option<Job> {
        let now = app.screens.data.shown.filter.as_ref().map(ToString::to_string).unwrap_or_default();
        let mut dialog = FilterDialog { field: Field::selected(now), ..FilterDialog::default() };
        let job = dialog.count(app);
        app.show(dialog);
        job
    }

    fn count(&mut self, app: &mut App) -> Option<Job> {
        self.passing = None;
        let text = self.field.text().to_owned();
        let filter = parse(app, &text).ok()??;
        let (table, data) = (app.session.table.clone()?, &app.screens.data);
        let some = data.only.as_ref().map(|only| Arc::clone(&only.rows));
        let evaluated = app.screens.evaluate.evaluated(&app.session);
        let evaluated = evaluated.filter(|_| filter.needs_predictions()).cloned();
        let work = move |stage: Arc<ComparisonProgress>| {
            let results = evaluated.map(|evaluated| evaluated.results(table.rows())).unwrap_or_default();
            let shown = Shown { filter: Some(filter), sort: None };
            let rows = shown.rows(&table, some.as_deref(), &results, &stage.watch)?;
            Some((rows.len(), some.map_or(table.rows(), |some| some.len())))
        };
        Some(app.jobs.start_watched(Lane::Passing, "", work, move |app, passing| {
            let dialog = app.dialog::<FilterDialog>().filter(|dialog| dialog.field.text() == text)?;
            dialog.passing = passing;
            None
        }))
    }

    fn complete(&mut self, app: &mut App) -> Option<Job> {
        let table = app.session.table.clone()?;
        let (text, offered, all) = completed(self.field.text(), &table, app.screens.data.column);
        self.field = Field::new(text);
        self.wrong = (all == 0).then(|| "No column or value begins with this.".to_owned());
        self.offered = (offered, all);
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
            Action::Enter => {
                let filter = parse(app, self.field.text());
                let shown = filter.map(|filter| Shown { filter, ..app.screens.data.shown.clone() });
                accepted(shown.map(|shown| show(app, shown, None)), &mut self.wrong)
            }
            _ => Reply::Pass,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>) {
        let (offered, all) = &self.offered;
        let below = match (offered.is_empty(), self.passing) {
            (false, _) => {
                let more = if *all > offered.len() { format!(", … ({all} in all)") } else { String::new() };
                format!("{}{more}", offered.join(", "))
            }
            (true, Some((passing, of))) => format!("{passing} of {}", counted(of, "row", "rows")),
            (true, None) => "age>60, again=yes, a=? (missing), actual≠predicted, or any text".to_owned(),
        };
        canvas.line_dialog("Filter", "f ", &self.field, self.wrong.as_deref(), &below);
    }
}

/// Parses a filter, and checks that the rows have predictions if it needs them.
fn parse(app: &App, text: &str) -> Result<Option<Filter>, String> {
    let Some(table) = &app.session.table else { return Ok(None) };
    let filter = Filter::read(text, table, app.screens.data.column)
        .map_err(|problem| format!("{} {}", problem.what, problem.advice()))?;
    if !filter.as_ref().is_some_and(Filter::needs_predictions) {
        return Ok(filter);
    }
    match app.screens.evaluate.evaluated(&app.session) {
        Some(evaluated) if evaluated.tests_data() => Ok(filter),
        Some(_) => Err("The model is tested on another file, so these rows have no predictions. \
                        Press t in 4 Evaluate to test it on folds."
            .to_owned()),
        None => Err("There are no predictions yet. Press 4 to make them, then 1 to come back.".to_owned()),
    }
}
