//! Screen 4: left several models on the same rows; right the selected number opened, or two models row by row.

use crate::app::CompareView;
use crate::app::prelude::*;
use crate::app::screens::evaluate::compare::CompareColumn as Figures;
use crate::app::screens::evaluate::view::{class_name, place};
use crate::app::widgets::pane;
use crate::evaluate::{Comparison, ComparisonResult, Metric, MetricKind, ModelPair};
use crate::plot::{self, RasterStyle};
use crate::text::capitalised;

pub fn left(canvas: &mut Canvas<'_>) {
    let (app, theme) = (canvas.app, canvas.theme);
    let view = &app.screens.evaluate.compare;
    canvas.frame("Compare models", &place(view.cell.0, view.lines()));
    let mut out = canvas.inside();
    let waiting = |press: &str| app.jobs.busy_line().unwrap_or_else(|| press.to_owned());
    let Some(found) = view.found() else {
        match view.refused(&app.session) {
            Some(problem) => out.problem(&problem.clone().into()),
            None => out.paragraph(&waiting("Press 4 to compare the models."), theme.secondary),
        }
        return canvas.lines(&out.lines, 0);
    };
    if view.is_of(&app.session) {
        out.text(&report::compared_by(found), theme.strong);
    } else {
        let waiting = waiting("press 4 to compare again.");
        out.text(&format!("From the previous recipe: {waiting}"), theme.warning);
    }
    let mut below = canvas.inside();
    below.blank();
    report::best(found).iter().chain(&found.warnings).for_each(|text| below.text(text, theme.text));
    // Blank lines only where nothing is lost by them.
    if out.lines.len() + 2 + view.lines() + below.lines.len() <= canvas.height() {
        out.blank();
    } else {
        below.dense();
    }
    canvas.put(&out.lines);
    let rest = canvas.below(canvas.height().saturating_sub(view.lines() + 1));
    models(view, found, theme).draw(canvas, &Scroll::default());
    canvas.area = rest;
    canvas.lines(&below.lines, 0);
}

pub fn needed(app: &App) -> usize {
    let view = &app.screens.evaluate.compare;
    view.found().map_or(0, |found| models(view, found, &Theme::mono()).needed())
}

fn models<'a>(view: &'a CompareView, found: &'a Comparison, theme: &'a Theme) -> Table<'a> {
    let row = move |line: usize| -> Vec<TableCell> {
        let result = view.order.get(line).and_then(|at| Some((*at, found.results.get(*at)?)));
        let refused = line.checked_sub(view.order.len()).and_then(|line| found.refused.get(line));
        let cell = |column: &Figures| match (column, result) {
            (Figures::Model, None) => {
                TableCell::styled(refused.map_or("", |refused| refused.name.as_str()), theme.secondary)
            }
            (_, None) => TableCell::styled("–", theme.secondary),
            (Figures::Model, Some((at, result))) => {
                let own = if found.own == Some(at) { "*" } else { "" };
                let style = if line == view.cell.0 { theme.strong } else { theme.text };
                TableCell::styled(format!("{}{own}", result.candidate.name), style)
            }
            (Figures::Figure(measure), Some((at, result))) => {
                let style = if found.is_best(at, *measure) { theme.strong } else { theme.number };
                TableCell::styled(report::measured_text(result, *measure).written(theme.face.sign), style)
            }
            (Figures::Against, Some((at, _))) => {
                let pair = view.pairs.get(at).and_then(Option::as_ref);
                let p = pair.map_or_else(|| "-".into(), report::short_p);
                TableCell::styled(p.written(theme.face.sign), theme.number)
            }
        };
        Figures::ALL.iter().map(cell).collect()
    };
    let column = |column: &Figures| {
        let head = match column {
            Figures::Model => return Column::prose("").least(12).most(24).pinned(),
            Figures::Against => "p",
            Figures::Figure(Measure::Brier) => "Brier",
            Figures::Figure(Measure::Parameters) => "param",
            Figures::Figure(Measure::Training) => "trained",
            Figures::Figure(measure) => measure.name(),
        };
        Column::number(head).least(width(head)).style(theme.secondary)
    };
    Table::new(Figures::ALL.iter().map(column), view.lines(), row).cell(view.cell.0, view.cell.1)
}

