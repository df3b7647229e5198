//! Screen 1: the cells, and the profile of the column under the cursor.

use super::data_lines::{FilterLine, RowLine};
use super::data_rows::{all_rows, renewed, show};
use super::filter::Filter;
use super::given;
use super::grid::{Place, Search, find};
use super::prelude::*;
use super::session::Pick;
use super::shown::Shown;
use super::values::parts;
use super::words;
use crate::table;

#[derive(Debug)]
pub struct Data;

impl Screen for Data {
    fn act(&self, app: &mut App, action: &Action) -> Reply {
        if given::given(app).is_some() {
            return given::act(app, action);
        }
        match action {
            Action::Find => app.show(FindLine::default()),
            Action::FindNext => return again(app, true),
            Action::FindPrevious => return again(app, false),
            Action::Sort => {
                let shown = app.screens.data.shown.sorted(app.screens.data.column);
                return Reply::of(show(app, shown, None));
            }
            Action::Filter => return Reply::of(FilterLine::open(app)),
            Action::AllRows => return all_rows(app),
            Action::ChooseRow => app.show(RowLine::default()),
            Action::Enter if app.pane == Pane::Detail => return only_value(app),
            Action::Enter => return explain(app),
            Action::Back if app.pane == Pane::Master && app.jobs.busy().is_none() => {
                let Some(from) = app.screens.data.only.as_ref().map(|only| only.from) else {
                    return Reply::Pass;
                };
                app.leave_counted();
                return Reply::of(app.enter(from));
            }
            action if app.pane == Pane::Detail => return down_values(app, action),
            action => return travel(app, action),
        }
        Reply::Taken
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        match app.pane {
            Pane::Master if given::given(app).is_some() => {
                &[Scope::Grid, Scope::Given, Scope::Page, Scope::Everywhere, Scope::Always]
            }
            Pane::Detail if given::given(app).is_some() => {
                &[Scope::Detail, Scope::Page, Scope::Everywhere, Scope::Always]
            }
            Pane::Master => {
                &[Scope::Grid, Scope::Cells, Scope::Data, Scope::Page, Scope::Everywhere, Scope::Always]
            }
            Pane::Detail => &[Scope::Values, Scope::Data, Scope::Page, Scope::Everywhere, Scope::Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        match app.pane {
            _ if given::given(app).is_some() => {
                "No row is counted: each number is given, and another can be typed."
            }
            Pane::Master if app.frame.shape() == Shape::One => {
                "* is the class, · is missing. Tab: the column, counted."
            }
            Pane::Master => "* is the class; it stays in view. · is missing.",
            Pane::Detail => "How often each value occurs, by class. Enter: its rows.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        renewed(app).or_else(|| profile(app))
    }

    fn works(&self, app: &App, action: &Action) -> bool {
        let data = &app.screens.data;
        match action {
            Action::AllRows => data.shown.filter.is_some() || data.only.is_some(),
            Action::FindNext | Action::FindPrevious => data.sought.is_some(),
            _ => true,
        }
    }

    fn scroll<'a>(&self, screens: &'a mut Screens) -> Option<&'a mut usize> {
        Some(&mut screens.data.detail)
    }

    fn settle(&self, app: &mut App) {
        let panes = app.frame;
        app.screens.data.settle(&app.session, panes);
    }

    fn wide(&self, _: &App) -> bool {
        true
    }

    fn find(&self, app: &mut App, text: &str) -> Option<Job> {
        search(app, text, true)
    }
}

/// The line that asks what to find on a screen.
#[derive(Clone, Debug, Default)]
pub struct FindLine {
    pub field: Field,
}

impl Dialog for FindLine {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::Find, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "The search starts at the cursor and ignores upper and lower case."
    }

    fn field(&mut self) -> Option<&mut Field> {
        Some(&mut self.field)
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Enter if self.field.text().is_empty() => Reply::Close(None),
            Action::Enter => Reply::Close(app.answers().find(app, self.field.text())),
            Action::Back => Reply::Close(None),
            _ => Reply::Pass,
        }
    }
}

fn down_values(app: &mut App, action: &Action) -> Reply {
    let many = values(app, |parts| parts.len()).unwrap_or(0);
    let data = &mut app.screens.data;
    if many == 0 {
        return Reply::moved(moves(&mut data.detail, 200, app.frame.page(1), action));
    }
    // Each has a line and a bar.
    Reply::moved(moves(&mut data.value, many - 1, (app.frame.page(1) / 2).max(1), action))
}

