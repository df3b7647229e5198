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

use super::theme::Theme;
use crate::text::shorten;
pub use crate::workbench::words::wrap;
use crate::workbench::words::{clip, width};
use crate::workbench::{App, Field};

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

/// [`reach`] of a text that the keys scroll: they go on from where it is drawn.
pub fn scrolled(app: &App, lines: usize, scroll: usize, area: Rect) -> (usize, String) {
    let (scroll, words) = reach(lines, scroll, area);
    app.reached.set(Some(scroll));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reach_never_scrolls_past_the_end() {
        let area = Rect::new(0, 0, 10, 5);
        assert_eq!(reach(12, 100, area), (7, "8–12 of 12".to_string()));
        assert_eq!(reach(3, 2, area), (0, String::new()));
    }
}