pub fn right(canvas: &mut Canvas<'_>) {
    let (app, theme, mut out) = (canvas.app, canvas.theme, canvas.writer());
    let view = &app.screens.evaluate.compare;
    let name = view.marked().map(|(_, result)| &result.candidate.name);
    let name = name.or_else(|| Some(&view.marked_refused()?.name)).map_or("This model", String::as_str);
    let title = clip(name, out.columns.saturating_sub(4));
    if let (Some(found), Some((_, result))) = (view.found(), view.marked()) {
        let listed = view.pair().filter(|_| view.lists_rows());
        match listed.filter(|_| canvas.focused) {
            Some(pair) => selected_row(&mut out, app, found, pair),
            None => opened(&mut out, app, found, result),
        }
        if let Some(pair) = listed {
            canvas.frame(&title, &format!("{} rows", place(app.screens.evaluate.rows.at, pair.differ.len())));
            let least = if canvas.focused { 2 } else { 4 };
            out.lines.truncate(canvas.height().saturating_sub(least));
            canvas.put(&out.lines);
            return differing(canvas, found, pair);
        }
    } else if let Some(refused) = view.marked_refused() {
        out.text("Not compared", theme.strong);
        out.text(&format!("{}.", refused.problem.sentence()), theme.text);
        out.text(&refused.problem.advice(), theme.text);
    } else if view.refused(&app.session).is_none() {
        let text = "Every model that can read the columns is tested on the same rows, \
                    after training on the same others.";
        out.text(text, theme.text);
    }
    canvas.scrolling(&title, &out.lines, &app.screens.evaluate.detail);
}

fn intervals(out: &mut Writer<'_>, app: &App, found: &Comparison) {
    let view = &app.screens.evaluate.compare;
    let scene = plot::comparison(found, &view.order);
    let rows = 1 + scene.frames.first().map_or(0, |frame| frame.y.names.len());
    let look = RasterStyle { glyphs: app.settings.drawn_with(), ..RasterStyle::default() };
    let cells = plot::raster(&scene, (out.columns, rows), &look);
    out.line("With 95 % intervals", out.theme.strong);
    out.lines.extend(pane::lines(out.theme, &cells, Some(view.cell.0 + 1)));
}

fn opened(out: &mut Writer<'_>, app: &App, found: &Comparison, result: &ComparisonResult) {
    let (theme, view) = (out.theme, &app.screens.evaluate.compare);
    match view.column() {
        Figures::Model => {
            out.text(report::about(result.spec), theme.text);
            if found.own.is_some() && found.own == view.marked().map(|(at, _)| at) {
                out.text("* It is the model of the recipe.", theme.strong);
            }
            let warnings = report::warnings(result);
            warnings.iter().for_each(|warning| out.text(&capitalised(warning), theme.secondary));
            out.blank();
            pair(out, view, found);
            out.blank();
            intervals(out, app, found);
        }
        Figures::Against => {
            pair(out, view, found);
            let Some(pair) = view.pair() else { return };
            if let (Some(chain), Some(meaning)) = (&pair.chain, report::p_meaning(pair)) {
                out.blank();
                out.stacked(chain);
                out.paragraph(&meaning, theme.secondary);
            }
        }
        Figures::Figure(Measure::Accuracy) => {
            intervals(out, app, found);
            out.blank();
            figure(out, result.figure(MetricKind::Accuracy));
            out.blank();
            found.warnings.iter().for_each(|warning| out.text(warning, theme.secondary));
        }
        Figures::Figure(Measure::LogLoss) => figure(out, result.figure(MetricKind::LogLoss)),
        Figures::Figure(Measure::Brier) => figure(out, result.figure(MetricKind::Brier)),
        Figures::Figure(Measure::Parameters) => {
            out.text("Free parameters of the model of all rows", theme.strong);
            out.blank();
            out.stacked(&result.parameters.chain);
            out.blank();
            result.parameters.notes.iter().for_each(|remark| out.text(remark, theme.secondary));
        }
        Figures::Figure(Measure::Area) => {
            out.text("AUC", theme.strong);
            let text = "How often a row of a class has a greater posterior of that class than another row; \
                        a tie counts half.";
            out.text(text, theme.text);
            report::area_meaning(found).iter().for_each(|remark| out.text(*remark, theme.secondary));
        }
        Figures::Figure(Measure::Training) => {
            let (right, n) = result.training;
            let seen =
                "It has seen these rows, so the figure is optimistic, especially with many parameters.";
            out.text("On the rows it learned from", theme.strong);
            out.text(&format!("The model of all rows predicts {right} of {n} correctly."), theme.text);
            out.text(seen, theme.secondary);
        }
        Figures::Figure(Measure::Seconds) => {
            out.text("Seconds", theme.strong);
            let text = "Time to fit the model to all rows and without each fold, and to predict, on this \
                        machine. It varies from run to run.";
            out.text(text, theme.text);
        }
    }
}

