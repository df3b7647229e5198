//! Screen 7: the worksheet of the case in hand.

use std::collections::VecDeque;
use std::sync::Arc;

use super::super::app::{App, Pane};
use super::super::field::Field;
use super::super::frame::Shape;
use super::super::job::{Job, Lane};
use super::super::keys::Scope;
use super::super::screen_id::ScreenId;
use super::super::update;
use super::find_error::FindScreen;
use super::in_hand::{self, InHand};
use super::sheets::SheetsScreen;
use super::start;
use super::view::View;
use crate::practice::worksheet::{Level, Line, LineFeedback, Question, Questions};
use crate::practice::{Verdict, Worksheet};

/// The worksheet, the marked line and what is typed.
#[derive(Clone, Debug, Default)]
pub struct PracticeScreen {
    /// What the screen shows.
    pub view: View,
    /// The answer sheets, while they are shown.
    pub sheets: SheetsScreen,
    pub(super) sheet: Option<Worksheet>,
    /// Find the error.
    pub find: FindScreen,
    /// The exercise in hand; without one the worksheet is of the case of the session.
    pub exercise: Option<InHand>,
    /// How much of the next worksheet is filled in.
    pub level: Level,
    /// The marked line.
    pub cursor: usize,
    /// The first line shown on the right.
    pub detail: usize,
    /// The answer that is typed, while one is.
    pub field: Option<Field>,
    /// What is told of why the marked line is worked out so.
    pub why: Why,
    /// Whether the right pane shows the data in the place of the marked line.
    pub data: bool,
    /// The level of a worksheet that is to be made when the data are there.
    pub wanted: Option<Level>,
    /// The line whose answer is being checked, and the answers that were typed in the meantime, in order.
    pub(super) checking: Option<usize>,
    pub(super) ahead: VecDeque<(usize, String)>,
    /// Whether all was asked to be shown, once.
    pub(super) asked_all: bool,
    /// Whether it was asked, once, to leave it unfinished.
    pub(super) asked_to_leave: bool,
}

/// What is told of the reason of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Why {
    /// Nothing.
    #[default]
    No,
    /// The exercise's own question.
    Asked,
    /// The reason.
    LineFeedback,
}

impl PracticeScreen {
    /// The worksheet, if it is of the exercise in hand, or else of the case and the model of the session.
    pub fn sheet(&self, app: &App) -> Option<&Worksheet> {
        let same = |sheet: &&Worksheet| {
            let (questions, session) = (&sheet.questions, &app.session);
            let of_case = || session.case.as_ref().zip(questions.case.as_ref());
            self.exercise.is_some()
                || session.fitted().is_some_and(|fitted| Arc::ptr_eq(fitted, &questions.fitted))
                    && of_case().is_some_and(|(session, own)| Arc::ptr_eq(session, own))
        };
        self.sheet.as_ref().filter(same)
    }

    /// The marked line and what is asked there.
    pub fn marked(&self) -> Option<(&Line, &Question)> {
        let sheet = self.sheet.as_ref()?;
        sheet.lines.get(self.cursor).zip(sheet.questions.list.get(self.cursor))
    }

    /// Whether the marked line wants an answer.
    pub(super) fn is_open(&self) -> bool {
        self.marked().is_some_and(|(line, _)| line.is_open())
    }

    /// Whether any line wants an answer: what begins one is typed there, and leads to no other screen.
    fn has_open(&self) -> bool {
        self.sheet.as_ref().is_some_and(|sheet| !sheet.is_done())
    }

    /// The scopes whose keys hold.
    pub fn scopes(&self, pane: Pane) -> &'static [Scope] {
        if self.view == View::FindError {
            return self.find.scopes(pane);
        }
        use Scope::{Always, Blank, Detail, Everywhere, List, Page, Practice, TypedAnswer, WithoutStages};
        match pane {
            pane if self.view == View::Sheets => self.sheets.scopes(pane),
            Pane::Master if self.field.is_some() => &[TypedAnswer, Always],
            Pane::Master if self.has_open() => &[List, Blank, Practice, Page, WithoutStages, Always],
            Pane::Master => &[List, Practice, Page, Everywhere, Always],
            Pane::Detail => &[Detail, Practice, Page, Everywhere, Always],
        }
    }

    /// Whether an answer is typed.
    pub fn typing(&self) -> bool {
        let field = if self.view == View::FindError { &self.find.field } else { &self.field };
        field.is_some()
    }

    /// Marks another line; what was told of the one before is told no longer.
    pub(super) fn mark(&mut self, line: usize) {
        (self.cursor, self.detail, self.why) = (line, 0, Why::No);
    }

    /// The line that takes what is typed now: the marked one, or behind an answer that is taken or being checked the next
    /// one that is open.
    pub(super) fn line_to_type(&self, busy: bool) -> usize {
        let waits =
            |at: usize| busy && (self.checking == Some(at) || self.ahead.iter().any(|(line, _)| *line == at));
        let Some(sheet) = &self.sheet else { return self.cursor };
        let wants = |at: &usize| sheet.lines.get(*at).is_some_and(Line::is_open) && !waits(*at);
        let lines = (self.cursor..sheet.lines.len()).chain(0..self.cursor);
        lines.into_iter().find(wants).unwrap_or(self.cursor)
    }

    pub(super) fn first_open(&mut self) {
        (self.checking, self.ahead) = (None, VecDeque::new());
        let open = self.sheet.as_ref().and_then(|sheet| sheet.lines.iter().position(Line::is_open));
        self.mark(open.unwrap_or(0));
        self.field = None;
    }

    /// Takes the questions about a case.
    pub(super) fn take(&mut self, questions: Arc<Questions>) {
        self.sheet = Some(match &self.sheet {
            Some(before) => before.next(questions),
            None => Worksheet::new(questions, self.level),
        });
        self.view = View::Worksheet;
        self.first_open();
    }
}

