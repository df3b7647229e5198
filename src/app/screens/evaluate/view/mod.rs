//! Screen 4: what is selected on the left is explained on the right. The confusion matrix, scores, decisions
//! and lists of rows are here, the other views have files.

pub(crate) mod compare;
pub(crate) mod plots;

use ratatui::layout::Rect;
use ratatui::macros::horizontal;

use crate::app::prelude::*;
use crate::app::widgets::pane::SPACIOUS;
use crate::app::widgets::rows::{cells, features, heads};
use crate::app::words::digits;
use crate::app::{EvaluatedModel, PREDICTING, ROW, Shares, View};
use crate::evaluate::{Evaluation, Metric, MetricKind, Metrics, rows_or_cases};
use crate::model::Verdicts;

pub fn left(canvas: &mut Canvas<'_>) {
    let app = canvas.app;
    let screen = &app.screens.evaluate;
    let measured = screen.measured(&app.session);
    let figures = measured.map_or(0, |(_, metrics)| metrics.figures.len());
    match screen.view {
        View::Compare | View::Sweep | View::Learning => {}
        View::Scores => canvas.frame("Evaluate", &place(screen.scores.at, figures)),
        _ => canvas.frame("Evaluate", ""),
    }
    match (screen.view, measured) {
        (View::Compare, _) => compare::left(canvas),
        (View::Sweep | View::Learning, _) => plots::curve(canvas),
        (View::Matrix, _) => confusion(canvas),
        (_, None) => waiting(canvas),
        (View::Scores, Some((evaluated, metrics))) => scores(canvas, evaluated, metrics),
        (View::Roc, Some((evaluated, metrics))) => plots::roc(canvas, evaluated, &metrics.roc),
        (View::Reliability, Some((evaluated, metrics))) => plots::reliability(canvas, evaluated, metrics),
        (_, Some((evaluated, metrics))) => decisions(canvas, evaluated, metrics),
    }
}

pub fn right(canvas: &mut Canvas<'_>) {
    let app = canvas.app;
    let screen = &app.screens.evaluate;
    match (screen.view, screen.evaluated(&app.session), screen.measured(&app.session)) {
        (View::Compare, ..) => compare::right(canvas),
        (View::Sweep | View::Learning, ..) => plots::point(canvas),
        (View::Matrix, Some(evaluated), _) => cell_rows(canvas, evaluated),
        (View::Scores, _, Some((evaluated, metrics))) => score_working(canvas, evaluated, metrics),
        (View::Roc, _, Some((evaluated, metrics))) => plots::threshold(canvas, evaluated, &metrics.roc),
        (View::Reliability, _, Some((evaluated, metrics))) => plots::bin(canvas, evaluated, metrics),
        (View::Decisions, _, Some((evaluated, metrics))) => decision_costs(canvas, evaluated, metrics),
        (View::Matrix, ..) => canvas.frame("Rows in this cell", ""),
        (View::Scores, ..) => canvas.frame("This figure", ""),
        (View::Roc, ..) => canvas.frame("At this threshold", ""),
        (View::Reliability, ..) => canvas.frame("This bin", ""),
        (View::Decisions, ..) => canvas.frame("Costs", ""),
    }
}

/// The lines of the matrix, if it is above its rows.
pub fn lines(app: &App) -> Option<usize> {
    let (evaluated, needed) = tabled(app)?;
    let width = usize::from(app.frame.width);
    let left = width.saturating_sub(needed + 4);
    if width >= 98 && (width >= 120 || left >= 44) {
        return None;
    }
    let beside = needed + usize::from(BESIDE) <= width.saturating_sub(4);
    let room = width.saturating_sub(4) - if beside { needed + 3 } else { 0 };
    let theme = Theme::mono();
    let out = conclusion(Writer::new(app, &theme, room), &evaluated.evaluation, true);
    // The heading, the line above the classes, the classes, and the two rows below the matrix.
    let rows = evaluated.evaluation.labels.len() + 5;
    Some(if beside { rows.max(out.lines.len() + 2) } else { rows + out.lines.len() })
}

/// Returns the evaluation whose matrix is shown, and the columns that the matrix needs.
fn tabled(app: &App) -> Option<(&EvaluatedModel, usize)> {
    let screen = &app.screens.evaluate;
    let evaluated = screen.last().filter(|_| screen.view == View::Matrix)?;
    Some((evaluated, matrix(app, evaluated, &Theme::mono()).needed()))
}

