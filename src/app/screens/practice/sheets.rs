//! Screen 7: keys of marked answer sheets.

use crate::app::dialogs::problem::ProblemDialog;
use crate::app::keys::Scope;
use crate::app::prelude::*;
use crate::app::screens::practice::graded;
use crate::app::screens::practice::graded::{AnsweredExercise, Exercises, Sheets, SheetsFound};
use crate::app::screens::practice::opening::lay;
use crate::app::screens::practice::state::{View, start, stays};
use crate::app::source::{Problem, Source, load};
use crate::app::words::Pane;
use crate::practice::worksheet::{Kept, Questions};
use crate::practice::{GradedSheet, LeftOver, MarkedLine, Reveal, Verdict};
use std::path::PathBuf;
use std::sync::Arc;

/// The farthest scroll of the right pane; its number of lines is known where they are drawn.
const FARTHEST: usize = 200;

pub fn act(app: &mut App, action: &Action) -> Reply {
    let page = app.frame.page(2);
    let detail = app.pane == Pane::Detail;
    let screen = &mut app.screens.practice.sheets;
    match action {
        Action::Form => app.settings.form = app.settings.form.next(),
        Action::Reload => return reload(app),
        Action::Back if detail => return Reply::Pass,
        Action::Back if screen.open && screen.has_list() => screen.open = false,
        Action::Back => {
            leave(app);
            return Reply::Pass;
        }
        Action::Enter if !screen.open => return open(app),
        Action::Enter => to_next(app),
        Action::ShowStep if screen.open => reveal(app),
        action if detail => return Reply::moved(moves(&mut screen.detail, FARTHEST, page, action)),
        action if screen.open => {
            let last = screen.lines().saturating_sub(1);
            if !moves(&mut screen.line, last, page, action) {
                return Reply::Pass;
            }
            (screen.detail, screen.shown) = (0, false);
        }
        action => {
            let last = screen.marked.len().saturating_sub(1);
            if !moves(&mut screen.cursor, last, page, action) {
                return Reply::Pass;
            }
            screen.detail = 0;
        }
    }
    Reply::Taken
}

fn open(app: &mut App) -> Reply {
    let mut screen = std::mem::take(&mut app.screens.practice.sheets);
    if screen.sheet().is_none() {
        app.screens.practice.sheets = screen;
        app.say("There is no sheet to open.");
        return Reply::Taken;
    }
    (screen.open, screen.line, screen.detail, screen.shown) = (true, 0, 0, false);
    show(app, screen);
    Reply::Taken
}

/// Selects the next line that is not right; lines that answer no step count, too.
fn to_next(app: &mut App) {
    app.pane = Pane::Master;
    let screen = &mut app.screens.practice.sheets;
    match screen.next_wrong() {
        Some(to) => (screen.line, screen.detail, screen.shown) = (to, 0, false),
        None => app.say("No other line is wrong, open or not marked."),
    }
}

fn reveal(app: &mut App) {
    let screen = &mut app.screens.practice.sheets;
    if screen.keeps_back() {
        app.say(Kept::Never.to_string());
    } else {
        screen.shown = !screen.shown;
    }
}

fn reload(app: &mut App) -> Reply {
    let Some(sheets) = app.screens.practice.sheets.sheets.clone() else { return Reply::Pass };
    let exercises = Exercises::Files(sheets.exercises.paths(), sheets.exercises.reach);
    Reply::Job(read(app, sheets.paths.clone(), exercises, false))
}

/// Opens answer sheets on screen 7. Asks once before leaving an unfinished exercise. If `data` is set, a file that is not an
/// answer sheet is opened as data.
pub fn open_sheets(app: &mut App, paths: Vec<PathBuf>, exercises: Exercises, data: bool) -> Option<Job> {
    if stays(app, "Open the sheet again to leave it.") {
        return None;
    }
    Some(read(app, paths, exercises, data))
}

fn read(app: &mut App, paths: Vec<PathBuf>, exercises: Exercises, data: bool) -> Job {
    start(app, "marking …", move || graded::open(paths, exercises, data), take)
}

fn take(app: &mut App, found: SheetsFound) -> Option<Job> {
    match found {
        SheetsFound::Opened { sheets, graded_sheets } => match graded_sheets {
            Ok(graded_sheets) => {
                let screen = SheetsScreen {
                    open: graded_sheets.marked.len() == 1,
                    marked: graded_sheets.marked,
                    taught: graded_sheets.taught,
                    warnings: graded_sheets.warnings,
                    sheets: Some(sheets),
                    ..SheetsScreen::default()
                };
                show(app, screen);
            }
            Err(problem) => refuse(app, sheets.paths.first().cloned(), problem),
        },
        SheetsFound::Refused(path, problem) => refuse(app, path, *problem),
        SheetsFound::Data(path) => return load(app, Source::File(path)),
    }
    None
}

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
    (app.screen, app.pane) = (ScreenId::Practice, Pane::Master);
}

