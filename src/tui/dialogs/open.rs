//! Which file?
//!
//! ```text
//! ┏━ ▶ Open a file ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ path: course/ma_                                            ┃
//! ┃                                                             ┃
//! ┃ ▸ marks.csv                                          3.1 kB ┃
//! ┃   marbles.csv                                        0.2 kB ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 2 names ┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::super::pane::{self, Frame, cell, cell_right, wrap};
use super::super::theme::Theme;
use crate::workbench::words::{counted, shown};
use crate::workbench::{App, OPEN_HEIGHT, OPEN_WIDTH, OpenDialog, size};

/// Draws the dialog.
pub fn draw(
    app: &App,
    dialog: &OpenDialog,
    theme: &Theme,
    body: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let names = dialog.matching();
    let foot = if names.is_empty() { String::new() } else { counted(names.len(), "name", "names") };
    let frame = Frame { title: "Open a file", foot: &foot, focused: true };
    let inside = frame.dialog(theme, app.frame.dialog(OPEN_WIDTH, OPEN_HEIGHT), body, buffer);
    let below = Rect { y: inside.y + 1, height: inside.height.saturating_sub(1), ..inside };
    let cursor = pane::field("path: ", &dialog.field, theme, below, buffer);
    let list = Rect { y: inside.y + 3, height: inside.height.saturating_sub(4), ..inside };
    let columns = usize::from(list.width);
    let only = dialog.only();
    let lines: Vec<Line> = match &dialog.entries {
        None => vec![Line::styled("reading the folder …", theme.secondary)],
        Some(Err(why)) => wrap(&shown(why), columns).into_iter().map(|line| Line::styled(line, theme.warning)).collect(),
        Some(Ok(_)) if names.is_empty() => {
            wrap("No folder and no file that ends in .csv, .tsv, .txt, .tab, .dat or .data begins like this. Enter tries the path as it is.", columns)
                .into_iter()
                .map(|line| Line::styled(line, theme.secondary))
                .collect()
        }
        Some(Ok(_)) => names
            .iter()
            .enumerate()
            .map(|(at, entry)| {
                let marked = only.or(dialog.cursor) == Some(at);
                let name = if entry.folder { format!("{}/", shown(&entry.name)) } else { shown(&entry.name).into_owned() };
                let bytes = if entry.folder { String::new() } else { size(entry.bytes) };
                let text = format!(
                    "{} {} {}",
                    if marked { "▸" } else { " " },
                    cell(&name, columns.saturating_sub(12)),
                    cell_right(&bytes, 9)
                );
                Line::styled(text, if marked { theme.cursor } else { theme.text })
            })
            .collect(),
    };
    pane::lines(&lines, dialog.scroll, list, buffer);
    cursor
}
