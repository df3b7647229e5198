//! Screen 3, right: why the number under the cursor is what it is, with the rows that were counted.

use super::super::document::Writer;
use super::super::pane;
use super::super::pane::{Pane, cell, cell_right};
use crate::math::Quantity;
use crate::model::{Case, Factor, Fitted};
use crate::plot::{Look, raster};
use crate::report;
use crate::workbench::App;
use crate::workbench::parameters::{Found, Why, rows_shown};
use crate::workbench::words::{self, clip, counted, width};
use ratatui::text::{Line, Span};

const ROWS: [usize; 2] = [3, 8];
/// Rows that a picture takes, and those below the numbers that it needs there, with what is said of them.
const PICTURE: usize = 12;
const BELOW: usize = 11;
const WIDEST: usize = 14;

pub fn draw(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let screen = &app.screens.parameters;
    if let Some(why) = &screen.why {
        write(app, why, &mut out);
    }
    // The selected number is on screen.
    let least = out.selected.map_or(0, |at| (at + 2).saturating_sub(pane.height()));
    let most = out.selected.unwrap_or(usize::MAX);
    pane.scrolled("Why this number", &out.lines, screen.detail.max(least).min(most));
}

fn write(app: &App, why: &Why, out: &mut Writer<'_>) {
    let theme = out.theme;
    let steps = &why.derivation.steps;
    let told = steps.iter().rev().filter(|step| why.tells(step));
    // Of ℓ there would be as many counts as the model has numbers.
    let all = !matches!(why.quantity, Quantity::LogLik(_));
    let counts = steps.iter().filter(|step| all && step.uses.is_empty() && step.of != why.quantity);
    let (elimination, trouble) = (why.elimination.as_ref(), why.trouble.as_deref());
    out.document(&report::why(
        &why.quantity,
        told,
        counts,
        elimination,
        trouble,
        app.screens.parameters.used,
    ));
    out.blank();
    match &why.found {
        None => out.text("counting the rows …", theme.secondary),
        Some(found) => {
            rows(app, why, found, out);
            if let Some(found) = &found.deviations {
                out.blank();
                out.document(&report::deviations(found));
            }
            if !found.alphas.is_empty() {
                out.blank();
                out.document(&report::under_other_alphas(&found.alphas));
            }
            // Where the numbers leave no room below them, the picture stands here.
            let screen = &app.screens.parameters;
            if let Some(scene) = found.picture.as_deref()
                && rows_shown(app) < screen.lines.rows() + BELOW
            {
                out.blank();
                let look = Look { glyphs: app.settings.drawn_with(), ..Look::default() };
                let cells = raster(scene, (out.columns, PICTURE), &look);
                out.lines.extend(pane::lines(theme, &cells, None));
            }
        }
    }
    if let Some(rule) = why.rule() {
        out.paragraph(rule.sentence(), theme.text);
    }
    if app.frame.width >= 120 {
        out.paragraph(&format!("LaTeX  {}", why.latex), theme.secondary);
    }
}

fn rows(app: &App, why: &Why, found: &Found, out: &mut Writer<'_>) {
    let (theme, columns) = (out.theme, out.columns);
    let Some(fitted) = app.session.fitted() else { return };
    let (table, fitted) = (&fitted.data.table, Some(fitted));
    if fitted.is_some_and(|fitted| fitted.data.is_given()) {
        return;
    }
    let total = found.rows.len();
    let (one, many) = if why.words { ("document", "documents") } else { ("row", "rows") };
    let heading = match total {
        0 if why.words => "No document of the class has it".to_owned(),
        0 => "No row was counted".to_owned(),
        _ if why.words => format!("In {}", counted(total, one, many)),
        1 => "The row counted".to_owned(),
        _ => format!("The {} counted", counted(total, one, many)),
    };
    let mut heading = Line::styled(heading, theme.heading);
    let hint = "  Enter opens them";
    if total > 0 && heading.width() + width(hint) <= columns {
        heading.push_span(Span::styled(hint, theme.secondary));
    }
    out.lines.push(heading);
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
        out.line(clip(line.trim_end(), columns), theme.text);
    }
    if total > listed.len() {
        out.line(format!("   and {} more", total - listed.len()), theme.secondary);
    }
}

fn document(fitted: &Fitted, row: usize) -> String {
    let case = Case::from_row(fitted, row).ok();
    case.and_then(|case| case.cells.into_iter().next()).map(|cell| cell.text).unwrap_or_default()
}
