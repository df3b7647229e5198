//! Room 5, left: the table of the steps, a column for each class.
//!
//! ```text
//!   step            ● No     ▲ Yes
//! ✓ 1 prior         5/14      9/14
//! ▸ 2 × Sunny      ▸ 4/8◂     3/12
//!   3 × Cool           ·         ·
//! ```

use ratatui::text::{Line, Span};

use super::super::numbers::product;
use super::super::pane::{cell, cell_right};
use super::steps_view::View;
use crate::report::{row_name, short_row_name};
use crate::workbench::words::{counted, width};
use crate::worked::{Row, RowKind};

/// The least columns of a step's name.
const NAME: usize = 7;
/// Blanks before a number: the marks of the cursor stand in them.
const GAP: usize = 2;
/// Columns of a number beside its product.
const NUMBER: usize = 9;
/// Columns of a product so far, with the blanks before it.
const SO_FAR: usize = 12;

/// Where the columns of the table stand.
struct Columns {
    digits: usize,
    name: usize,
    /// The classes that are shown, from the first of them on.
    classes: std::ops::Range<usize>,
    number: usize,
    /// Whether the products stand beside the factors.
    so_far: bool,
    short: bool,
}

/// The heading and the steps around the marked one, in `room` lines.
pub fn table(view: &View<'_>, columns: usize, room: usize) -> Vec<Line<'static>> {
    let rows = view.told.rows();
    let revealed = view.screen.revealed;
    let plan = plan(view, columns, room);
    // The last name is the longest: where it does not fit it stands on a line of its own.
    let apart = rows.last().is_some_and(|row| width(&row_name(&row.kind)) > plan.name);
    let total = rows.len() + usize::from(apart);
    let head = head(view, &plan);
    let room = room.saturating_sub(head.len());
    let cursor = if apart && view.screen.cursor + 1 == rows.len() { total - 1 } else { view.screen.cursor };
    let top = cursor.saturating_sub(room / 2).min(total.saturating_sub(room));
    let mut lines = head;
    let last = top.saturating_add(room).min(total);
    for at in top..last {
        let own_line = apart && at + 2 == total;
        let index = at.min(rows.len().saturating_sub(1));
        let Some(row) = rows.get(index) else { continue };
        let numbers = !own_line;
        let name = if apart && at + 1 == total { None } else { Some(index) };
        lines.push(step(view, &plan, row, index, (name.is_some(), numbers), index < revealed));
    }
    // More below than fits is said where it would stand.
    if last < total
        && room >= 4
        && let Some(line) = lines.last_mut()
    {
        let more = counted(total - last + 1, "more step", "more steps");
        *line = Line::styled(format!("  … {more}"), view.theme.secondary);
    }
    lines
}

/// As many classes as fit with their numbers whole, the marked one among them.
fn plan(view: &View<'_>, columns: usize, room: usize) -> Columns {
    let rows = view.told.rows();
    let classes = view.told.posterior.classes.len();
    let digits = rows.len().to_string().len();
    // The marker, the number of the step and the blanks around it; one column for the last mark of the cursor.
    let free = columns.saturating_sub(digits + 4);
    let longest = rows.iter().take(400).map(|row| width(&row_name(&row.kind))).max().unwrap_or(NAME);
    let so_far = classes * (GAP + NUMBER + SO_FAR) + 14 <= free;
    let around = view.screen.cursor.saturating_sub(room);
    let seen = rows.iter().take(view.screen.revealed).skip(around).take(2 * room);
    let seen: Vec<&Row> = seen.collect();
    let most = (free.saturating_sub(NAME) / (6 + GAP)).clamp(1, classes.max(1));
    let names = (0..classes).map(|class| width(&view.class(class))).max().unwrap_or(0);
    let fits = |shown: usize| {
        let share = free.saturating_sub(NAME) / shown;
        let budget = share.saturating_sub(GAP).min(SO_FAR);
        let texts = seen.iter().flat_map(|row| &row.cells);
        let widest = texts.map(|cell| width(&view.form.write(&cell.shown, cell.value.as_ref(), budget)));
        let widest = widest.max().unwrap_or(0).max(6.min(budget));
        // Where there is scrolling anyway, the names of the classes are worth more than one more column.
        let named = shown == classes || names.min(10) <= budget;
        (named && widest <= budget || shown == 1).then_some((shown, widest.max(budget.min(9))))
    };
    let (shown, number) = (1..=most).rev().find_map(fits).unwrap_or((1, 9));
    let number = if so_far { NUMBER } else { number };
    let first = (view.screen.class + 1).saturating_sub(shown);
    let used = if so_far { classes * (GAP + NUMBER + SO_FAR) } else { shown * (number + GAP) };
    let name = free.saturating_sub(used).min(longest.max(NAME));
    Columns {
        digits,
        name,
        classes: first..first + shown,
        number,
        so_far,
        short: longest > name + 6 || name < 14,
    }
}

fn head(view: &View<'_>, plan: &Columns) -> Vec<Line<'static>> {
    let theme = view.theme;
    let left = plan.digits + 3;
    let mut line = Line::styled(format!("  {}", cell("step", left - 2 + plan.name)), theme.heading);
    let mut second = Line::raw(" ".repeat(left + plan.name));
    for class in plan.classes.clone() {
        let wide = if plan.so_far { plan.number + SO_FAR } else { plan.number };
        let name = cell_right(&view.class(class), if plan.so_far { plan.number } else { wide });
        line.push_span(Span::raw(" ".repeat(GAP)));
        line.push_span(Span::styled(cell(&name, wide), theme.class(class)));
        second.push_span(Span::styled(
            format!(
                "{}{}{}",
                " ".repeat(GAP),
                cell_right("factor", plan.number),
                cell_right("so far", SO_FAR)
            ),
            theme.secondary,
        ));
    }
    let hidden = view.told.posterior.classes.len() - plan.classes.len();
    if hidden > 0 {
        let more = counted(hidden, "more class", "more classes");
        let words = format!("  {more}: Tab, then ↑↓");
        return vec![Line::styled(words, theme.secondary), line];
    }
    if plan.so_far { vec![line, second] } else { vec![line] }
}

/// What a step is called in its column: how often a word stands there in few letters, where there are few.
fn name(row: &Row, plan: &Columns) -> String {
    let long = if plan.short { short_row_name(&row.kind) } else { row_name(&row.kind) };
    let RowKind::Word { times, .. } = row.kind else { return long };
    let word = short_row_name(&row.kind);
    let times = if times > 1 { format!("{word} ({times}×)") } else { word.clone() };
    let all = [row_name(&row.kind), times, word];
    all.into_iter().find(|name| width(name) <= plan.name).unwrap_or(long)
}

fn step(
    view: &View<'_>,
    plan: &Columns,
    row: &Row,
    index: usize,
    (named, numbered): (bool, bool),
    revealed: bool,
) -> Line<'static> {
    let theme = view.theme;
    let here = view.screen.revealed > 0 && index == view.screen.cursor;
    let mark = if here {
        "▸"
    } else if revealed {
        "✓"
    } else {
        " "
    };
    let digits = plan.digits;
    let name = name(row, plan);
    let style = if here {
        theme.strong
    } else if revealed {
        theme.text
    } else {
        theme.secondary
    };
    if !numbered {
        return Line::styled(format!("{mark} {:>digits$} {name}", index + 1), style);
    }
    let start = if named {
        format!("{mark} {:>digits$} {}", index + 1, cell(&name, plan.name))
    } else {
        " ".repeat(digits + 3 + plan.name)
    };
    let mut line = Line::styled(start, style);
    let mut after = GAP;
    for class in plan.classes.clone() {
        let Some(worked) = row.cells.get(class) else { continue };
        let text = if revealed {
            view.form.write(&worked.shown, worked.value.as_ref(), plan.number)
        } else {
            "·".into()
        };
        let marked = here && class == view.screen.class;
        let blanks = (plan.number + after).saturating_sub(width(&text));
        if marked {
            line.push_span(" ".repeat(blanks.saturating_sub(1)));
            line.push_span(Span::styled(format!("▸{text}◂"), theme.cursor));
        } else {
            line.push_span(" ".repeat(blanks));
            line.push_span(Span::styled(
                text,
                if here {
                    theme.strong
                } else if revealed {
                    theme.number
                } else {
                    theme.secondary
                },
            ));
        }
        after = if marked { GAP - 1 } else { GAP };
        if plan.so_far {
            let factor = !matches!(row.kind, RowKind::Score | RowKind::Divide);
            let value = worked.so_far.as_ref().filter(|_| revealed && factor);
            let text = value.map(|value| product(value, view.form.form)).unwrap_or_default();
            line.push_span(Span::styled(cell_right(&text, SO_FAR + after - GAP), theme.text));
            after = GAP;
        }
    }
    line
}
