//! The last line of a dialog that writes a file: the name that is typed, or whether to write over a file.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::super::pane;
use super::super::theme::Theme;
use crate::workbench::SaveAs;
use crate::workbench::words::shown;

/// Draws the question on one line, if one is asked, and gives the place of the text cursor; `None` where nothing is asked.
pub fn draw(
    save: &SaveAs,
    prompt: &str,
    theme: &Theme,
    line: Rect,
    buffer: &mut Buffer,
) -> Option<Option<Position>> {
    if let Some(path) = &save.over {
        let name = shown(&path.to_string_lossy()).into_owned();
        let text = format!("{name} is there already. Enter writes over it, Esc does not.");
        pane::lines(&[Line::styled(text, theme.warning)], 0, line, buffer);
        return Some(None);
    }
    save.field.as_ref().map(|field| pane::field(prompt, field, theme, line, buffer))
}
