//! The state of screen 7: the worksheet of this case, the selected line and the typed text; or a solution with an error.

use crate::app::key::Field;
use crate::app::keys::Scope;
use crate::app::prelude::*;
use crate::app::screens::practice::opening::InHand;
use crate::app::screens::practice::sheets::SheetsScreen;
use crate::app::screens::start::state as start_list;
use crate::app::session::Session;
use crate::app::words::Pane;
use crate::practice::Worksheet;
use crate::practice::find_error::{Errors, FindError, Solution, Stage};
use crate::practice::worksheet::{Kind, Level, Line, Question, Questions, Score};
use crate::recipe::folded;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    #[default]
    Worksheet,
    FindError,
    Sheets,
}

#[derive(Clone, Debug, Default)]
pub struct PracticeScreen {
    pub view: View,
    pub sheets: SheetsScreen,
    pub(crate) sheet: Option<Worksheet>,
    pub find: FindScreen,
    /// The open exercise; `None` if the worksheet is about the case of the session.
    pub exercise: Option<InHand>,
    pub level: Level,
    pub cursor: usize,
    pub detail: usize,
    /// Whether the user is typing: then an open selected line has a field, and no printable key is a command.
    pub writing: bool,
    pub field: Option<Field>,
    pub(crate) drafts: BTreeMap<usize, String>,
    pub why: Why,
    pub data: bool,
    pub wanted: Option<Level>,
    /// The line whose answer is being checked, and the answers typed in the meantime, in order.
    pub(crate) checking: Option<usize>,
    pub(crate) ahead: VecDeque<(usize, String)>,
    pub(crate) asked_all: bool,
    pub(crate) asked_again: bool,
    pub(crate) asked_to_leave: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Why {
    #[default]
    No,
    Asked,
    Reason,
}

impl PracticeScreen {
    /// Returns the worksheet, if it is that of the open exercise, or of the case and the model of the session.
    pub fn sheet(&self, session: &Session) -> Option<&Worksheet> {
        let same = |sheet: &&Worksheet| {
            let questions = &sheet.questions;
            let of_case = || session.case.as_ref().zip(questions.case.as_ref());
            self.exercise.is_some()
                || session.fitted().is_some_and(|fitted| Arc::ptr_eq(fitted, &questions.fitted))
                    && of_case().is_some_and(|(session, own)| Arc::ptr_eq(session, own))
        };
        self.sheet.as_ref().filter(same)
    }

    pub fn typing(&self) -> bool {
        match self.view {
            View::FindError => self.find.field.is_some(),
            View::Worksheet => self.writing,
            View::Sheets => false,
        }
    }

    pub fn game(&self, session: &Session) -> Option<&FindError> {
        self.find.game(self.sheet(session)?)
    }

    pub fn shows_sheets(&self) -> bool {
        self.view == View::Sheets
    }

    pub fn marked(&self) -> Option<(&Line, &Question)> {
        let sheet = self.sheet.as_ref()?;
        sheet.lines.get(self.cursor).zip(sheet.questions.list.get(self.cursor))
    }

    pub(crate) fn is_open(&self) -> bool {
        self.marked().is_some_and(|(line, _)| line.is_open())
    }

    pub fn scopes(&self, pane: Pane) -> &'static [Scope] {
        if self.view == View::FindError {
            return self.find.scopes(pane);
        }
        use Scope::{
            Always, AnswerLines, ClassList, Detail, Everywhere, Filled, List, Page, Practice, TypedAnswer,
        };
        match pane {
            pane if self.view == View::Sheets => self.sheets.scopes(pane),
            Pane::Master if self.field.is_some() && self.asks_for_class() => {
                &[ClassList, AnswerLines, TypedAnswer, Always]
            }
            Pane::Master if self.field.is_some() => &[AnswerLines, TypedAnswer, Always],
            Pane::Master if self.writing => &[AnswerLines, Filled, Always],
            Pane::Master => &[List, Practice, Page, Everywhere, Always],
            Pane::Detail => &[Detail, Practice, Page, Everywhere, Always],
        }
    }

    pub fn asks_for_class(&self) -> bool {
        self.marked().is_some_and(|(_, question)| question.kind == Kind::Class)
    }

    /// Returns the class in the field: the one of that name, else the first whose name begins with it.
    pub fn chosen(&self) -> Option<usize> {
        let field = self.field.as_ref().filter(|_| self.asks_for_class())?;
        class_of(&self.sheet.as_ref()?.questions, field.text())
    }

