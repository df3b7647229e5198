//! Screen 1: the cells, and the profile of the column under the cursor.

use std::sync::Arc;

use super::action::Action;
use super::app::{App, Pane};
use super::dialog::Reply;
use super::find::FindLine;
use super::frame::{Shape, follow, moved};
use super::job::{Job, Lane};
use super::keys::Scope;
use super::only::Only;
use super::screen::{Screen, Screens};
use super::screen_id::ScreenId;
use super::search::{self, Place, Search};
use super::widths::{Width, digits, fitting};
use super::{update, words};
use crate::table::{self, Profile};

/// The cursor, what is on screen, and what is known of the column.
#[derive(Clone, Debug, Default)]
pub struct DataScreen {
    /// The row of the cursor.
    pub row: usize,
    /// The column of the cursor.
    pub column: usize,
    /// The first row shown.
    pub top: usize,
    /// The first column shown.
    pub left: usize,
    /// The first line shown on the right.
    pub detail: usize,
    /// How wide the columns are drawn.
    pub widths: Vec<Width>,
    /// The column that was counted, and its counts.
    pub profile: Option<(usize, Box<Profile>)>,
    /// What was last looked for.
    pub sought: Option<String>,
    /// The rows shown instead of all; the cursor's row and the first row shown are then counted among these.
    pub only: Option<Only>,
}

impl DataScreen {
    /// The screen of fresh data, the cursor on the first cell.
    pub fn new(widths: Vec<Width>) -> Self {
        DataScreen { widths, ..DataScreen::default() }
    }

    /// The columns' widths when `room` characters are there for all: what is left over goes to the columns that are cut.
    pub fn fitted(&self, room: usize) -> Vec<usize> {
        let used: usize = self.widths.iter().map(|width| width.least + 2).sum();
        let mut left = (room + 1).saturating_sub(used);
        let fit = |width: &Width| {
            let more = left.min(width.full - width.least.min(width.full));
            left -= more;
            width.least + more
        };
        self.widths.iter().map(fit).collect()
    }

    /// How many rows are shown, of a table that has `all`.
    pub fn rows(&self, all: usize) -> usize {
        self.only.as_ref().map_or(all, |only| only.rows.len())
    }

    /// The row of the data that stands at a place of the grid.
    pub fn row_at(&self, place: usize) -> usize {
        self.only.as_ref().and_then(|only| only.rows.get(place)).copied().unwrap_or(place)
    }

    /// Takes the counts of a column.
    pub fn profiled(&mut self, column: usize, profile: Option<Box<Profile>>) {
        self.profile = profile.map(|profile| (column, profile));
    }
}

/// The characters inside the left pane that the columns share.
fn room_for_columns(app: &App) -> usize {
    let rows = app.session.table.as_ref().map_or(0, |table| table.rows());
    let inside = usize::from(app.frame.left(true, 0)).saturating_sub(2);
    // The blank column on either side, and the row number with the two blanks after it.
    inside.saturating_sub(digits(rows) + 4)
}

/// The rows that fit below the header.
pub fn rows_shown(app: &App) -> usize {
    app.frame.lines().saturating_sub(1).max(1)
}

/// How screen 1 answers.
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
                show_all(app);
                return Reply::of(update::enter(app, from));
            }
            action if app.pane == Pane::Detail => {
                let page = app.frame.lines().saturating_sub(1).max(1);
                let detail = &mut app.screens.data.detail;
                match moved(*detail, 200, page, action) {
                    Some(to) => *detail = to,
                    None => return Reply::Pass,
                }
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
                "* is the target. Tab shows the marked column, counted."
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
        settle(app);
    }

    fn wide(&self, _: &App) -> bool {
        true
    }

    fn find(&self, app: &mut App, text: &str) -> Option<Job> {
        search(app, text, true)
    }
}

/// Shows only some rows, the cursor on the first of them and on a column.
pub fn show_only(app: &mut App, only: Only, column: usize) -> Option<Job> {
    let data = &mut app.screens.data;
    let before = data.only.take().map_or((data.row, data.top), |only| only.before);
    data.only = Some(Only { before, ..only });
    (data.row, data.top, data.column) = (0, 0, column);
    let job = update::enter(app, ScreenId::Data);
    settle(app);
    job
}

/// Shows all rows again, the cursor where it was before.
pub fn show_all(app: &mut App) {
    let data = &mut app.screens.data;
    if let Some(only) = data.only.take() {
        (data.row, data.top) = only.before;
        settle(app);
    }
}

fn travel(app: &mut App, action: &Action) -> Reply {
    let Some(table) = app.session.table.clone() else { return Reply::Pass };
    let (rows, columns) = (app.screens.data.rows(table.rows()), table.columns().len());
    let page = rows_shown(app).saturating_sub(1).max(1);
    let data = &mut app.screens.data;
    match action {
        Action::Left => data.column = data.column.saturating_sub(1),
        Action::Right => data.column = (data.column + 1).min(columns.saturating_sub(1)),
        action => match moved(data.row, rows.saturating_sub(1), page, action) {
            Some(to) => data.row = to,
            None => return Reply::Pass,
        },
    }
    settle(app);
    Reply::of(profile(app))
}

/// Keeps the cursor on screen, without touching more rows than are shown.
pub fn settle(app: &mut App) {
    if app.frame.shape() == Shape::Tiny {
        return;
    }
    let (rows, room) = (rows_shown(app), room_for_columns(app));
    let data = &mut app.screens.data;
    data.top = follow(data.top, data.row, rows);
    if data.column < data.left {
        data.left = data.column;
    }
    let widths = data.fitted(room);
    while data.left < data.column && data.left + fitting(&widths, data.left, room) <= data.column {
        data.left += 1;
    }
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
        app.screens.data.profiled(column, profile);
        None
    }))
}

/// Looks for text from the cursor on.
pub fn search(app: &mut App, text: &str, forward: bool) -> Option<Job> {
    let table = app.session.table.clone()?;
    let data = &mut app.screens.data;
    data.sought = Some(text.to_string());
    let from = Place { row: data.row, column: data.column };
    let only = data.only.as_ref().map(|only| Arc::clone(&only.rows));
    let search = Search { text: text.to_string(), from, forward, only };
    let label = format!("looking for “{text}” …");
    let work = move || (search::find(&table, &search), search);
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
    settle(app);
    profile(app)
}
