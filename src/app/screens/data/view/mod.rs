//! Screen 1: left the cells, right what the column under the cursor holds, by class.
//!
//! Only the cells on screen are formatted.

pub(crate) mod given;
pub(crate) mod profile;

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::terminal::theme::Theme;
use crate::app::terminal::theme::class_mark;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::Canvas;
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words;
use crate::app::words::{clip, digits, shown, width};
use crate::app::{App, ROW};
use crate::report;
use crate::table;
use crate::table::Kind;
use crate::text::{counted, name};

pub fn left(canvas: &mut Canvas<'_>) {
    let (app, theme) = (canvas.app, canvas.theme);
    let data = &app.screens.data;
    let Some(table) = &app.session.table else { return canvas.frame("Data", "") };
    let place = |at: usize, of: usize| format!("{}/{of}", (at + 1).min(of));
    let (rows, columns) = (data.rows(table.rows()), table.columns().len());
    let foot = format!("row {} · column {}", place(data.row, rows), place(data.column, columns));
    let title = match &data.only {
        Some(only) => {
            format!("Data: rows of {}", clip(&only.of, usize::from(canvas.area.width).saturating_sub(22)))
        }
        None => "Data".into(),
    };
    canvas.frame(&title, &foot);
    if data.above(app.frame) > 0 {
        let line = canvas.take(data.above(app.frame));
        above(canvas, table, line);
    }
    cells(app, table, theme).draw(canvas, &data.scroll);
    if rows == 0 {
        match app.session.fitted().filter(|fitted| fitted.data.sums.is_some()) {
            Some(fitted) => {
                let mut out = Writer::new(app, theme, canvas.columns());
                out.document(&report::elsewhere(fitted));
                canvas.lines(&out.lines, 0);
            }
            None => {
                let none = if data.shown.filter.is_some() { NO_ROWS } else { "There are no rows." };
                canvas.lines(&[Line::default(), Line::styled(none, theme.text)], 0);
            }
        }
    }
}

pub fn needed(app: &App, theme: &Theme) -> usize {
    app.session.table.as_ref().map_or(0, |table| cells(app, table, theme).needed())
}

/// The row numbers, the class, a line, and the other columns.
fn cells<'a>(app: &'a App, table: &'a table::Table, theme: &'a Theme) -> Table<'a> {
    let data = &app.screens.data;
    let target = app.session.target.filter(|at| *at < table.columns().len());
    let head = |at: usize| {
        let about = table.columns().get(at);
        let star = if target == Some(at) { "*" } else { "" };
        let sort = data.shown.sort.filter(|sort| sort.column == at);
        let arrow = sort.map_or_else(String::new, |sort| format!(" {}", sort.arrow()));
        let head = format!("{}{star}{arrow}", about.map_or("".into(), |about| shown(about.name.as_str())));
        let (before, behind) = (if target == Some(at) { 2 } else { 0 }, width(&arrow));
        let wide = data.widths.get(at);
        let column = match about.map(|about| about.kind) {
            Some(Kind::Numeric) => Column::number(head),
            Some(Kind::Text) => Column::prose(head),
            _ => Column::text(head),
        };
        let (least, full) = wide.map_or((8, 8), |wide| (wide.least(before, behind), wide.full(behind)));
        column.least(least).full(full.max(least))
    };
    let number = Column::number(ROW).least(digits(table.rows())).full(digits(table.rows()).max(ROW.len()));
    let mut columns = vec![number.pinned().style(theme.secondary)];
    if let Some(class) = target {
        columns.extend([head(class).most(24).pinned(), Column::text("│").pinned().style(theme.secondary)]);
    }
    let before = columns.len();
    let others: Vec<usize> = (0..table.columns().len()).filter(|at| target != Some(*at)).collect();
    columns.extend(others.iter().map(|at| head(*at)));
    let cursor = match others.iter().position(|at| *at == data.column) {
        Some(place) => before + place,
        None => 1,
    };
    let cell = move |place: usize, at: usize| {
        let row = data.row_at(place);
        match (at, target) {
            (0, _) => TableCell::styled((row + 1).to_string(), theme.secondary),
            (1, Some(class)) => class_cell(app, table, row, class, theme),
            (2, Some(_)) => TableCell::styled("│", theme.secondary),
            (at, _) => {
                others.get(at - before).map_or_else(String::new, |at| words::cell(table, row, *at)).into()
            }
        }
    };
    Table::by_cell(columns, data.rows(table.rows()), cell).cell(data.row, cursor)
}

fn class_cell(app: &App, table: &table::Table, row: usize, column: usize, theme: &Theme) -> TableCell {
    let text = words::cell(table, row, column);
    let known = app.session.fitted().and_then(|fitted| fitted.class(&table.cell_text(row, column)));
    let code = || {
        let (segment, at) = table.locate(row)?;
        segment.cells.get(column)?.code(at).map(|code| code as usize)
    };
    match known.or_else(code) {
        Some(class) => TableCell::styled(format!("{} {text}", class_mark(class)), theme.class(class)),
        None => format!("  {text}").into(),
    }
}

const NO_ROWS: &str = "No row matches the filter. F: all rows.";

/// The line that says which rows are shown, and in which order. Where both do not fit, the name of the sorted column, whose
/// head has the arrow, is cut first.
fn above(pane: &mut Canvas<'_>, table: &table::Table, line: Rect) {
    let data = &pane.app.screens.data;
    let room = usize::from(line.width);
    let filter = data.shown.filter.as_ref().map(|filter| format!("filter {}", shown(&filter.to_string())));
    let all = data.only.as_ref().map_or(table.rows(), |only| only.rows.len());
    let rows = filter
        .as_ref()
        .map_or_else(String::new, |_| format!(" · {} of {}", data.rows(all), counted(all, "row", "rows")));
    let filter = filter.unwrap_or_default();
    let left = room.saturating_sub(width(&rows));
    let sort = data.shown.sort.and_then(|sort| {
        let column = shown(table.columns().get(sort.column)?.name.as_str());
        let least = if filter.is_empty() { room } else { left / 4 };
        let most = left.saturating_sub(width(&filter) + SORT).max(least.saturating_sub(SORT));
        Some(format!("sort {} {}", name(&column, most.max(4)), sort.arrow()))
    });
    let sort = sort.unwrap_or_default();
    if !filter.is_empty() {
        let text = format!("{}{rows}", clip(&filter, left.saturating_sub(width(&sort) + 2)));
        pane.at((line.x, line.y), &text, room, pane.theme.strong);
    }
    let at = if filter.is_empty() { 0 } else { room.saturating_sub(width(&sort)) };
    let x = line.x.saturating_add(u16::try_from(at).unwrap_or(0));
    pane.at((x, line.y), &sort, room.saturating_sub(at), pane.theme.strong);
}

const SORT: usize = 9;
