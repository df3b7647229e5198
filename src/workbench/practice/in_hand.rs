//! The exercise in hand: what is closed while it is not finished, and how it is left.

use std::sync::Arc;

use super::super::action::Action;
use super::super::app::App;
use super::super::job::Lane;
use super::super::screen_id::ScreenId;
use super::opening::ExerciseSource;
use crate::practice::course::{self, COURSE, Lesson};
use crate::practice::{Exercise, Reveal, Worksheet};

/// An exercise that is being answered.
#[derive(Clone, Debug)]
pub struct InHand {
    /// The exercise.
    pub exercise: Arc<Exercise>,
    /// Where it came from, to open it again.
    pub source: ExerciseSource,
}

impl InHand {
    /// The exercise of the course that it is, if it is one.
    pub fn lesson(&self) -> Option<&'static Lesson> {
        course::lesson(self.source.name().strip_prefix(COURSE)?).ok()
    }

    /// Whether it is an exercise of the course.
    pub fn is_of_course(&self) -> bool {
        self.lesson().is_some()
    }

    /// Whether its data are drawn, so that there are others.
    pub fn is_drawn(&self) -> bool {
        self.exercise.seed.is_some()
    }

    /// Itself and the seed of its data, where these are drawn.
    pub(super) fn drawn(self) -> Option<(InHand, u64)> {
        let seed = self.exercise.seed?;
        Some((self, seed))
    }

    /// Whether its answers may be seen at any time.
    fn is_open_book(&self) -> bool {
        self.exercise.rules.reveal == Reveal::Always
    }
}

/// Closes the screens that hold the answers while the exercise is not finished, and opens them again. It is a help against
/// looking by accident and no lock: the file and its data can be opened by other commands.
pub(super) fn seal(app: &mut App) {
    let screen = &app.screens.practice;
    let unfinished = screen.sheet.as_ref().is_some_and(|sheet| !sheet.is_done());
    app.session.sealed = screen.exercise.as_ref().is_some_and(|held| unfinished && !held.is_open_book());
}

/// Whether something would be lost: answers to an exercise or a worksheet with lines that are still open.
fn is_unfinished(app: &App) -> bool {
    let screen = &app.screens.practice;
    let open = |sheet: &&Worksheet| !sheet.is_done();
    let checking = app.jobs.waits_for(Lane::Practice);
    let begun = |sheet: &Worksheet| checking || screen.typing() || sheet.is_begun();
    let here = screen.exercise.is_some() || app.room == ScreenId::Practice;
    here && screen.sheet(app).filter(open).is_some_and(begun)
}

/// Asks once before an unfinished exercise or worksheet is left; whether it has to stay.
pub(in crate::workbench) fn stays(app: &mut App, what: &str) -> bool {
    if !is_unfinished(app) || app.screens.practice.asked_to_leave {
        return false;
    }
    app.screens.practice.asked_to_leave = true;
    let of = if app.screens.practice.exercise.is_some() { "exercise" } else { "worksheet" };
    app.say(format!("The {of} is not finished. {what}"));
    true
}

/// Whether an action must not reach the screens: it would leave something unfinished, and that is asked once. Going on with
/// the lines takes the question back.
pub(in crate::workbench) fn stops(app: &mut App, action: &Action) -> bool {
    let here = app.room == ScreenId::Practice && app.dialogs.is_empty();
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
