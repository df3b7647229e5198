//! A command that reads a query and writes CSV: how an engine that has the rows is asked.
//!
//! The command is never run by a shell. Its output is bounded, it can be stopped, and what it says is shown where it fails.

use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::error::{TableError, quoted};
use super::file::plain;
use super::source::{LIMIT, Watch};
use crate::text::{brief, shown};

/// An engine that is asked by a command, and the table that is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Via {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// How the engine writes SQL: `duckdb`.
    pub dialect: String,
    /// The table, by its name or as a query in brackets.
    pub table: String,
    /// The column that tells rows apart.
    pub key: Option<String>,
    /// The query of a few rows, by which it is decided how columns are read.
    pub sample: String,
}

/// How much is taken of a command, and how long it may take.
#[derive(Clone, Copy)]
struct Bounds {
    /// Bytes of its answer.
    answer: u64,
    /// Bytes that are kept of what it says beside it; all of it is read, so that it is never kept waiting.
    said: u64,
    time: Duration,
    /// How long it may take to end when all is read, and to let go of its output when it has ended.
    grace: Duration,
}

const BOUNDS: Bounds = Bounds {
    answer: LIMIT,
    said: 1 << 14,
    time: Duration::from_secs(6 * 60 * 60),
    grace: Duration::from_secs(10),
};

/// How often it is looked whether the command has ended.
const PAUSE: Duration = Duration::from_millis(15);

impl Via {
    /// What the engine answers to a query, as CSV.
    ///
    /// # Errors
    /// When the command cannot be started, fails, writes nothing or more than is read, takes too long, or was stopped.
    pub fn ask(&self, query: &str, watch: Option<&Watch>) -> Result<Vec<u8>, TableError> {
        self.ask_within(query, watch, BOUNDS)
    }

    fn ask_within(&self, query: &str, watch: Option<&Watch>, bounds: Bounds) -> Result<Vec<u8>, TableError> {
        let name = self.command.first().map_or("", String::as_str);
        let failed = |what: String, fix: &str| TableError::new("no_data", &self.table, what, fix);
        let mut command = Command::new(name);
        command.args(self.command.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Who can be stopped from a screen is ended with all that it started; at a shell Ctrl+C reaches them by itself.
        let is_group = watch.is_some();
        if is_group {
            apart(&mut command);
        }
        let mut child = command.spawn().map_err(|error| {
            let why = plain(&error).replace("such file", "such program");
            failed(format!("“{}” cannot be started: {why}", shown(name)), "Check the command behind --via.")
        })?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let query = query.to_owned();
        // A command may end without reading all of the query: then it says why itself.
        thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(query.as_bytes())));
        let answer = read(stdout, bounds.answer + 1, false);
        let said = read(stderr, bounds.said, true);
        let mut answered = None;
        let ended = wait(&mut child, watch, bounds, || {
            answered = answered.take().or_else(|| answer.try_recv().ok());
            answered.is_some()
        });
        if matches!(ended, Ended::Stopped | Ended::TooLong) {
            end(&mut child, is_group);
        }
        let ended = match ended {
            Ended::Stopped => return Err(TableError::stopped(&self.table)),
            Ended::TooLong => {
                let hours = bounds.time.as_secs() / 3600;
                let what = format!("{} took longer than {hours} hours", quoted(name));
                return Err(failed(what, "Ask it for fewer rows."));
            }
            Ended::Idle => {
                end(&mut child, is_group);
                child.wait().ok()
            }
            Ended::With(status) => Some(status),
        };
        let answered = answered.or_else(|| answer.recv_timeout(bounds.grace).ok()).unwrap_or_default();
        let said = said.recv_timeout(bounds.grace).unwrap_or_default();
        let (said, excerpt) = complaint(&String::from_utf8_lossy(&said));
        let failed = |what: String, fix: &str| {
            let mut error = failed(what, fix);
            error.problem.excerpt.clone_from(&excerpt);
            error
        };
        if answered.len() as u64 > bounds.answer {
            let what = format!("{} wrote more than {} bytes", quoted(name), bounds.answer);
            return Err(failed(what, "Leave out columns of very many values."));
        }
        if !ended.is_some_and(|status| status.success()) {
            let code = ended.and_then(|status| status.code());
            let code = code.map_or_else(|| "by a signal".to_owned(), |code| format!("with status {code}"));
            let what = format!("{} ended {code}{said}", quoted(name));
            return Err(failed(what, "The query that it was asked is printed by posterior sql."));
        }
        if answered.is_empty() {
            return Err(failed(
                format!("{} wrote nothing{said}", quoted(name)),
                "The command must write CSV with a header: duckdb my.db -csv, psql --csv, sqlite3 -csv -header my.db.",
            ));
        }
        Ok(answered)
    }
}

/// Reads so many bytes in another thread, and where `all` says so what follows them, which is not kept.
fn read(from: Option<impl Read + Send + 'static>, most: u64, all: bool) -> Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut from) = from {
            let _ = from.by_ref().take(most).read_to_end(&mut bytes);
            if all {
                let _ = io::copy(&mut from, &mut io::sink());
            }
        }
        // Nobody may wait for it any more.
        let _ = send.send(bytes);
    });
    receive
}

/// Lines that are shown of what an engine complains of.
const LINES: usize = 8;

