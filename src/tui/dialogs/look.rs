//! What to look at on screen 4.
//!
//! ```text
//! ┏━ ▶ Look at ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ ▸ Confusion matrix       which rows are taken for what      ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::pane::{self, Frame, cell};
use super::super::theme::Theme;
use crate::workbench::{App, LOOK_HEIGHT, LOOK_WIDTH, LookDialog, View};

/// Columns of a view's name.
const NAME: usize = 22;

/// Draws the dialog.
pub fn draw(app: &App, dialog: &LookDialog, theme: &Theme, body: Rect, buffer: &mut Buffer) {
    let size = app.frame.dialog(LOOK_WIDTH, LOOK_HEIGHT);
    let inside = Frame { title: "Look at", foot: "", focused: true }.dialog(theme, size, body, buffer);
    let mut lines = vec![Line::default()];
    lines.extend(View::ALL.iter().enumerate().map(|(at, view)| {
        let marked = at == dialog.cursor;
        let mark = if marked { "▸" } else { " " };
        let text = format!("{mark} {} {}", cell(view.title(), NAME), view.answers());
        Line::styled(text, if marked { theme.cursor } else { theme.text })
    }));
    pane::lines(&lines, 0, inside, buffer);
}
