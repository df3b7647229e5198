//! What the model is tested on.
//!
//! ```text
//! ┏━ ▶ Test on ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ ▸  training rows           the rows that it learned from: flatters it    ┃
//! ┃    held-out rows ← 0.3 →   a share of each class is kept for the test    ┃
//! ┃    folds         ← 10  →   each part is tested by the others             ┃
//! ┃  * leave one out           each row is tested by all others              ┃
//! ┃    another file            all rows of another CSV                       ┃
//! ┃    seed          ← 1   →   which rows go together                        ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::super::pane::{self, Frame, cell};
use super::super::theme::Theme;
use crate::workbench::words::shown;
use crate::workbench::{App, TEST_HEIGHT, TEST_WIDTH, TestDialog, TestLine};

/// Columns of a line's name, and of what can be changed on it.
const NAME: usize = 14;
const VALUE: usize = 11;

/// Draws the dialog and gives the place of the text cursor while a name is typed.
pub fn draw(
    app: &App,
    dialog: &TestDialog,
    theme: &Theme,
    body: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let size = app.frame.dialog(TEST_WIDTH, TEST_HEIGHT);
    let inside = Frame { title: "Test on", foot: "", focused: true }.dialog(theme, size, body, buffer);
    let columns = usize::from(inside.width);
    let line = |(at, line): (usize, TestLine)| {
        let marked = at == dialog.cursor;
        let mark = if marked { "▸" } else { " " };
        let star = if dialog.is_on(line) { "*" } else { " " };
        let value = dialog.value(line);
        let value = if dialog.steps(line) { format!("← {value} →") } else { shown(&value).into_owned() };
        let (value, meaning) = match line {
            // The name of a file needs the room of what it means.
            TestLine::File if !value.is_empty() => (cell(&value, columns.saturating_sub(NAME + 5)), ""),
            _ => (cell(&value, VALUE), line.words().1),
        };
        let text = format!("{mark}{star} {} {value} {meaning}", cell(line.words().0, NAME));
        Line::styled(text, if marked { theme.cursor } else { theme.text })
    };
    let mut lines = vec![Line::default()];
    lines.extend(TestLine::ALL.into_iter().enumerate().map(line));
    lines.extend([Line::default(), Line::styled("* is what it is tested on now.", theme.secondary)]);
    pane::lines(&lines, 0, inside, buffer);
    let last =
        Rect { y: inside.bottom().saturating_sub(1).max(inside.y), height: inside.height.min(1), ..inside };
    dialog.field.as_ref().and_then(|field| pane::field("file: ", field, theme, last, buffer))
}
