//! Screen 7, real or drawn: left rows of the data and drawn ones, mixed; right the selected one, and what was drawn once that is
//! checked.
//!
//! ```text
//! ┏━ ▶ Real or drawn? ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓╭─ This row ───────────────╮
//! ┃             Outlook   Temp  Humidity  Wind       ┃│ ▲ Yes                    │
//! ┃   [ ] ● No  Sunny     Cool  High      Weak       ┃│ Outlook   Overcast       │
//! ┃ ▸ [x] ▲ Yes Overcast  Hot   Normal    Weak       ┃│ …                        │
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1 marked ━━━━┛╰──────────────────────────╯
//! ```

use ratatui::text::Line;

use super::super::numbers::sign;
use super::super::pane::{Pane, cell_of_name, mark};
use super::super::row_line::named;
use crate::math::sentence;
use crate::practice::{MixedRow, Verdict};
use crate::text;
use crate::workbench::words::{clip, width};

/// The widest cell of a column.
const CELL: usize = 14;

pub fn left(pane: &mut Pane<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.practice.drawn;
    let foot = format!("{} marked", screen.marked.iter().filter(|marked| **marked).count());
    pane.frame("Real or drawn?", &foot);
    let Some((rows, fitted)) = screen.rows.as_ref().zip(app.session.fitted()) else { return };
    let class =
        |row: &MixedRow| named(row.class, fitted.classes.get(row.class).map_or("", |class| class.as_str()));
    let classes = rows.rows.iter().map(|row| width(&class(row))).max().unwrap_or(0).min(CELL);
    let names: Vec<String> = rows.features.iter().map(ToString::to_string).collect();
    let room = pane.columns();
    // Names give way before what stands below them, and stay apart.
    let share = room.saturating_sub(classes + 7) / names.len().max(1);
    let all: Vec<&str> = names.iter().map(String::as_str).collect();
    let heads = text::names(&all, share.saturating_sub(1).clamp(1, CELL));
    let wide = |(at, head): (usize, &String)| {
        let cells = rows.rows.iter().filter_map(|row| row.cells.get(at)).map(|cell| width(cell));
        cells.chain([width(head)]).max().unwrap_or(0).min(CELL)
    };
    // A document alone has all the room there is.
    let columns: Vec<usize> = match names.len() {
        1 => vec![pane.columns().saturating_sub(classes + 8)],
        _ => heads.iter().enumerate().map(wide).collect(),
    };
    let across = |cells: &[String]| -> String {
        let cells = cells.iter().zip(&columns).map(|(cell, wide)| cell_of_name(cell, *wide));
        cells.collect::<Vec<String>>().join(" ")
    };
    let head = format!("{}{}", " ".repeat(classes + 7), across(&heads));
    let mut lines = vec![Line::styled(clip(&head, room).to_string(), theme.secondary)];
    for (at, row) in rows.rows.iter().enumerate() {
        let marked = screen.marked.get(at).copied().unwrap_or(false);
        let verdict = if marked == row.is_drawn() { Verdict::Correct } else { Verdict::Wrong };
        let told = if screen.checked { sign(verdict, theme.face.ascii) } else { " " };
        let boxed = if marked { "[x]" } else { "[ ]" };
        let selected = at == screen.cursor;
        let line = format!(
            "{}{told}{boxed} {} {}",
            mark(selected),
            cell_of_name(&class(row), classes),
            across(&row.cells)
        );
        let style = if selected { theme.cursor } else { theme.text };
        lines.push(Line::styled(clip(&line, room).to_string(), style));
    }
    pane.lines(&lines, 0);
}

pub fn detail(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let theme = out.theme;
    let screen = &app.screens.practice.drawn;
    let found = screen.rows.as_ref().zip(app.session.fitted());
    if let Some((rows, fitted)) = found
        && let Some(row) = rows.rows.get(screen.cursor)
    {
        if screen.checked {
            out.text(&rows.told(&screen.marked), theme.text);
            out.blank();
            match row.row {
                Some(at) => {
                    let number = fitted.data.row_number(at);
                    out.text(&sentence!("This is row {} of the data.", number.to_string()), theme.strong);
                }
                None => out.text("This row was drawn by the model.", theme.strong),
            }
            row.tells.iter().for_each(|tell| out.text(tell, theme.text));
            if row.is_drawn() && row.tells.is_empty() {
                out.text("Nothing that was looked at gives it away.", theme.text);
            }
            out.blank();
        }
        let class = fitted.classes.get(row.class).map_or("", |class| class.as_str());
        out.text(named(row.class, class).as_str(), theme.strong);
        for (name, cell) in rows.features.iter().zip(&row.cells) {
            out.text(&sentence!("{} = {}", name.clone(), cell.clone()), theme.text);
        }
    }
    pane.scrolled("This row", &out.lines, screen.detail);
}
