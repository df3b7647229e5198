//! All warnings.
//!
//! ```text
//! ┏━ ▶ Warnings ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ 1  “NA” counts as missing, as the empty cell and “?” do: 2 cells of  ┃
//! ┃    “sex”. --missing lists what is missing instead.                   ┃
//! ┃                                                                      ┃
//! ┃ 2  column “year”: Every known cell is the same number.               ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1–12 of 20 · Esc closes ━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::pane::{self, Frame, cell_right};
use super::super::theme::Theme;
use crate::workbench::{App, WarningsDialog};

/// Draws the dialog, as high as its text needs.
pub fn draw(app: &App, dialog: &WarningsDialog, theme: &Theme, body: Rect, buffer: &mut Buffer) {
    let size = WarningsDialog::size(app);
    let digits = WarningsDialog::digits(app);
    let line = |(number, text): (Option<usize>, String)| {
        let number = number.map_or_else(String::new, |number| number.to_string());
        let number = Span::styled(format!("{}  ", cell_right(&number, digits)), theme.secondary);
        Line::from(vec![number, Span::styled(text, theme.text)])
    };
    let lines: Vec<Line> = WarningsDialog::lines(app).into_iter().map(line).collect();
    let list = Rect { x: 0, y: 0, width: size.0, height: size.1.saturating_sub(2) };
    let (scroll, place) = pane::reach(lines.len(), dialog.scroll, list);
    let foot =
        if place.is_empty() { "Esc closes".to_owned() } else { format!("{place} · PgDn · Esc closes") };
    let frame = Frame { title: "Warnings", foot: &foot, focused: true };
    let inside = frame.dialog(theme, size, body, buffer);
    pane::lines(&lines, scroll, inside, buffer);
}
