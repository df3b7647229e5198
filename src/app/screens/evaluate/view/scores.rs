//! Screen 4: left every figure, with its interval where there is room; right the selected one, from what it is to how it was
//! computed.

use crate::app::EvaluatedModel;
use crate::app::screens::evaluate::view::rows;
use crate::app::widgets::pane::Canvas;
use crate::app::widgets::rows::named;
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::clip;
use crate::evaluate::Figure;
use crate::report::{figure_opened, interval, measured};

pub fn left(canvas: &mut Canvas<'_>) {
    let (app, theme) = (canvas.app, canvas.theme);
    let screen = &app.screens.evaluate;
    let Some((evaluated, metrics)) = screen.evaluated(&app.session).zip(screen.metrics(&app.session)) else {
        canvas.frame("Evaluate", "");
        return rows::waiting(canvas);
    };
    let (selected, total) = (screen.scores.at, metrics.figures.len());
    canvas.frame("Evaluate", &format!("{} of {total}", selected + 1));
    let mut out = canvas.inside();
    out.blank();
    rows::heading(evaluated, &mut out);
    out.blank();
    canvas.put(&out.lines);
    let row = |at: usize| {
        let Some(figure) = metrics.figures.get(at) else { return Vec::new() };
        let range = figure.interval.as_ref().map(|range| interval(range).written(theme.face.sign));
        vec![
            name(evaluated, figure).into(),
            TableCell::styled(measured(figure).written(theme.face.sign), theme.number),
            TableCell::styled(range.unwrap_or_default(), theme.secondary),
        ]
    };
    let columns = [Column::text("").most(30), Column::number(""), Column::prose("").optional()];
    Table::new(columns, total, row).row(selected).draw(canvas, &screen.scores.scroll);
}

pub fn right(canvas: &mut Canvas<'_>) {
    let (app, mut out) = (canvas.app, canvas.writer());
    let screen = &app.screens.evaluate;
    let found = screen.evaluated(&app.session).zip(screen.metrics(&app.session));
    let found =
        found.and_then(|(evaluated, metrics)| Some((evaluated, metrics.figures.get(screen.scores.at)?)));
    let Some((evaluated, figure)) = found else { return canvas.frame("This figure", "") };
    out.document(&figure_opened(figure));
    let title = name(evaluated, figure);
    canvas.scrolling(&clip(&title, out.columns.saturating_sub(4)), &out.lines, &screen.detail);
}

/// `precision of ● No`
fn name(evaluated: &EvaluatedModel, figure: &Figure) -> String {
    let label = figure.class.and_then(|class| Some((class, evaluated.evaluation.labels.get(class)?)));
    match label {
        Some((class, label)) => format!("{} of {}", figure.kind.name(), named(class, label.as_str())),
        None => figure.kind.name().to_owned(),
    }
}
