//! Sets the terminal up and restores it exactly once: at the end of the program, after a panic on any thread, or after a
//! signal. A shell restores it if the program is killed.
//!
//! Frames are written through a separate handle, a whole frame at a time, and only until the terminal is restored. So a
//! signal thread can restore it without waiting for a lock of a blocked writer, and a late frame is dropped instead of
//! appearing in the user's shell.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use crate::app::copying::{CopyCommand, LONGEST};
use crate::app::dialogs::save::write_state;
use crate::app::prelude::*;
use crate::app::terminal::events::LoopEvent;
use crate::app::{Clipboards, Copied, Copying};
use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

static IN_USE: AtomicBool = AtomicBool::new(false);

/// Alternate screen, hidden cursor, bracketed paste.
const ENTER: &str = "\x1b[?1049h\x1b[2J\x1b[?25l\x1b[?2004h";
/// Reports of buttons and the wheel, with coordinates of any size; not of every move.
const MOUSE: &str = "\x1b[?1000h\x1b[?1006h";
const NO_MOUSE: &str = "\x1b[?1006l\x1b[?1000l";
/// Resets paste, all mouse modes, focus reports, colours, cursor and alternate screen, also those that data may have set.
const LEAVE: &str = "\x1b[?2004l\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1004l\x1b[0m\x1b[?25h\x1b[?1049l";

/// Why the workbench cannot run, or cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    #[error("standard output is not a terminal")]
    NoScreen,
    #[error("there is no terminal to read keys from")]
    NoKeyboard,
    #[error("the terminal went away")]
    Gone,
}

/// Checks that there is a terminal to draw on and one to read keys from. Standard input may be data.
pub fn check() -> Result<(), Trouble> {
    if !io::stdout().is_terminal() {
        return Err(Trouble::NoScreen);
    }
    File::open("/dev/tty").map(|_| ()).map_err(|_| Trouble::NoKeyboard)
}

pub fn size() -> Option<(u16, u16)> {
    // `crossterm::terminal::size` runs a program, twice, where there is no terminal.
    let size = crossterm::terminal::window_size().ok()?;
    Some((size.columns, size.rows)).filter(|(width, height)| *width > 0 && *height > 0)
}

/// Returns the area to draw on: 80×24 while the terminal does not report a size, as on a serial line.
pub fn area() -> Rect {
    let (width, height) = size().unwrap_or((80, 24));
    Rect { x: 0, y: 0, width, height }
}

#[derive(Debug)]
pub struct Out {
    file: File,
    frame: Vec<u8>,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let frame = std::mem::take(&mut self.frame);
        // In pieces, so that at most one is written after the terminal is restored.
        for piece in frame.chunks(8 * 1024) {
            if !IN_USE.load(Ordering::SeqCst) {
                break;
            }
            self.file.write_all(piece)?;
        }
        Ok(())
    }
}

#[derive(Debug)]
pub struct Screen {
    pub terminal: Terminal<CrosstermBackend<Out>>,
}

impl Screen {
    pub fn take() -> io::Result<Screen> {
        let out = Out { file: stdout()?, frame: Vec::new() };
        set_up()?;
        let options = TerminalOptions { viewport: Viewport::Fixed(area()) };
        let terminal = Terminal::with_options(CrosstermBackend::new(out), options)
            .inspect_err(|_| restore_terminal())?;
        Ok(Screen { terminal })
    }

    pub fn draw(&mut self, frame: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        if self.terminal.get_frame().area() != area() {
            self.forget()?;
        }
        self.terminal.draw(frame).map(|_| ())
    }

    pub fn report_mouse(&mut self, on: bool) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        out.write_all(if on { MOUSE } else { NO_MOUSE }.as_bytes())?;
        Write::flush(out)
    }

    pub fn take_again(&mut self) -> io::Result<()> {
        restore_terminal();
        set_up()?;
        self.forget()
    }

    /// Forgets what was drawn, so that the next frame is sent whole.
    pub fn forget(&mut self) -> io::Result<()> {
        // Not `clear`, which asks the terminal where its cursor is and waits for the answer.
        self.terminal.resize(area())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore_terminal();
    }
}

fn set_up() -> io::Result<()> {
    notify_watcher(true);
    enable_raw_mode().inspect_err(|_| notify_watcher(false))?;
    IN_USE.store(true, Ordering::SeqCst);
    stdout().and_then(|mut out| out.write_all(ENTER.as_bytes())).inspect_err(|_| restore_terminal())
}

/// Restores the terminal; the second call does nothing. Nothing can be done about errors here.
pub fn restore_terminal() {
    if IN_USE.swap(false, Ordering::SeqCst) {
        let _ = stdout().and_then(|mut out| out.write_all(LEAVE.as_bytes()));
        let _ = disable_raw_mode();
        notify_watcher(false);
    }
}

/// A handle of its own, without the lock of [`io::stdout`].
fn stdout() -> io::Result<File> {
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

/// Makes a panic on any thread restore the terminal before its message is printed. A worker's panic ends the program,
/// since the next frame would hide the message.
pub fn install_panic_hook() {
    let previous = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        restore_terminal();
        previous(info);
        if thread::current().name() != Some("main") {
            std::process::exit(101);
        }
    }));
}