fn values<T>(app: &App, of: impl Fn(&[super::values::Part<'_>]) -> T) -> Option<T> {
    let data = &app.screens.data;
    let profile = data.counted()?;
    Some(of(&parts(app.session.table.as_ref()?.columns().get(data.column)?, profile).0))
}

/// Shows the rows of the selected value, beside what is asked of other columns.
fn only_value(app: &mut App) -> Reply {
    let at = app.screens.data.value;
    let text = values(app, |parts| parts.get(at).map(|part| part.filter.clone())).flatten();
    let table = app.session.table.as_ref();
    let filter =
        text.zip(table).and_then(|(text, table)| Filter::read(&text, table, app.screens.data.column).ok());
    let Some(new) = filter.flatten() else {
        app.say("There is no value to show the rows of.");
        return Reply::Taken;
    };
    app.pane = Pane::Master;
    let now = app.screens.data.shown.clone();
    let filter = Some(match now.filter {
        Some(filter) => filter.with(new),
        None => new,
    });
    Reply::of(show(app, Shown { filter, ..now }, None))
}

/// Takes the row of the cursor in hand and goes to screen 5.
fn explain(app: &mut App) -> Reply {
    let data = &app.screens.data;
    let row = data.row_at(data.row);
    let all = app.session.table.as_ref().map_or(0, |table| table.rows());
    if all == 0 && app.session.fitted().is_some() {
        app.say("The rows are not here. 5 works out a case of your own.");
    } else if data.list.as_ref().is_some_and(|rows| rows.is_empty()) {
        app.say("There is no row here.");
    } else if let Some(why) = app.session.blocked(ScreenId::Explain) {
        app.say(why);
    } else {
        app.take_up(Pick::Row(row));
        return Reply::of(app.descend(ScreenId::Explain));
    }
    Reply::Taken
}

fn travel(app: &mut App, action: &Action) -> Reply {
    let Some(table) = app.session.table.clone() else { return Reply::Pass };
    let target = app.session.target;
    let data = &mut app.screens.data;
    let page = data.on_screen(app.frame).saturating_sub(1).max(1);
    let last = data.rows(table.rows()).saturating_sub(1);
    match action {
        Action::Left | Action::Right => {
            data.column = data.beside(data.column, target, matches!(action, Action::Right));
        }
        action if moves(&mut data.row, last, page, action) => {}
        _ => return Reply::Pass,
    }
    let panes = app.frame;
    app.screens.data.settle(&app.session, panes);
    Reply::of(profile(app))
}

/// Counts the column under the cursor among the rows that are shown, unless it is counted.
pub fn profile(app: &mut App) -> Option<Job> {
    let table = app.session.table.clone()?;
    let column = app.screens.data.column;
    if app.screens.data.counted().is_some() || given::given(app).is_some() {
        return None;
    }
    (app.screens.data.detail, app.screens.data.value) = (0, 0);
    let (target, rows) = (app.session.target, app.screens.data.some_rows());
    let fitted = app.session.fitted().cloned();
    let work = move || {
        let sums = fitted.and_then(|fitted| fitted.profile_of_sums(column));
        let profile = sums.or_else(|| table::profile_of(&table, column, target, rows.as_deref()));
        profile.map(|profile| (column, rows, Box::new(profile)))
    };
    Some(app.jobs.start(Lane::Profile, "", work, move |app, profile| {
        app.screens.data.profile = profile;
        None
    }))
}

pub fn search(app: &mut App, text: &str, forward: bool) -> Option<Job> {
    let table = app.session.table.clone()?;
    let data = &mut app.screens.data;
    data.sought = Some(text.to_string());
    let from = Place { row: data.row, column: data.column };
    let search = Search { text: text.to_string(), from, forward, only: data.list.clone() };
    let label = format!("looking for “{text}” …");
    let work = move || (find(&table, &search), search);
    Some(app.jobs.start(Lane::Search, label, work, |app, (place, search)| found(app, &search, place)))
}

fn again(app: &mut App, forward: bool) -> Reply {
    match app.screens.data.sought.clone() {
        Some(text) => Reply::of(search(app, &text, forward)),
        None => {
            app.say("Nothing has been looked for yet: press / to find text.");
            Reply::Taken
        }
    }
}

/// Goes where the text was found.
fn found(app: &mut App, search: &Search, place: Option<Place>) -> Option<Job> {
    // What was found among other rows than those on screen has no place there.
    if search.only != app.screens.data.list {
        return None;
    }
    let Some(place) = place else {
        app.say(format!("No cell holds “{}”.", words::shown(&search.text)));
        return None;
    };
    let before = (search.from.row, search.from.column);
    let after = (place.row, place.column);
    if before == after {
        app.say("This is the only cell that holds it.");
    } else if (after > before) != search.forward {
        app.say(if search.forward {
            "Found after starting again at the top."
        } else {
            "Found after starting again at the end."
        });
    }
    (app.screens.data.row, app.screens.data.column) = after;
    let panes = app.frame;
    app.screens.data.settle(&app.session, panes);
    profile(app)
}
