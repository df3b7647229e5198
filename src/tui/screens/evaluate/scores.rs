//! Screen 4, left: every figure, with its interval where there is room.
//!
//! ```text
//! ┏━ ▶ Evaluate ━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ On its own 14 training rows         ┃
//! ┃                                     ┃
//! ┃ ▸ accuracy               0.9286     ┃
//! ┃   errors                      1     ┃
//! ┃   …                                 ┃
//! ┃   precision of ● No      1.0000     ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::super::pane::{self, Frame, cell, cell_right};
use super::super::super::row_line::named;
use super::super::super::theme::Theme;
use super::matrix;
use crate::evaluate::{Figure, Metrics};
use crate::report::{interval, measured};
use crate::workbench::words::width;
use crate::workbench::{App, EvaluatedModel};

/// The widest that a figure is named.
const NAME: usize = 30;
/// Columns of a value.
const VALUE: usize = 8;
/// Columns of an interval, and the blanks before it.
const INTERVAL: usize = 15;

/// Draws the left pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.evaluate;
    let found = screen.judged(&app.session).zip(screen.metrics(&app.session));
    let Some((judged, metrics)) = found else {
        let inside = Frame { title: "Evaluate", foot: "", focused }.draw(theme, area, buffer);
        return super::waiting(app, theme, inside, buffer);
    };
    let (marked, total) = (screen.scores.cursor, metrics.figures.len());
    let foot = format!("{} of {total}", marked + 1);
    let inside = Frame { title: "Evaluate", foot: &foot, focused }.draw(theme, area, buffer);
    let columns = usize::from(inside.width);
    let mut lines = vec![Line::default()];
    lines.extend(matrix::heading(judged, columns, theme));
    lines.push(Line::default());
    let fitting = usize::from(inside.height).saturating_sub(lines.len());
    let top = marked.saturating_sub(fitting / 2).min(total.saturating_sub(fitting));
    lines.extend(figures(judged, metrics, marked, top..top + fitting, columns, theme));
    pane::lines(&lines, 0, inside, buffer);
}

fn figures(
    judged: &EvaluatedModel,
    metrics: &Metrics,
    marked: usize,
    shown: std::ops::Range<usize>,
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let longest = metrics.figures.iter().map(|figure| width(&name(judged, figure))).max().unwrap_or(0);
    let with_interval = columns >= longest.min(NAME) + VALUE + INTERVAL + 2;
    let after = VALUE + if with_interval { INTERVAL } else { 0 };
    let wide = longest.min(NAME).min(columns.saturating_sub(after + 2));
    let figures = metrics.figures.iter().enumerate().skip(shown.start).take(shown.len());
    figures
        .map(|(at, figure)| {
            let mark = if at == marked { "▸" } else { " " };
            let name = cell(&name(judged, figure), wide);
            let value = cell_right(&measured(figure), VALUE);
            let range = figure.interval.as_ref().filter(|_| with_interval);
            let range = range.map(|range| format!("  {}", interval(range))).unwrap_or_default();
            if at == marked {
                return Line::styled(
                    format!("{mark} {name}{value}{}", cell(&range, after - VALUE)),
                    theme.cursor,
                );
            }
            Line::from(vec![
                Span::styled(format!("{mark} {name}"), theme.text),
                Span::styled(value, theme.number),
                Span::styled(range, theme.secondary),
            ])
        })
        .collect()
}

/// `precision of ● No`
pub(super) fn name(judged: &EvaluatedModel, figure: &Figure) -> String {
    let label = figure.class.and_then(|class| Some((class, judged.evaluation.labels.get(class)?)));
    match label {
        Some((class, label)) => format!("{} of {}", figure.kind.name(), named(class, label.as_str())),
        None => figure.kind.name().to_owned(),
    }
}
