//! What to find in the data.
//!
//! ```text
//! ┏━ ▶ Find ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ / strong_                                        ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::super::pane::{self, Frame};
use super::super::theme::Theme;
use crate::workbench::{App, FindLine};

/// Draws the line at the bottom of the screen, so that it hides as few rows as can be.
pub fn draw(app: &App, find: &FindLine, theme: &Theme, body: Rect, buffer: &mut Buffer) -> Option<Position> {
    let size = app.frame.dialog(56, 3);
    let below = Rect { y: body.bottom().saturating_sub(4).max(body.y), height: body.height.min(3), ..body };
    let inside = Frame { title: "Find", foot: "", focused: true }.dialog(theme, size, below, buffer);
    pane::field("/ ", &find.field, theme, inside, buffer)
}
