//! Copies a text: the terminal is asked by OSC 52, then the first clipboard program that is installed gets it, too.
//! Where there is neither, it becomes a file.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;

use crate::practice::progress::StateFolder;
use crate::table::write_file;
use crate::workbench::clipboard::{CopyCommand, LONGEST};
use crate::workbench::{App, Clipboards, Copied, Copying, Job, Lane};

const FILE: &str = "copied.txt";

pub struct Clipboard {
    clipboards: Clipboards,
    folder: StateFolder,
}

impl Clipboard {
    pub fn new() -> Clipboard {
        Clipboard { clipboards: Clipboards::from_env(), folder: StateFolder::of_user() }
    }

    /// Copies a text. Programs and files are left to another thread, since a desktop may not answer.
    pub fn copy(
        &self,
        app: &mut App,
        copying: Copying,
        terminal: &mut impl Write,
    ) -> io::Result<Option<Job>> {
        let by_terminal = self.clipboards.terminal && copying.text.len() <= LONGEST;
        if by_terminal {
            execute!(terminal, CopyToClipboard::to_clipboard_from(&copying.text))?;
        }
        let (programs, file) =
            (self.clipboards.programs.clone(), self.folder.path().map(|path| path.join(FILE)));
        let work = move || {
            let copied = match programs.into_iter().find(|program| pipe(program, &copying.text).is_ok()) {
                Some(program) => Copied::Program(program.first().copied().unwrap_or_default()),
                None if by_terminal => Copied::Terminal,
                None => save(&copying.text, file),
            };
            copying.report(&copied)
        };
        Ok(Some(app.jobs.start(Lane::Copy, "", work, move |app, report| {
            app.say(report);
            None
        })))
    }
}

fn save(text: &str, file: Option<PathBuf>) -> Copied {
    let Some(file) = file else {
        return Copied::Failed("there is no clipboard, and no folder to write it to".to_owned());
    };
    let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
    match folder.and_then(|()| write_file(&file, text, true)) {
        Ok(()) => Copied::File(file),
        Err(error) => Copied::Failed(error.to_string()),
    }
}

fn pipe(command: CopyCommand, text: &str) -> io::Result<()> {
    let (program, arguments) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
    let mut running = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let sent = running.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(text.as_bytes()));
    let ended = running.wait()?;
    sent.and(if ended.success() { Ok(()) } else { Err(io::Error::other("the program failed")) })
}
