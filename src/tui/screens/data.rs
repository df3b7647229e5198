//! Screen 1, left: the cells.
//!
//! ```text
//! ┏━ ▶ Data ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃      Outlook   Temp  Humidity  Wind    Play*   ┃
//! ┃   3  Overcast  Hot   High      Weak    Yes     ┃
//! ┃   4 ▸Rain◂     Mild  High      Weak    Yes     ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━ row 4/14 · col 1/5 ┛
//! ```
//!
//! Only the rows on screen are looked at.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::pane::{self, Frame};
use super::super::theme::Theme;
use crate::table::{Kind, Table};
use crate::workbench::words::{self, clip, shown, width};
use crate::workbench::words::{digits, fitting};
use crate::workbench::{App, DataScreen};

/// The word for a kind on screen.
pub fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Numeric => "number",
        Kind::Binary => "yes/no",
        Kind::Categorical => "category",
        Kind::Text => "text",
    }
}

/// Draws the left pane.
pub fn grid(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let data = &app.screens.data;
    let Some(table) = &app.session.table else {
        Frame { title: "Data", foot: "", focused }.draw(theme, area, buffer);
        return;
    };
    let place = |at: usize, of: usize| format!("{}/{of}", (at + 1).min(of));
    let (rows, columns) = (data.rows(table.rows()), table.columns().len());
    let foot = format!("row {} · column {}", place(data.row, rows), place(data.column, columns));
    let title = match &data.only {
        Some(only) => format!("Data: rows of {}", clip(&only.of, usize::from(area.width).saturating_sub(22))),
        None => "Data".into(),
    };
    let inside = Frame { title: &title, foot: &foot, focused }.draw(theme, area, buffer);
    if rows == 0 {
        buffer.set_stringn(
            inside.x,
            inside.y + 1,
            "There are no rows.",
            usize::from(inside.width),
            theme.text,
        );
    }
    let numbers = digits(table.rows());
    let mut lines = inside.rows();
    if let Some(line) = lines.next() {
        each_column(data, line, numbers, |column, x, room| {
            header(app, table, column, (x, line.y), room, theme, buffer);
        });
    }
    for (line, place) in lines.zip(data.top..rows) {
        let row = data.row_at(place);
        let label = pane::cell_right(&(row + 1).to_string(), numbers);
        buffer.set_stringn(line.x, line.y, label, usize::from(line.width), theme.secondary);
        each_column(data, line, numbers, |column, x, room| {
            let marked = (place, column) == (data.row, data.column);
            let style = if app.session.target == Some(column) {
                class_style(table, row, column, theme)
            } else {
                theme.text
            };
            value(table, (row, column), (x, line.y), room, Mark { marked, style, theme }, buffer);
        });
    }
}

/// Calls for each column on screen with its place and the characters it may take.
fn each_column(data: &DataScreen, line: Rect, numbers: usize, mut draw: impl FnMut(usize, u16, usize)) {
    let mut x = usize::from(line.x) + numbers + 2;
    let end = usize::from(line.right());
    let room = end.saturating_sub(x);
    let widths = data.fitted(room);
    let shown = fitting(&widths, data.left, room);
    // One more than fit whole: its beginning shows that there are more.
    for (column, wide) in widths.iter().enumerate().skip(data.left).take(shown + 1) {
        let room = (*wide).min(end.saturating_sub(x));
        if room == 0 || (room < 3 && room < *wide) {
            break;
        }
        draw(column, u16::try_from(x).unwrap_or(u16::MAX), room);
        x += wide + 2;
    }
}

fn header(
    app: &App,
    table: &Table,
    column: usize,
    at: (u16, u16),
    room: usize,
    theme: &Theme,
    buffer: &mut Buffer,
) {
    let Some(about) = table.columns().get(column) else { return };
    let star = if app.session.target == Some(column) { "*" } else { "" };
    let name = format!("{}{star}", clip(&shown(about.name.as_str()), room.saturating_sub(star.len())));
    let text = if about.kind == Kind::Numeric { pane::cell_right(&name, room) } else { name };
    buffer.set_stringn(at.0, at.1, text, room, theme.heading);
}

struct Mark<'a> {
    marked: bool,
    style: Style,
    theme: &'a Theme,
}

fn value(
    table: &Table,
    (row, column): (usize, usize),
    (x, y): (u16, u16),
    room: usize,
    mark: Mark<'_>,
    buffer: &mut Buffer,
) {
    let text = words::cell(table, row, column);
    let text = clip(&text, room);
    let number = table.columns().get(column).is_some_and(|about| about.kind == Kind::Numeric);
    let indent = if number { room.saturating_sub(width(&text)) } else { 0 };
    let x = x.saturating_add(indent as u16);
    if mark.marked {
        // The marks stand in the blanks between the columns, so that nothing moves with the cursor.
        let marked = format!("▸{text}◂");
        buffer.set_stringn(x.saturating_sub(1), y, marked, width(&text) + 2, mark.theme.cursor);
    } else {
        buffer.set_stringn(x, y, text, room, mark.style);
    }
}

fn class_style(table: &Table, row: usize, column: usize, theme: &Theme) -> Style {
    let Some((segment, at)) = table.locate(row) else { return theme.text };
    let code = segment.cells.get(column).and_then(|cells| cells.code(at));
    code.map_or(theme.text, |code| theme.class(code as usize))
}
