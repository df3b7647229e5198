//! Room 7: the rows of the data, to be counted.

use ratatui::text::{Line, Span};

use super::super::pane::cell;
use super::super::row_line;
use super::super::theme::Theme;
use crate::practice::Worksheet;
use crate::workbench::App;
use crate::workbench::words::{counted, shown, width};

/// Rows that are listed: nobody counts more by hand.
const ROWS: usize = 400;

/// The names of the columns, and the rows.
pub fn lines(app: &App, sheet: &Worksheet, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let fitted = &sheet.questions.fitted;
    let table = &fitted.data.table;
    let wide = fitted.classes.iter().map(|class| width(&shown(class.as_str()))).max().unwrap_or(0);
    let most = columns.saturating_sub(wide + 8);
    let names = row_line::names(app, fitted, most);
    let mut lines = vec![Line::styled(format!("{:>4}  {names}", ""), theme.heading)];
    for row in 0..table.rows().min(ROWS) {
        let (class, style) = row_line::class(fitted, fitted.class_of_row(row), theme);
        let features = row_line::features(app, fitted, table, row, most);
        lines.push(Line::from(vec![
            Span::styled(format!("{:>4}  {}", row + 1, cell(&features, most)), theme.text),
            Span::styled(class, style),
        ]));
    }
    if let Some(more) = table.rows().checked_sub(ROWS).filter(|more| *more > 0) {
        lines.push(Line::styled(
            format!("      and {}", counted(more, "more row", "more rows")),
            theme.secondary,
        ));
    }
    lines
}