pub fn needed(app: &App, _: &Theme) -> usize {
    if app.screens.evaluate.view == View::Compare {
        return compare::needed(app);
    }
    let needed = tabled(app).map_or(0, |(_, needed)| needed);
    if lines(app).is_some() { needed.max(app.frame.width.into()) } else { needed }
}

fn class_name(labels: &[Name], class: usize) -> String {
    labels.get(class).map(|label| named(class, label.as_str())).unwrap_or_default()
}

fn put_above(canvas: &mut Canvas<'_>, mut out: Writer<'_>) {
    out.blank();
    if canvas.height() < SPACIOUS {
        out.dense();
    }
    canvas.put(&out.lines);
}

/// `3 of 16`; empty for an empty list.
fn place(at: usize, total: usize) -> String {
    if total > 0 { format!("{} of {total}", at + 1) } else { String::new() }
}

fn confusion(canvas: &mut Canvas<'_>) {
    let (app, theme) = (canvas.app, canvas.theme);
    let screen = &app.screens.evaluate;
    // An evaluation that takes long, or was stopped, leaves the last one in sight.
    let Some(evaluated) = screen.last() else { return waiting(canvas) };
    let mut out = canvas.inside();
    out.blank();
    if screen.evaluated(&app.session).is_none() {
        out.text(&format!("From the previous recipe: {}", waiting_words(app)), theme.warning);
    }
    out.text(&report::tested_on(&evaluated.evaluation), theme.strong);
    put_above(canvas, out);
    let table = matrix(app, evaluated, theme);
    let needed = u16::try_from(table.needed()).unwrap_or(u16::MAX);
    if needed.saturating_add(BESIDE) <= canvas.area.width {
        let [left, _, right] = canvas.area.layout(&horizontal![==needed, ==3, >=0]);
        canvas.area = left;
        draw_matrix(canvas, table, evaluated);
        canvas.area = right;
        canvas.take(1);
        let out = conclusion(canvas.inside(), &evaluated.evaluation, canvas.height() < SPACIOUS);
        return canvas.lines(&out.lines, 0);
    }
    let out = conclusion(canvas.inside(), &evaluated.evaluation, canvas.height() < SPACIOUS);
    let rows = (evaluated.evaluation.labels.len() + 4).min(canvas.height());
    let room = canvas.height().saturating_sub(out.lines.len()).max(canvas.height() / 2).max(1);
    let rest = canvas.below(canvas.height() - rows.min(room));
    draw_matrix(canvas, table, evaluated);
    canvas.area = Rect { y: canvas.area.y, height: rest.bottom().saturating_sub(canvas.area.y), ..rest };
    canvas.lines(&out.lines, 0);
}

const BESIDE: u16 = 31;

fn conclusion<'a>(mut out: Writer<'a>, evaluation: &Evaluation, dense: bool) -> Writer<'a> {
    let theme = out.theme;
    let poor = evaluation.majority.as_ref().is_some_and(|majority| evaluation.right < majority.right);
    out.paragraph(&report::accuracy(evaluation), if poor { theme.warning } else { theme.strong });
    report::training(evaluation).iter().for_each(|training| out.text(training, theme.text));
    out.blank();
    report::caveats(evaluation).iter().for_each(|caveat| out.text(caveat, theme.text));
    if dense {
        out.dense();
    }
    out
}

fn draw_matrix(canvas: &mut Canvas<'_>, table: Table<'_>, evaluated: &EvaluatedModel) {
    let of = match canvas.app.screens.evaluate.shares {
        Shares::Counts => "predicted",
        Shares::OfActual => "predicted, % of its row",
        Shares::OfPredicted => "predicted, % of its column",
    };
    let indent = evaluated.evaluation.labels.iter().map(|name| name.as_str().chars().count()).max();
    let indent = (indent.unwrap_or(0) + 4).min(canvas.columns().saturating_sub(of.len()));
    let mut head = canvas.inside();
    head.line(format!("{:indent$}{of}", ""), canvas.theme.secondary);
    canvas.put(&head.lines);
    table.draw(canvas, &Scroll::default());
}

