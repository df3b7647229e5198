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

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::super::pane::{self, Frame, cell, cell_right, wrap};
use super::super::row_line::named;
use super::super::theme::Theme;
use crate::math::{Number, fixed};
use crate::report::{self, decimal};
use crate::workbench::words::{clip, shown, width};
use crate::workbench::{
    App, WHAT_IF_CLASSES, WHAT_IF_FLIPS, WHAT_IF_HEIGHT, WHAT_IF_WIDTH, WhatIfDialog, remark,
};

/// Columns of a cell as it was, and of a number.
const VALUE: usize = 16;

/// Draws the dialog and gives the place of the text cursor while a cell is typed.
pub fn draw(
    app: &App,
    dialog: &WhatIfDialog,
    theme: &Theme,
    body: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    // As high as its lines are many.
    let wanted = u16::try_from(dialog.lines.len() + dialog.below() + 3).unwrap_or(WHAT_IF_HEIGHT);
    let size = app.frame.dialog(WHAT_IF_WIDTH, WHAT_IF_HEIGHT.min(wanted));
    let title = format!("What if? ({})", dialog.of);
    let foot = format!("{} of {}", dialog.cursor + 1, dialog.lines.len());
    let inside = Frame { title: &title, foot: &foot, focused: true }.dialog(theme, size, body, buffer);
    let columns = usize::from(inside.width);
    let name = (columns / 4).clamp(8, 22);
    let head = format!("  {}  {}    now", cell("cell", name), cell("as it was", VALUE));
    pane::lines(&[Line::styled(head, theme.heading)], 0, inside, buffer);
    let fitting = usize::from(inside.height).saturating_sub(1 + dialog.below());
    let mut cursor = None;
    let rows = inside.rows().skip(1).take(fitting);
    for (row, at) in rows.zip(dialog.scroll..dialog.lines.len()) {
        let place = one_cell(dialog, at, name, theme, row, buffer);
        cursor = cursor.or(place);
    }
    let shown = fitting.min(dialog.lines.len().saturating_sub(dialog.scroll)) as u16;
    let below = Rect { y: inside.y + 1 + shown, height: inside.height.saturating_sub(1 + shown), ..inside };
    pane::lines(&outcome(dialog, name, columns, theme), 0, below, buffer);
    cursor
}

fn one_cell(
    dialog: &WhatIfDialog,
    at: usize,
    name: usize,
    theme: &Theme,
    row: Rect,
    buffer: &mut Buffer,
) -> Option<Position> {
    let (line, now) = (dialog.lines.get(at)?, dialog.now.get(at)?);
    let marked = at == dialog.cursor;
    let text = |text: &str| if text.is_empty() { "missing".to_owned() } else { shown(text).into_owned() };
    let start = format!(
        "{} {}  {}  {} ",
        if marked { "▸" } else { " " },
        cell(&shown(&line.name), name),
        cell(&text(&line.original), VALUE),
        if dialog.is_changed(at) { "≠" } else { " " },
    );
    let left = (width(&start) as u16).min(row.width);
    let rest = Rect { x: row.x + left, width: row.width - left, ..row };
    if let Some(field) = dialog.field.as_ref().filter(|_| marked) {
        pane::lines(&[Line::styled(start, theme.text)], 0, row, buffer);
        return pane::field("", field, theme, rest, buffer);
    }
    let note = match &dialog.after {
        Some(Ok(after)) => remark(&dialog.fitted, &after.case, line),
        _ => String::new(),
    };
    let room = usize::from(rest.width).saturating_sub(if note.is_empty() { 4 } else { width(&note) + 6 });
    let value = clip(&text(now), room).into_owned();
    let value = if marked { format!("← {value} →") } else { value };
    let style = match (marked, dialog.is_changed(at)) {
        (true, _) => theme.cursor,
        (false, true) => theme.strong,
        (false, false) => theme.text,
    };
    let start = Span::styled(start, if marked { theme.strong } else { theme.text });
    let spans = vec![start, Span::styled(value, style), Span::styled(format!("  {note}"), theme.secondary)];
    pane::lines(&[Line::from(spans)], 0, row, buffer);
    None
}

/// The posterior before and now, the decision, and what would have flipped it.
fn outcome(dialog: &WhatIfDialog, name: usize, columns: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    let (Some(before), Some(after)) = (&dialog.before, &dialog.after) else {
        lines.push(Line::styled("working it out …", theme.secondary));
        return lines;
    };
    let row = |class: &str, before: &str, now: &str, change: &str| {
        format!("{}  {}{}{}", cell(class, name + 2), cell(before, 12), cell(now, 12), cell_right(change, 8))
    };
    lines.push(Line::styled(row("posterior", "before", "now", "change"), theme.heading));
    let after = after.as_ref();
    let then = &before.prediction;
    let now = after.ok().map(|after| &after.prediction);
    let value = |posterior: Option<&Vec<Number>>, class: usize| {
        posterior.and_then(|all| all.get(class)).map_or_else(|| "undefined".to_owned(), decimal)
    };
    let classes = &dialog.fitted.classes;
    for (class, label) in classes.iter().enumerate().take(WHAT_IF_CLASSES) {
        let present = match now {
            Some(now) => value(now.posterior.as_ref(), class),
            None => "-".to_owned(),
        };
        let change = after.ok().and_then(|after| after.change.as_ref()?.get(class)).map(signed);
        let text = row(
            &named(class, label.as_str()),
            &value(then.posterior.as_ref(), class),
            &present,
            &change.unwrap_or_default(),
        );
        let wins = now.is_some_and(|now| now.predicted == Some(class) && now.tied.is_empty());
        let mark = if wins { "  wins" } else { "" };
        lines.push(Line::styled(format!("{text}{mark}"), theme.class(class)));
    }
    if classes.len() > WHAT_IF_CLASSES {
        let more = format!("and {} more classes", classes.len() - WHAT_IF_CLASSES);
        lines.push(Line::styled(more, theme.secondary));
    }
    match after {
        Ok(after) if after.flipped => {
            let text = format!("The decision flips. {}", after.decision);
            lines.push(Line::styled(clip(&text, columns).into_owned(), theme.strong));
        }
        Ok(after) => lines.push(Line::styled(clip(&after.decision, columns).into_owned(), theme.text)),
        Err(why) => {
            let wrapped = wrap(&shown(why), columns).into_iter();
            lines.extend(wrapped.map(|line| Line::styled(line, theme.warning)));
        }
    }
    lines.push(Line::default());
    let flips = report::flips(&dialog.fitted, &before.flips)
        .unwrap_or_else(|| "Only categories, bins and words are tried for a flip.".to_owned());
    let told = wrap(&shown(&flips), columns);
    let more = told.len() > WHAT_IF_FLIPS;
    let told: Vec<String> = told.into_iter().take(WHAT_IF_FLIPS).collect();
    let last = told.len().saturating_sub(1);
    lines.extend(told.into_iter().enumerate().map(|(at, line)| {
        let line =
            if more && at == last { format!("{} …", clip(&line, columns.saturating_sub(2))) } else { line };
        Line::styled(line, theme.text)
    }));
    lines
}

/// `+0.2401`
fn signed(change: &Number) -> String {
    let sign = if change.is_negative() { "−" } else { "+" };
    let size = if change.is_negative() { change.neg() } else { change.clone() };
    format!("{sign}{}", fixed(&size, 4))
}
