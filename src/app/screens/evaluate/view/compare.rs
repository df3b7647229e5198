//! Screen 4, left: several models on the same rows.

use crate::app::terminal::theme::Theme;
use crate::app::widgets::pane::{Pane, cell, cell_right, mark, push_number};
use crate::app::words::width;
use crate::app::{CompareColumn, CompareView};
use crate::evaluate::{Comparison, ComparisonResult, Measure};
use crate::math::Sentence;
use crate::report;
use ratatui::text::{Line, Span};

const NAME: usize = 13;
const WIDEST: usize = 22;
const ROOMY: usize = 60;

pub fn draw(pane: &mut Pane<'_>) {
    let app = pane.app;
    let view = &app.screens.evaluate.compare;
    let foot =
        if view.lines() > 0 { format!("{} of {}", view.cell.0 + 1, view.lines()) } else { String::new() };
    pane.frame("Compare models", &foot);
    let mut out = pane.inside();
    match (view.refused(&app.session), view.found()) {
        (Some(problem), _) => out.problem(&problem.clone().into()),
        (None, Some(found)) => return filled(pane, view, found),
        (None, None) => {
            let press = || "Press 4 to compare the models.".to_owned();
            out.paragraph(&app.jobs.busy_line().unwrap_or_else(press), pane.theme.secondary);
        }
    }
    pane.lines(&out.lines, 0);
}

fn filled(pane: &mut Pane<'_>, view: &CompareView, found: &Comparison) {
    let (app, theme, height) = (pane.app, pane.theme, pane.height());
    let (mut out, mut below) = (pane.inside(), pane.inside());
    if view.is_of(&app.session) {
        out.text(&report::compared_by(found), theme.strong);
    } else {
        let now = match app.jobs.busy_line() {
            Some(work) => format!("From the previous recipe. {work}"),
            None => "From the previous recipe: press 4 to compare again.".to_owned(),
        };
        out.text(&now, theme.warning);
    }
    report::best(found).iter().chain(&found.warnings).for_each(|sentence| below.text(sentence, theme.text));
    let rows = height.saturating_sub(out.lines.len() + 1).max(1);
    // Blank lines only where nothing is lost by them.
    let spacious = out.lines.len() + 3 + view.lines() + below.lines.len() <= height;
    out.lines.extend(spacious.then(Line::default));
    let table = table(view, found, out.columns, rows, theme);
    out.lines.extend(table);
    out.lines.extend(spacious.then(Line::default));
    out.lines.extend(below.lines);
    pane.lines(&out.lines, 0);
}

fn table(
    view: &CompareView,
    found: &Comparison,
    columns: usize,
    rows: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let names = found.results.iter().map(|result| width(&result.candidate.name));
    let name = if columns >= ROOMY { names.max().unwrap_or(0).clamp(NAME, WIDEST - 2) + 2 } else { NAME };
    let shown = window(view.cell.1, columns.saturating_sub(name + 1));
    let mut head = Line::styled(" ".repeat(name), theme.secondary);
    for at in shown.clone() {
        let column = CompareColumn::ALL.get(at).copied().unwrap_or_default();
        head.push_span(Span::styled(cell_right(heading(column), wide(column) + 1), theme.secondary));
    }
    let mut lines = vec![head];
    let top = (view.cell.0 + 1).saturating_sub(rows);
    for line in top..(top + rows).min(view.lines()) {
        let marked = view.cell.0 == line;
        match view.order.get(line).and_then(|at| Some((*at, found.results.get(*at)?))) {
            Some((at, result)) => {
                lines.push(model(view, found, (at, result), (name, shown.clone(), marked), theme));
            }
            None => {
                let refused = found.refused.get(line - view.order.len());
                let refused = refused.map_or("", |refused| refused.name.as_str());
                let mark = mark(marked);
                let text = format!("{mark} {} not compared", cell(refused, name - 2));
                lines.push(Line::styled(text, if marked { theme.cursor } else { theme.secondary }));
            }
        }
    }
    lines
}

fn model(
    view: &CompareView,
    found: &Comparison,
    (at, result): (usize, &ComparisonResult),
    (name, shown, marked): (usize, std::ops::Range<usize>, bool),
    theme: &Theme,
) -> Line<'static> {
    let whole = result.candidate.name.as_str();
    let label = if width(whole) <= name - 2 { whole } else { result.spec.word() };
    let own = if found.own == Some(at) { "*" } else { " " };
    let here = marked && view.cell.1 == 0;
    let mark = if here { "▸" } else { own };
    let style = if here {
        theme.cursor
    } else if marked {
        theme.strong
    } else {
        theme.text
    };
    let mut line = Line::styled(format!("{mark} {}", cell(label, name - 2)), style);
    let mut after = 1;
    for column in shown {
        let here = marked && view.cell.1 == column;
        let column = CompareColumn::ALL.get(column).copied().unwrap_or_default();
        let text = figure(view, at, result, column).written(theme.face.sign);
        let best = matches!(column, CompareColumn::Figure(measure) if found.is_best(at, measure));
        let style = if best { theme.strong } else { theme.number };
        after = 1 - push_number(&mut line, &text, after + wide(column), here, style, theme);
    }
    line
}

fn figure(view: &CompareView, at: usize, result: &ComparisonResult, column: CompareColumn) -> Sentence {
    match column {
        CompareColumn::Model => Sentence::default(),
        CompareColumn::Figure(measure) => report::stands_at(result, measure),
        CompareColumn::Against => match view.pairs.get(at) {
            Some(Some(pair)) => report::short_p(pair),
            _ => "-".into(),
        },
    }
}

fn window(marked: usize, room: usize) -> std::ops::Range<usize> {
    let taken = |from: usize, to: usize| -> usize {
        let columns = CompareColumn::ALL.get(from..to).unwrap_or_default();
        columns.iter().map(|column| wide(*column) + 1).sum()
    };
    let mut first = 1;
    while first < marked && taken(first, marked + 1) > room {
        first += 1;
    }
    let mut end = first;
    while end < CompareColumn::ALL.len() && taken(first, end + 1) <= room {
        end += 1;
    }
    first..end
}

fn heading(column: CompareColumn) -> &'static str {
    match column {
        CompareColumn::Model => "",
        CompareColumn::Against => "p",
        CompareColumn::Figure(Measure::Brier) => "Brier",
        CompareColumn::Figure(Measure::Parameters) => "param",
        CompareColumn::Figure(Measure::Training) => "trained",
        CompareColumn::Figure(measure) => measure.name(),
    }
}

fn wide(column: CompareColumn) -> usize {
    match column {
        CompareColumn::Model => 0,
        CompareColumn::Against => 7,
        CompareColumn::Figure(Measure::Parameters) => 5,
        CompareColumn::Figure(Measure::Brier | Measure::Area) => 6,
        CompareColumn::Figure(Measure::Training | Measure::Seconds) => 7,
        CompareColumn::Figure(Measure::Accuracy | Measure::LogLoss) => 8,
    }
}
