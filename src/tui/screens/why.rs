//! Screen 3, right: why the number under the cursor is what it is.
//!
//! ```text
//! ╭─ Why this number ───────────────────╮
//! │ P(Outlook=Sunny | No)               │
//! │     count(Outlook=Sunny, No) + α    │
//! │   = ────────────────────────────    │
//! │      count(No) + α · k(Outlook)     │
//! │                                     │
//! │     3 + 1     4                     │
//! │   = ───────── = ─ = 0.5             │
//! │     5 + 1 · 3   8                   │
//! │                                     │
//! │ count(…)    3  Outlook=Sunny and No │
//! │ The 3 rows counted                  │
//! │   1  Sunny  Hot   High  Weak    No  │
//! ╰─────────────────────────────────────╯
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Rect};
use ratatui::text::{Line, Span};

use super::super::pane::{self, Frame, cell, cell_right, wrap};
use super::super::theme::Theme;
use super::{formula, sums};
use crate::math::{Linear, Quantity};
use crate::model::{Case, Factor, Fitted};
use crate::report::equals;
use crate::workbench::App;
use crate::workbench::parameters::{Found, Why};
use crate::workbench::words::{self, clip, counted, width};

/// The rows that are listed.
const ROWS: [usize; 2] = [3, 8];
/// The widest a cell of a listed row is drawn.
const WIDEST: usize = 14;

/// Draws the right pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let columns = usize::from(area.width.saturating_sub(4));
    let text = text(app, theme, columns);
    let (scroll, foot) =
        pane::scrolled(app, text.len(), app.screens.parameters.detail, area.inner(Margin::new(1, 1)));
    let inside = Frame { title: "Why this number", foot: &foot, focused }.draw(theme, area, buffer);
    pane::lines(&text, scroll, inside, buffer);
}

fn text(app: &App, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let Some(why) = &app.screens.parameters.why else { return Vec::new() };
    let mut text = Vec::new();
    // The number itself first, then what it rests on, the nearest first.
    let steps = why.derivation.steps.iter().rev();
    for step in steps.filter(|step| why.tells(step)) {
        if !text.is_empty() {
            text.push(Line::default());
        }
        text.extend(formula::lines(&step.chain, &why.quantity, app.settings.ascii, columns, theme));
        if let Some(found) = why.elimination.as_ref().filter(|_| step.of == why.quantity) {
            text.extend(sums::elimination(found, columns, app.settings.ascii, theme));
        }
    }
    let mut paragraph = |words: &str, style| {
        if !words.is_empty() {
            text.push(Line::default());
            text.extend(wrap(words, columns).into_iter().map(|line| Line::styled(line, style)));
        }
    };
    if let Some(trouble) = &why.trouble {
        paragraph(trouble, theme.warning);
    }
    let facts = facts(app, why, theme, columns);
    if !facts.is_empty() {
        text.push(Line::default());
        text.extend(facts);
    }
    text.push(Line::default());
    match &why.found {
        None => text.push(Line::styled("counting the rows …", theme.secondary)),
        Some(found) => {
            text.extend(rows(app, why, found, theme, columns));
            let added = found.deviations.iter().flat_map(|found| sums::deviations(found, columns, theme));
            text.extend(added);
        }
    }
    if let Some(found) = why.found.as_ref().filter(|found| !found.alphas.is_empty()) {
        text.push(Line::default());
        text.extend(alphas(found, app.settings.ascii, theme));
    }
    let mut paragraph = |words: &str, style| {
        text.push(Line::default());
        text.extend(wrap(words, columns).into_iter().map(|line| Line::styled(line, style)));
    };
    if let Some(rule) = why.rule() {
        paragraph(rule.sentence(), theme.text);
    }
    if app.frame.width >= 120 {
        paragraph(&format!("LaTeX  {}", why.latex), theme.secondary);
    }
    text
}

/// Columns that are worth a sentence beside a number.
const BESIDE: usize = 14;

/// The numbers the formula is made of, with what they are.
fn facts(app: &App, why: &Why, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    // Of ℓ there would be as many as the model has numbers.
    let all = !matches!(why.quantity, Quantity::LogLik(_));
    let steps = why.derivation.steps.iter().filter(|step| all && step.uses.is_empty());
    let facts: Vec<_> = steps.filter(|step| step.of != why.quantity).collect();
    let ascii = app.settings.ascii;
    let names: Vec<String> = facts.iter().map(|step| formula::address(&step.of, ascii, 10)).collect();
    let values: Vec<String> = facts.iter().map(|step| Linear { ascii }.expr(&step.shown)).collect();
    let name = names.iter().map(|name| width(name)).max().unwrap_or(0);
    let value = values.iter().map(|value| width(value)).max().unwrap_or(0);
    // What they are stands beside them where a word fits there, else below.
    let beside = columns >= name + value + 4 + BESIDE;
    let indent = if beside { name + value + 4 } else { 2 };
    let mut lines = Vec::new();
    for ((step, address), number) in facts.iter().zip(&names).zip(&values) {
        let mut title = wrap(&step.title, columns.saturating_sub(indent)).into_iter();
        let mut line = Line::from(vec![
            Span::styled(cell(address, name + 2), theme.secondary),
            Span::styled(cell_right(number, value), theme.strong),
        ]);
        if beside {
            line.push_span(Span::raw(format!("  {}", title.next().unwrap_or_default())));
        }
        lines.push(line);
        lines.extend(title.map(|more| Line::raw(format!("{}{more}", " ".repeat(indent)))));
    }
    lines
}

