//! A key, in the workbench's own words: what was pressed, however the terminal said it.

use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    Char(char),
    /// A function key, from 1.
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
    /// Enter
    Enter,
    /// Escape
    Esc,
    Tab,
    BackTab,
    Backspace,
    Delete,
    Insert,
}

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

    /// The same key where Shift with an arrow means nothing of its own.
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
        let code = match name {
            "Up" => Code::Up,
            "Down" => Code::Down,
            "Left" => Code::Left,
            "Right" => Code::Right,
            "Home" => Code::Home,
            "End" => Code::End,
            "PgUp" => Code::PageUp,
            "PgDn" => Code::PageDown,
            "Enter" => Code::Enter,
            "Esc" => Code::Esc,
            "Tab" => Code::Tab,
            "Shift-Tab" => Code::BackTab,
            "Backspace" => Code::Backspace,
            "Del" => Code::Delete,
            "Ins" => Code::Insert,
            "Shift-Left" => Code::ShiftLeft,
            "Shift-Right" => Code::ShiftRight,
            "Space" => Code::Char(' '),
            _ => {
                let function = name.strip_prefix('F').and_then(|n| n.parse().ok());
                let mut chars = name.chars();
                match (function, chars.next(), chars.next()) {
                    (Some(n), ..) => Code::F(n),
                    (None, Some(c), None) => Code::Char(c),
                    _ => return None,
                }
            }
        };
        Some(Key::plain(code))
    }
}

/// As help writes it: `↑`, `PgDn`, `Ctrl+C`, `x`.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("Ctrl+")?;
        }
        if self.alt {
            f.write_str("Alt+")?;
        }
        match self.code {
            Code::Char(' ') => f.write_str("Space"),
            Code::Char(c) if self.ctrl => write!(f, "{}", c.to_ascii_uppercase()),
            Code::Char(c) => write!(f, "{c}"),
            Code::F(n) => write!(f, "F{n}"),
            Code::Up => f.write_str("↑"),
            Code::Down => f.write_str("↓"),
            Code::Left => f.write_str("←"),
            Code::Right => f.write_str("→"),
            Code::Home => f.write_str("Home"),
            Code::End => f.write_str("End"),
            Code::PageUp => f.write_str("PgUp"),
            Code::PageDown => f.write_str("PgDn"),
            Code::Enter => f.write_str("Enter"),
            Code::Esc => f.write_str("Esc"),
            Code::Tab => f.write_str("Tab"),
            Code::BackTab => f.write_str("Shift+Tab"),
            Code::Backspace => f.write_str("Backspace"),
            Code::Delete => f.write_str("Del"),
            Code::Insert => f.write_str("Ins"),
            Code::ShiftLeft => f.write_str("Shift+←"),
            Code::ShiftRight => f.write_str("Shift+→"),
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
