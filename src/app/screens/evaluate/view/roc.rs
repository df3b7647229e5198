//! Screen 4: left one class against the rest at every threshold, right what the selected threshold makes of the rows.

use crate::app::EvaluatedModel;
use crate::app::screens::evaluate::view::rows;
use crate::app::screens::evaluate::view::rows::RowList;
use crate::app::widgets::pane;
use crate::app::widgets::pane::{Canvas, SPACIOUS};
use crate::app::widgets::rows::named;
use crate::evaluate::{Counts, Roc, RocPoint, rows_or_cases};
use crate::math::{Number, Sentence, sentence};
use crate::plot;
use crate::report::{Align, Grid, Role, decimal, equals, shares};
use crate::text::shown;

pub fn left(pane: &mut Canvas<'_>) {
    pane.frame("Evaluate", "");
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.evaluate;
    let Some((evaluated, metrics)) = screen.evaluated(&app.session).zip(screen.metrics(&app.session)) else {
        return rows::waiting(pane);
    };
    let roc = &metrics.roc;
    let mut out = pane.inside();
    out.paragraph(&format!("{} against the rest", class(evaluated, roc)), theme.strong);
    out.text(&area_told(roc), theme.text);
    if roc.left_out > 0 {
        let rows = if roc.left_out == 1 { "row" } else { "rows" };
        out.text(&format!("Without the {} {rows} whose posterior is 0/0.", roc.left_out), theme.secondary);
    }
    out.blank();
    if pane.height() < SPACIOUS {
        out.dense();
    }
    pane.put(&out.lines);
    let label = evaluated.evaluation.labels.get(roc.positive);
    if let Some(label) = label.filter(|_| roc.area().is_some()) {
        let rows = &evaluated.evaluation.rows;
        let place = roc.point(rows, screen.roc.point).and_then(|point| point.counts.place());
        let scene = plot::roc(roc, rows, label);
        pane::put(pane, &scene, place.map(<[f64; 2]>::from), pane.height());
    }
}

/// `▲ Yes`
fn class(evaluated: &EvaluatedModel, roc: &Roc) -> String {
    let label = evaluated.evaluation.labels.get(roc.positive);
    label.map(|label| named(roc.positive, label.as_str())).unwrap_or_default()
}

fn area_told(roc: &Roc) -> Sentence {
    match roc.area() {
        Some(area) => {
            let (won, tied, all) = (roc.pairs.won, roc.pairs.tied, roc.pairs.all);
            let half = if tied == 0 { String::new() } else { format!(", {tied} tied") };
            sentence!("AUC {}: {} of {} pairs in order{}", equals(&area), won, all, half)
        }
        None => "There is no curve: it needs rows of the class and rows of another.".into(),
    }
}

pub fn right(pane: &mut Canvas<'_>) {
    let app = pane.app;
    let screen = &app.screens.evaluate;
    let found = screen.evaluated(&app.session).zip(screen.metrics(&app.session)).zip(app.session.fitted());
    let Some(((evaluated, metrics), fitted)) = found else { return pane.frame("At this threshold", "") };
    let roc = &metrics.roc;
    let rows = roc.rows_of(screen.roc.point);
    pane.frame("At this threshold", &format!("{} of {}", screen.roc.point + 1, roc.points()));
    let Some(point) = roc.point(&evaluated.evaluation.rows, screen.roc.point) else { return };
    let mut out = pane.inside();
    let in_use = point.counts == roc.in_use;
    out.paragraph(&heading(evaluated, roc, &point, in_use), pane.theme.strong);
    out.blank();
    out.grid(&matrix(class(evaluated, roc), &point.counts));
    out.blank();
    for (name, share) in shares(&point.counts) {
        out.text(&sentence!("{}\u{a0}\u{a0}{}", name, share), pane.theme.text);
    }
    out.blank();
    if pane.height() < out.lines.len() + 4 {
        out.dense();
    }
    if !rows.is_empty() {
        let cases = rows.iter().filter_map(|at| evaluated.at(*at as usize)).map(|row| row.weight).sum();
        let told = format!("{} with this probability:", rows_or_cases(cases, evaluated.is_weighted()));
        out.line(told, pane.theme.text);
    }
    pane.put(&out.lines);
    let list = RowList {
        total: rows.len(),
        selection: &screen.roc.rows,
        row_at: &|at| rows.get(at).and_then(|at| evaluated.at(*at as usize)),
        classes: vec![roc.positive],
        marks: true,
    };
    list.draw(pane, evaluated, fitted);
}

fn heading(evaluated: &EvaluatedModel, roc: &Roc, point: &RocPoint, in_use: bool) -> Sentence {
    let label = evaluated.evaluation.labels.get(roc.positive).map(|label| shown(label.as_str()).into_owned());
    let (name, label) = (class(evaluated, roc), label.unwrap_or_default());
    let so = match evaluated.evaluation.labels.len() {
        _ if !in_use => "",
        2 => " The model does this.",
        _ => " The largest posterior gives the same.",
    };
    match point.threshold {
        None => sentence!("No row is predicted {}.{}", name, so),
        Some(least) => {
            let least = decimal(&Number::Float(least));
            sentence!("Predicted {} where P({} | x) is {} or more.{}", name, label, least, so)
        }
    }
}

fn matrix(name: String, counts: &Counts) -> Grid {
    let mut grid = Grid::new([("", Align::Left), ("predicted", Align::Right), ("not", Align::Right)]);
    let mut row =
        |name: String, so: u64, not: u64| grid.push(Role::Text, [name, so.to_string(), not.to_string()]);
    row(name, counts.true_positive, counts.false_negative);
    row("others".to_owned(), counts.false_positive, counts.true_negative);
    grid
}
