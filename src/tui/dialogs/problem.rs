//! What went wrong.
//!
//! ```text
//! ┏━ ▶ This cannot be opened ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ marks.csv, line 7: 6 fields, but the header has 5.          ┃
//! ┃   7 │ 70,5,A,yes,no,retake                                  ┃
//! ┃                    ^^^^^^                                   ┃
//! ┃ ▸ Skip this line and open the other 211                     ┃
//! ┃   Cancel                                                    ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ Esc closes ━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::pane::{self, Frame};
use super::super::screens::start::problem_lines;
use super::super::theme::Theme;
use crate::workbench::words::clip;
use crate::workbench::{App, ProblemDialog};

/// Draws the dialog, as high as its text needs.
pub fn draw(app: &App, dialog: &ProblemDialog, theme: &Theme, body: Rect, buffer: &mut Buffer) {
    let (columns, _) = app.frame.dialog(64, 1);
    let mut lines = problem_lines(&dialog.problem, theme, usize::from(columns.saturating_sub(4)));
    if !dialog.problem.choices.is_empty() {
        lines.push(Line::default());
    }
    for (at, (choice, _)) in dialog.problem.choices.iter().enumerate() {
        let marked = at == dialog.cursor;
        let choice = clip(choice, usize::from(columns.saturating_sub(7)));
        let text = format!("{} {choice} ", if marked { "▸" } else { " " });
        lines.push(Line::styled(text, if marked { theme.cursor } else { theme.text }));
    }
    let size = app.frame.dialog(columns, u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(3));
    let list = Rect { x: 0, y: 0, width: size.0, height: size.1.saturating_sub(2) };
    // The marked choice stays in sight.
    let marked = lines.len().saturating_sub(dialog.problem.choices.len()) + dialog.cursor + 1;
    let least =
        if dialog.problem.choices.is_empty() { 0 } else { marked.saturating_sub(usize::from(list.height)) };
    let (scroll, place) = pane::scrolled(app, lines.len(), dialog.scroll.max(least), list);
    let foot = if place.is_empty() { "Esc closes".to_string() } else { format!("{place} · Esc closes") };
    let frame = Frame { title: dialog.title, foot: &foot, focused: true };
    let inside = frame.dialog(theme, size, body, buffer);
    pane::lines(&lines, scroll, inside, buffer);
}
