//! The program as a shell runs it.

#![allow(dead_code, reason = "each test file uses a part of it")]

use assert_cmd::Command;
use serde_json::Value;

/// Runs it: exit status, standard output, standard error.
pub fn ended(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_posterior"))
        .args(arguments)
        .env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"))
        .output()
        .expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("a status"), text(output.stdout), text(output.stderr))
}

/// What it prints where all is well.
pub fn printed(arguments: &[&str]) -> String {
    let (status, printed, said) = ended(arguments);
    assert_eq!(status, 0, "{arguments:?}: {said}");
    printed
}

/// The same as JSON, which the arguments ask for.
pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).expect("JSON")
}
