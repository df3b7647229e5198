//! What is set once and holds the next time, too: what a person wrote into a file of settings, and what was chosen on screen the
//! last time, in a file of the state folder, where keys that this version does not know stay as they are.

use std::fs;
use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy, choose_base_strategy};

use super::settings::{SETTINGS, Settings};
use crate::practice::progress::StateFolder;
use crate::problem::Problem;
use crate::table::{read_file, write_file};

/// The name of the file of what was chosen on screen.
const FILE: &str = "settings.toml";
/// Bytes of the longest file that is read.
const LONGEST: u64 = 1 << 20;

/// Where a person may write settings down: `$XDG_CONFIG_HOME/posterior/config.toml`, else `~/.config/posterior/config.toml`; on
/// Windows in the folder of application data.
pub fn config_file() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.config_dir().join("posterior").join("config.toml"))
}

/// A file of settings that says what holds anyway, each line as a comment, with the other choices.
pub fn config_text() -> String {
    let mut text = "# Settings of posterior. Take the # away from a line to set it.\n".to_owned();
    for setting in &SETTINGS {
        let words: Vec<&str> = setting.choices.iter().map(|(word, _)| *word).collect();
        let default = setting.chosen(&Settings::default()).0;
        text += &format!("\n# {}: {}\n# {} = \"{default}\"\n", setting.about, words.join(", "), setting.key);
    }
    text
}

pub fn configured(settings: Settings, path: &Path) -> Result<Settings, Problem> {
    let place = path.to_string_lossy().into_owned();
    let wrong =
        |what: String, fix: String| Problem { place: Some(place.clone()), ..Problem::usage(what, fix) };
    let bytes = read_file(path, LONGEST).map_err(|error| {
        wrong(format!("the settings cannot be read: {error}"), "name a file that is there".into())
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map(|at| 1 + text.get(..at.start).unwrap_or("").matches('\n').count());
        let line = line.map(|line| format!(" line {line}:")).unwrap_or_default();
        wrong(format!("{place} is no file of settings:{line} {}", error.message()), see())
    })?;
    let mut settings = settings;
    for (key, value) in &table {
        let Some(setting) = SETTINGS.iter().find(|setting| setting.key == key) else {
            let known = SETTINGS.each_ref().map(|setting| setting.key).join(", ");
            return Err(wrong(
                format!("{place} sets “{key}”, and there is no such setting"),
                format!("choose one of: {known}"),
            ));
        };
        if !value.as_str().is_some_and(|word| setting.choose(&mut settings, word)) {
            let words: Vec<String> = setting.choices.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            return Err(wrong(
                format!("{place} sets {key} to {value}"),
                format!("choose one of: {}", words.join(", ")),
            ));
        }
    }
    Ok(settings)
}

fn see() -> String {
    "`posterior paths --config` prints one with every setting".into()
}

/// The file of what was chosen on screen, and the settings when the program began.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    file: Option<PathBuf>,
    begun: Settings,
}

impl Remembered {
    /// Reads what was chosen the last time into settings. What cannot be meant is passed over.
    pub fn read(folder: &StateFolder, settings: &mut Settings) -> Remembered {
        let found = Remembered { file: folder.path().map(|folder| folder.join(FILE)), begun: *settings };
        for (key, value) in found.table().unwrap_or_default() {
            let setting = SETTINGS.iter().find(|setting| setting.key == key);
            if let (Some(setting), Some(word)) = (setting, value.as_str()) {
                setting.choose(settings, word);
            }
        }
        found
    }

    /// The program begins with these settings: what is set otherwise later is what was chosen on screen.
    pub fn begin(&mut self, settings: Settings) {
        self.begun = settings;
    }

    /// All settings of the file; `None` for one that is damaged.
    fn table(&self) -> Option<toml::Table> {
        let Ok(bytes) = read_file(self.file.as_deref()?, LONGEST) else { return Some(toml::Table::new()) };
        String::from_utf8(bytes).ok()?.parse().ok()
    }

    /// Writes what is set otherwise now, when the program ends. A file that is damaged is left alone, and there is nobody left to
    /// tell of one that cannot be written.
    pub fn finish(&mut self, now: &Settings) {
        let chosen: Vec<(&str, &str)> = SETTINGS
            .iter()
            .filter(|setting| setting.chosen(now) != setting.chosen(&self.begun))
            .map(|setting| (setting.key, setting.chosen(now).0))
            .collect();
        let (Some(file), false) = (&self.file, chosen.is_empty()) else { return };
        let Some(mut table) = self.table() else { return };
        table.extend(chosen.into_iter().map(|(key, word)| (key.to_owned(), word.into())));
        let _ = file.parent().map(fs::create_dir_all);
        let _ = write_file(file, &table.to_string(), true);
        self.begun = *now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_file_sets_what_holds_anyway() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        let set =
            config_text().replace("\n# Settings", "").lines().skip(1).fold(String::new(), |text, line| {
                let line = line.strip_prefix("# ").filter(|line| line.contains(" = \"")).unwrap_or("");
                text + line + "\n"
            });
        fs::write(&file, set).unwrap();
        assert_eq!(configured(Settings::default(), &file).unwrap(), Settings::default());
        fs::write(&file, "theme = \"mono\"\nnumbers = \"decimals\"\n").unwrap();
        let settings = configured(Settings::default(), &file).unwrap();
        assert_eq!(
            SETTINGS.each_ref().map(|setting| setting.chosen(&settings).0),
            ["mono", "unicode", "braille", "point", "decimals", "text"]
        );
        for (text, said) in [
            ("theme = \"pink\"", ["sets theme to \"pink\"", "\"high-contrast\""]),
            ("them = \"dark\"", ["sets “them”", "theme, marks"]),
            ("marks = 1", ["sets marks to 1", "\"ascii\""]),
            ("\n\nmarks", ["line 3", "--config"]),
        ] {
            fs::write(&file, text).unwrap();
            let problem = configured(Settings::default(), &file).unwrap_err();
            assert!(problem.what.contains(said[0]) && problem.fix.contains(said[1]), "{problem:?}");
        }
    }
}