fn matrix<'a>(app: &'a App, evaluated: &'a EvaluatedModel, theme: &'a Theme) -> Table<'a> {
    let (evaluation, screen) = (&evaluated.evaluation, &app.screens.evaluate);
    let (labels, per_class, columns) = (&evaluation.labels, &evaluation.per_class, evaluated.columns());
    let share = |value: Option<&Number>| -> TableCell {
        value.map_or_else(|| "-".into(), |value| decimal(value).written(theme.face.sign).into())
    };
    let of_column = |column: usize| match per_class.get(column).filter(|_| column < evaluation.predictable) {
        Some(class) => class.called,
        None => evaluation.n_undefined,
    };
    let cell = move |actual: usize, column: usize| {
        let (seen, of_actual) = (evaluated.seen((actual, column)), evaluation.support(actual));
        let share = |all: u64| match Number::ratio(seen, all) {
            Some(share) => report::percent(&share).written(theme.face.sign),
            None => "-".to_owned(),
        };
        let text = match screen.shares {
            Shares::Counts => seen.to_string(),
            Shares::OfActual => share(of_actual),
            Shares::OfPredicted => share(of_column(column)),
        };
        // Correct predictions lie on the diagonal.
        let style = if actual == column { theme.strong } else { theme.number };
        let heat = Number::ratio(seen, of_actual).and_then(|share| theme.heat(share.to_f64()));
        TableCell::styled(text, heat.map_or(style, |heat| style.patch(heat)))
    };
    let row = move |actual: usize| -> Vec<TableCell> {
        let secondary = |head: &str| std::iter::once(TableCell::styled(head, theme.secondary));
        match labels.get(actual) {
            Some(name) => {
                let recall = per_class.get(actual).and_then(|class| class.recall.as_ref());
                let sums = [evaluation.support(actual).to_string().into(), share(recall)];
                let name = TableCell::styled(named(actual, name.as_str()), theme.class(actual));
                let cells = (0..columns).map(|column| cell(actual, column));
                std::iter::once(name).chain(cells).chain(sums).collect()
            }
            None if actual == labels.len() => {
                let sums = (0..columns).map(of_column).chain([evaluation.n]);
                secondary("all").chain(sums.map(|sum| sum.to_string().into())).collect()
            }
            None => {
                let classes = per_class.iter().take(evaluation.predictable);
                let precisions = classes.map(|class| share(class.precision.as_ref()));
                secondary("precision").chain(precisions).collect()
            }
        }
    };
    let class =
        |(class, name): (usize, &Name)| Column::number(named(class, name.as_str())).style(theme.class(class));
    let secondary = |head: &str| Column::number(head).style(theme.secondary);
    let undefined = (columns > evaluation.predictable).then(|| Column::number("0/0").style(theme.warning));
    let columns = std::iter::once(Column::text("actual").pinned().style(theme.secondary))
        .chain(evaluated.classes().iter().enumerate().map(class))
        .chain(undefined)
        .chain([secondary("all").optional(), secondary("recall").pinned()]);
    Table::new(columns, labels.len() + 2, row).cell(screen.cell.0, screen.cell.1 + 1)
}

fn cell_rows(canvas: &mut Canvas<'_>, evaluated: &EvaluatedModel) {
    let screen = &canvas.app.screens.evaluate;
    let ((actual, column), total) = (screen.cell, evaluated.cell(screen.cell).len());
    let low = usize::from(canvas.area.height) < SPACIOUS;
    let name = |class: usize| class_name(&evaluated.evaluation.labels, class);
    let rows = rows_or_cases(evaluated.seen(screen.cell), evaluated.is_weighted());
    let order = if total > 1 { ", most confident first" } else { "" };
    let predicted = column < evaluated.evaluation.predictable;
    let words = match predicted {
        true => format!("Actual {}, predicted {}: {rows}{order}", name(actual), name(column)),
        false => format!("Actual {}, no prediction: {rows}", name(actual)),
    };
    canvas.frame(if low { &words } else { "Rows in this cell" }, &place(screen.rows.at, total));
    let (mut out, mut after) = (canvas.inside(), canvas.inside());
    if !low {
        out.paragraph(&words, canvas.theme.strong);
        out.blank();
    }
    if total == 0 {
        out.text("There are no rows in this cell.", canvas.theme.secondary);
    } else if predicted {
        most_confident(evaluated, screen.cell, &mut after);
    } else {
        out.text("Their posterior is 0/0, so no class was predicted.", canvas.theme.secondary);
    }
    canvas.put(&out.lines);
    if low && total + 1 + after.lines.len() > canvas.height() {
        after.lines.clear();
    }
    let rest = canvas.below(canvas.height().saturating_sub(total + 1).max(after.lines.len()));
    let classes: &[usize] = match canvas.columns() >= 57 {
        _ if !predicted => &[],
        true if actual != column => &[actual, column],
        _ => &[column],
    };
    row_list(canvas, evaluated, classes, false);
    canvas.area = rest;
    canvas.lines(&after.lines, 0);
}

