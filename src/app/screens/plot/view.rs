//! Screen 6: left the picture, right what it says.

use crate::app::App;
use crate::app::screens::plot::{Drawn, KNOBS, Kind, crosshair, kind, rounded};
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane;
use crate::app::widgets::pane::{Pane, cell, cell_right, style};
use crate::app::words::{clip, shown, width};
use crate::math::{DecimalSign, Number, Precision};
use crate::plot::{Along, Cells, Emphasis, Look, Reading, Scene, raster, reading};
use crate::report::legend;
use ratatui::text::{Line, Span};

/// Columns of a picture in which something can be seen.
pub const NEEDED: usize = 48;

pub fn left(pane: &mut Pane<'_>) {
    let (app, screen) = (pane.app, &pane.app.screens.plot);
    let drawn = screen.drawn.as_deref();
    let waiting = if app.jobs.busy().is_some() && drawn.is_some() { "drawing …" } else { "" };
    pane.frame(title(app, drawn), waiting);
    let Some(drawn) = drawn else {
        return pane.lines(&[Line::default(), Line::styled("Drawing …", pane.theme.secondary)], 0);
    };
    let scene = match &drawn.scene {
        Ok(scene) => scene,
        Err(problem) => {
            let mut out = pane.inside();
            out.paragraph(&format!("{}.", problem.sentence().trim_end_matches('.')), pane.theme.strong);
            if !problem.fix.is_empty() {
                out.paragraph(&problem.advice(), pane.theme.text);
            }
            out.paragraph("p chooses another picture.", pane.theme.secondary);
            let lines = std::mem::take(&mut out.lines);
            return pane.lines(&lines, 0);
        }
    };
    let look = Look { glyphs: app.settings.drawn_with(), crosshair: crosshair(app), ..Look::default() };
    let cells = raster(scene, (pane.columns(), pane.height()), &look);
    screen.seen.set(cells.areas.first().copied());
    let selected = (kind(app) == Kind::Pushed).then_some(screen.bar);
    put(pane, &cells, selected);
}

fn title<'a>(app: &App, drawn: Option<&'a Drawn>) -> &'a str {
    match (kind(app), drawn.map(|drawn| &drawn.scene)) {
        (Kind::Pushed, Some(Ok(scene))) => scene.title.as_str(),
        (Kind::Normal, Some(Ok(scene))) => scene.title.as_str(),
        (kind, _) => kind.title(),
    }
}

fn put(pane: &mut Pane<'_>, cells: &Cells, selected: Option<usize>) {
    let each = cells.areas.first().map_or(2, |area| if area.from[0] == 0 { 2 } else { 1 });
    let lines = pane::lines(pane.theme, cells, selected.map(|bar| 1 + bar * each));
    pane.lines(&lines, 0);
}

pub fn right(pane: &mut Pane<'_>) {
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
        Kind::Normal => "Parameters",
        _ => "In numbers",
    };
    pane.scrolled(title, &out.lines, screen.detail);
}

fn write(app: &App, drawn: &Drawn, scene: &Scene, out: &mut Writer<'_>) {
    let theme = out.theme;
    if kind(app) == Kind::Normal && app.screens.plot.figure == 0 {
        knobs(app, out);
    }
    for (role, sign, text) in legend(scene, app.settings.drawn_with()) {
        let head = Span::styled(cell(&sign, 4), style(theme, Some(role), Emphasis::Normal));
        let room = out.columns.saturating_sub(4);
        let text = text.text(out.face);
        out.lines
            .push(Line::from(vec![head, Span::styled(clip(&shown(&text), room).into_owned(), theme.text)]));
    }
    if let (Some(at), Some(surface)) = (crosshair(app), &drawn.surface) {
        crosshair_lines(app, scene, &reading(surface, at), out);
        neighbours(app, drawn, at, out);
    } else if let (Some(at), Some(along)) = (crosshair(app), &drawn.along) {
        along_lines(app, scene, at[0], along, out);
    }
    let facts = match kind(app) {
        Kind::Pair => Vec::new(),
        _ => scene.facts.iter().collect(),
    };
    if !facts.is_empty() {
        out.blank();
    }
    for fact in facts {
        out.text(&fact.what, theme.strong);
        let line = fact.value.text(out.face);
        for row in crate::app::widgets::pane::wrap(&line, out.columns.saturating_sub(2)) {
            out.line(format!("  {row}"), theme.text);
        }
    }
    if !scene.notes.is_empty() {
        out.blank();
        scene.notes.iter().for_each(|note| out.text(note, theme.secondary));
    }
}

