//! Files that are written whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::Builder;

/// Writes a text to a file beside the one that is meant, which then takes its name: half a text never stands there.
///
/// # Errors
/// When it cannot be written; `AlreadyExists` where there is such a file, also one that came meanwhile, and `over` does
/// not say that it goes.
pub fn write_file(path: &Path, text: &str, over: bool) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    // As any other file that the user makes, not as a secret.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut beside = builder.prefix(".posterior-").tempfile_in(folder)?;
    beside.write_all(text.as_bytes())?;
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
    fn a_file_is_written_over_only_where_that_is_said() {
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
}
