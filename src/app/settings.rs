//! The look of the workbench: chosen at start, in a file or with F2. No setting changes a number.

use etcetera::{BaseStrategy, choose_base_strategy};

use crate::app::dialogs::save::write_state;
use crate::app::prelude::*;
use crate::app::words::beside;
use crate::math::DecimalSign;
use crate::model::Estimate;
use crate::plot::Glyphs;
use crate::problem::Problem;
use crate::report::to;
use crate::table::read_file;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThemeName {
    #[default]
    Auto,
    Dark,
    Light,
    HighContrast,
    Mono,
}

impl ThemeName {
    pub const ALL: [ThemeName; 5] =
        [ThemeName::Auto, ThemeName::Dark, ThemeName::Light, ThemeName::HighContrast, ThemeName::Mono];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub theme: ThemeName,
    pub ascii: bool,
    pub glyphs: Glyphs,
    pub form: NumberForm,
    pub sign: DecimalSign,
    pub copy: Format,
    pub no_mouse: bool,
}

impl Settings {
    pub fn face(&self) -> Face {
        Face { ascii: self.ascii, sign: self.sign }
    }

    pub fn drawn_with(&self) -> Glyphs {
        if self.ascii { Glyphs::Ascii } else { self.glyphs }
    }
}

pub struct Setting {
    pub key: &'static str,
    pub about: &'static str,
    pub choices: &'static [(&'static str, &'static str)],
    get: fn(&Settings) -> usize,
    set: fn(&mut Settings, usize),
}

pub static THEME: &Setting = &SETTINGS[0];

pub static GLYPHS: &Setting = &SETTINGS[2];

pub static DECIMAL: &Setting = &SETTINGS[3];

pub static SETTINGS: [Setting; 7] = [
    Setting {
        key: "theme",
        about: "colours",
        choices: &[
            ("auto", "suits most terminals"),
            ("dark", "for a dark background"),
            ("light", "for a light background"),
            ("high-contrast", "black on white, for a projector"),
            ("mono", "no colours"),
        ],
        get: |settings| place(&ThemeName::ALL, settings.theme),
        set: |settings, at| settings.theme = at_place(&ThemeName::ALL, at),
    },
    Setting {
        key: "marks",
        about: "lines, bars and marks",
        choices: &[("unicode", "lines, bars and marks"), ("ascii", "for plain terminals")],
        get: |settings| usize::from(settings.ascii),
        set: |settings, at| settings.ascii = at == 1,
    },
    Setting {
        key: "glyphs",
        about: "characters for pictures",
        choices: &[
            ("braille", "⣀⠤⠒⠉ eight dots per cell"),
            ("blocks", "▄▀█ two per cell"),
            ("dots", "··∙ one per cell"),
            ("ascii", ".:# one per cell"),
        ],
        get: |settings| place(&Glyphs::ALL, settings.glyphs),
        set: |settings, at| settings.glyphs = at_place(&Glyphs::ALL, at),
    },
    Setting {
        key: "decimal",
        about: "the decimal sign",
        choices: &[("point", "0.25"), ("comma", "0,25")],
        get: |settings| usize::from(settings.sign == DecimalSign::Comma),
        set: |settings, at| settings.sign = if at == 1 { DecimalSign::Comma } else { DecimalSign::Point },
    },
    Setting {
        key: "numbers",
        about: "how probabilities are written",
        choices: &[
            ("fractions", "4/8, as counted"),
            ("decimals", "0.5"),
            ("logarithms", "-0.6931, natural logarithms"),
        ],
        get: |settings| place(&NumberForm::ALL, settings.form),
        set: |settings, at| settings.form = at_place(&NumberForm::ALL, at),
    },
    Setting {
        key: "copy",
        about: "format of copies (key Y)",
        choices: &[
            ("text", "for people"),
            ("markdown", "for a notebook"),
            ("latex", "for print"),
            ("html", "for a browser"),
            ("svg", "a picture"),
            ("csv", "for a spreadsheet"),
            ("json", "for programs"),
        ],
        get: |settings| place(&Format::ALL, settings.copy),
        set: |settings, at| settings.copy = at_place(&Format::ALL, at),
    },
    Setting {
        key: "mouse",
        about: "clicks and the wheel",
        choices: &[("on", "clicks and wheel; Shift selects text"), ("off", "the terminal selects text")],
        get: |settings| usize::from(settings.no_mouse),
        set: |settings, at| settings.no_mouse = at == 1,
    },
];

