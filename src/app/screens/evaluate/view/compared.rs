//! Screen 4, right: the selected number of a comparison opened, or two models row by row.

use crate::app::terminal::theme::class_mark;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane;
use crate::app::widgets::pane::{Pane, cell, cell_right, centred, mark, scrolled};
use crate::app::widgets::rows::named;
use crate::app::words::{clip, width};
use crate::app::{CompareColumn, CompareView};
use crate::evaluate::{Comparison, ComparisonResult, Figure, Kind, Measure, Pair};
use crate::math::sentence;
use crate::plot;
use crate::plot::{Glyphs, Look};
use crate::report;
use crate::report::{Align, Grid, Role};
use crate::text::capitalised;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

const SAID: usize = 8;

pub fn draw(pane: &mut Pane<'_>) {
    let (app, theme, mut out) = (pane.app, pane.theme, pane.writer());
    let view = &app.screens.evaluate.compare;
    let title = view.marked().map(|(_, result)| result.candidate.name.clone());
    let title = title.or_else(|| Some(view.marked_refused()?.name.clone()));
    let title = title.unwrap_or_else(|| "This model".to_owned());
    let height = usize::from(pane.area.height.saturating_sub(2));
    if let (Some(found), Some((_, result))) = (view.found(), view.marked()) {
        if pane.focused && view.lists_rows() {
            marked_row(&mut out, view, found);
        } else {
            opened(&mut out, (view, app.settings.drawn_with()), found, result);
        }
        if view.lists_rows() {
            let room = height.saturating_sub(out.lines.len());
            rows(&mut out, view, found, if pane.focused { room } else { room.max(4) });
        }
    } else if let Some(refused) = view.marked_refused() {
        out.text("Not compared", theme.strong);
        out.text(&format!("{}.", refused.problem.sentence()), theme.text);
        out.text(&refused.problem.advice(), theme.text);
    } else if view.refused(&app.session).is_none() {
        out.text(
            "Every model that can read the columns is tested on the same rows, after training on the same others.",
            theme.text,
        );
    }
    let bare = Rect { height: pane.area.height.saturating_sub(2), ..pane.area };
    let wanted = if view.lists_rows() { 0 } else { view.scroll };
    let (scroll, words) = scrolled(app, out.lines.len(), wanted, bare);
    let foot = match view.pair().filter(|_| view.lists_rows()) {
        Some(pair) => format!("{} of {} rows", view.row + 1, pair.differ.len()),
        None => words,
    };
    pane.frame(&clip(&title, out.columns.saturating_sub(4)), &foot);
    pane.lines(&out.lines, scroll);
}

fn intervals(out: &mut Writer<'_>, (view, glyphs): (&CompareView, Glyphs), found: &Comparison) {
    let scene = plot::comparison(found, &view.order);
    let rows = 1 + scene.frames.first().map_or(0, |frame| frame.y.names.len());
    let look = Look { glyphs, ..Look::default() };
    let cells = plot::raster(&scene, (out.columns, rows), &look);
    out.line("With 95 % intervals", out.theme.strong);
    out.lines.extend(pane::lines(out.theme, &cells, Some(view.cell.0 + 1)));
}

fn opened(
    out: &mut Writer<'_>,
    (view, glyphs): (&CompareView, Glyphs),
    found: &Comparison,
    result: &ComparisonResult,
) {
    let theme = out.theme;
    match view.column() {
        CompareColumn::Model => {
            out.text(report::about(result.spec), theme.text);
            if found.own.is_some() && found.own == view.marked().map(|(at, _)| at) {
                out.text("* It is the model of the recipe.", theme.strong);
            }
            report::warnings(result)
                .iter()
                .for_each(|warning| out.text(&capitalised(warning), theme.secondary));
            out.blank();
            pair(out, view, found);
            out.blank();
            intervals(out, (view, glyphs), found);
        }
        CompareColumn::Against => {
            pair(out, view, found);
            let Some(pair) = view.pair() else { return };
            if let (Some(chain), Some(meaning)) = (&pair.chain, report::p_meaning(pair)) {
                out.blank();
                out.stacked(chain);
                out.blank();
                out.text(&meaning, theme.secondary);
            }
        }
        CompareColumn::Figure(Measure::Accuracy) => {
            intervals(out, (view, glyphs), found);
            out.blank();
            figure(out, result.figure(Kind::Accuracy));
            out.blank();
            found.warnings.iter().for_each(|warning| out.text(warning, theme.secondary));
        }
        CompareColumn::Figure(Measure::LogLoss) => figure(out, result.figure(Kind::LogLoss)),
        CompareColumn::Figure(Measure::Brier) => figure(out, result.figure(Kind::Brier)),
        CompareColumn::Figure(Measure::Area) => {
            out.text("AUC", theme.strong);
            out.text(
                "How often a row of a class has a greater posterior of that class than another row; a tie counts half.",
                theme.text,
            );
            report::area_meaning(found).into_iter().for_each(|meaning| out.text(meaning, theme.secondary));
        }
        CompareColumn::Figure(Measure::Parameters) => {
            out.text("Free parameters of the model of all rows", theme.strong);
            out.blank();
            out.stacked(&result.parameters.chain);
            out.blank();
            result.parameters.told.iter().for_each(|told| out.text(told, theme.secondary));
        }
        CompareColumn::Figure(Measure::Training) => {
            let (right, n) = result.training;
            out.text("On the rows it learned from", theme.strong);
            out.text(&format!("The model of all rows predicts {right} of {n} correctly."), theme.text);
            out.blank();
            out.text(
                "It has seen these rows, so the figure is optimistic, especially with many parameters.",
                theme.secondary,
            );
        }
        CompareColumn::Figure(Measure::Seconds) => {
            out.text("Seconds", theme.strong);
            out.text(
                "Time to fit the model to all rows and without each fold, and to predict, on this machine. It varies from run to run.",
                theme.secondary,
            );
        }
    }
}

