//! Screen 4: the rows in the selected cell of the confusion matrix, the most confident first.

use crate::app::EvaluatedModel;
use crate::app::screens::evaluate::view::rows::RowList;
use crate::app::widgets::document::Writer;
use crate::app::widgets::pane::{Pane, SPACIOUS};
use crate::app::widgets::rows::named;
use crate::evaluate::rows_or_cases;
use crate::recipe::Split;

pub fn right(pane: &mut Pane<'_>) {
    let app = pane.app;
    let screen = &app.screens.evaluate.matrix;
    let Some((evaluated, fitted)) = app.screens.evaluate.evaluated(&app.session).zip(app.session.fitted())
    else {
        return pane.frame("Rows in this cell", "");
    };
    let (actual, column) = screen.cell;
    let total = evaluated.count(actual, column);
    let foot = if total > 0 { format!("{} of {total}", screen.row + 1) } else { String::new() };
    let (wide, low) = (pane.inner() >= WIDE, usize::from(pane.area.height) < SPACIOUS);
    if wide && low {
        pane.frame(&cell_words(evaluated, screen.cell), &foot);
    } else {
        pane.frame("Rows in this cell", &foot);
    }
    let (mut out, mut after) = (pane.inside(), pane.inside());
    if !(wide && low) {
        out.blank();
        what_is_in(evaluated, screen.cell, (total, wide), &mut out);
        out.blank();
    } else if total == 0 {
        out.text("There are no rows in this cell.", out.theme.secondary);
    }
    surest(evaluated, screen.cell, &mut after);
    if !wide {
        fold(evaluated, screen.cell, screen.row, &mut after);
    } else if low && total + 1 + after.lines.len() > pane.height() {
        after = pane.inside();
    }
    let said = Some(column).filter(|column| *column < evaluated.evaluation.predictable);
    let list = RowList {
        total,
        marked: screen.row,
        row_at: &|at| evaluated.row(screen.cell, at),
        class: None,
        marks: false,
        seen: evaluated.is_weighted().then(|| evaluated.seen(actual, column)),
        said: wide.then_some((actual, said)),
    };
    let room = pane.height().saturating_sub(out.lines.len() + after.lines.len());
    list.write(app, (evaluated, fitted), room, &mut out);
    out.lines.extend(after.lines);
    pane.lines(&out.lines, 0);
}

const WIDE: usize = 57;

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

fn surest(evaluated: &EvaluatedModel, cell: (usize, usize), out: &mut Writer<'_>) {
    let Some(surest) = evaluated.surest_mistake(cell) else { return };
    let of = if surest.all.is_some() { "" } else { " of these" };
    let rows: Vec<String> = surest.rows.iter().map(ToString::to_string).collect();
    let more = surest.all.unwrap_or(surest.here).saturating_sub(rows.len());
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

fn fold(evaluated: &EvaluatedModel, cell: (usize, usize), row: usize, out: &mut Writer<'_>) {
    let row = evaluated.row(cell, row).filter(|_| matches!(evaluated.trial.split, Split::Folds(_)));
    let Some((row, fold)) = row.and_then(|row| Some((row, row.fold?))) else { return };
    let (number, cases) = (evaluated.evaluation.row_number(&row), rows_or_cases(row.weight, true));
    let text = match evaluated.is_weighted() {
        true => format!("{cases} of row {number} in fold {}.", evaluated.trial.folds.name(fold)),
        false => format!("Row {number} is in fold {}.", evaluated.trial.folds.name(fold)),
    };
    out.text(&text, out.theme.secondary);
}

fn what_is_in(
    evaluated: &EvaluatedModel,
    (actual, column): (usize, usize),
    (total, wide): (usize, bool),
    out: &mut Writer<'_>,
) {
    let predicted = evaluated.evaluation.labels.get(..evaluated.evaluation.predictable).unwrap_or_default();
    let last = match predicted.get(column) {
        Some(label) => format!("The last column is P({label} | x)."),
        None => "Their posterior is 0/0, so no class was predicted.".into(),
    };
    out.text(&cell_words(evaluated, (actual, column)), out.theme.strong);
    // Where there is room, the columns have names.
    if total > 0 && !wide {
        out.text(&last, out.theme.secondary);
    }
}
