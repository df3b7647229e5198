//! Which files an exercise may name. It is often a stranger's, and what it names is read and shown.

use std::fs;
use std::path::Path;

use crate::text::shown;

/// How far an exercise reaches for its data, its recipe, a dictionary and a test file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// Into its own folder and those below it.
    #[default]
    Beside,
    /// Anywhere: who opens it has said so.
    Anywhere,
}

impl Reach {
    /// What is done about a file out of reach.
    pub(super) const FIX: &str = "put a copy beside the exercise or below it; or, if you trust the exercise, add --outside to the command";

    /// Whether a file may be read that an exercise in a folder names; links are followed first.
    ///
    /// # Errors
    /// Why it may not, or that it is not there.
    pub(super) fn allows(self, file: &Path, folder: &Path) -> Result<(), String> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let named = shown(&file.to_string_lossy()).into_owned();
        match (self, fs::canonicalize(file), fs::canonicalize(folder)) {
            (Reach::Anywhere, ..) => Ok(()),
            (_, Ok(file), Ok(folder)) if file.starts_with(&folder) => Ok(()),
            (_, Ok(_), Ok(_)) => Err(format!("{named} is neither beside the exercise nor below it")),
            _ => Err(format!("there is no file {named}")),
        }
    }
}
