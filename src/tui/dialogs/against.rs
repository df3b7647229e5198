//! Why does my other program say something else?
//!
//! ```text
//! ┏━ ▶ Why does my other program say something else? ━━━━━━━━━━━━━━━┓
//! ┃ here the CS229 notes, there ← WEKA →                                      ┃
//! ┃                                                                 ┃
//! ┃ P(No | x): 0.7201 here, 0.7353 in WEKA                          ┃
//! ┃                                                                 ┃
//! ┃ The first difference                                            ┃
//! ┃   P(No): 5/14 here, (5 + 1)/(14 + 1 · 2) = 6/16 in WEKA: …      ┃
//! ┃                                                                 ┃
//! ┃   step                 here          in WEKA                    ┃
//! ┃ = 26 steps agree                                                ┃
//! ┃ ≠ P(No)                5/14          6/16          differs first┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1–16 of 24 ━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::pane::{self, Frame, cell, cell_right, wrap};
use super::super::theme::Theme;
use crate::report::{AgainstLine, against_lines, agree_words, differences, outcome};
use crate::text::shorten;
use crate::workbench::words::shown;
use crate::workbench::{AGAINST_HEIGHT, AGAINST_WIDTH, AgainstDialog, App};
use crate::worked::Against;

/// Columns of a value.
const VALUE: usize = 13;
/// Columns of what becomes of a step.
const WORD: usize = 13;

/// Draws the dialog.
pub fn draw(app: &App, dialog: &AgainstDialog, theme: &Theme, body: Rect, buffer: &mut Buffer) {
    let size = app.frame.dialog(AGAINST_WIDTH, AGAINST_HEIGHT);
    let columns = usize::from(size.0.saturating_sub(4));
    let lines = match dialog.found() {
        None => vec![Line::styled("comparing …", theme.secondary)],
        Some(Err(why)) => wrapped(why, 0, columns, theme.text),
        Some(Ok(found)) => told(found, columns, theme),
    };
    // The border, the choice and a blank line.
    let list = Rect { x: 0, y: 0, width: size.0, height: size.1.saturating_sub(4) };
    let (scroll, foot) = pane::scrolled(app, lines.len(), dialog.scroll, list);
    let frame = Frame { title: "Why does my other program say something else?", foot: &foot, focused: true };
    let inside = frame.dialog(theme, size, body, buffer);
    let choice = Line::from(vec![
        Span::styled(format!("here {}, there ", dialog.here.program()), theme.text),
        Span::styled(format!("← {} →", dialog.there.program()), theme.cursor),
    ]);
    pane::lines(&[choice], 0, inside, buffer);
    let below = Rect { y: inside.y + 2, height: inside.height.saturating_sub(2), ..inside };
    pane::lines(&lines, scroll, below, buffer);
}

fn wrapped(text: &str, indent: usize, columns: usize, style: Style) -> Vec<Line<'static>> {
    let lines = wrap(&shown(text), columns.saturating_sub(indent)).into_iter();
    lines.map(|line| Line::styled(format!("{}{line}", " ".repeat(indent)), style)).collect()
}

fn told(found: &Against, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines: Vec<Line> = Vec::new();
    outcome(found).iter().for_each(|line| lines.extend(wrapped(line, 0, columns, theme.text)));
    lines.push(Line::default());
    let differences = differences(found);
    match differences.split_first() {
        None => lines.extend(wrapped(&found.message, 0, columns, theme.strong)),
        Some((first, others)) => {
            lines.push(Line::styled("The first difference", theme.heading));
            lines.extend(wrapped(first, 2, columns, theme.strong));
            if !others.is_empty() {
                lines.push(Line::styled("What differs besides", theme.heading));
            }
            others.iter().for_each(|other| lines.extend(wrapped(other, 2, columns, theme.text)));
        }
    }
    for warning in &found.warnings {
        lines.extend(wrapped(&format!("{warning}."), 0, columns, theme.warning));
    }
    lines.push(Line::default());
    let name = columns.saturating_sub(2 + 2 * (VALUE + 2) + 2 + WORD);
    let row = |mark: &str, step: &str, here: &str, there: &str, word: &str| {
        let step = cell(&shorten(&shown(step), name), name);
        format!("{mark} {step}  {}  {}  {word}", cell_right(here, VALUE), cell_right(there, VALUE))
    };
    lines.push(Line::styled(row(" ", "step", "here", found.there.program(), ""), theme.heading));
    for line in against_lines(found) {
        lines.push(match line {
            AgainstLine::Agree(steps) => Line::styled(format!("= {}", agree_words(steps)), theme.secondary),
            AgainstLine::Step { mark, quantity, here, there, word, first } => {
                let style = if first { theme.cursor } else { theme.text };
                Line::styled(row(mark, &quantity, &here, &there, word), style)
            }
        });
    }
    lines
}
