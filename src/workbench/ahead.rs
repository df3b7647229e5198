//! Keys that come while data are read, and find nothing that they could do, are kept, and pressed when the data are there.

use super::beside;
use super::job::Finished;
use super::key::Key;
use super::prelude::*;
use super::tour;
use super::update::{action_of, update};

/// The most keys that are kept.
const MOST: usize = 64;

/// Does what a key asks for, or keeps it.
pub fn pressed(app: &mut App, key: Key) -> Option<Job> {
    let action = action_of(app, key)?;
    if !waits(app) || passes(&action) {
        return update(app, action);
    }
    if app.ahead.len() < MOST {
        app.ahead.push_back(key);
        let keys: Vec<String> = app.ahead.iter().map(Key::to_string).collect();
        app.say(format!("Kept until the data are there: {}. Esc stops reading.", keys.join(" ")));
    } else {
        app.say(format!("{MOST} keys are kept, and no more. Esc stops reading."));
    }
    None
}

/// Takes what a job found, goes on with the tour, and presses the keys that were kept.
pub fn finished(app: &mut App, found: Finished) -> Option<Job> {
    let job = found.take(app);
    tour::follow(app, job.as_ref());
    let job = Job::both(job, beside::follow(app));
    Job::both(job, play(app))
}

/// Whether what is on screen goes away as soon as the data are there.
fn waits(app: &App) -> bool {
    app.jobs.waits_for(Lane::Load) && app.screen == ScreenId::Start && app.dialogs.is_empty()
}

/// Whether an action is done at once: it stops the work, ends the program, or lays something on top.
fn passes(action: &Action) -> bool {
    use Action::{Back, Help, Interrupt, Palette, Quit, Settings, Suspend};
    matches!(action, Back | Help | Interrupt | Palette | Quit | Settings | Suspend)
}

/// Presses the keys that were kept, once nothing is read any more. Where data were not opened, or something is asked first, they
/// were not meant for that.
fn play(app: &mut App) -> Option<Job> {
    let mut jobs = None;
    while !app.jobs.waits_for(Lane::Load) {
        if !app.dialogs.is_empty() || app.screen == ScreenId::Start {
            app.ahead.clear();
        }
        let Some(key) = app.ahead.pop_front() else { break };
        let job = pressed(app, key);
        jobs = Job::both(jobs, job);
    }
    jobs
}
