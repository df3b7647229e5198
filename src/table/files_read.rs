//! Files that are being read, and are therefore never written, however their path is spelled.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Files that are read.
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

/// What all names of a regular file have in common. Devices and pipes are read and written as they please.
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_itself_by_every_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("data.csv"), "a").unwrap();
        fs::write(at("other.csv"), "a").unwrap();
        fs::create_dir(at("below")).unwrap();
        std::os::unix::fs::symlink(at("data.csv"), at("soft.csv")).unwrap();
        std::os::unix::fs::symlink(folder.path(), at("below/up")).unwrap();
        fs::hard_link(at("data.csv"), at("hard.csv")).unwrap();
        let files = [at("data.csv"), at("gone.csv"), PathBuf::from("/dev/null")];
        let read: FilesRead = files.into_iter().collect();
        for name in
            ["data.csv", "./data.csv", "below/../data.csv", "below/up/data.csv", "soft.csv", "hard.csv"]
        {
            assert!(read.hold(&at(name)), "{name}");
        }
        // A file that went away meanwhile is not written under its name either.
        assert!(read.hold(&at("below/up/gone.csv")));
        for name in ["other.csv", "new.csv", "below/data.csv", "no/such/data.csv"] {
            assert!(!read.hold(&at(name)), "{name}");
        }
        // A link that leads nowhere is another file, and what is read from a device may be thrown away there.
        std::os::unix::fs::symlink(at("nowhere"), at("dangling.csv")).unwrap();
        assert!(!read.hold(&at("dangling.csv")));
        assert!(!read.hold(Path::new("/dev/null")));
    }
}
