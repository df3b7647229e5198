//! Screen 4, left: a curve over the list of its points.
//!
//! ```text
//! ┏━ ▶ Smoothing, bins, ε ━━━━━━━━━━━━━━┓
//! ┃ By 10 folds, 14 rows                ┃
//! ┃ ↑ accuracy                      α → ┃
//! ┃ 0.8│   ●⠤⠤●⠒⠒●                      ┃
//! ┃    │⡠⠔         ●                     ┃
//! ┃ 0.5└┴──┴──┴──┴──┴─                  ┃
//! ┃       α  accuracy  log loss   Brier ┃
//! ┃ ▸   0.5    0.7857    0.4711  0.3012 ┃
//! ┃ *     1    0.7143    0.4893  0.3207 ┃
//! ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::super::super::chart::{Axis, Chart, Point, Series, Stroke};
use super::super::super::pane::{self, Frame, cell_right, wrap};
use super::super::super::theme::{Theme, class_mark};
use super::super::start::problem_lines;
use crate::evaluate::{Learning, Sweep, Yardstick, rows_or_cases};
use crate::recipe::Split;
use crate::report::{cell, figure, judged_by};
use crate::workbench::evaluate::{View, curve};
use crate::workbench::words::{clip, width};
use crate::workbench::{App, Lane};

/// The widest that a value is written.
const VALUE: usize = 7;
/// Columns of a figure.
const FIGURE: usize = 9;

/// Draws the left pane.
pub fn draw(app: &App, theme: &Theme, focused: bool, area: Rect, buffer: &mut Buffer) {
    let (points, at) = curve::cursor(app);
    let foot = if points > 0 { format!("{} of {points}", at + 1) } else { String::new() };
    let title = app.screens.evaluate.view.title();
    let inside = Frame { title, foot: &foot, focused }.draw(theme, area, buffer);
    let columns = usize::from(inside.width);
    let mut lines = heading(app, theme, columns);
    if let Some(problem) = curve::refused(app) {
        lines.extend(problem_lines(&problem.clone().into(), theme, columns));
        pane::lines(&lines, 0, inside, buffer);
        return;
    }
    if points == 0 {
        pane::lines(&lines, 0, inside, buffer);
        return;
    }
    let measure = app.screens.evaluate.curve.measure;
    let (chart, head, list) = match (app.screens.evaluate.view, curve::sweep(app), curve::learned(app)) {
        (View::Sweep, Some(sweep), _) => {
            let list = sweep_list(app, sweep, theme, at);
            (sweep_chart(app, sweep, theme, at), sweep_head(sweep), list)
        }
        (_, _, Some(learned)) => {
            let learning = &learned.learning;
            let wide = name_width(learning, columns);
            let list = learning_list(learning, measure, wide, theme, at);
            (learning_chart(learning, measure, theme, at), learning_head(learning, wide), list)
        }
        _ => return,
    };
    let above = (lines.len() as u16).min(inside.height);
    pane::lines(&lines, 0, inside, buffer);
    let rest = Rect { y: inside.y + above, height: inside.height - above, ..inside };
    // The list has as many rows as it needs, but no more than half.
    let listed = (list.len() as u16 + 1).min(rest.height / 2);
    let [drawn, below] = [
        Rect { height: rest.height - listed, ..rest },
        Rect { y: rest.bottom() - listed, height: listed, ..rest },
    ];
    chart.draw(theme, app.settings.ascii, drawn, buffer);
    let head = Line::styled(clip(&head, columns).into_owned(), theme.secondary);
    pane::lines(&[head], 0, below, buffer);
    let below = Rect { y: below.y + 1, height: below.height.saturating_sub(1), ..below };
    let fitting = usize::from(below.height);
    let top = at.saturating_sub(fitting / 2).min(list.len().saturating_sub(fitting));
    pane::lines(&list, top, below, buffer);
}

/// What the curve is of, and what must be said of it.
fn heading(app: &App, theme: &Theme, columns: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let mut say = |text: &str, style| {
        lines.extend(wrap(text, columns).into_iter().map(|line| Line::styled(line, style)));
    };
    match (app.screens.evaluate.view, curve::sweep(app), curve::learned(app)) {
        (View::Sweep, Some(sweep), _) => {
            let flatters = sweep.split == Split::None;
            let style = if flatters { theme.warning } else { theme.strong };
            let others = if flatters { ": t tests it on others." } else { "" };
            say(&format!("{}{others}", judged_by(sweep)), style);
        }
        (View::Learning, _, Some(learned)) => {
            let (learning, seeds) = (&learned.learning, learned.learning.seeds.len());
            let held = rows_or_cases(learning.tested, learning.weighted);
            say(&format!("{seeds} seeds, each with {held} held out"), theme.strong);
        }
        _ => {}
    }
    if curve::is_fresh(app) || curve::refused(app).is_some() {
        return lines;
    }
    let drawn = !lines.is_empty();
    let mut say = |text: &str| {
        lines.extend(wrap(text, columns).into_iter().map(|line| Line::styled(line, theme.warning)));
    };
    if drawn {
        say("The curve of the recipe before:");
    }
    if app.jobs.waits_for(Lane::Curve) {
        say(&app.jobs.progress(Lane::Curve).unwrap_or_else(|| "drawing the curve …".to_owned()));
    } else {
        say("Press 4 to draw the curve.");
    }
    lines
}

