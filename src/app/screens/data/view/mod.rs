//! Screen 1: left the cells, right what the column under the cursor holds, by class.
//!
//! Only the rows on screen are looked at.

pub(crate) mod given;
pub(crate) mod profile;

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::app::terminal::theme::class_mark;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Pane, cell_right};
use crate::app::words;
use crate::app::words::{clip, shown, width};
use crate::app::{App, DataScreen, Laid, ROW};
use crate::report;
use crate::table::{Kind, Table};
use crate::text::counted;
use crate::text::{name, names};

pub fn left(pane: &mut Pane<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let data = &app.screens.data;
    let Some(table) = &app.session.table else { return pane.frame("Data", "") };
    let place = |at: usize, of: usize| format!("{}/{of}", (at + 1).min(of));
    let (rows, columns) = (data.rows(table.rows()), table.columns().len());
    let foot = format!("row {} · column {}", place(data.row, rows), place(data.column, columns));
    let title = match &data.only {
        Some(only) => {
            format!("Data: rows of {}", clip(&only.of, usize::from(pane.area.width).saturating_sub(22)))
        }
        None => "Data".into(),
    };
    pane.frame(&title, &foot);
    if data.above(app.frame) > 0 {
        let line = pane.take(data.above(app.frame));
        above(pane, table, line);
    }
    let laid = data.laid(pane.columns(), table.rows(), app.session.target);
    let line = pane.take(1);
    pane.at((line.x, line.y), &cell_right(ROW, laid.numbers), line.width.into(), theme.secondary);
    each_column(data, &laid, line, |column, x, room| header(pane, table, column, (x, line.y), room));
    divide(pane, &laid, line);
    if rows == 0 {
        match app.session.fitted().filter(|fitted| fitted.data.sums.is_some()) {
            Some(fitted) => {
                let mut out = Writer::new(app, theme, pane.columns());
                out.document(&report::elsewhere(fitted));
                pane.lines(&out.lines, 0);
            }
            None => {
                let none = if data.shown.filter.is_some() { NO_ROWS } else { "There are no rows." };
                pane.lines(&[Line::default(), Line::styled(none, theme.text)], 0);
            }
        }
    }
    for place in (data.top..rows).take(pane.height()) {
        let row = data.row_at(place);
        let line = pane.take(1);
        let label = cell_right(&(row + 1).to_string(), laid.numbers);
        pane.at((line.x, line.y), &label, line.width.into(), theme.secondary);
        each_column(data, &laid, line, |column, x, room| {
            let selected = (place, column) == (data.row, data.column);
            if app.session.target == Some(column) {
                class(pane, table, (row, column), (x, line.y), room, selected);
            } else {
                value(pane, table, (row, column), (x, line.y), room, selected, theme.text);
            }
        });
        divide(pane, &laid, line);
    }
}

pub fn needed(app: &App) -> usize {
    let table = app.session.table.as_ref();
    table.map_or(0, |table| app.screens.data.needed(table.rows(), app.session.target))
}

const NO_ROWS: &str = "No row matches the filter. F: all rows.";

