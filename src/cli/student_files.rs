//! The names of files of which each student gets one.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// A file for each student; no two have the same name.
pub(super) fn paths<'a>(
    folder: &Path,
    students: impl Iterator<Item = &'a str>,
    ending: &str,
) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    // Where letters of another case are the same letters, so are the names.
    let mut taken: HashSet<String> = HashSet::new();
    let mut last: HashMap<String, usize> = HashMap::new();
    for student in students {
        let name = file_name(student);
        let number = last.entry(name.to_lowercase()).or_insert(0);
        loop {
            *number += 1;
            let file = match *number {
                1 => format!("{name}.{ending}"),
                number => format!("{name}-{number}.{ending}"),
            };
            if taken.insert(file.to_lowercase()) {
                files.push(folder.join(file));
                break;
            }
        }
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
