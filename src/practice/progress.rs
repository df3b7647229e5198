//! Progress with the exercises of the course, and the answers to unfinished exercises, in one file.
//!
//!
//! Answers are kept by exercise, seed and questions, and checked again when they are loaded. A [`StateFolder`] merges
//! them with the work of other sessions, and writes the file atomically.

use super::course::{self, Lesson};
use super::roster::hash;
use super::worksheet::{Level, Line, Questions, Right, Worksheet};
use crate::math::Linear;
use crate::table::{read_file, write_file};
use crate::text::counted;
use etcetera::{BaseStrategy, choose_base_strategy};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const FORMAT: i64 = 1;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    exercise: BTreeMap<String, Record>,
    /// Unfinished exercises, the last changed one last. One without lines is to be forgotten.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    begun: Vec<Begun>,
}

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

impl Record {
    /// The record of a worksheet; `fresh` if this is the first answer of an attempt. `None` if no line is blank.
    pub fn of(sheet: &Worksheet, fresh: bool) -> Option<Record> {
        let blank = sheet.lines.iter().filter(|line| line.blank).count();
        let right = |line: &&Line| line.blank && !line.shown && !line.is_open();
        let lines = sheet.lines.iter().filter(right).count();
        let marks = sheet.marks().map_or(0.0, |(had, _)| had);
        let (attempts, level) = (u32::from(fresh), sheet.level.word().to_owned());
        let record = Record { lines, marks, best: marks, attempts, finished: lines == blank, level };
        (blank > 0).then_some(record)
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
    /// Reads the text of a file; `None` if it is damaged, or from a newer version.
    pub fn read(text: &str) -> Option<Progress> {
        let table: toml::Table = toml::from_str(text).ok()?;
        table.get("format")?.as_integer().filter(|format| *format <= FORMAT)?;
        let progress: Progress = table.try_into().ok()?;
        let is_sound = |record: &Record| record.marks.is_finite() && record.best.is_finite();
        progress.exercise.values().all(is_sound).then_some(progress)
    }

    pub fn to_toml(&self) -> String {
        // Plain numbers and words can be written.
        format!("format = {FORMAT}\n\n{}", toml::to_string(self).unwrap_or_default())
    }

    pub fn get(&self, id: &str) -> Option<&Record> {
        self.exercise.get(id)
    }

    pub fn add(&mut self, id: &str, record: &Record) {
        self.exercise.entry(id.to_owned()).or_default().merge(record);
    }

    pub fn begun(&self, questions: &Questions) -> Option<&Begun> {
        let (id, asks) = (&questions.exercise.as_ref()?.id, asks(questions));
        self.begun.iter().find(|kept| !kept.line.is_empty() && kept.exercise == *id && kept.asks == asks)
    }

    pub fn has(&self, begun: &Begun) -> bool {
        let own = self.begun.iter().find(|kept| kept.is_of(begun));
        own.map_or(begun.line.is_empty(), |own| own == begun)
    }

    pub fn put(&mut self, begun: Begun) {
        self.begun.retain(|kept| !kept.is_of(&begun));
        self.begun.push(begun);
        let many = self.begun.len().saturating_sub(MOST);
        self.begun.drain(..many);
    }

    pub fn merge(&mut self, later: &Progress) {
        later.exercise.iter().for_each(|(id, record)| self.add(id, record));
        later.begun.iter().for_each(|begun| self.put(begun.clone()));
    }

    pub fn is_empty(&self) -> bool {
        self.exercise.is_empty() && self.begun.is_empty()
    }

    pub fn count(&self) -> usize {
        let begun = self.begun.iter().filter(|begun| !begun.line.is_empty());
        begun.map(|begun| &begun.exercise).chain(self.exercise.keys()).collect::<BTreeSet<_>>().len()
    }

    pub fn is_finished(&self, lesson: &Lesson) -> bool {
        self.get(lesson.id).is_some_and(|record| record.finished)
    }

    /// The state of an exercise in a list: a tick, or the lines that are right, of all; empty if there are none.
    pub fn sign(&self, lesson: &Lesson, ascii: bool) -> String {
        match self.get(lesson.id) {
            Some(record) if record.finished => if ascii { "ok" } else { "✓" }.to_owned(),
            Some(record) if record.lines > 0 => format!("{}/{}", record.lines, lesson.outline().asks.len()),
            _ => String::new(),
        }
    }

    pub fn far(&self) -> (usize, usize) {
        let finished = course::lessons().filter(|lesson| self.is_finished(lesson)).count();
        (finished, course::lessons().count())
    }

    /// The first unfinished exercise of the course; the first exercise if all are finished.
    pub fn next(&self) -> Option<&'static Lesson> {
        let open = course::lessons().find(|lesson| !self.is_finished(lesson));
        open.or_else(|| course::lessons().next())
    }
}

