//! What the terminal sends, in the workbench's words.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::theme::{Depth, Theme};
use crate::workbench::{Code, Key, ThemeName};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    Key(Key),
    Paste(String),
    Resize,
}

/// Translates an event; `None` for what means nothing here.
pub fn translate(event: Event) -> Option<Arrival> {
    match event {
        Event::Key(key) => key_of(key).map(Arrival::Key),
        Event::Paste(text) => Some(Arrival::Paste(text)),
        Event::Resize(..) => Some(Arrival::Resize),
        Event::Mouse(_) | Event::FocusGained | Event::FocusLost => None,
    }
}

fn key_of(event: KeyEvent) -> Option<Key> {
    // Windows, and terminals that report more than asked, also send the release of a key.
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let held = |modifier| event.modifiers.contains(modifier);
    if held(KeyModifiers::SUPER) || held(KeyModifiers::HYPER) || held(KeyModifiers::META) {
        return None;
    }
    let (ctrl, alt) = (held(KeyModifiers::CONTROL), held(KeyModifiers::ALT));
    let code = match event.code {
        KeyCode::Char(c) if ctrl => Code::Char(c.to_ascii_lowercase()),
        KeyCode::Char(c) => Code::Char(c),
        KeyCode::F(n) => Code::F(n),
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Left if held(KeyModifiers::SHIFT) => Code::ShiftLeft,
        KeyCode::Right if held(KeyModifiers::SHIFT) => Code::ShiftRight,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab if held(KeyModifiers::SHIFT) => Code::BackTab,
        KeyCode::Tab => Code::Tab,
        KeyCode::BackTab => Code::BackTab,
        KeyCode::Backspace => Code::Backspace,
        KeyCode::Delete => Code::Delete,
        KeyCode::Insert => Code::Insert,
        _ => return None,
    };
    Some(Key { code, ctrl, alt })
}

/// What the environment says about colours and characters, without a question to the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    pub depth: Depth,
    /// `NO_COLOR` is set, or the terminal has no colours.
    pub colourless: bool,
    pub ascii: bool,
    /// What `COLORFGBG` says the background is.
    pub background: Option<ThemeName>,
}

impl Surroundings {
    pub fn read() -> Surroundings {
        Surroundings::of(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn of(var: impl Fn(&str) -> Option<String>) -> Surroundings {
        let term = var("TERM").unwrap_or_default();
        let colorterm = var("COLORTERM").unwrap_or_default();
        let depth = if colorterm.contains("truecolor") || colorterm.contains("24bit") {
            Depth::True
        } else if term.contains("256") {
            Depth::Indexed
        } else {
            Depth::Ansi
        };
        let locale = var("LC_ALL").or_else(|| var("LC_CTYPE")).or_else(|| var("LANG")).unwrap_or_default();
        let utf8 = locale.to_ascii_lowercase().replace('-', "").contains("utf8");
        let unix = !cfg!(windows);
        Surroundings {
            depth,
            colourless: var("NO_COLOR").is_some() || (unix && matches!(term.as_str(), "" | "dumb")),
            ascii: unix && (!utf8 || matches!(term.as_str(), "" | "dumb" | "linux")),
            background: var("COLORFGBG").and_then(|value| {
                let last = value.rsplit(';').next()?.parse::<u8>().ok()?;
                Some(if matches!(last, 0..=6 | 8) { ThemeName::Dark } else { ThemeName::Light })
            }),
        }
    }

    pub fn theme(&self, chosen: ThemeName) -> Theme {
        match chosen {
            _ if self.colourless => Theme::mono(),
            ThemeName::Auto => Theme::new(self.background.unwrap_or_default(), self.depth),
            name => Theme::new(name, self.depth),
        }
    }
}

impl Surroundings {
    /// The theme for a file, with its colours in full, and whether its page is a dark one.
    pub fn on_paper(&self, chosen: ThemeName) -> (Theme, bool) {
        let dark = ThemeName::Dark;
        let is_dark = chosen == dark || chosen == ThemeName::Auto && self.background == Some(dark);
        (Surroundings { depth: Depth::True, ..*self }.theme(chosen), is_dark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_press_and_repeat_count() {
        let mut event = KeyEvent::new(KeyCode::Char('q'), KeyModifiers::NONE);
        for (kind, counts) in
            [(KeyEventKind::Press, true), (KeyEventKind::Repeat, true), (KeyEventKind::Release, false)]
        {
            event.kind = kind;
            assert_eq!(translate(Event::Key(event)).is_some(), counts);
        }
    }

    #[test]
    fn shift_is_in_the_character_and_ctrl_is_lower_case() {
        let key = |code, modifiers| key_of(KeyEvent::new(code, modifiers));
        assert_eq!(key(KeyCode::Char('N'), KeyModifiers::SHIFT), Some(Key::char('N')));
        assert_eq!(key(KeyCode::Char('C'), KeyModifiers::CONTROL), Some(Key::ctrl('c')));
        assert_eq!(key(KeyCode::Left, KeyModifiers::SHIFT), Some(Key::plain(Code::ShiftLeft)));
        assert_eq!(key(KeyCode::Insert, KeyModifiers::NONE), Some(Key::plain(Code::Insert)));
        assert_eq!(key(KeyCode::Null, KeyModifiers::NONE), None);
    }

    #[test]
    fn the_environment_decides_without_a_question() {
        let with = |pairs: &'static [(&'static str, &'static str)]| {
            Surroundings::of(|name| pairs.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_string()))
        };
        let usual = with(&[("TERM", "xterm-256color"), ("LANG", "C.UTF-8")]);
        assert_eq!((usual.depth, usual.colourless, usual.ascii), (Depth::Indexed, false, false));
        assert!(with(&[("TERM", "xterm"), ("LANG", "C")]).ascii);
        assert!(with(&[("TERM", "xterm"), ("NO_COLOR", "1")]).colourless);
        assert!(with(&[("TERM", "dumb"), ("LANG", "en_GB.utf8")]).ascii);
        assert_eq!(with(&[("COLORFGBG", "0;15")]).background, Some(ThemeName::Light));
        assert_eq!(with(&[("COLORFGBG", "15;default;0")]).background, Some(ThemeName::Dark));
    }
}
