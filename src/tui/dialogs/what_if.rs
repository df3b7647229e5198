//! What if a cell were another?
//!
//! ```text
//! ┏━ ▶ What if? (row 1) ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
//! ┃   cell         as it was     now                                  ┃
//! ┃   Outlook      Sunny         Sunny                                ┃
//! ┃ ▸ Wind         Strong      ≠ ← Weak →                             ┃
//! ┃                                                                   ┃
//! ┃   posterior    before        now         change                   ┃
//! ┃ ● No           0.7201        0.4800     −0.2401                   ┃
//! ┃ ▲ Yes          0.2799        0.5200     +0.2401   wins now        ┃
//! ┃ The decision flips. The model says Yes, with posterior 0.5200.    ┃
//! ┃                                                                   ┃
//! ┃ One change that would flip it: Wind=Weak → Yes 0.5200.            ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 2 of 4 ━━┛
//! ```

use ratatui::layout::{Position, Rect};
use ratatui::text::Span;

use super::super::document::Writer;
use super::super::pane::{Pane, cell, mark};
use super::super::row_line::named;
use crate::math::{Number, fixed};
use crate::report::{self, Align, Grid, Role, decimal};
use crate::workbench::words::{clip, shown, width};
use crate::workbench::{WHAT_IF_CLASSES, WHAT_IF_FLIPS, WHAT_IF_HEIGHT, WHAT_IF_WIDTH, WhatIfDialog, remark};

/// Columns of a cell as it was.
const VALUE: usize = 16;

pub fn draw(pane: &mut Pane<'_>, dialog: &WhatIfDialog) -> Option<Position> {
    // As high as its lines are many.
    let wanted = u16::try_from(dialog.lines.len() + dialog.below() + 3).unwrap_or(WHAT_IF_HEIGHT);
    let size = pane.app.frame.dialog(WHAT_IF_WIDTH, WHAT_IF_HEIGHT.min(wanted));
    let foot = format!("{} of {}", dialog.cursor + 1, dialog.lines.len());
    pane.dialog(&format!("What if? ({})", dialog.of), &foot, size);
    let name = (pane.columns() / 4).clamp(8, 22);
    let head = format!("  {}  {}    now", cell("cell", name), cell("as it was", VALUE));
    let row = pane.take(1);
    pane.row(row, Span::styled(head, pane.theme.heading));
    let fitting = pane.height().saturating_sub(dialog.below());
    let mut cursor = None;
    for at in (dialog.scroll..dialog.lines.len()).take(fitting) {
        let row = pane.take(1);
        let place = one_cell(pane, dialog, at, name, row);
        cursor = cursor.or(place);
    }
    let mut below = pane.inside();
    outcome(&mut below, dialog);
    pane.lines(&below.lines, 0);
    cursor
}

fn one_cell(
    pane: &mut Pane<'_>,
    dialog: &WhatIfDialog,
    at: usize,
    name: usize,
    row: Rect,
) -> Option<Position> {
    let (line, now, theme) = (dialog.lines.get(at)?, dialog.now.get(at)?, pane.theme);
    let selected = at == dialog.cursor;
    let text = |text: &str| if text.is_empty() { "missing".to_owned() } else { shown(text).into_owned() };
    let start = format!(
        "{} {}  {}  {} ",
        mark(selected),
        cell(&shown(&line.name), name),
        cell(&text(&line.original), VALUE),
        if dialog.is_changed(at) { "≠" } else { " " },
    );
    let left = (width(&start) as u16).min(row.width);
    let rest = Rect { x: row.x + left, width: row.width - left, ..row };
    if let Some(field) = dialog.field.as_ref().filter(|_| selected) {
        pane.row(row, Span::styled(start, theme.text));
        return pane.field("", field, rest);
    }
    let note = match &dialog.after {
        Some(Ok(after)) => remark(&dialog.fitted, &after.case, line),
        _ => String::new(),
    };
    let room = usize::from(rest.width).saturating_sub(if note.is_empty() { 4 } else { width(&note) + 6 });
    let value = clip(&text(now), room).into_owned();
    let value = if selected { format!("← {value} →") } else { value };
    let (start_style, style) = match (selected, dialog.is_changed(at)) {
        (true, _) => (theme.strong, theme.cursor),
        (false, true) => (theme.text, theme.strong),
        (false, false) => (theme.text, theme.text),
    };
    let note = Span::styled(format!("  {note}"), theme.secondary);
    pane.row(row, vec![Span::styled(start, start_style), Span::styled(value, style), note]);
    None
}

fn outcome(out: &mut Writer<'_>, dialog: &WhatIfDialog) {
    let (theme, columns) = (out.theme, out.columns);
    out.blank();
    let (Some(before), Some(after)) = (&dialog.before, &dialog.after) else {
        return out.text("working it out …", theme.secondary);
    };
    let after = after.as_ref();
    let now = after.ok().map(|after| &after.prediction);
    let value = |posterior: Option<&Vec<Number>>, class: usize| {
        posterior.and_then(|all| all.get(class)).map_or_else(|| "undefined".to_owned(), decimal)
    };
    let heads = ["posterior", "before", "now", "change", ""];
    let sides = [Align::Left, Align::Right, Align::Right, Align::Right, Align::Left];
    let mut grid = Grid::new(heads.into_iter().zip(sides));
    let classes = &dialog.fitted.classes;
    for (class, label) in classes.iter().enumerate().take(WHAT_IF_CLASSES) {
        let present = now.map_or_else(|| "-".to_owned(), |now| value(now.posterior.as_ref(), class));
        let change = after.ok().and_then(|after| after.change.as_ref()?.get(class)).map(signed);
        let wins = now.is_some_and(|now| now.predicted == Some(class) && now.tied.is_empty());
        let before = value(before.prediction.posterior.as_ref(), class);
        let mark = if wins { "wins" } else { "" }.to_owned();
        let cells = [named(class, label.as_str()), before, present, change.unwrap_or_default(), mark];
        grid.push(Role::Class(class), cells);
    }
    out.grid(&grid);
    if classes.len() > WHAT_IF_CLASSES {
        out.line(format!("and {} more classes", classes.len() - WHAT_IF_CLASSES), theme.secondary);
    }
    match after {
        Ok(after) if after.flipped => {
            out.line(clip(&format!("The decision flips. {}", after.decision), columns), theme.strong);
        }
        Ok(after) => out.line(clip(&after.decision, columns), theme.text),
        Err(why) => out.text(why, theme.warning),
    }
    out.blank();
    let flips = report::flips(&dialog.fitted, &before.flips)
        .unwrap_or_else(|| "Only categories, bins and words are tried for a flip.".to_owned());
    let most = out.lines.len() + WHAT_IF_FLIPS;
    out.text(&flips, theme.text);
    if out.lines.len() > most {
        out.lines.truncate(most);
        let last = out.lines.pop().unwrap_or_default().to_string();
        out.line(format!("{} …", clip(&last, columns.saturating_sub(2))), theme.text);
    }
}

/// `+0.2401`
fn signed(change: &Number) -> String {
    let sign = if change.is_negative() { "−" } else { "+" };
    let size = if change.is_negative() { change.neg() } else { change.clone() };
    format!("{sign}{}", fixed(&size, 4))
}
