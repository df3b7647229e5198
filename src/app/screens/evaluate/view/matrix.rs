//! Screen 4: the confusion matrix, left of the rows in its selected cell, or above them in narrow windows.

use ratatui::layout::Rect;
use ratatui::macros::horizontal;

use crate::app::screens::evaluate::view;
use crate::app::screens::evaluate::view::RowList;
use crate::app::terminal::theme::Theme;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Canvas, SPACIOUS};
use crate::app::widgets::rows::named;
use crate::app::widgets::table::{Column, Table, TableCell};
use crate::app::words::{Scroll, wrap};
use crate::app::{App, EvaluatedModel, MatrixView, Shares};
use crate::evaluate::rows_or_cases;
use crate::math::Number;
use crate::report::{accuracy, caveats_in_short, decimal, percent, training};

pub fn left(canvas: &mut Canvas<'_>) {
    canvas.frame("Evaluate", "");
    let (app, theme) = (canvas.app, canvas.theme);
    let screen = &app.screens.evaluate;
    let now = screen.evaluated(&app.session);
    // An evaluation that takes long, or was stopped, leaves the last one in sight.
    let last = || screen.last().filter(|_| screen.refused(&app.session).is_none());
    let Some(evaluated) = now.or_else(last) else { return view::waiting(canvas) };
    let mut out = canvas.inside();
    out.blank();
    if now.is_none() {
        out.text(&format!("From the previous recipe: {}", view::waiting_words(app)), theme.warning);
    }
    view::heading(evaluated, &mut out);
    out.blank();
    if canvas.height() < SPACIOUS {
        out.dense();
    }
    canvas.put(&out.lines);
    let table = matrix(evaluated, &screen.matrix, theme);
    let needed = u16::try_from(table.needed()).unwrap_or(u16::MAX);
    if needed.saturating_add(BESIDE) <= canvas.area.width {
        let [left, _, right] = canvas.area.layout(&horizontal![==needed, ==3, >=0]);
        canvas.area = left;
        draw(canvas, table, evaluated, &screen.matrix);
        canvas.area = right;
        canvas.take(1);
        let text = conclusion(canvas, evaluated);
        return canvas.lines(&text, 0);
    }
    let text = conclusion(canvas, evaluated);
    let rows = (evaluated.evaluation.labels.len() + 4).min(canvas.height());
    let room = canvas.height().saturating_sub(text.len()).max(canvas.height() / 2).max(1);
    let rest = canvas.below(canvas.height() - rows.min(room));
    draw(canvas, table, evaluated, &screen.matrix);
    canvas.area = Rect { y: canvas.area.y, height: rest.bottom().saturating_sub(canvas.area.y), ..rest };
    canvas.lines(&text, 0);
}

/// Columns of the conclusion beside the matrix, with the blanks before it.
const BESIDE: u16 = 31;

/// Accuracy and caveats.
fn conclusion<'a>(canvas: &Canvas<'a>, evaluated: &EvaluatedModel) -> Vec<ratatui::text::Line<'static>> {
    let (evaluation, theme) = (&evaluated.evaluation, canvas.theme);
    let mut out: Writer<'a> = canvas.inside();
    let poor = evaluation.majority.as_ref().is_some_and(|majority| evaluation.right < majority.right);
    out.paragraph(&accuracy(evaluation), if poor { theme.warning } else { theme.strong });
    training(evaluation).iter().for_each(|training| out.text(training, theme.text));
    out.blank();
    caveats_in_short(evaluation).iter().for_each(|caveat| out.text(caveat, theme.text));
    if canvas.height() < SPACIOUS {
        out.dense();
    }
    out.lines
}

