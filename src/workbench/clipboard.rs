//! By which route a text is copied, and what is said of it. What the routes are is for the terminal.

use std::path::PathBuf;

use super::words::clip;
use crate::text::{shown, shown_lines};

/// Bytes of the longest text that a terminal is asked to copy: as base64 they are 100 kB.
pub const LONGEST: usize = 75_000;
/// Columns of a text in the sentence that says that it was copied.
const NAMED: usize = 44;

/// A text to be copied.
#[derive(Clone, Debug)]
pub struct Copying {
    /// What it is, in the sentence that says where it went.
    pub what: String,
    pub text: String,
    /// Whether the nearer routes did not take it.
    pub refused: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// The clipboard of this computer.
    Local,
    /// The buffer of tmux, which asks the terminal.
    Tmux,
    /// The terminal is asked by an escape sequence, OSC 52, and does not answer.
    Terminal,
    /// A file of the state folder.
    File,
}

/// Where a copy went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Copied {
    By(Route),
    In(PathBuf),
    Not(String),
}

/// What the environment says of clipboards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The terminal is another computer's.
    pub remote: bool,
    pub tmux: bool,
    /// There is a desktop with a clipboard.
    pub display: bool,
    /// The terminal may know OSC 52.
    pub terminal: bool,
}

impl Reach {
    pub fn read() -> Reach {
        Reach::of(
            |name| std::env::var_os(name).is_some_and(|value| !value.is_empty()),
            |name| std::env::var(name).unwrap_or_default(),
        )
    }

    /// The same of any environment: whether a variable is set, and to what.
    pub fn of(is_set: impl Fn(&str) -> bool, value: impl Fn(&str) -> String) -> Reach {
        let desktop = cfg!(any(windows, target_os = "macos"));
        Reach {
            remote: ["SSH_TTY", "SSH_CONNECTION", "SSH_CLIENT"].into_iter().any(&is_set),
            tmux: is_set("TMUX"),
            display: desktop || is_set("WAYLAND_DISPLAY") || is_set("DISPLAY"),
            terminal: cfg!(windows) || !matches!(value("TERM").as_str(), "" | "dumb" | "linux"),
        }
    }

    /// The routes of so many bytes, each to be tried where the one before does not take them.
    pub fn routes(self, bytes: usize) -> Vec<Route> {
        let short = bytes <= LONGEST;
        let local = self.display && !self.remote;
        let all = [
            (self.tmux && short, Route::Tmux),
            (local && !(self.tmux && short), Route::Local),
            (self.terminal && short, Route::Terminal),
            (true, Route::File),
        ];
        all.into_iter().filter(|(open, _)| *open).map(|(_, route)| route).collect()
    }
}

impl Copying {
    /// The text as it is safe to paste: nothing of the data in it is taken for keys.
    pub fn new(what: impl Into<String>, text: &str) -> Copying {
        Copying { what: what.into(), text: shown_lines(text).into_owned(), refused: false }
    }

    /// A short text, which is named by itself.
    pub fn short(text: &str) -> Copying {
        let line = text.trim().lines().next().unwrap_or_default();
        Copying::new(format!("“{}”", clip(&shown(line), NAMED)), text)
    }

    /// What is said once it went somewhere.
    pub fn said(&self, copied: &Copied) -> String {
        let what = &self.what;
        let path = |path: &PathBuf| shown(&path.to_string_lossy()).into_owned();
        match copied {
            Copied::By(Route::Local) => format!("Copied {what} to the clipboard."),
            Copied::By(Route::Tmux) => {
                format!("Copied {what} to tmux; the terminal was asked, too (OSC 52).")
            }
            Copied::By(Route::Terminal | Route::File) => {
                format!("Copied {what}; the terminal was asked (OSC 52).")
            }
            Copied::In(file) if self.text.len() > LONGEST => {
                format!("Too long for the terminal: {what} is in {}", path(file))
            }
            Copied::In(file) => format!("No clipboard is in reach: {what} is in {}", path(file)),
            Copied::Not(why) => format!("Nothing was copied: {why}."),
        }
    }
}