/// Restores the terminal if it is still raw; `$1` resets the modes. If the user's shell has set it up again, it is left
/// alone.
const SCRIPT: &str = r#"trap '' TTOU
exec 3<>/dev/tty || exit
old=$(stty -g <&3)
echo ready
while read -r line; do state=$line; done
[ "$state" = held ] || exit
case $(stty -a <&3) in *-opost*) stty "$old" <&3;; esac
printf '%s' "$1" >&3
echo 'posterior ended without a word: it was killed, or there was no memory left.' >&3"#;

static WATCHER: OnceLock<Option<ChildStdin>> = OnceLock::new();

/// Reports whether the terminal is in use to a shell that restores it when the program cannot: if it is killed, or aborted
/// because memory ran out, which no panic hook or signal handler sees.
///
/// The shell reads a pipe that closes with the program. It has its own process group, so that neither Ctrl-C nor Ctrl-Z
/// reach it, and ignores SIGTTOU, so that it may set the terminal although the user's shell has it again. Without a shell,
/// nothing else changes.
fn notify_watcher(in_use: bool) {
    if let Some(mut pipe) = WATCHER.get_or_init(start_watcher).as_ref() {
        let _ = pipe.write_all(if in_use { b"held\n" } else { b"free\n" });
    }
}

fn start_watcher() -> Option<ChildStdin> {
    let mut shell = Command::new("sh");
    shell.args(["-c", SCRIPT, "posterior", LEAVE]).process_group(0);
    let mut shell = shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    // The settings must be read before they are changed.
    BufReader::new(shell.stdout.take()?).read_line(&mut String::new()).ok()?;
    shell.stdin
}

const FILE: &str = "copied.txt";

/// Copies a text. Programs and files are left to another thread, since a desktop may not answer.
pub fn copy(
    clipboards: &Clipboards,
    app: &mut App,
    copying: Copying,
    terminal: &mut impl Write,
) -> io::Result<Option<Job>> {
    let by_terminal = clipboards.terminal && copying.text.len() <= LONGEST;
    if by_terminal {
        execute!(terminal, CopyToClipboard::to_clipboard_from(&copying.text))?;
    }
    let programs = clipboards.programs.clone();
    let work = move || {
        let copied = match programs.into_iter().find(|program| pipe(program, &copying.text).is_ok()) {
            Some(program) => Copied::Program(program.first().copied().unwrap_or_default()),
            None if by_terminal => Copied::Terminal,
            None => save(&copying.text),
        };
        copying.report(&copied)
    };
    Ok(Some(app.jobs.start(Lane::Copy, "", work, move |app, report| app.reply(report))))
}

fn save(text: &str) -> Copied {
    let Some(file) = StateFolder::of_user().path().map(|path| path.join(FILE)) else {
        return Copied::Failed("there is no clipboard, and no folder to write it to".to_owned());
    };
    match write_state(&file, text) {
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

/// The exit status of a program whose terminal was closed.
pub const HANGUP: u8 = 129;

/// How long a terminal that accepts no bytes may delay the end of the program.
const PATIENCE: Duration = Duration::from_secs(1);

pub fn watch(events: Sender<LoopEvent>) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT])?;
    thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            let sent = match signal {
                SIGTSTP => events.send(LoopEvent::Suspend),
                SIGCONT => events.send(LoopEvent::Continued),
                signal => {
                    restore_terminal_soon();
                    let _ = emulate_default_handler(signal);
                    return;
                }
            };
            if sent.is_err() {
                return;
            }
        }
    })?;
    thread::Builder::new().name("hang-up".into()).spawn(watch_for_hangup)?;
    Ok(())
}

fn restore_terminal_soon() {
    let (done, wait) = channel();
    let helper = thread::Builder::new().name("give-back".into()).spawn(move || {
        restore_terminal();
        let _ = done.send(());
    });
    match helper {
        Ok(_) => {
            let _ = wait.recv_timeout(PATIENCE);
        }
        Err(_) => restore_terminal(),
    }
}

/// Sleeps until the terminal is closed. No event is asked for: a hang-up is always reported.
fn watch_for_hangup() {
    use rustix::event::{PollFd, PollFlags, poll};

    let output = io::stdout();
    loop {
        let mut watched = [PollFd::from_borrowed_fd(output.as_fd(), PollFlags::empty())];
        match poll(&mut watched, None) {
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return,
            Ok(_) => {
                let seen = watched.iter().fold(PollFlags::empty(), |all, fd| all | fd.revents());
                if seen.contains(PollFlags::HUP) {
                    restore_terminal_soon();
                    std::process::exit(HANGUP.into());
                }
                // Some systems cannot poll a terminal and say so at once, for ever.
                if seen.intersects(PollFlags::NVAL | PollFlags::ERR) {
                    return;
                }
            }
        }
    }
}

/// Stops the program as Ctrl+Z would have, until the shell continues it.
pub fn stop() -> io::Result<()> {
    emulate_default_handler(SIGTSTP)
}
