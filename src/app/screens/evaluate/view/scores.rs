//! Screen 4: left every figure, with its interval where there is room; right the selected one, from what it is to how
//! it was worked out.

use ratatui::text::{Line, Span};

use crate::app::EvaluatedModel;
use crate::app::screens::evaluate::view::rows;
use crate::app::terminal::theme::Theme;
use crate::app::widgets::pane::{Pane, cell, cell_right, centred, mark};
use crate::app::widgets::rows::named;
use crate::app::words::{clip, width};
use crate::evaluate::{Figure, Metrics};
use crate::report::{figure_opened, interval, measured};

const NAME: usize = 30;
const VALUE: usize = 8;
/// Columns of an interval, and the blanks before it.
const INTERVAL: usize = 15;

pub fn left(pane: &mut Pane<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.evaluate;
    let Some((evaluated, metrics)) = screen.evaluated(&app.session).zip(screen.metrics(&app.session)) else {
        pane.frame("Evaluate", "");
        return rows::waiting(pane);
    };
    let (selected, total) = (screen.scores.cursor, metrics.figures.len());
    pane.frame("Evaluate", &format!("{} of {total}", selected + 1));
    let mut out = pane.inside();
    out.blank();
    rows::heading(evaluated, &mut out);
    out.blank();
    pane.put(&out.lines);
    let top = centred(selected, total, pane.height());
    pane.lines(&figures(evaluated, metrics, selected, top..top + pane.height(), pane.columns(), theme), 0);
}

pub fn right(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let screen = &app.screens.evaluate;
    let found = screen.evaluated(&app.session).zip(screen.metrics(&app.session));
    let found =
        found.and_then(|(evaluated, metrics)| Some((evaluated, metrics.figures.get(screen.scores.cursor)?)));
    let Some((evaluated, figure)) = found else { return pane.frame("This figure", "") };
    out.document(&figure_opened(figure));
    let title = name(evaluated, figure);
    pane.scrolled(&clip(&title, out.columns.saturating_sub(4)), &out.lines, screen.scores.scroll);
}

fn figures(
    evaluated: &EvaluatedModel,
    metrics: &Metrics,
    marked: usize,
    shown: std::ops::Range<usize>,
    columns: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let longest = metrics.figures.iter().map(|figure| width(&name(evaluated, figure))).max().unwrap_or(0);
    let with_interval = columns >= longest.min(NAME) + VALUE + INTERVAL + 2;
    let after = VALUE + if with_interval { INTERVAL } else { 0 };
    let wide = longest.min(NAME).min(columns.saturating_sub(after + 2));
    let figures = metrics.figures.iter().enumerate().skip(shown.start).take(shown.len());
    figures
        .map(|(at, figure)| {
            let mark = mark(at == marked);
            let name = cell(&name(evaluated, figure), wide);
            let value = cell_right(&measured(figure).written(theme.face.sign), VALUE);
            let range = figure.interval.as_ref().filter(|_| with_interval);
            let range = range
                .map(|range| format!("  {}", interval(range).written(theme.face.sign)))
                .unwrap_or_default();
            if at == marked {
                return Line::styled(
                    format!("{mark} {name}{value}{}", cell(&range, after - VALUE)),
                    theme.cursor,
                );
            }
            Line::from(vec![
                Span::styled(format!("{mark} {name}"), theme.text),
                Span::styled(value, theme.number),
                Span::styled(range, theme.secondary),
            ])
        })
        .collect()
}

/// `precision of ● No`
fn name(evaluated: &EvaluatedModel, figure: &Figure) -> String {
    let label = figure.class.and_then(|class| Some((class, evaluated.evaluation.labels.get(class)?)));
    match label {
        Some((class, label)) => format!("{} of {}", figure.kind.name(), named(class, label.as_str())),
        None => figure.kind.name().to_owned(),
    }
}
