//! The dialog that changes how the workbench looks.

use super::prelude::*;
use super::settings::{Settings, ThemeName, example, word};

const LINES: usize = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettingsDialog {
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

pub fn other_sign(app: &mut App) {
    let sign = app.settings.sign.other();
    app.settings.sign = sign;
    app.say(format!(
        "Numbers have a decimal {}: {}. Answers may be typed with either.",
        word(sign),
        example(sign)
    ));
}
