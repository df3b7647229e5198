//! Progress with the exercises of the course, and unfinished exercises with their answers so far.
//!
//! [`Progress::merge`] combines the results of two sessions, so that neither is lost. Answers are kept by exercise and seed,
//! and checked again when they are loaded. [`ProgressStore`] is the place on the disk: a file is read, merged with the work
//! of other sessions, and written atomically. Nothing here depends on the time.

use super::course::{self, Lesson};
use super::roster::hash;
use super::worksheet::{Level, Line, Questions, Right, Worksheet};
use crate::math::Linear;
use crate::table::{read_file, write_file};
use etcetera::{BaseStrategy, choose_base_strategy};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

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

/// A file of progress that is damaged, or from a newer version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

#[derive(Default, Serialize, Deserialize)]
struct ProgressFile {
    format: i64,
    #[serde(default)]
    exercise: BTreeMap<String, Record>,
}

fn read_toml<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    let table: toml::Table = toml::from_str(text).map_err(|_| Unreadable)?;
    let format = table.get("format").and_then(toml::Value::as_integer);
    let is_known = format.is_some_and(|format| format <= FORMAT);
    table.try_into().ok().filter(|_| is_known).ok_or(Unreadable)
}

impl Record {
    /// The record of a worksheet; `fresh` if this is the first answer of an attempt. `None` if no line is blank.
    pub fn of(sheet: &Worksheet, fresh: bool) -> Option<Record> {
        let blank = sheet.lines.iter().filter(|line| line.blank).count();
        if blank == 0 {
            return None;
        }
        let right = |line: &&Line| line.blank && !line.shown && !line.is_open();
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
        let file: ProgressFile = read_toml(text)?;
        let sound = |record: &Record| record.marks.is_finite() && record.best.is_finite();
        if file.exercise.values().all(sound) { Ok(Progress(file.exercise)) } else { Err(Unreadable) }
    }

