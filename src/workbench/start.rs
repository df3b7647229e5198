//! The start screen: what can be opened, with a preview of what is marked.

use super::action::Action;
use super::app::{App, Pane};
use super::course;
use super::dialog::Reply;
use super::frame::{follow, moved};
use super::job::{Job, Lane};
use super::keys::Scope;
use super::screen::{Screen, Screens};
use super::screen_id::ScreenId;
use super::session::{Loaded, Session};
use super::source::{self, Order, Problem, Source};
use super::update;
use crate::evaluate::{Experiment, experiments};
use crate::table::Sample;

/// Something to choose.
#[derive(Clone, Debug)]
pub enum Item {
    /// Go on with the data that is open.
    Continue(String),
    /// Ask for a file.
    OpenFile,
    /// Take a table from the clipboard.
    Paste,
    /// The list of the course.
    Course,
    /// An embedded sample.
    Sample(&'static Sample),
    /// A claim, and the curve that shows it.
    Experiment(&'static Experiment),
}

/// A line of the list.
#[derive(Clone, Debug)]
pub enum Line {
    /// A blank line.
    Blank,
    /// A heading.
    Heading(&'static str),
    /// Something to choose, with its number among those.
    Item(usize, Item),
}

/// What a sample holds, as far as it has been read.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Where from.
    pub source: Source,
    /// What was read.
    pub result: Result<Loaded, Problem>,
}

/// The cursor and what it shows.
#[derive(Clone, Debug, Default)]
pub struct StartScreen {
    /// The marked item; `None` until it has been moved, which means the first that makes sense.
    cursor: Option<usize>,
    /// The first line shown on the left.
    pub scroll: usize,
    /// The first line shown on the right.
    pub detail: usize,
    /// What the right pane shows.
    pub preview: Option<Preview>,
    /// The experiment whose sample is being read.
    pub experiment: Option<&'static Experiment>,
}

/// The lines of the list.
pub fn lines(session: &Session) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut number = 0..;
    let mut item = |lines: &mut Vec<Line>, item| lines.extend(number.next().map(|n| Line::Item(n, item)));
    if session.table.is_some() {
        lines.push(Line::Blank);
        item(&mut lines, Item::Continue(session.headline(24)));
    }
    lines.extend([Line::Blank, Line::Heading("OPEN")]);
    item(&mut lines, Item::OpenFile);
    item(&mut lines, Item::Paste);
    lines.extend([Line::Blank, Line::Heading("PRACTICE")]);
    item(&mut lines, Item::Course);
    lines.extend([Line::Blank, Line::Heading("LEARN (built-in samples)")]);
    for sample in source::samples() {
        item(&mut lines, Item::Sample(sample));
    }
    lines.extend([Line::Blank, Line::Heading("EXPERIMENTS (claims of the notes)")]);
    for experiment in experiments() {
        item(&mut lines, Item::Experiment(experiment));
    }
    lines
}

impl StartScreen {
    /// The number of the marked item: on *Continue* if there is one, else on the first sample.
    pub fn cursor(&self, session: &Session) -> usize {
        self.cursor.unwrap_or(if session.table.is_some() { 0 } else { 3 })
    }

    /// The marked item.
    pub fn marked(&self, session: &Session) -> Option<Item> {
        let cursor = self.cursor(session);
        lines(session).into_iter().find_map(|line| match line {
            Line::Item(number, item) if number == cursor => Some(item),
            _ => None,
        })
    }

