//! The third pane of wide windows: all columns class by class, or the marked row worked out.
//!
//! ```text
//! ╭─ What the columns tell ──────────────────╮
//! │   petal_length     classes explain 0.941 │
//! │   ● setosa      ▂▇█▁                     │
//! │   ▲ versicolor          ▁▂▄▄▇███▂        │
//! │   ■ virginica                 ▁▄█▅█▇▄▂▁▃ │
//! │                 1.0                  6.9 │
//! │ ▸ sepal_length     classes explain 0.619 │
//! ╰──────────────────────────────────────────╯
//! ```

use ratatui::text::{Line, Span};

use super::super::pane::{Pane, cell, cell_right, mark, reach};
use super::super::row_line::{self, named};
use super::super::theme::Theme;
use super::explain::{CASE, case_lines};
use super::so_far::{View, bar};
use super::step_table;
use crate::math::Number;
use crate::table::{Column, Profile};
use crate::workbench::values::parts;
use crate::workbench::words::{clip, counted, number, shown, width};
use crate::workbench::{MOST_COLUMNS, RowTold, Third, follow};

/// The most columns of the names of classes, with their marks.
const LABEL: usize = 14;
/// The most classes that have a line of their own.
const CLASSES: usize = 8;
/// The most values of a column of words, and the fewest columns of each.
const VALUES: usize = 4;
/// Heights of a bar in a line, none and the highest included.
const HEIGHTS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

pub fn draw(third: Third, mut pane: Pane<'_>) {
    match third {
        Third::Columns => columns(&mut pane),
        Third::Matrix => super::evaluate::left(&mut pane),
        Third::Row => row(&mut pane),
    }
}

/// The columns of the rows that are shown, those first that tell most of the classes; that of the cursor stays in sight.
fn columns(pane: &mut Pane<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let data = &app.screens.data;
    let Some(table) = &app.session.table else { return pane.frame("Columns", "") };
    let found = data.all.as_ref().and_then(|all| all.found.as_ref());
    let room = pane.inner();
    let mut lines = Vec::new();
    let mut marked = None;
    for (column, profile) in found.into_iter().flatten() {
        let Some(about) = table.columns().get(*column) else { continue };
        let from = lines.len();
        let selected = *column == data.column;
        lines.push(heading(profile, selected, room, theme));
        lines.extend(chart(about, profile, room, theme));
        lines.push(Line::default());
        marked = if selected { Some(from..lines.len() - 1) } else { marked };
    }
    if found.is_none() {
        lines.extend([Line::default(), Line::styled("counting …", theme.secondary)]);
    }
    let height = usize::from(pane.area.height.saturating_sub(2));
    let scroll = marked.map_or(0, |lines| follow(follow(0, lines.end - 1, height), lines.start, height));
    let (scroll, _) = reach(lines.len(), scroll, pane.area.inner(ratatui::layout::Margin::new(1, 1)));
    let all = table.columns().len();
    let foot = match data.some_rows() {
        Some(rows) => format!("of {} of {}", rows.len(), counted(table.rows(), "row", "rows")),
        None if all > MOST_COLUMNS => format!("the first {MOST_COLUMNS} of {all} columns"),
        None => String::new(),
    };
    pane.frame("What the columns tell", &foot);
    pane.lines(&lines, scroll);
}

/// `▸ petal_length     classes explain 0.941`
fn heading(profile: &Profile, selected: bool, room: usize, theme: &Theme) -> Line<'static> {
    let told = match (profile.row_name, profile.explained) {
        (Some(_), _) => "names its rows".to_owned(),
        (None, Some(share)) => {
            format!("classes explain {}", Number::Float(share).fixed(3).written(theme.face.sign))
        }
        (None, None) => counted(profile.distinct, "value", "values"),
    };
    let left = room.saturating_sub(width(&told) + 3);
    let name = format!("{} {}", mark(selected), cell(&shown(profile.name.as_str()), left));
    let style = if selected { theme.cursor } else { theme.strong };
    Line::from(vec![Span::styled(name, style), Span::styled(format!(" {told}"), theme.secondary)])
}

