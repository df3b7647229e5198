//! Files named by users. A path may come from a stranger's recipe: it must not fill the memory (`/dev/zero`), nor stop
//! the program (a pipe without a writer). A file is written whole or not at all, and never over one that is read.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::Builder;

/// All bytes of a regular file or a pipe; an error where there are more than `limit`.
pub fn read_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let (reader, _) = open(path)?;
    let mut bytes = Vec::new();
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let what = format!("it is longer than {limit} bytes, the most that is read of it");
        return Err(io::Error::other(what));
    }
    Ok(bytes)
}

/// Opens a file or a pipe, and says how many bytes it probably has.
pub(super) fn open(path: &Path) -> io::Result<(Box<dyn Read>, u64)> {
    let about = fs::metadata(path)?;
    if about.is_dir() {
        return Err(io::Error::other("it is a directory"));
    }
    if about.is_file() {
        return Ok((Box::new(File::open(path)?), about.len()));
    }
    #[cfg(unix)]
    if let Some(pipe) = pipe::Pipe::open(path, &about)? {
        return Ok((Box::new(pipe), 0));
    }
    Err(io::Error::other("it is a device, not a file"))
}

/// The system's message, without its error number.
pub fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "you have no permission to read it".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        io::ErrorKind::OutOfMemory => "there is not enough memory".to_owned(),
        _ => error.to_string().split(" (os error").next().unwrap_or_default().to_lowercase(),
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

    /// How long to wait for a program that writes to a pipe.
    const PATIENCE: Duration = Duration::from_secs(2);
    const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };

    /// A pipe, read as it is filled, and given up where it has no writer.
    pub(super) struct Pipe {
        file: File,
        opened: Instant,
        has_writer: bool,
    }

    impl Pipe {
        /// `None` where the path is not a pipe.
        pub(super) fn open(path: &Path, about: &Metadata) -> io::Result<Option<Pipe>> {
            if !about.file_type().is_fifo() && !about.file_type().is_socket() {
                return Ok(None);
            }
            let flags = i32::try_from(OFlags::NONBLOCK.bits()).map_err(io::Error::other)?;
            let file = OpenOptions::new().read(true).custom_flags(flags).open(path)?;
            Ok(Some(Pipe { file, opened: Instant::now(), has_writer: false }))
        }
    }

    impl Read for Pipe {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            loop {
                let mut looked = [PollFd::new(&self.file, PollFlags::IN)];
                let woken = poll(&mut looked, Some(&PAUSE)).is_ok();
                let [looked] = looked;
                // A writer that has gone leaves this; without a writer it is absent.
                self.has_writer |= woken && looked.revents().intersects(PollFlags::IN | PollFlags::HUP);
                match self.file.read(into) {
                    Err(cause) if cause.kind() == ErrorKind::WouldBlock => self.has_writer = true,
                    Err(cause) if cause.kind() == ErrorKind::Interrupted => {}
                    Ok(0) if !self.has_writer && self.opened.elapsed() < PATIENCE => {}
                    Ok(0) if !self.has_writer => {
                        return Err(io::Error::other("it is a pipe that no program writes to"));
                    }
                    done => return done,
                }
            }
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct FilesRead {
    paths: HashSet<PathBuf>,
    identities: HashSet<(u64, u64)>,
}

impl FromIterator<PathBuf> for FilesRead {
    fn from_iter<I: IntoIterator<Item = PathBuf>>(files: I) -> Self {
        let mut read = FilesRead::default();
        for file in files {
            read.identities.extend(identity(&file));
            read.paths.extend(whole(&file));
        }
        read
    }
}

impl FilesRead {
    /// Whether the path leads to one of them: by another spelling, a symbolic link or a hard link, too.
    pub fn hold(&self, path: &Path) -> bool {
        identity(path).is_some_and(|identity| self.identities.contains(&identity))
            || whole(path).is_some_and(|whole| self.paths.contains(&whole))
    }
}

/// What all names of a regular file have in common.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((about.dev(), about.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// The path of a file from the root, without links. A file that is not there is looked for in its folder.
fn whole(path: &Path) -> Option<PathBuf> {
    if let Ok(whole) = fs::canonicalize(path) {
        return whole.is_file().then_some(whole);
    }
    let folder = path.parent()?;
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
}

/// Writes a text to a file beside the one that is meant, which then takes its name.
///
/// # Errors
/// When it cannot be written; `AlreadyExists` where there is such a file, also one that came meanwhile, and `over` is
/// false.
pub fn write_file(path: &Path, text: &str, over: bool) -> io::Result<()> {
    write_file_by(path, over, |to| to.write_all(text.as_bytes()))
}

/// The same of what is written piece by piece; nothing is written where `write` fails.
pub fn write_file_by(
    path: &Path,
    over: bool,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The system's message names the file beside, which the user does not know.
    let nowhere = |error: io::Error| match folder.is_dir() {
        true => io::Error::from(error.kind()),
        false => io::Error::new(error.kind(), format!("there is no folder {}", folder.display())),
    };
    let mut beside = builder.prefix(".posterior-").tempfile_in(folder).map_err(nowhere)?;
    write(&mut beside)?;
    beside.as_file().sync_all()?;
    if let (true, Ok(about)) = (over, fs::metadata(path)) {
        beside.as_file().set_permissions(about.permissions())?;
    }
    let named = if over { beside.persist(path) } else { beside.persist_noclobber(path) };
    named.map(drop).map_err(|failed| failed.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("no").join("such");
        let error = write_file(&nowhere.join("a.toml"), "", false).unwrap_err();
        assert_eq!(error.to_string(), format!("there is no folder {}", nowhere.display()));
        let in_file = folder.path().join("a");
        write_file(&in_file, "", false).unwrap();
        let error = write_file(&in_file.join("a.toml"), "", false).unwrap_err();
        assert_eq!(error.to_string(), format!("there is no folder {}", in_file.display()));
    }

    #[test]
    fn a_file_is_overwritten_only_on_request() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        write_file(&path, "one", false).unwrap();
        assert_eq!(write_file(&path, "two", false).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        write_file(&path, "two", true).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert!(write_file(&folder.path().join("none/a.toml"), "three", true).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_what_they_could_read_before() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        write_file(&folder.path().join("new"), "a", false).unwrap();
        fs::write(folder.path().join("plain"), "a").unwrap();
        assert_eq!(mode("new"), mode("plain"));
        fs::set_permissions(folder.path().join("new"), fs::Permissions::from_mode(0o640)).unwrap();
        write_file(&folder.path().join("new"), "b", true).unwrap();
        assert_eq!(mode("new") & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_itself_by_every_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("data.csv"), "a").unwrap();
        fs::create_dir(at("below")).unwrap();
        std::os::unix::fs::symlink(folder.path(), at("below/up")).unwrap();
        std::os::unix::fs::symlink(at("nowhere"), at("dangling.csv")).unwrap();
        let files = [at("data.csv"), at("gone.csv"), PathBuf::from("/dev/null")];
        let read: FilesRead = files.into_iter().collect();
        // A file that went away meanwhile is not written under its name either.
        for name in ["below/../data.csv", "below/up/data.csv", "below/up/gone.csv"] {
            assert!(read.hold(&at(name)), "{name}");
        }
        // A link that leads nowhere is another file, and what is read from a device may be thrown away there.
        for name in ["new.csv", "below/data.csv", "no/such/data.csv", "dangling.csv", "/dev/null"] {
            assert!(!read.hold(&at(name)), "{name}");
        }
    }
}