fn finite(value: Option<f64>) -> f64 {
    value.unwrap_or(f64::NAN)
}

fn sweep_chart(app: &App, sweep: &Sweep, theme: &Theme, at: usize) -> Chart {
    let measure = app.screens.evaluate.curve.measure;
    let name = sweep.parameter.name();
    let value =
        |point: &crate::evaluate::Point| finite(point.summary.as_ref().ok().and_then(|s| s.value(measure)));
    let counts = sweep.parameter.is_count();
    let x = |place: usize, point: &crate::evaluate::Point| {
        if counts { point.setting.value } else { place as f64 }
    };
    let points = || sweep.points.iter().enumerate();
    let mut series = vec![Series {
        name: sweep.points.first().map_or("", |point| point.title).to_owned(),
        style: theme.class(0),
        mark: Some(class_mark(0)),
        points: points().map(|(place, point)| Point::from((x(place, point), value(point)))).collect(),
        ..Series::default()
    }];
    // What is chosen now is a line to hold the points against.
    if let Some(now) = curve::current(app) {
        let ends = points().next().into_iter().chain(points().next_back());
        series.push(Series {
            name: format!("now: {}", sweep.own.as_ref().map_or(now.setting.text.as_str(), |own| own.title)),
            style: theme.secondary,
            stroke: Stroke::Dotted,
            points: ends.map(|(place, point)| Point::from((x(place, point), value(now)))).collect(),
            ..Series::default()
        });
    }
    let texts = sweep.points.iter().map(|point| point.setting.text.clone());
    let x = if counts { Axis::linear(name) } else { Axis::categories(name, texts) };
    Chart { x, y: Axis::linear(measure.name()), series, marked: Some((0, at)) }
}

fn sweep_head(sweep: &Sweep) -> String {
    let names = ["accuracy", "log loss", "Brier"].map(|name| cell_right(name, FIGURE));
    format!("  {}{}", cell_right(sweep.parameter.short(), VALUE), names.concat())
}

fn sweep_list(app: &App, sweep: &Sweep, theme: &Theme, at: usize) -> Vec<Line<'static>> {
    let own = curve::own(app);
    let line = |(place, point): (usize, &crate::evaluate::Point)| {
        let mark = match (place == at, own == Some(place)) {
            (true, _) => '▸',
            (_, true) => '*',
            _ => ' ',
        };
        let cells = Yardstick::ALL.map(|measure| cell_right(&cell(&point.summary, measure), FIGURE));
        let text = format!("{mark} {}{}", cell_right(&point.setting.text, VALUE), cells.concat());
        Line::styled(text, if place == at { theme.cursor } else { theme.text })
    };
    sweep.points.iter().enumerate().map(line).collect()
}

fn learning_chart(learning: &Learning, measure: Yardstick, theme: &Theme, at: usize) -> Chart {
    let series = |(place, curve): (usize, &crate::evaluate::Curve)| Series {
        name: curve.name.clone(),
        style: theme.class(place),
        mark: Some(class_mark(place)),
        points: learning
            .sizes
            .iter()
            .zip(&curve.stages)
            .map(|(size, stage)| Point::from((*size as f64, finite(stage.spread(measure).map(|s| s.mean)))))
            .collect(),
        ..Series::default()
    };
    // Losses of the first few rows are larger than the others by far.
    let y = match measure {
        Yardstick::Accuracy => Axis::linear(measure.name()),
        Yardstick::LogLoss | Yardstick::Brier => Axis::logarithmic(measure.name()),
    };
    Chart {
        x: Axis::logarithmic("training rows"),
        y,
        series: learning.curves.iter().enumerate().map(series).collect(),
        marked: Some((0, at)),
    }
}

/// How wide the figures of a model are, with its name over them.
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
            cell_right(&spread.map_or_else(|| "-".to_owned(), |spread| figure(spread.mean)), wide)
        };
        let cells: String = learning.curves.iter().map(mean).collect();
        let text = format!("{mark} {}{cells}", cell_right(&size.to_string(), VALUE));
        Line::styled(text, if place == at { theme.cursor } else { theme.text })
    };
    learning.sizes.iter().enumerate().map(line).collect()
}
