//! A key, in the workbench's own words: what was pressed, however the terminal said it.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    Char(char),
    F(u8),
    Up,
    Down,
    Left,
    Right,
    ShiftLeft,
    ShiftRight,
    Home,
    End,
    PageUp,
    PageDown,
    Enter,
    Esc,
    Tab,
    BackTab,
    Backspace,
    Delete,
    Insert,
}

/// The keys that are no characters: as tests write them, and as help does.
const NAMES: [(Code, &str, &str); 18] = [
    (Code::Char(' '), "Space", "Space"),
    (Code::Up, "Up", "↑"),
    (Code::Down, "Down", "↓"),
    (Code::Left, "Left", "←"),
    (Code::Right, "Right", "→"),
    (Code::ShiftLeft, "Shift-Left", "Shift+←"),
    (Code::ShiftRight, "Shift-Right", "Shift+→"),
    (Code::Home, "Home", "Home"),
    (Code::End, "End", "End"),
    (Code::PageUp, "PgUp", "PgUp"),
    (Code::PageDown, "PgDn", "PgDn"),
    (Code::Enter, "Enter", "Enter"),
    (Code::Esc, "Esc", "Esc"),
    (Code::Tab, "Tab", "Tab"),
    (Code::BackTab, "Shift-Tab", "Shift+Tab"),
    (Code::Backspace, "Backspace", "Backspace"),
    (Code::Delete, "Del", "Del"),
    (Code::Insert, "Ins", "Ins"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub code: Code,
    pub ctrl: bool,
    pub alt: bool,
}

impl Key {
    pub const fn plain(code: Code) -> Self {
        Key { code, ctrl: false, alt: false }
    }

    pub const fn char(c: char) -> Self {
        Key::plain(Code::Char(c))
    }

    pub fn unshifted(self) -> Option<Key> {
        let code = match self.code {
            Code::ShiftLeft => Code::Left,
            Code::ShiftRight => Code::Right,
            _ => return None,
        };
        Some(Key { code, ..self })
    }

    pub const fn ctrl(c: char) -> Self {
        Key { code: Code::Char(c), ctrl: true, alt: false }
    }

    /// Reads the name of a key, as help shows it or as tests write it: `x`, `Down`, `Ctrl-c`, `Space`, `F2`.
    pub fn named(name: &str) -> Option<Key> {
        if let Some(rest) = name.strip_prefix("Ctrl-").or_else(|| name.strip_prefix("Ctrl+")) {
            return Key::named(rest).map(|key| Key { ctrl: true, ..key });
        }
        let mut chars = name.chars();
        let code = match (
            NAMES.iter().find(|(_, typed, _)| *typed == name).map(|(code, ..)| *code),
            chars.next(),
            chars.next(),
        ) {
            (Some(code), ..) => code,
            (None, Some(c), None) => Code::Char(c),
            _ => Code::F(name.strip_prefix('F')?.parse().ok()?),
        };
        Some(Key::plain(code))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("Ctrl+")?;
        }
        if self.alt {
            f.write_str("Alt+")?;
        }
        match self.code {
            Code::Char(c) if c != ' ' && self.ctrl => write!(f, "{}", c.to_ascii_uppercase()),
            Code::Char(c) if c != ' ' => write!(f, "{c}"),
            Code::F(n) => write!(f, "F{n}"),
            code => f.write_str(NAMES.iter().find(|(of, ..)| *of == code).map_or("", |(_, _, shown)| shown)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        assert_eq!(Key::named("x"), Some(Key::char('x')));
        assert_eq!(Key::named("F2"), Some(Key::plain(Code::F(2))));
        assert_eq!(Key::named("F"), Some(Key::char('F')));
        assert_eq!(Key::named("Ctrl-c"), Some(Key::ctrl('c')));
        assert_eq!(Key::named("Space"), Some(Key::char(' ')));
        assert_eq!(Key::named("nothing"), None);
    }
}
