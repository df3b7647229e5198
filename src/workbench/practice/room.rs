//! Room 7: the worksheet of the case in hand.

use std::sync::Arc;

use super::super::action::Action;
use super::super::app::{App, Pane, Room};
use super::super::desk::Pick;
use super::super::field::{Edit, Field};
use super::super::frame::Shape;
use super::super::job::Job;
use super::super::keys::Scope;
use super::super::overlay::Reply;
use super::super::start::moved;
use super::super::{explain, update};
use super::ask::{Answered, Ask};
use super::check::start;
use super::find_error::{self, FindScreen};
use super::projector;
use super::view::View;
use crate::model::Case;
use crate::practice::Worksheet;
use crate::practice::worksheet::{Kind, Level, Line, OFFERED, Question, Questions};

/// The worksheet, the marked line and what is typed.
#[derive(Clone, Debug, Default)]
pub struct PracticeScreen {
    sheet: Option<Worksheet>,
    /// What is shown.
    pub view: View,
    /// Find the error.
    pub find: FindScreen,
    /// How much of the next worksheet is filled in.
    pub level: Level,
    /// The marked line.
    pub cursor: usize,
    /// The first line shown on the right.
    pub detail: usize,
    /// The answer that is typed, while one is.
    pub field: Option<Field>,
    /// Whether it is told why the marked line is worked out so.
    pub why: bool,
    /// Whether all was asked to be shown, once.
    asked_all: bool,
}

impl PracticeScreen {
    /// The worksheet, if it is of the case and the model on the desk.
    pub fn sheet(&self, app: &App) -> Option<&Worksheet> {
        let same = |sheet: &&Worksheet| {
            let (questions, desk) = (&sheet.questions, &app.desk);
            desk.fitted().is_some_and(|fitted| Arc::ptr_eq(fitted, &questions.fitted))
                && desk.case.as_ref().is_some_and(|case| Arc::ptr_eq(case, &questions.case))
        };
        self.sheet.as_ref().filter(same)
    }

    /// The marked line and what is asked there.
    pub fn marked(&self) -> Option<(&Line, &Question)> {
        let sheet = self.sheet.as_ref()?;
        sheet.lines.get(self.cursor).zip(sheet.questions.list.get(self.cursor))
    }

    /// Whether the marked line wants an answer.
    fn is_open(&self) -> bool {
        self.marked().is_some_and(|(line, _)| line.is_open())
    }

