//! Screen 4, left: the confusion matrix on the training rows.
//!
//! ```text
//! ┏━ ▶ Evaluate ━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ On its own 14 training rows         ┃
//! ┃                                     ┃
//! ┃           predicted                 ┃
//! ┃ actual       ● No  ▲ Yes  all recall┃
//! ┃ ● No            4     1     5 0.8000┃
//! ┃ ▲ Yes           0   ▸ 9◂    9 1.0000┃
//! ┃ all             4    10    14       ┃
//! ┃ precision  1.0000  0.9000           ┃
//! ┃                                     ┃
//! ┃ Accuracy 13/14 ≈ 0.9286; always …   ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::super::super::pane::{self, Frame, wrap};
use super::super::super::theme::Theme;
use super::table::Table;
use crate::report::{accuracy, caveats_in_short, tested_on, training};
use crate::workbench::{App, EvaluatedModel};

/// Panes with fewer lines do without blank ones.
const SPACIOUS: usize = 14;

/// Draws the left pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let inside = Frame { title: "Evaluate", foot: "", focused }.draw(theme, area, buffer);
    let screen = &app.screens.evaluate;
    let now = screen.judged(&app.session);
    // A judgement that takes long, or was stopped, leaves the last one in sight.
    let Some(judged) = now.or_else(|| screen.last().filter(|_| screen.refused(&app.session).is_none()))
    else {
        return super::waiting(app, theme, inside, buffer);
    };
    let (columns, height) = (usize::from(inside.width), usize::from(inside.height));
    let below = below(judged, columns, theme);
    let mut lines = vec![Line::default()];
    if now.is_none() {
        let text = format!("Of the recipe before: {}", super::waiting_words(app));
        lines.extend(wrap(&text, columns).into_iter().map(|line| Line::styled(line, theme.warning)));
    }
    lines.extend(heading(judged, columns, theme));
    lines.push(Line::default());
    if height < SPACIOUS {
        lines.retain(|line| line.width() > 0);
    }
    let room = height.saturating_sub(lines.len() + below.len()).max(height / 2);
    lines.extend(Table::new(judged, &screen.matrix, columns).lines(room, theme));
    lines.extend(below);
    pane::lines(&lines, 0, inside, buffer);
}

/// Which rows were judged.
pub(super) fn heading(judged: &EvaluatedModel, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    wrap(&tested_on(&judged.evaluation), columns)
        .into_iter()
        .map(|line| Line::styled(line, theme.strong))
        .collect()
}

fn below(judged: &EvaluatedModel, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    let evaluation = &judged.evaluation;
    let poor = evaluation.accuracy.as_ref().zip(evaluation.baseline.as_ref());
    let poor = poor.is_some_and(|(accuracy, baseline)| accuracy.compare(baseline).is_lt());
    let mut text = |text: &str, style: Style| {
        lines.extend(wrap(text, columns).into_iter().map(|line| Line::styled(line, style)));
    };
    text(&accuracy(evaluation), if poor { theme.warning } else { theme.strong });
    training(evaluation).iter().for_each(|training| text(training, theme.text));
    text("", theme.text);
    caveats_in_short(evaluation).iter().for_each(|caveat| text(caveat, theme.text));
    lines
}
