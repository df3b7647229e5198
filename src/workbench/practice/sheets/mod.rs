//! Answer sheets on screen 7: marked line by line, and marked again whenever they are saved.
//!
//! Several sheets are a list, and one of them is opened; a single one is open from the start. Sheets are only read. A
//! tick asks whether a file was saved; the answer, and the marking, come from another thread.

mod act;
mod again;
mod work;

use std::path::PathBuf;
use std::sync::Arc;

use super::super::app::{App, Pane};
use super::super::job::Job;
use super::super::keys::Scope;
use super::super::problem::ProblemDialog;
use super::super::screen_id::ScreenId;
use super::super::source::{Problem, Source};
use super::super::update;
use super::in_hand;
use super::opening::lay;
use super::start;
use super::view::View;
use crate::practice::worksheet::Questions;
use crate::practice::{FileStamps, GradedSheet, LeftOver, MarkedLine, Reveal, Verdict};

pub use act::act;
pub use again::{is_watching, look};
pub use work::{Exercises, Sheets, SheetsFound, Taught};

/// The sheets, what is marked, and what has changed.
#[derive(Clone, Debug, Default)]
pub struct SheetsScreen {
    sheets: Option<Arc<Sheets>>,
    stamps: Arc<FileStamps>,
    /// The sheets, marked.
    pub marked: Vec<GradedSheet>,
    /// The exercises that they answer.
    taught: Vec<Arc<Taught>>,
    /// What was noticed, and why sheets were not read.
    pub remarks: Vec<String>,
    /// The marked sheet of the list.
    pub cursor: usize,
    /// Whether it is open.
    pub open: bool,
    /// The marked line of the open sheet: a step, or below the steps a line that answers none.
    pub line: usize,
    /// The first line shown on the right.
    pub detail: usize,
    /// Whether what belongs on the marked line is shown.
    pub shown: bool,
    /// The lines whose verdict has changed since the last key: the sheet, and the step from 1.
    changed: Vec<(String, usize)>,
    /// Looks since a file was last seen, where it is gone.
    gone: u8,
}

/// One line of an open sheet.
#[derive(Clone, Copy, Debug)]
pub enum SheetLine<'a> {
    /// A step, answered or not.
    Step(&'a MarkedLine),
    /// A line that answers no step.
    Other(&'a LeftOver),
}

impl SheetsScreen {
    /// The marked sheet.
    pub fn sheet(&self) -> Option<&GradedSheet> {
        self.marked.get(self.cursor)
    }

    /// How many lines the marked sheet has.
    fn lines(&self) -> usize {
        self.sheet().map_or(0, |sheet| sheet.lines.len() + sheet.left_over.len())
    }

    /// A line of the marked sheet.
    pub fn line(&self, at: usize) -> Option<SheetLine<'_>> {
        let sheet = self.sheet()?;
        let other = || sheet.left_over.get(at.checked_sub(sheet.lines.len())?).map(SheetLine::Other);
        sheet.lines.get(at).map(SheetLine::Step).or_else(other)
    }

    /// The exercise of a sheet: its questions and its data.
    pub fn taught(&self, sheet: &GradedSheet) -> Option<&Taught> {
        let taught = self.taught.iter().find(|taught| Arc::ptr_eq(&taught.exercise, &sheet.answered));
        taught.map(Arc::as_ref)
    }

    /// The questions of the marked sheet's exercise.
    pub fn questions(&self) -> Option<&Arc<Questions>> {
        Some(&self.taught(self.sheet()?)?.questions)
    }

    /// The next line of the open sheet that is not right, from the top again where there is none below.
    pub(in crate::workbench::practice) fn next_wrong(&self) -> Option<usize> {
        let is_open = |at: &usize| match self.line(*at) {
            Some(SheetLine::Step(line)) => {
                !matches!(line.marked.verdict, Verdict::Correct | Verdict::Noted) || line.answer.is_none()
            }
            Some(SheetLine::Other(left)) => left.column.is_none(),
            None => false,
        };
        (self.line + 1..self.lines()).chain(0..self.line).find(is_open)
    }

    /// Whether the exercise of the marked sheet never shows its answers.
    pub(in crate::workbench::practice) fn keeps_back(&self) -> bool {
        self.questions().is_some_and(|questions| never_shows(questions))
    }

    /// Whether there are several sheets, or what is said of them needs a list.
    pub fn has_list(&self) -> bool {
        self.marked.len() != 1
    }

    /// The words that a sheet can name its exercise by.
    pub fn exercises(&self) -> impl Iterator<Item = &str> {
        self.sheets.iter().flat_map(|sheets| sheets.shelf.ids())
    }

    /// Whether the verdict on a step has changed since the last key.
    pub fn has_changed(&self, sheet: &GradedSheet, number: usize) -> bool {
        self.changed.iter().any(|(name, step)| *name == sheet.sheet && *step == number)
    }

    /// The scopes whose keys hold.
    pub fn scopes(&self, pane: Pane) -> &'static [Scope] {
        use Scope::{Always, Detail, Everywhere, List, Page, Sheet, Sheets};
        match pane {
            Pane::Master if self.open => &[List, Sheet, Page, Everywhere, Always],
            Pane::Master => &[List, Sheets, Page, Everywhere, Always],
            Pane::Detail if self.open => &[Detail, Sheet, Page, Everywhere, Always],
            Pane::Detail => &[Detail, Sheets, Page, Everywhere, Always],
        }
    }

    /// How to read the left pane.
    pub fn reading(&self) -> &'static str {
        match (self.open, self.sheet()) {
            (true, Some(sheet)) if sheet.first_wrong.is_some() => {
                "Marked again when the file is saved. Enter: the next line that is not right."
            }
            (true, _) => "Marked again when the file is saved. s shows what belongs on a line.",
            (false, None) => "Mend a sheet and save it: then it is marked at once.",
            (false, Some(_)) => "Each sheet with its marks, marked again when it is saved. Enter opens one.",
        }
    }
}