impl Setting {
    pub fn chosen(&self, settings: &Settings) -> (&'static str, &'static str) {
        self.choices.get((self.get)(settings)).copied().unwrap_or_default()
    }

    pub fn choose(&self, settings: &mut Settings, word: &str) -> bool {
        let at = self.choices.iter().position(|(known, _)| *known == word);
        at.is_some_and(|at| {
            (self.set)(settings, at);
            true
        })
    }

    pub fn step(&self, settings: &mut Settings, forward: bool) {
        let (at, all) = ((self.get)(settings), self.choices.len());
        (self.set)(settings, (at + if forward { 1 } else { all - 1 }) % all);
    }
}

fn place<T: PartialEq>(all: &[T], one: T) -> usize {
    all.iter().position(|other| *other == one).unwrap_or_default()
}

fn at_place<T: Copy + Default>(all: &[T], at: usize) -> T {
    all.get(at).copied().unwrap_or_default()
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NumberForm {
    /// `4/8`, as counted.
    #[default]
    Fraction,
    /// `0.5000`.
    Decimal,
    /// `-0.6931`, the natural logarithm.
    Ln,
}

impl NumberForm {
    pub const ALL: [NumberForm; 3] = [NumberForm::Fraction, NumberForm::Decimal, NumberForm::Ln];

    #[must_use]
    pub fn next(self) -> NumberForm {
        beside(&NumberForm::ALL, &self, true)
    }

    pub fn words(self) -> &'static str {
        match self {
            NumberForm::Fraction => "fractions as counted",
            NumberForm::Decimal => "decimals",
            NumberForm::Ln => "natural logarithms",
        }
    }

    /// Formats an estimate; `0/0` if it has no value, and `ln 0` if it has no logarithm.
    pub fn written(self, estimate: &Estimate) -> Sentence {
        let fraction = || format!("{}/{}", estimate.numerator, estimate.denominator).into();
        match (self, estimate.value()) {
            (NumberForm::Fraction, _) | (_, None) => fraction(),
            (NumberForm::Decimal, Some(value)) => to(&value, Precision::FACTOR),
            (NumberForm::Ln, Some(value)) if value.is_zero() => "ln 0".into(),
            (NumberForm::Ln, Some(_)) => Number::Float(estimate.ln()).rounded(Precision::Share).into(),
        }
    }
}

const FILE: &str = "settings.toml";
const LONGEST: u64 = 1 << 20;

/// Returns the user's settings file: `$XDG_CONFIG_HOME/posterior/config.toml`, else `~/.config/posterior/config.toml`; on
/// Windows in the folder of application data.
pub fn config_file() -> Option<PathBuf> {
    Some(choose_base_strategy().ok()?.config_dir().join("posterior").join("config.toml"))
}

/// Returns a settings file with all defaults as comments, each with the other choices.
pub fn config_text() -> String {
    let mut text = "# Settings of posterior. Remove the # of a line to set it.\n".to_owned();
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
        wrong(format!("the settings cannot be read: {error}"), "name an existing file".into())
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let help = "`posterior paths --config` prints one with every setting".to_owned();
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map(|at| 1 + text.get(..at.start).unwrap_or("").matches('\n').count());
        let line = line.map(|line| format!(" line {line}:")).unwrap_or_default();
        wrong(format!("{place} is not a settings file:{line} {}", error.message()), help)
    })?;
    let mut settings = settings;
    for (key, value) in &table {
        let Some(setting) = SETTINGS.iter().find(|setting| setting.key == key) else {
            let known = SETTINGS.each_ref().map(|setting| setting.key).join(", ");
            return Err(wrong(
                format!("{place} sets “{key}”, but there is no such setting"),
                format!("choose one of: {known}"),
            ));
        };
        if !value.as_str().is_some_and(|word| setting.choose(&mut settings, word)) {
            let words: Vec<String> = setting.choices.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            return Err(wrong(
                format!("{place} sets {key} to {value}, which is not one of its values"),
                format!("choose one of: {}", words.join(", ")),
            ));
        }
    }
    Ok(settings)
}

