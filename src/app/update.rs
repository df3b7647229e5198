//! The update function: one action in, the next state out, and perhaps a job. Also the start of the workbench.

use crate::app::copying;
use crate::app::dialogs::copy::CopyDialog;
use crate::app::dialogs::help::HelpScreen;
use crate::app::dialogs::menu::{other_sign, settings_dialog};
use crate::app::dialogs::open::OpenDialog;
use crate::app::dialogs::palette::{Does, Palette};
use crate::app::dialogs::problem::WarningsDialog;
use crate::app::dialogs::save::SaveDialog;
use crate::app::key::edit;
use crate::app::prelude::*;
use crate::app::screens::practice::{ExerciseSource, open_exercise};
use crate::app::screens::start::{preview, resume, show_course, start};
use crate::app::screens::{model, practice};
use crate::app::source::{read_again, reopen};
use crate::app::state::Leaving;
use crate::app::words::Frame;
use crate::app::{keys, session};
use crate::practice::worksheet::Level;

/// Returns the current meaning of a key: an action of the table, or an edit of the focused text field.
pub fn action_of(app: &App, key: Key) -> Option<Action> {
    let listed = keys::action(app.scopes(), key).cloned();
    let types = matches!(listed, Some(Action::TypeNumber | Action::TypeCut | Action::TypeCell));
    if let (true, Some(change)) = (types, edit(key)) {
        return Some(Action::Edit(change));
    }
    let typed = || app.typing().then(|| edit(key)).flatten().map(Action::Edit);
    listed.or_else(typed).or(Some(Action::Unbound(key)))
}

pub fn update(app: &mut App, action: Action) -> Option<Job> {
    match action {
        Action::Tick => {
            app.jobs.tick();
            app.toast = app.toast.take().and_then(super::words::Toast::tick);
            if app.toast.is_none() && app.leaving == Leaving::Asked {
                app.leaving = Leaving::No;
            }
            None
        }
        Action::Resize(width, height) => {
            resized(app, Frame { zoom: app.frame.zoom, ..Frame::new(width, height) });
            None
        }
        Action::Interrupt => {
            interrupt(app);
            None
        }
        action => {
            app.leaving = Leaving::No;
            app.toast = None;
            if practice::stops(app, &action) {
                return None;
            }
            // The dialog on top or the screen comes first, then what is the same on every screen.
            match app.act(&action) {
                Reply::Job(job) => Some(job),
                Reply::Pass => shared(app, &action),
                Reply::Taken | Reply::Close(_) => None,
            }
        }
    }
}

fn resized(app: &mut App, frame: Frame) {
    app.frame = frame;
    ScreenId::ALL.iter().for_each(|id| id.screen().settle(app));
    app.settle_dialogs();
}

fn shared(app: &mut App, action: &Action) -> Option<Job> {
    match action {
        Action::Go(ScreenId::Practice) => return go_to_practice(app),
        Action::Go(ScreenId::Plot) if app.session.blocked(ScreenId::Plot).is_none() => {
            return app.descend(ScreenId::Plot);
        }
        Action::Go(screen) => return go(app, *screen),
        Action::NextPane | Action::PreviousPane => {
            app.pane = if app.pane == Pane::Master { Pane::Detail } else { Pane::Master };
        }
        Action::Back => return back(app),
        Action::OpenFile => return Some(OpenDialog::open(app)),
        Action::Reload => {
            return match app.session.order.clone() {
                Some(Order { source: Source::Input, .. }) => {
                    app.reply("Standard input cannot be read a second time.")
                }
                Some(order) => read_again(app, order),
                None => app.reply("No data are open, so there is nothing to read again."),
            };
        }
        Action::Undo | Action::Redo => return session::turn(app, matches!(action, Action::Redo)),
        Action::DecimalComma => other_sign(app),
        Action::Save => {
            let dialog = SaveDialog::new(app);
            app.show(dialog);
        }
        Action::Copy => return copying::copy(app),
        Action::CopyAs => {
            let dialog = CopyDialog::new(app);
            app.show(dialog);
        }
        Action::Warnings => WarningsDialog::open(app),
        Action::Settings => app.show(settings_dialog()),
        Action::Help if app.front::<HelpScreen>().is_none() => {
            let help = HelpScreen::new(app.scopes());
            app.show(help);
        }
        Action::Palette => Palette::open(app),
        Action::Zoom => {
            resized(app, Frame { zoom: !app.frame.zoom, ..app.frame });
            let words = "This pane alone. Tab: the other pane. z: both panes.";
            app.say(if app.frame.zoom { words } else { "Both panes." });
        }
        Action::Present => {
            app.presenting = !app.presenting;
            resized(app, Frame { zoom: app.presenting, ..app.frame });
            if app.presenting {
                app.say(
                    "Presentation: one pane in high contrast. Tab: the other pane. P: back to both panes",
                );
            }
        }
        Action::Enter if app.front::<Palette>().is_some() => return chosen(app),
        Action::Suspend => return Some(Job::Suspend),
        Action::Quit => app.leaving = Leaving::Yes,
        Action::Paste(text) if app.screen == ScreenId::Start && app.dialogs.is_empty() => {
            return load(app, Source::pasted(text));
        }
        Action::Unbound(key) => app.say(match app.typing() {
            true => format!("{key} does nothing while you type."),
            false => format!("{key} does nothing here{} · ? keys", keys::elsewhere(*key)),
        }),
        Action::Paste(_) => app.say("A paste needs a text field (o) or the start screen (Esc)."),
        _ => {}
    }
    None
}

