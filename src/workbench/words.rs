//! Cells and names as short texts that are safe to show.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::table::{Cell, Table};

/// The columns a text takes on a terminal.
pub fn width(text: &str) -> usize {
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// The text, cut to `most` columns with `…` at its end where it was longer; never inside a character.
pub fn shorten(text: &str, most: usize) -> String {
    if width(text) <= most {
        return text.to_string();
    }
    let mut short = String::new();
    let mut used = 0;
    for grapheme in text.graphemes(true) {
        let wide = grapheme.width();
        if used + wide + 1 > most {
            break;
        }
        used += wide;
        short.push_str(grapheme);
    }
    if most > 0 {
        short.push('…');
    }
    short
}

/// Text from data with everything that cannot be seen, or that would act on a terminal, spelled out.
pub fn shown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{0}'..='\u{1f}' => safe.extend(char::from_u32(0x2400 + u32::from(c))),
            '\u{7f}' => safe.push('␡'),
            '\u{200d}' => safe.push(c),
            c if is_hidden(c) => safe.push_str(&format!("⟨U+{:04X}⟩", u32::from(c))),
            c => safe.push(c),
        }
    }
    safe
}

/// Controls, direction marks and what has no width: none of these may reach a terminal from data.
pub fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200c}'
        | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// A cell as the screen shows it; `?` where it is missing.
pub fn cell(table: &Table, row: usize, column: usize) -> String {
    match table.cell(row, column) {
        Cell::Missing => "?".into(),
        Cell::Number(value) => {
            let decimals = table.columns().get(column).map_or(0, |column| column.decimals);
            number(value, decimals)
        }
        Cell::Category(name) => shown(name.as_str()),
        Cell::Text(text) => shown(text),
    }
}

/// A number with as many decimals as its column was written with.
pub fn number(value: f64, decimals: u8) -> String {
    if value != 0.0 && (value.abs() >= 1e15 || (decimals > 12 && value.abs() < 1e-6)) {
        return format!("{value:e}");
    }
    format!("{value:.*}", usize::from(decimals.min(17)))
}

/// A count with its thing, in the singular where there is one.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_spelled_out() {
        assert_eq!(shown("a\u{1b}[2J\u{202e}b"), "a␛[2J⟨U+202E⟩b");
        assert_eq!(shown("👩\u{200d}👩\u{200d}👧"), "👩\u{200d}👩\u{200d}👧");
    }

    #[test]
    fn cutting_counts_columns_and_keeps_characters_whole() {
        assert_eq!(shorten("Overcast", 5), "Over…");
        assert_eq!(shorten("東京都", 5), "東京…");
        assert_eq!(shorten("東京都", 4), "東…");
        assert_eq!(shorten("abc", 0), "");
    }
}
