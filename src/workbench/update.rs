//! One action in, the next state out, and perhaps a job.

use super::action::Action;
use super::app::{App, Leaving, Pane};
use super::dialog::{self, Reply};
use super::field::Edit;
use super::frame::Frame;
use super::help::HelpScreen;
use super::job::{Job, Lane};
use super::key::Key;
use super::keys;
use super::open::OpenDialog;
use super::recipe_dialog::RecipeDialog;
use super::screen_id::ScreenId;
use super::session::Loaded;
use super::settings::{SettingsDialog, other_sign};
use super::source::{self, Order, Problem, Source};
use super::warnings::WarningsDialog;
use super::{data, model, opened, parameters, practice};
use crate::recipe::Recipe;

/// What a key means now: an action of the table, or a change to the focused text field.
pub fn action_of(app: &App, key: Key) -> Option<Action> {
    let listed = keys::action(app.scopes(), key).cloned();
    let types = matches!(listed, Some(Action::TypeNumber | Action::TypeCut | Action::TypeCell));
    if let (true, Some(edit)) = (types, Edit::of(key)) {
        return Some(Action::Edit(edit));
    }
    listed.or_else(|| app.typing().then(|| Edit::of(key)).flatten().map(Action::Edit))
}

/// Reads other data; the present data stay until it is there.
pub fn load(app: &mut App, order: impl Into<Order>) -> Option<Job> {
    let order = order.into();
    if practice::stays(app, "Open the other data once more to leave it.") {
        return None;
    }
    (app.screens.start.experiment, app.screens.practice.wanted) = (None, None);
    app.screens.course.open = false;
    let label = format!("reading {} …", order.source);
    let read = order.clone();
    let work = move |watch| source::load(&read, watch);
    Some(app.jobs.start_watched(Lane::Load, label, work, |app, loaded| opened::take(app, order, loaded)))
}

/// Fits the data of the session by another recipe; what is on screen stays until the new model is there.
pub fn refit(app: &mut App, recipe: Recipe) -> Option<Job> {
    let study = app.session.study.clone()?;
    if let Some(order) = &mut app.session.order {
        *order.recipe = recipe.clone();
    }
    let work = move || study.with_recipe(recipe).map(Loaded::new).map_err(Problem::from);
    Some(app.jobs.start(Lane::Fit, "fitting …", work, opened::refitted))
}

/// Takes one action.
pub fn update(app: &mut App, action: Action) -> Option<Job> {
    match action {
        Action::Tick => {
            app.jobs.tick();
            app.toast = app.toast.take().and_then(super::toast::Toast::tick);
            if app.toast.is_none() && app.leaving == Leaving::Asked {
                app.leaving = Leaving::No;
            }
            practice::look(app)
        }
        Action::Resize(width, height) => {
            app.frame = Frame { width, height };
            ScreenId::ALL.into_iter().for_each(|room| room.screen().settle(app));
            dialog::settle(app);
            None
        }
        Action::Interrupt => {
            interrupt(app);
            None
        }
        action => {
            app.leaving = Leaving::No;
            app.toast = None;
            scrolled(app);
            if practice::stops(app, &action) { None } else { acted(app, &action) }
        }
    }
}

/// The text that the keys scroll begins where it was drawn: how far it reaches, and what was kept in sight, is known only
/// where it is laid out.
fn scrolled(app: &mut App) {
    let Some(at) = app.reached.take() else { return };
    let place = match app.dialogs.last_mut() {
        Some(dialog) => dialog.scroll(),
        None if app.pane == Pane::Detail => app.room.screen().scroll(&mut app.screens),
        None => None,
    };
    place.into_iter().for_each(|place| *place = at);
}

/// Offers an action to what is on top, then to the screen, then to what holds on every screen.
fn acted(app: &mut App, action: &Action) -> Option<Job> {
    let reply =
        if app.dialogs.is_empty() { app.room.screen().act(app, action) } else { dialog::act(app, action) };
    match reply {
        Reply::Job(job) => Some(job),
        Reply::Pass => shared(app, action),
        Reply::Taken | Reply::Close(_) => None,
    }
}