fn refuse(app: &mut App, path: Option<PathBuf>, problem: Problem) {
    let order = Source::File(path.unwrap_or_default()).into();
    app.show(ProblemDialog::new(order, problem));
}

fn leave(app: &mut App) {
    app.screens.practice.sheets = SheetsScreen::default();
    app.screens.practice.view = View::Worksheet;
    app.session.sealed = false;
}

#[derive(Clone, Debug, Default)]
pub struct SheetsScreen {
    pub(crate) sheets: Option<Arc<Sheets>>,
    pub marked: Vec<GradedSheet>,
    pub(crate) taught: Vec<Arc<AnsweredExercise>>,
    pub warnings: Vec<String>,
    pub cursor: usize,
    pub open: bool,
    /// The selected line of the open sheet: a step, or, below the steps, a line that answers none.
    pub line: usize,
    pub detail: usize,
    pub shown: bool,
}

#[derive(Clone, Copy, Debug)]
pub enum SheetLine<'a> {
    Step(&'a MarkedLine),
    Other(&'a LeftOver),
}

impl SheetsScreen {
    pub fn sheet(&self) -> Option<&GradedSheet> {
        self.marked.get(self.cursor)
    }

    pub(crate) fn lines(&self) -> usize {
        self.sheet().map_or(0, |sheet| sheet.lines.len() + sheet.left_over.len())
    }

    pub fn line(&self, at: usize) -> Option<SheetLine<'_>> {
        let sheet = self.sheet()?;
        let other = || sheet.left_over.get(at.checked_sub(sheet.lines.len())?).map(SheetLine::Other);
        sheet.lines.get(at).map(SheetLine::Step).or_else(other)
    }

    pub fn taught(&self, sheet: &GradedSheet) -> Option<&AnsweredExercise> {
        let taught = self.taught.iter().find(|taught| Arc::ptr_eq(&taught.exercise, &sheet.answered));
        taught.map(Arc::as_ref)
    }

    pub fn questions(&self) -> Option<&Arc<Questions>> {
        Some(&self.taught(self.sheet()?)?.questions)
    }

    /// Returns the next line of the open sheet that is not right; after the last line, it starts from the top.
    pub(crate) fn next_wrong(&self) -> Option<usize> {
        let is_open = |at: &usize| match self.line(*at) {
            Some(SheetLine::Step(line)) => {
                !matches!(line.marked.verdict, Verdict::Correct | Verdict::Noted) || line.answer.is_none()
            }
            Some(SheetLine::Other(_)) => true,
            None => false,
        };
        (self.line + 1..self.lines()).chain(0..self.line).find(is_open)
    }

    /// Whether the exercise of the selected sheet never shows its answers.
    pub(crate) fn keeps_back(&self) -> bool {
        self.questions().is_some_and(|questions| never_shows(questions))
    }

    pub fn has_list(&self) -> bool {
        self.marked.len() != 1
    }

    pub fn exercises(&self) -> impl Iterator<Item = &str> {
        self.sheets.iter().flat_map(|sheets| sheets.exercises.ids())
    }

    pub fn scopes(&self, pane: Pane) -> &'static [Scope] {
        use Scope::{Always, Detail, Everywhere, List, Page, Sheet, Sheets};
        match pane {
            Pane::Master if self.open => &[List, Sheet, Page, Everywhere, Always],
            Pane::Master => &[List, Sheets, Page, Everywhere, Always],
            Pane::Detail if self.open => &[Detail, Sheet, Page, Everywhere, Always],
            Pane::Detail => &[Detail, Sheets, Page, Everywhere, Always],
        }
    }

    pub fn reading(&self) -> &'static str {
        match (self.open, self.sheet()) {
            (true, Some(sheet)) if sheet.first_wrong.is_some() => {
                "Enter: the next line that is not right. F5: mark the file again."
            }
            (true, _) => "a: show the answer for a line. F5: mark the file again.",
            (false, None) => "Fix a sheet and save it. F5: mark it again.",
            (false, Some(_)) => "Each sheet with its marks. Enter: open one. F5: mark them again.",
        }
    }
}

fn never_shows(questions: &Questions) -> bool {
    questions.exercise.as_ref().is_some_and(|exercise| exercise.rules.reveal == Reveal::Never)
}
