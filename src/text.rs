//! Text from data made safe to show: what a terminal would act on, or an eye would miss, is written out.
//!
//! Everything that comes from a file (cells, column names, file names) passes through here before a person reads it.
//! This room knows nothing of tables or screens.

use std::borrow::Cow;

/// The text with every character that steers a terminal or hides from the eye written as `⟨U+XXXX⟩`.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_hidden(c) {
            safe.push_str(&format!("⟨U+{:04X}⟩", u32::from(c)));
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

/// Controls, direction marks, zero-width characters and tags.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        assert_eq!(shown("plain é"), "plain é");
        assert_eq!(shown("a\u{1b}[2J"), "a⟨U+001B⟩[2J");
        assert_eq!(shown("\u{202e}b\u{200b}"), "⟨U+202E⟩b⟨U+200B⟩");
    }
}