    pub fn to_toml(&self) -> String {
        let file = ProgressFile { format: FORMAT, exercise: self.0.clone() };
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

/// The most exercises that are kept; the least recently changed ones are dropped.
const MOST: usize = 60;
/// The most bytes of an answer that are kept.
const LONGEST_ANSWER: usize = 1000;

/// An exercise by its id, the seed of its data, and a hash of its questions: a changed exercise has another key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BegunKey {
    exercise: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    seed: String,
    asks: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begun {
    #[serde(flatten)]
    key: BegunKey,
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

#[derive(Clone, Debug, Default, PartialEq)]
pub struct AllBegun(Vec<Begun>);

#[derive(Default, Serialize, Deserialize)]
struct AnswersFile {
    format: i64,
    #[serde(default)]
    begun: Vec<Begun>,
}

impl BegunKey {
    /// The key of an exercise; `None` for the worksheet of a case.
    pub fn of(questions: &Questions) -> Option<BegunKey> {
        let exercise = questions.exercise.as_ref()?;
        Some(BegunKey {
            exercise: exercise.id.clone(),
            seed: exercise.seed.map(|seed| seed.to_string()).unwrap_or_default(),
            asks: asks(questions),
        })
    }
}

/// A hash of the questions and right answers of an exercise.
fn asks(questions: &Questions) -> String {
    let mut all = Vec::new();
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
    /// The state of a worksheet of an exercise; `None` if nothing was done, or if it is finished.
    pub fn of(sheet: &Worksheet) -> Option<Begun> {
        let key = BegunKey::of(&sheet.questions)?;
        if sheet.is_done() {
            return None;
        }
        let touched = |line: &Line| line.told.is_some() || line.shown || line.hints > 0;
        let kept = |(number, line): (usize, &Line)| {
            let typed = line.told.as_ref().map_or("", |told| told.answer.typed.as_str());
            BegunLine {
                number,
                answer: if typed.len() > LONGEST_ANSWER { String::new() } else { typed.to_owned() },
                misses: line.misses,
                hints: line.hints,
                shown: line.shown,
                disputed: line.disputed,
            }
        };
        let lines = (1..).zip(&sheet.lines).filter(|(_, line)| touched(line));
        let line: Vec<BegunLine> = lines.map(kept).collect();
        let level = sheet.level.word().to_owned();
        (!line.is_empty()).then_some(Begun { key, level, line })
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
                && let Ok(told) = sheet.questions.check(at, &kept.answer, &sheet.others(at))
            {
                sheet.take(at, Arc::new(told));
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

impl AllBegun {
    pub fn read(text: &str) -> Result<AllBegun, Unreadable> {
        read_toml(text).map(|file: AnswersFile| AllBegun(file.begun))
    }

    pub fn to_toml(&self) -> String {
        // Plain numbers and words can be written.
        toml::to_string(&AnswersFile { format: FORMAT, begun: self.0.clone() }).unwrap_or_default()
    }

    pub fn get(&self, key: &BegunKey) -> Option<&Begun> {
        self.0.iter().find(|begun| begun.key == *key)
    }

    pub fn last(&self) -> Option<(BegunKey, Begun)> {
        self.0.last().map(|begun| (begun.key.clone(), begun.clone()))
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Replaces the kept state of an exercise, or removes it if `begun` is `None`.
    pub fn put(&mut self, key: &BegunKey, begun: Option<Begun>) {
        self.0.retain(|kept| kept.key != *key);
        self.0.extend(begun);
        let many = self.0.len().saturating_sub(MOST);
        self.0.drain(..many);
    }
}

/// The names of the files: the progress, and the answers to unfinished exercises.
const FILE: &str = "progress.toml";
const ANSWERS: &str = "answers.toml";
/// The most bytes of a file of progress.
const LONGEST: u64 = 8 << 20;
/// How often to wait for another session, and how long each time.
const WAITS: (u32, Duration) = (50, Duration::from_millis(20));
/// The most names that are tried for a file that is put aside.
const ASIDE: u32 = 100;

/// The folder of the progress, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateFolder(Option<PathBuf>);

impl StateFolder {
    /// The folder of the user: `$XDG_STATE_HOME/posterior`, else `~/.local/state/posterior`; on Windows the folder of
    /// application data.
    pub fn of_user() -> StateFolder {
        let base = choose_base_strategy().ok();
        let state = base.map(|base| base.state_dir().unwrap_or_else(|| base.data_dir()));
        StateFolder(state.map(|folder| folder.join("posterior")))
    }

    /// Any folder, for tests.
    pub fn at(folder: impl Into<PathBuf>) -> StateFolder {
        StateFolder(Some(folder.into()))
    }

    pub fn none() -> StateFolder {
        StateFolder(None)
    }

    pub fn path(&self) -> Option<&Path> {
        self.0.as_deref()
    }

    pub fn keep(&self) -> ProgressStore {
        ProgressStore { file: self.path().map(|folder| folder.join(FILE)) }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressStore {
    file: Option<PathBuf>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read {
    pub progress: Progress,
    pub said: Option<String>,
}

impl ProgressStore {
    pub fn path(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    pub fn read(&self) -> Read {
        let Some(file) = &self.file else { return Read { said: Some(no_home()), ..Read::default() } };
        let said = match found(file, Progress::read) {
            Ok(Ok(progress)) => return Read { progress, said: None },
            Ok(Err(Unreadable)) => {
                let aside = aside(file);
                let aside = aside.file_name().unwrap_or_default().to_string_lossy();
                format!("{} is damaged, or from a newer version. It will be kept as {aside}.", file.display())
            }
            Err(error) => not_kept(file, &error),
        };
        Read { said: Some(said), ..Read::default() }
    }

    /// Merges new progress with the file, which other sessions may have changed, and returns all of it. An unreadable file is
    /// put aside first.
    pub fn add(&self, gained: &Progress) -> Result<Read, String> {
        let Some(file) = &self.file else { return Err(no_home()) };
        changed(file, Progress::read, Progress::to_toml, |progress| progress.merge(gained))
            .map(|(progress, said)| Read { progress, said })
    }

    pub fn answers(&self) -> Option<PathBuf> {
        self.file.as_ref().map(|file| file.with_file_name(ANSWERS))
    }

    /// The state of an unfinished exercise; `None` if it cannot be read.
    pub fn begun(&self, key: &BegunKey) -> Option<Begun> {
        let found = found(&self.answers()?, AllBegun::read).ok()?.ok()?;
        found.get(key).cloned()
    }

    /// Saves the state of an exercise, or removes it. An unreadable file is put aside first; then returns a note about that.
    pub fn keep(&self, key: &BegunKey, begun: Option<Begun>) -> Result<Option<String>, String> {
        let Some(file) = self.answers() else { return Ok(None) };
        let is_kept =
            found(&file, AllBegun::read).is_ok_and(|all| all.is_ok_and(|all| all.get(key).is_some()));
        if begun.is_none() && !is_kept {
            return Ok(None);
        }
        let (_, said) = changed(&file, AllBegun::read, AllBegun::to_toml, |all| all.put(key, begun))?;
        Ok(said)
    }

    pub fn wipe(&self) -> Result<String, String> {
        let Some(file) = &self.file else { return Err(no_home()) };
        let before = found(file, Progress::read).ok().and_then(Result::ok).unwrap_or_default();
        // Whether there was a file.
        let delete = |file: &Path| match fs::remove_file(file) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(format!("{} cannot be deleted: {error}", file.display())),
        };
        delete(&file.with_file_name(ANSWERS))?;
        Ok(match (delete(file)?, before.begun()) {
            (false, _) => format!("Nothing to delete: there is no {}", file.display()),
            (true, 1) => "Deleted the progress of 1 exercise.".to_owned(),
            (true, n) => format!("Deleted the progress of {n} exercises."),
        })
    }
}

fn no_home() -> String {
    "Progress is not saved: there is no home folder.".into()
}

fn not_kept(file: &Path, error: &io::Error) -> String {
    let cause = match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "it cannot be written".to_owned(),
        _ => error.to_string(),
    };
    format!("Progress is not saved: {}: {cause}.", file.display())
}

/// The contents of a file; the default if there is none.
fn found<T: Default>(
    file: &Path,
    read: fn(&str) -> Result<T, Unreadable>,
) -> io::Result<Result<T, Unreadable>> {
    match read_file(file, LONGEST) {
        Ok(bytes) => Ok(String::from_utf8(bytes).map_err(|_| Unreadable).and_then(|text| read(&text))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Ok(T::default())),
        Err(error) => Err(error),
    }
}

/// Changes the contents of a file, which other sessions may have changed, and returns them. An unreadable file is put aside
/// first; then also returns a note about that.
fn changed<T: Default>(
    file: &Path,
    read: fn(&str) -> Result<T, Unreadable>,
    text: fn(&T) -> String,
    change: impl FnOnce(&mut T),
) -> Result<(T, Option<String>), String> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let failed = |error: io::Error| not_kept(file, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    let lock = locked(folder).map_err(failed)?;
    let mut said = None;
    let mut held = match found(file, read).map_err(failed)? {
        Ok(held) => held,
        Err(_) => {
            let kept = aside(file);
            fs::rename(file, &kept).map_err(failed)?;
            said = Some(format!("The saved progress could not be read. It is kept as {}.", kept.display()));
            T::default()
        }
    };
    change(&mut held);
    write_file(file, &text(&held), true).map_err(failed)?;
    drop(lock);
    Ok((held, said))
}

fn aside(file: &Path) -> PathBuf {
    let names = (1..ASIDE).map(|n| file.with_extension(format!("toml.broken-{n}")));
    names.clone().find(|name| fs::symlink_metadata(name).is_err()).unwrap_or_else(|| file.to_path_buf())
}

/// Locks the folder until dropped, so that no other session writes between reading and writing. The file itself is replaced by
/// each write.
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