    /// The scopes whose keys hold.
    pub fn scopes(&self, pane: Pane) -> &'static [Scope] {
        if self.view == View::FindError {
            return self.find.scopes(pane);
        }
        use Scope::{Always, Blank, Detail, Everywhere, List, Page, Practice, TypedAnswer, WithoutStages};
        match pane {
            Pane::Master if self.field.is_some() => &[TypedAnswer, Always],
            Pane::Master if self.is_open() => &[List, Blank, Practice, Page, WithoutStages, Always],
            Pane::Master => &[List, Practice, Page, Everywhere, Always],
            Pane::Detail => &[Detail, Practice, Page, Everywhere, Always],
        }
    }

    /// Whether an answer is typed.
    pub fn typing(&self) -> bool {
        let field = if self.view == View::FindError { &self.find.field } else { &self.field };
        field.is_some()
    }

    /// How to read the left pane.
    pub fn reading(&self) -> &'static str {
        if self.view == View::FindError {
            return self.find.reading();
        }
        let Some(sheet) = &self.sheet else { return "The steps of the case in hand, as questions." };
        let misses = self.marked().map_or(0, |(line, _)| line.misses);
        match sheet.level {
            _ if self.field.is_some() => "A fraction, a decimal, a percentage or a product. Enter checks it.",
            Level::Worked => "All is worked out. v leaves lines blank for you.",
            _ if sheet.is_done() => "Every line is filled in. n: the next case. v: more or fewer blanks.",
            _ if !self.is_open() => "Enter goes to the next blank line.",
            _ if misses >= OFFERED => "s shows this step; i gives a hint, or just go on: nothing is locked.",
            _ if self.marked().is_some_and(|(_, question)| question.kind == Kind::Class) => {
                "Enter begins to type the name of the class."
            }
            _ => "Type what belongs on the marked line. i gives a hint.",
        }
    }

    fn first_open(&mut self) {
        let open = self.sheet.as_ref().and_then(|sheet| sheet.lines.iter().position(Line::is_open));
        (self.cursor, self.detail, self.field) = (open.unwrap_or(0), 0, None);
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

/// Comes into the room from anywhere; Esc goes back there.
pub fn go(app: &mut App) -> Option<Job> {
    match app.desk.blocked(Room::Practice) {
        Some(why) => {
            app.say(why);
            None
        }
        None if app.room == Room::Practice => {
            app.pane = Pane::Master;
            None
        }
        None => update::descend(app, Room::Practice, Pane::Master),
    }
}

/// Has the questions about the case on the desk made, unless they are there.
pub fn refresh(app: &mut App) -> Option<Job> {
    if app.screens.practice.sheet(app).is_some() {
        return None;
    }
    let (fitted, case) = (Arc::clone(app.desk.fitted()?), app.desk.case.clone()?);
    Some(start(app, Ask::Sheet { fitted, case }))
}

/// Takes what is said of an answer.
pub(super) fn answered(app: &mut App, answered: Answered) {
    let Answered { questions, line, told } = answered;
    let alone = app.frame.shape() == Shape::One;
    let ascii = app.settings.ascii;
    let Some(sheet) = &mut app.screens.practice.sheet else { return };
    if !Arc::ptr_eq(&sheet.questions, &questions) {
        return;
    }
    match told {
        Ok(told) => {
            let marked = &told.checked.marked;
            let sign = if ascii { marked.verdict.ascii() } else { marked.verdict.glyph() };
            let said = format!("{sign} {}", marked.message);
            sheet.take(line, told);
            // Where one pane fits, the card is on the other one.
            if alone {
                app.say(said);
            }
        }
        Err(why) => app.say(why),
    }
}

/// Takes an action.
pub fn act(app: &mut App, action: &Action) -> Reply {
    let detail = app.pane == Pane::Detail;
    // Where one pane fits, what the other one says is said in the sentence, too.
    let alone = app.frame.shape() == Shape::One && !detail;
    let page = app.frame.lines().saturating_sub(2).max(1);
    if matches!(action, Action::Form) {
        app.settings.form = app.settings.form.next();
        return Reply::Taken;
    }
    if app.screens.practice.sheet(app).is_none() {
        return Reply::Pass;
    }
    match action {
        Action::FindError if !app.screens.practice.typing() => return find_error::toggle(app),
        Action::Project => return projector::ask(app),
        action if app.screens.practice.view == View::FindError => return find_error::act(app, action),
        _ => {}
    }
    let screen = &mut app.screens.practice;
    let asked_all = std::mem::take(&mut screen.asked_all);
    if screen.field.is_some() {
        return typed(app, action);
    }
    let (cursor, Some(sheet)) = (screen.cursor, &mut screen.sheet) else { return Reply::Pass };
    match action {
        Action::Edit(Edit::Insert(c)) => screen.field = Some(Field::new(c.to_string())),
        Action::Enter => return enter(app),
        Action::Hint if sheet.lines.get(cursor).is_some_and(Line::is_open) => {
            sheet.hint(cursor);
            let grade = sheet.lines.get(cursor).map_or(0, |line| line.hints);
            let hint = sheet.questions.hint(cursor, grade).filter(|_| alone);
            hint.into_iter().for_each(|hint| app.say(hint));
        }
        Action::ShowStep if sheet.lines.get(cursor).is_some_and(Line::is_open) => sheet.show(cursor),
        Action::Hint | Action::ShowStep => {
            app.say("Nothing is wanted on this line: Enter goes to the next blank.")
        }
        Action::ShowSteps if asked_all => sheet.show_all(),
        Action::ShowSteps if sheet.is_done() => app.say("Nothing is blank. v leaves lines blank for you."),
        Action::ShowSteps => {
            screen.asked_all = true;
            app.say("A once more shows every blank line.");
        }
        Action::WhyFormula => {
            screen.why = !screen.why;
            let why = Some(sheet.questions.reason(cursor)).filter(|_| alone && screen.why);
            why.into_iter().for_each(|why| app.say(why));
        }
        Action::NextLevel => {
            sheet.set_level(sheet.level.next());
            screen.level = sheet.level;
            let said = format!("Level: {}.", sheet.level.word());
            screen.first_open();
            app.say(said);
        }
        Action::SameAgain => {
            sheet.again();
            screen.first_open();
        }
        Action::NextCase => return next_case(app),
        action if detail => {
            /// How far the lines reach is known where they are drawn.
            const FARTHEST: usize = 200;
            match moved(screen.detail, FARTHEST, page, action) {
                Some(to) => screen.detail = to,
                None => return Reply::Pass,
            }
        }
        action => match moved(cursor, sheet.lines.len().saturating_sub(1), page, action) {
            Some(to) => (screen.cursor, screen.detail) = (to, 0),
            None => return Reply::Pass,
        },
    }
    Reply::Taken
}

/// On a blank line typing begins, with the answer that was wrong; on any other the next blank line is marked.
fn enter(app: &mut App) -> Reply {
    let screen = &mut app.screens.practice;
    app.pane = Pane::Master;
    if let Some((line, _)) = screen.marked().filter(|(line, _)| line.is_open()) {
        let before = line.told.as_ref().map(|told| told.checked.answer.typed.clone());
        screen.field = Some(Field::new(before.unwrap_or_default()));
        return Reply::Taken;
    }
    match screen.sheet.as_ref().and_then(|sheet| sheet.next_open(screen.cursor)) {
        Some(to) => (screen.cursor, screen.detail) = (to, 0),
        None => app.say("No line is blank. n: the next case. v: more or fewer blanks."),
    }
    Reply::Taken
}

/// While an answer is typed.
fn typed(app: &mut App, action: &Action) -> Reply {
    let screen = &mut app.screens.practice;
    let (Some(field), Some(sheet)) = (&mut screen.field, &screen.sheet) else { return Reply::Pass };
    match action {
        Action::Edit(edit) => field.edit(*edit),
        Action::Paste(text) => {
            if !field.paste(text) {
                app.say("That is too long for an answer.");
            }
        }
        Action::Back => screen.field = None,
        Action::Enter => {
            let typed = field.text().trim().to_owned();
            let (questions, line) = (Arc::clone(&sheet.questions), screen.cursor);
            let wrong = sheet.wrong(line);
            (screen.field, screen.detail) = (None, 0);
            if !typed.is_empty() {
                return Reply::Job(start(app, Ask::Answer { questions, line, typed, wrong }));
            }
        }
        _ => return Reply::Pass,
    }
    Reply::Taken
}

/// Takes the next row of the data in hand.
fn next_case(app: &mut App) -> Reply {
    let Some(fitted) = app.desk.fitted().cloned() else { return Reply::Pass };
    let rows = fitted.data.table.rows();
    let now = match &app.desk.pick {
        Pick::Row(row) => Some(*row),
        _ => app.desk.case.as_ref().and_then(|case| case.row),
    };
    let from = now.map_or(0, |row| row + 1);
    let mut after = (from..rows).chain(0..from.min(rows));
    match after.find(|row| Case::from_row(&fitted, *row).is_ok()) {
        Some(row) => {
            explain::take_up(app, Pick::Row(row));
            Reply::of(refresh(app))
        }
        None => {
            app.say("The data have no other case.");
            Reply::Taken
        }
    }
}
