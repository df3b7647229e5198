//! Screen 7: the rows of the data, to be counted.

use ratatui::text::{Line, Span};

use super::super::pane::{cell, wrap};
use super::super::row_line::{self, Column};
use super::super::theme::Theme;
use crate::practice::Worksheet;
use crate::workbench::App;
use crate::workbench::words::{self, clip, counted, shown, width};

/// Rows that are listed: nobody counts more by hand.
const ROWS: usize = 400;
/// Columns of the number of a row.
const NUMBER: usize = 4;
/// The fewest columns that a feature is drawn in.
const LEAST: usize = 4;

/// The names of the columns, and the rows. What the marked line is about stands first where not every column fits.
pub fn lines(app: &App, sheet: &Worksheet, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let fitted = &sheet.questions.fitted;
    let table = &fitted.data.table;
    let target = row_line::name(fitted, fitted.data.resolved.target);
    let names = fitted.classes.iter().map(|class| width(&shown(class.as_str())) + 2);
    let class_wide = names.chain([width(&target)]).max().unwrap_or(0).min(columns / 3);
    let most = columns.saturating_sub(NUMBER + 1 + 1 + class_wide);
    let (list, gap) = fitting(row_line::columns(app, fitted), asked(app, sheet), most);
    // The classes stand close to what they are of, but a document takes all there is.
    let used = list.iter().map(|column| column.wide + gap).sum::<usize>();
    let most = if list.iter().any(|column| column.document) { most } else { most.min(used) };
    let head = row_line::line(&list, gap, most, |column| row_line::name(fitted, column));
    let start = |number: &str| format!("{number:>NUMBER$} ");
    let mut lines = vec![Line::styled(
        format!("{}{} {}", start(""), cell(&head, most), clip(&target, class_wide)),
        theme.heading,
    )];
    // Words are counted one by one, so a document alone goes on below.
    let whole = matches!(list.as_slice(), [column] if column.document);
    for row in 0..table.rows().min(ROWS) {
        let (class, style) = row_line::class(fitted, fitted.class_of_row(row), theme);
        let text = |column| words::cell(table, row, column);
        let features = match list.first().filter(|_| whole) {
            Some(column) => wrap(&shown(&text(column.at)), most),
            None => vec![row_line::line(&list, gap, most, text)],
        };
        let mut parts = features.iter().map(|part| cell(part, most));
        let first = parts.next().unwrap_or_default();
        lines.push(Line::from(vec![
            Span::styled(format!("{}{first} ", start(&(row + 1).to_string())), theme.text),
            Span::styled(clip(&class, class_wide).into_owned(), style),
        ]));
        lines.extend(parts.map(|part| Line::styled(format!("{}{part}", start("")), theme.text)));
    }
    if let Some(more) = table.rows().checked_sub(ROWS).filter(|more| *more > 0) {
        lines.push(Line::styled(
            format!("      and {}", counted(more, "more row", "more rows")),
            theme.secondary,
        ));
    }
    lines
}

/// The column that the marked line is about.
fn asked(app: &App, sheet: &Worksheet) -> Option<usize> {
    let feature = sheet.questions.quantity(app.screens.practice.cursor)?.feature()?;
    let columns = sheet.questions.fitted.data.table.columns();
    columns.iter().position(|column| column.name.as_str() == feature.as_str())
}

/// The columns as they fit into `most`, and the blanks after each: closer together first, then the widest are cut, and
/// then the one asked about is put first and the last ones are left out.
fn fitting(mut list: Vec<Column>, asked: Option<usize>, most: usize) -> (Vec<Column>, usize) {
    let total = |list: &[Column], gap: usize| list.iter().map(|column| column.wide + gap).sum::<usize>();
    let Some(gap) = [2, 1].into_iter().find(|gap| total(&list, *gap) <= most + gap) else {
        while total(&list, 1) > most + 1 {
            let widest =
                list.iter_mut().filter(|column| column.wide > LEAST).max_by_key(|column| column.wide);
            let Some(widest) = widest else { break };
            widest.wide -= 1;
        }
        if total(&list, 1) > most + 1 {
            list.sort_by_key(|column| Some(column.at) != asked);
        }
        return (list, 1);
    };
    (list, gap)
}
