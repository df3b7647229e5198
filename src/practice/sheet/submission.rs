//! The folders and files that a learning platform packs submissions into: `Ada Lovelace_12345_assignsubmission_file_`, with
//! the name and the number of the student before it.

use std::fs;
use std::path::{Path, PathBuf};

/// A student as a platform names its folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Submitter {
    pub name: String,
    pub id: String,
}

const MARK: &str = "_assignsubmission_";

/// Who handed a file in, by its own name or that of its folder.
pub(super) fn submitter(path: &Path) -> Option<Submitter> {
    let own = |path: &Path| from_name(&path.file_name()?.to_string_lossy());
    own(path).or_else(|| own(path.parent()?))
}

fn from_name(name: &str) -> Option<Submitter> {
    let (who, _) = name.split_once(MARK)?;
    let (name, id) = who.rsplit_once('_')?;
    let is_id = !id.is_empty() && id.chars().all(|c| c.is_ascii_digit());
    (is_id && !name.trim().is_empty()).then(|| Submitter { name: name.trim().to_owned(), id: id.to_owned() })
}

/// Whether a folder is that of a submission.
pub(super) fn is_submission(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
    folder.is_dir() && from_name(&name).is_some()
}

/// Whether a file is text that was typed into the platform itself: it is HTML.
pub(super) fn is_online_text(path: &Path) -> bool {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().to_lowercase();
    name.ends_with("onlinetext.html") || name.ends_with("onlinetext.htm")
}

/// Endings of text that is read where somebody handed it in.
const TEXT: [&str; 8] = ["txt", "csv", "tsv", "html", "htm", "md", "tex", "text"];

/// Whether a file of a submission can be read as a sheet.
pub(super) fn may_be_read(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    ending.is_empty() || TEXT.contains(&ending.as_str())
}

/// Files of one submission.
const FILES: usize = 50;

/// The files of a submission that are not hidden, by name.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let shown = |path: &PathBuf| {
        path.is_file() && path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'))
    };
    let mut files: Vec<PathBuf> = entries.filter(shown).take(FILES).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_names_its_student() {
        for (path, who) in [
            ("a/Ada Lovelace_12345_assignsubmission_file_/answers.txt", Some(("Ada Lovelace", "12345"))),
            (
                "a/Ada Lovelace_12345_assignsubmission_onlinetext_/onlinetext.html",
                Some(("Ada Lovelace", "12345")),
            ),
            ("Ada_Maria Lovelace_7_assignsubmission_file_sheet.txt", Some(("Ada_Maria Lovelace", "7"))),
            ("Ada_x_assignsubmission_file_/a.txt", None),
            ("answers/s01.txt", None),
        ] {
            let found = submitter(Path::new(path));
            let found = found.as_ref().map(|found| (found.name.as_str(), found.id.as_str()));
            assert_eq!(found, who, "{path}");
        }
        assert!(
            is_online_text(Path::new("x_onlinetext_/onlinetext.html"))
                && !is_online_text(Path::new("r.html"))
        );
    }
}
