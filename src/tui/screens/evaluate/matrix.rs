//! Room 4, left: the confusion matrix on the training rows.
//!
//! ```text
//! ┏━ ▶ Evaluate ━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ On its own 14 training rows         ┃
//! ┃                                     ┃
//! ┃           predicted                 ┃
//! ┃ actual       ● No  ▲ Yes  recall    ┃
//! ┃ ● No            4     1   0.8000    ┃
//! ┃ ▲ Yes           0   ▸ 9◂  1.0000    ┃
//! ┃ precision  1.0000  0.9000           ┃
//! ┃                                     ┃
//! ┃ Accuracy 13/14 ≈ 0.9286; always …   ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::super::pane::{self, Frame, cell, cell_right, wrap};
use super::super::super::row_line::named;
use super::super::super::theme::Theme;
use crate::math::Number;
use crate::report::{accuracy, caveats, decimal};
use crate::workbench::words::{counted, width};
use crate::workbench::{App, Judged, MatrixView};

/// The widest that a class is named.
const LABEL: usize = 14;
/// Panes with fewer lines do without blank ones.
const SPACIOUS: usize = 14;
/// Columns of a recall or a precision.
const SHARE: usize = 6;

/// Draws the left pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let inside = Frame { title: "Evaluate", foot: "", focused }.draw(theme, area, buffer);
    let screen = &app.screens.evaluate;
    let Some(judged) = screen.judged(app) else {
        return super::waiting(app, theme, inside, buffer);
    };
    let (columns, height) = (usize::from(inside.width), usize::from(inside.height));
    let below = below(judged, columns, theme);
    let mut lines = vec![Line::default()];
    lines.extend(heading(judged, columns, theme));
    lines.push(Line::default());
    if height < SPACIOUS {
        lines.retain(|line| line.width() > 0);
    }
    let room = height.saturating_sub(lines.len() + below.len()).max(height / 2);
    lines.extend(matrix(judged, &screen.matrix, columns, room, theme));
    lines.extend(below);
    pane::lines(&lines, 0, inside, buffer);
}

/// Which rows were judged.
pub(super) fn heading(judged: &Judged, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let rows = counted(judged.evaluation.rows.len(), "training row", "training rows");
    let heading = match judged.is_weighted() {
        true => format!("On its own {rows}, seen {} times", judged.evaluation.n),
        false => format!("On its own {rows}"),
    };
    wrap(&heading, columns).into_iter().map(|line| Line::styled(line, theme.strong)).collect()
}

fn below(judged: &Judged, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    let evaluation = &judged.evaluation;
    let poor = evaluation.accuracy.as_ref().zip(evaluation.baseline.as_ref());
    let poor = poor.is_some_and(|(accuracy, baseline)| accuracy.compare(baseline).is_lt());
    let mut text = |text: &str, style: Style| {
        lines.extend(wrap(text, columns).into_iter().map(|line| Line::styled(line, style)));
    };
    text(&accuracy(evaluation), if poor { theme.warning } else { theme.strong });
    text("", theme.text);
    caveats(evaluation).iter().for_each(|caveat| text(caveat, theme.text));
    lines
}

/// The part of the matrix around the cursor that fits, with recall and precision.
fn matrix(
    judged: &Judged,
    screen: &MatrixView,
    columns: usize,
    room: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let evaluation = &judged.evaluation;
    let name = |class: usize| match evaluation.labels.get(class) {
        Some(label) => named(class, label.as_str()),
        None => "0/0".to_owned(),
    };
    let labels = evaluation.labels.len();
    let longest = (0..labels).map(|class| width(&name(class))).max().unwrap_or(0);
    let all =
        (0..labels).flat_map(|actual| (0..judged.columns()).map(move |column| judged.seen(actual, column)));
    let most = all.max().unwrap_or(0).to_string().len();
    let wide = longest.clamp(SHARE, 10).max(most);
    // The marks of the cursor stand in the blanks before and after a count, so one blank is enough where it is tight.
    let fitting = |label: usize, gap: usize| columns.saturating_sub(label + gap + SHARE + 1) / (wide + gap);
    let (precision, tight) = ("precision", "prec.");
    let (title, gap) =
        if fitting(precision.len(), 2) >= judged.columns() { (precision, 2) } else { (tight, 1) };
    let label = longest.clamp(title.len().max(SHARE), LABEL);
    let shown = fitting(label, gap).clamp(1, judged.columns().max(1));
    let first = (screen.cell.1 + 1).saturating_sub(shown);
    let share = |value: Option<&Number>| value.map_or_else(|| "-".to_owned(), decimal);

    let mut lines = vec![Line::styled(format!("{}  predicted", " ".repeat(label)), theme.secondary)];
    if shown < judged.columns() {
        let more = counted(judged.columns() - shown, "more column", "more columns");
        lines.push(Line::styled(format!("{more} to the side"), theme.secondary));
    }
    let mut head = Line::styled(cell("actual", label), theme.secondary);
    for class in first..first + shown {
        head.push_span(" ".repeat(gap));
        let style = if class < labels { theme.class(class) } else { theme.warning };
        head.push_span(Span::styled(cell_right(&name(class), wide), style));
    }
    head.push_span(Span::styled(cell_right("recall", SHARE + gap + 1), theme.secondary));
    lines.push(head);

    let rows = room.saturating_sub(lines.len() + 1).clamp(1, labels.max(1));
    let top = (screen.cell.0 + 1).saturating_sub(rows);
    for actual in top..(top + rows).min(labels) {
        let mut line = Line::styled(cell(&name(actual), label), theme.class(actual));
        let mut after = gap;
        for column in first..first + shown {
            let text = judged.seen(actual, column).to_string();
            let marked = screen.cell == (actual, column);
            let blanks = (after + wide).saturating_sub(text.len() + usize::from(marked));
            line.push_span(" ".repeat(blanks));
            if marked {
                line.push_span(Span::styled(format!("▸{text}◂"), theme.cursor));
            } else {
                // Right answers lie on the diagonal.
                line.push_span(Span::styled(
                    text,
                    if actual == column { theme.strong } else { theme.number },
                ));
            }
            after = if marked { gap - 1 } else { gap };
        }
        let recall = evaluation.per_class.get(actual).and_then(|class| class.recall.as_ref());
        line.push_span(cell_right(&share(recall), SHARE + after + 1));
        lines.push(line);
    }
    let mut last = Line::styled(cell(title, label), theme.secondary);
    for class in first..first + shown {
        let precision = evaluation.per_class.get(class).and_then(|class| class.precision.as_ref());
        let text = if class < labels { share(precision) } else { String::new() };
        last.push_span(cell_right(&text, wide + gap));
    }
    lines.push(last);
    lines
}
