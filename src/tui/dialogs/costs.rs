//! The dialog in which costs are typed, with what follows from them below.
//!
//! ```text
//! ┏━ ▶ What each action costs ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃                        where this is so                           ┃
//! ┃   action               ● well     ▲ ill                           ┃
//! ┃   wait                    0         8                             ┃
//! ┃ ▸ treat                   1       ▸ 0 ◂                           ┃
//! ┃ wait costs the least up to P(ill | x) = 1/9, then treat.          ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 2 of 2 ━━┛
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::super::pane::{Pane, cell, cell_of_name, cell_right, mark};
use super::super::theme::class_mark;
use crate::math::Name;
use crate::text::names;
use crate::workbench::words::{clip, shown};
use crate::workbench::{COST, COSTS_AROUND, COSTS_NAME, COSTS_WIDTH, CostsDialog};

pub fn draw(pane: &mut Pane<'_>, dialog: &CostsDialog) -> Option<Position> {
    let theme = pane.theme;
    let size = pane.app.frame.dialog(COSTS_WIDTH, dialog.height());
    let (_, fitting) = dialog.room(pane.app);
    let (first, until) = (dialog.first.1, (dialog.first.1 + fitting).min(dialog.classes.len()));
    let mut foot = format!("{} of {}", dialog.row + 1, dialog.rows.len());
    if until - first < dialog.classes.len() {
        foot = format!("classes {}–{until} of {} · {foot}", first + 1, dialog.classes.len());
    }
    pane.dialog("What each action costs", &foot, size);
    let mut head = format!("  {}", cell("action", COSTS_NAME));
    let all: Vec<&str> = dialog.classes.iter().map(Name::as_str).collect();
    for (class, name) in names(&all, COST - 2).iter().enumerate().take(until).skip(first) {
        let name = format!("{} {}", class_mark(class), shown(name));
        head.push_str(&format!(" {}", cell_right(&name, COST)));
    }
    let over = format!("  {} where this class is so", cell("", COSTS_NAME));
    pane.put(&[Line::styled(over, theme.secondary), Line::styled(head, theme.heading)]);
    let mut cursor = None;
    for row in (dialog.first.0..dialog.rows.len()).take(pane.height().saturating_sub(COSTS_AROUND - 2)) {
        let area = pane.take(1);
        cursor = cursor.or(action(pane, dialog, row, (first, until), area));
    }
    let mut said = pane.inside();
    match dialog.follows() {
        Ok(follows) => said.paragraph(&follows, theme.text),
        Err(why) => said.paragraph(&why, theme.warning),
    }
    pane.lines(&said.lines, 0);
    cursor
}

fn action(
    pane: &mut Pane<'_>,
    dialog: &CostsDialog,
    row: usize,
    (first, until): (usize, usize),
    area: Rect,
) -> Option<Position> {
    let ((name, costs), theme) = (dialog.rows.get(row)?, pane.theme);
    let selected = |column: usize| row == dialog.row && column == dialog.column;
    let style = |column| if selected(column) { theme.cursor } else { theme.text };
    let typed_name = dialog.field.is_some() && selected(0);
    let mut spans = vec![
        Span::styled(format!("{} ", mark(row == dialog.row)), theme.text),
        Span::styled(cell_of_name(if typed_name { "" } else { name }, COSTS_NAME), style(0)),
    ];
    for (class, cost) in costs.iter().enumerate().take(until).skip(first) {
        let cost = clip(&shown(cost), COST - 4).into_owned();
        let typed = dialog.field.is_some() && selected(class + 1);
        let cost = if selected(class + 1) { format!("▸ {cost} ◂") } else { format!("{cost}  ") };
        let cost = if typed { String::new() } else { cost };
        spans.push(Span::styled(" ", theme.text));
        spans.push(Span::styled(cell_right(&cost, COST), style(class + 1)));
    }
    pane.row(area, Line::from(spans));
    let field = dialog.field.as_ref().filter(|_| row == dialog.row)?;
    let (left, columns) = match dialog.column.checked_sub(1) {
        None => (2, COSTS_NAME),
        Some(class) => (2 + COSTS_NAME + class.saturating_sub(first) * (COST + 1) + 1, COST),
    };
    let typed = Rect { x: area.x + left as u16, width: columns as u16, ..area };
    pane.field("", field, typed.intersection(area))
}