fn chosen(app: &mut App) -> Option<Job> {
    let Some(entry) = app.front::<Palette>()?.chosen().cloned() else {
        return app.reply("Nothing matches. Type other letters, or press Esc.");
    };
    app.close::<Palette>();
    match entry.does {
        Does::Action(action) => update(app, action),
        Does::There(screen, action) => {
            let job = go(app, screen);
            let holds =
                app.scopes().iter().any(|scope| keys::entries(*scope).any(|entry| entry.has_action(&action)));
            match job {
                None if holds && app.screen == screen => update(app, action),
                job => {
                    app.say(format!("{}: {}", entry.place, entry.name));
                    job
                }
            }
        }
        Does::Sample(name) => load(app, Source::Sample(name.to_owned())),
        Does::Recent(at) => resume(app, at),
        Does::Lesson(lesson) => practice::open_lesson(app, lesson),
        Does::Experiment(experiment) => start(app, experiment),
        Does::Quantity(quantity) => {
            app.session.wanted = Some(quantity);
            app.descend(ScreenId::Parameters)
        }
        Does::Line(line) => {
            app.screens.model.mark(line);
            app.enter(ScreenId::Model)
        }
        Does::Not(why) => app.reply(why),
    }
}

/// Switches to a stage, or reports why it is not available. Without data, screen 1 is the start screen.
fn go(app: &mut App, screen: ScreenId) -> Option<Job> {
    let screen = match app.session.blocked(screen) {
        Some(_) if screen == ScreenId::Data => ScreenId::Start,
        Some(why) => {
            return app.reply(why);
        }
        None => {
            app.leave_counted();
            screen
        }
    };
    app.trail.clear();
    app.restore_model();
    app.enter(screen)
}

/// Opens screen 7 from anywhere; Esc goes back.
fn go_to_practice(app: &mut App) -> Option<Job> {
    // Sheets are shown without data, too, if none of them could be marked.
    let sheets = app.screens.practice.view == practice::View::Sheets;
    if let Some(why) = app.session.blocked(ScreenId::Practice).filter(|_| !sheets) {
        return app.reply(why);
    }
    if app.screen == ScreenId::Practice {
        app.pane = Pane::Master;
        return None;
    }
    app.descend(ScreenId::Practice)
}

fn stop(app: &mut App, work: &str) {
    let fitting = app.jobs.waits_for(Lane::Fit);
    app.jobs.cancel();
    if fitting {
        model::restore_recipe(app);
    }
    app.say(format!("Stopped {work}"));
}

/// Goes one step back: stops awaited work, leaves the right pane, then the screen. Never quits.
fn back(app: &mut App) -> Option<Job> {
    if let Some(work) = app.jobs.busy() {
        stop(app, &work);
        return None;
    }
    if app.pane == Pane::Detail {
        app.pane = Pane::Master;
        return None;
    }
    if let Some((screen, pane)) = app.trail.pop() {
        (app.screen, app.pane) = (screen, pane);
        return app.entered();
    }
    if app.screen == ScreenId::Start {
        return app.reply("This is the first screen. q quits.");
    }
    app.screen = ScreenId::Start;
    app.entered()
}

fn interrupt(app: &mut App) {
    if app.leaving == Leaving::Asked {
        app.leaving = Leaving::Yes;
    } else if let Some(work) = app.jobs.busy() {
        stop(app, &work);
    } else if app.dialogs.pop().is_none() && app.screens.model.field.take().is_none() {
        app.leaving = Leaving::Asked;
        app.say("Press Ctrl+C again to quit.");
    }
}

#[derive(Clone, Debug, Default)]
pub enum Beginning {
    #[default]
    Start,
    Data(Order),
    Practice,
    Worksheet(Order, Level),
    Exercise {
        source: ExerciseSource,
        seed: Option<u64>,
        /// How much is filled in; `None`: as the exercise says, else nothing.
        level: Option<Level>,
    },
}

impl From<Option<Order>> for Beginning {
    fn from(order: Option<Order>) -> Self {
        order.map_or(Beginning::Start, Beginning::Data)
    }
}

pub fn begin(app: &mut App, beginning: impl Into<Beginning>) -> Option<Job> {
    match beginning.into() {
        Beginning::Start => preview(app),
        Beginning::Data(order) => reopen(app, order),
        Beginning::Practice => {
            show_course(app);
            None
        }
        Beginning::Worksheet(order, level) => {
            let job = load(app, order);
            app.screens.practice.wanted = Some(level);
            job
        }
        Beginning::Exercise { source, seed, level } => open_exercise(app, source, seed.into(), level),
    }
}