fn most_confident(evaluated: &EvaluatedModel, cell: (usize, usize), out: &mut Writer<'_>) {
    const MOST_NAMED: usize = 3;
    let Some((here, all)) = evaluated.most_confident_mistakes(cell) else { return };
    let of = if all.is_some() { "" } else { " of these" };
    let rows: Vec<String> = here.iter().take(MOST_NAMED).map(ToString::to_string).collect();
    let more = all.unwrap_or(here.len()).saturating_sub(rows.len());
    let text = match (rows.as_slice(), more) {
        ([row], 0) => format!("Row {row} is the most confident mistake{of}."),
        (rows, 0) => {
            format!("Rows {} are the most confident mistakes{of}, equally confident.", rows.join(" and "))
        }
        (rows, more) => {
            let mistakes = if more == 1 { "mistake is" } else { "mistakes are" };
            let s = if rows.len() == 1 { "" } else { "s" };
            let rows = rows.join(", ");
            format!(
                "No mistake{of} is more confident than row{s} {rows}; {more} more {mistakes} as confident."
            )
        }
    };
    out.paragraph(&text, out.theme.text);
}

fn scores(canvas: &mut Canvas<'_>, evaluated: &EvaluatedModel, metrics: &Metrics) {
    let (theme, selection) = (canvas.theme, &canvas.app.screens.evaluate.scores);
    let mut out = canvas.inside();
    out.paragraph(&report::tested_on(&evaluated.evaluation), theme.strong);
    out.blank();
    canvas.put(&out.lines);
    let row = |at: usize| {
        let Some(figure) = metrics.figures.get(at) else { return Vec::new() };
        let range = figure.interval.as_ref().map(|range| report::interval(range).written(theme.face.sign));
        vec![
            name(evaluated, figure).into(),
            TableCell::styled(report::measured(figure).written(theme.face.sign), theme.number),
            TableCell::styled(range.unwrap_or_default(), theme.secondary),
        ]
    };
    let columns = [Column::text("").most(30), Column::number(""), Column::prose("").optional()];
    Table::new(columns, metrics.figures.len(), row).row(selection.at).draw(canvas, &selection.scroll);
}

fn score_working(canvas: &mut Canvas<'_>, evaluated: &EvaluatedModel, metrics: &Metrics) {
    let (screen, mut out) = (&canvas.app.screens.evaluate, canvas.writer());
    let Some(figure) = metrics.figures.get(screen.scores.at) else { return };
    out.document(&report::figure_opened(figure));
    let title = name(evaluated, figure);
    canvas.scrolling(&clip(&title, out.columns.saturating_sub(4)), &out.lines, &screen.detail);
}

/// `precision of ● No`
fn name(evaluated: &EvaluatedModel, figure: &Metric) -> String {
    let class = figure.class.map(|class| format!(" of {}", class_name(&evaluated.evaluation.labels, class)));
    format!("{}{}", figure.kind.name(), class.unwrap_or_default())
}

const NONE: &str =
    "No decision rule is chosen: the most probable class is predicted, without regard to costs.";
const HOW: &str = "Screen 2, line decision: → gives every mistake the cost 1. Enter types costs, a threshold or a reject bound.";

fn decisions(canvas: &mut Canvas<'_>, evaluated: &EvaluatedModel, metrics: &Metrics) {
    let (theme, evaluation) = (canvas.theme, &evaluated.evaluation);
    let mut out = canvas.inside();
    let Some(found) = &evaluation.decisions else {
        out.text(NONE, theme.strong);
        out.paragraph(HOW, theme.text);
        return canvas.lines(&out.lines, 0);
    };
    out.text(&report::tested_on(evaluation), theme.strong);
    out.blank();
    out.grid(&report::decided_matrix(evaluation, found));
    out.blank();
    report::describe_decisions(found).iter().for_each(|sentence| out.text(sentence, theme.text));
    let rules = report::by_posterior(&found.decider, &evaluation.labels, metrics.roc.positive);
    rules.iter().for_each(|rule| out.text(rule, theme.text));
    if canvas.height() < SPACIOUS {
        out.dense();
    }
    canvas.lines(&out.lines, 0);
}

