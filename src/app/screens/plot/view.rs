//! Screen 6: left the picture, right what it says.

use ratatui::text::{Line, Span};

use crate::app::prelude::*;
use crate::app::screens::plot::{DrawnPicture, Kind, crosshair, kind, rounded};
use crate::app::widgets::pane::{self, style};
use crate::math::DecimalSign;
use crate::plot::{
    Along, Emphasis, RasterStyle, Scene, SceneFrame, Surface, class_sign, leader, raster, reading,
};
use crate::report::legend;

/// The columns of a picture in which something can be seen.
pub fn needed(_: &App, _: &Theme) -> usize {
    48
}

pub fn left(pane: &mut Canvas<'_>) {
    let (app, screen) = (pane.app, &pane.app.screens.plot);
    let drawn = screen.drawn.as_deref();
    let waiting = if app.jobs.busy().is_some() && drawn.is_some() { "drawing …" } else { "" };
    let title = match (kind(app), drawn.map(|drawn| &drawn.scene)) {
        (Kind::Contributions, Some(Ok(scene))) => scene.title.as_str(),
        (kind, _) => kind.title(),
    };
    pane.frame(title, waiting);
    let mut out = pane.inside();
    match drawn.map(|drawn| &drawn.scene) {
        None => out.paragraph("Drawing …", pane.theme.secondary),
        Some(Err(problem)) => {
            out.paragraph(&format!("{}.", problem.sentence().trim_end_matches('.')), pane.theme.strong);
            if !problem.fix.is_empty() {
                out.paragraph(&problem.advice(), pane.theme.text);
            }
            out.paragraph("p chooses another picture.", pane.theme.secondary);
        }
        Some(Ok(scene)) => {
            let (glyphs, crosshair) = (app.settings.drawn_with(), crosshair(app));
            let look = RasterStyle { glyphs, crosshair, ..RasterStyle::default() };
            let cells = raster(scene, (pane.columns(), pane.height()), &look);
            let area = cells.areas.first().copied();
            screen.seen.set(area);
            let rows_of_bar = if area.is_some_and(|area| area.from[0] > 0) { 1 } else { 2 };
            let selected = (kind(app) == Kind::Contributions).then_some(1 + screen.bar * rows_of_bar);
            out.lines = pane::lines(pane.theme, &cells, selected);
        }
    }
    pane.lines(&out.lines, 0);
}

pub fn right(pane: &mut Canvas<'_>) {
    let (app, mut out) = (pane.app, pane.writer());
    let screen = &app.screens.plot;
    if let Some(drawn) = screen.drawn.as_deref()
        && let Ok(scene) = &drawn.scene
    {
        write(app, drawn, scene, &mut out);
    }
    let title = match kind(app) {
        Kind::Pair => "Crosshair",
        Kind::Feature => "Crossings",
        _ => "In numbers",
    };
    pane.scrolling(title, &out.lines, &screen.detail);
}

fn write(app: &App, drawn: &DrawnPicture, scene: &Scene, out: &mut Writer<'_>) {
    let theme = out.theme;
    for (role, sign, text) in legend(scene, app.settings.drawn_with()) {
        let head = Span::styled(cell(&sign, 4), style(theme, Some(role), Emphasis::Normal));
        let text = text.text(out.face);
        let text = clip(&shown(&text), out.columns.saturating_sub(4)).into_owned();
        out.lines.push(Line::from(vec![head, Span::styled(text, theme.text)]));
    }
    if let (Some(at), Some(frame), Some(fitted)) =
        (crosshair(app), scene.frames.first(), app.session.fitted())
    {
        if let Some(surface) = &drawn.surface {
            crosshair_lines(fitted, frame, (surface, at), out);
            neighbours(app, drawn, at, out);
        } else if let Some(along) = &drawn.along {
            along_lines(fitted, frame, at[0], along, out);
        }
    }
    let facts = if kind(app) == Kind::Pair { &[] } else { scene.facts.as_slice() };
    if !facts.is_empty() {
        out.blank();
    }
    for fact in facts {
        out.text(&fact.what, theme.strong);
        let line = fact.value.text(out.face);
        for row in wrap(&line, out.columns.saturating_sub(2)) {
            out.line(format!("  {row}"), theme.text);
        }
    }
    if !scene.notes.is_empty() {
        out.blank();
        scene.notes.iter().for_each(|note| out.text(note, theme.secondary));
    }
}