fn draw(canvas: &mut Canvas<'_>, table: Table<'_>, evaluated: &EvaluatedModel, screen: &MatrixView) {
    let of = match screen.shares {
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

/// The counts or shares, with the sums of rows and columns, recall and precision.
fn matrix<'a>(evaluated: &'a EvaluatedModel, screen: &'a MatrixView, theme: &'a Theme) -> Table<'a> {
    let evaluation = &evaluated.evaluation;
    let (labels, predictable) = (&evaluation.labels, evaluation.predictable);
    let share = |value: Option<&Number>| {
        value.map_or_else(|| "-".to_owned(), |value| decimal(value).written(theme.face.sign))
    };
    let row = move |actual: usize| -> Vec<TableCell> {
        if actual == labels.len() {
            let sums = (0..evaluated.columns()).map(|column| evaluated.of_column(column).to_string());
            let all = [evaluation.n.to_string(), String::new()];
            let start = TableCell::styled("all", theme.secondary);
            return std::iter::once(start).chain(sums.chain(all).map(TableCell::from)).collect();
        }
        let per_class = |class: usize| evaluation.per_class.get(class);
        if actual > labels.len() {
            let of = |class: usize| share(per_class(class).and_then(|class| class.precision.as_ref()));
            let precisions = (0..predictable).map(of).map(TableCell::from);
            return std::iter::once(TableCell::styled("precision", theme.secondary))
                .chain(precisions)
                .collect();
        }
        let name = labels.get(actual).map(|name| named(actual, name.as_str())).unwrap_or_default();
        let mut cells = vec![TableCell::styled(name, theme.class(actual))];
        cells.extend((0..evaluated.columns()).map(|column| {
            let text = match evaluated.share((actual, column), screen.shares) {
                _ if screen.shares == Shares::Counts => evaluated.seen(actual, column).to_string(),
                Some(share) => percent(&share).written(theme.face.sign),
                None => "-".to_owned(),
            };
            // Correct predictions lie on the diagonal.
            let style = if actual == column { theme.strong } else { theme.number };
            let of_row = evaluated.share((actual, column), Shares::OfActual);
            let heat = of_row.and_then(|share| theme.heat(share.to_f64()));
            TableCell::styled(text, heat.map_or(style, |heat| style.patch(heat)))
        }));
        cells.push(evaluated.of_actual(actual).to_string().into());
        cells.push(share(per_class(actual).and_then(|class| class.recall.as_ref())).into());
        cells
    };
    let class = |(class, name): (usize, &crate::math::Name)| {
        Column::number(named(class, name.as_str())).style(theme.class(class))
    };
    let undefined = (evaluated.columns() > predictable).then(|| Column::number("0/0").style(theme.warning));
    let secondary = |head: &str| Column::number(head).style(theme.secondary);
    let columns = std::iter::once(Column::text("actual").pinned().style(theme.secondary))
        .chain(labels.iter().enumerate().take(predictable).map(class))
        .chain(undefined)
        .chain([secondary("all").optional(), secondary("recall").pinned()]);
    let (actual, column) = screen.cell;
    Table::new(columns, labels.len() + 2, row).cell(actual, column + 1)
}

/// Whether the matrix is above its rows in this window.
pub fn is_above(app: &App, evaluated: &EvaluatedModel) -> bool {
    let left = usize::from(app.frame.width).saturating_sub(needed(app, evaluated) + 4);
    app.frame.width < 98 || app.frame.width < 120 && left < 44
}

pub fn needed(app: &App, evaluated: &EvaluatedModel) -> usize {
    matrix(evaluated, &app.screens.evaluate.matrix, &Theme::mono()).needed()
}

/// The lines that the matrix and its conclusion need.
pub fn lines(app: &App, evaluated: &EvaluatedModel) -> usize {
    let (evaluation, columns) = (&evaluated.evaluation, usize::from(app.frame.width.saturating_sub(4)));
    let needed = needed(app, evaluated);
    let beside = needed + usize::from(BESIDE) <= columns;
    let room = if beside { columns - needed - 3 } else { columns };
    let texts = training(evaluation).into_iter().chain([accuracy(evaluation)]).map(|text| text.plain());
    let caveats = caveats_in_short(evaluation);
    let texts = texts.chain(caveats.iter().map(ToString::to_string));
    let text: usize = texts.map(|text| wrap(&text, room).len()).sum();
    // The heading, the line above the classes, the classes, and the two rows below the matrix.
    let rows = evaluation.labels.len() + 5;
    if beside { rows.max(text + 2) } else { rows + text }
}

