//! The keys, from the key table.
//!
//! ```text
//! ┏━ ▶ Keys: Data ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ / searches these keys                               ┃
//! ┃                                                     ┃
//! ┃ DATA (this pane)                                    ┃
//! ┃   ↑↓←→           move from cell to cell             ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1–14 of 52 ━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::super::pane::{self, Frame, cell};
use super::super::theme::Theme;
use crate::workbench::words::clip;
use crate::workbench::{App, HELP_HEIGHT, HELP_WIDTH, HelpLine, HelpScreen};

/// Draws the overlay.
pub fn draw(
    app: &App,
    help: &HelpScreen,
    theme: &Theme,
    body: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let (columns, _) = app.frame.dialog(HELP_WIDTH, HELP_HEIGHT);
    let keys = if columns < HELP_WIDTH { 18 } else { 24 };
    let lines: Vec<Line> =
        help.lines().into_iter().map(|line| written(line, keys, usize::from(columns), theme)).collect();
    let (_, rows) = app.frame.dialog(HELP_WIDTH, HELP_HEIGHT.min(lines.len().clamp(6, 40) as u16 + 4));
    let list = Rect { x: 0, y: 0, width: columns, height: rows.saturating_sub(4) };
    let (scroll, place) = pane::scrolled(app, lines.len(), help.scroll, list);
    let foot =
        if place.is_empty() { "Esc closes".to_string() } else { format!("{place} · PgDn · Esc closes") };
    let title = format!("Keys: {}", help.title());
    let inside =
        Frame { title: &title, foot: &foot, focused: true }.dialog(theme, (columns, rows), body, buffer);
    let cursor = if help.typing || !help.field.text().is_empty() {
        pane::field("/ ", &help.field, theme, inside, buffer).filter(|_| help.typing)
    } else {
        buffer.set_stringn(
            inside.x,
            inside.y,
            "/ searches these keys",
            usize::from(inside.width),
            theme.secondary,
        );
        None
    };
    let below = Rect { y: inside.y + 2, height: inside.height.saturating_sub(2), ..inside };
    if lines.is_empty() {
        pane::lines(&[Line::raw("No key is like that. Esc shows all of them again.")], 0, below, buffer);
    }
    pane::lines(&lines, scroll, below, buffer);
    cursor
}

fn written(line: HelpLine, keys_width: usize, columns: usize, theme: &Theme) -> Line<'static> {
    match line {
        HelpLine::Blank => Line::default(),
        HelpLine::Heading(title) => Line::styled(title, theme.heading),
        HelpLine::Key(keys, sentence) => Line::from(vec![
            Span::styled(format!("  {} ", cell(&keys, keys_width)), theme.key),
            Span::styled(clip(sentence, columns.saturating_sub(keys_width + 7)).into_owned(), theme.text),
        ]),
    }
}
