//! What the workbench did, for reports of what went wrong: written where it is asked for, and bounded. Of the data it has
//! paths and sizes, and nothing else.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::practice::progress::StateFolder;
use crate::text::shown;

/// The name of the file in the state folder.
const FILE: &str = "workbench.log";
/// How each run begins; a file that begins otherwise is no log, and is left alone.
const HEAD: &str = "posterior log";
/// Bytes of a file after which the next run begins it anew, and that one run may write.
const MOST: u64 = 1 << 20;
/// Characters of a line.
const LONGEST: usize = 500;

struct Log {
    file: File,
    begun: Instant,
    left: u64,
}

static LOG: Mutex<Option<Log>> = Mutex::new(None);

/// Where it is written when no file is named; `None` where there is no home folder.
pub fn path() -> Option<std::path::PathBuf> {
    StateFolder::of_user().path().map(|folder| folder.join(FILE))
}

/// Begins to write to a file, behind what earlier runs wrote.
///
/// # Errors
/// When the file cannot be written, or is no log.
pub fn begin(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)?;
    }
    let is_file = !path.exists() || path.is_file();
    let file = OpenOptions::new().read(is_file).append(true).create(is_file).open(path)?;
    let length = if is_file { file.metadata()?.len() } else { 0 };
    if length > 0 {
        let mut head = String::new();
        let read = (&file).take(HEAD.len() as u64).read_to_string(&mut head);
        if read.is_err() || head != HEAD {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "it is there already, and is no log"));
        }
    }
    if length > MOST {
        file.set_len(0)?;
    }
    let mut log = Log { file, begun: Instant::now(), left: MOST };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    log.write(&format!(
        "{HEAD}: version {}, begun at {now} (seconds since 1970)",
        env!("CARGO_PKG_VERSION")
    ))?;
    if let Ok(mut kept) = LOG.lock() {
        *kept = Some(log);
    }
    Ok(())
}

/// Writes a line, if a log was begun. What cannot be written is not told: it would be in the way of the work.
pub fn note(line: fmt::Arguments<'_>) {
    let Ok(mut log) = LOG.try_lock() else { return };
    if let Some(log) = log.as_mut() {
        let at = log.begun.elapsed();
        let _ = log.write(&format!("{:>9.3} s  {line}", at.as_secs_f64()));
    }
}

impl Log {
    fn write(&mut self, line: &str) -> io::Result<()> {
        let line = shown(line);
        let mut line: String = line.chars().take(LONGEST).chain(['\n']).collect();
        let length = line.len() as u64;
        if self.left == 0 {
            return Ok(());
        }
        if length > self.left {
            line = "the log is full: nothing more is written of this run\n".to_owned();
        }
        self.left = self.left.saturating_sub(length);
        self.file.write_all(line.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_writes_so_much_and_the_next_begins_a_long_file_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state/log");
        begin(&path).unwrap();
        (0..20_000).for_each(|_| note(format_args!("{}", "x".repeat(100))));
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(HEAD) && text.ends_with("of this run\n"), "{}", &text[text.len() - 200..]);
        assert!(text.len() as u64 <= MOST + 100);
        *LOG.lock().unwrap() = None;
        std::fs::write(&path, format!("{text}{text}")).unwrap();
        begin(&path).unwrap();
        note(format_args!("opened {}\u{1b}[2J", "a.csv"));
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!((text.lines().count(), text.contains('\u{1b}')), (2, false), "{text}");
        *LOG.lock().unwrap() = None;
        let data = folder.path().join("data.csv");
        std::fs::write(&data, "a,b\n1,2\n").unwrap();
        assert!(begin(&data).is_err(), "what is no log is not written to");
        assert_eq!(std::fs::read_to_string(&data).unwrap(), "a,b\n1,2\n");
    }
}
