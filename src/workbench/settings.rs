//! How the workbench looks: chosen at start or with F2, and nothing that changes a number.

use super::action::Action;
use super::app::App;
use super::dialog::{Dialog, Reply};
use super::form::NumberForm;
use super::keys::Scope;
use crate::math::{DecimalSign, Number, fixed};

/// A theme by name; what its colours are is the terminal's side of the house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThemeName {
    /// Whatever reads on the terminal as it is.
    #[default]
    Auto,
    /// Light text on a dark background.
    Dark,
    /// Dark text on a light background.
    Light,
    /// Black on white, for a room.
    Projector,
    /// No colours.
    Mono,
}

impl ThemeName {
    /// All themes, in the order of the settings.
    pub const ALL: [ThemeName; 5] =
        [ThemeName::Auto, ThemeName::Dark, ThemeName::Light, ThemeName::Projector, ThemeName::Mono];

    /// The word for it, as in `--theme`.
    pub fn word(self) -> &'static str {
        match self {
            ThemeName::Auto => "auto",
            ThemeName::Dark => "dark",
            ThemeName::Light => "light",
            ThemeName::Projector => "projector",
            ThemeName::Mono => "mono",
        }
    }

    /// What to choose it for.
    pub fn purpose(self) -> &'static str {
        match self {
            ThemeName::Auto => "suits most terminals",
            ThemeName::Dark => "for a dark background",
            ThemeName::Light => "for a light background",
            ThemeName::Projector => "black on white, for a room",
            ThemeName::Mono => "no colours at all",
        }
    }

    /// The theme of that word.
    pub fn named(word: &str) -> Option<ThemeName> {
        ThemeName::ALL.into_iter().find(|theme| theme.word() == word)
    }
}

/// How the workbench looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The colours.
    pub theme: ThemeName,
    /// Only ASCII for lines, bars and marks.
    pub ascii: bool,
    /// How probabilities are written.
    pub form: NumberForm,
    /// What the numbers on screen are written with.
    pub sign: DecimalSign,
}

/// Changes the decimal sign, and says so with it.
pub fn other_sign(app: &mut App) {
    let sign = app.settings.sign.other();
    app.settings.sign = sign;
    app.say(format!(
        "Numbers have a decimal {}: {}. Answers may be typed with either.",
        word(sign),
        example(sign)
    ));
}

/// What a decimal sign is called.
pub fn word(sign: DecimalSign) -> &'static str {
    match sign {
        DecimalSign::Point => "point",
        DecimalSign::Comma => "comma",
    }
}

/// A number with a decimal sign.
pub fn example(sign: DecimalSign) -> String {
    sign.while_writing(|| fixed(&Number::Float(0.25), 2))
}

/// The lines of the settings dialog.
const LINES: usize = 3;

/// The settings dialog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettingsDialog {
    /// The marked line.
    pub cursor: usize,
}

impl Dialog for SettingsDialog {
    fn scopes(&self) -> &'static [Scope] {
        &[Scope::List, Scope::Settings, Scope::Always]
    }

    fn hint(&self) -> &'static str {
        "Changes show at once and last until you quit."
    }

    fn act(&mut self, app: &mut App, action: &Action) -> Reply {
        match action {
            Action::Up => self.cursor = self.cursor.saturating_sub(1),
            Action::Down => self.cursor = (self.cursor + 1).min(LINES - 1),
            Action::Right | Action::Enter => change(&mut app.settings, self.cursor, 1),
            Action::Left => change(&mut app.settings, self.cursor, ThemeName::ALL.len() - 1),
            Action::Back => return Reply::Close(None),
            _ => return Reply::Pass,
        }
        Reply::Taken
    }
}

fn change(settings: &mut Settings, line: usize, by: usize) {
    match line {
        0 => {
            let all = ThemeName::ALL;
            let at = all.iter().position(|theme| *theme == settings.theme).unwrap_or(0);
            settings.theme = all.get((at + by) % all.len()).copied().unwrap_or_default();
        }
        1 => settings.ascii = !settings.ascii,
        _ => settings.sign = settings.sign.other(),
    }
}
