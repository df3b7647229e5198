//! The program as a shell runs it.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Runs the program: exit status, standard output, standard error.
pub fn ended(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_posterior"));
    command.args(arguments).env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    outcome(command.output().expect("it runs"))
}

pub fn outcome(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("a status"), text(output.stdout), text(output.stderr))
}

/// Runs a command with a text as standard input.
pub fn fed(command: &mut Command, text: &str) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("piped");
    let text = text.to_owned();
    // A program that ends before it has read all breaks the pipe.
    let writer = std::thread::spawn(move || _ = stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("written");
    output
}

/// Runs the program, which must succeed: its standard output.
pub fn printed(arguments: &[&str]) -> String {
    let (status, out, err) = ended(arguments);
    assert_eq!(status, 0, "{arguments:?}: {err}");
    out
}

/// The same as JSON, which the arguments ask for.
pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).expect("JSON")
}
