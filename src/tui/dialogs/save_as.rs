//! The last line of a dialog that writes a file: the name that is typed, or whether to write over a file.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::super::pane;
use super::super::theme::Theme;
use crate::workbench::SaveAs;
use crate::workbench::words::{shorten, shown, width};

/// Draws the question on one line, if one is asked, and gives the place of the text cursor; `None` where nothing is asked.
pub fn draw(
    save: &SaveAs,
    prompt: &str,
    theme: &Theme,
    line: Rect,
    buffer: &mut Buffer,
) -> Option<Option<Position>> {
    if let Some(path) = &save.over {
        let question = |name: &str| format!("{name} is there already. w writes over it, Enter keeps it.");
        let room = usize::from(line.width).saturating_sub(width(&question("")));
        let text = question(&shorten(&shown(&path.to_string_lossy()), room));
        pane::lines(&[Line::styled(text, theme.warning)], 0, line, buffer);
        return Some(None);
    }
    save.field.as_ref().map(|field| pane::field(prompt, field, theme, line, buffer))
}
