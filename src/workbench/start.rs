//! The start screen: what can be opened, with a preview of what is selected, or the list of the course.

use super::course;
use super::load::load;
use super::open::OpenDialog;
use super::practice::open_lesson;
use super::prelude::*;
use super::recents::State;
use super::source::{self, Order, Source};
use super::start_list::{Item, Line, Preview};
use crate::evaluate::Experiment;
use crate::practice::course::{Lesson, lessons};

#[derive(Debug)]
pub struct Start;

impl Screen for Start {
    fn act(&self, app: &mut App, action: &Action) -> Reply {
        if app.screens.course.open
            && let reply @ (Reply::Taken | Reply::Job(_)) = act_on_course(app, action)
        {
            return reply;
        }
        if app.screens.start.filter.is_some()
            && let reply @ (Reply::Taken | Reply::Job(_)) = typed(app, action)
        {
            return reply;
        }
        match action {
            Action::Find => {
                app.screens.course.open = false;
                app.screens.start.filter = Some(Field::default());
                app.pane = Pane::Master;
                app.screens.start.settle(&app.session, app.frame.lines());
                return Reply::Taken;
            }
            Action::Enter => return open(app),
            Action::Forget => return forget(app),
            _ => {}
        }
        let page = app.frame.page(1);
        let screen = &mut app.screens.start;
        if app.pane == Pane::Detail {
            // How far the preview reaches is known where it is drawn; a page past its end is as far as it goes.
            return Reply::moved(moves(&mut screen.detail, 200, page, action));
        }
        let items = screen.lines(&app.session);
        let items = items.iter().filter(|line| matches!(line, Line::Item(..))).count();
        let to = moved(screen.cursor(&app.session), items.saturating_sub(1), page, action);
        let Some(to) = to else { return Reply::Pass };
        screen.select(&app.session, to);
        screen.detail = 0;
        screen.settle(&app.session, app.frame.lines());
        Reply::of(preview(app))
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        match app.pane {
            Pane::Master if app.screens.start.filter.is_some() => &[Scope::FilterStart, Scope::Always],
            Pane::Master if app.screens.course.open => {
                &[Scope::List, Scope::Course, Scope::Start, Scope::Page, Scope::OnStart, Scope::Always]
            }
            Pane::Master => &[Scope::List, Scope::Start, Scope::Page, Scope::OnStart, Scope::Always],
            Pane::Detail => &[Scope::Detail, Scope::Start, Scope::Page, Scope::OnStart, Scope::Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        if app.screens.start.filter.is_some() {
            "Letters of a name: samples, files opened before, experiments, exercises."
        } else if app.screens.course.open {
            "✓ is finished, 2/5 is begun. Enter opens the selected exercise."
        } else {
            "Pick something on the left; the right side explains it."
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        self.settle(app);
        preview(app)
    }

    fn scroll<'a>(&self, screens: &'a mut Screens) -> Option<&'a mut usize> {
        Some(&mut screens.start.detail)
    }

    fn settle(&self, app: &mut App) {
        app.screens.start.settle(&app.session, app.frame.lines());
    }
}

fn typed(app: &mut App, action: &Action) -> Reply {
    let screen = &mut app.screens.start;
    let Some(field) = &mut screen.filter else { return Reply::Pass };
    if matches!(action, Action::Back) {
        screen.filter = None;
    } else if field.take(action, &mut app.toast) {
        screen.cursor = None;
    } else {
        return Reply::Pass;
    }
    screen.detail = 0;
    screen.settle(&app.session, app.frame.lines());
    Reply::of(preview(app))
}

fn open(app: &mut App) -> Reply {
    let marked = app.screens.start.marked(&app.session);
    if marked.is_some() {
        app.screens.start.filter = None;
    }
    match marked {
        Some(Item::Continue(_)) => {
            app.leave_counted();
            app.screen = ScreenId::Data;
            app.pane = Pane::Master;
            Reply::Taken
        }
        Some(Item::Resume(at) | Item::Recent(at)) => Reply::of(resume(app, at)),
        Some(Item::OpenFile) => Reply::Job(OpenDialog::open(app)),
        Some(Item::Paste) => {
            app.say("Use the paste key of your terminal now: often Ctrl+Shift+V, or Cmd+V.");
            Reply::Taken
        }
        Some(Item::Course) => {
            show_course(app);
            Reply::Taken
        }
        Some(Item::Sample(sample)) => Reply::of(load(app, Source::Sample(sample.name.into()))),
        Some(Item::Experiment(experiment)) => Reply::of(start(app, experiment)),
        Some(Item::Lesson(lesson)) => Reply::of(open_lesson(app, lesson)),
        None => {
            app.say("Nothing is called so. Other letters, or Esc.");
            Reply::Taken
        }
    }
}

pub(super) fn resume(app: &mut App, at: usize) -> Option<Job> {
    let recent = app.screens.start.recents.list.get(at)?.clone();
    if app.screens.start.recents.state(at) == State::Gone {
        app.say(format!("{} is not there any more. Del takes it from this list.", recent.source));
        return None;
    }
    let job = load(app, recent.order());
    app.screens.start.resumed = Some(recent);
    job
}

fn forget(app: &mut App) -> Reply {
    let screen = &mut app.screens.start;
    let (Some(Item::Resume(at) | Item::Recent(at)), Pane::Master) = (screen.marked(&app.session), app.pane)
    else {
        return Reply::Pass;
    };
    screen.recents.forget(at);
    screen.settle(&app.session, app.frame.lines());
    Reply::of(preview(app))
}

/// Reads the sample of an experiment by its recipe; the curve comes when it is there.
pub(super) fn start(app: &mut App, experiment: &'static Experiment) -> Option<Job> {
    let recipe = match experiment.recipe() {
        Ok(recipe) => Box::new(recipe),
        Err(error) => {
            app.say(error.to_string());
            return None;
        }
    };
    let job = load(app, Order { source: Source::Sample(experiment.sample.into()), recipe });
    app.screens.start.experiment = Some(experiment);
    job
}

pub fn preview(app: &mut App) -> Option<Job> {
    let Some(Item::Sample(sample)) = app.screens.start.marked(&app.session) else { return None };
    let source = Source::Sample(sample.name.to_string());
    if app.screens.start.preview.as_ref().is_some_and(|preview| preview.source == source) {
        return None;
    }
    let order = Order::from(source.clone());
    let work = move |watch| source::load(&order, watch);
    Some(app.jobs.start_watched(Lane::Preview, "", work, |app, result| {
        app.screens.start.preview = Some(Preview { source, result });
        None
    }))
}

pub fn show_course(app: &mut App) {
    let screen = &mut app.screens.course;
    let next = screen.progress.next();
    let is_next = |lesson: &Lesson| next.is_some_and(|next| next.id == lesson.id);
    screen.open = true;
    screen.cursor = lessons().position(is_next).unwrap_or(0);
    screen.settle(app.frame.lines());
    app.screens.start.detail = 0;
}

fn act_on_course(app: &mut App, action: &Action) -> Reply {
    let asked = std::mem::take(&mut app.screens.course.asked_to_wipe);
    let screen = &mut app.screens.course;
    match action {
        Action::Back if app.pane == Pane::Master && app.jobs.busy().is_none() => {
            screen.open = false;
            return Reply::Taken;
        }
        Action::Enter => {
            return Reply::of(screen.selected().and_then(|lesson| open_lesson(app, lesson)));
        }
        Action::WipeProgress => {
            course::ask_to_wipe(app);
            return Reply::Taken;
        }
        Action::Confirm if asked => return Reply::of(Some(course::wipe(app))),
        _ => {}
    }
    let last = lessons().count().saturating_sub(1);
    if app.pane != Pane::Master || !moves(&mut screen.cursor, last, app.frame.page(1), action) {
        return Reply::Pass;
    }
    screen.settle(app.frame.lines());
    app.screens.start.detail = 0;
    Reply::Taken
}
