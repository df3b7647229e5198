//! Screen 5, left, of three features and more under one density: x − μ and Σ⁻¹(x − μ) side by side, a line for each feature,
//! so that q is the sum of each line's product.

use ratatui::text::{Line, Span};

use crate::app::screens::explain::view::step_table::View;
use crate::app::screens::explain::view::step_table::{label, written};
use crate::app::widgets::pane::{cell, cell_right, centred, push_number};
use crate::app::widgets::rows::class_names;
use crate::app::words::{shown, width};
use crate::text::names;
use crate::worked::{Row, RowKind};

const APART: usize = 2;
/// The least columns of a feature's name, and the most of a fraction.
const LEAST: usize = 8;
const FRACTION: usize = 9;

const HEADS: [&str; 2] = ["x − μ", "Σ⁻¹(x−μ)"];

/// A line of the table, by the rows of the posterior.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Row(usize),
    Heads,
    /// A feature: its x − μ, and its entry of Σ⁻¹(x − μ).
    Pair(usize, usize),
}

struct Plan {
    lines: Vec<At>,
    pair: [usize; 2],
    number: usize,
    gap: usize,
    name: usize,
    digits: usize,
}

fn lines(rows: &[Row]) -> Option<Vec<At>> {
    let start = rows.iter().position(|row| matches!(row.kind, RowKind::Difference { .. }))?;
    let d = rows.iter().filter(|row| matches!(row.kind, RowKind::Difference { .. })).count();
    if d <= APART {
        return None;
    }
    let pairs = (0..d).map(|at| At::Pair(start + at, start + d + at));
    let after = (start + 2 * d..rows.len()).map(At::Row);
    Some((0..start).map(At::Row).chain([At::Heads]).chain(pairs).chain(after).collect())
}

pub fn height(rows: &[Row]) -> Option<usize> {
    lines(rows).map(|lines| lines.len())
}

pub fn needed(view: &View<'_>) -> Option<usize> {
    plan(view, usize::MAX).map(|plan| plan.used(view.told.posterior.classes.len()))
}

impl Plan {
    fn used(&self, classes: usize) -> usize {
        self.digits + 4 + self.name + classes * (self.number + self.gap)
    }
}

fn plan(view: &View<'_>, columns: usize) -> Option<Plan> {
    let rows = view.told.rows();
    let lines = lines(rows)?;
    let classes = view.told.posterior.classes.len();
    let cells = |row: usize| rows.get(row).into_iter().flat_map(|row| &row.cells);
    let widest = |row: usize| cells(row).map(|cell| width(&written(view, cell, FRACTION))).max().unwrap_or(0);
    let pairs = || lines.iter().filter_map(|at| if let At::Pair(a, b) = at { Some((*a, *b)) } else { None });
    let pair = [
        pairs().map(|(a, _)| widest(a)).max()?.max(width(HEADS[0])),
        pairs().map(|(_, b)| widest(b)).max()?.max(width(HEADS[1])),
    ];
    let own = lines.iter().filter_map(|at| if let At::Row(row) = at { Some(widest(*row)) } else { None });
    let number = own.max().unwrap_or(0).max(pair.iter().sum::<usize>() + 1);
    let digits = view.told.ranges.len().to_string().len();
    let name = lines.iter().map(|at| width(&named(view, *at))).max().unwrap_or(0);
    let least = lines.iter().filter(|at| !matches!(at, At::Pair(..)));
    let least = least.map(|at| width(&named(view, *at))).max().unwrap_or(0).max(LEAST);
    let all = [(2, name), (1, name), (1, least)];
    let plans =
        all.into_iter().map(|(gap, name)| Plan { lines: lines.clone(), pair, number, gap, name, digits });
    plans.into_iter().find(|plan| plan.used(classes) <= columns)
}

fn named(view: &View<'_>, at: At) -> String {
    let Some(row) = (match at {
        At::Row(row) | At::Pair(row, _) => view.told.rows().get(row),
        At::Heads => None,
    }) else {
        return String::new();
    };
    match &row.kind {
        RowKind::Difference { feature } => format!("  {}", shown(feature.as_str())),
        RowKind::SquaredDistance => "q".to_owned(),
        kind => label(view, kind),
    }
}