fn decision_costs(canvas: &mut Canvas<'_>, evaluated: &EvaluatedModel, metrics: &Metrics) {
    canvas.frame("Costs", "");
    let mut out = canvas.inside();
    if let Some(found) = &evaluated.evaluation.decisions {
        out.text(&report::describe_decision(&found.decision), canvas.theme.text);
    }
    let cost = metrics.figures.iter().find(|figure| figure.kind == MetricKind::MeanCost);
    cost.iter().for_each(|figure| out.document(&report::figure_opened(figure)));
    canvas.lines(&out.lines, 0);
}

fn waiting(canvas: &mut Canvas<'_>) {
    let (app, mut out) = (canvas.app, canvas.inside());
    match app.screens.evaluate.refused(&app.session) {
        Some(problem) => out.problem(&problem.clone().into()),
        None => out.paragraph(&waiting_words(app), canvas.theme.secondary),
    }
    canvas.lines(&out.lines, 0);
}

fn waiting_words(app: &App) -> String {
    if app.jobs.busy().is_none() {
        return "press 4 to predict the rows.".to_owned();
    }
    let far = app.jobs.progress(Lane::Evaluate).map(|far| format!(" {far}")).unwrap_or_default();
    format!("{PREDICTING}{far}")
}

const POSTERIOR: usize = 6;

/// Draws the listed rows with the posteriors of these classes, or with that of the predicted class of each;
/// `marks` shows the actual class of each.
fn row_list(canvas: &mut Canvas<'_>, evaluated: &EvaluatedModel, classes: &[usize], marks: bool) {
    let (app, theme, data) = (canvas.app, canvas.theme, &evaluated.trial.data);
    let screen = &app.screens.evaluate;
    let listed = screen.listed(&app.session).filter(|rows| !rows.is_empty() && canvas.height() >= 2);
    let Some((listed, fitted)) = listed.zip(app.session.fitted()) else { return };
    let features = features(app, fitted);
    let (weighted, folds) = (evaluated.is_weighted(), matches!(evaluated.trial.split, Split::Folds(_)));
    let row = |at: usize| {
        let Some(row) = listed.get(at).and_then(|at| evaluated.at(*at)) else { return Vec::new() };
        let prediction = &row.prediction;
        let fold = || row.fold.map(|part| evaluated.trial.folds.name(part)).unwrap_or_default();
        let before = [
            marks.then(|| TableCell::styled(class_mark(row.actual).to_string(), theme.class(row.actual))),
            Some((data.row_number(prediction.row) + 1).to_string().into()),
            weighted.then(|| format!("×{}", row.weight).into()),
            folds.then(|| TableCell::styled(fold(), theme.secondary)),
        ];
        let shown: Vec<Option<usize>> = match classes {
            [] => vec![prediction.predicted],
            classes => classes.iter().copied().map(Some).collect(),
        };
        let posteriors = shown.into_iter().map(|class| {
            let text: Sentence = match class.and_then(|class| prediction.log_posterior(class)) {
                None => "0/0".into(),
                Some(f64::NEG_INFINITY) => decimal(&Number::zero()),
                Some(ln) => decimal(&Number::Log(ln)),
            };
            text.written(theme.face.sign).into()
        });
        let features = cells(&features, &data.table, prediction.row);
        before.into_iter().flatten().chain(features).chain(posteriors).collect()
    };
    let before = [
        marks.then(|| Column::text("").pinned()),
        Some(Column::number(ROW).least(digits(data.table.rows())).pinned()),
        weighted.then(|| Column::number("").pinned()),
        folds.then(|| Column::text("fold").most(10).optional()),
    ];
    let marks: Vec<char> = classes.iter().map(|class| class_mark(*class)).collect();
    let marks = if marks.is_empty() { vec!['c'] } else { marks };
    let posterior = |head| Column::number(format!("P({head} | x)")).least(POSTERIOR).pinned();
    let posteriors = marks.into_iter().map(posterior);
    let columns = before.into_iter().flatten().chain(heads(&features, fitted)).chain(posteriors);
    Table::new(columns, listed.len(), row).row(screen.rows.at).draw(canvas, &screen.rows.scroll);
}