/// The file with the settings chosen on screen, and the settings when the program began.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    file: Option<PathBuf>,
    at_start: Settings,
}

impl Remembered {
    pub fn read(folder: &StateFolder, settings: &mut Settings) -> Remembered {
        let found = Remembered { file: folder.path().map(|folder| folder.join(FILE)), at_start: *settings };
        for (key, value) in found.table().unwrap_or_default() {
            let setting = SETTINGS.iter().find(|setting| setting.key == key);
            if let (Some(setting), Some(word)) = (setting, value.as_str()) {
                setting.choose(settings, word);
            }
        }
        found
    }

    /// Sets the settings at the start: later differences were chosen on screen.
    pub fn begin(&mut self, settings: Settings) {
        self.at_start = settings;
    }

    fn table(&self) -> Option<toml::Table> {
        let Ok(bytes) = read_file(self.file.as_deref()?, LONGEST) else { return Some(toml::Table::new()) };
        String::from_utf8(bytes).ok()?.parse().ok()
    }

    /// Writes the changed settings when the program ends. A damaged file is left alone, and a failure to write is not reported.
    pub fn finish(&mut self, now: &Settings) {
        let chosen: Vec<(&str, &str)> = SETTINGS
            .iter()
            .filter(|setting| setting.chosen(now) != setting.chosen(&self.at_start))
            .map(|setting| (setting.key, setting.chosen(now).0))
            .collect();
        let (Some(file), false) = (&self.file, chosen.is_empty()) else { return };
        let Some(mut table) = self.table() else { return };
        table.extend(chosen.into_iter().map(|(key, word)| (key.to_owned(), word.into())));
        let _ = write_state(file, &table.to_string());
        self.at_start = *now;
    }
}

#[cfg(test)]
mod tests {
    use num_rational::BigRational;
    use num_traits::{One, Zero};

    use super::*;
    use std::fs;

    #[test]
    fn each_choice_has_a_word_by_which_it_is_found() {
        for setting in &SETTINGS {
            let mut settings = Settings::default();
            assert!(!setting.choose(&mut settings, "none of them"));
            for (word, _) in setting.choices {
                assert!(setting.choose(&mut settings, word) && setting.chosen(&settings).0 == *word);
            }
            let before = settings;
            setting.choices.iter().for_each(|_| setting.step(&mut settings, true));
            setting.step(&mut settings, false);
            setting.step(&mut settings, true);
            assert_eq!(settings, before, "{}", setting.key);
        }
        let words: Vec<&str> = SETTINGS[2].choices.iter().map(|(word, _)| *word).collect();
        assert_eq!(words, Glyphs::ALL.map(Glyphs::word));
    }

    #[test]
    fn each_form_has_a_text_for_missing_values() {
        let forms = |estimate: Estimate| NumberForm::ALL.map(|form| form.written(&estimate).plain());
        assert_eq!(forms(Estimate::smoothed(3, 5, 3, &BigRational::one())), ["4/8", "0.5", "-0.6931"]);
        assert_eq!(forms(Estimate::smoothed(0, 5, 3, &BigRational::zero())), ["0/5", "0", "ln 0"]);
        assert_eq!(forms(Estimate::smoothed(0, 0, 3, &BigRational::zero())), ["0/0"; 3]);
    }

    #[test]
    fn the_printed_settings_file_changes_no_setting() {
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
            ["mono", "unicode", "braille", "point", "decimals", "text", "on"]
        );
        for (text, parts) in [
            ("theme = \"pink\"", ["sets theme to \"pink\"", "\"high-contrast\""]),
            ("them = \"dark\"", ["sets “them”", "theme, marks"]),
            ("marks = 1", ["sets marks to 1", "\"ascii\""]),
            ("\n\nmarks", ["line 3", "--config"]),
        ] {
            fs::write(&file, text).unwrap();
            let problem = configured(Settings::default(), &file).unwrap_err();
            assert!(problem.what.contains(parts[0]) && problem.fix.contains(parts[1]), "{problem:?}");
        }
    }
}
