//! Which case?
//!
//! ```text
//! ┏━ ▶ Choose the case ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃ row: 12_                                                         ┃
//! ┃                                                                  ┃
//! ┃   row    Outlook   Temp  Humidity  Wind                          ┃
//! ┃   query  Outlook=sunny Temp=cool Humidity=high Wind=strong       ┃
//! ┃ ▸ 1      Sunny     Hot   High      Weak                 ● No     ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 2 of 15 ┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::super::pane::{self, Frame, cell};
use super::super::row_line;
use super::super::theme::Theme;
use crate::workbench::words::digits;
use crate::workbench::words::{clip, shown};
use crate::workbench::{App, CHOOSE_HEIGHT, CHOOSE_WIDTH, ChooseDialog, Pick};

/// Columns of the class.
const CLASS: usize = 14;

/// Draws the dialog.
pub fn draw(
    app: &App,
    dialog: &ChooseDialog,
    theme: &Theme,
    body: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let foot = format!("{} of {}", (dialog.cursor + 1).min(dialog.len()), dialog.len());
    let frame = Frame { title: "Choose the case", foot: &foot, focused: true };
    let inside = frame.dialog(theme, app.frame.dialog(CHOOSE_WIDTH, CHOOSE_HEIGHT), body, buffer);
    let cursor = pane::field("row: ", &dialog.field, theme, inside, buffer);
    let fitted = app.session.fitted()?;
    let list = Rect { y: inside.y + 2, height: inside.height.saturating_sub(2), ..inside };
    let columns = usize::from(list.width);
    let number = digits(fitted.data.table.rows()).max(5);
    let room = columns.saturating_sub(number + 4 + CLASS);
    let names = row_line::names(app, fitted, room);
    let mut lines = vec![Line::styled(format!("  {}  {names}", cell("row", number)), theme.heading)];
    let fitting = usize::from(list.height).saturating_sub(1);
    for at in dialog.scroll..dialog.len().min(dialog.scroll.saturating_add(fitting)) {
        let marked = at == dialog.cursor;
        let mark = if marked { "▸" } else { " " };
        let (label, cells, class) = match dialog.pick(at) {
            Some(Pick::Row(row)) => {
                let cells = row_line::features(app, fitted, &fitted.data.table, row, room);
                ((row + 1).to_string(), cells, row_line::class(fitted, fitted.class_of_row(row), theme))
            }
            Some(Pick::Query) => ("query".to_owned(), query(app, room), ("?".to_owned(), theme.secondary)),
            Some(Pick::Changed(_)) | None => continue,
        };
        let text = format!("{mark} {}  {}", cell(&label, number), cell(&cells, room));
        let class_text = cell(&class.0, CLASS.saturating_sub(2));
        lines.push(if marked {
            Line::styled(format!("{text}  {class_text}"), theme.cursor)
        } else {
            Line::from(vec![
                Span::styled(text, theme.text),
                Span::raw("  "),
                Span::styled(class_text, class.1),
            ])
        });
    }
    pane::lines(&lines, 0, list, buffer);
    cursor
}

fn query(app: &App, room: usize) -> String {
    let query = app.session.study.as_ref().and_then(|study| study.recipe.query.as_ref());
    let parts = query.into_iter().flatten().map(|(name, text)| format!("{}={}", shown(name), shown(text)));
    clip(&parts.collect::<Vec<String>>().join(" "), room).into_owned()
}
