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

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::super::pane::{self, Frame, cell, cell_right, wrap};
use super::super::theme::{Theme, class_mark};
use crate::math::{Number, fixed};
use crate::workbench::words::{shorten, shown, width};
use crate::workbench::{App, PRIORS_BELOW, PRIORS_HEIGHT, PRIORS_WIDTH, PriorsDialog, Sum};

/// Columns of a share as counted.
const COUNTED: usize = 11;

/// The widths of the names, and of the priors as written.
#[derive(Clone, Copy)]
struct Widths {
    name: usize,
    given: usize,
}

impl Widths {
    fn of(columns: usize) -> Widths {
        let given = if columns < 60 { 8 } else { 16 };
        // What else stands there: the mark, the share as counted and as a decimal, and the prior as a decimal.
        Widths { name: columns.saturating_sub(3 + COUNTED + 8 + 3 + given + 8).clamp(8, 28), given }
    }
}

/// Draws the dialog and gives the place of the text cursor while a number is typed.
pub fn draw(
    app: &App,
    dialog: &PriorsDialog,
    theme: &Theme,
    body: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    // As high as its classes are many.
    let wanted = u16::try_from(dialog.lines.len() + PRIORS_BELOW + 3).unwrap_or(PRIORS_HEIGHT);
    let size = app.frame.dialog(PRIORS_WIDTH, PRIORS_HEIGHT.min(wanted));
    let foot = format!("{} of {}", dialog.cursor + 1, dialog.lines.len());
    let frame = Frame { title: "The prior of each class", foot: &foot, focused: true };
    let inside = frame.dialog(theme, size, body, buffer);
    let columns = usize::from(inside.width);
    let widths = Widths::of(columns);
    let name = widths.name;
    let head = format!("  {} {}   given", cell("class", name), cell_right("from the data", COUNTED + 8));
    pane::lines(&[Line::styled(head, theme.heading)], 0, inside, buffer);
    let fitting = usize::from(inside.height).saturating_sub(1 + PRIORS_BELOW);
    let mut cursor = None;
    for (row, class) in inside.rows().skip(1).take(fitting).zip(dialog.scroll..dialog.lines.len()) {
        let place = one_class(dialog, class, widths, theme, row, buffer);
        cursor = cursor.or(place);
    }
    let used = 1 + fitting.min(dialog.lines.len().saturating_sub(dialog.scroll)) as u16;
    let below = Rect { y: inside.y + used, height: inside.height.saturating_sub(used), ..inside };
    let style = if dialog.sum() == Sum::One { theme.strong } else { theme.warning };
    let said = wrap(&dialog.verdict(), columns).into_iter().map(|line| Line::styled(line, style));
    let said: Vec<Line<'_>> = [Line::default()].into_iter().chain(said).collect();
    pane::lines(&said, 0, below, buffer);
    cursor
}

fn one_class(
    dialog: &PriorsDialog,
    class: usize,
    Widths { name, given: written }: Widths,
    theme: &Theme,
    row: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let (line, now) = (dialog.lines.get(class)?, dialog.now.get(class)?);
    let marked = class == dialog.cursor;
    let decimal = |value: Option<&Number>| value.map(|value| fixed(value, 4)).unwrap_or_default();
    let label = shown(line.name.as_str());
    let label = format!("{} {}", class_mark(class), shorten(&label, name.saturating_sub(2)));
    let start = format!(
        "{} {} {}{}   ",
        if marked { "▸" } else { " " },
        cell(&label, name),
        cell_right(&line.counted, COUNTED),
        cell_right(&decimal(line.share.as_ref()), 8),
    );
    let left = (width(&start) as u16).min(row.width);
    let typed = Rect { x: row.x + left, width: row.width.saturating_sub(left).min(written as u16), ..row };
    let style = match marked {
        true => theme.strong,
        false => theme.class(class),
    };
    let given = if dialog.field.is_some() && marked { "" } else { now.as_str() };
    let given_style = if marked { theme.cursor } else { theme.text };
    let spans = vec![
        Span::styled(start, style),
        Span::styled(cell(&shown(given), written), given_style),
        Span::styled(cell_right(&decimal(dialog.value(class).as_ref()), 8), theme.secondary),
    ];
    pane::lines(&[Line::from(spans)], 0, row, buffer);
    let field = dialog.field.as_ref().filter(|_| marked)?;
    pane::field("", field, theme, typed, buffer)
}
