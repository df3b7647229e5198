//! Screen 4: left a curve over the list of its points, right what the selected point is.

use crate::app::screens::evaluate::{Learned, View, curve};
use crate::app::terminal::theme::{Theme, class_mark};
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane;
use crate::app::widgets::pane::{Pane, cell_right, centred};
use crate::app::words::{clip, width};
use crate::app::{App, Lane};
use crate::evaluate::{Experiment, Learning, Sweep, Yardstick, rows_or_cases};
use crate::math::sentence;
use crate::plot;
use crate::recipe::Split;
use crate::report::{beside, cell, figure, figures, gaps, stage, tested_by};
use ratatui::text::Line;

const VALUE: usize = 7;
const FIGURE: usize = 9;

pub fn left(pane: &mut Pane<'_>) {
    let (app, theme) = (pane.app, pane.theme);
    let (points, at) = curve::cursor(app);
    let foot = if points > 0 { format!("{} of {points}", at + 1) } else { String::new() };
    pane.frame(app.screens.evaluate.view.title(), &foot);
    let mut out = pane.inside();
    heading(app, &mut out);
    let refused = curve::refused(app);
    if let Some(problem) = refused {
        out.problem(&problem.clone().into());
    }
    pane.put(&out.lines);
    if refused.is_some() || points == 0 {
        return;
    }
    let measure = app.screens.evaluate.curve.measure;
    let (scene, place, head, list) = match (app.screens.evaluate.view, curve::sweep(app), curve::learned(app))
    {
        (View::Sweep, Some(sweep), _) => {
            let place = plot::sweep_places(sweep, measure).get(at).copied();
            let scene = plot::sweep(sweep, measure, curve::current(app));
            (scene, place, sweep_head(), sweep_list(app, sweep, theme, at))
        }
        (_, _, Some(learned)) => {
            let learning = &learned.learning;
            let wide = name_width(learning, pane.columns());
            let list = learning_list(learning, measure, wide, theme, at);
            let mean = learning.curves.first().and_then(|curve| curve.stages.get(at)?.spread(measure));
            let place = learning.sizes.get(at).zip(mean).map(|(size, spread)| [*size as f64, spread.mean]);
            (plot::learning(learning, measure), place, learning_head(learning, wide), list)
        }
        _ => return,
    };
    // The list has as many rows as it needs, but no more than half.
    let listed = (list.len() + 1).min(pane.height() / 2);
    pane::put(pane, &scene, place, pane.height() - listed);
    pane.put(&[Line::styled(clip(&head, pane.columns()).into_owned(), theme.secondary)]);
    pane.lines(&list, centred(at, list.len(), pane.height()));
}

fn heading(app: &App, out: &mut Writer<'_>) {
    let theme = out.theme;
    match (app.screens.evaluate.view, curve::sweep(app), curve::learned(app)) {
        (View::Sweep, Some(sweep), _) => {
            let flatters = sweep.split == Split::None;
            let style = if flatters { theme.warning } else { theme.strong };
            let others = if flatters { ": t tests it on others." } else { "" };
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

fn sweep_head() -> String {
    let names = ["accuracy", "log loss", "Brier"].map(|name| cell_right(name, FIGURE));
    format!("  {}{}", cell_right("α", VALUE), names.concat())
}

fn sweep_list(app: &App, sweep: &Sweep, theme: &Theme, at: usize) -> Vec<Line<'static>> {
    let (own, sign) = (curve::own(app), theme.face.sign);
    let line = |(place, point): (usize, &crate::evaluate::Point)| {
        let mark = match (place == at, own == Some(place)) {
            (true, _) => '▸',
            (_, true) => '*',
            _ => ' ',
        };
        let cells =
            Yardstick::ALL.map(|measure| cell_right(&cell(&point.summary, measure).written(sign), FIGURE));
        let text = format!("{mark} {}{}", cell_right(&point.setting.text, VALUE), cells.concat());
        Line::styled(text, if place == at { theme.cursor } else { theme.text })
    };
    sweep.points.iter().enumerate().map(line).collect()
}

fn name_width(learning: &Learning, columns: usize) -> usize {
    let most = learning.curves.iter().map(|curve| width(&curve.name) + 4).max().unwrap_or(0);
    (columns.saturating_sub(VALUE + 2) / learning.curves.len().max(1)).min(most.max(FIGURE))
}

fn learning_head(learning: &Learning, wide: usize) -> String {
    let name = |(place, curve): (usize, &crate::evaluate::Curve)| {
        let name = format!("{} {}", class_mark(place), curve.name);
        cell_right(&clip(&name, wide.saturating_sub(1)), wide)
    };
    let names: String = learning.curves.iter().enumerate().map(name).collect();
    format!("  {}{names}", cell_right("rows", VALUE))
}

fn learning_list(
    learning: &Learning,
    measure: Yardstick,
    wide: usize,
    theme: &Theme,
    at: usize,
) -> Vec<Line<'static>> {
    let line = |(place, size): (usize, &u64)| {
        let mark = if place == at { '▸' } else { ' ' };
        let mean = |curve: &crate::evaluate::Curve| {
            let spread = curve.stages.get(place).and_then(|stage| stage.spread(measure));
            let mean = spread.map(|spread| figure(spread.mean).written(theme.face.sign));
            cell_right(mean.as_deref().unwrap_or("-"), wide)
        };
        let cells: String = learning.curves.iter().map(mean).collect();
        let text = format!("{mark} {}{cells}", cell_right(&size.to_string(), VALUE));
        Line::styled(text, if place == at { theme.cursor } else { theme.text })
    };
    learning.sizes.iter().enumerate().map(line).collect()
}

pub fn right(pane: &mut Pane<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let (points, at) = curve::cursor(app);
    match (app.screens.evaluate.view, curve::sweep(app), curve::learned(app)) {
        (View::Sweep, Some(sweep), _) if points > 0 => point(app, sweep, at, &mut out),
        (View::Learning, _, Some(learned)) if points > 0 => size(app, learned, at, &mut out),
        _ => {}
    }
    if let Some(experiment) = app.screens.evaluate.curve.experiment {
        claim(experiment, &mut out);
    }
    pane.scrolled("This point", &out.lines, app.screens.evaluate.curve.detail);
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
