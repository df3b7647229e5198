//! Progress with the exercises of the course.
//!
//! [`Progress::merge`] combines the results of two sessions, so that neither is lost. Nothing here depends on the time.
//! [`ProgressStore`] is the place on the disk.

mod begun;
mod store;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use begun::{AllBegun, Begun, BegunKey};
pub use store::{ProgressStore, Read, StateFolder};

use super::course::{self, Lesson};
use super::worksheet::Worksheet;

const FORMAT: i64 = 1;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress(BTreeMap<String, Record>);

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Record {
    pub lines: usize,
    pub marks: f64,
    pub best: f64,
    pub attempts: u32,
    /// Whether every line of an attempt was answered right, and none was shown.
    pub finished: bool,
    /// The level of the last attempt: `worked`, `faded` or `blank`.
    pub level: String,
}

/// The state of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Blank,
    Begun(usize, usize),
    Finished,
}

/// Why a file of progress cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    Broken,
    Newer,
}

#[derive(Default, Serialize, Deserialize)]
struct File {
    format: i64,
    #[serde(default)]
    exercise: BTreeMap<String, Record>,
}

fn format_of(text: &str, newest: i64) -> Result<(), Unreadable> {
    let format = toml::from_str::<toml::Table>(text).ok();
    let format = format.and_then(|table| table.get("format")?.as_integer()).ok_or(Unreadable::Broken)?;
    if format > newest { Err(Unreadable::Newer) } else { Ok(()) }
}

impl Record {
    /// The record of a worksheet; `fresh` if this is the first answer of an attempt. `None` if no line is blank.
    pub fn of(sheet: &Worksheet, fresh: bool) -> Option<Record> {
        let blank = sheet.lines.iter().filter(|line| line.blank).count();
        if blank == 0 {
            return None;
        }
        let right = |line: &&super::worksheet::Line| line.blank && !line.shown && !line.is_open();
        let lines = sheet.lines.iter().filter(right).count();
        let marks = sheet.marks().map_or(0.0, |(had, _)| had);
        Some(Record {
            lines,
            marks,
            best: marks,
            attempts: u32::from(fresh),
            finished: lines == blank,
            level: sheet.level.word().to_owned(),
        })
    }

    fn merge(&mut self, later: &Record) {
        self.lines = self.lines.max(later.lines);
        self.best = self.best.max(later.best);
        self.attempts = self.attempts.saturating_add(later.attempts);
        self.finished |= later.finished;
        self.marks = later.marks;
        self.level.clone_from(&later.level);
    }
}

impl Progress {
    pub fn read(text: &str) -> Result<Progress, Unreadable> {
        format_of(text, FORMAT)?;
        let file: File = toml::from_str(text).map_err(|_| Unreadable::Broken)?;
        let sound = |record: &Record| record.marks.is_finite() && record.best.is_finite();
        if file.exercise.values().all(sound) { Ok(Progress(file.exercise)) } else { Err(Unreadable::Broken) }
    }

    pub fn to_toml(&self) -> String {
        let file = File { format: FORMAT, exercise: self.0.clone() };
        // A table of plain numbers and words can be written.
        toml::to_string(&file).unwrap_or_default()
    }

    pub fn get(&self, id: &str) -> Option<&Record> {
        self.0.get(id)
    }

    pub fn add(&mut self, id: &str, record: &Record) {
        self.0.entry(id.to_owned()).or_default().merge(record);
    }

    pub fn merge(&mut self, other: &Progress) {
        other.0.iter().for_each(|(id, record)| self.add(id, record));
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn begun(&self) -> usize {
        self.0.len()
    }

    pub fn sign(&self, lesson: &Lesson) -> Sign {
        match self.get(lesson.id) {
            Some(record) if record.finished => Sign::Finished,
            Some(record) if record.lines > 0 => Sign::Begun(record.lines, lesson.outline().asks.len()),
            _ => Sign::Blank,
        }
    }

    pub fn far(&self) -> (usize, usize) {
        let finished = course::lessons().filter(|lesson| self.sign(lesson) == Sign::Finished).count();
        (finished, course::lessons().count())
    }

    /// The first unfinished exercise of the course; the first exercise if all are finished.
    pub fn next(&self) -> Option<&'static Lesson> {
        let open = course::lessons().find(|lesson| self.sign(lesson) != Sign::Finished);
        open.or_else(|| course::lessons().next())
    }
}
