//! How the workbench looks.
//!
//! ```text
//! ┏━ ▶ Settings ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ ▸ theme    ‹ auto ›      suits most terminals  ┃
//! ┃   marks    ‹ Unicode ›                         ┃
//! ┃   numbers  ‹ 0.25 ›      decimal point         ┃
//! ┃                                                ┃
//! ┃ ● ▲ ■ ◆ ✚   ▒▒▒███░░░   ┏━┓ ╭─╮                ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::pane::{self, Frame};
use super::super::theme::{Theme, class_fill, class_mark};
use crate::workbench::settings::{example, word};
use crate::workbench::{App, SettingsDialog};

/// Draws the dialog.
pub fn draw(app: &App, dialog: &SettingsDialog, theme: &Theme, body: Rect, buffer: &mut Buffer) {
    let size = app.frame.dialog(56, 11);
    let inside = Frame { title: "Settings", foot: "", focused: true }.dialog(theme, size, body, buffer);
    let choice = app.settings.theme;
    let marks = if app.settings.ascii { "ASCII" } else { "Unicode" };
    let purpose =
        if app.settings.ascii { "for terminals without other characters" } else { "lines, bars and marks" };
    let setting = |line: usize, name: &str, value: &str, purpose: &str| {
        let marked = dialog.cursor == line;
        let text = format!("{} {name:<7} ← {value:^9} →  {purpose}", if marked { "▸" } else { " " });
        Line::styled(text, if marked { theme.cursor } else { theme.text })
    };
    let mut sample = Line::default();
    for class in 0..5 {
        sample.push_span(Span::styled(format!("{} ", class_mark(class)), theme.class(class)));
    }
    sample.push_span("  ");
    for class in 0..5 {
        sample.push_span(Span::styled(class_fill(class).to_string().repeat(3), theme.class(class)));
    }
    let lines = [
        Line::default(),
        setting(0, "theme", choice.words().0, choice.words().1),
        setting(1, "marks", marks, purpose),
        setting(2, "numbers", &example(app.settings.sign), &format!("decimal {}", word(app.settings.sign))),
        Line::default(),
        Line::styled("Five classes look like this:", theme.secondary),
        sample,
    ];
    pane::lines(&lines, 0, inside, buffer);
}
