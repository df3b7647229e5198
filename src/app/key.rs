//! Pressed keys, independent of the terminal, and the text field that keys edit.

use crate::app::prelude::*;
use crate::app::words::Toast;
use std::fmt;
use tui_input::Input;

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

/// Keys that are not characters: their names in tests, and in the help.
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

    pub fn named(name: &str) -> Option<Key> {
        if let Some(rest) = name.strip_prefix("Ctrl-").or_else(|| name.strip_prefix("Ctrl+")) {
            return Key::named(rest).map(|key| Key { ctrl: true, ..key });
        }
        let known = NAMES.iter().find(|(_, typed, _)| *typed == name).map(|(code, ..)| *code);
        let mut chars = name.chars();
        let code = match (known, chars.next(), chars.next()) {
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

pub const PASTE_LIMIT: usize = 64 * 1024;

#[derive(Clone, Debug, Default)]
pub struct Field {
    input: Input,
    /// Whether the whole text is selected: typing then replaces it; moving and deleting edit it.
    selected: bool,
}

impl Field {
    pub fn new(text: impl Into<String>) -> Self {
        Field { input: Input::new(text.into()), selected: false }
    }

    pub fn selected(text: impl Into<String>) -> Self {
        let field = Field::new(text);
        Field { selected: !field.text().is_empty(), ..field }
    }

    pub fn is_selected(&self) -> bool {
        self.selected
    }

    pub fn text(&self) -> &str {
        self.input.value()
    }

    pub fn cursor(&self) -> usize {
        self.input.visual_cursor()
    }

    pub fn scroll(&self, width: usize) -> usize {
        self.input.visual_scroll(width)
    }

    /// Types or pastes, and returns whether the action was one of these. A paste that is too long is refused with a message.
    pub fn take(&mut self, action: &Action, toast: &mut Option<Toast>) -> bool {
        match action {
            Action::Edit(edit) => self.edit(*edit),
            Action::Paste(text) if text.len() > PASTE_LIMIT => {
                *toast = Some(Toast::new("The pasted text is over 64 KB: too long for one line."));
            }
            Action::Paste(text) => self.paste(text),
            _ => return false,
        }
        true
    }

    pub fn edit(&mut self, edit: Edit) {
        if std::mem::take(&mut self.selected) && matches!(edit, Edit::InsertChar(_)) {
            self.input.reset();
        }
        self.input.handle(edit);
    }

    /// Inserts pasted text at the cursor, without control characters, and with a space for each line end: products are
    /// often written on two lines.
    fn paste(&mut self, text: &str) {
        let lines: Vec<&str> =
            text.split(['\r', '\n']).map(str::trim).filter(|line| !line.is_empty()).collect();
        if std::mem::take(&mut self.selected) {
            self.input.reset();
        }
        let before = self.input.cursor();
        let mut whole: String = self.text().chars().take(before).collect();
        whole.extend(lines.join(" ").chars().filter(|c| !c.is_control()));
        let at = whole.chars().count();
        whole.extend(self.text().chars().skip(before));
        self.input = Input::new(whole).with_cursor(at);
    }
}

pub fn edit(key: Key) -> Option<Edit> {
    // Terminals disagree on what Backspace sends; some send what others call Ctrl+H.
    Some(match (key.code, key.ctrl, key.alt) {
        (Code::Char('h'), true, false) | (Code::Backspace, false, false) => Edit::DeletePrevChar,
        (Code::Char('w'), true, false) | (Code::Backspace, _, _) => Edit::DeletePrevWord,
        (Code::Char('u'), true, false) => Edit::DeleteFromStart,
        (Code::Char('a'), true, false) | (Code::Home, ..) => Edit::GoToStart,
        (Code::Char('e'), true, false) | (Code::End, ..) => Edit::GoToEnd,
        (Code::Delete, ..) => Edit::DeleteNextChar,
        (Code::Left | Code::ShiftLeft, ..) => Edit::GoToPrevChar,
        (Code::Right | Code::ShiftRight, ..) => Edit::GoToNextChar,
        (Code::Char(c), false, false) if !c.is_control() => Edit::InsertChar(c),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed() {
        assert_eq!(Key::named("x"), Some(Key::char('x')));
        assert_eq!(Key::named("F2"), Some(Key::plain(Code::F(2))));
        assert_eq!(Key::named("F"), Some(Key::char('F')));
        assert_eq!(Key::named("Ctrl-c"), Some(Key::ctrl('c')));
        assert_eq!(Key::named("Space"), Some(Key::char(' ')));
        assert_eq!(Key::named("nothing"), None);
    }

    #[test]
    fn typing_replaces_a_selected_text_and_other_keys_edit_it() {
        let typed = |edits: &[Edit]| {
            let mut field = Field::selected("3/14");
            edits.iter().for_each(|edit| field.edit(*edit));
            field.text().to_owned()
        };
        assert_eq!(typed(&[Edit::InsertChar('l'), Edit::InsertChar('n')]), "ln");
        assert_eq!(typed(&[Edit::DeletePrevChar, Edit::InsertChar('5')]), "3/15");
        assert_eq!(typed(&[Edit::GoToEnd, Edit::InsertChar('0')]), "3/140");
        assert!(!Field::selected("").is_selected());
    }

    #[test]
    fn a_paste_is_one_line_at_the_cursor() {
        let mut field = Field::new("ad");
        field.edit(Edit::GoToPrevChar);
        field.paste("b\u{1b}c *\r\n  9/14\n");
        assert_eq!(field.text(), "abc * 9/14d");
        assert_eq!(field.cursor(), 10);
    }
}
