//! Screen 4: the ROC curve, one class against the rest at every threshold; and reliability, how often a posterior is right.

use crate::app::EvaluatedModel;
use crate::app::screens::evaluate::view;
use crate::app::screens::evaluate::view::RowList;
use crate::app::terminal::theme::Theme;
use crate::app::widgets::pane;
use crate::app::widgets::pane::{Canvas, SPACIOUS};
use crate::app::widgets::rows::named;
use crate::evaluate::{Bin, Calibration, Counts, Roc, RocPoint, rows_or_cases};
use crate::math::{Name, Number, Sentence, sentence};
use crate::plot;
use crate::report::{Align, Grid, Role, bin_told, decimal, equals, interval, shares, tenth};
use crate::text::shown;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub fn left(pane: &mut Canvas<'_>) {
    pane.frame("Evaluate", "");
    let (app, theme) = (pane.app, pane.theme);
    let screen = &app.screens.evaluate;
    let Some((evaluated, metrics)) = screen.evaluated(&app.session).zip(screen.metrics(&app.session)) else {
        return view::waiting(pane);
    };
    let roc = &metrics.roc;
    let mut out = pane.inside();
    out.paragraph(&format!("{} against the rest", class(evaluated, roc)), theme.strong);
    out.text(&area(roc), theme.text);
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

fn area(roc: &Roc) -> Sentence {
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

pub fn reliability(pane: &mut Canvas<'_>) {
    pane.frame("Evaluate", "");
    let (app, theme, inside) = (pane.app, pane.theme, pane.area);
    let screen = &app.screens.evaluate;
    let Some((evaluated, metrics)) = screen.evaluated(&app.session).zip(screen.metrics(&app.session)) else {
        return view::waiting(pane);
    };
    let calibration = &metrics.calibration;
    let mut out = pane.inside();
    out.paragraph(
        &format!("{}, and the observed share", column_name(calibration, &evaluated.evaluation.labels)),
        theme.strong,
    );
    let error = calibration.error().map(|error| decimal(&Number::Float(error)));
    let error = error.map(|error| sentence!("Calibration error {} (ECE)", error));
    out.text(&error.unwrap_or_else(|| "No row has a posterior.".into()), theme.text);
    out.blank();
    if pane.height() < SPACIOUS {
        out.dense();
    }
    pane.put(&out.lines);
    let selected = screen.reliability.bin;
    let mut scene = plot::reliability(calibration, None);
    scene.frames.truncate(1);
    let place = |bin: &Bin| Some([bin.said()?, bin.observed()?.to_f64()]);
    let at = calibration.bins.get(selected).and_then(place);
    let rows = pane.height().saturating_sub(1);
    if let Some(plot) = pane::put(pane, &scene, at, rows) {
        counts(calibration, selected, theme, plot, inside, pane.buffer);
    }
}

fn column_name(calibration: &Calibration, labels: &[Name]) -> String {
    match calibration.of.and_then(|class| labels.get(class)) {
        Some(label) => format!("P({} | x)", shown(label.as_str())),
        None => "The largest posterior".to_owned(),
    }
}

fn counts(
    calibration: &Calibration,
    marked: usize,
    theme: &Theme,
    plot: Rect,
    inside: Rect,
    buffer: &mut Buffer,
) {
    let Some(row) = inside.bottom().checked_sub(1).filter(|row| *row >= inside.y && plot.width > 0) else {
        return;
    };
    let bins = calibration.bins.len().max(1) as u16;
    let room = usize::from((plot.width / bins).max(1));
    for (at, bin) in (0u16..).zip(&calibration.bins).filter(|(_, bin)| bin.n > 0) {
        let text = short(bin.n, room);
        let from = plot.x + at * plot.width / bins;
        let blanks = room.saturating_sub(text.len()) as u16 / 2;
        let style = if usize::from(at) == marked { theme.cursor } else { theme.number };
        buffer.set_stringn(from + blanks, row, text, room, style);
    }
    buffer.set_stringn(inside.x, row, "n", usize::from(plot.x.saturating_sub(inside.x)), theme.secondary);
}

fn short(count: u64, columns: usize) -> String {
    let forms = [count.to_string(), format!("{}k", count / 1_000), format!("{}M", count / 1_000_000)];
    forms.into_iter().find(|text| text.len() <= columns).unwrap_or_else(|| "+".to_owned())
}

pub fn bin_details(pane: &mut Canvas<'_>) {
    let app = pane.app;
    let screen = &app.screens.evaluate;
    let found = screen.evaluated(&app.session).zip(screen.metrics(&app.session)).zip(app.session.fitted());
    let Some(((evaluated, metrics), fitted)) = found else { return pane.frame("This bin", "") };
    let (calibration, at) = (&metrics.calibration, screen.reliability.bin);
    let Some(bin) = calibration.bins.get(at) else { return };
    let foot = match bin.rows.len() {
        0 => String::new(),
        total => format!("{} of {total}", screen.reliability.rows.at + 1),
    };
    pane.frame(&format!("Predicted {}", tenth(at)), &foot);
    let mut out = pane.inside();
    out.paragraph(&bin_told(calibration, at), pane.theme.strong);
    out.blank();
    about(bin).iter().for_each(|line| out.text(line, pane.theme.text));
    out.blank();
    pane.put(&out.lines);
    let list = RowList {
        total: bin.rows.len(),
        selection: &screen.reliability.rows,
        row_at: &|at| bin.rows.get(at).and_then(|at| evaluated.at(*at as usize)),
        classes: calibration.of.into_iter().collect(),
        marks: true,
    };
    list.draw(pane, evaluated, fitted);
}

fn about(bin: &Bin) -> Vec<Sentence> {
    let (Some(said), Some(observed), Some(range)) = (bin.said(), bin.observed(), bin.interval()) else {
        return Vec::new();
    };
    let verdict = match (range.holds(said), said > range.high()) {
        (true, _) => "The predicted share lies in it.",
        (false, true) => "The predicted share lies above it.",
        (false, false) => "The predicted share lies below it.",
    };
    vec![
        sentence!("predicted\u{a0}\u{a0}{} on average", decimal(&Number::Float(said))),
        sentence!("observed\u{a0}\u{a0}\u{a0}{}/{} {}", bin.so, bin.n, equals(&observed)),
        sentence!("95\u{a0}%\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}\u{a0}{} (Wilson)", interval(&range)),
        verdict.into(),
    ]
}
