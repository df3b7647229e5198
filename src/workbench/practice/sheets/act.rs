//! What the keys do on answer sheets.

use super::super::super::action::Action;
use super::super::super::app::{App, Pane};
use super::super::super::dialog::Reply;
use super::super::super::frame::moved;
use super::{Exercises, leave, read, show};
use crate::practice::worksheet::Kept;

/// How far the right pane may be scrolled; how far its lines reach is known where they are drawn.
const FARTHEST: usize = 200;

/// Takes an action.
pub fn act(app: &mut App, action: &Action) -> Reply {
    let page = app.frame.lines().saturating_sub(2).max(1);
    let detail = app.pane == Pane::Detail;
    let screen = &mut app.screens.practice.sheets;
    screen.changed.clear();
    match action {
        Action::Form => app.settings.form = app.settings.form.next(),
        Action::Reload => return reload(app),
        Action::Back if detail => return Reply::Pass,
        Action::Back if screen.open && screen.has_list() => screen.open = false,
        Action::Back => {
            leave(app);
            return Reply::Pass;
        }
        Action::Enter if !screen.open => return open(app),
        Action::Enter => to_next(app),
        Action::ShowStep if screen.open => reveal(app),
        action if detail => match moved(screen.detail, FARTHEST, page, action) {
            Some(to) => screen.detail = to,
            None => return Reply::Pass,
        },
        action if screen.open => {
            let last = screen.lines().saturating_sub(1);
            match moved(screen.line, last, page, action) {
                Some(to) => (screen.line, screen.detail, screen.shown) = (to, 0, false),
                None => return Reply::Pass,
            }
        }
        action => match moved(screen.cursor, screen.marked.len().saturating_sub(1), page, action) {
            Some(to) => (screen.cursor, screen.detail) = (to, 0),
            None => return Reply::Pass,
        },
    }
    Reply::Taken
}

/// Opens the marked sheet, at its first wrong line.
fn open(app: &mut App) -> Reply {
    let mut screen = std::mem::take(&mut app.screens.practice.sheets);
    if screen.sheet().is_none() {
        app.screens.practice.sheets = screen;
        app.say("There is no sheet to open.");
        return Reply::Taken;
    }
    (screen.open, screen.line, screen.detail, screen.shown) = (true, 0, 0, false);
    show(app, screen);
    Reply::Taken
}

/// Marks the next line that is not right; lines of a student that answer no step are among them.
fn to_next(app: &mut App) {
    app.pane = Pane::Master;
    let screen = &mut app.screens.practice.sheets;
    match screen.next_wrong() {
        Some(to) => (screen.line, screen.detail, screen.shown) = (to, 0, false),
        None => app.say("No other line is wrong, open or not marked."),
    }
}

/// Shows what belongs on the marked line, or hides it again.
fn reveal(app: &mut App) {
    let screen = &mut app.screens.practice.sheets;
    if screen.keeps_back() {
        app.say(Kept::Never.to_string());
    } else {
        screen.shown = !screen.shown;
    }
}

/// Opens the exercises and the sheets again.
fn reload(app: &mut App) -> Reply {
    let Some(sheets) = app.screens.practice.sheets.sheets.clone() else { return Reply::Pass };
    let exercises = Exercises::Files(sheets.shelf.paths(), sheets.shelf.reach);
    Reply::Job(read(app, sheets.paths.clone(), exercises, false))
}
