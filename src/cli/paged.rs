//! Standard output: on a terminal through a pager where the text is longer than the screen, and with colours where they
//! are wanted.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write, stdout};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::ColorChoice;
use clap::Args;

use super::flags::WordChoice;
use crate::app::terminal;
use crate::text::display_width;

#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Output")]
pub(super) struct Printing {
    /// Colours of what is printed: auto, always or never; auto heeds NO_COLOR and CLICOLOR_FORCE
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_default_value = true, value_parser = WordChoice(&COLOURS))]
    #[arg(global = true, hide_possible_values = true, hide_short_help = true)]
    color: ColorChoice,
    /// Print long text without a pager: by default $PAGER or less shows it
    #[arg(long, global = true, hide_short_help = true)]
    no_pager: bool,
}

const COLOURS: [(&str, ColorChoice); 3] =
    [("auto", ColorChoice::Auto), ("always", ColorChoice::AlwaysAnsi), ("never", ColorChoice::Never)];

static NO_PAGER: AtomicBool = AtomicBool::new(false);

impl Printing {
    pub(super) fn begin(self) {
        self.color.write_global();
        NO_PAGER.store(self.no_pager, Ordering::Relaxed);
    }
}

/// The flags of printing may be before the command, as in `posterior --no-pager show x`.
pub(super) fn after_command(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let mut flags = 0;
    while let Some(word) = arguments.get(1 + flags).and_then(|word| word.to_str()) {
        flags += match word {
            "--color" => 2,
            word if word == "--no-pager" || word.starts_with("--color=") => 1,
            _ => break,
        };
    }
    let is_flag = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
    if arguments.get(1 + flags).is_some_and(|word| !is_flag(word)) {
        arguments.get_mut(1..2 + flags).into_iter().for_each(|words| words.rotate_right(1));
    }
    arguments
}

/// The colours of the help and of what is wrong with the arguments, which are not read yet.
pub(super) fn colours_of_help(arguments: &[OsString]) -> clap::ColorChoice {
    let words = || arguments.iter().filter_map(|word| word.to_str());
    let next = words().skip_while(|word| *word != "--color").nth(1);
    match words().find_map(|word| word.strip_prefix("--color=")).or(next) {
        Some("always") => clap::ColorChoice::Always,
        Some("never") => clap::ColorChoice::Never,
        _ => clap::ColorChoice::Auto,
    }
}

fn pager() -> Option<Vec<String>> {
    let wanted = !NO_PAGER.load(Ordering::Relaxed) && stdout().is_terminal();
    if !wanted || env::var("TERM").map_or(true, |term| matches!(term.as_str(), "" | "dumb")) {
        return None;
    }
    let words = shlex::split(&env::var("PAGER").unwrap_or_else(|_| "less".to_owned()))?;
    words.first().is_some_and(|word| word != "cat").then_some(words)
}

pub(super) enum PagedOutput {
    /// Not yet longer than the screen, whose columns and rows are given.
    Short {
        text: Vec<u8>,
        screen: [usize; 2],
        pager: Vec<String>,
    },
    Open {
        out: Box<dyn Write>,
        pager: Option<Child>,
    },
}

impl PagedOutput {
    /// With `plain`, for readers of screens, without a pager.
    pub(super) fn new(plain: bool) -> PagedOutput {
        let screen = terminal::size().map(|(width, height)| [width.into(), height.into()]);
        match (pager().filter(|_| !plain), screen) {
            (Some(pager), Some(screen)) => PagedOutput::Short { text: Vec::new(), screen, pager },
            _ => straight(),
        }
    }

    /// Writes what is left, and waits until the pager is left.
    pub(super) fn end(self) -> io::Result<()> {
        match self {
            PagedOutput::Short { text, .. } => {
                let mut out = stdout().lock();
                out.write_all(&text).and_then(|()| out.flush())
            }
            PagedOutput::Open { mut out, pager } => {
                let written = out.flush();
                // This closes the pipe, so the pager knows the end.
                drop(out);
                pager.map_or(Ok(()), |mut pager| pager.wait().map(drop))?;
                written
            }
        }
    }
}

fn straight() -> PagedOutput {
    PagedOutput::Open { out: Box::new(BufWriter::new(stdout().lock())), pager: None }
}

fn is_longer(text: &[u8], [width, height]: [usize; 2]) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut left = height;
    text.lines().any(|line| {
        left = left.saturating_sub(display_width(line).div_ceil(width).max(1));
        left == 0
    })
}

fn start(words: &[String]) -> PagedOutput {
    let Some((program, arguments)) = words.split_first() else { return straight() };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    // What git does: end at once where all fits, show colours, and leave the text on the screen.
    if env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    let started = command.spawn().ok().and_then(|mut pager| Some((pager.stdin.take()?, pager)));
    let Some((text, pager)) = started else { return straight() };
    // Ctrl+C is the pager's while it runs: to end before it would leave it with the shell on one terminal.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::default());
    PagedOutput::Open { out: Box::new(BufWriter::new(text)), pager: Some(pager) }
}

impl Write for PagedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            PagedOutput::Short { text, screen, pager } => {
                text.extend_from_slice(bytes);
                if is_longer(text, *screen) {
                    let text = std::mem::take(text);
                    *self = start(pager);
                    self.write_all(&text)?;
                }
                Ok(bytes.len())
            }
            PagedOutput::Open { out, .. } => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            PagedOutput::Short { .. } => Ok(()),
            PagedOutput::Open { out, .. } => out.flush(),
        }
    }
}
