//! Where progress is kept on the disk. It is read, merged with the work of other sessions, and written atomically.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::{BaseStrategy, choose_base_strategy};

use super::{AllBegun, Begun, BegunKey, Progress, Unreadable};
use crate::table::{read_file, write_file};

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
        match found(file, Progress::read) {
            Ok(Ok(progress)) => Read { progress, said: None },
            Ok(Err(why)) => {
                let what = match why {
                    Unreadable::Broken => "is damaged",
                    Unreadable::Newer => "is from a newer version",
                };
                let said = format!(
                    "{} {what}. It will be kept as {}.",
                    file.display(),
                    aside(file).file_name().unwrap_or_default().to_string_lossy()
                );
                Read { said: Some(said), ..Read::default() }
            }
            Err(error) => Read { said: Some(not_kept(file, &error)), ..Read::default() },
        }
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
        if let Some(answers) = self.answers()
            && let Err(error) = fs::remove_file(&answers)
            && error.kind() != ErrorKind::NotFound
        {
            return Err(format!("{} cannot be deleted: {error}", answers.display()));
        }
        match fs::remove_file(file) {
            Ok(()) => Ok(match before.begun() {
                1 => "Deleted the progress of 1 exercise.".to_owned(),
                n => format!("Deleted the progress of {n} exercises."),
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Ok(format!("Nothing to delete: there is no {}", file.display()))
            }
            Err(error) => Err(format!("{} cannot be deleted: {error}", file.display())),
        }
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
        Ok(bytes) => {
            Ok(String::from_utf8(bytes).map_err(|_| Unreadable::Broken).and_then(|text| read(&text)))
        }
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
    let own = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let named = |end: String| file.with_file_name(format!("{own}.broken{end}"));
    let names = (1..ASIDE).map(|n| if n == 1 { named(String::new()) } else { named(format!("-{n}")) });
    names.clone().find(|name| fs::symlink_metadata(name).is_err()).unwrap_or_else(|| named(String::new()))
}

/// Locks the folder until dropped, so that no other session writes between reading and writing. The file itself is replaced by
/// each write.
fn locked(folder: &Path) -> io::Result<File> {
    let lock = File::open(folder)?;
    for _ in 0..WAITS.0 {
        match lock.try_lock() {
            Ok(()) => return Ok(lock),
            Err(TryLockError::WouldBlock) => std::thread::sleep(WAITS.1),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Err(io::Error::new(ErrorKind::TimedOut, "another session is using it"))
}
