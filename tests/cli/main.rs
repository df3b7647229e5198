//! The program as it is run from a shell.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../models/mod.rs"]
mod models;
#[path = "../program/mod.rs"]
mod program;

mod agreement;
mod check;
mod cli;
mod command_line;
mod compare;
mod exercise;
mod formats;
mod json;
mod mark;
mod moodle;
mod pages;
mod plot;
mod predict;
mod published_page;
mod random_exercises;
mod recipe_again;
mod resources;
mod sums;
mod teacher;
mod untrusted;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// A folder in which commands run, and which is removed after the test.
struct Folder {
    path: PathBuf,
    _temporary: Option<TempDir>,
}

impl Folder {
    fn new() -> Folder {
        let temporary = TempDir::new().unwrap();
        Folder { path: temporary.path().to_path_buf(), _temporary: Some(temporary) }
    }

    fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder::new();
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    /// The folder of the package, in which no test writes.
    fn package() -> Folder {
        Folder { path: env!("CARGO_MANIFEST_DIR").into(), _temporary: None }
    }

    fn at(&self, name: &str) -> String {
        self.path.join(name).to_string_lossy().into_owned()
    }

    /// Writes a file, and the folders it is in.
    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path.join(name)).unwrap()
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
        command.current_dir(&self.path).args(words(line));
        command.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
        command
    }

    /// Runs a command: its exit status, standard output and standard error.
    fn run(&self, line: &str) -> (i32, String, String) {
        program::outcome(self.command(line).output().unwrap())
    }

    fn fed(&self, line: &str, input: &str) -> (i32, String, String) {
        program::outcome(program::fed(&mut self.command(line), input))
    }

    /// Runs a command that must succeed.
    #[track_caller]
    fn prints(&self, line: &str) -> String {
        let (status, out, err) = self.run(line);
        assert_eq!(status, 0, "{line}: {err}");
        out
    }

    fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.prints(&format!("{line} --format json"))).unwrap()
    }

    /// Runs a command that must end with this status and a message that has these parts. Returns the message. A command
    /// that is refused prints nothing else, unless it is asked for JSON.
    #[track_caller]
    fn fails(&self, status: i32, line: &str, parts: &[&str]) -> String {
        let (found, out, err) = self.run(line);
        assert_eq!(found, status, "{line}: {err}");
        let is_silent = matches!(status, 2 | 3) && !line.contains("--format json");
        assert!(!is_silent || out.is_empty(), "{line}: {out}");
        contains(&err, parts, line);
        err
    }
}

fn run(line: &str) -> (i32, String, String) {
    Folder::package().run(line)
}

fn prints(line: &str) -> String {
    Folder::package().prints(line)
}

fn json(line: &str) -> Value {
    Folder::package().json(line)
}

fn fails(status: i32, line: &str, parts: &[&str]) -> String {
    Folder::package().fails(status, line, parts)
}

/// The words of a command line. Single quotes keep blanks.
fn words(line: &str) -> Vec<String> {
    let mut quoted = false;
    let words = line.split(|c: char| {
        quoted ^= c == '\'';
        c.is_whitespace() && !quoted
    });
    words.filter(|word| !word.is_empty()).map(|word| word.replace('\'', "")).collect()
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    contains(text, parts, "text");
}

/// Asserts that the output of a case has these parts.
#[track_caller]
fn contains(text: &str, parts: &[&str], case: &str) {
    for part in parts {
        assert!(text.contains(part), "{case}: {part:?} is not in {text}");
    }
}

/// A text on one line, with single blanks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A CSV of a header and rows that have their line ends.
fn table(header: &str, rows: impl Iterator<Item = String>) -> String {
    format!("{header}\n{}", rows.collect::<String>())
}

/// Numbers that look random, the same in every run.
fn random(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}
