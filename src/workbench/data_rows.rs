//! How screen 1 comes to show other rows, or another order: by a filter, a sort, the rows that a number counted, or a row that is
//! gone to.

use std::sync::Arc;

use super::data::profile;
use super::filter::Filter;
use super::grid::{Before, Only};
use super::prelude::*;
use super::session::Past;
use super::shown::Shown;
use super::words::{self, counted};
use crate::table::Watch;

/// Shows only the rows that a number counted, the cursor on the first of them and on a column.
pub fn show_only(app: &mut App, of: String, rows: &[usize], column: usize) -> Option<Job> {
    app.leave_counted();
    let from = app.screen;
    let rows: Arc<[u32]> = rows.iter().filter_map(|row| u32::try_from(*row).ok()).collect();
    let data = &mut app.screens.data;
    let before = Before {
        row: data.row,
        top: data.top,
        shown: std::mem::take(&mut data.shown),
        list: data.list.replace(Arc::clone(&rows)),
    };
    data.only = Some(Only { of, rows, from, before });
    (data.row, data.top, data.column) = (0, 0, column);
    let job = app.enter(ScreenId::Data);
    let panes = app.frame;
    app.screens.data.settle(&app.session, panes);
    job
}

/// Shows other rows or another order, which can be taken back; the cursor goes to the row `aim`, or stays on its row.
pub fn show(app: &mut App, shown: Shown, aim: Option<usize>) -> Option<Job> {
    let data = &app.screens.data;
    if shown == data.shown {
        return None;
    }
    find_rows(app, shown, true, aim)
}

/// Goes to a row of the data. Where it is not among those that are shown, all are.
pub fn show_row(app: &mut App, row: usize) -> Option<Job> {
    let data = &mut app.screens.data;
    if let Some(place) = data.place_of(row) {
        data.row = place;
        let panes = app.frame;
        app.screens.data.settle(&app.session, panes);
        return profile(app);
    }
    let counted = app.screens.data.only.is_some();
    app.leave_counted();
    let why = if counted { "was not counted" } else { "does not answer to the filter" };
    let all = Shown { filter: None, ..app.screens.data.shown.clone() };
    let undo = if counted { "" } else { " u: the filter again." };
    app.say(format!("Row {} {why}: all rows are shown.{undo}", row + 1));
    match app.screens.data.place_of(row) {
        Some(_) if counted => show_row(app, row),
        _ => show(app, all, Some(row)),
    }
}

pub fn all_rows(app: &mut App) -> Reply {
    let data = &app.screens.data;
    if data.shown.filter.is_none() && data.only.is_none() {
        app.say("All rows are shown.");
        return Reply::Taken;
    }
    let row = data.row_at(data.row);
    app.leave_counted();
    Reply::of(match app.screens.data.shown.clone() {
        Shown { filter: None, .. } => show_row(app, row),
        shown => show(app, Shown { filter: None, ..shown }, Some(row)),
    })
}

pub fn turned(app: &mut App, shown: Shown) -> Option<Job> {
    find_rows(app, shown, false, None)
}

/// After a change of the model: what is shown is found again where it may be otherwise now.
pub fn renewed(app: &mut App) -> Option<Job> {
    let table = app.session.table.clone()?;
    if !std::mem::take(&mut app.screens.data.stale) {
        return None;
    }
    let column = app.screens.data.column;
    let before = app.screens.data.shown.clone();
    let gone = before.filter.as_ref().map(ToString::to_string);
    let judged = before.filter.as_ref().is_some_and(Filter::is_judged);
    let filter = gone.as_ref().and_then(|text| Filter::read(text, &table, column).ok().flatten());
    let filter = filter.filter(|_| !judged || app.screens.evaluate.evaluated(&app.session).is_some());
    let sort = before.sort.filter(|sort| sort.column < table.columns().len());
    if let (Some(gone), None) = (gone, &filter) {
        let why = if judged {
            "4 Evaluate judges the rows by the new model"
        } else {
            "the columns are read otherwise now"
        };
        app.say(format!("The filter {} is gone: {why}.", words::clip(&words::shown(&gone), 40)));
    }
    find_rows(app, Shown { filter, sort }, false, None)
}

/// Has the rows found that are to be shown, and then shows them; what was shown before is remembered where that can be taken back.
fn find_rows(app: &mut App, shown: Shown, remember: bool, aim: Option<usize>) -> Option<Job> {
    let table = app.session.table.clone()?;
    let data = &app.screens.data;
    let aim = aim.unwrap_or_else(|| data.row_at(data.row));
    let some = data.only.as_ref().map(|only| Arc::clone(&only.rows));
    if shown.is_all() {
        return take_rows(app, shown, some, remember, aim);
    }
    let judge = shown.filter.as_ref().is_some_and(Filter::is_judged);
    let evaluated = app.screens.evaluate.evaluated(&app.session).filter(|_| judge).cloned();
    let rows = counted(some.as_ref().map_or(table.rows(), |some| some.len()), "row", "rows");
    let doing = if shown.filter == data.shown.filter { "sorting" } else { "filtering" };
    let of = Arc::clone(&table);
    let work = move |watch: Arc<Watch>| {
        let judged = evaluated.map(|evaluated| evaluated.judged(table.rows())).unwrap_or_default();
        let rows = shown.rows(&table, some.as_deref(), &judged, &watch);
        (shown, rows.map(Arc::from))
    };
    let label = format!("{doing} {rows} …");
    Some(app.jobs.start_watched(Lane::Shown, label, work, move |app, (shown, rows)| {
        let same = app.session.table.as_ref().is_some_and(|now| Arc::ptr_eq(now, &of));
        let rows: Option<Arc<[u32]>> = rows.filter(|_| same);
        rows.and_then(|rows| take_rows(app, shown, Some(rows), remember, aim))
    }))
}

/// Shows rows that were found; the cursor stays on its row, as high on screen as it was, where the row is among them.
fn take_rows(
    app: &mut App,
    shown: Shown,
    list: Option<Arc<[u32]>>,
    remember: bool,
    aim: usize,
) -> Option<Job> {
    let data = &mut app.screens.data;
    let below = data.row.saturating_sub(data.top);
    let before = std::mem::replace(&mut data.shown, shown);
    data.list = list;
    if remember {
        app.session.history.remember(Past::Shown(before));
    }
    let data = &mut app.screens.data;
    data.row = data.place_of(aim).unwrap_or(0);
    let rows = data.rows(app.session.table.as_ref().map_or(0, |table| table.rows()));
    data.top = data.row.saturating_sub(below).min(rows.saturating_sub(data.on_screen(app.frame)));
    if data.list.as_ref().is_some_and(|rows| rows.is_empty()) && app.toast.is_none() {
        app.say("No row answers to the filter. F shows all rows again.");
    }
    let panes = app.frame;
    app.screens.data.settle(&app.session, panes);
    profile(app)
}
