//! Signals, and a terminal that goes away.
//!
//! A signal that ends the program gives the terminal back first and then ends it as that signal would have. Stopping
//! and continuing is the event loop's business, which alone may draw. That the terminal was closed is watched for
//! here, because crossterm's reader does not notice it (its issue 793).

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use super::events::Happening;
use super::terminal::give_back;

/// The exit status of a program whose terminal was closed.
pub const HANGUP: u8 = 129;

/// How long a terminal that takes no bytes may hold up our end.
const PATIENCE: Duration = Duration::from_secs(1);

pub fn watch(happenings: Sender<Happening>) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT])?;
    thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            let told = match signal {
                SIGTSTP => happenings.send(Happening::Suspend),
                SIGCONT => happenings.send(Happening::Continued),
                signal => {
                    give_back_soon();
                    let _ = emulate_default_handler(signal);
                    return;
                }
            };
            if told.is_err() {
                return;
            }
        }
    })?;
    #[cfg(unix)]
    thread::Builder::new().name("hang-up".into()).spawn(watch_for_hangup)?;
    Ok(())
}

fn give_back_soon() {
    let (done, wait) = channel();
    let helper = thread::Builder::new().name("give-back".into()).spawn(move || {
        give_back();
        let _ = done.send(());
    });
    match helper {
        Ok(_) => {
            let _ = wait.recv_timeout(PATIENCE);
        }
        Err(_) => give_back(),
    }
}

/// Sleeps until the terminal is closed. No event is asked for: a hang-up is always reported.
#[cfg(unix)]
fn watch_for_hangup() {
    use rustix::event::{PollFd, PollFlags, poll};
    use std::os::fd::AsFd;

    let output = io::stdout();
    loop {
        let mut watched = [PollFd::from_borrowed_fd(output.as_fd(), PollFlags::empty())];
        match poll(&mut watched, None) {
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return,
            Ok(_) => {
                let seen = watched.iter().fold(PollFlags::empty(), |all, fd| all | fd.revents());
                if seen.contains(PollFlags::HUP) {
                    give_back_soon();
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
