//! The names of files of which each student gets one.

use std::path::{Path, PathBuf};

/// A file for each student; no two have the same name.
pub(super) fn paths<'a>(
    folder: &Path,
    students: impl Iterator<Item = &'a str>,
    ending: &str,
) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for student in students {
        let name = file_name(student);
        let path = (1..).map(|number: usize| match number {
            1 => folder.join(format!("{name}.{ending}")),
            number => folder.join(format!("{name}-{number}.{ending}")),
        });
        let same =
            |a: &Path, b: &Path| a.to_string_lossy().to_lowercase() == b.to_string_lossy().to_lowercase();
        let free = |path: &PathBuf| !files.iter().any(|other| same(other, path));
        let path = path.into_iter().find(free);
        files.extend(path);
    }
    files
}

/// A student's name as a file's: letters, digits, and marks that mean nothing to a system.
fn file_name(student: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '@') { c } else { '-' };
    let name: String = student.trim().chars().map(plain).take(80).collect();
    let name = name.trim_matches(['.', '-']).to_owned();
    if name.is_empty() { "sheet".into() } else { name }
}