    /// Data are open where none were: *Continue* stands before all else now, and what was marked stays so.
    pub fn opened(&mut self) {
        self.cursor = self.cursor.map(|cursor| cursor + 1);
    }
}

/// How the start screen answers.
#[derive(Debug)]
pub struct Start;

impl Screen for Start {
    fn act(&self, app: &mut App, action: &Action) -> Reply {
        if app.screens.course.open
            && let reply @ (Reply::Taken | Reply::Job(_)) = course::act(app, action)
        {
            return reply;
        }
        if matches!(action, Action::Enter) {
            return open(app);
        }
        let page = app.frame.lines().saturating_sub(1).max(1);
        if app.pane == Pane::Detail {
            let scroll = &mut app.screens.start.detail;
            return match moved(*scroll, usize::MAX, page, action) {
                // How far the preview reaches is known where it is drawn; a page past its end is as far as it goes.
                Some(to) => {
                    *scroll = to.min(200);
                    Reply::Taken
                }
                None => Reply::Pass,
            };
        }
        let items = lines(&app.session).iter().filter(|line| matches!(line, Line::Item(..))).count();
        let cursor = app.screens.start.cursor(&app.session);
        match moved(cursor, items.saturating_sub(1), page, action) {
            Some(to) => {
                app.screens.start.cursor = Some(to);
                app.screens.start.detail = 0;
                settle(app);
                Reply::of(preview(app))
            }
            None => Reply::Pass,
        }
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        match app.pane {
            Pane::Master if app.screens.course.open => {
                &[Scope::List, Scope::Start, Scope::Course, Scope::Page, Scope::Everywhere, Scope::Always]
            }
            Pane::Master => &[Scope::List, Scope::Start, Scope::Page, Scope::Everywhere, Scope::Always],
            Pane::Detail => &[Scope::Detail, Scope::Start, Scope::Page, Scope::Everywhere, Scope::Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        if app.screens.course.open {
            "✓ is finished, 2/5 is begun. Enter opens the marked exercise."
        } else {
            "Pick something on the left; the right side explains it."
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        settle(app);
        preview(app)
    }

    fn scroll<'a>(&self, screens: &'a mut Screens) -> Option<&'a mut usize> {
        Some(&mut screens.start.detail)
    }

    fn settle(&self, app: &mut App) {
        settle(app);
    }
}

fn open(app: &mut App) -> Reply {
    match app.screens.start.marked(&app.session) {
        Some(Item::Continue(_)) => {
            super::data::show_all(app);
            app.room = ScreenId::Data;
            app.pane = Pane::Master;
            Reply::Taken
        }
        Some(Item::OpenFile) => Reply::of(update::update(app, Action::OpenFile)),
        Some(Item::Paste) => {
            app.say("Use the paste key of your terminal now: often Ctrl+Shift+V, or Cmd+V.");
            Reply::Taken
        }
        Some(Item::Course) => {
            course::show(app);
            Reply::Taken
        }
        Some(Item::Sample(sample)) => Reply::of(update::load(app, Source::Sample(sample.name.into()))),
        Some(Item::Experiment(experiment)) => Reply::of(start(app, experiment)),
        None => Reply::Pass,
    }
}

/// Reads the sample of an experiment by its recipe; the curve comes when it is there.
fn start(app: &mut App, experiment: &'static Experiment) -> Option<Job> {
    let recipe = match experiment.recipe() {
        Ok(recipe) => Box::new(recipe),
        Err(error) => {
            app.say(error.to_string());
            return None;
        }
    };
    let job = update::load(app, Order { source: Source::Sample(experiment.sample.into()), recipe });
    app.screens.start.experiment = Some(experiment);
    job
}

/// Asks for what the marked sample holds, unless that is known.
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

/// Keeps the marked line on screen.
pub fn settle(app: &mut App) {
    let cursor = app.screens.start.cursor(&app.session);
    let lines = lines(&app.session);
    let at = lines.iter().position(|line| matches!(line, Line::Item(number, _) if *number == cursor));
    let start = &mut app.screens.start;
    // The heading above the first item of a group comes along, and above the first item of all everything does.
    let at = at.unwrap_or(0);
    let headed = at.checked_sub(1).filter(|above| matches!(lines.get(*above), Some(Line::Heading(_))));
    let top = if cursor == 0 { 0 } else { headed.unwrap_or(at) };
    start.scroll = follow(follow(start.scroll, at, app.frame.lines()), top, app.frame.lines());
}