/// The most exercises whose answers are kept; the least recently changed ones are dropped.
const MOST: usize = 60;
/// The most bytes of an answer that are kept.
const LONGEST_ANSWER: usize = 1000;

/// The answers to an exercise. It has no lines if nothing was done, or if it is finished.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begun {
    exercise: String,
    /// A hash of the seed, the questions and the right answers: a changed exercise has another one.
    asks: String,
    level: String,
    #[serde(default)]
    line: Vec<BegunLine>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct BegunLine {
    number: usize,
    #[serde(skip_serializing_if = "String::is_empty")]
    answer: String,
    misses: usize,
    hints: usize,
    shown: bool,
    disputed: bool,
}

fn asks(questions: &Questions) -> String {
    let seed = questions.exercise.as_ref().and_then(|exercise| exercise.seed);
    let mut all = format!("{seed:?}\0").into_bytes();
    for question in &questions.list {
        let right = match &question.right {
            Right::Number(shown, _) => Linear::default().expr(shown),
            Right::Class(name) => name.clone(),
        };
        for text in [&question.name, &right] {
            all.extend(text.bytes().chain([0]));
        }
    }
    format!("{:016x}", hash(&all))
}

impl Begun {
    pub fn of(sheet: &Worksheet) -> Option<Begun> {
        let exercise = sheet.questions.exercise.as_ref()?;
        let kept = |(number, line): (usize, &Line)| {
            let typed = line.checked.as_ref().map_or("", |checked| checked.answer.typed.as_str());
            BegunLine {
                number,
                answer: if typed.len() > LONGEST_ANSWER { String::new() } else { typed.to_owned() },
                misses: line.misses,
                hints: line.hints,
                shown: line.shown,
                disputed: line.disputed,
            }
        };
        let lines = (1..).zip(&sheet.lines).filter(|(_, line)| line.is_begun() && !sheet.is_done());
        Some(Begun {
            exercise: exercise.id.clone(),
            asks: asks(&sheet.questions),
            level: sheet.level.word().to_owned(),
            line: lines.map(kept).collect(),
        })
    }

    fn is_of(&self, other: &Begun) -> bool {
        (&self.exercise, &self.asks) == (&other.exercise, &other.asks)
    }

    pub fn level(&self) -> Option<Level> {
        Level::named(&self.level)
    }

    /// Puts the answers back into a fresh worksheet with the same questions: each is checked again, in the order of the lines.
    pub fn put_into(&self, sheet: &mut Worksheet) {
        for kept in &self.line {
            let Some(at) = kept.number.checked_sub(1) else { continue };
            if !sheet.lines.get(at).is_some_and(|line| line.blank) {
                continue;
            }
            if !kept.answer.is_empty()
                && let Ok(checked) = sheet.questions.check(at, &kept.answer, &sheet.others(at))
            {
                sheet.take(at, Arc::new(checked));
            }
            let grades = sheet.questions.grades(at);
            let Some(line) = sheet.lines.get_mut(at) else { continue };
            sheet.score.wrong += kept.misses.saturating_sub(line.misses);
            sheet.score.shown += usize::from(kept.shown);
            line.misses = kept.misses.max(line.misses);
            (line.hints, line.shown, line.disputed) = (kept.hints.min(grades), kept.shown, kept.disputed);
        }
    }
}