/// The first rows counted, with their numbers and cells.
fn rows(app: &App, why: &Why, found: &Found, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let Some(fitted) = app.session.fitted() else { return Vec::new() };
    let (table, fitted) = (&fitted.data.table, Some(fitted));
    let total = found.rows.len();
    let (one, many) = if why.words { ("document", "documents") } else { ("row", "rows") };
    let heading = match total {
        0 if why.words => "No document of the class has it".to_owned(),
        0 => "No row was counted".to_owned(),
        _ if why.words => format!("In {}", counted(total, one, many)),
        1 => "The row counted".to_owned(),
        _ => format!("The {} counted", counted(total, one, many)),
    };
    let mut lines = vec![Line::styled(heading, theme.heading)];
    if let Some(first) = lines.first_mut().filter(|_| total > 0) {
        let hint = "  Enter opens them";
        if first.width() + width(hint) <= columns {
            first.push_span(Span::styled(hint, theme.secondary));
        }
    }
    let most = if app.frame.height >= 36 { ROWS[1] } else { ROWS[0] };
    let listed: Vec<usize> = found.rows.iter().copied().take(most).collect();
    let digits = words::digits(listed.last().map_or(1, |row| row + 1)).max(2);
    let weight =
        |row: &usize| fitted.and_then(|fitted| fitted.weight(*row)).map(|weight| format!(" ×{weight}"));
    let weights = listed.iter().filter_map(weight).map(|text| width(&text)).max().unwrap_or(0);
    let counts = fitted.filter(|fitted| fitted.factors().iter().any(Factor::is_word_counts));
    let text = |row: usize, column: Option<usize>| match (column, counts) {
        (Some(column), _) => words::cell(table, row, column),
        // One column would not be understood without its name, so the words of the document are written out.
        (None, Some(fitted)) => document(fitted, row),
        (None, None) => String::new(),
    };
    let widest =
        |column: Option<usize>| listed.iter().map(|row| width(&text(*row, column))).max().unwrap_or(0);
    // The class stays, whatever else does not fit: it is what was counted.
    let target = app.session.target.unwrap_or(usize::MAX);
    let class = widest(Some(target)).min(WIDEST);
    let room = columns.saturating_sub(digits + 1 + weights + class + 2);
    let most = if why.words { room } else { WIDEST };
    let shown = |column: &usize| {
        *column != target && fitted.is_none_or(|fitted| fitted.data.resolved.weight != Some(*column))
    };
    let others = (0..table.columns().len()).filter(|column| counts.is_none() && shown(column)).map(Some);
    let others = others.chain(counts.map(|_| None));
    let others: Vec<(Option<usize>, usize)> =
        others.map(|column| (column, widest(column).min(most))).collect();
    for row in &listed {
        let mut line = cell_right(&(row + 1).to_string(), digits + 1);
        line.push_str(&cell(&weight(row).unwrap_or_default(), weights));
        let mut left = room;
        for (column, whole) in &others {
            let wide = (*whole).min(left.saturating_sub(2));
            if wide < (*whole).min(3) {
                break;
            }
            line.push_str(&format!("  {}", cell(&text(*row, *column), wide)));
            left = left.saturating_sub(wide + 2);
        }
        line.push_str(&format!("  {}", cell(&text(*row, Some(target)), class)));
        lines.push(Line::raw(clip(line.trim_end(), columns).into_owned()));
    }
    if total > listed.len() {
        lines.push(Line::styled(format!("   and {} more", total - listed.len()), theme.secondary));
    }
    lines
}

/// The document of a row of a table of word counts: `chinese=2, beijing=1`.
fn document(fitted: &Fitted, row: usize) -> String {
    let case = Case::from_row(fitted, row).ok();
    case.and_then(|case| case.cells.into_iter().next()).map(|cell| cell.text).unwrap_or_default()
}

/// The same number under other α.
fn alphas(found: &Found, ascii: bool, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled("If α were", theme.heading)];
    let fractions: Vec<String> =
        found.alphas.iter().map(|(_, _, shown, _)| Linear { ascii }.expr(shown)).collect();
    let wide = fractions.iter().map(|fraction| width(fraction)).max().unwrap_or(0);
    let name = found.alphas.iter().map(|(alpha, ..)| width(alpha)).max().unwrap_or(0);
    for ((alpha, now, _, value), fraction) in found.alphas.iter().zip(&fractions) {
        let value = value.as_ref().map_or_else(|| "has no value".to_owned(), equals);
        let mark = if *now { "  ◂ now" } else { "" };
        let line = format!("  {}  {} {value}{mark}", cell_right(alpha, name), cell_right(fraction, wide));
        lines.push(Line::styled(line, if *now { theme.strong } else { theme.text }));
    }
    lines
}
