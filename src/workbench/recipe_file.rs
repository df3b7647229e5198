//! Recipes as files: written whole or not at all, and read again.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::source::Problem;
use crate::problem;
use crate::recipe::Recipe;
use crate::text::shown;

/// What became of a recipe that was to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is in the file.
    Written(PathBuf),
    /// There is a file of that name, and nobody said to write over it.
    Exists(PathBuf),
    /// It could not be written.
    Failed(String),
}

/// Writes a text beside the file and renames it, so that a half-written recipe never stands under its name. A file that
/// is there is written over only where `over` says so.
pub fn save(path: &Path, text: &str, over: bool) -> Saved {
    if !over && fs::symlink_metadata(path).is_ok() {
        return Saved::Exists(path.to_path_buf());
    }
    let Some(name) = path.file_name() else { return Saved::Failed("That is not the name of a file.".into()) };
    let beside = path.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
    let written = OpenOptions::new().write(true).create_new(true).open(&beside).and_then(|file| {
        let done = put(file, text)
            .and_then(|()| if over { fs::rename(&beside, path) } else { place(&beside, path) });
        done.inspect_err(|_| drop(fs::remove_file(&beside)))
    });
    match written {
        Ok(()) => Saved::Written(path.to_path_buf()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Saved::Exists(path.to_path_buf()),
        Err(error) => {
            Saved::Failed(format!("{} cannot be written: {error}.", shown(&path.to_string_lossy())))
        }
    }
}

fn put(mut file: File, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Gives a file its name only if nobody else has taken it meanwhile; some file systems cannot link.
fn place(beside: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(beside, path) {
        Ok(()) => fs::remove_file(beside),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        Err(_) => fs::rename(beside, path),
    }
}

/// Reads a recipe from a file; a dictionary that it names lies beside it.
///
/// # Errors
/// When the file cannot be read or is no recipe.
pub fn read(path: &Path) -> Result<Recipe, Problem> {
    let name = path.to_string_lossy();
    let text = fs::read_to_string(path).map_err(|cause| {
        Problem::from(problem::Problem {
            kind: "no_data",
            what: format!("the recipe {} cannot be read: {cause}", shown(&name)),
            fix: "check the path".into(),
            ..problem::Problem::default()
        })
    })?;
    let recipe =
        Recipe::from_toml(&text, &name).map_err(|error| Problem::from(problem::Problem::from(error)))?;
    Ok(recipe.in_folder(path.parent().unwrap_or(Path::new(""))))
}
