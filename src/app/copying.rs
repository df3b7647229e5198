//! Copying what is on screen: what can be copied, the clipboards, and the message about the copy.

use std::path::{Path, PathBuf};

use crate::app::dialogs::save::What;
use crate::app::prelude::*;
use crate::app::screens;
use crate::app::screens::data::actions::given;
use crate::app::screens::explain::NOTHING;
use crate::app::screens::model::Line;
use crate::app::session::{CommandLine, recipe_file};
use crate::app::settings::NumberForm;
use crate::app::words;
use crate::app::words::clip;
use crate::math::{Linear, Quantity};
use crate::model::{Case, Fitted};
use crate::report;
use crate::report::json::{Answer, Explained, Explanations, Fit, Opened, steps};
use crate::report::{Block, Document, Extract, Format, Sheet, given_number, given_tables, in_short, sheets};
use crate::table::{Cell, Table};
use crate::text::{grouped, shown, shown_lines};
use crate::worked::{Step, derive};

/// Cells of the largest table that is made in memory.
pub const CELLS: usize = 200_000;

/// The text to copy, or why it cannot be copied.
pub type Found<'a> = Result<Extract<'a>, String>;

/// Returns what can be copied from the current screen; `None` for what it does not have.
pub(crate) fn extract(app: &App, what: What) -> Option<Found<'_>> {
    match (what, app.screen) {
        (What::Command | What::Recipe, _) if app.session.sealed => None,
        (What::Screen, _) => line(String::new()),
        (What::Command, _) => line(CommandLine::of(app)?.text),
        (What::Recipe, _) => line(recipe_file(app, Path::new(""))?),
        (_, ScreenId::Start) => None,
        (_, ScreenId::Data) => data(app, what),
        (_, ScreenId::Model) => model(app, what),
        (_, ScreenId::Parameters) => parameters(app, what),
        (_, ScreenId::Evaluate) => screens::evaluate::actions::extract(app, what),
        (_, ScreenId::Explain) => explain(app, what),
        (_, ScreenId::Plot) => screens::plot::extract(app, what),
        (_, ScreenId::Practice) => screens::practice::actions::extract(app, what),
    }
}

pub fn copy(app: &mut App) -> Option<Job> {
    let found = extract(app, What::Marked).map(|found| found.map(|extract| extract.written(Format::Text)));
    match found {
        Some(Ok(Some(text))) => return Some(Job::Copy(Copying::short(text.trim_end_matches('\n')))),
        Some(Err(why)) => app.say(why),
        Some(Ok(None)) | None => app.say("Nothing is selected here. Press Y to choose what to copy."),
    }
    None
}

fn line(text: String) -> Option<Found<'static>> {
    Some(Ok(Extract::default().line(move || text.clone())))
}

fn within(cells: usize, command: &str) -> Result<(), String> {
    if cells <= CELLS {
        return Ok(());
    }
    Err(format!(
        "{} numbers are too many to copy. Use posterior {command} to write them to a file.",
        grouped(cells as u64)
    ))
}