fn figure(out: &mut Writer<'_>, figure: Option<&Metric>) {
    let Some(figure) = figure else { return };
    let theme = out.theme;
    out.text(&figure.meaning, theme.strong);
    for chain in &figure.chains {
        out.blank();
        out.stacked(chain);
    }
    out.paragraph(figure.misleads, theme.secondary);
}

fn pair(out: &mut Writer<'_>, view: &CompareView, found: &Comparison) {
    let theme = out.theme;
    let Some(pair) = view.pair() else {
        return out.text("The others are compared with this model. Select one of them.", theme.text);
    };
    out.text(&report::verdict(found, pair), theme.strong);
    out.blank();
    let (a, b) = report::names(found, pair);
    let mut grid = Grid::of(["", "", ">right", ">wrong"]);
    let mut row = |name: &str, what: &str, first: u64, second: u64| {
        grid.push(Role::Number, [name.into(), what.into(), first.to_string(), second.to_string()]);
    };
    row(a, "right", pair.both, pair.only_a);
    row("", "wrong", pair.only_b, pair.neither);
    let before = width(a).min(out.columns.saturating_sub(21)) + 9;
    out.line(format!("{:before$}{}", "", clip(b, out.columns.saturating_sub(before))), theme.secondary);
    out.grid(&grid);
}

fn selected_row(out: &mut Writer<'_>, app: &App, found: &Comparison, pair: &ModelPair) {
    let screen = &app.screens.evaluate;
    let Some((at, row)) = screen.compare.row(screen.rows.at) else { return };
    let theme = out.theme;
    let (a, b) = report::names(found, pair);
    let class = |class: Option<usize>| match class {
        Some(class) => class_name(&found.labels, class),
        None => "undefined".to_owned(),
    };
    let number = report::row_number(found, row.row);
    out.text(&format!("Row {number} is {}.", class(Some(row.actual))), theme.strong);
    for (name, model) in [(a, pair.a), (b, pair.b)] {
        let (predicted, posterior) = report::prediction(found, model, at);
        out.text(&sentence!("{}: {}, {}", name, class(predicted), posterior), theme.text);
    }
    out.blank();
}

fn differing(canvas: &mut Canvas<'_>, found: &Comparison, pair: &ModelPair) {
    let (theme, rows) = (canvas.theme, &canvas.app.screens.evaluate.rows);
    let (a, b) = report::names(found, pair);
    let row = |at: usize| {
        let Some((place, row)) = pair.differ.get(at).and_then(|at| Some((*at, found.rows.get(*at)?))) else {
            return Vec::new();
        };
        let actual = TableCell::styled(class_mark(row.actual).to_string(), theme.class(row.actual));
        let predicted = [pair.a, pair.b].map(|model| {
            let (class, posterior) = report::prediction(found, model, place);
            let posterior = posterior.written(theme.face.sign);
            let text = match class {
                Some(class) => format!("{} {posterior}", class_mark(class)),
                None => posterior,
            };
            TableCell::styled(text, if class == Some(row.actual) { theme.strong } else { theme.number })
        });
        let number = TableCell::from(report::row_number(found, row.row));
        [number, actual].into_iter().chain(predicted).collect()
    };
    let columns = [
        Column::number("row").least(3),
        Column::text("is"),
        Column::text(a).most(12),
        Column::text(b).most(12),
    ];
    Table::new(columns, pair.differ.len(), row).row(rows.at).draw(canvas, &rows.scroll);
}
