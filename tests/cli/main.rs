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

use tempfile::TempDir;

/// An empty folder, which goes with the test, and the paths of the files in it.
fn folder() -> (TempDir, impl Fn(&str) -> String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().to_path_buf();
    (folder, move |name: &str| path.join(name).to_string_lossy().into_owned())
}

/// Writes a file into a folder, and gives its path.
fn written(folder: &TempDir, name: &str, text: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

/// Runs what must end with this status and a message of these parts, and gives the message.
fn fails(status: i32, arguments: &[&str], parts: &[&str]) -> String {
    let (ended, _, said) = program::ended(arguments);
    assert_eq!(ended, status, "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: {part:?} is not in {said}");
    }
    said
}