const FILE: &str = "progress.toml";
/// The most files that could not be read, and are kept beside the new one.
const ASIDE: u32 = 1_000;
const LONGEST: u64 = 8 << 20;
/// How often to wait for another session, and how long each time.
const WAITS: (u32, Duration) = (50, Duration::from_millis(20));
const NO_HOME: &str = "Progress is not saved: there is no home folder.";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateFolder(Option<PathBuf>);

impl StateFolder {
    /// `$XDG_STATE_HOME/posterior`, else `~/.local/state/posterior`; on Windows the folder of application data.
    pub fn of_user() -> StateFolder {
        let base = choose_base_strategy().ok();
        let state = base.map(|base| base.state_dir().unwrap_or_else(|| base.data_dir()));
        StateFolder(state.map(|folder| folder.join("posterior")))
    }

    pub fn at(folder: impl Into<PathBuf>) -> StateFolder {
        StateFolder(Some(folder.into()))
    }

    pub fn path(&self) -> Option<&Path> {
        self.0.as_deref()
    }

    pub fn progress(&self) -> Option<PathBuf> {
        self.path().map(|folder| folder.join(FILE))
    }

    pub fn read(&self) -> (Progress, Option<String>) {
        let Some(file) = self.progress() else { return (Progress::default(), Some(NO_HOME.into())) };
        let place = file.display();
        let note = match on_disk(&file) {
            Ok(Some(progress)) => return (progress, None),
            Ok(None) => format!("{place} is damaged, or from a newer version. It will be kept beside it."),
            Err(error) => not_saved(&file, &error),
        };
        (Progress::default(), Some(note))
    }

    /// Merges new progress with the file, which other sessions may have changed. An unreadable file is put aside.
    pub fn add(&self, gained: &Progress) -> Result<(Progress, Option<String>), String> {
        let (Some(folder), Some(file)) = (self.path(), self.progress()) else { return Err(NO_HOME.into()) };
        let add = || {
            fs::create_dir_all(folder)?;
            let _lock = locked(folder)?;
            let (kept, mut note) = (on_disk(&file)?, None);
            if kept.is_none() {
                // An earlier one is kept, too.
                let name = |n: u32| folder.join(format!("{FILE}.broken-{n}"));
                let broken = (1..ASIDE).map(name).find(|name| !name.exists()).unwrap_or(name(ASIDE));
                fs::rename(&file, &broken)?;
                let place = broken.display();
                note = Some(format!("The saved progress could not be read. It is kept as {place}."));
            }
            let mut all = kept.unwrap_or_default();
            all.merge(gained);
            all.begun.retain(|begun| !begun.line.is_empty());
            write_file(&file, &all.to_toml(), true)?;
            Ok((all, note))
        };
        add().map_err(|error| not_saved(&file, &error))
    }

    pub fn wipe(&self) -> Result<String, String> {
        let Some(file) = self.progress() else { return Err(NO_HOME.into()) };
        let exercises = counted(self.read().0.count(), "exercise", "exercises");
        match fs::remove_file(&file) {
            Ok(()) => Ok(format!("Deleted the progress of {exercises}.")),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Ok(format!("Nothing to delete: there is no {}", file.display()))
            }
            Err(error) => Err(format!("{} cannot be deleted: {error}", file.display())),
        }
    }
}

fn not_saved(file: &Path, error: &io::Error) -> String {
    let cause = match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "it cannot be written".to_owned(),
        _ => error.to_string(),
    };
    format!("Progress is not saved: {}: {cause}.", file.display())
}

fn on_disk(file: &Path) -> io::Result<Option<Progress>> {
    match read_file(file, LONGEST) {
        Ok(bytes) => Ok(String::from_utf8(bytes).ok().and_then(|text| Progress::read(&text))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Some(Progress::default())),
        Err(error) => Err(error),
    }
}

/// Locks the folder until dropped, so that no other session writes between reading and writing.
fn locked(folder: &Path) -> io::Result<fs::File> {
    let lock = fs::File::open(folder)?;
    for _ in 0..WAITS.0 {
        match lock.try_lock() {
            Ok(()) => return Ok(lock),
            Err(TryLockError::WouldBlock) => std::thread::sleep(WAITS.1),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Err(io::Error::new(ErrorKind::TimedOut, "another session is using it"))
}
