//! What the start screen lists: the samples, the experiments, and in their place the exercises of the course.

use super::field::Field;
use super::frame::follow;
use super::recents::{Recent, Recents, word};
use super::session::{Loaded, Session};
use super::source::{self, Problem, Source};
use crate::evaluate::{Experiment, experiments};
use crate::practice::course::{Lesson, lessons, topics};
use crate::practice::progress::{Begun, BegunKey, Progress, ProgressStore, StateFolder};
use crate::table::Sample;

#[derive(Clone, Debug)]
pub enum Item {
    Continue(String),
    /// What was open before, by its place among them: the first to go on with, the others below.
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
    /// The selected item by its key; `None` until it has been moved, which means the first that makes sense.
    pub(super) cursor: Option<String>,
    pub recents: Recents,
    pub(super) resumed: Option<Recent>,
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
    // What stands above as what to continue with is not listed again.
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

    pub(super) fn select(&mut self, session: &Session, number: usize) {
        let items = self.lines(session).into_iter().filter_map(Line::item);
        let found = items.into_iter().find(|(at, _)| *at == number);
        self.cursor = found.map(|(_, item)| item.key(&self.recents));
    }

    pub fn settle(&mut self, session: &Session, height: usize) {
        let cursor = self.cursor(session);
        let lines = self.lines(session);
        // The line that is typed into has the first row.
        let height = height.saturating_sub(usize::from(self.filter.is_some()));
        let at = lines.iter().position(|line| matches!(line, Line::Item(number, _) if *number == cursor));
        let heading = |line: &Line| matches!(line, Line::Heading(_));
        self.scroll = headed(self.scroll, &lines, at.unwrap_or(0), heading, cursor == 0, height);
    }
}

/// The first line shown, with the heading above the first item of a group, and above the first item of all everything.
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
    /// Whether the list of the course is on screen, in the place of the start screen's own.
    pub open: bool,
    pub cursor: usize,
    pub scroll: usize,
    pub(super) asked_to_wipe: bool,
    pub(super) keep: ProgressStore,
    pub(super) gained: Progress,
    /// What was made of exercises and is not on the disk yet; `None` for what is to be kept no longer.
    pub(super) unkept: Vec<(BegunKey, Option<Begun>)>,
    pub(super) begun: Option<(BegunKey, Option<Begun>)>,
    pub(super) loses: bool,
    pub(super) writing: bool,
    pub(super) counted: bool,
    pub(super) said: bool,
}

impl Default for CourseScreen {
    fn default() -> Self {
        CourseScreen::new(&StateFolder::none())
    }
}

impl CourseScreen {
    pub(super) fn new(folder: &StateFolder) -> CourseScreen {
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
            // There is nobody left to tell, and it was told before.
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

/// Keeps what was made of exercises; the last thing there is to say of it.
pub(super) fn keep_all(
    keep: &ProgressStore,
    all: Vec<(BegunKey, Option<Begun>)>,
) -> Result<Option<String>, String> {
    all.into_iter().try_fold(None, |said, (key, begun)| Ok(keep.keep(&key, begun)?.or(said)))
}