fn model(app: &App, what: What) -> Option<Found<'_>> {
    let screen = &app.screens.model;
    match what {
        What::Marked => {
            let (view, selected) = (screen.view.as_ref()?, screen.line()?);
            line(match selected {
                Line::Column(at) => view.columns.get(at)?.name.clone(),
                selected => view.now(selected),
            })
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
    let quantity = of.clone();
    let document = move || report::one_quantity(fitted, case, &quantity).unwrap_or_default();
    Some(Ok(Extract::default().document(document).json(move || {
        let found = steps(fitted, derive(fitted, case, &of).ok()?.steps, false);
        let opened = Opened { quantity: of.clone(), notes: Vec::new(), steps: found };
        Some(Answer::new(study, Some(fitted), opened))
    })))
}

fn parameters(app: &App, what: What) -> Option<Found<'_>> {
    let (fitted, screen) = (app.session.fitted()?.as_ref(), &app.screens.parameters);
    let why = screen.why.as_ref()?;
    let used = || why.used().get(screen.used.filter(|_| app.pane == Pane::Detail)?).map(|of| (*of).clone());
    let of = used().unwrap_or_else(|| why.quantity.clone());
    let numbers = screen.lines.len().saturating_mul(fitted.classes.len());
    match what {
        What::Marked => {
            let steps = &why.derivation;
            let as_ln = steps.step(&of.clone().ln()).filter(|_| app.settings.form == NumberForm::Ln);
            Some(Ok(number(app, fitted, as_ln.or_else(|| steps.step(&of))?, false)))
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

fn explain(app: &App, what: What) -> Option<Found<'_>> {
    let screen = &app.screens.explain;
    let explanation = screen.explanation(&app.session)?;
    let (fitted, case) = (explanation.fitted.as_ref(), explanation.case.as_ref());
    let row = explanation.rows().get(screen.cursor).filter(|_| screen.revealed > 0);
    let cell = row.and_then(|row| row.cells.get(screen.class)).filter(|cell| !cell.is_blank());
    match what {
        What::Marked | What::Working if cell.is_none() => Some(Err(NOTHING.to_owned())),
        What::Marked => {
            Some(Ok(number(app, fitted, explanation.step(&cell?.quantity)?, app.pane == Pane::Detail)))
        }
        What::Working => working(app, fitted, Some(case), cell?.quantity.clone()),
        What::Table if screen.revealed < explanation.rows().len() => {
            Some(Err("Not every step is revealed yet. a: reveal all steps.".to_owned()))
        }
        What::Table => {
            let study = app.session.study.as_deref()?;
            let numbers = explanation.rows().len().saturating_mul(fitted.classes.len());
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

fn data(app: &App, what: What) -> Option<Found<'_>> {
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
            return match table.cell(row, column) {
                Cell::Missing => Some(Err("This cell is missing: there is nothing to copy.".to_owned())),
                _ => line(cell(table, row, column)),
            };
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
    let document = {
        let sheet = sheet.clone();
        move || sheet().document()
    };
    Some(Ok(Extract::default().document(document).sheet(sheet)))
}

/// Returns a cell as in the file: a text in full, a number with the decimals of its column.
fn cell(table: &Table, row: usize, column: usize) -> String {
    match table.cell(row, column) {
        Cell::Number(_) => words::cell(table, row, column),
        _ => table.cell_text(row, column).into_owned(),
    }
}

/// Bytes of the longest text sent to a terminal: as base64 they are 100 kB.
pub const LONGEST: usize = 75_000;
/// Columns of a text in the sentence that reports the copy.
const NAMED: usize = 44;

#[derive(Clone, Debug)]
pub struct Copying {
    pub what: String,
    pub text: String,
}

/// A program that fills the clipboard from its standard input, with its arguments.
pub type CopyCommand = &'static [&'static str];

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Copied {
    Program(&'static str),
    /// The terminal got an escape sequence, OSC 52, which it does not answer.
    Terminal,
    File(PathBuf),
    Failed(String),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clipboards {
    /// The terminal may know OSC 52.
    pub terminal: bool,
    pub programs: Vec<CopyCommand>,
}

impl Clipboards {
    pub fn from_env() -> Clipboards {
        Clipboards::of(|name| std::env::var(name).unwrap_or_default())
    }

    pub fn of(value: impl Fn(&str) -> String) -> Clipboards {
        let is_set = |name: &str| !value(name).is_empty();
        let remote = ["SSH_TTY", "SSH_CONNECTION", "SSH_CLIENT"].into_iter().any(is_set);
        let programs: [(bool, CopyCommand); 6] = [
            // tmux asks the terminal itself, and by default drops the OSC 52 of the programs in it.
            (is_set("TMUX"), &["tmux", "load-buffer", "-w", "-"]),
            (!remote && is_set("WAYLAND_DISPLAY"), &["wl-copy"]),
            (!remote && is_set("DISPLAY"), &["xclip", "-in", "-selection", "clipboard"]),
            (!remote && is_set("DISPLAY"), &["xsel", "--input", "--clipboard"]),
            (!remote && cfg!(target_os = "macos"), &["pbcopy"]),
            (!remote && (cfg!(windows) || is_set("WSL_DISTRO_NAME")), &["clip.exe"]),
        ];
        Clipboards {
            terminal: cfg!(windows) || !matches!(value("TERM").as_str(), "" | "dumb" | "linux"),
            programs: programs
                .into_iter()
                .filter(|(usable, _)| *usable)
                .map(|(_, command)| command)
                .collect(),
        }
    }
}

impl Copying {
    /// Makes the text safe to paste: control characters of the data are written out.
    pub fn new(what: impl Into<String>, text: &str) -> Copying {
        Copying { what: what.into(), text: shown_lines(text).into_owned() }
    }

    pub fn short(text: &str) -> Copying {
        let line = text.trim().lines().next().unwrap_or_default();
        Copying::new(format!("“{}”", clip(&shown(line), NAMED)), text)
    }

    pub fn report(&self, copied: &Copied) -> String {
        let what = &self.what;
        match copied {
            Copied::Program(program) => format!("Copied {what} with {program}."),
            Copied::Terminal => format!("Copied {what} through the terminal (OSC 52)."),
            Copied::File(file) => {
                let why = if self.text.len() > LONGEST {
                    "Too long for the terminal"
                } else {
                    "No clipboard found"
                };
                format!("{why}: wrote {what} to {}", shown(&file.to_string_lossy()))
            }
            Copied::Failed(why) => format!("Nothing was copied: {why}."),
        }
    }
}
