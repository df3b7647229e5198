//! Screen 1: the cells, and the profile of the column under the cursor.

use std::sync::Arc;

use super::grid::{Only, Place, Search, find, rows_shown};
use super::prelude::*;
use super::words;
use crate::table;

#[derive(Debug)]
pub struct Data;

impl Screen for Data {
    fn act(&self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Find => app.show(FindLine::default()),
            Action::FindNext => return again(app, true),
            Action::FindPrevious => return again(app, false),
            Action::Back if app.pane == Pane::Master && app.jobs.busy().is_none() => {
                let Some(from) = app.screens.data.only.as_ref().map(|only| only.from) else {
                    return Reply::Pass;
                };
                app.show_all_rows();
                return Reply::of(app.enter(from));
            }
            action if app.pane == Pane::Detail => {
                return Reply::moved(moves(&mut app.screens.data.detail, 200, app.frame.page(1), action));
            }
            action => return travel(app, action),
        }
        Reply::Taken
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        match app.pane {
            Pane::Master => &[Scope::Grid, Scope::Data, Scope::Page, Scope::Everywhere, Scope::Always],
            Pane::Detail => &[Scope::Detail, Scope::Data, Scope::Page, Scope::Everywhere, Scope::Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        match app.pane {
            Pane::Master if app.frame.shape() == Shape::One => {
                "* is the target. Tab shows the selected column, counted."
            }
            Pane::Master => "* is the target. 3 shows every number of the model, 5 works out one case.",
            Pane::Detail => "How often each value occurs, and in which class.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        profile(app)
    }

    fn scroll<'a>(&self, screens: &'a mut Screens) -> Option<&'a mut usize> {
        Some(&mut screens.data.detail)
    }

    fn settle(&self, app: &mut App) {
        app.screens.data.settle(&app.session, app.frame);
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

/// Shows only some rows, the cursor on the first of them and on a column.
pub fn show_only(app: &mut App, only: Only, column: usize) -> Option<Job> {
    let data = &mut app.screens.data;
    let before = data.only.take().map_or((data.row, data.top), |only| only.before);
    data.only = Some(Only { before, ..only });
    (data.row, data.top, data.column) = (0, 0, column);
    let job = app.enter(ScreenId::Data);
    app.screens.data.settle(&app.session, app.frame);
    job
}

fn travel(app: &mut App, action: &Action) -> Reply {
    let Some(table) = app.session.table.clone() else { return Reply::Pass };
    let page = rows_shown(app.frame).saturating_sub(1).max(1);
    let data = &mut app.screens.data;
    let last = data.rows(table.rows()).saturating_sub(1);
    match action {
        Action::Left => data.column = data.column.saturating_sub(1),
        Action::Right => data.column = (data.column + 1).min(table.columns().len().saturating_sub(1)),
        action if moves(&mut data.row, last, page, action) => {}
        _ => return Reply::Pass,
    }
    data.settle(&app.session, app.frame);
    Reply::of(profile(app))
}

/// Counts the column under the cursor, unless it is counted.
pub fn profile(app: &mut App) -> Option<Job> {
    let table = app.session.table.clone()?;
    let column = app.screens.data.column;
    if app.screens.data.profile.as_ref().is_some_and(|(known, _)| *known == column) {
        return None;
    }
    app.screens.data.detail = 0;
    let target = app.session.target;
    let work = move || table::profile(&table, column, target).map(Box::new);
    Some(app.jobs.start(Lane::Profile, "", work, move |app, profile| {
        app.screens.data.profile = profile.map(|profile| (column, profile));
        None
    }))
}

pub fn search(app: &mut App, text: &str, forward: bool) -> Option<Job> {
    let table = app.session.table.clone()?;
    let data = &mut app.screens.data;
    data.sought = Some(text.to_string());
    let from = Place { row: data.row, column: data.column };
    let only = data.only.as_ref().map(|only| Arc::clone(&only.rows));
    let search = Search { text: text.to_string(), from, forward, only };
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
    if search.only.as_deref() != app.screens.data.only.as_ref().map(|only| &*only.rows) {
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
    app.screens.data.settle(&app.session, app.frame);
    profile(app)
}
