//! What is closed while an exercise is not finished, and how it is left; and the work of practice, whose answers count for
//! the course.

use crate::workbench::course;
use crate::workbench::prelude::*;

pub(super) fn start<T: Send + 'static>(
    app: &mut App,
    label: impl Into<String>,
    work: impl FnOnce() -> T + Send + 'static,
    taken: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
) -> Job {
    app.jobs.start(Lane::Practice, label, work, |app, found| {
        let job = taken(app, found);
        // Of several answers that were typed ahead the last one brings the record of all.
        job.or_else(|| course::worked(app))
    })
}

/// Closes the screens that hold the answers while the exercise is not finished, and opens them again. It is a help against
/// looking by accident and no lock: the file and its data can be opened by other commands.
pub(super) fn seal(app: &mut App) {
    let screen = &app.screens.practice;
    let unfinished = screen.sheet.as_ref().is_some_and(|sheet| !sheet.is_done());
    app.session.sealed = screen.exercise.as_ref().is_some_and(|held| unfinished && !held.is_open_book());
}

/// What would be lost of a sheet with open lines: its answers, where they do not come back with it, or what is being typed.
fn lost(app: &App) -> Option<&'static str> {
    let screen = &app.screens.practice;
    let here = screen.exercise.is_some() || app.screen == ScreenId::Practice;
    let sheet = screen.sheet(&app.session).filter(|sheet| here && !sheet.is_done())?;
    if sheet.is_begun() && !course::comes_back(app) {
        return Some("its answers are not kept");
    }
    let typed = app.jobs.waits_for(Lane::Practice) || screen.has_draft();
    typed.then_some("what is typed is not checked yet")
}

/// Asks once before an unfinished exercise or worksheet is left; whether it has to stay.
pub(in crate::workbench) fn stays(app: &mut App, what: &str) -> bool {
    let Some(lost) = lost(app).filter(|_| !app.screens.practice.asked_to_leave) else { return false };
    app.screens.practice.asked_to_leave = true;
    let of = if app.screens.practice.exercise.is_some() { "exercise" } else { "worksheet" };
    app.say(format!("The {of} is not finished, and {lost}. {what}"));
    true
}

/// Whether an action must not reach the screens: it would leave something unfinished, and that is asked once. Going on with
/// the lines takes the question back.
pub(in crate::workbench) fn stops(app: &mut App, action: &Action) -> bool {
    let here = app.screen == ScreenId::Practice && app.dialogs.is_empty();
    match action {
        Action::Quit => return stays(app, "The same key once more quits."),
        Action::Edit(_) | Action::Enter | Action::Up | Action::Down | Action::Hint if here => {
            app.screens.practice.asked_to_leave = false;
        }
        _ => {}
    }
    false
}

/// Esc leaves an exercise, and asks once where it is not finished; whether it is left.
pub(super) fn leave(app: &mut App) -> bool {
    // What is being checked is stopped first.
    if app.screens.practice.exercise.is_none() || app.jobs.busy().is_some() {
        return false;
    }
    if stays(app, "Esc once more leaves it.") {
        return true;
    }
    let screen = &mut app.screens.practice;
    (screen.exercise, screen.sheet, screen.asked_to_leave) = (None, None, false);
    seal(app);
    false
}
