//! A command that reads a query and writes CSV: how an engine that has the rows is asked.
//!
//! The command is never run by a shell. Its output is bounded, it can be stopped, and what it says is shown where it fails.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
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

/// How long a query may take.
const LONGEST: Duration = Duration::from_secs(6 * 60 * 60);

/// How often it is looked whether the command has ended.
const PAUSE: Duration = Duration::from_millis(15);

/// The most that is kept of what a command complains of.
const COMPLAINT: u64 = 1 << 14;

impl Via {
    /// What the engine answers to a query, as CSV.
    ///
    /// # Errors
    /// When the command cannot be started, fails, writes nothing or more than is read, takes too long, or was stopped.
    pub fn ask(&self, query: &str, watch: Option<&Watch>) -> Result<Vec<u8>, TableError> {
        let name = self.command.first().map_or("", String::as_str);
        let failed = |what: String, fix: &str| TableError::new("no_data", &self.table, what, fix);
        let mut command = Command::new(name);
        command.args(self.command.iter().skip(1));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| {
            let why = plain(&error).replace("such file", "such program");
            failed(format!("“{}” cannot be started: {why}", shown(name)), "Check the command behind --via.")
        })?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let query = query.to_owned();
        // A command may end without reading all of the query: then it says why itself.
        let write = thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(query.as_bytes())));
        let read = |from: Option<Box<dyn Read + Send>>, limit: u64| {
            thread::spawn(move || {
                let mut bytes = Vec::new();
                let read = from.map(|from| from.take(limit).read_to_end(&mut bytes));
                (bytes, read.is_none_or(|read| read.is_ok()))
            })
        };
        let out = read(stdout.map(|out| Box::new(out) as Box<dyn Read + Send>), LIMIT + 1);
        let complaint = read(stderr.map(|err| Box::new(err) as Box<dyn Read + Send>), COMPLAINT);
        let ended = wait(&mut child, watch, &|| out.is_finished());
        let (bytes, whole) = out.join().unwrap_or_default();
        let (said, _) = complaint.join().unwrap_or_default();
        let _ = write.join();
        let said = brief(String::from_utf8_lossy(&said).trim());
        match ended {
            Ended::Stopped => Err(TableError::stopped(&self.table)),
            Ended::TooLong => {
                let hours = LONGEST.as_secs() / 3600;
                Err(failed(
                    format!("{} took longer than {hours} hours", quoted(name)),
                    "Ask it for fewer rows.",
                ))
            }
            Ended::With(status) if !status.is_some_and(|status| status.success()) => {
                let code = status.and_then(|status| status.code());
                let code =
                    code.map_or_else(|| "by a signal".to_owned(), |code| format!("with status {code}"));
                let what = format!(
                    "{} ended {code}{}",
                    quoted(name),
                    if said.is_empty() { String::new() } else { format!(": {said}") }
                );
                Err(failed(what, "The query that it was asked is printed by posterior sql."))
            }
            Ended::With(_) if bytes.len() as u64 > LIMIT => Err(failed(
                format!("{} wrote more than {LIMIT} bytes", quoted(name)),
                "Leave out columns of very many values.",
            )),
            Ended::With(_) if bytes.is_empty() || !whole => Err(failed(
                format!(
                    "{} wrote nothing{}",
                    quoted(name),
                    if said.is_empty() { String::new() } else { format!(": {said}") }
                ),
                "The command must write CSV with a header: duckdb my.db -csv, psql --csv, sqlite3 -csv -header my.db.",
            )),
            Ended::With(_) => Ok(bytes),
        }
    }
}

enum Ended {
    With(Option<std::process::ExitStatus>),
    Stopped,
    TooLong,
}

/// Waits until a command ends; one that is stopped, or that nobody listens to any more, is ended.
fn wait(child: &mut Child, watch: Option<&Watch>, is_read: &dyn Fn() -> bool) -> Ended {
    let begun = Instant::now();
    let mut read_at = None;
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Ended::With(Some(status));
        }
        let stopped = watch.is_some_and(|watch| watch.stop.load(Ordering::Relaxed));
        let late = begun.elapsed() > LONGEST;
        // Who has written all that is read of it has a moment to end.
        if is_read() {
            read_at.get_or_insert_with(Instant::now);
        }
        let idle = read_at.is_some_and(|at: Instant| at.elapsed() > Duration::from_secs(10));
        if stopped || late || idle {
            let _ = child.kill();
            let status = child.wait().ok();
            return match (stopped, late) {
                (true, _) => Ended::Stopped,
                (_, true) => Ended::TooLong,
                _ => Ended::With(status),
            };
        }
        thread::sleep(PAUSE);
    }
}
