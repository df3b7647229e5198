//! Files that somebody names: opened without waiting for ever, and read no further than a limit.
//!
//! A path may come from a stranger's recipe. It must not fill the memory (`/dev/zero`), and must not stop the program
//! without a word (a pipe into which nobody writes).

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// All bytes of a file.
///
/// # Errors
/// When it cannot be opened, is no regular file or pipe, or holds more than `limit` bytes.
pub fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let (reader, _) = open(path)?;
    let mut bytes = Vec::new();
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > limit {
        true => {
            Err(io::Error::other(format!("it is longer than {limit} bytes, the most that is read of it")))
        }
        false => Ok(bytes),
    }
}

/// Opens a file or a pipe, and says how many bytes it is thought to have.
pub(super) fn open(path: &Path) -> io::Result<(Box<dyn Read>, u64)> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        return Err(io::Error::other("it is a directory"));
    }
    if about.is_file() {
        return Ok((Box::new(File::open(path)?), about.len()));
    }
    #[cfg(unix)]
    if pipe::is_one(&about) {
        return Ok((Box::new(pipe::Pipe::open(path)?), 0));
    }
    Err(io::Error::other("it is a device, not a file"))
}

/// What the system said, without its error number.
pub fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "you have no permission to read it".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::OutOfMemory => "there is not enough memory".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_lowercase()
        }
    }
}

#[cfg(unix)]
mod pipe {
    use std::fs::{File, Metadata, OpenOptions};
    use std::io::{self, ErrorKind, Read};
    use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
    use std::path::Path;
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::fs::OFlags;

    /// How long somebody is waited for who writes into a pipe.
    const PATIENCE: Duration = Duration::from_secs(2);
    /// The time between two looks at a pipe in which there is nothing.
    const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

    pub(super) fn is_one(about: &Metadata) -> bool {
        about.file_type().is_fifo() || about.file_type().is_socket()
    }

    /// A pipe, read as it is filled, and given up where nobody opens it to write. To open it without this would wait
    /// for that in the system, where nothing can be said of it.
    pub(super) struct Pipe {
        file: File,
        opened: Instant,
        has_writer: bool,
    }

    impl Pipe {
        pub(super) fn open(path: &Path) -> io::Result<Pipe> {
            let flags = i32::try_from(OFlags::NONBLOCK.bits()).map_err(io::Error::other)?;
            let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
            Ok(Pipe { file, opened: Instant::now(), has_writer: false })
        }
    }

    impl Read for Pipe {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            loop {
                let mut looked = [PollFd::new(&self.file, PollFlags::IN)];
                let woken = poll(&mut looked, Some(&PAUSE)).is_ok();
                let [looked] = looked;
                // Who wrote and went away leaves this behind, and who never came does not.
                self.has_writer |= woken && looked.revents().intersects(PollFlags::IN | PollFlags::HUP);
                match self.file.read(into) {
                    Err(cause) if cause.kind() == ErrorKind::WouldBlock => self.has_writer = true,
                    Err(cause) if cause.kind() == ErrorKind::Interrupted => {}
                    Ok(0) if !self.has_writer && self.opened.elapsed() < PATIENCE => {}
                    Ok(0) if !self.has_writer => {
                        return Err(io::Error::other("it is a pipe, and nobody writes into it"));
                    }
                    done => return done,
                }
            }
        }
    }
}