/// Draws the rows in the selected cell, the most confident first.
pub fn right(canvas: &mut Canvas<'_>) {
    let app = canvas.app;
    let screen = &app.screens.evaluate.matrix;
    let found = app.screens.evaluate.evaluated(&app.session).zip(app.session.fitted());
    let Some((evaluated, fitted)) = found else { return canvas.frame("Rows in this cell", "") };
    let (actual, column) = screen.cell;
    let total = evaluated.count(actual, column);
    let foot = if total > 0 { format!("{} of {total}", screen.rows.at + 1) } else { String::new() };
    let low = usize::from(canvas.area.height) < SPACIOUS;
    let words = cell_words(evaluated, screen.cell);
    canvas.frame(if low { &words } else { "Rows in this cell" }, &foot);
    let (mut out, mut after) = (canvas.inside(), canvas.inside());
    if !low {
        out.paragraph(&words, canvas.theme.strong);
        out.blank();
    }
    match total {
        0 => out.text("There are no rows in this cell.", canvas.theme.secondary),
        _ if column >= evaluated.evaluation.predictable => {
            out.text("Their posterior is 0/0, so no class was predicted.", canvas.theme.secondary);
        }
        _ => most_confident(evaluated, screen.cell, &mut after),
    }
    canvas.put(&out.lines);
    let after = if low && total + 1 + after.lines.len() > canvas.height() { Vec::new() } else { after.lines };
    let below = canvas.height().saturating_sub((total + 1 + after.len()).min(canvas.height())) + after.len();
    let rest = canvas.below(below);
    let predicted = Some(column).filter(|column| *column < evaluated.evaluation.predictable);
    let wide = canvas.columns() >= 57;
    let classes = predicted.into_iter().filter(|predicted| *predicted != actual && wide);
    let list = RowList {
        total,
        selection: &screen.rows,
        row_at: &|at| evaluated.row(screen.cell, at),
        classes: predicted.map_or(Vec::new(), |predicted| match wide {
            true => std::iter::once(actual).chain(classes).collect(),
            false => vec![predicted],
        }),
        marks: false,
    };
    list.draw(canvas, evaluated, fitted);
    canvas.area = rest;
    canvas.lines(&after, 0);
}

/// `Actual ▲ versicolor, predicted ■ virginica: 3 rows, most confident first`
fn cell_words(evaluated: &EvaluatedModel, (actual, column): (usize, usize)) -> String {
    let labels = &evaluated.evaluation.labels;
    let name = |class: usize| labels.get(class).map(|label| named(class, label.as_str())).unwrap_or_default();
    let rows = rows_or_cases(evaluated.seen(actual, column), evaluated.is_weighted());
    let order = if evaluated.count(actual, column) > 1 { ", most confident first" } else { "" };
    if column >= evaluated.evaluation.predictable {
        format!("Actual {}, no prediction: {rows}", name(actual))
    } else {
        format!("Actual {}, predicted {}: {rows}{order}", name(actual), name(column))
    }
}

fn most_confident(evaluated: &EvaluatedModel, cell: (usize, usize), out: &mut Writer<'_>) {
    let Some(found) = evaluated.most_confident_mistakes(cell) else { return };
    let of = if found.all.is_some() { "" } else { " of these" };
    let rows: Vec<String> = found.rows.iter().map(ToString::to_string).collect();
    let more = found.all.unwrap_or(found.here).saturating_sub(rows.len());
    let text = match (rows.as_slice(), more) {
        ([row], 0) => format!("Row {row} is the most confident mistake{of}."),
        (rows, 0) => {
            format!("Rows {} are the most confident mistakes{of}, equally confident.", rows.join(" and "))
        }
        (rows, more) => {
            let mistakes = if more == 1 { "mistake is" } else { "mistakes are" };
            let rows =
                if let [row] = rows { format!("row {row}") } else { format!("rows {}", rows.join(", ")) };
            format!("No mistake{of} is more confident than {rows}; {more} more {mistakes} as confident.")
        }
    };
    out.paragraph(&text, out.theme.text);
}