/// A line a class, and one that says what stands where. Heights and lengths are shares of the class.
fn chart(about: &Column, profile: &Profile, room: usize, theme: &Theme) -> Vec<Line<'static>> {
    let (parts, ..) = parts(about, profile);
    if profile.classes.is_empty() || profile.row_name.is_some() || parts.is_empty() {
        return Vec::new();
    }
    let names = profile.classes.iter().enumerate().take(CLASSES);
    let label = names.map(|(class, name)| width(&named(class, name.as_str()))).max().unwrap_or(0).min(LABEL);
    let room = room.saturating_sub(label + 3);
    let ends = profile.numbers.as_ref().filter(|numbers| numbers.bins.len() > 1);
    let counts: Vec<&[u64]> = match ends {
        Some(numbers) => numbers.bins.iter().map(|bin| &*bin.by_class).collect(),
        None => parts.iter().take(VALUES).map(|part| part.by_class).collect(),
    };
    let wide = (room / counts.len().max(1)).max(1);
    let of = |class: usize| counts.iter().map(move |counts| counts.get(class).copied().unwrap_or(0));
    // Of all values, those too that have no place here.
    let sum = |class: usize| parts.iter().filter_map(|part| part.by_class.get(class)).sum::<u64>().max(1);
    let line = |(class, name): (usize, &crate::math::Name)| {
        let most = of(class).max().unwrap_or(0).max(1);
        let bar = |count: u64| match ends {
            Some(_) => {
                let height = (count * 8).div_ceil(most).min(8) as usize;
                HEIGHTS.get(height).copied().unwrap_or(' ').to_string().repeat(wide)
            }
            None => {
                let long = (count as f64 / sum(class) as f64 * (wide - 1) as f64).round() as usize;
                cell(&"█".repeat(long.max(usize::from(count > 0))), wide)
            }
        };
        let named = cell(&named(class, name.as_str()), label);
        let bars: String = of(class).map(bar).collect();
        Line::from(vec![Span::raw("  "), Span::styled(format!("{named} {bars}"), theme.class(class))])
    };
    let mut lines: Vec<Line<'static>> = profile.classes.iter().enumerate().take(CLASSES).map(line).collect();
    let under = match ends {
        Some(numbers) => {
            let (low, high) = (number(numbers.min, about.decimals), number(numbers.max, about.decimals));
            let long = counts.len() * wide;
            format!("{low}{}", cell_right(&high, long.saturating_sub(width(&low))))
        }
        None => {
            let values = parts.iter().take(VALUES).map(|part| cell(&clip(&part.short, wide - 1), wide));
            values.collect()
        }
    };
    lines.push(Line::styled(format!("{}{under}", " ".repeat(label + 3)), theme.secondary));
    let classes = profile.classes.len().saturating_sub(CLASSES);
    let values = if ends.is_some() { 0 } else { profile.distinct.saturating_sub(VALUES) };
    let more = [(classes, "class", "classes"), (values, "value", "values")];
    let more = more.into_iter().filter(|(many, ..)| *many > 0);
    let more: Vec<String> = more
        .map(|(many, one, several)| format!("{many} more {}", if many == 1 { one } else { several }))
        .collect();
    if !more.is_empty() {
        lines.push(Line::styled(format!("  and {}", more.join(", ")), theme.secondary));
    }
    lines
}

/// The posterior of the marked row, by the model that predicted it.
fn row(pane: &mut Pane<'_>) {
    let app = pane.app;
    let found = app.screens.evaluate.worked.as_ref().map(|worked| worked.found.as_ref());
    let words = match found {
        Some(Some(Ok(row))) => return row_worked(pane, row),
        Some(Some(Err(why))) => why.as_str(),
        Some(None) => "working it out …",
        None => "The marked row is worked out here.",
    };
    pane.frame("The marked row", "");
    let mut out = pane.inside();
    out.paragraph(words, pane.theme.secondary);
    pane.lines(&out.lines, 0);
}

/// A row of screen 4 in a pane of its own: its cells, all steps, who leads, what is noticed of it, and the rows like it.
fn row_worked(pane: &mut Pane<'_>, row: &RowTold) {
    let (screen, told) = (&row.screen, &*row.told);
    let view = View::new(pane.app, screen, told, pane.theme);
    pane.frame(&format!("Why: {}", told.origin), "");
    let columns = pane.columns();
    let mut out = pane.inside();
    out.blank();
    out.lines.extend(case_lines(&told.cells, "", pane.theme, columns, CASE));
    out.blank();
    let (mut below, rows) = (pane.inside(), told.rows());
    below.blank();
    below.lines.extend(rows.last().map(|row| bar(&view, row, columns)));
    below.paragraph(&told.decision, pane.theme.text);
    told.decided.iter().for_each(|sentence| below.paragraph(sentence, pane.theme.text));
    for sentence in &told.typicality {
        below.text(sentence, pane.theme.text);
    }
    let all = super::side_by_side::height(rows).unwrap_or(rows.len()) + 2;
    let room = pane.height().saturating_sub(out.lines.len()).min(all);
    let room = room.min(pane.height().saturating_sub(out.lines.len() + below.lines.len()).max(MOST_STEPS));
    out.lines.extend(step_table::table(&view, columns, room));
    out.lines.extend(below.lines);
    let left = pane.height().saturating_sub(out.lines.len() + 2);
    if left > 1 && !row.near.is_empty() {
        out.blank();
        row_line::near(pane.app, &told.fitted, row.near.iter().take(left - 1), &mut out);
    }
    pane.lines(&out.lines, 0);
}

/// Lines that the steps have at least beside what is said of a row.
const MOST_STEPS: usize = 10;
