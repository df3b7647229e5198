//! Why a formula is what it is.
//!
//! ```text
//! ┏━ ▶ Why this formula? P(Yes) ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ How fast ℓ rises with P(Yes) is its slope, the derivative. …         ┃
//! ┃                                                                      ┃
//! ┃                count(Yes)    count(No)     9        5                ┃
//! ┃   ∂ℓ/∂P(Yes) = ────────── − ────────── = ──── − ──────── = 0         ┃
//! ┃                  P(Yes)     1 − P(Yes)   9/14   1 − 9/14             ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 12–30 of 44 · Esc closes ━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::formula;
use super::super::pane::{self, Frame, cell_right, wrap};
use super::super::theme::Theme;
use crate::report::nudges;
use crate::workbench::words::{clip, shown, width};
use crate::workbench::{App, ArgumentDialog};

/// The widest that sentences are good to read.
const WIDTH: u16 = 100;
/// Blanks before a formula.
const INDENT: usize = 2;

/// Draws the dialog, as large as the screen allows.
pub fn draw(app: &App, dialog: &ArgumentDialog, theme: &Theme, body: Rect, buffer: &mut Buffer) {
    let (columns, rows) = app.frame.dialog(WIDTH, u16::MAX);
    let lines = lines(app, dialog, usize::from(columns.saturating_sub(4)), theme);
    let rows = rows.min(u16::try_from(lines.len()).unwrap_or(u16::MAX).saturating_add(2));
    let list = Rect { x: 0, y: 0, width: columns, height: rows.saturating_sub(2) };
    let (scroll, place) = pane::scrolled(app, lines.len(), dialog.scroll, list);
    let foot =
        if place.is_empty() { "Esc closes".to_owned() } else { format!("{place} · PgDn · Esc closes") };
    let title = format!("Why this formula? {}", shown(&dialog.argument.parameter.to_string()));
    let title = clip(&title, usize::from(columns.saturating_sub(8)));
    let inside =
        Frame { title: &title, foot: &foot, focused: true }.dialog(theme, (columns, rows), body, buffer);
    pane::lines(&lines, scroll, inside, buffer);
}

fn lines(app: &App, dialog: &ArgumentDialog, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let argument = &dialog.argument;
    let mut lines: Vec<Line<'static>> = Vec::new();
    let sentence = |lines: &mut Vec<Line<'static>>, text: &str| {
        lines.extend(wrap(&shown(text), columns).into_iter().map(|line| Line::styled(line, theme.text)));
        lines.push(Line::default());
    };
    for passage in &argument.passages {
        sentence(&mut lines, &passage.text);
        for chain in &passage.chains {
            lines.extend(formula::stacked(chain, INDENT, columns, app.settings.ascii, theme));
            lines.push(Line::default());
        }
    }
    if !argument.moves.is_empty() {
        let grid = nudges(argument);
        let heads: Vec<String> = grid.columns.iter().map(|(head, _)| head.clone()).collect();
        let wide = |at: usize| {
            let cells = grid.rows.iter().chain([&heads]).filter_map(|row| row.get(at));
            cells.map(|cell| width(cell)).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..heads.len()).map(wide).collect();
        // A long address gives way: the title of the dialog has all of it.
        let others: usize = widths.iter().skip(1).map(|wide| wide + 2).sum();
        if let Some(first) = widths.first_mut() {
            *first = (*first).min(columns.saturating_sub(others + INDENT).max(8));
        }
        let row = |cells: &[String]| {
            let cells = cells.iter().zip(&widths).map(|(cell, wide)| cell_right(&shown(cell), *wide));
            format!("{}{}", " ".repeat(INDENT), cells.collect::<Vec<String>>().join("  "))
        };
        lines.push(Line::styled(row(&heads), theme.heading));
        for cells in &grid.rows {
            let here = cells.iter().any(|cell| cell == crate::report::HERE);
            lines.push(Line::styled(row(cells), if here { theme.strong } else { theme.number }));
        }
        lines.push(Line::default());
    }
    sentence(&mut lines, &argument.verdict);
    lines.pop();
    lines
}
