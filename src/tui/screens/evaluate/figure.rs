//! Screen 4, right: the marked figure, from what it is to how it was worked out.
//!
//! ```text
//! ╭─ accuracy ────────────────────────────╮
//! │ The share of the rows that are        │
//! │ predicted right: 13 of 14.            │
//! │                                       │
//! │            right   13                 │
//! │ accuracy = ───── = ── ≈ 0.928571      │
//! │              n     14                 │
//! │                                       │
//! │ When it misleads                      │
//! │ Where one class is common it is high… │
//! │                                       │
//! │ 95 % interval 0.6853–0.9873 …         │
//! ╰───────────────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::style::Style;
use ratatui::text::Line;

use super::super::super::formula;
use super::super::super::pane::{self, Frame, wrap};
use super::super::super::theme::Theme;
use super::scores;
use crate::evaluate::Figure;
use crate::report::interval;
use crate::workbench::App;
use crate::workbench::words::{clip, shown};

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.evaluate;
    let found = screen.judged(&app.session).zip(screen.metrics(&app.session));
    let found =
        found.and_then(|(judged, metrics)| Some((judged, metrics.figures.get(screen.scores.cursor)?)));
    let Some((judged, figure)) = found else {
        Frame { title: "This figure", foot: "", focused }.draw(theme, area, buffer);
        return;
    };
    let columns = usize::from(area.width.saturating_sub(4));
    let lines = lines(app, figure, columns, theme);
    let (scroll, foot) =
        pane::scrolled(app, lines.len(), screen.scores.scroll, area.inner(Margin::new(1, 1)));
    let title = scores::name(judged, figure);
    let title = clip(&title, columns.saturating_sub(4));
    let inside = Frame { title: &title, foot: &foot, focused }.draw(theme, area, buffer);
    pane::lines(&lines, scroll, inside, buffer);
}

fn lines(app: &App, figure: &Figure, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let sentence = |lines: &mut Vec<Line<'static>>, text: &str, style: Style| {
        lines.push(Line::default());
        lines.extend(wrap(&shown(text), columns).into_iter().map(|line| Line::styled(line, style)));
    };
    sentence(&mut lines, &figure.meaning, theme.text);
    let (chain, working) =
        figure.chains.split_first().map_or((None, &[][..]), |(one, rest)| (Some(one), rest));
    if let Some(chain) = chain {
        lines.push(Line::default());
        lines.extend(formula::stacked(chain, 0, columns, app.settings.ascii, theme));
    }
    lines.extend([Line::default(), Line::styled("When it misleads", theme.heading)]);
    lines.extend(wrap(figure.misleads, columns).into_iter().map(|line| Line::styled(line, theme.text)));
    if let Some(range) = &figure.interval {
        let text = format!(
            "95 % interval (Wilson): {}. So far chance can move it with so many rows.",
            interval(range)
        );
        sentence(&mut lines, &text, theme.text);
    } else if !working.is_empty() {
        sentence(&mut lines, "Its first part, worked out:", theme.text);
    }
    for chain in working {
        lines.push(Line::default());
        lines.extend(formula::stacked(chain, 0, columns, app.settings.ascii, theme));
    }
    lines
}
