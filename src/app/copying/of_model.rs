//! Copies of screens 1 to 3: rows, parameters and their working.

use crate::app::copying::{CELLS, Found, within};
use crate::app::dialogs::save::What;
use crate::app::screens::data::given::given;
use crate::app::screens::explain::state::NOTHING;
use crate::app::screens::model::Line;
use crate::app::state::App;
use crate::app::words::Pane;
use crate::app::{NumberForm, words};
use crate::math::{Linear, Quantity};
use crate::model::{Case, Fitted};
use crate::report;
use crate::report::json::{Answer, Explained, Explanations, Fit, Opened, steps};
use crate::report::{Block, Document, Extract, Sheet, given_number, given_tables, in_short, sheets};
use crate::table::{Cell, Table};
use crate::text::grouped;
use crate::worked::{Step, derive};

pub(crate) fn model(app: &App, what: What) -> Option<Found<'_>> {
    let screen = &app.screens.model;
    match what {
        What::Marked => {
            let (view, line) = (screen.view.as_ref()?, screen.line()?);
            let text = match line {
                Line::Column(at) => view.columns.get(at)?.name.clone(),
                line => view.now(line),
            };
            Some(Ok(Extract::default().line(move || text.clone())))
        }
        What::Table => {
            let study = app.session.study.as_deref()?;
            Some(Ok(Extract::default().document(move || {
                let mut out = report::profile(study);
                study.fitted.iter().for_each(|fitted| out.append(report::overview(&**fitted)));
                out
            })))
        }
        _ => None,
    }
}

/// Returns a number with its address, and its whole formula if `in_full`.
fn number<'a>(app: &'a App, fitted: &'a Fitted, step: &'a Step, in_full: bool) -> Extract<'a> {
    let chain = if in_full { step.chain.clone() } else { in_short(step) };
    let line = chain.clone();
    let block = move || if in_full { Block::Formula(chain.clone()) } else { Block::Line(chain.clone()) };
    Extract::default()
        .line(move || Linear(app.settings.face()).chain(&line))
        .document(move || Document { blocks: vec![block()] })
        .json(move || steps(fitted, vec![step.clone()], false).into_iter().next())
}

fn working<'a>(app: &'a App, fitted: &'a Fitted, case: Option<&'a Case>, of: Quantity) -> Option<Found<'a>> {
    let study = app.session.study.as_deref()?;
    let told = of.clone();
    let document = move || report::one_quantity(fitted, case, &told).unwrap_or_default();
    Some(Ok(Extract::default().document(document).json(move || {
        let found = steps(fitted, derive(fitted, case, &of).ok()?.steps, false);
        let opened = Opened { quantity: of.clone(), notes: Vec::new(), steps: found };
        Some(Answer::new(study, Some(fitted), opened))
    })))
}

pub(crate) fn parameters(app: &App, what: What) -> Option<Found<'_>> {
    let (fitted, screen) = (app.session.fitted()?.as_ref(), &app.screens.parameters);
    let why = screen.why.as_ref()?;
    let used = || why.used().get(screen.used?).map(|of| (*of).clone());
    let of = match app.pane {
        Pane::Detail => used().unwrap_or_else(|| why.quantity.clone()),
        Pane::Master => why.quantity.clone(),
    };
    let numbers = screen.lines.len().saturating_mul(fitted.classes.len());
    match what {
        What::Marked => {
            let told = &why.derivation;
            let as_ln = told.step(&of.clone().ln()).filter(|_| app.settings.form == NumberForm::Ln);
            Some(Ok(number(app, fitted, as_ln.or_else(|| told.step(&of))?, false)))
        }
        What::Working => working(app, fitted, None, of),
        What::Column => {
            let factor = fitted.factor(of.feature()?.as_str())?;
            let name = factor.name.as_str();
            let numbers = factor.k().saturating_mul(fitted.classes.len());
            Some(within(numbers, "fit").map(|()| {
                Extract::default().document(move || report::of_factor(fitted, factor)).sheet(move || {
                    let mut all = sheets::parameters(fitted);
                    all.rows.retain(|row| row.get(1).is_some_and(|feature| feature == name));
                    all
                })
            }))
        }
        What::Table => {
            let study = app.session.study.as_deref()?;
            Some(within(numbers, "fit").map(|()| {
                Extract::default()
                    .document(move || report::parameters(fitted, None))
                    .sheet(move || sheets::parameters(fitted))
                    .json(move || Some(Answer::new(study, Some(fitted), Fit::new(fitted))))
            }))
        }
        _ => None,
    }
}

