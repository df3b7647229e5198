//! What is chosen once and holds the next time, too: with what pictures are drawn. Kept in a file of the state folder, where
//! keys that this version does not know stay as they are.

use std::fs;
use std::path::PathBuf;

use crate::plot::Glyphs;
use crate::practice::progress::StateFolder;
use crate::table::{read_file, write_file};

/// The name of the file.
const FILE: &str = "settings.toml";
/// The key of the signs that pictures are drawn with.
const GLYPHS: &str = "glyphs";
/// Bytes of the longest file that is read.
const LONGEST: u64 = 1 << 20;

/// The file, and what it said when it was read.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    file: Option<PathBuf>,
    glyphs: Option<Glyphs>,
}

impl Remembered {
    /// Reads what was chosen the last time.
    pub fn read(folder: &StateFolder) -> Remembered {
        let mut found = Remembered { file: folder.path().map(|folder| folder.join(FILE)), glyphs: None };
        let word = found.table().and_then(|table| Some(table.get(GLYPHS)?.as_str()?.to_owned()));
        found.glyphs = Glyphs::ALL.into_iter().find(|glyphs| word.as_deref() == Some(glyphs.word()));
        found
    }

    /// With what pictures were drawn.
    pub fn glyphs(&self) -> Option<Glyphs> {
        self.glyphs
    }

    /// All settings of the file; `None` for one that is damaged.
    fn table(&self) -> Option<toml::Table> {
        let Ok(bytes) = read_file(self.file.as_deref()?, LONGEST) else { return Some(toml::Table::new()) };
        String::from_utf8(bytes).ok()?.parse().ok()
    }

    /// Writes what is chosen otherwise now, when the program ends. A file that is damaged is left alone, and there is nobody
    /// left to tell of one that cannot be written.
    pub fn finish(&mut self, now: Option<Glyphs>) {
        let (Some(now), Some(file)) = (now.filter(|now| Some(*now) != self.glyphs), &self.file) else {
            return;
        };
        let Some(mut table) = self.table() else { return };
        table.insert(GLYPHS.to_owned(), now.word().into());
        let _ = file.parent().map(fs::create_dir_all);
        let _ = write_file(file, &table.to_string(), true);
        self.glyphs = Some(now);
    }
}
