//! Screen 4: left how often the model is wrong about rows that it draws, and how each parameter spreads where it is fitted to
//! such rows; right the selected parameter, beside what theory says.
//!
//! ```text
//! ┏━ ▶ Its own samples ━━━━━━━━━━━━━━━━━━━━━━━━━━━┓╭─ mean(a | x) ──────────────╮
//! ┃ The Bayes error, by simulation                ┃│ The rows are drawn with    │
//! ┃ Of 10,000 rows drawn from the model it calls  ┃│ μ(a | x) = 5.006.          │
//! ┃ 178 wrong, a share of 0.0178 (…)              ┃│ Over the 20 samples it has │
//! ┃                                spread  theory ┃│ the mean 5.001 and …       │
//! ┃ ▸ mean(a | x)                 0.04712 0.04935 ┃│                            │
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛╰────────────────────────────╯
//! ```

use ratatui::text::{Line, Span};

use super::super::super::pane::{Pane, cell_of_name, cell_right, centred, mark};
use super::rows;
use crate::math::sentence;
use crate::model::Spread;
use crate::report::{accuracy, bayes_error_told, refits_told, spread_figures, spread_told};
use crate::text::names;

/// Columns of a number.
const NUMBER: usize = 10;
/// Columns from which a name of usual length has room beside three numbers.
const SPACIOUS: usize = 60;

pub fn left(pane: &mut Pane<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let view = &app.screens.evaluate.samples;
    let found = view.found(&app.session);
    let refits = found.and_then(|found| found.refits.as_ref().ok());
    let total = refits.map_or(0, |refits| refits.spreads.len());
    let foot = if total > 0 { format!("{} of {total}", view.cursor + 1) } else { String::new() };
    pane.frame("Its own samples", &foot);
    let mut out = pane.inside();
    let Some(found) = found else {
        match view.refused(&app.session) {
            Some(problem) => out.problem(&problem.clone().into()),
            None => out.paragraph("drawing rows …", theme.secondary),
        }
        return pane.lines(&out.lines, 0);
    };
    out.text("The Bayes error, by simulation", theme.strong);
    out.text(&sentence!("{}.", bayes_error_told(found.bayes)), theme.text);
    if let Some(evaluated) = app.screens.evaluate.evaluated(&app.session) {
        rows::heading(evaluated, &mut out);
        out.text(&accuracy(&evaluated.evaluation), theme.text);
    }
    out.blank();
    match &found.refits {
        Err(problem) => out.problem(&problem.clone().into()),
        Ok(refits) => {
            refits_told(refits).iter().for_each(|sentence| out.text(sentence, theme.text));
            let heads = ["model", "spread", "theory"].into_iter().skip(3 - numbers(pane));
            let heads: String = heads.map(|head| cell_right(head, NUMBER)).collect();
            out.line(format!("{}{heads}", cell_of_name("", wide(pane) + 2)), theme.secondary);
        }
    }
    pane.put(&out.lines);
    let Some(refits) = refits else { return };
    let (many, name, height) = (numbers(pane), wide(pane), pane.height());
    let top = centred(view.cursor, total, height);
    let shown = || refits.spreads.iter().enumerate().skip(top).take(height);
    let whole: Vec<String> = shown().map(|(_, spread)| spread.of.to_string()).collect();
    let called = names(&whole.iter().map(String::as_str).collect::<Vec<_>>(), name);
    let line = |((at, spread), called): ((usize, &Spread), &String)| {
        let selected = at == view.cursor;
        let [model, _, deviation, error] = spread_figures(spread);
        let figures = [model, deviation, error].into_iter().skip(3 - many);
        let figures: String = figures
            .map(|figure| cell_right(&sentence!("{}", figure).written(theme.face.sign), NUMBER))
            .collect();
        let named = format!("{} {}", mark(selected), cell_of_name(called, name));
        if selected {
            return Line::styled(format!("{named}{figures}"), theme.cursor);
        }
        Line::from(vec![Span::styled(named, theme.text), Span::styled(figures, theme.number)])
    };
    let lines: Vec<Line<'static>> = shown().zip(&called).map(line).collect();
    pane.lines(&lines, 0);
}

/// Columns of the name of a parameter.
fn wide(pane: &Pane<'_>) -> usize {
    pane.columns().saturating_sub(numbers(pane) * NUMBER + 2)
}

/// How many numbers stand beside a name: where there is little room what the model has is told in the right pane only.
fn numbers(pane: &Pane<'_>) -> usize {
    if pane.columns() < SPACIOUS { 2 } else { 3 }
}

pub fn right(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let view = &app.screens.evaluate.samples;
    let refits = view.found(&app.session).and_then(|found| found.refits.as_ref().ok());
    let Some(((refits, spread), fitted)) = refits.zip(view.marked(&app.session)).zip(app.session.fitted())
    else {
        return pane.frame("This parameter", "");
    };
    out.document(&spread_told(fitted, refits, spread));
    let name = spread.of.to_string();
    let title = crate::workbench::words::clip(&name, out.columns.saturating_sub(4));
    pane.scrolled(&title, &out.lines, view.scroll);
}