fn figure(out: &mut Writer<'_>, figure: Option<&Figure>) {
    let Some(figure) = figure else { return };
    let theme = out.theme;
    out.text(&figure.meaning, theme.strong);
    for chain in &figure.chains {
        out.blank();
        out.stacked(chain);
    }
    out.blank();
    out.text(figure.misleads, theme.secondary);
}

fn pair(out: &mut Writer<'_>, view: &CompareView, found: &Comparison) {
    let theme = out.theme;
    let Some(pair) = view.pair() else {
        out.text("The others are compared with this model. Select one of them.", theme.text);
        return;
    };
    out.text(&report::verdict(found, pair), theme.strong);
    out.blank();
    square(out, found, pair);
}

fn square(out: &mut Writer<'_>, found: &Comparison, pair: &Pair) {
    let (a, b) = report::names(found, pair);
    let (left, right) = (Align::Left, Align::Right);
    let mut grid = Grid::new([("", left), ("", left), ("right", right), ("wrong", right)]);
    let mut row = |name: &str, what: &str, first: u64, second: u64| {
        grid.push(Role::Number, [name.into(), what.into(), first.to_string(), second.to_string()]);
    };
    row(a, "right", pair.both, pair.only_a);
    row("", "wrong", pair.only_b, pair.neither);
    let before = width(a).min(out.columns.saturating_sub(21)) + 9;
    out.line(format!("{:before$}{}", "", clip(b, out.columns.saturating_sub(before))), out.theme.secondary);
    out.grid(&grid);
}

fn marked_row(out: &mut Writer<'_>, view: &CompareView, found: &Comparison) {
    let (Some((at, row)), Some(pair)) = (view.marked_row(), view.pair()) else { return };
    let theme = out.theme;
    let (a, b) = report::names(found, pair);
    let class = |class: Option<usize>| match class.and_then(|class| Some((class, found.labels.get(class)?))) {
        Some((class, label)) => named(class, label.as_str()),
        None => "undefined".to_owned(),
    };
    let number = report::row_number(found, row.row);
    out.text(&format!("Row {number} is {}.", class(Some(row.actual))), theme.strong);
    for (name, model) in [(a, pair.a), (b, pair.b)] {
        let (said, posterior) = report::said(found, model, at);
        out.text(&sentence!("{}: {}, {}", name, class(said), posterior), theme.text);
    }
    out.blank();
}

fn rows(out: &mut Writer<'_>, view: &CompareView, found: &Comparison, room: usize) {
    let Some(pair) = view.pair() else { return };
    let theme = out.theme;
    let total = pair.differ.len();
    let number = found.rows.last().map_or(1, |row| report::row_number(found, row.row).len()).max(3);
    let (a, b) = report::names(found, pair);
    let head = format!("  {} is {} {}", cell_right("row", number), cell(a, SAID), cell(b, SAID));
    out.lines.push(Line::styled(clip(&head, out.columns).into_owned(), theme.heading));
    let fitting = room.saturating_sub(1).max(1);
    let top = centred(view.row, total, fitting);
    for at in top..total.min(top + fitting) {
        let Some((place, row)) = pair.differ.get(at).and_then(|at| Some((*at, found.rows.get(*at)?))) else {
            continue;
        };
        let marked = at == view.row;
        let mark = mark(marked);
        let text = format!(
            "{mark} {} {}",
            cell_right(&report::row_number(found, row.row), number),
            class_mark(row.actual)
        );
        let style = if marked { theme.cursor } else { theme.text };
        let mut line = Line::styled(text, style);
        for model in [pair.a, pair.b] {
            let (class, posterior) = report::said(found, model, place);
            let posterior = posterior.written(theme.face.sign);
            let said = match class {
                Some(class) => format!("{} {posterior}", class_mark(class)),
                None => posterior,
            };
            let right = class == Some(row.actual);
            let style = if marked {
                theme.cursor
            } else if right {
                theme.strong
            } else {
                theme.number
            };
            line.push_span(Span::styled(format!(" {}", cell(&said, SAID)), style));
        }
        out.lines.push(line);
    }
}