/// Opens answer sheets on screen 7. What is unfinished there is asked about once. Where `data` says so, a file that is no
/// answer sheet is opened as data.
pub fn open_sheets(app: &mut App, paths: Vec<PathBuf>, exercises: Exercises, data: bool) -> Option<Job> {
    if in_hand::stays(app, "Open the sheet once more to leave it.") {
        return None;
    }
    Some(read(app, paths, exercises, data))
}

/// Has sheets read and marked.
fn read(app: &mut App, paths: Vec<PathBuf>, exercises: Exercises, data: bool) -> Job {
    start(app, "marking …", move || work::open(paths, exercises, data), take)
}

/// Takes what was found of sheets.
fn take(app: &mut App, found: SheetsFound) -> Option<Job> {
    match found {
        SheetsFound::Opened { sheets, stamps, pile } => match pile {
            Ok(pile) => {
                let screen = SheetsScreen {
                    open: pile.marked.len() == 1,
                    marked: pile.marked,
                    taught: pile.taught,
                    remarks: pile.remarks,
                    sheets: Some(sheets),
                    stamps: stamps.into(),
                    ..SheetsScreen::default()
                };
                show(app, screen);
            }
            Err(problem) => refuse(app, sheets.paths.first().cloned(), problem),
        },
        SheetsFound::Refused(path, problem) => refuse(app, path, *problem),
        SheetsFound::Data(path) => return update::load(app, Source::File(path)),
    }
    None
}

/// Brings sheets on screen, with the data of the marked one of the session.
fn show(app: &mut App, mut screen: SheetsScreen) {
    if let Some(taught) = screen.sheet().or(screen.marked.first()).and_then(|sheet| screen.taught(sheet)) {
        let own = &taught.questions.fitted;
        if !app.session.fitted().is_some_and(|fitted| Arc::ptr_eq(fitted, own)) {
            lay(app, &taught.exercise, taught.loaded.clone());
        }
    }
    if screen.open && screen.line == 0 {
        let first = screen.sheet().and_then(|sheet| sheet.first_wrong);
        screen.line = first.map_or(0, |number| number.saturating_sub(1));
    }
    app.session.sealed = screen.keeps_back();
    app.dialogs.clear();
    app.screens.practice.sheets = screen;
    app.screens.practice.view = View::Sheets;
    (app.room, app.pane) = (ScreenId::Practice, Pane::Master);
}

/// Whether the exercise never shows its answers.
fn never_shows(questions: &Questions) -> bool {
    questions.exercise.as_ref().is_some_and(|exercise| exercise.rules.reveal == Reveal::Never)
}

/// Tells why sheets cannot be marked.
fn refuse(app: &mut App, path: Option<PathBuf>, problem: Problem) {
    let order = Source::File(path.unwrap_or_default()).into();
    app.show(ProblemDialog::new(order, problem));
}

/// Leaves the sheets; the worksheet is there again.
fn leave(app: &mut App) {
    app.screens.practice.sheets = SheetsScreen::default();
    app.screens.practice.view = View::Worksheet;
    app.session.sealed = false;
}