/// Comes to the screen from anywhere; Esc goes back there.
pub fn go(app: &mut App) -> Option<Job> {
    // Sheets are there without data, too, where none of them could be marked.
    let sheets = app.screens.practice.view == View::Sheets;
    match app.session.blocked(ScreenId::Practice).filter(|_| !sheets) {
        Some(why) => {
            app.say(why);
            None
        }
        None if app.room == ScreenId::Practice => {
            app.pane = Pane::Master;
            None
        }
        None => update::descend(app, ScreenId::Practice, Pane::Master),
    }
}

/// Goes to the worksheet that was asked for before there were data.
pub fn begin(app: &mut App, level: Level) -> Option<Job> {
    app.screens.practice.level = level;
    app.room = ScreenId::Practice;
    refresh(app)
}

/// Has the questions about the case of the session made, unless they are there.
pub fn refresh(app: &mut App) -> Option<Job> {
    let screen = &app.screens.practice;
    if screen.view != View::Worksheet || screen.sheet(app).is_some() {
        return None;
    }
    let (fitted, case) = (Arc::clone(app.session.fitted()?), app.session.case.clone()?);
    let work = move || Questions::new(fitted, case);
    Some(start(app, "making the worksheet …", work, |app, questions| {
        match questions {
            Ok(questions) => app.screens.practice.take(Arc::new(questions)),
            Err(error) => app.say(error.to_string()),
        }
        None
    }))
}

/// Has an answer checked; one that was typed while another is being checked waits for it.
pub(super) fn check(app: &mut App, line: usize, typed: String) -> Option<Job> {
    let busy = app.jobs.waits_for(Lane::Practice);
    let screen = &mut app.screens.practice;
    if busy && screen.checking.is_some() {
        screen.ahead.push_back((line, typed));
        return None;
    }
    screen.ahead.clear();
    next_check(app, line, typed)
}

fn next_check(app: &mut App, line: usize, typed: String) -> Option<Job> {
    let screen = &mut app.screens.practice;
    let sheet = screen.sheet.as_ref()?;
    let (questions, others) = (Arc::clone(&sheet.questions), sheet.others(line));
    screen.checking = Some(line);
    let sign = app.settings.sign;
    let work = move || {
        let told = sign.while_writing(|| questions.check(line, &typed, &others));
        (told.map(Arc::new).map_err(|error| error.to_string()), questions)
    };
    Some(start(app, "checking …", work, move |app, (told, questions)| {
        answered(app, &questions, line, told)
    }))
}

/// Takes what is said of an answer, and has the next one checked that was typed in the meantime.
fn answered(
    app: &mut App,
    questions: &Arc<Questions>,
    line: usize,
    told: Result<Arc<LineFeedback>, String>,
) -> Option<Job> {
    let alone = app.frame.shape() == Shape::One;
    let ascii = app.settings.ascii;
    let sheet = app.screens.practice.sheet.as_mut()?;
    if !Arc::ptr_eq(&sheet.questions, questions) {
        return None;
    }
    match told {
        Ok(told) => {
            let marked = &told.checked.marked;
            let sign = if ascii { marked.verdict.ascii() } else { marked.verdict.glyph() };
            let said = format!("{sign} {}", marked.message);
            let right = matches!(marked.verdict, Verdict::Correct | Verdict::Noted);
            sheet.take(line, told);
            let screen = &mut app.screens.practice;
            screen.data = false;
            if !right {
                // What is wrong is looked at now, and there is no room for both.
                screen.why = Why::No;
            }
            // Where one pane fits, the card is on the other one.
            if alone {
                app.say(said);
            }
        }
        Err(why) => app.say(why),
    }
    in_hand::seal(app);
    app.screens.practice.checking = None;
    let (line, typed) = app.screens.practice.ahead.pop_front()?;
    next_check(app, line, typed)
}
