//! The names in a folder, as far as they can be data.

use std::path::{Path, PathBuf};

const MOST: usize = 2000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, without the folder.
    pub name: String,
    pub folder: bool,
    pub bytes: u64,
}

/// Reads the folders and the data files of a folder: folders first, each in alphabetical order.
pub fn read(folder: &Path) -> Result<Vec<Entry>, String> {
    let shown = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let reader = std::fs::read_dir(shown).map_err(|error| format!("{}: {error}", shown.display()))?;
    let mut entries: Vec<Entry> = Vec::new();
    for entry in reader.flatten() {
        // A name that is not Unicode cannot be typed into the field, so it is not offered.
        let Ok(name) = entry.file_name().into_string() else { continue };
        let Ok(about) = std::fs::metadata(entry.path()) else { continue };
        if name.starts_with('.') || !(about.is_dir() || is_data(&name)) {
            continue;
        }
        entries.push(Entry { name, folder: about.is_dir(), bytes: about.len() });
    }
    entries.sort_by(|a, b| {
        b.folder.cmp(&a.folder).then_with(|| a.name.to_lowercase().cmp(&b.name.to_lowercase()))
    });
    entries.truncate(MOST);
    Ok(entries)
}

fn is_data(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| matches!(ending.as_str(), "csv" | "tsv" | "txt" | "dat" | "data" | "tab"))
}

/// A leading `~` stands for the home folder, as in a shell.
pub fn expanded(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::var_os("HOME")) {
        (Ok(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => path.to_path_buf(),
    }
}

pub fn size(bytes: u64) -> String {
    let value = bytes as f64;
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{:.1} kB", value / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", value / 1e6),
        _ => format!("{:.1} GB", value / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_come_first_and_only_data_files_are_shown() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.csv", "A.TSV", "notes.md", ".hidden.csv"] {
            std::fs::write(folder.path().join(name), "x").unwrap();
        }
        std::fs::create_dir(folder.path().join("zoo")).unwrap();
        let names: Vec<String> = read(folder.path()).unwrap().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["zoo", "A.TSV", "b.csv"]);
        assert!(read(&folder.path().join("gone")).is_err());
    }

    #[test]
    fn sizes_are_short() {
        assert_eq!(size(999), "999 B");
        assert_eq!(size(1500), "1.5 kB");
        assert_eq!(size(2_500_000), "2.5 MB");
    }
}