/// The table in `room` lines, the selected step among them; `None` where it does not fit into the columns.
pub fn table(view: &View<'_>, columns: usize, room: usize) -> Option<Vec<Line<'static>>> {
    let plan = plan(view, columns)?;
    let (theme, left) = (view.theme, plan.digits + 3);
    let all = &view.told.posterior.classes;
    let mut head = Line::styled(format!("  {}", cell("step", left - 2 + plan.name)), theme.heading);
    for (class, name) in class_names(all, 0..all.len(), plan.number).into_iter().enumerate() {
        head.push_span(Span::raw(" ".repeat(plan.gap)));
        head.push_span(Span::styled(cell_right(&name, plan.number), theme.class(class)));
    }
    let cursor = |at: &At| match at {
        At::Row(row) => *row == view.screen.cursor,
        At::Pair(a, b) => [*a, *b].contains(&view.screen.cursor),
        At::Heads => false,
    };
    let here = plan.lines.iter().position(cursor).unwrap_or(0);
    let room = room.saturating_sub(1);
    let top = centred(here, plan.lines.len(), room);
    let features: Vec<String> =
        plan.lines.iter().map(|at| named(view, *at).trim_start().to_owned()).collect();
    let features =
        names(&features.iter().map(String::as_str).collect::<Vec<_>>(), plan.name.saturating_sub(2));
    let mut shown: Vec<usize> = (top..plan.lines.len()).take(room).collect();
    // Features keep the two headings above them.
    let heads = plan.lines.iter().position(|at| *at == At::Heads).unwrap_or(0);
    let pairs = shown.first().is_some_and(|first| matches!(plan.lines.get(*first), Some(At::Pair(..))));
    if let (true, Some(first)) = (pairs && top != here, shown.first_mut()) {
        *first = heads;
    }
    let body = shown.iter().filter_map(|at| {
        let feature = features.get(*at).map_or("", String::as_str);
        Some(one(view, &plan, *plan.lines.get(*at)?, feature))
    });
    Some(std::iter::once(head).chain(body).collect())
}

fn one(view: &View<'_>, plan: &Plan, at: At, feature: &str) -> Line<'static> {
    let (theme, screen) = (view.theme, view.screen);
    let selected = |row: usize| screen.revealed > 0 && row == screen.cursor;
    let (parts, name): (Vec<usize>, String) = match at {
        At::Row(row) => (vec![row], named(view, at)),
        At::Pair(a, b) => (vec![a, b], format!("  {feature}")),
        At::Heads => {
            let Some(first) =
                plan.lines.iter().find_map(|at| if let At::Pair(a, _) = at { Some(*a) } else { None })
            else {
                return Line::default();
            };
            let step = view.told.step_of(first) + 1;
            let start = cell(&format!("  {step}·{}", step + 1), plan.digits + 3 + plan.name);
            let mut line = Line::styled(start, theme.secondary);
            let heads: Vec<String> =
                HEADS.iter().zip(plan.pair).map(|(head, wide)| cell_right(head, wide)).collect();
            for _ in &view.told.posterior.classes {
                line.push_span(Span::raw(" ".repeat(plan.gap)));
                line.push_span(Span::styled(cell_right(&heads.join(" "), plan.number), theme.secondary));
            }
            return line;
        }
    };
    let here = parts.iter().any(|row| selected(*row));
    let revealed = parts.iter().all(|row| *row < screen.revealed);
    let (mark, style) = match (here, revealed) {
        (true, _) => ("▸", theme.strong),
        (false, true) => ("✓", theme.text),
        (false, false) => (" ", theme.secondary),
    };
    let number = match at {
        At::Row(row) => (view.told.step_of(row) + 1).to_string(),
        _ => String::new(),
    };
    let start = format!("{mark} {number:>digits$} {}", cell(&name, plan.name), digits = plan.digits);
    let mut line = Line::styled(start, style);
    let mut taken = 0;
    for class in 0..view.told.posterior.classes.len() {
        let widths: Vec<usize> = match parts.as_slice() {
            [_, _] => vec![plan.gap + plan.number - plan.pair[1] - 1, plan.pair[1] + 1],
            _ => vec![plan.gap + plan.number],
        };
        for (row, wide) in parts.iter().zip(widths) {
            let Some(worked) = view.told.rows().get(*row).and_then(|row| row.cells.get(class)) else {
                continue;
            };
            let is_revealed = *row < screen.revealed;
            let text = if is_revealed { written(view, worked, FRACTION) } else { "·".to_owned() };
            let style = match (selected(*row), is_revealed) {
                (true, _) => theme.strong,
                (false, true) => theme.number,
                (false, false) => theme.secondary,
            };
            let marked = selected(*row) && class == screen.class;
            taken = push_number(&mut line, &text, wide - taken, marked, style, theme);
        }
    }
    line
}