fn knobs(app: &App, out: &mut Writer<'_>) {
    let (screen, theme) = (&app.screens.plot, out.theme);
    let many = if screen.play.second.is_some() { KNOBS.len() } else { KNOBS.len() - 1 };
    for (at, name) in KNOBS.iter().enumerate().take(many) {
        let value = Number::Float(screen.knob_value(at)).fixed(2).written(out.face.sign);
        let typed = screen.field.as_ref().filter(|_| at == screen.knob);
        let text = if let Some(field) = typed {
            format!("▸ {name:<3}{:>7}_", field.text())
        } else if at == screen.knob {
            format!("▸ {name:<3}{value:>7} ◂")
        } else {
            format!("  {name:<3}{value:>7}")
        };
        out.line(text, if at == screen.knob { theme.strong } else { theme.text });
    }
    out.blank();
}

fn crosshair_lines(app: &App, scene: &Scene, found: &Reading, out: &mut Writer<'_>) {
    let theme = out.theme;
    let (Some(frame), Some(fitted)) = (scene.frames.first(), app.session.fitted()) else { return };
    out.blank();
    for (axis, at) in [(&frame.x, found.at[0]), (&frame.y, found.at[1])] {
        let value = rounded(at, axis.range);
        let name = cell(&shown(&axis.title), out.columns.saturating_sub(width(&value) + 3));
        out.line(format!("{} {name} {value}", cross(out.ascii)), theme.text);
    }
    out.blank();
    let normal = found.classes.iter().any(|(normal, _)| normal.is_some());
    let head = if normal { "    q(c)   p(x|c) P(c|x)" } else { "    P(c|x)" };
    out.line(head, theme.secondary);
    let short = |number: f64, precision| Number::Float(number).rounded(precision).written(out.face.sign);
    let classes = fitted.classes.len();
    let mut lines = Vec::new();
    for (class, (density, share)) in found.classes.iter().enumerate() {
        let mark = crate::plot::class_sign(class, classes, false, out.ascii);
        let leads = if found.leader == Some(class) { "◂" } else { "" };
        let share = near(*share, out.face.sign);
        let text = match density {
            Some((q, ln)) => {
                let q = short(*q, Precision::Figures(4));
                let p = Number::from_ln(*ln).rounded(Precision::Figures(2)).written(out.face.sign);
                format!("{} {} {}", cell_right(&q, 6), cell_right(&p, 8), cell_right(&share, 6))
            }
            None => cell_right(&share, 8),
        };
        lines.push(Line::from(vec![
            Span::styled(format!("{mark} "), theme.class(class)),
            Span::styled(
                format!("{text}{leads}"),
                if found.leader == Some(class) { theme.strong } else { theme.text },
            ),
        ]));
    }
    out.lines.extend(lines);
}

fn near(share: f64, sign: DecimalSign) -> String {
    let written = |share| Number::Float(share).fixed(4).written(sign);
    let end = [0.0, 1.0].into_iter().find(|end| written(*end) == written(share));
    end.map_or_else(|| written(share), |end| format!("≈{end}"))
}

fn along_lines(app: &App, scene: &Scene, x: f64, along: &Along, out: &mut Writer<'_>) {
    let (Some(frame), Some(fitted)) = (scene.frames.first(), app.session.fitted()) else { return };
    let theme = out.theme;
    out.blank();
    let place = format!("{} {}  {}", cross(out.ascii), shown(&frame.x.title), rounded(x, frame.x.range));
    out.line(place, theme.strong);
    out.line("      score P(c|x)", theme.secondary);
    let found = along.reading(x);
    let most = found.iter().map(|(_, share)| *share).fold(0.0, f64::max);
    for (class, (score, share)) in found.iter().enumerate() {
        let mark = crate::plot::class_sign(class, fitted.classes.len(), false, out.ascii);
        let score = Number::Float(*score).rounded(Precision::Figures(3)).written(out.face.sign);
        let written = near(*share, out.face.sign);
        let leads = if *share == most { "◂" } else { "" };
        out.lines.push(Line::from(vec![
            Span::styled(format!("{mark} "), theme.class(class)),
            Span::styled(format!("{} {written}{leads}", cell_right(&score, 9)), theme.text),
        ]));
    }
}

fn neighbours(app: &App, drawn: &Drawn, at: [f64; 2], out: &mut Writer<'_>) {
    let (Some((rows, _)), Some(area)) = (&drawn.rows, app.screens.plot.seen.get()) else { return };
    let here = rows.in_cell(&area, at);
    let style = out.theme.text;
    out.blank();
    match here.as_slice() {
        [] => out.text("No row here: Enter works out this point.", out.theme.secondary),
        [row] => out.text(&format!("Row {}{}: Enter works it out.", row.row + 1, wrong(row.wrong)), style),
        many => {
            let wrong = many.iter().filter(|row| row.wrong).count();
            let called = if wrong > 0 { format!(", {wrong} misclassified") } else { String::new() };
            out.text(&format!("{} rows in this cell{called}: Enter takes the nearest.", many.len()), style);
        }
    }
}

fn cross(ascii: bool) -> &'static str {
    if ascii { "@" } else { "┼" }
}

fn wrong(wrong: bool) -> &'static str {
    if wrong { ", misclassified" } else { "" }
}