fn crosshair_lines(
    fitted: &Fitted,
    frame: &SceneFrame,
    (surface, at): (&Surface, [f64; 2]),
    out: &mut Writer<'_>,
) {
    let (sign, cross) = (out.face.sign, if out.ascii { "@" } else { "┼" });
    out.blank();
    let (found, leader) = (reading(surface, at), leader(&surface.scores(at)));
    let mut axes = Grid::of(["", "", ">"]);
    for (axis, at) in [(&frame.x, at[0]), (&frame.y, at[1])] {
        axes.row([cross.to_owned(), shown(&axis.title).into_owned(), rounded(at, axis.range)]);
    }
    out.grid(&axes);
    out.blank();
    let normal = found.iter().any(|(normal, _)| normal.is_some());
    let densities: &[&str] = if normal { &["q(c)", "p(x|c)"] } else { &[] };
    let mut grid = Grid::of([""]).numbers(densities).numbers(["P(c|x)"]);
    let written = |number: Number, figures| number.rounded(Precision::Figures(figures)).written(sign);
    for (class, (density, share)) in found.iter().enumerate() {
        let mut cells = vec![class_cell(fitted, class, leader == Some(class), out.ascii)];
        if let Some((q, ln)) = density {
            cells.extend([written(Number::Float(*q), 4), written(Number::from_ln(*ln), 2)]);
        }
        cells.push(near(*share, sign));
        grid.push(Role::Class(class), cells);
    }
    out.grid(&grid);
}

fn along_lines(fitted: &Fitted, frame: &SceneFrame, x: f64, along: &Along, out: &mut Writer<'_>) {
    let (theme, sign, cross) = (out.theme, out.face.sign, if out.ascii { "@" } else { "┼" });
    let place = format!("{cross} {}  {}", shown(&frame.x.title), rounded(x, frame.x.range));
    out.blank();
    out.line(place, theme.strong);
    let found = along.reading(x);
    let most = found.iter().map(|(_, share)| *share).fold(0.0, f64::max);
    let mut grid = Grid::of(["", ">score", ">P(c|x)"]);
    for (class, (score, share)) in found.iter().enumerate() {
        let mark = class_cell(fitted, class, *share == most, out.ascii);
        let score = Number::Float(*score).rounded(Precision::Figures(3)).written(sign);
        grid.push(Role::Class(class), [mark, score, near(*share, sign)]);
    }
    out.grid(&grid);
}

fn class_cell(fitted: &Fitted, class: usize, leads: bool, ascii: bool) -> String {
    let mark = class_sign(class, fitted.classes.len(), false, ascii);
    if leads { format!("{mark}◂") } else { mark.to_string() }
}

fn near(share: f64, sign: DecimalSign) -> String {
    let written = |share| Number::Float(share).fixed(4).written(sign);
    let end = [0.0, 1.0].into_iter().find(|end| written(*end) == written(share));
    end.map_or_else(|| written(share), |end| format!("≈{end}"))
}

fn neighbours(app: &App, drawn: &DrawnPicture, at: [f64; 2], out: &mut Writer<'_>) {
    let (Some((rows, ..)), Some(area)) = (&drawn.rows, app.screens.plot.seen.get()) else { return };
    let here = rows.in_cell(&area, at);
    let wrong = here.iter().filter(|row| row.wrong).count();
    out.blank();
    let text = match here.as_slice() {
        [] => return out.text("No row here: Enter works out this point.", out.theme.secondary),
        [row] if row.wrong => format!("Row {}, misclassified: Enter works it out.", row.row + 1),
        [row] => format!("Row {}: Enter works it out.", row.row + 1),
        many if wrong == 0 => format!("{} rows in this cell: Enter takes the nearest.", many.len()),
        many => format!("{} rows in this cell, {wrong} misclassified: Enter takes the nearest.", many.len()),
    };
    out.text(&text, out.theme.text);
}
