//! Room 4, right: the rows in the marked cell of the matrix.
//!
//! ```text
//! ╭─ Rows in this cell ───────────────────╮
//! │ Said ▲ Yes, really ● No: 1 row        │
//! │ The last column is P(Yes | x).        │
//! │                                       │
//! │     Outlook   Temp  Humidity          │
//! │ ▸ 6 Rain      Cool  Normal    0.7410  │
//! ╰───────────────────────────────────────╯
//! ```
//!
//! Only the rows on screen are looked at.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::super::pane::{self, Frame, cell, cell_right, wrap};
use super::super::super::row_line::{self, named};
use super::super::super::theme::Theme;
use crate::math::Number;
use crate::model::RowPrediction;
use crate::report::decimal;
use crate::workbench::data::digits;
use crate::workbench::words::counted;
use crate::workbench::{App, Judged};

/// Columns of a posterior, which is never small: it is that of the likeliest class.
const POSTERIOR: usize = 8;

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.evaluate.matrix;
    let Some((judged, fitted)) = app.screens.evaluate.judged(app).zip(app.desk.fitted()) else {
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
    let data = &judged.trial.data;
    let number = digits(data.table.rows());
    let weights = widest_weight(judged, screen.cell);
    let number_and_weight = number + weights;
    let room = columns.saturating_sub(number_and_weight + 3 + POSTERIOR);
    if total > 0 {
        lines.push(Line::default());
        let names = row_line::names(app, fitted, room);
        lines.push(Line::styled(format!("{}{names}", " ".repeat(number_and_weight + 3)), theme.heading));
    }
    let fitting = usize::from(inside.height).saturating_sub(lines.len());
    let top = screen.row.saturating_sub(fitting / 2).min(total.saturating_sub(fitting));
    for at in top..total.min(top.saturating_add(fitting)) {
        let Some(row) = judged.row(screen.cell, at).map(|row| &row.prediction) else { continue };
        let marked = at == screen.row;
        let mark = if marked { "▸" } else { " " };
        let cells = row_line::features(app, fitted, &data.table, row.row, room);
        let weight = match judged.is_weighted() {
            true => format!(" ×{}", data.seen(row.row)),
            false => String::new(),
        };
        let row_number = cell_right(&(data.row_number(row.row) + 1).to_string(), number);
        let text = format!("{mark} {row_number}{} {}", cell(&weight, weights), cell(&cells, room));
        let value = cell_right(&posterior(row), POSTERIOR);
        lines.push(if marked {
            Line::styled(format!("{text}{value}"), theme.cursor)
        } else {
            Line::from(vec![Span::styled(text, theme.text), Span::styled(value, theme.number)])
        });
    }
    pane::lines(&lines, 0, inside, buffer);
}

/// The columns that the weights of a cell's rows need, `×` and a blank before it included; 0 where rows have none.
fn widest_weight(judged: &Judged, cell: (usize, usize)) -> usize {
    if !judged.is_weighted() {
        return 0;
    }
    // No row of the cell weighs more than all of them.
    judged.seen(cell.0, cell.1).to_string().len() + 2
}

fn posterior(row: &RowPrediction) -> String {
    let ln = row.predicted.and_then(|class| row.log_posterior(class));
    ln.map_or_else(|| "0/0".to_owned(), |ln| decimal(&Number::Log(ln)))
}

fn heading(
    judged: &Judged,
    (actual, column): (usize, usize),
    total: usize,
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let labels = &judged.evaluation.labels;
    let name = |class: usize| labels.get(class).map(|label| named(class, label.as_str()));
    let really = name(actual).unwrap_or_default();
    let rows = counted(total, "row", "rows");
    let rows = match judged.is_weighted() {
        true => format!("{rows}, {} times in all", judged.seen(actual, column)),
        false => rows,
    };
    let (what, last) = match (name(column), labels.get(column)) {
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