pub(crate) fn explain(app: &App, what: What) -> Option<Found<'_>> {
    let screen = &app.screens.explain;
    let told = screen.explanation(&app.session)?;
    let (fitted, case) = (told.fitted.as_ref(), told.case.as_ref());
    let row = told.rows().get(screen.cursor).filter(|_| screen.revealed > 0);
    let cell = row.and_then(|row| row.cells.get(screen.class)).filter(|cell| !cell.is_blank());
    match what {
        What::Marked | What::Working if cell.is_none() => Some(Err(NOTHING.to_owned())),
        What::Marked => Some(Ok(number(app, fitted, told.step(&cell?.quantity)?, app.pane == Pane::Detail))),
        What::Working => working(app, fitted, Some(case), cell?.quantity.clone()),
        What::Table if screen.revealed < told.rows().len() => {
            Some(Err("Not every step is revealed yet. a: reveal all steps.".to_owned()))
        }
        What::Table => {
            let study = app.session.study.as_deref()?;
            let numbers = told.rows().len().saturating_mul(fitted.classes.len());
            Some(within(numbers, "explain").map(|()| {
                let name = report::case_name(case);
                Extract::default()
                    .document(move || report::posterior(fitted, case, &name).unwrap_or_default())
                    .sheet(move || sheets::posteriors(fitted, std::slice::from_ref(case)))
                    .json(move || {
                        let explained = Explained::new(fitted, case, (false, false)).ok()?;
                        Some(Answer::new(study, Some(fitted), Explanations { queries: vec![explained] }))
                    })
            }))
        }
        _ => None,
    }
}

pub(crate) fn extract(app: &App, what: What) -> Option<Found<'_>> {
    if let Some(recipe) = given(app) {
        let place = app.screens.data.given.place(&recipe.given_blocks())?.clone();
        return match what {
            What::Marked => Some(Ok(Extract::default().document(move || given_number(recipe, &place)))),
            What::Table => Some(Ok(Extract::default().document(move || given_tables(recipe)))),
            _ => None,
        };
    }
    let (table, data) = (app.session.table.as_deref()?, &app.screens.data);
    let columns = match what {
        What::Marked => {
            let (row, column) = (data.row_at(data.row), data.column);
            return Some(match table.cell(row, column) {
                Cell::Missing => Err("This cell is missing: there is nothing to copy.".to_owned()),
                _ => Ok(Extract::default().line(move || cell(table, row, column))),
            });
        }
        What::Column => data.column..data.column + 1,
        What::Table => 0..table.columns().len(),
        _ => return None,
    };
    let rows = data.rows(table.rows());
    if rows.saturating_mul(columns.len()) > CELLS {
        let rows = grouped(rows as u64);
        return Some(Err(format!("{rows} rows are too many to copy. Open the file instead.")));
    }
    let sheet = move || {
        let names = table.columns().get(columns.clone()).unwrap_or_default();
        let mut sheet = Sheet::new(names.iter().map(|column| column.name.as_str()));
        let row = |at: usize| columns.clone().map(|column| cell(table, data.row_at(at), column)).collect();
        sheet.rows = (0..rows).map(row).collect();
        sheet
    };
    Some(Ok(Extract::default()
        .document({
            let sheet = sheet.clone();
            move || sheet().document()
        })
        .sheet(sheet)))
}

/// Returns a cell as in the file: a text in full, a number with the decimals of its column.
fn cell(table: &Table, row: usize, column: usize) -> String {
    match table.cell(row, column) {
        Cell::Number(_) => words::cell(table, row, column),
        _ => table.cell_text(row, column).into_owned(),
    }
}
