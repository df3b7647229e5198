//! Screen 4: left a curve over the list of its points, right what the selected point is.

use crate::app::screens::evaluate::{Learned, View, curve};
use crate::app::terminal::theme::class_mark;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane;
use crate::app::widgets::pane::Canvas;
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::Scroll;
use crate::app::{App, Lane};
use crate::evaluate::{Experiment, Learning, Sweep, Yardstick, rows_or_cases};
use crate::math::sentence;
use crate::plot;
use crate::recipe::Split;
use crate::report::{beside, cell, figure, figures, gaps, stage, tested_by};

pub fn left(canvas: &mut Canvas<'_>) {
    let app = canvas.app;
    let (points, at) = curve::cursor(app);
    let foot = if points > 0 { format!("{} of {points}", at + 1) } else { String::new() };
    canvas.frame(app.screens.evaluate.view.title(), &foot);
    let mut out = canvas.inside();
    heading(app, &mut out);
    let refused = curve::refused(app);
    if let Some(problem) = refused {
        out.problem(&problem.clone().into());
    }
    canvas.put(&out.lines);
    if refused.is_some() || points == 0 {
        return;
    }
    let measure = app.screens.evaluate.curve.measure;
    let (scene, place, table) = match (app.screens.evaluate.view, curve::sweep(app), curve::learned(app)) {
        (View::Sweep, Some(sweep), _) => {
            let place = plot::sweep_places(sweep, measure).get(at).copied();
            (plot::sweep(sweep, measure, curve::current(app)), place, sweep_table(canvas, sweep))
        }
        (_, _, Some(learned)) => {
            let learning = &learned.learning;
            let mean = learning.curves.first().and_then(|curve| curve.stages.get(at)?.spread(measure));
            let place = learning.sizes.get(at).zip(mean).map(|(size, spread)| [*size as f64, spread.mean]);
            (plot::learning(learning, measure), place, learning_table(canvas, learning, measure))
        }
        _ => return,
    };
    // The list has as many rows as it needs, but no more than half.
    let listed = canvas.below((points + 1).min(canvas.height() / 2));
    pane::put(canvas, &scene, place, canvas.height());
    canvas.area = listed;
    table.row(at).draw(canvas, &Scroll::default());
}

fn heading(app: &App, out: &mut Writer<'_>) {
    let theme = out.theme;
    match (app.screens.evaluate.view, curve::sweep(app), curve::learned(app)) {
        (View::Sweep, Some(sweep), _) => {
            let optimistic = sweep.split == Split::None;
            let style = if optimistic { theme.warning } else { theme.strong };
            let others = if optimistic { ": t tests it on others." } else { "" };
            out.text(&format!("{}{others}", tested_by(sweep)), style);
        }
        (View::Learning, _, Some(learned)) => {
            let (learning, seeds) = (&learned.learning, learned.learning.seeds.len());
            let held = rows_or_cases(learning.tested, learning.weighted);
            out.text(&format!("{seeds} seeds, each with {held} held out"), theme.strong);
        }
        _ => {}
    }
    if curve::is_fresh(app) || curve::refused(app).is_some() {
        return;
    }
    if !out.lines.is_empty() {
        out.text("The curve of the previous recipe:", theme.warning);
    }
    let drawing = || app.jobs.progress(Lane::Curve).unwrap_or_else(|| "drawing the curve …".to_owned());
    let waits = app.jobs.waits_for(Lane::Curve);
    out.text(&if waits { drawing() } else { "Press 4 to draw the curve.".to_owned() }, theme.warning);
}

fn sweep_table<'a>(canvas: &Canvas<'a>, sweep: &'a Sweep) -> Table<'a> {
    let (own, sign) = (curve::own(canvas.app), canvas.theme.face.sign);
    let row = move |at: usize| {
        let Some(point) = sweep.points.get(at) else { return Vec::new() };
        let star = if own == Some(at) { "*" } else { " " };
        let figures =
            Yardstick::ALL.map(|measure| TableCell::from(cell(&point.summary, measure).written(sign)));
        std::iter::once(format!("{star} {}", point.setting.text).into()).chain(figures).collect()
    };
    let heads = ["α", "accuracy", "log loss", "Brier"];
    Table::new(heads.map(|head| Column::number(head).style(canvas.theme.secondary)), sweep.points.len(), row)
}

