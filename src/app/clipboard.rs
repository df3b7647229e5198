//! The clipboards a text can be copied to, and the message about the copy.

use std::path::PathBuf;

use crate::app::words::clip;
use crate::text::{shown, shown_lines};

/// Bytes of the longest text sent to a terminal: as base64 they are 100 kB.
pub const LONGEST: usize = 75_000;
/// Columns of a text in the sentence that reports the copy.
const NAMED: usize = 44;

#[derive(Clone, Debug)]
pub struct Copying {
    pub what: String,
    pub text: String,
}

/// A program that fills the clipboard from its standard input, with its arguments.
pub type CopyCommand = &'static [&'static str];

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Copied {
    Program(&'static str),
    /// The terminal got an escape sequence, OSC 52, which it does not answer.
    Terminal,
    File(PathBuf),
    Failed(String),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clipboards {
    /// The terminal may know OSC 52.
    pub terminal: bool,
    pub programs: Vec<CopyCommand>,
}

impl Clipboards {
    pub fn from_env() -> Clipboards {
        Clipboards::of(|name| std::env::var(name).unwrap_or_default())
    }

    pub fn of(value: impl Fn(&str) -> String) -> Clipboards {
        let is_set = |name: &str| !value(name).is_empty();
        let remote = ["SSH_TTY", "SSH_CONNECTION", "SSH_CLIENT"].into_iter().any(is_set);
        let programs: [(bool, CopyCommand); 6] = [
            // tmux asks the terminal itself, and by default drops the OSC 52 of the programs in it.
            (is_set("TMUX"), &["tmux", "load-buffer", "-w", "-"]),
            (!remote && is_set("WAYLAND_DISPLAY"), &["wl-copy"]),
            (!remote && is_set("DISPLAY"), &["xclip", "-in", "-selection", "clipboard"]),
            (!remote && is_set("DISPLAY"), &["xsel", "--input", "--clipboard"]),
            (!remote && cfg!(target_os = "macos"), &["pbcopy"]),
            (!remote && (cfg!(windows) || is_set("WSL_DISTRO_NAME")), &["clip.exe"]),
        ];
        Clipboards {
            terminal: cfg!(windows) || !matches!(value("TERM").as_str(), "" | "dumb" | "linux"),
            programs: programs
                .into_iter()
                .filter(|(usable, _)| *usable)
                .map(|(_, command)| command)
                .collect(),
        }
    }
}

impl Copying {
    /// Makes the text safe to paste: control characters of the data are written out.
    pub fn new(what: impl Into<String>, text: &str) -> Copying {
        Copying { what: what.into(), text: shown_lines(text).into_owned() }
    }

    pub fn short(text: &str) -> Copying {
        let line = text.trim().lines().next().unwrap_or_default();
        Copying::new(format!("“{}”", clip(&shown(line), NAMED)), text)
    }

    pub fn report(&self, copied: &Copied) -> String {
        let what = &self.what;
        match copied {
            Copied::Program(program) => format!("Copied {what} with {program}."),
            Copied::Terminal => format!("Copied {what} through the terminal (OSC 52)."),
            Copied::File(file) => {
                let why = if self.text.len() > LONGEST {
                    "Too long for the terminal"
                } else {
                    "No clipboard found"
                };
                format!("{why}: wrote {what} to {}", shown(&file.to_string_lossy()))
            }
            Copied::Failed(why) => format!("Nothing was copied: {why}."),
        }
    }
}