    pub(crate) fn has_draft(&self) -> bool {
        let in_field = |field: &Field| !field.is_selected() && !field.text().is_empty();
        !self.drafts.is_empty() || self.field.as_ref().is_some_and(in_field)
    }

    pub fn draft(&self, line: usize) -> Option<&str> {
        self.drafts.get(&line).map(String::as_str)
    }

    /// Selects another line; hides the feedback of the previous one and keeps its draft.
    pub(crate) fn mark(&mut self, line: usize) {
        self.close_field();
        (self.cursor, self.detail, self.why) = (line, 0, Why::No);
        self.open_field();
    }

    /// Opens the field of the selected line, while typing and if the line is open: with its draft, or with the last answer
    /// selected.
    pub(crate) fn open_field(&mut self) {
        if !self.writing || self.field.is_some() || self.waits(self.cursor) {
            return;
        }
        let Some((line, _)) = self.marked().filter(|(line, _)| line.is_open()) else { return };
        let before = line.told.as_ref().map(|told| told.answer.typed.clone());
        self.field = Some(match self.drafts.remove(&self.cursor) {
            Some(draft) => Field::new(draft),
            None => Field::selected(before.unwrap_or_default()),
        });
    }

    /// Closes the field of the selected line and keeps the draft.
    pub(crate) fn close_field(&mut self) {
        let Some(field) = self.field.take() else { return };
        let told = self.marked().and_then(|(line, _)| line.told.clone());
        let typed = field.text().trim();
        if !typed.is_empty() && told.is_none_or(|told| told.answer.typed.trim() != typed) {
            self.drafts.insert(self.cursor, typed.to_owned());
        }
    }

    pub(crate) fn waits(&self, line: usize) -> bool {
        self.checking == Some(line) || self.ahead.iter().any(|(at, _)| *at == line)
    }

    /// Returns the next open line whose answer is not being checked.
    pub(crate) fn next_to_write(&self) -> Option<usize> {
        let sheet = self.sheet.as_ref()?;
        let wants = |at: &usize| sheet.lines.get(*at).is_some_and(Line::is_open) && !self.waits(*at);
        (self.cursor + 1..sheet.lines.len()).chain(0..=self.cursor).find(wants)
    }

    /// Continues typing on return to the worksheet, if the selected line is open.
    pub(crate) fn come_back(&mut self) {
        self.writing |= self.view == View::Worksheet && self.is_open();
        self.open_field();
    }

    pub(crate) fn first_open(&mut self) {
        (self.checking, self.ahead, self.field) = (None, VecDeque::new(), None);
        self.drafts.clear();
        let open = self.sheet.as_ref().and_then(|sheet| sheet.lines.iter().position(Line::is_open));
        self.writing = open.is_some();
        self.mark(open.unwrap_or(0));
    }

    pub(crate) fn take(&mut self, questions: Arc<Questions>) {
        self.sheet = Some(match &self.sheet {
            Some(before) => before.next(questions),
            None => Worksheet::new(questions, self.level),
        });
        self.view = View::Worksheet;
        self.first_open();
    }
}

#[derive(Clone, Debug, Default)]
pub struct FindScreen {
    pub(crate) errors: Option<Arc<Errors>>,
    pub(crate) game: Option<FindError>,
    pub(crate) turn: u64,
    pub cursor: usize,
    pub detail: usize,
    pub field: Option<Field>,
}

#[derive(Clone, Debug)]
pub struct DrawnSolution {
    pub errors: Arc<Errors>,
    pub turn: u64,
    pub solution: Option<Arc<Solution>>,
}

impl FindScreen {
    fn game(&self, sheet: &Worksheet) -> Option<&FindError> {
        self.game.as_ref().filter(|game| Arc::ptr_eq(game.questions(), &sheet.questions))
    }

    fn stage(&self) -> Stage {
        self.game.as_ref().map(|game| game.stage).unwrap_or_default()
    }

