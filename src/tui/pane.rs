//! A pane's border, and lines of text inside it.
//!
//! ```text
//! ┏━ ▶ Start ━━━━━━━━━━━━━━━━━━━┓╭─ Preview ────────────────────╮
//! ┃ the pane that has the keys  ┃│ the other one                │
//! ┗━━━━━━━━━━━━━━━━━━━━━━ 4/14 ━┛╰──────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{HorizontalAlignment, Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Widget};
use unicode_segmentation::UnicodeSegmentation;

use super::theme::Theme;
use crate::text::shorten;
use crate::workbench::Field;
use crate::workbench::words::{clip, width};

/// What a pane's border says.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Its name.
    pub title: &'a str,
    /// Where one is in it; empty for nothing.
    pub foot: &'a str,
    /// Whether it has the keys.
    pub focused: bool,
}

impl Frame<'_> {
    /// Draws the border and gives the space inside, a blank column left and right of it.
    pub fn draw(self, theme: &Theme, area: Rect, buffer: &mut Buffer) -> Rect {
        let (border, kind, title) = if self.focused {
            (
                theme.focus_border,
                BorderType::Thick,
                Line::styled(format!(" ▶ {} ", self.title), theme.focus_title),
            )
        } else {
            (theme.border, BorderType::Rounded, Line::styled(format!(" {} ", self.title), theme.title))
        };
        // One line of border before the title, as in print.
        let mut edged = Line::from(vec![Span::styled(if self.focused { "━" } else { "─" }, border)]);
        edged.extend(title.spans.into_iter().map(|span| span.style(title.style)));
        let mut block =
            Block::bordered().border_type(kind).border_style(border).style(theme.text).title(edged);
        if !self.foot.is_empty() {
            let foot = Line::styled(format!(" {} ", self.foot), theme.secondary);
            block = block.title_bottom(foot.alignment(HorizontalAlignment::Right));
        }
        let inside = block.inner(area);
        block.render(area, buffer);
        padded(inside)
    }

    /// The same for a dialog, in the middle of `area`.
    pub fn dialog(self, theme: &Theme, (columns, rows): (u16, u16), area: Rect, buffer: &mut Buffer) -> Rect {
        let place = Rect {
            x: area.x + area.width.saturating_sub(columns) / 2,
            y: area.y + area.height.saturating_sub(rows) / 2,
            width: columns.min(area.width),
            height: rows.min(area.height),
        };
        Clear.render(place, buffer);
        self.draw(theme, place, buffer)
    }
}

fn padded(area: Rect) -> Rect {
    let by = u16::from(area.width >= 4);
    Rect { x: area.x + by, width: area.width - 2 * by, ..area }
}

/// Writes lines from the first row on, those that fit, from the `scroll`th on.
pub fn lines(lines: &[Line<'_>], scroll: usize, area: Rect, buffer: &mut Buffer) {
    for (line, row) in lines.iter().skip(scroll).zip(area.rows()) {
        line.render(row, buffer);
    }
}

/// How far lines can be scrolled, and the words for the border: `1–17 of 40`; nothing where all fit.
pub fn reach(lines: usize, scroll: usize, area: Rect) -> (usize, String) {
    let shown = usize::from(area.height);
    let last = lines.saturating_sub(shown);
    let scroll = scroll.min(last);
    let words = if last == 0 {
        String::new()
    } else {
        format!("{}–{} of {lines}", scroll + 1, (scroll + shown).min(lines))
    };
    (scroll, words)
}

/// Draws a text field on one row and gives the place of its cursor.
pub fn field(
    prompt: &str,
    field: &Field,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let row = area.rows().next()?;
    let indent = (width(prompt) as u16).min(row.width);
    buffer.set_stringn(row.x, row.y, prompt, usize::from(row.width), theme.secondary);
    let room = row.width.checked_sub(indent + 1).filter(|room| *room > 0)?;
    let scroll = field.scroll(usize::from(room));
    let text = skip_columns(field.text(), scroll);
    let left = row.x + indent;
    buffer.set_stringn(left, row.y, text, usize::from(room), Style::new());
    let at = u16::try_from(field.cursor().saturating_sub(scroll)).unwrap_or(room).min(room);
    Some(Position { x: left + at, y: row.y })
}

fn skip_columns(text: &str, columns: usize) -> &str {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        if used >= columns {
            return text.get(at..).unwrap_or_default();
        }
        used += width(c.encode_utf8(&mut [0; 4]));
    }
    if used >= columns && columns > 0 { "" } else { text }
}

/// A text in a column of `columns` characters: cut, or filled with blanks on the right.
pub fn cell(text: &str, columns: usize) -> String {
    let text = clip(text, columns);
    let blanks = columns.saturating_sub(width(&text));
    format!("{text}{}", " ".repeat(blanks))
}

/// The same, cut in the middle: what ends in its class is told by it from its neighbours.
pub fn cell_of_name(text: &str, columns: usize) -> String {
    cell(&shorten(text, columns), columns)
}

/// [`cell`], filled on the left.
pub fn cell_right(text: &str, columns: usize) -> String {
    let text = clip(text, columns);
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(&text))))
}

/// Breaks a sentence into lines of at most `columns` characters, at blanks where there are any; what a no-break space
/// joins stays together.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(1);
    let mut done = Vec::new();
    let mut line = String::new();
    let blank = |c: char| c.is_whitespace() && c != '\u{a0}';
    for word in text.split(blank).filter(|word| !word.is_empty()).map(|word| word.replace('\u{a0}', " ")) {
        let word = word.as_str();
        let joined = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
        if width(&joined) <= columns {
            line = joined;
            continue;
        }
        if !line.is_empty() {
            done.push(std::mem::take(&mut line));
        }
        let mut rest = word.to_string();
        while width(&rest) > columns {
            let mut piece = String::new();
            for grapheme in rest.graphemes(true) {
                if !piece.is_empty() && width(&piece) + width(grapheme) > columns {
                    break;
                }
                piece.push_str(grapheme);
            }
            let taken = piece.len();
            done.push(piece);
            rest = rest.get(taken..).unwrap_or_default().to_string();
        }
        line = rest;
    }
    if !line.is_empty() || done.is_empty() {
        done.push(line);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_break_at_blanks_and_long_words_anywhere() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("a b\u{a0}c", 4), ["a", "b c"]);
        assert!(wrap("東京都庁", 1).len() <= 4);
        assert_eq!(wrap("東京都庁", 3), ["東", "京", "都", "庁"]);
        assert_eq!(wrap("ae\u{301}o", 2), ["ae\u{301}", "o"]);
    }

    #[test]
    fn reach_never_scrolls_past_the_end() {
        let area = Rect::new(0, 0, 10, 5);
        assert_eq!(reach(12, 100, area), (7, "8–12 of 12".to_string()));
        assert_eq!(reach(3, 2, area), (0, String::new()));
    }
}
