//! Screen 4, right: what the marked threshold makes of the rows.
//!
//! ```text
//! ╭─ At this threshold ───────────────────╮
//! │ Called ▲ Yes from                     │
//! │ P(Yes | x) = 0.5321 on (as used)      │
//! │                                       │
//! │              called so   not          │
//! │ ▲ Yes                9     0          │
//! │ others               1     4          │
//! │                                       │
//! │ sensitivity  9/9 = 1.0000             │
//! │ specificity  4/5 = 0.8000             │
//! │                                       │
//! │ 1 row with this probability:          │
//! │ ▸ ● 6 Rain     Cool      0.5321       │
//! ╰───────────────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::super::pane::{self, Frame, cell, cell_right, wrap};
use super::super::super::theme::Theme;
use super::roc::class;
use super::rows::RowList;
use crate::evaluate::{Counts, Roc, RocPoint, rows_or_cases};
use crate::math::Number;
use crate::report::{decimal, equals};
use crate::text::shown;
use crate::workbench::words::width;
use crate::workbench::{App, EvaluatedModel};

/// The widest that the class is named in the matrix.
const LABEL: usize = 14;

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let screen = &app.screens.evaluate;
    let found = screen.judged(&app.session).zip(screen.metrics(&app.session)).zip(app.session.fitted());
    let Some(((judged, metrics), fitted)) = found else {
        Frame { title: "At this threshold", foot: "", focused }.draw(theme, area, buffer);
        return;
    };
    let roc = &metrics.roc;
    let rows = roc.rows_of(screen.roc.point);
    let foot = format!("{} of {}", screen.roc.point + 1, roc.points.len());
    let inside = Frame { title: "At this threshold", foot: &foot, focused }.draw(theme, area, buffer);
    let Some(point) = roc.points.get(screen.roc.point) else { return };
    let columns = usize::from(inside.width);
    let mut lines = vec![Line::default()];
    let in_use = point.counts == roc.in_use;
    let heading = heading(judged, roc, point, in_use);
    lines.extend(wrap(&heading, columns).into_iter().map(|line| Line::styled(line, theme.strong)));
    lines.push(Line::default());
    lines.extend(matrix(&class(judged, roc), &point.counts, theme));
    lines.push(Line::default());
    lines.extend(shares(&point.counts).into_iter().flat_map(|text| {
        wrap(&text, columns).into_iter().map(|line| Line::styled(line, theme.text)).collect::<Vec<_>>()
    }));
    lines.push(Line::default());
    if usize::from(inside.height) < lines.len() + 4 {
        lines.retain(|line| line.width() > 0);
    }
    if !rows.is_empty() {
        let cases = rows.iter().filter_map(|at| judged.at(*at)).map(|row| row.weight).sum();
        let told = format!("{} with this probability:", rows_or_cases(cases, judged.is_weighted()));
        lines.push(Line::styled(told, theme.text));
    }
    let list = RowList {
        total: rows.len(),
        marked: screen.roc.row,
        row_at: &|at| rows.get(at).and_then(|at| judged.at(*at)),
        class: Some(roc.positive),
        marks: true,
        seen: judged.is_weighted().then_some(judged.evaluation.n),
    };
    let room = usize::from(inside.height).saturating_sub(lines.len());
    lines.extend(list.lines(app, (judged, fitted), (columns, room), theme));
    pane::lines(&lines, 0, inside, buffer);
}

fn heading(judged: &EvaluatedModel, roc: &Roc, point: &RocPoint, in_use: bool) -> String {
    let label = judged.evaluation.labels.get(roc.positive).map(|label| shown(label.as_str()).into_owned());
    let (name, label) = (class(judged, roc), label.unwrap_or_default());
    let so = match judged.evaluation.labels.len() {
        _ if !in_use => "",
        2 => " The model does this.",
        _ => " The largest posterior comes to the same.",
    };
    match point.threshold {
        None => format!("No row is called {name}.{so}"),
        Some(least) => {
            let least = decimal(&Number::Float(least));
            format!("Called {name} where P({label} | x) is {least} or more.{so}")
        }
    }
}

fn matrix(name: &str, counts: &Counts, theme: &Theme) -> Vec<Line<'static>> {
    let label = width(name).clamp("others".len(), LABEL);
    let row = |name: &str, so: &str, not: &str| {
        format!("{}{}{}", cell(name, label), cell_right(so, 11), cell_right(not, 8))
    };
    let number = |name: &str, so: u64, not: u64| row(name, &so.to_string(), &not.to_string());
    vec![
        Line::styled(row("", "called so", "not"), theme.secondary),
        Line::styled(number(name, counts.true_positive, counts.false_negative), theme.text),
        Line::styled(number("others", counts.false_positive, counts.true_negative), theme.text),
    ]
}

fn shares(counts: &Counts) -> Vec<String> {
    let share = |name: &str, some: u64, all: u64, value: Option<Number>| match value {
        Some(value) => format!("{name}\u{a0}\u{a0}{some}/{all} {}", equals(&value)),
        None => format!("{name}\u{a0}\u{a0}{some}/{all} undefined"),
    };
    vec![
        share("sensitivity", counts.true_positive, counts.positives(), counts.sensitivity()),
        share("specificity", counts.true_negative, counts.negatives(), counts.specificity()),
    ]
}