/// What an action means on every screen.
fn shared(app: &mut App, action: &Action) -> Option<Job> {
    match action {
        Action::Go(ScreenId::Practice) => return practice::go(app),
        Action::Go(room) => return go(app, *room),
        Action::NextPane | Action::PreviousPane => {
            app.pane = if app.pane == Pane::Master { Pane::Detail } else { Pane::Master };
        }
        Action::Back => return back(app),
        Action::OpenFile => {
            let (dialog, job) = OpenDialog::new(app);
            app.show(dialog);
            return Some(job);
        }
        Action::Reload => {
            return match app.session.order.clone() {
                Some(Order { source: Source::Input, .. }) => {
                    app.say("Standard input cannot be read a second time.");
                    None
                }
                Some(order) => load(app, order),
                None => {
                    app.say("Nothing is open that could be read again.");
                    None
                }
            };
        }
        Action::DecimalComma => other_sign(app),
        Action::ShowRecipe => RecipeDialog::open(app),
        Action::Warnings => WarningsDialog::open(app),
        Action::Settings => app.show(SettingsDialog::default()),
        Action::Help if app.front::<HelpScreen>().is_none() => {
            let help = HelpScreen::new(app.scopes());
            app.show(help);
        }
        Action::Suspend => return Some(Job::Suspend),
        Action::Quit => app.leaving = Leaving::Yes,
        Action::Paste(text) if app.room == ScreenId::Start && app.dialogs.is_empty() => {
            return load(app, Source::pasted(text));
        }
        Action::Paste(_) => app.say("A paste needs a text field (o) or the start screen (Esc)."),
        _ => {}
    }
    None
}

/// Goes to a stage, or says why not. Screen 1 without data is the start screen.
fn go(app: &mut App, room: ScreenId) -> Option<Job> {
    match app.session.blocked(room) {
        Some(_) if room == ScreenId::Data => app.room = ScreenId::Start,
        Some(why) => {
            app.say(why);
            return None;
        }
        None => {
            data::show_all(app);
            app.room = room;
        }
    }
    app.pane = Pane::Master;
    app.trail.clear();
    give_back(app);
    entered(app)
}

fn give_back(app: &mut App) {
    if app.session.give_back() {
        parameters::renewed(app);
    }
}

/// Goes deeper, to what was marked; Esc comes back.
pub fn descend(app: &mut App, room: ScreenId, pane: Pane) -> Option<Job> {
    app.trail.push((app.room, app.pane));
    (app.room, app.pane) = (room, pane);
    entered(app)
}

/// Shows a screen, its left pane with the keys.
pub fn enter(app: &mut App, room: ScreenId) -> Option<Job> {
    app.room = room;
    app.pane = Pane::Master;
    entered(app)
}

/// Stops the work that is waited for.
fn stop(app: &mut App, work: &str) {
    let fitting = app.jobs.waits_for(Lane::Fit);
    app.jobs.cancel();
    if fitting {
        model::stopped(app);
    }
    app.say(format!("Stopped {work}"));
}

/// One step back: work that is waited for, the right pane, then the start screen, and never out of the program.
fn back(app: &mut App) -> Option<Job> {
    if let Some(work) = app.jobs.busy() {
        stop(app, &work);
        return None;
    }
    if app.pane == Pane::Detail {
        app.pane = Pane::Master;
        return None;
    }
    if let Some((room, pane)) = app.trail.pop() {
        (app.room, app.pane) = (room, pane);
        return entered(app);
    }
    match app.room {
        ScreenId::Start => {
            app.say("This is the first screen. q quits.");
            None
        }
        _ => {
            app.room = ScreenId::Start;
            entered(app)
        }
    }
}

/// What a screen needs when it comes on screen.
pub(super) fn entered(app: &mut App) -> Option<Job> {
    // A model that left rows out is looked at in the screens that one goes down to, and nowhere else.
    if !matches!(app.room, ScreenId::Parameters | ScreenId::Explain) {
        give_back(app);
    }
    app.room.screen().entered(app)
}

/// Ctrl+C: stops work, else closes what is on top, else asks, else leaves.
fn interrupt(app: &mut App) {
    if app.leaving == Leaving::Asked {
        app.leaving = Leaving::Yes;
    } else if let Some(work) = app.jobs.busy() {
        stop(app, &work);
    } else if app.dialogs.pop().is_none() && !model::stop_typing(app) {
        app.leaving = Leaving::Asked;
        app.say("Press Ctrl+C again to quit.");
    }
}
