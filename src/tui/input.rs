//! What the terminal sends, in the workbench's words.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::workbench::{Code, Key};

/// What arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// A key went down, or repeats.
    Key(Key),
    /// A bracketed paste.
    Paste(String),
    /// The terminal has another size.
    Resize(u16, u16),
}

/// Translates an event; `None` for what means nothing here.
///
/// Mouse reports are not asked for, and when garbage looks like one its coordinates cannot be trusted, so they end here.
pub fn translate(event: Event) -> Option<Arrival> {
    match event {
        Event::Key(key) => key_of(key).map(Arrival::Key),
        Event::Paste(text) => Some(Arrival::Paste(text)),
        Event::Resize(width, height) => Some(Arrival::Resize(width, height)),
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
}
