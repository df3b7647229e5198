//! The list of the course: its exercises by topic, with a sign for how each stands.

use super::super::action::Action;
use super::super::app::{App, Pane};
use super::super::dialog::Reply;
use super::super::frame::{follow, moved};
use crate::practice::course::{self, Lesson};

/// A line of the list.
#[derive(Clone, Copy, Debug)]
pub enum Line {
    /// A blank line.
    Blank,
    /// The heading of a topic.
    Topic(&'static str),
    /// An exercise, with its number from 0.
    Lesson(usize, &'static Lesson),
}

/// The lines of the list.
pub fn lines() -> Vec<Line> {
    let mut number = 0..;
    let mut lines = Vec::new();
    for topic in course::topics() {
        lines.extend([Line::Blank, Line::Topic(topic.title)]);
        lines.extend(topic.lessons.iter().zip(number.by_ref()).map(|(lesson, at)| Line::Lesson(at, lesson)));
    }
    lines
}

impl super::CourseScreen {
    /// The marked exercise.
    pub fn marked(&self) -> Option<&'static Lesson> {
        course::lessons().nth(self.cursor)
    }
}

/// Brings the list on the start screen, and marks the exercise to go on with.
pub fn show(app: &mut App) {
    let screen = &mut app.screens.course;
    let next = screen.progress.next();
    let is_next = |lesson: &Lesson| next.is_some_and(|next| next.id == lesson.id);
    screen.open = true;
    screen.cursor = course::lessons().position(is_next).unwrap_or(0);
    app.screens.start.detail = 0;
    settle(app);
}

/// Takes an action while the list is on screen.
pub fn act(app: &mut App, action: &Action) -> Reply {
    let asked = std::mem::take(&mut app.screens.course.asked_to_wipe);
    let page = app.frame.lines().saturating_sub(1).max(1);
    let screen = &mut app.screens.course;
    match action {
        Action::Back if app.pane == Pane::Master && app.jobs.busy().is_none() => {
            screen.open = false;
            return Reply::Taken;
        }
        Action::Enter => {
            let lesson = screen.marked();
            return Reply::of(lesson.and_then(|lesson| super::open(app, lesson)));
        }
        Action::WipeProgress => {
            super::ask_to_wipe(app);
            return Reply::Taken;
        }
        Action::Confirm if asked => return Reply::of(Some(super::wipe(app))),
        _ => {}
    }
    let last = course::lessons().count().saturating_sub(1);
    match moved(screen.cursor, last, page, action).filter(|_| app.pane == Pane::Master) {
        Some(to) => {
            screen.cursor = to;
            app.screens.start.detail = 0;
            settle(app);
            Reply::Taken
        }
        None => Reply::Pass,
    }
}

/// Keeps the marked line on screen, and the heading above it.
pub fn settle(app: &mut App) {
    let height = app.frame.lines();
    let screen = &mut app.screens.course;
    let lines = lines();
    let is_marked = |line: &Line| matches!(line, Line::Lesson(number, _) if *number == screen.cursor);
    let at = lines.iter().position(is_marked).unwrap_or(0);
    let headed = at.checked_sub(1).filter(|above| matches!(lines.get(*above), Some(Line::Topic(_))));
    let top = if screen.cursor == 0 { 0 } else { headed.unwrap_or(at) };
    screen.scroll = follow(follow(screen.scroll, at, height), top, height);
}
