//! The start screen: samples, experiments, recent files, the exercises of the course, and progress with them.

use crate::app::dialogs::open::OpenDialog;
use crate::app::key::Field;
use crate::app::prelude::*;
use crate::app::recents::{Recent, Recents, State, word};
use crate::app::screens::practice::open_lesson;
use crate::app::session::{Loaded, Session};
use crate::app::source;
use crate::app::source::{Order, Problem, Source, load};
use crate::app::words::follow;
use crate::evaluate::{Experiment, experiments};
use crate::practice::course::{Lesson, lessons, topics};
use crate::practice::progress::{Begun, BegunKey, Progress, ProgressStore, Read, Record, StateFolder};
use crate::table::Sample;

#[derive(Clone, Debug)]
pub enum Item {
    Continue(String),
    /// A recent file by its position: the first one to continue with, the others below.
    Resume(usize),
    Recent(usize),
    OpenFile,
    Paste,
    Course,
    Sample(&'static Sample),
    Experiment(&'static Experiment),
    Lesson(&'static Lesson),
}

#[derive(Clone, Debug)]
pub enum Line {
    Blank,
    Heading(&'static str),
    Item(usize, Item),
}

#[derive(Clone, Debug)]
pub struct Preview {
    pub source: Source,
    pub result: Result<Loaded, Problem>,
}

#[derive(Clone, Debug, Default)]
pub struct StartScreen {
    /// The selected item by its key; `None` until it is moved: then the first sensible item.
    pub(crate) cursor: Option<String>,
    pub recents: Recents,
    pub(crate) resumed: Option<Recent>,
    pub filter: Option<Field>,
    pub scroll: usize,
    pub detail: usize,
    pub preview: Option<Preview>,
    pub experiment: Option<&'static Experiment>,
}

impl Item {
    fn key(&self, recents: &Recents) -> String {
        match self {
            Item::Continue(_) | Item::Resume(_) => "continue".to_owned(),
            Item::OpenFile => "open".to_owned(),
            Item::Paste => "paste".to_owned(),
            Item::Recent(at) => recents.list.get(*at).map(|recent| recent.source.clone()).unwrap_or_default(),
            Item::Course => "course".to_owned(),
            Item::Sample(sample) => format!("list:{}", sample.name),
            Item::Experiment(experiment) => experiment.title.to_owned(),
            Item::Lesson(lesson) => format!("course:{}", lesson.id),
        }
    }
}

const RECENT: usize = 5;

fn all(session: &Session, recents: &Recents) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut number = 0..;
    let mut item = |lines: &mut Vec<Line>, item| lines.extend(number.next().map(|n| Line::Item(n, item)));
    lines.push(Line::Blank);
    if session.table.is_some() {
        item(&mut lines, Item::Continue(session.headline(24)));
    } else if !recents.list.is_empty() {
        item(&mut lines, Item::Resume(0));
    }
    lines.extend([Line::Blank, Line::Heading("OPEN")]);
    item(&mut lines, Item::OpenFile);
    item(&mut lines, Item::Paste);
    // The file to continue with is not listed again.
    let above = |recent: &Recent| match (&session.table, &session.order) {
        (None, _) => recents.list.first().is_some_and(|first| first.source == recent.source),
        (Some(_), order) => order
            .as_ref()
            .and_then(|order| word(&order.source))
            .is_some_and(|at_hand| at_hand == recent.source),
    };
    let files = recents.list.iter().enumerate().filter(|(_, recent)| !above(recent) && !recent.is_sample());
    let files: Vec<usize> = files.map(|(at, _)| at).take(RECENT).collect();
    if !files.is_empty() {
        lines.extend([Line::Blank, Line::Heading("RECENT")]);
        files.into_iter().for_each(|at| item(&mut lines, Item::Recent(at)));
    }
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

fn found(recents: &Recents, words: &str) -> Vec<Line> {
    let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let holds = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let files =
        recents.list.iter().enumerate().filter(|(_, recent)| !recent.is_sample() && holds(recent.name()));
    let samples =
        source::samples().iter().filter(|sample| holds(&format!("{} {}", sample.name, sample.title)));
    let claims = experiments().iter().filter(|experiment| holds(experiment.title));
    let exercises = lessons().filter(|lesson| holds(&lesson.outline().title));
    let items = files.map(|(at, _)| Item::Recent(at)).chain(samples.map(Item::Sample));
    let items = items.chain(claims.map(Item::Experiment)).chain(exercises.map(Item::Lesson));
    items.enumerate().map(|(number, item)| Line::Item(number, item)).collect()
}

impl Line {
    fn item(self) -> Option<(usize, Item)> {
        if let Line::Item(number, item) = self { Some((number, item)) } else { None }
    }
}

impl StartScreen {
    pub fn lines(&self, session: &Session) -> Vec<Line> {
        match self.filter.as_ref().map(|filter| filter.text().trim()) {
            None | Some("") => all(session, &self.recents),
            Some(words) => found(&self.recents, words),
        }
    }

    /// The number of the selected item: on *Continue* if there is one, else on the first sample.
    pub fn cursor(&self, session: &Session) -> usize {
        self.selected(session).map_or(0, |(number, _)| number)
    }

    pub fn marked(&self, session: &Session) -> Option<Item> {
        self.selected(session).map(|(_, item)| item)
    }

    fn selected(&self, session: &Session) -> Option<(usize, Item)> {
        let items = || self.lines(session).into_iter().filter_map(Line::item);
        let key = |item: &Item| item.key(&self.recents);
        let wanted = self.cursor.as_ref();
        let marked = wanted.and_then(|cursor| items().find(|(_, item)| key(item) == *cursor));
        marked
            .or_else(|| items().find(|(_, item)| matches!(item, Item::Continue(_) | Item::Resume(_))))
            .or_else(|| items().find(|(_, item)| matches!(item, Item::Sample(_))))
            .or_else(|| items().next())
    }

    pub(crate) fn select(&mut self, session: &Session, number: usize) {
        let items = self.lines(session).into_iter().filter_map(Line::item);
        let found = items.into_iter().find(|(at, _)| *at == number);
        self.cursor = found.map(|(_, item)| item.key(&self.recents));
    }

    pub fn settle(&mut self, session: &Session, height: usize) {
        let cursor = self.cursor(session);
        let lines = self.lines(session);
        // The filter line has the first row.
        let height = height.saturating_sub(usize::from(self.filter.is_some()));
        let at = lines.iter().position(|line| matches!(line, Line::Item(number, _) if *number == cursor));
        let heading = |line: &Line| matches!(line, Line::Heading(_));
        self.scroll = headed(self.scroll, &lines, at.unwrap_or(0), heading, cursor == 0, height);
    }
}

/// Returns the first line shown: includes the heading of the first item of a group, and everything above the first item.
fn headed<T>(
    scroll: usize,
    lines: &[T],
    at: usize,
    heading: impl Fn(&T) -> bool,
    first: bool,
    height: usize,
) -> usize {
    let above = at.checked_sub(1).filter(|above| lines.get(*above).is_some_and(heading));
    let top = if first { 0 } else { above.unwrap_or(at) };
    follow(follow(scroll, at, height), top, height)
}

#[derive(Clone, Debug)]
pub struct CourseScreen {
    pub progress: Progress,
    /// Whether the list of the course is on screen, instead of that of the start screen.
    pub open: bool,
    pub cursor: usize,
    pub scroll: usize,
    pub(crate) asked_to_wipe: bool,
    pub(crate) keep: ProgressStore,
    pub(crate) gained: Progress,
    /// Answers to exercises that are not on disk yet; `None` for those to delete.
    pub(crate) unkept: Vec<(BegunKey, Option<Begun>)>,
    pub(crate) begun: Option<(BegunKey, Option<Begun>)>,
    pub(crate) loses: bool,
    pub(crate) writing: bool,
    pub(crate) counted: bool,
    pub(crate) said: bool,
}

impl Default for CourseScreen {
    fn default() -> Self {
        CourseScreen::new(&StateFolder::none())
    }
}

impl CourseScreen {
    pub(crate) fn new(folder: &StateFolder) -> CourseScreen {
        CourseScreen {
            progress: Progress::default(),
            open: false,
            cursor: 0,
            scroll: 0,
            asked_to_wipe: false,
            keep: folder.keep(),
            gained: Progress::default(),
            unkept: Vec::new(),
            begun: None,
            loses: false,
            writing: false,
            counted: false,
            said: false,
        }
    }

    pub fn is_writing(&self) -> bool {
        self.writing
    }

    pub fn finish(&mut self) {
        let gained = std::mem::take(&mut self.gained);
        if !gained.is_empty() {
            // A failure was reported before.
            let _ = self.keep.add(&gained);
        }
        let _ = keep_all(&self.keep, std::mem::take(&mut self.unkept));
    }

    pub fn selected(&self) -> Option<&'static Lesson> {
        lessons().nth(self.cursor)
    }

    pub fn settle(&mut self, height: usize) {
        let lines = course_lines();
        let is_marked = |line: &CourseLine| matches!(line, CourseLine::Lesson(at, _) if *at == self.cursor);
        let at = lines.iter().position(is_marked).unwrap_or(0);
        let heading = |line: &CourseLine| matches!(line, CourseLine::Topic(_));
        self.scroll = headed(self.scroll, &lines, at, heading, self.cursor == 0, height);
    }
}

#[derive(Clone, Copy, Debug)]
pub enum CourseLine {
    Blank,
    Topic(&'static str),
    Lesson(usize, &'static Lesson),
}

pub fn course_lines() -> Vec<CourseLine> {
    let mut number = 0..;
    let mut lines = Vec::new();
    for topic in topics() {
        lines.extend([CourseLine::Blank, CourseLine::Topic(topic.title)]);
        lines.extend(
            topic.lessons.iter().zip(number.by_ref()).map(|(lesson, at)| CourseLine::Lesson(at, lesson)),
        );
    }
    lines
}

/// Writes the answers to exercises; returns the last message.
pub(crate) fn keep_all(
    keep: &ProgressStore,
    all: Vec<(BegunKey, Option<Begun>)>,
) -> Result<Option<String>, String> {
    all.into_iter().try_fold(None, |said, (key, begun)| Ok(keep.keep(&key, begun)?.or(said)))
}

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
            // The length of the preview is known where it is drawn; drawing stops at its end.
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
            "Type part of a name: samples, recent files, experiments, exercises."
        } else if app.screens.course.open {
            "✓: finished. 2/5: begun. Enter: open the selected exercise."
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
            app.say("Nothing matches. Type other letters, or press Esc.");
            Reply::Taken
        }
    }
}

pub(crate) fn resume(app: &mut App, at: usize) -> Option<Job> {
    let recent = app.screens.start.recents.list.get(at)?.clone();
    if app.screens.start.recents.state(at) == State::Gone {
        app.say(format!("{} does not exist any more. Del: remove it from this list.", recent.source));
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

/// Reads the sample of an experiment by its recipe; the curve is drawn afterwards.
pub(crate) fn start(app: &mut App, experiment: &'static Experiment) -> Option<Job> {
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
    let work = move |watch| source::read(&order, watch);
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
            ask_to_wipe(app);
            return Reply::Taken;
        }
        Action::Confirm if asked => return Reply::of(Some(wipe(app))),
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

/// Reads the saved progress, before the first frame; the start screen reports a problem.
pub fn read(app: &mut App, folder: &StateFolder) {
    let mut screen = CourseScreen::new(folder);
    let Read { progress, said } = screen.keep.read();
    screen.progress = progress;
    screen.said = said.is_some();
    app.screens.course = screen;
    said.into_iter().for_each(|said| app.say(said));
}

pub fn in_hand(app: &App) -> Option<&'static Lesson> {
    app.screens.practice.exercise.as_ref()?.lesson()
}

/// Records the effect of an answer, a hint or a shown line, and saves it.
pub fn worked(app: &mut App) -> Option<Job> {
    let sheet = app.screens.practice.sheet(&app.session)?;
    let answered = sheet.lines.iter().any(|line| line.told.is_some());
    let record = Record::of(sheet, !app.screens.course.counted).filter(|_| answered).zip(in_hand(app));
    let begun = BegunKey::of(&sheet.questions).map(|key| (key, Begun::of(sheet)));
    let screen = &mut app.screens.course;
    if let Some((record, lesson)) = record {
        screen.counted = true;
        screen.progress.add(lesson.id, &record);
        screen.gained.add(lesson.id, &record);
    }
    if let Some(begun) = begun.filter(|begun| screen.begun.as_ref() != Some(begun)) {
        screen.begun = Some(begun.clone());
        screen.unkept.retain(|(key, _)| *key != begun.0);
        screen.unkept.push(begun);
    }
    keep(app)
}

pub fn begun(app: &mut App) {
    let untouched = app
        .screens
        .practice
        .sheet(&app.session)
        .is_none_or(|sheet| sheet.lines.iter().all(|line| line.told.is_none()));
    if untouched {
        app.screens.course.counted = false;
    }
}

/// Writes new progress; if a write is running, the rest is written afterwards.
fn keep(app: &mut App) -> Option<Job> {
    let screen = &mut app.screens.course;
    if screen.writing || (screen.gained.is_empty() && screen.unkept.is_empty()) {
        return None;
    }
    screen.writing = true;
    let (gained, unkept) = (std::mem::take(&mut screen.gained), std::mem::take(&mut screen.unkept));
    let keep = screen.keep.clone();
    let work = move || {
        let result = if gained.is_empty() { Ok(None) } else { keep.add(&gained).map(Some) };
        (result, keep_all(&keep, unkept), gained)
    };
    Some(app.jobs.start(Lane::Progress, "", work, |app, (result, answers, gained)| {
        let screen = &mut app.screens.course;
        screen.loses = answers.is_err();
        if screen.loses {
            // Saved again with the next answer.
            screen.begun = None;
        }
        let result = result.map(|read| {
            read.unwrap_or_else(|| Read { progress: app.screens.course.progress.clone(), said: None })
        });
        let said = answers.unwrap_or_else(Some);
        let job = kept(app, gained, result);
        if let (Some(said), false) = (said, app.screens.course.said) {
            app.screens.course.said = true;
            app.say(said);
        }
        job
    }))
}

pub fn comes_back(app: &App) -> bool {
    let screen = &app.screens.course;
    app.screens.practice.exercise.is_some() && screen.keep.path().is_some() && !screen.loses
}

/// Handles the result of a write: the saved progress, or an error, which is reported once.
fn kept(app: &mut App, gained: Progress, result: Result<Read, String>) -> Option<Job> {
    let screen = &mut app.screens.course;
    screen.writing = false;
    let failed = result.is_err();
    let said = match result {
        Ok(Read { mut progress, said }) => {
            progress.merge(&screen.gained);
            screen.progress = progress;
            said
        }
        // Tried again with the next answer.
        Err(why) => {
            let later = std::mem::replace(&mut screen.gained, gained);
            screen.gained.merge(&later);
            Some(why)
        }
    };
    if let (Some(said), false) = (said, screen.said) {
        screen.said = true;
        app.say(said);
    }
    if failed { None } else { keep(app) }
}

pub fn ask_to_wipe(app: &mut App) {
    let screen = &mut app.screens.course;
    if screen.progress.is_empty() {
        app.say("There is no progress to delete.");
        return;
    }
    let exercises = match screen.progress.begun() {
        1 => "1 exercise".to_owned(),
        n => format!("{n} exercises"),
    };
    screen.asked_to_wipe = true;
    app.say(format!("Press d to delete the progress of {exercises}. Any other key keeps it."));
}

pub fn wipe(app: &mut App) -> Job {
    let keep = app.screens.course.keep.clone();
    app.jobs.start(
        Lane::Progress,
        "",
        move || keep.wipe(),
        |app, result: Result<String, String>| {
            let screen = &mut app.screens.course;
            if result.is_ok() {
                (screen.progress, screen.cursor, screen.begun) = (Progress::default(), 0, None);
                screen.settle(app.frame.lines());
            }
            app.say(result.unwrap_or_else(|why| why));
            None
        },
    )
}
