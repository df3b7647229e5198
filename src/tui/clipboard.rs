//! The ways out of the program for a text: the clipboard of this computer, tmux, the terminal, and at last a file.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;

use crate::practice::progress::StateFolder;
use crate::table::write_file;
use crate::workbench::{App, Copied, Copying, Job, Lane, Reach, Route};

/// The file of the last resort.
const FILE: &str = "copied.txt";

/// The local clipboard is kept: on X11 and Wayland the program itself hands out what it copied.
pub struct Clipboard {
    reach: Reach,
    local: Arc<Mutex<Option<arboard::Clipboard>>>,
    folder: StateFolder,
}

impl Clipboard {
    pub fn new() -> Clipboard {
        Clipboard { reach: Reach::read(), local: Arc::default(), folder: StateFolder::of_user() }
    }

    /// Copies a text: where it goes through the terminal at once, else on another thread, since a desktop may not answer.
    pub fn copy(
        &self,
        app: &mut App,
        copying: Copying,
        terminal: &mut impl Write,
    ) -> io::Result<Option<Job>> {
        let mut routes = self.reach.routes(copying.text.len());
        if copying.refused {
            routes.retain(|route| matches!(route, Route::Terminal | Route::File));
        }
        if routes.first() == Some(&Route::Terminal) {
            execute!(terminal, CopyToClipboard::to_clipboard_from(&copying.text))?;
            app.say(copying.said(&Copied::By(Route::Terminal)));
            return Ok(None);
        }
        let asked = routes.contains(&Route::Terminal);
        routes.retain(|route| !asked || matches!(route, Route::Local | Route::Tmux));
        let (local, folder) = (Arc::clone(&self.local), self.folder.path().map(|folder| folder.join(FILE)));
        let work = move || {
            let mut found = Err("there is no clipboard, and no folder to write it to".to_owned());
            for route in routes {
                found = by(route, &copying.text, &local, folder.as_ref());
                if found.is_ok() {
                    break;
                }
            }
            (copying, found)
        };
        Ok(Some(app.jobs.start(Lane::Copy, "", work, move |app, (copying, found)| match found {
            Err(_) if asked => Some(Job::Copy(Copying { refused: true, ..copying })),
            found => {
                app.say(copying.said(&found.unwrap_or_else(Copied::Not)));
                None
            }
        })))
    }
}

fn by(
    route: Route,
    text: &str,
    local: &Mutex<Option<arboard::Clipboard>>,
    file: Option<&PathBuf>,
) -> Result<Copied, String> {
    let found = match (route, file) {
        (Route::Local, _) => desktop(text, local).map_err(|error| error.to_string()),
        (Route::Tmux, _) => tmux(text).map_err(|error| error.to_string()),
        (Route::File, Some(file)) => {
            let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
            let written = folder.and_then(|()| write_file(file, text, true));
            return written.map(|()| Copied::In(file.clone())).map_err(|error| error.to_string());
        }
        (Route::File | Route::Terminal, _) => Err("there is no folder to write it to".to_owned()),
    };
    found.map(|()| Copied::By(route))
}

fn desktop(text: &str, local: &Mutex<Option<arboard::Clipboard>>) -> Result<(), arboard::Error> {
    let mut local = local.lock().unwrap_or_else(PoisonError::into_inner);
    let clipboard = match local.take() {
        Some(clipboard) => clipboard,
        None => arboard::Clipboard::new()?,
    };
    local.insert(clipboard).set_text(text)
}

/// Since tmux 3.2; it asks the terminal itself, while it does not pass on that others ask.
fn tmux(text: &str) -> io::Result<()> {
    let mut tmux = Command::new("tmux")
        .args(["load-buffer", "-w", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let sent = tmux.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(text.as_bytes()));
    let ended = tmux.wait()?;
    sent.and(if ended.success() { Ok(()) } else { Err(io::Error::other("tmux refused it")) })
}
