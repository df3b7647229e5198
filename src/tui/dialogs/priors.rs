//! The prior of each class, given by hand.
//!
//! ```text
//! ┏━ ▶ The prior of each class ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃   class        from the data      given                   ┃
//! ┃ ▸ ● No          5/14  0.3571      0.4              0.4000 ┃
//! ┃   ▲ Yes         9/14  0.6429      0.7              0.7000 ┃
//! ┃                                                           ┃
//! ┃ The sum is 1.1, and it must be 1. r gives the marked      ┃
//! ┃ class the rest: 0.3.                                      ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 1 of 2 ━━┛
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::super::pane::{Pane, cell, cell_right, mark};
use super::super::theme::class_mark;
use crate::math::{Number, fixed};
use crate::workbench::words::{shorten, shown, width};
use crate::workbench::{PRIORS_BELOW, PRIORS_HEIGHT, PRIORS_WIDTH, PriorsDialog, Sum};

/// Columns of a share as counted.
const COUNTED: usize = 11;

pub fn draw(pane: &mut Pane<'_>, dialog: &PriorsDialog) -> Option<Position> {
    let theme = pane.theme;
    // As high as its classes are many.
    let wanted = u16::try_from(dialog.lines.len() + PRIORS_BELOW + 3).unwrap_or(PRIORS_HEIGHT);
    let size = pane.app.frame.dialog(PRIORS_WIDTH, PRIORS_HEIGHT.min(wanted));
    pane.dialog("The prior of each class", &format!("{} of {}", dialog.cursor + 1, dialog.lines.len()), size);
    let columns = pane.columns();
    let given = if columns < 60 { 8 } else { 16 };
    // What else stands there: the mark, the share as counted and as a decimal, and the prior as a decimal.
    let name = columns.saturating_sub(3 + COUNTED + 8 + 3 + given + 8).clamp(8, 28);
    let head = format!("  {} {}   given", cell("class", name), cell_right("from the data", COUNTED + 8));
    pane.put(&[Line::styled(head, theme.heading)]);
    let fitting = pane.height().saturating_sub(PRIORS_BELOW);
    let mut cursor = None;
    for class in (dialog.scroll..dialog.lines.len()).take(fitting) {
        let row = pane.take(1);
        let place = one_class(pane, dialog, class, (name, given), row);
        cursor = cursor.or(place);
    }
    let mut said = pane.inside();
    let style = if dialog.sum() == Sum::One { theme.strong } else { theme.warning };
    said.paragraph(&dialog.verdict(), style);
    pane.lines(&said.lines, 0);
    cursor
}

fn one_class(
    pane: &mut Pane<'_>,
    dialog: &PriorsDialog,
    class: usize,
    (name, written): (usize, usize),
    row: Rect,
) -> Option<Position> {
    let (line, now) = (dialog.lines.get(class)?, dialog.now.get(class)?);
    let (selected, theme) = (class == dialog.cursor, pane.theme);
    let decimal = |value: Option<&Number>| value.map(|value| fixed(value, 4)).unwrap_or_default();
    let label = shown(line.name.as_str());
    let label = format!("{} {}", class_mark(class), shorten(&label, name.saturating_sub(2)));
    let start = format!(
        "{} {} {}{}   ",
        mark(selected),
        cell(&label, name),
        cell_right(&line.counted, COUNTED),
        cell_right(&decimal(line.share.as_ref()), 8),
    );
    let left = (width(&start) as u16).min(row.width);
    let typed = Rect { x: row.x + left, width: row.width.saturating_sub(left).min(written as u16), ..row };
    let field = dialog.field.as_ref().filter(|_| selected);
    let given = if field.is_some() { "" } else { now.as_str() };
    let (style, given_style) =
        if selected { (theme.strong, theme.cursor) } else { (theme.class(class), theme.text) };
    let spans = vec![
        Span::styled(start, style),
        Span::styled(cell(&shown(given), written), given_style),
        Span::styled(cell_right(&decimal(dialog.value(class).as_ref()), 8), theme.secondary),
    ];
    pane.row(row, spans);
    pane.field("", field?, typed)
}
