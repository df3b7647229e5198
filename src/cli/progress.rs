//! How far long work is, on standard error where that is a terminal: a pipe is not disturbed.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often it is told.
const EVERY: Duration = Duration::from_millis(500);

/// Does some work, and tells `words` in one line from time to time until it is done.
pub(super) fn telling<T>(words: impl Fn() -> String + Send, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (done, wait) = mpsc::channel::<()>();
        scope.spawn(move || {
            while wait.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let _ = io::stderr().write_all(format!("\r\x1b[K{}", words()).as_bytes());
            }
            let _ = io::stderr().write_all(b"\r\x1b[K");
        });
        let out = work();
        drop(done);
        out
    })
}