    pub fn scopes(&self, pane: Pane) -> &'static [Scope] {
        use Scope::{Always, Detail, Everywhere, FindError, List, Page, TypedAnswer};
        match pane {
            Pane::Master if self.field.is_some() => &[TypedAnswer, Always],
            Pane::Master => &[List, FindError, Page, Everywhere, Always],
            Pane::Detail => &[Detail, FindError, Page, Everywhere, Always],
        }
    }

    pub fn reading(&self) -> &'static str {
        match self.stage() {
            _ if self.field.is_some() => "Type the right value of the line. Enter: check. Esc: commands.",
            Stage::Looking => "There is one mistake. Enter: pick the first wrong line. i: hint.",
            Stage::Mending => "Enter: edit the wrong line. i: hint. a: show it.",
            Stage::Mended | Stage::Shown => "n: the next one. R: the same again. E: back to the worksheet.",
        }
    }

    pub(crate) fn write(&mut self) {
        let Some(game) = &self.game else { return };
        (self.cursor, self.detail) = (game.solution.first, 0);
        let before = game.told.as_ref().map(|told| told.answer.typed.clone());
        self.field = Some(Field::selected(before.unwrap_or_default()));
    }

    pub(crate) fn take(&mut self, drawn: DrawnSolution) {
        let Some(solution) = drawn.solution else { return };
        let score = self.game.as_ref().map_or_else(Score::default, |game| game.score);
        self.game = Some(FindError::new(solution, score));
        (self.errors, self.turn) = (Some(drawn.errors), drawn.turn);
        (self.cursor, self.detail, self.field) = (0, 0, None);
    }
}

/// Returns the class of that name, else the first whose name begins with it; ignores case.
pub(crate) fn class_of(questions: &Questions, typed: &str) -> Option<usize> {
    let typed = folded(typed.trim());
    if typed.is_empty() {
        return None;
    }
    let classes = || questions.fitted.classes.iter().map(|class| folded(class.as_str()));
    classes().position(|name| name == typed).or_else(|| classes().position(|name| name.starts_with(&typed)))
}

pub(crate) fn start<T: Send + 'static>(
    app: &mut App,
    label: impl Into<String>,
    work: impl FnOnce() -> T + Send + 'static,
    taken: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
) -> Job {
    app.jobs.start(Lane::Practice, label, work, |app, found| {
        let job = taken(app, found);
        // With several answers typed ahead, the last one records all.
        job.or_else(|| start_list::worked(app))
    })
}

/// Closes the screens with the answers until the exercise is finished, then opens them. This prevents looking by accident;
/// it is not a lock: other commands can open the file and its data.
pub(crate) fn seal(app: &mut App) {
    let screen = &app.screens.practice;
    let unfinished = screen.sheet.as_ref().is_some_and(|sheet| !sheet.is_done());
    app.session.sealed = screen.exercise.as_ref().is_some_and(|held| unfinished && !held.is_open_book());
}

/// Returns what would be lost of a sheet with open lines: answers that are not saved, or the typed text.
fn lost(app: &App) -> Option<&'static str> {
    let screen = &app.screens.practice;
    let here = screen.exercise.is_some() || app.screen == ScreenId::Practice;
    let sheet = screen.sheet(&app.session).filter(|sheet| here && !sheet.is_done())?;
    if sheet.is_begun() && !start_list::comes_back(app) {
        return Some("its answers are not saved");
    }
    let typed = app.jobs.waits_for(Lane::Practice) || screen.has_draft();
    typed.then_some("your typed text is not checked yet")
}

/// Asks once before leaving an unfinished exercise or worksheet; returns whether it stays.
pub(crate) fn stays(app: &mut App, what: &str) -> bool {
    let Some(lost) = lost(app).filter(|_| !app.screens.practice.asked_to_leave) else { return false };
    app.screens.practice.asked_to_leave = true;
    let of = if app.screens.practice.exercise.is_some() { "exercise" } else { "worksheet" };
    app.say(format!("The {of} is not finished, and {lost}. {what}"));
    true
}

/// Returns whether an action must be stopped, because it would leave something unfinished; asks once. Continuing with the
/// lines cancels the question.
pub(crate) fn stops(app: &mut App, action: &Action) -> bool {
    let here = app.screen == ScreenId::Practice && app.dialogs.is_empty();
    match action {
        Action::Quit => return stays(app, "Press the same key again to quit."),
        Action::Edit(_) | Action::Enter | Action::Up | Action::Down | Action::Hint if here => {
            app.screens.practice.asked_to_leave = false;
        }
        _ => {}
    }
    false
}

/// Leaves an exercise on Esc, and asks once if it is not finished; returns whether Esc was used up.
pub(crate) fn leave(app: &mut App) -> bool {
    // A running check is stopped first.
    if app.screens.practice.exercise.is_none() || app.jobs.busy().is_some() {
        return false;
    }
    if stays(app, "Press Esc again to leave it.") {
        return true;
    }
    let screen = &mut app.screens.practice;
    (screen.exercise, screen.sheet, screen.asked_to_leave) = (None, None, false);
    seal(app);
    false
}
