//! A line of a worksheet or of a solution: its number, its name, and what stands there or is written there.
//!
//! ```text
//! ▸ 10 P(Strong | Yes)  [(3+1)/1▏    ]
//!   11 score(No)        25/1372 ✓
//!   16 class            ‹▲ Yes›
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::super::pane::{Pane, cell_of_name, mark};
use crate::workbench::Field;
use crate::workbench::words::{clip, shown, width};

/// Columns of the mark and the number before a name, with the blanks behind them.
const NUMBER: usize = 5;
/// Columns that are kept for what is written.
const VALUE: usize = 9;

pub struct AnswerRow<'a> {
    pub at: usize,
    pub name: &'a str,
    pub name_wide: usize,
    pub sign: &'a str,
    pub sign_style: Style,
    pub style: Style,
}

/// What is written on the selected line.
pub enum Entry<'a> {
    None,
    Field(&'a Field),
    Chosen(String),
}

/// The names of the lines, in their short form where the long ones do not all fit into a pane of so many columns, and the
/// columns that they take with the blanks behind them.
pub fn fitting(names: impl Fn(bool) -> Vec<String>, columns: usize, sign: usize) -> (Vec<String>, usize) {
    let most = columns.saturating_sub(NUMBER + VALUE + 1 + sign + 1);
    let longest = |names: &[String]| names.iter().map(|name| width(&shown(name))).max().unwrap_or(0);
    let long = names(false);
    let names = if longest(&long) <= most { long } else { names(true) };
    let wide = longest(&names).min(most);
    let gap = if wide < most { 2 } else { 1 };
    (names, wide + gap)
}

impl AnswerRow<'_> {
    /// Draws it on the next row of the pane: the number, the name, the value in the room it has, the sign. On the
    /// selected line stands what is written there; gives the place of its cursor.
    pub fn draw(
        &self,
        pane: &mut Pane<'_>,
        selected: bool,
        entry: Entry<'_>,
        value: impl Fn(usize) -> String,
    ) -> Option<Position> {
        let (theme, columns, row) = (pane.theme, pane.columns(), pane.take(1));
        let asked = shown(self.name);
        let name = cell_of_name(&asked, self.name_wide.saturating_sub(1));
        let start = format!("{} {:>2} {name} ", mark(selected), self.at + 1);
        let (style, value_style) =
            if selected { (theme.strong, theme.cursor) } else { (theme.text, self.style) };
        let left = width(&start).min(columns);
        match entry {
            Entry::Field(field) if selected => {
                let x = u16::try_from(left).unwrap_or(row.width).min(row.width);
                pane.row(row, Line::styled(start, style));
                let rest = Rect { x: row.x + x, width: row.width - x, ..row };
                // What is said of the answer before is not said of another one.
                let sign = if field.is_selected() { self.sign } else { "" };
                return pane.bracketed(field, rest, (sign, self.sign_style));
            }
            Entry::Chosen(name) if selected => {
                let room = columns.saturating_sub(left + 2);
                let name = Span::styled(format!("‹{}›", clip(&name, room)), theme.cursor);
                pane.row(row, vec![Span::styled(start, style), name]);
                return None;
            }
            _ => {}
        }
        let room = columns.saturating_sub(left + 1 + width(self.sign));
        let text = Span::styled(value(room), value_style);
        let sign = Span::styled(self.sign.to_owned(), self.sign_style);
        pane.row(row, vec![Span::styled(start, style), text, Span::raw(" "), sign]);
        None
    }
}