/// What a program said, behind a colon: its first line that speaks of an error, else its last one; and where there are more,
/// the last of them.
fn complaint(said: &str) -> (String, Vec<String>) {
    let lines: Vec<&str> = said.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
    let of_error = lines.iter().find(|line| line.to_lowercase().contains("error"));
    let told = of_error.or(lines.last()).map(|line| format!(": {}", brief(line.trim()))).unwrap_or_default();
    let from = lines.len().saturating_sub(LINES);
    let excerpt = lines.iter().skip(from).filter(|_| lines.len() > 1);
    (told, excerpt.map(|line| (*line).to_owned()).collect())
}

enum Ended {
    With(ExitStatus),
    /// All of its answer is read, and it does not end.
    Idle,
    Stopped,
    TooLong,
}

/// Waits until a command ends.
fn wait(
    child: &mut Child,
    watch: Option<&Watch>,
    bounds: Bounds,
    mut is_read: impl FnMut() -> bool,
) -> Ended {
    let begun = Instant::now();
    let mut read_at = None;
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Ended::With(status);
        }
        if watch.is_some_and(|watch| watch.stop.load(Ordering::Relaxed)) {
            return Ended::Stopped;
        }
        if begun.elapsed() > bounds.time {
            return Ended::TooLong;
        }
        if is_read() && read_at.get_or_insert_with(Instant::now).elapsed() > bounds.grace {
            return Ended::Idle;
        }
        thread::sleep(PAUSE);
    }
}

/// Starts a command in a group of its own.
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

/// Ends a command, and where it has a group of its own all that it started.
fn end(child: &mut Child, is_group: bool) {
    #[cfg(unix)]
    if is_group && let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = is_group;
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::Ordering;
    use std::thread;
    use std::time::{Duration, Instant};

    use super::{BOUNDS, Bounds, LINES, Via, complaint};
    use crate::table::Watch;

    fn shell(script: &str) -> Via {
        Via {
            command: ["sh", "-c", script].map(str::to_owned).into(),
            dialect: "duckdb".to_owned(),
            table: "t".to_owned(),
            key: None,
            sample: String::new(),
        }
    }

    fn what(via: &Via, bounds: Bounds) -> String {
        let answer = via.ask_within("SELECT 1;\n", None, bounds);
        answer.err().map(|error| error.problem.what).unwrap_or_default()
    }

    #[test]
    fn the_answer_is_read_up_to_its_bound_and_no_further() {
        let via = shell("cat");
        let bounds = Bounds { answer: 10, ..BOUNDS };
        assert_eq!(via.ask_within("SELECT 1;\n", None, bounds).unwrap(), b"SELECT 1;\n");
        let what = what(&via, Bounds { answer: 9, ..BOUNDS });
        assert!(what.ends_with("wrote more than 9 bytes"), "{what}");
    }

    #[test]
    fn one_that_complains_at_length_is_not_kept_waiting() {
        // More than any pipe holds.
        let via = shell("head -c 1000000 /dev/zero | tr '\\0' x >&2; echo a,b");
        let bounds = Bounds { said: 8, ..BOUNDS };
        assert_eq!(via.ask_within("", None, bounds).unwrap(), b"a,b\n");
        let what = what(&shell("echo 12345678901234567890 >&2; exit 4"), bounds);
        assert!(what.contains("ended with status 4: 12345678") && !what.contains("123456789"), "{what}");
    }

    #[test]
    fn of_what_is_said_the_error_is_told_and_the_last_lines_are_shown() {
        let told = |said: &str| complaint(said);
        assert_eq!(told(""), (String::new(), Vec::new()));
        assert_eq!(told("no such table\n"), (": no such table".to_owned(), Vec::new()));
        let trace = "Traceback (most recent call last):\n  File \"e.py\", line 3\n\nCatalogError: no table t\nLINE 1: FROM t\n";
        let (what, lines) = told(trace);
        assert_eq!((what.as_str(), lines.len()), (": CatalogError: no table t", 4));
        let many: String = (0..LINES + 2).map(|line| format!("line {line}\n")).collect();
        let (what, lines) = told(&many);
        assert_eq!(
            (what, lines.len(), lines[0].as_str()),
            (format!(": line {}", LINES + 1), LINES, "line 2")
        );
    }

    #[test]
    fn one_that_is_stopped_ends_with_all_that_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let alive = folder.path().join("alive");
        // The shell waits for another program, which holds its output.
        let script = format!("(while :; do touch '{}'; sleep 0.05; done); true", alive.display());
        let watch = Arc::new(Watch::default());
        let stopped = Arc::clone(&watch);
        let asked = thread::spawn(move || shell(&script).ask_within("", Some(&stopped), BOUNDS));
        let begun = Instant::now();
        while !alive.exists() && begun.elapsed() < Duration::from_secs(30) {
            thread::sleep(Duration::from_millis(10));
        }
        watch.stop.store(true, Ordering::Relaxed);
        assert!(asked.join().unwrap().unwrap_err().problem.what.contains("was stopped"));
        std::fs::remove_file(&alive).unwrap();
        thread::sleep(Duration::from_millis(300));
        assert!(!alive.exists(), "what it started goes on");
    }

    #[test]
    fn who_has_written_all_and_does_not_end_is_ended() {
        let bounds = Bounds { grace: Duration::from_millis(200), ..BOUNDS };
        let what = what(&shell("echo a; exec >&-; exec sleep 60"), bounds);
        assert!(what.contains("ended by a signal"), "{what}");
        let what = self::what(&shell("exec sleep 60"), Bounds { time: Duration::from_millis(100), ..BOUNDS });
        assert!(what.contains("took longer than"), "{what}");
    }
}
