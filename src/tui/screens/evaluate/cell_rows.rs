//! Screen 4, right: the rows in the marked cell of the matrix.
//!
//! ```text
//! ╭─ Rows in this cell ───────────────────╮
//! │ ParsedAnswer ▲ Yes, really ● No: 1 row        │
//! │ The last column is P(Yes | x).        │
//! │                                       │
//! │     Outlook   Temp  Humidity          │
//! │ ▸ 6 Rain      Cool  Normal    0.7410  │
//! │                                       │
//! │ Row 6 is the surest mistake.          │
//! ╰───────────────────────────────────────╯
//! ```
//!
//! The surest come first.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::super::pane::{self, Frame, wrap};
use super::super::super::row_line::named;
use super::super::super::theme::Theme;
use super::rows::RowList;
use crate::evaluate::rows_or_cases;
use crate::recipe::Split;
use crate::workbench::{App, EvaluatedModel};

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.evaluate.matrix;
    let Some((judged, fitted)) = app.screens.evaluate.judged(&app.session).zip(app.session.fitted()) else {
        Frame { title: "Rows in this cell", foot: "", focused }.draw(theme, area, buffer);
        return;
    };
    let (actual, column) = screen.cell;
    let total = judged.count(actual, column);
    let foot = if total > 0 { format!("{} of {total}", screen.row + 1) } else { String::new() };
    let inside = Frame { title: "Rows in this cell", foot: &foot, focused }.draw(theme, area, buffer);
    let columns = usize::from(inside.width);
    let mut lines = vec![Line::default()];
    lines.extend(heading(judged, screen.cell, total, columns, theme));
    lines.push(Line::default());
    let mut after = surest(judged, screen.cell, columns, theme);
    after.extend(fold(judged, screen.cell, screen.row, columns, theme));
    let list = RowList {
        total,
        marked: screen.row,
        row_at: &|at| judged.row(screen.cell, at),
        class: None,
        marks: false,
        seen: judged.is_weighted().then(|| judged.seen(actual, column)),
    };
    let room = usize::from(inside.height).saturating_sub(lines.len() + after.len());
    lines.extend(list.lines(app, (judged, fitted), (columns, room), theme));
    lines.extend(after);
    pane::lines(&lines, 0, inside, buffer);
}

/// Which of the mistakes was made most surely.
fn surest(
    judged: &EvaluatedModel,
    cell: (usize, usize),
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let Some(surest) = judged.surest_mistake(cell) else { return Vec::new() };
    let of = if surest.all.is_some() { "" } else { " of these" };
    let rows: Vec<String> = surest.rows.iter().map(ToString::to_string).collect();
    let more = surest.all.unwrap_or(surest.here).saturating_sub(rows.len());
    let text = match (rows.as_slice(), more) {
        ([row], 0) => format!("Row {row} is the surest mistake{of}."),
        (rows, 0) => format!("Rows {} are the surest mistakes{of}, equally sure.", rows.join(" and ")),
        (rows, more) => {
            let mistakes = if more == 1 { "mistake is" } else { "mistakes are" };
            let rows =
                if let [row] = rows { format!("row {row}") } else { format!("rows {}", rows.join(", ")) };
            format!("No mistake{of} is surer than {rows}; {more} more {mistakes} as sure.")
        }
    };
    let lines = wrap(&text, columns).into_iter().map(|line| Line::styled(line, theme.text));
    std::iter::once(Line::default()).chain(lines).collect()
}

/// Which fold the marked row belongs to.
fn fold(
    judged: &EvaluatedModel,
    cell: (usize, usize),
    row: usize,
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let row = judged.row(cell, row).filter(|_| matches!(judged.trial.split, Split::Folds(_)));
    let Some((row, fold)) = row.and_then(|row| Some((row, row.fold?))) else { return Vec::new() };
    let (number, cases) = (judged.evaluation.row_number(row), rows_or_cases(row.weight, true));
    let text = match judged.is_weighted() {
        true => format!("{cases} of row {number} in fold {}.", fold + 1),
        false => format!("Row {number} is in fold {}.", fold + 1),
    };
    wrap(&text, columns).into_iter().map(|line| Line::styled(line, theme.secondary)).collect()
}

fn heading(
    judged: &EvaluatedModel,
    (actual, column): (usize, usize),
    total: usize,
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let labels = &judged.evaluation.labels;
    let name = |class: usize| labels.get(class).map(|label| named(class, label.as_str()));
    let really = name(actual).unwrap_or_default();
    let rows = rows_or_cases(judged.seen(actual, column), judged.is_weighted());
    let said = labels.get(..judged.evaluation.predictable).unwrap_or_default();
    let (what, last) = match (name(column), said.get(column)) {
        (Some(said), Some(label)) => {
            let what = if actual == column {
                format!("Said {said}, and it is: {rows}")
            } else {
                format!("Said {said}, really {really}: {rows}")
            };
            (what, format!("The last column is P({label} | x)."))
        }
        _ => (
            format!("Undefined, really {really}: {rows}"),
            "Their posterior is 0/0, so nothing was said.".into(),
        ),
    };
    let mut lines: Vec<Line> =
        wrap(&what, columns).into_iter().map(|line| Line::styled(line, theme.strong)).collect();
    if total > 0 {
        lines.extend(wrap(&last, columns).into_iter().map(|line| Line::styled(line, theme.secondary)));
    }
    lines
}
