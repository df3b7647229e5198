//! The course on the start screen.
//!
//! ```text
//! ┏━ ▶ The course ━━━━━━━━━━ 1 of 24 ━━━┓╭─ Preview ─────────────────────────────╮
//! ┃                                     ┃│                                       │
//! ┃ Counting                            ┃│ How often is a Yes day sunny?         │
//! ┃   ✓  A prior from counts            ┃│ P(Sunny | Yes) looks at the Yes days… │
//! ┃ ▸2/3 How often is a Yes day sunny?  ┃│                                       │
//! ┃      It is sunny: is the match pl…  ┃│ It asks 3 numbers, for 3 marks:       │
//! ┃                                     ┃│   count(Sunny, Yes)                   │
//! ┃ Smoothing                           ┃│ …                                     │
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛╰───────────────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::Line;

use super::super::pane::{self, Frame, cell, wrap};
use super::super::theme::Theme;
use crate::practice::course::{Lesson, topics};
use crate::practice::progress::{Record, Sign};
use crate::report::mark_words;
use crate::workbench::App;
use crate::workbench::start_list::{CourseLine as Entry, course_lines as lines};
use crate::workbench::words::counted;

/// Columns of a sign.
const SIGN: usize = 3;

/// The left pane: the exercises by topic.
pub fn list(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.course;
    let (finished, all) = screen.progress.far();
    let entries = lines();
    let (_, reach) = pane::reach(entries.len(), screen.scroll, area.inner(Margin::new(1, 1)));
    let reach = if reach.is_empty() { reach } else { format!(" · lines {reach}") };
    let foot = format!("{finished} of {all} finished{reach}");
    let inside = Frame { title: "The course", foot: &foot, focused }.draw(theme, area, buffer);
    let columns = usize::from(inside.width);
    let text: Vec<Line> = entries
        .into_iter()
        .map(|line| match line {
            Entry::Blank => Line::default(),
            Entry::Topic(title) => Line::styled(title, theme.heading),
            Entry::Lesson(number, lesson) => {
                let marked = number == screen.cursor;
                let sign = sign(screen.progress.sign(lesson), app.settings.ascii);
                let title = cell(&lesson.outline().title, columns.saturating_sub(SIGN + 2));
                let text = format!("{}{} {title}", if marked { "▸" } else { " " }, cell(&sign, SIGN));
                Line::styled(text, if marked { theme.cursor } else { theme.text })
            }
        })
        .collect();
    pane::lines(&text, screen.scroll, inside, buffer);
}

/// The sign of how an exercise stands.
fn sign(sign: Sign, ascii: bool) -> String {
    match sign {
        Sign::Blank => String::new(),
        Sign::Begun(lines, of) => format!("{lines}/{of}"),
        Sign::Finished if ascii => "ok".into(),
        Sign::Finished => " ✓".into(),
    }
}

/// The right pane: what the marked exercise asks, and how it went.
pub fn preview_lines(app: &App, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let screen = &app.screens.course;
    let Some(lesson) = screen.selected() else { return Vec::new() };
    let outline = lesson.outline();
    let block = |text: &str, style: Style| -> Vec<Line<'static>> {
        wrap(text, columns).into_iter().map(|line| Line::styled(line, style)).collect()
    };
    let mut text = vec![Line::default()];
    text.extend(block(&outline.title, theme.strong));
    text.extend(block(lesson.teaches, theme.text));
    text.push(Line::default());
    text.extend(block(&asks(lesson), theme.text));
    text.extend(outline.asks.iter().map(|asked| Line::raw(format!("  {asked}"))));
    text.push(Line::default());
    match screen.progress.get(lesson.id) {
        Some(record) => {
            text.extend(block(&went(record, lesson), theme.text));
            text.push(Line::default());
            text.extend(block("W deletes all progress of the course; y confirms it.", theme.secondary));
        }
        None => text.extend(block("Not begun yet. Enter opens it.", theme.secondary)),
    }
    text
}

/// The right pane while the course is marked and not open: what it is, and how far one is.
pub fn about(app: &App, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let progress = &app.screens.course.progress;
    let (finished, all) = progress.far();
    let wrapped = |words: &str, style: Style| {
        let lines = wrap(words, columns).into_iter().map(move |line| Line::styled(line, style));
        std::iter::once(Line::default()).chain(lines).collect::<Vec<_>>()
    };
    let mut text = wrapped(&format!("{finished} of {all} exercises finished"), theme.strong);
    text.extend(wrapped(
        "Short exercises, worked out by hand: type your answer, and what you did is checked, line by line. A wrong \
         answer is told what it is; hints and reasons are a key away.",
        theme.text,
    ));
    text.push(Line::default());
    for topic in topics() {
        let is_finished = |lesson: &&Lesson| progress.sign(lesson) == Sign::Finished;
        let finished = topic.lessons.iter().filter(is_finished).count();
        let line = format!("{:<22} {finished} of {}", topic.title, topic.lessons.len());
        text.push(Line::styled(line, theme.text));
    }
    let enter = match progress.next() {
        Some(next) if finished < all => format!("Enter shows the list. Next: {}.", next.outline().title),
        _ => "Enter shows the list.".to_owned(),
    };
    text.extend(wrapped(&enter, theme.text));
    text
}

fn asks(lesson: &Lesson) -> String {
    let outline = lesson.outline();
    let lines = counted(outline.asks.len(), "line", "lines");
    let worth = mark_words(outline.marks);
    format!("{lines} to fill in, for {worth} {}:", if worth == "1" { "mark" } else { "marks" })
}

fn went(record: &Record, lesson: &Lesson) -> String {
    let outline = lesson.outline();
    let so_far = if record.finished {
        "Finished".to_owned()
    } else {
        format!("{} of {} right", record.lines, counted(outline.asks.len(), "line", "lines"))
    };
    let attempts = counted(record.attempts as usize, "attempt", "attempts");
    format!(
        "{so_far}, best {} of {} marks, in {attempts}.",
        mark_words(record.best),
        mark_words(outline.marks)
    )
}