fn learning_table<'a>(canvas: &Canvas<'a>, learning: &'a Learning, measure: Yardstick) -> Table<'a> {
    let theme = canvas.theme;
    let row = move |at: usize| {
        let Some(size) = learning.sizes.get(at) else { return Vec::new() };
        let mean = |curve: &crate::evaluate::Curve| {
            let spread = curve.stages.get(at).and_then(|stage| stage.spread(measure));
            let mean = spread.map(|spread| figure(spread.mean).written(theme.face.sign));
            TableCell::from(mean.unwrap_or_else(|| "-".to_owned()))
        };
        std::iter::once(size.to_string().into()).chain(learning.curves.iter().map(mean)).collect()
    };
    let most = canvas.columns().saturating_sub(12) / learning.curves.len().max(1);
    let name = |(at, curve): (usize, &crate::evaluate::Curve)| {
        Column::number(format!("{} {}", class_mark(at), curve.name)).most(most).style(theme.class(at))
    };
    let columns = std::iter::once(Column::number("rows")).chain(learning.curves.iter().enumerate().map(name));
    Table::new(columns, learning.sizes.len(), row)
}

pub fn right(canvas: &mut Canvas<'_>) {
    let (app, mut out) = (canvas.app, canvas.writer());
    let (points, at) = curve::cursor(app);
    match (app.screens.evaluate.view, curve::sweep(app), curve::learned(app)) {
        (View::Sweep, Some(sweep), _) if points > 0 => point(app, sweep, at, &mut out),
        (View::Learning, _, Some(learned)) if points > 0 => size(app, learned, at, &mut out),
        _ => {}
    }
    if let Some(experiment) = app.screens.evaluate.curve.experiment {
        claim(experiment, &mut out);
    }
    canvas.scrolling("This point", &out.lines, &app.screens.evaluate.curve.detail);
}

fn claim(experiment: &Experiment, out: &mut Writer<'_>) {
    let theme = out.theme;
    out.paragraph(experiment.claim, theme.strong);
    out.text(experiment.look, theme.text);
    out.text(&format!("Why: {}", experiment.why), theme.text);
    out.paragraph("m: the confusion matrix; there Enter, Enter opens the working of a row.", theme.secondary);
}

fn point(app: &App, sweep: &Sweep, at: usize, out: &mut Writer<'_>) {
    let Some(point) = sweep.points.get(at) else { return };
    let words = |text: &str| format!("α = {text}");
    let theme = out.theme;
    out.text(&words(&point.setting.text), theme.strong);
    let summary = match &point.summary {
        Ok(summary) => summary,
        Err(problem) => {
            out.text(&format!("No model can be fitted with it: {}.", problem.what), theme.warning);
            return;
        }
    };
    figures(summary).iter().for_each(|text| out.text(text, theme.text));
    if curve::own(app) == Some(at) {
        out.text("This is the value in the recipe.", theme.strong);
        return;
    }
    let now = curve::current(app);
    if let Some((now, Ok(figures))) = now.map(|now| (now, &now.summary)) {
        let name = words(&now.setting.text);
        out.text(&sentence!("Beside {}, chosen now: {}.", name, beside(summary, figures)), theme.text);
    }
    if curve::is_fresh(app) {
        out.text("Enter puts it into the recipe; u undoes it.", theme.secondary);
    }
}

fn size(app: &App, learned: &Learned, at: usize, out: &mut Writer<'_>) {
    let (learning, measure) = (&learned.learning, app.screens.evaluate.curve.measure);
    let Some(size) = learning.sizes.get(at) else { return };
    let all = if at + 1 == learning.sizes.len() { ": all that are not held out" } else { "" };
    let theme = out.theme;
    out.text(&format!("{size} training rows{all}"), theme.strong);
    out.text(&format!("{}, {}", measure.name(), measure.better()), theme.secondary);
    for (place, (name, text)) in stage(learning, at, measure).into_iter().enumerate() {
        out.text(&format!("{} {name}", class_mark(place)), theme.class(place));
        out.text(&sentence!("\u{a0}\u{a0}{}", text), theme.text);
    }
    gaps(learning, at).iter().for_each(|gap| out.text(gap, theme.warning));
    out.text("In brackets: the 10th to the 90th percentile of the seeds.", theme.secondary);
}
