//! Whether sheets were saved since they were marked.
//!
//! Time of change and length are looked up again and again, which works on every file system, also where no notice of
//! a change arrives from: a shared folder, a container, another machine. Editors empty a file before they write it, or
//! put another in its place: what changed is taken only when it has come to rest.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use super::sheet_folder::{listed, may_hold_sheets};

/// How long a file must stay as it is before it is read.
const REST: Duration = Duration::from_millis(60);

/// What the files of sheets looked like when they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileStamps(Vec<(PathBuf, Option<FileStamp>)>);

/// When a file was changed, and its length in bytes.
type FileStamp = (Option<SystemTime>, u64);

/// What was seen of the files of sheets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// They are as they were.
    Same,
    /// They are being written.
    Restless,
    /// A file is not there, perhaps for a moment only.
    Gone(PathBuf),
    /// They were changed, and are at rest.
    Changed,
}

impl FileStamps {
    /// What the files look like now; of a folder, all that may hold sheets.
    pub fn of(paths: &[PathBuf]) -> FileStamps {
        let mut all: Vec<PathBuf> = Vec::new();
        for path in paths {
            if path.is_dir() {
                all.extend(listed(path).unwrap_or_default().into_iter().filter(|file| may_hold_sheets(file)));
            } else {
                all.push(path.clone());
            }
        }
        FileStamps(
            all.into_iter().map(|path| (stamp(&path), path)).map(|(stamp, path)| (path, stamp)).collect(),
        )
    }

    /// Looks at the files again. Waits for a moment where they have changed.
    pub fn look(&self, paths: &[PathBuf]) -> (Seen, FileStamps) {
        let now = FileStamps::of(paths);
        if now == *self {
            return (Seen::Same, now);
        }
        if let Some(gone) = self.gone(&now) {
            return (Seen::Gone(gone), now);
        }
        thread::sleep(REST);
        let later = FileStamps::of(paths);
        (if later == now { Seen::Changed } else { Seen::Restless }, later)
    }

    /// A file that was there and is not there now.
    fn gone(&self, now: &FileStamps) -> Option<PathBuf> {
        let there = |path: &PathBuf| now.0.iter().any(|(other, stamp)| other == path && stamp.is_some());
        let was = self.0.iter().filter(|(_, stamp)| stamp.is_some());
        was.map(|(path, _)| path).find(|path| !there(path)).cloned()
    }
}

fn stamp(path: &Path) -> Option<FileStamp> {
    let about = fs::metadata(path).ok()?;
    Some((about.modified().ok(), about.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_seen_once_and_a_file_that_is_gone_is_told_from_it() {
        let folder = tempfile::tempdir().unwrap();
        let (sheet, other) = (folder.path().join("s.txt"), folder.path().join("s.new"));
        fs::write(&sheet, "P(Yes) = 1").unwrap();
        for paths in [vec![sheet.clone()], vec![folder.path().to_path_buf()]] {
            fs::write(&sheet, "P(Yes) = 1").unwrap();
            let first = FileStamps::of(&paths);
            assert_eq!(first.look(&paths).0, Seen::Same);
            fs::write(&other, "P(Yes) = 9/14").unwrap();
            fs::rename(&other, &sheet).unwrap();
            let (seen, second) = first.look(&paths);
            assert_eq!((seen, second.look(&paths).0), (Seen::Changed, Seen::Same));
            fs::remove_file(&sheet).unwrap();
            assert_eq!(second.look(&paths).0, Seen::Gone(sheet.clone()));
        }
    }
}
