//! Copying: numbers and tables in every format, the clipboards, and the message about the copy.

use crate::app::prelude::*;
use crate::app::session::{command_line, recipe_file};
use crate::report::json::{Answer, opened, steps};
use crate::report::{Block, in_short};
use crate::text::shown_lines;
use crate::worked::{Step, derive};

/// Cells of the largest table that is made in memory.
pub const CELLS: usize = 200_000;

/// The text to copy, or why it cannot be copied.
pub type Found<'a> = Result<Extract<'a>, String>;

/// Returns what can be copied from the current screen; `None` for what it does not have.
pub(crate) fn extract(app: &App, what: What) -> Option<Found<'_>> {
    match what {
        What::Command | What::Recipe if app.session.sealed => None,
        What::Screen => line(String::new()),
        What::Command => line(command_line(app)?.0),
        What::Recipe => line(recipe_file(app, Path::new(""))?),
        _ => app.handler().extract(app, what),
    }
}

pub fn copy(app: &mut App) -> Option<Job> {
    let found = extract(app, What::Marked).map(|found| found.map(|extract| extract.written(Format::Text)));
    match found {
        Some(Ok(Some(text))) => return Some(Job::Copy(Copying::short(text.trim_end_matches('\n')))),
        Some(Err(why)) => app.say(why),
        Some(Ok(None)) | None => app.say("Nothing is selected here. Press Y to choose what to copy."),
    }
    None
}

pub(crate) fn line(text: String) -> Option<Found<'static>> {
    Some(Ok(Extract::default().line(move || text.clone())))
}

pub(crate) fn within(cells: usize, command: &str) -> Result<(), String> {
    if cells <= CELLS {
        return Ok(());
    }
    Err(format!(
        "{} numbers are too many to copy. Use posterior {command} to write them to a file.",
        grouped(cells as u64)
    ))
}

pub(crate) fn number<'a>(app: &'a App, fitted: &'a Fitted, step: &'a Step, in_full: bool) -> Extract<'a> {
    let chain = if in_full { step.chain.clone() } else { in_short(step) };
    let line = chain.clone();
    let block = move || if in_full { Block::Formula(chain.clone()) } else { Block::Line(chain.clone()) };
    Extract::default()
        .line(move || Linear(app.settings.face()).chain(&line))
        .document(move || Document { blocks: vec![block()] })
        .json(move || steps(fitted, vec![step.clone()], false).into_iter().next())
}

pub(crate) fn working<'a>(
    app: &'a App,
    fitted: &'a Fitted,
    case: Option<&'a Case>,
    of: Quantity,
) -> Option<Found<'a>> {
    let study = app.session.study.as_deref()?;
    let quantity = of.clone();
    let document = move || report::one_quantity(fitted, case, &quantity).unwrap_or_default();
    Some(Ok(Extract::default().document(document).json(move || {
        let steps = derive(fitted, case, &of).ok()?;
        Some(Answer::new(study, Some(fitted), opened(fitted, &of, &[], steps, false)))
    })))
}

/// Bytes of the longest text sent to a terminal: as base64 they are 100 kB.
pub const LONGEST: usize = 75_000;
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
