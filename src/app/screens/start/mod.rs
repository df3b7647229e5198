//! The start screen: what to open, samples, lessons, recent files.

pub(crate) mod view;

use std::mem;

use crate::app::dialogs::counts::CountsDialog;
use crate::app::dialogs::open::OpenDialog;
use crate::app::prelude::*;
use crate::app::recents::{Recent, Recents, State, word};
use crate::app::screens::practice::{lesson_of, open_lesson};
use crate::app::source::{self, Problem};
use crate::evaluate::{Experiment, experiments};
use crate::practice::course::{Lesson, lessons, topics};
use crate::practice::progress::{Begun, Progress, Record};
use crate::table::{Sample, samples};

#[derive(Clone, Debug)]
pub enum Item {
    Continue(String),
    /// A recent file by its position: the first one to continue with, the others below.
    Resume(usize),
    Recent(usize),
    OpenFile,
    Paste,
    Counts,
    Course,
    Sample(&'static Sample),
    Experiment(&'static Experiment),
    Lesson(&'static Lesson),
}

#[derive(Clone, Debug)]
pub enum StartLine {
    /// A heading, or a blank line.
    Text(&'static str),
    Item(usize, Item),
}

#[derive(Clone, Debug, Default)]
pub struct StartScreen {
    /// The selected item by its key; `None` until it is moved: then the first sensible item.
    cursor: Option<String>,
    pub recents: Recents,
    pub(crate) resumed: Option<Recent>,
    pub filter: Option<Field>,
    pub scroll: Scroll,
    pub detail: Scroll,
    /// The sample that was read last, by its name.
    pub preview: Option<(&'static str, Result<Loaded, Problem>)>,
    pub experiment: Option<&'static Experiment>,
    /// The lines of the table of counts that was typed last.
    pub counts: Vec<String>,
}

impl Item {
    fn key(&self, recents: &Recents) -> String {
        match self {
            Item::Continue(_) | Item::Resume(_) => "continue".to_owned(),
            Item::OpenFile => "open".to_owned(),
            Item::Paste => "paste".to_owned(),
            Item::Counts => "counts".to_owned(),
            Item::Recent(at) => recents.list.get(*at).map(|recent| recent.source.clone()).unwrap_or_default(),
            Item::Course => "course".to_owned(),
            Item::Sample(sample) => format!("list:{}", sample.name),
            Item::Experiment(experiment) => experiment.title.to_owned(),
            Item::Lesson(lesson) => lesson.name(),
        }
    }
}

const RECENT: usize = 5;

fn all(session: &Session, recents: &Recents) -> Vec<StartLine> {
    let first = recents.list.first();
    let (item, source) = match &session.table {
        Some(_) => {
            let source = session.order.as_ref().and_then(|order| word(&order.source));
            (Some(Item::Continue(session.headline(24))), source)
        }
        None => (first.map(|_| Item::Resume(0)), first.map(|recent| recent.source.clone())),
    };
    // The file to continue with is not listed again.
    let is_listed = |recent: &Recent| !recent.is_sample() && source.as_ref() != Some(&recent.source);
    let files = recents.list.iter().enumerate().filter(|(_, recent)| is_listed(recent));
    let mut groups: Vec<(&'static str, Vec<Item>)> = vec![
        ("", item.into_iter().collect()),
        ("OPEN", vec![Item::OpenFile, Item::Paste, Item::Counts]),
        ("RECENT", files.map(|(at, _)| Item::Recent(at)).take(RECENT).collect()),
        ("PRACTICE", vec![Item::Course]),
        ("LEARN (built-in samples)", samples().iter().map(Item::Sample).collect()),
        ("EXPERIMENTS (claims of the notes)", experiments().iter().map(Item::Experiment).collect()),
    ];
    groups.retain(|(_, items)| !items.is_empty());
    lines_of(groups)
}

fn lines_of(groups: impl IntoIterator<Item = (&'static str, Vec<Item>)>) -> Vec<StartLine> {
    let mut lines = Vec::new();
    let mut numbers = 0..;
    for (title, items) in groups {
        lines.push(StartLine::Text(""));
        lines.extend(Some(StartLine::Text(title)).filter(|_| !title.is_empty()));
        let items = items.into_iter().zip(numbers.by_ref());
        lines.extend(items.map(|(item, number)| StartLine::Item(number, item)));
    }
    lines
}

fn found(recents: &Recents, words: &str) -> Vec<StartLine> {
    let words: Vec<String> = words.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let matches = |text: &str| {
        let text = text.to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let files = recents.list.iter().enumerate();
    let files = files.filter(|(_, recent)| !recent.is_sample() && matches(recent.name()));
    let samples = samples().iter().filter(|sample| matches(&format!("{} {}", sample.name, sample.title)));
    let experiments = experiments().iter().filter(|experiment| matches(experiment.title));
    let exercises = lessons().filter(|lesson| matches(&lesson.outline().title));
    let items = files.map(|(at, _)| Item::Recent(at)).chain(samples.map(Item::Sample));
    let items = items.chain(experiments.map(Item::Experiment)).chain(exercises.map(Item::Lesson));
    items.enumerate().map(|(number, item)| StartLine::Item(number, item)).collect()
}

/// Returns the lines that are in sight with the selected item: the heading above the first item of a group, and everything
/// above the first item of all.
pub(crate) fn in_sight(lines: &[StartLine], selected: usize) -> Range<usize> {
    let is_selected = |line: &StartLine| matches!(line, StartLine::Item(number, _) if *number == selected);
    let at = lines.iter().position(is_selected).unwrap_or(0);
    let above = at.checked_sub(1).filter(|above| matches!(lines.get(*above), Some(StartLine::Text(_))));
    let top = if selected == 0 { 0 } else { above.unwrap_or(at) };
    top..at + 1
}

pub(crate) fn lines(app: &App) -> Vec<StartLine> {
    let screen = &app.screens.start;
    if app.screens.course.open {
        let topics = topics().iter();
        return lines_of(topics.map(|topic| (topic.title, topic.lessons.iter().map(Item::Lesson).collect())));
    }
    match screen.filter.as_ref().map(|filter| filter.text().trim()) {
        None | Some("") => all(&app.session, &screen.recents),
        Some(words) => found(&screen.recents, words),
    }
}

pub(crate) fn items(app: &App) -> (Vec<Item>, usize) {
    let screen = &app.screens.start;
    let item = |line| if let StartLine::Item(_, item) = line { Some(item) } else { None };
    let items: Vec<Item> = lines(app).into_iter().filter_map(item).collect();
    let choices: [&dyn Fn(&Item) -> bool; 3] = [
        &|item| screen.cursor.as_ref() == Some(&item.key(&screen.recents)),
        &|item| matches!(item, Item::Continue(_) | Item::Resume(_)),
        &|item| matches!(item, Item::Sample(_)),
    ];
    let at = choices.iter().find_map(|is_chosen| items.iter().position(is_chosen));
    (items, at.unwrap_or(0))
}

pub fn selected(app: &App) -> Option<Item> {
    let (items, at) = items(app);
    items.into_iter().nth(at)
}

pub struct Start;

impl Screen for Start {
    fn act(&self, app: &mut App, action: &Action) -> Reply {
        if app.screens.course.open {
            match act_on_course(app, action) {
                Reply::Pass => {}
                reply => return reply,
            }
        }
        let screen = &mut app.screens.start;
        match action {
            Action::Back if screen.filter.is_some() => screen.filter = None,
            action if screen.filter.as_mut().is_some_and(|filter| filter.take(action, &mut app.toast)) => {
                screen.cursor = None;
            }
            Action::Find => {
                screen.filter = Some(Field::default());
                (app.screens.course.open, app.pane) = (false, Pane::Master);
                return Reply::Taken;
            }
            Action::Enter => return Reply::of(open(app)),
            Action::Forget if app.pane == Pane::Master => {
                let Some(Item::Resume(at) | Item::Recent(at)) = selected(app) else { return Reply::Pass };
                app.screens.start.recents.forget(at);
            }
            // The length of the preview is known where it is drawn; drawing stops at its end.
            action if app.pane == Pane::Detail => return Reply::moved(screen.detail.moves(action)),
            action => {
                let (items, mut at) = items(app);
                if !moves(&mut at, items.len().saturating_sub(1), app.frame.page(1), action) {
                    return Reply::Pass;
                }
                let screen = &mut app.screens.start;
                screen.cursor = items.get(at).map(|item| item.key(&screen.recents));
            }
        }
        app.screens.start.detail.to(0);
        Reply::of(preview(app))
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        match app.pane {
            Pane::Master if app.screens.start.filter.is_some() => {
                &[Scope::TypedList, Scope::FilterStart, Scope::Always]
            }
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
        } else if app.session.table.is_none() {
            "See every number of a classifier: open data, try a sample, or practise."
        } else {
            "Pick something on the left; the right side explains it."
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        preview(app)
    }
}

fn open(app: &mut App) -> Option<Job> {
    let Some(item) = selected(app) else {
        return app.reply("Nothing matches. Type other letters, or press Esc.");
    };
    app.screens.start.filter = None;
    match item {
        Item::Continue(_) => {
            app.leave_counted();
            (app.screen, app.pane) = (ScreenId::Data, Pane::Master);
        }
        Item::Resume(at) | Item::Recent(at) => return resume(app, at),
        Item::OpenFile => return Some(OpenDialog::open(app)),
        Item::Paste => app.say("Use the paste key of your terminal now: often Ctrl+Shift+V, or Cmd+V."),
        Item::Counts => CountsDialog::open(app),
        Item::Course => show_course(app),
        Item::Sample(sample) => return load(app, Source::Sample(sample.name.into())),
        Item::Experiment(experiment) => return start(app, experiment),
        Item::Lesson(lesson) => return open_lesson(app, lesson),
    }
    None
}

pub(crate) fn resume(app: &mut App, at: usize) -> Option<Job> {
    let recents = &app.screens.start.recents;
    let recent = recents.list.get(at)?.clone();
    if recents.state(at) == State::Gone {
        return app
            .reply(format!("{} does not exist any more. Del: remove it from this list.", recent.source));
    }
    let job = load(app, recent.order());
    app.screens.start.resumed = Some(recent);
    job
}

/// Reads the sample of an experiment by its recipe; the curve is drawn afterwards.
pub(crate) fn start(app: &mut App, experiment: &'static Experiment) -> Option<Job> {
    let recipe = Box::new(app.or_report(experiment.recipe())?);
    let job = load(app, Order { source: Source::Sample(experiment.sample.into()), recipe });
    app.screens.start.experiment = Some(experiment);
    job
}

pub fn preview(app: &mut App) -> Option<Job> {
    let Some(Item::Sample(sample)) = selected(app) else { return None };
    if app.screens.start.preview.as_ref().is_some_and(|(name, _)| *name == sample.name) {
        return None;
    }
    let order = Order::from(Source::Sample(sample.name.to_owned()));
    let work = move |stage: Arc<ComparisonProgress>| source::read(&order, Arc::clone(&stage.watch));
    Some(app.jobs.start_watched(Lane::Preview, "", work, |app, result| {
        app.screens.start.preview = Some((sample.name, result));
        None
    }))
}

/// The list of the course, and the progress with it.
#[derive(Clone, Debug, Default)]
pub struct CourseScreen {
    pub progress: Progress,
    /// Whether the list of the course is on screen, instead of that of the start screen.
    pub open: bool,
    asked_to_wipe: bool,
    pub(crate) folder: StateFolder,
    gained: Progress,
    is_lost: bool,
    pub(crate) writing: bool,
    /// Whether the current attempt at an exercise is counted already.
    pub(crate) counted: bool,
    /// Whether a problem with the disk was reported already.
    reported: bool,
}

impl CourseScreen {
    /// Writes what is not on disk yet. A failure was reported before.
    pub fn finish(&mut self) {
        let gained = mem::take(&mut self.gained);
        if !gained.is_empty() {
            let _ = self.folder.add(&gained);
        }
    }
}

pub fn show_course(app: &mut App) {
    let (screen, course) = (&mut app.screens.start, &mut app.screens.course);
    course.open = true;
    screen.cursor = course.progress.next().map(Lesson::name);
    screen.scroll.to(0);
    screen.detail.to(0);
}

fn act_on_course(app: &mut App, action: &Action) -> Reply {
    let course = &mut app.screens.course;
    let asked = mem::take(&mut course.asked_to_wipe);
    match action {
        Action::Back if app.pane == Pane::Master && app.jobs.busy().is_none() => {
            course.open = false;
            app.screens.start.cursor = Some(Item::Course.key(&app.screens.start.recents));
        }
        Action::WipeProgress if course.progress.count() == 0 => app.say("There is no progress to delete."),
        Action::WipeProgress => {
            course.asked_to_wipe = true;
            let exercises = counted(course.progress.count(), "exercise", "exercises");
            app.say(format!("Press s to delete the progress of {exercises}. Any other key keeps it."));
        }
        Action::Confirm if asked => return Reply::Job(wipe(app)),
        _ => return Reply::Pass,
    }
    Reply::Taken
}

pub fn read(app: &mut App, folder: &StateFolder) {
    let (progress, note) = folder.read();
    app.screens.course = CourseScreen { progress, folder: folder.clone(), ..CourseScreen::default() };
    report_once(app, note);
}

fn report_once(app: &mut App, message: Option<String>) {
    if let Some(message) = message.filter(|_| !app.screens.course.reported) {
        app.screens.course.reported = true;
        app.say(message);
    }
}

/// Records the effect of an answer, a hint or a shown line, and saves it.
pub fn record(app: &mut App) -> Option<Job> {
    let practice = &app.screens.practice;
    let sheet = practice.sheet(&app.session)?;
    let answered = sheet.lines.iter().any(|line| line.checked.is_some());
    let lesson = practice.exercise.as_deref().and_then(lesson_of).filter(|_| answered);
    let record = lesson.zip(Record::of(sheet, !app.screens.course.counted));
    let begun = Begun::of(sheet);
    let screen = &mut app.screens.course;
    // An attempt is counted with its first answer.
    screen.counted &= answered;
    if let Some((lesson, record)) = record {
        screen.counted = true;
        screen.progress.add(lesson.id, &record);
        screen.gained.add(lesson.id, &record);
    }
    if let Some(begun) = begun.filter(|begun| !screen.progress.has(begun)) {
        screen.progress.put(begun.clone());
        screen.gained.put(begun);
    }
    save(app)
}

/// Writes new progress; if a write is running, the rest is written afterwards. An error is reported once.
fn save(app: &mut App) -> Option<Job> {
    let screen = &mut app.screens.course;
    if screen.writing || screen.gained.is_empty() {
        return None;
    }
    screen.writing = true;
    let (gained, folder) = (mem::take(&mut screen.gained), screen.folder.clone());
    let work = move || (folder.add(&gained), gained);
    Some(app.jobs.start(Lane::Progress, "", work, |app, (written, gained)| {
        let screen = &mut app.screens.course;
        (screen.writing, screen.is_lost) = (false, written.is_err());
        let later = mem::take(&mut screen.gained);
        let message = match written {
            Ok((progress, note)) => {
                screen.progress = progress;
                screen.progress.merge(&later);
                screen.gained = later;
                note
            }
            // Tried again with the next answer.
            Err(why) => {
                screen.gained = gained;
                screen.gained.merge(&later);
                Some(why)
            }
        };
        let failed = screen.is_lost;
        report_once(app, message);
        if failed { None } else { save(app) }
    }))
}

pub fn keeps_answers(app: &App) -> bool {
    let screen = &app.screens.course;
    app.screens.practice.exercise.is_some() && screen.folder.path().is_some() && !screen.is_lost
}

fn wipe(app: &mut App) -> Job {
    let folder = app.screens.course.folder.clone();
    let work = move || folder.wipe();
    app.jobs.start(Lane::Progress, "", work, |app, result| {
        if result.is_ok() {
            app.screens.course.progress = Progress::default();
            app.screens.start.cursor = None;
        }
        app.reply(result.unwrap_or_else(|why| why))
    })
}