/// The line that says which rows are shown, and in which order. Where both do not fit, the name of the sorted column, whose
/// head has the arrow, is cut first.
fn above(pane: &mut Pane<'_>, table: &Table, line: Rect) {
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

fn each_column(data: &DataScreen, laid: &Laid, line: Rect, mut draw: impl FnMut(usize, u16, usize)) {
    let mut x = usize::from(line.x) + laid.numbers + 2;
    let at = |x: usize| u16::try_from(x).unwrap_or(u16::MAX);
    if let Some((class, wide)) = laid.class {
        draw(class, at(x), wide);
        x += wide + 3;
    }
    let end = usize::from(line.right());
    let shown = laid.fitting(data.left);
    // One more than fit whole: its beginning shows that there are more.
    let columns = laid.columns.iter().zip(&laid.widths);
    for (column, wide) in columns.skip(data.left).take(shown + 1) {
        let room = (*wide).min(end.saturating_sub(x));
        if room == 0 || (room < 3 && room < *wide) {
            break;
        }
        draw(*column, at(x), room);
        x += wide + laid.gap;
    }
}

fn divide(pane: &mut Pane<'_>, laid: &Laid, line: Rect) {
    let Some((_, wide)) = laid.class else { return };
    let x = usize::from(line.x) + laid.numbers + 2 + wide + 1;
    if x < usize::from(line.right()) {
        pane.at((u16::try_from(x).unwrap_or(u16::MAX), line.y), "│", 1, pane.theme.secondary);
    }
}

const BESIDE: usize = 40;

fn header(pane: &mut Pane<'_>, table: &Table, column: usize, at: (u16, u16), room: usize) {
    let Some(about) = table.columns().get(column) else { return };
    let star = if pane.app.session.target == Some(column) { "*" } else { "" };
    let sort = pane.app.screens.data.shown.sort.filter(|sort| sort.column == column);
    let arrow = sort.map_or_else(String::new, |sort| format!(" {}", sort.arrow()));
    let name = shown(about.name.as_str());
    let left = room.saturating_sub(star.len() + width(&arrow));
    let name = match width(&name) <= left {
        true => name.into_owned(),
        false => {
            let from = column.saturating_sub(BESIDE);
            let near =
                table.columns().iter().skip(from).take(2 * BESIDE).map(|near| shown(near.name.as_str()));
            let near: Vec<_> = near.collect();
            let near: Vec<&str> = near.iter().map(|name| &**name).collect();
            let cut = names(&near, left).into_iter().nth(column - from);
            clip(&cut.unwrap_or_default(), left).into_owned()
        }
    };
    let name = format!("{name}{star}{arrow}");
    let text = if about.kind == Kind::Numeric { cell_right(&name, room) } else { name };
    pane.at(at, &text, room, pane.theme.heading);
}

fn value(
    pane: &mut Pane<'_>,
    table: &Table,
    (row, column): (usize, usize),
    (x, y): (u16, u16),
    room: usize,
    selected: bool,
    style: Style,
) {
    let text = words::cell(table, row, column);
    let text = clip(&text, room);
    let number = table.columns().get(column).is_some_and(|about| about.kind == Kind::Numeric);
    let indent = if number { room.saturating_sub(width(&text)) } else { 0 };
    let x = x.saturating_add(indent as u16);
    if selected {
        let selected = format!("▸{text}◂");
        pane.at((x.saturating_sub(1), y), &selected, width(&text) + 2, pane.theme.cursor);
    } else {
        pane.at((x, y), &text, room, style);
    }
}

fn class(
    pane: &mut Pane<'_>,
    table: &Table,
    (row, column): (usize, usize),
    at: (u16, u16),
    room: usize,
    selected: bool,
) {
    let text = table.cell_text(row, column);
    let known = pane.app.session.fitted().and_then(|fitted| fitted.class(&text));
    let code = || {
        let (segment, at) = table.locate(row)?;
        segment.cells.get(column)?.code(at).map(|code| code as usize)
    };
    match known.or_else(code) {
        Some(of) if !selected => {
            let text = format!("{} {}", class_mark(of), words::cell(table, row, column));
            pane.at(at, &clip(&text, room), room, pane.theme.class(of));
        }
        Some(of) => {
            // The mark of the cursor takes the blank behind that of the class.
            pane.at(at, &class_mark(of).to_string(), 1, pane.theme.class(of));
            value(
                pane,
                table,
                (row, column),
                (at.0 + 2, at.1),
                room.saturating_sub(2),
                true,
                pane.theme.text,
            );
        }
        None => value(
            pane,
            table,
            (row, column),
            (at.0 + 2, at.1),
            room.saturating_sub(2),
            selected,
            pane.theme.text,
        ),
    }
}
