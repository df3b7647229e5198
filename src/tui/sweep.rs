//! The last look at a frame before it is sent.
//!
//! Whatever a screen drew, nothing leaves that could act on a terminal or that cannot be seen: this is the second wall,
//! behind the one where text from data is made safe to show. In ASCII mode the same pass replaces every line, bar and
//! mark by a plain character of the same width, so that no screen has to think of it.

use ratatui::buffer::Buffer;
use unicode_width::UnicodeWidthStr;

use crate::text::{in_one_cell, is_hidden};

/// Looks at every cell.
pub fn sweep(buffer: &mut Buffer, ascii: bool) {
    for cell in &mut buffer.content {
        let symbol = cell.symbol();
        let plain = symbol.len() == 1 && symbol.bytes().all(|b| (0x20..0x7f).contains(&b));
        if plain || symbol.is_empty() {
            continue;
        }
        if symbol == "\u{2800}" {
            // A blank of a plot drawn in braille.
            cell.set_symbol(" ");
        } else if symbol.chars().any(is_hidden) {
            // One column stays one column, whatever was hidden there.
            cell.set_symbol("?");
        } else if ascii {
            match in_one_cell(symbol) {
                Some(one) => cell.set_symbol(one),
                None => cell.set_symbol(&"?".repeat(symbol.width().max(1))),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    #[test]
    fn nothing_that_acts_or_hides_is_left() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 4, 1));
        for (x, symbol) in ["\u{1b}", "a\u{202e}", "é", "\u{2800}"].into_iter().enumerate() {
            buffer.content[x].set_symbol(symbol);
        }
        sweep(&mut buffer, false);
        let symbols: Vec<&str> = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert_eq!(symbols, ["?", "?", "é", " "]);
    }

    #[test]
    fn ascii_mode_sends_ascii_only() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 1));
        buffer.set_string(0, 0, "┏▶ 東 ● 1–5 …┓", ratatui::style::Style::new());
        sweep(&mut buffer, true);
        let line: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert!(line.is_ascii(), "{line}");
        assert!(line.starts_with("+> ?"), "{line}");
    }
}
