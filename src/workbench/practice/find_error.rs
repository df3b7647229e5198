//! Screen 7, find the error: which solution is in hand, the marked line and what is typed.

use std::sync::Arc;

use super::super::action::Action;
use super::super::app::{App, Pane};
use super::super::dialog::Reply;
use super::super::field::{Edit, Field};
use super::super::frame::{Shape, moved};
use super::super::keys::Scope;
use super::start;
use super::typed::{self, Typed};
use super::view::View;
use crate::practice::find_error::{Errors, FindError, Solution, Stage};
use crate::practice::worksheet::{LineFeedback, Score};

/// Which solutions come first; the same for everybody, so that a class can talk of its third one.
const SEED: u64 = 1;

/// The solution in hand.
#[derive(Clone, Debug, Default)]
pub struct FindScreen {
    errors: Option<Arc<Errors>>,
    game: Option<FindError>,
    /// How many solutions came before.
    turn: u64,
    /// The marked line.
    pub cursor: usize,
    /// The first line shown on the right.
    pub detail: usize,
    /// What is typed in the place of the wrong line, while it is.
    pub field: Option<Field>,
}

/// A solution that was worked out.
#[derive(Clone, Debug)]
pub struct DrawnSolution {
    /// The mistakes of the case.
    pub errors: Arc<Errors>,
    /// Which solution it is.
    pub turn: u64,
    /// The solution; `None` where no mistake can be put into the case.
    pub solution: Option<Arc<Solution>>,
}

impl FindScreen {
    /// The solution in hand, if it is of the case that the worksheet is about.
    pub fn game(&self, app: &App) -> Option<&FindError> {
        let sheet = app.screens.practice.sheet(app)?;
        self.game.as_ref().filter(|game| Arc::ptr_eq(game.questions(), &sheet.questions))
    }

    fn stage(&self) -> Stage {
        self.game.as_ref().map(|game| game.stage).unwrap_or_default()
    }

    /// The scopes whose keys hold.
    pub fn scopes(&self, pane: Pane) -> &'static [Scope] {
        use Scope::{Always, Blank, Detail, Everywhere, FindError, List, Page, TypedAnswer, WithoutStages};
        match pane {
            Pane::Master if self.field.is_some() => &[TypedAnswer, Always],
            Pane::Master if self.stage() == Stage::Mending => {
                &[List, Blank, FindError, Page, WithoutStages, Always]
            }
            Pane::Master => &[List, FindError, Page, Everywhere, Always],
            Pane::Detail => &[Detail, FindError, Page, Everywhere, Always],
        }
    }

    /// How to read the left pane.
    pub fn reading(&self) -> &'static str {
        match self.stage() {
            _ if self.field.is_some() => "A fraction, a decimal, a percentage or a product. Enter checks it.",
            Stage::Looking => "One mistake is in here. Enter picks the first wrong line; i gives a hint.",
            Stage::Mending => "Type what belongs on the wrong line. i gives a hint.",
            Stage::Mended | Stage::Shown => "n: the next one. r: the same again. E: back to the worksheet.",
        }
    }

    /// Takes a solution.
    pub(super) fn take(&mut self, dealt: DrawnSolution) {
        let Some(solution) = dealt.solution else { return };
        let score = self.game.as_ref().map_or_else(Score::default, |game| game.score);
        self.game = Some(FindError::new(solution, score));
        (self.errors, self.turn) = (Some(dealt.errors), dealt.turn);
        (self.cursor, self.detail, self.field) = (0, 0, None);
    }
}

/// Begins, or goes back to the worksheet.
pub(super) fn toggle(app: &mut App) -> Reply {
    if app.screens.practice.view == View::FindError {
        app.screens.practice.view = View::Worksheet;
        return Reply::Taken;
    }
    if app.screens.practice.find.game(app).is_some() {
        app.screens.practice.view = View::FindError;
        return Reply::Taken;
    }
    let turn = app.screens.practice.find.turn;
    deal(app, turn)
}

/// Has a solution worked out.
fn deal(app: &mut App, turn: u64) -> Reply {
    let Some(sheet) = app.screens.practice.sheet(app) else { return Reply::Pass };
    let questions = Arc::clone(&sheet.questions);
    let errors = app.screens.practice.find.errors.clone();
    let errors = errors.filter(|errors| Arc::ptr_eq(&errors.questions, &questions));
    let work = move || {
        let errors = errors.unwrap_or_else(|| Arc::new(Errors::new(questions)));
        let solution = errors.solution(SEED, turn).map_err(|error| error.to_string());
        solution.map(|solution| DrawnSolution { errors, turn, solution: solution.map(Arc::new) })
    };
    Reply::Job(start(app, "making a mistake …", work, |app, found| {
        dealt(app, found);
        None
    }))
}

/// Takes a solution that was worked out, or why there is none.
fn dealt(app: &mut App, dealt: Result<DrawnSolution, String>) {
    match dealt {
        Ok(dealt) if dealt.solution.is_none() => {
            app.say("No known mistake changes this case at two figures. Try another case.")
        }
        Ok(dealt) => {
            app.screens.practice.view = View::FindError;
            app.pane = Pane::Master;
            app.screens.practice.find.take(dealt);
        }
        Err(why) => app.say(why),
    }
}

/// Takes what is said of an answer in the place of the wrong line.
fn mended(app: &mut App, solution: &Arc<Solution>, told: Result<Arc<LineFeedback>, String>) {
    let alone = app.frame.shape() == Shape::One;
    let Some(game) = &mut app.screens.practice.find.game else { return };
    if !Arc::ptr_eq(&game.solution, solution) {
        return;
    }
    match told {
        Ok(told) => {
            let mut said = told.checked.marked.message.clone();
            game.take(told);
            if game.is_done() {
                said.push_str(" Tab tells what was wrong.");
            }
            if alone {
                app.say(said);
            }
        }
        Err(why) => app.say(why),
    }
}

/// Takes an action.
pub(super) fn act(app: &mut App, action: &Action) -> Reply {
    let (detail, page) = (app.pane == Pane::Detail, app.frame.lines().saturating_sub(2).max(1));
    let alone = app.frame.shape() == Shape::One && !detail;
    if app.screens.practice.find.game(app).is_none() {
        app.screens.practice.view = View::Worksheet;
        return Reply::Taken;
    }
    let screen = &mut app.screens.practice.find;
    if screen.field.is_some() {
        return typed(app, action);
    }
    let Some(game) = &mut screen.game else { return Reply::Pass };
    match action {
        Action::Edit(Edit::Insert(c)) if game.stage == Stage::Mending => {
            (screen.cursor, screen.detail) = (game.solution.first, 0);
            screen.field = Some(Field::new(c.to_string()));
        }
        Action::Enter => return enter(app, alone),
        Action::Hint => {
            let looking = game.stage == Stage::Looking;
            app.settings.sign.while_writing(|| game.hint());
            let hint = game.hints.last().cloned().filter(|_| alone && !game.is_done());
            if looking && game.stage != Stage::Looking {
                screen.cursor = game.solution.first;
            }
            hint.into_iter().for_each(|hint| app.say(hint));
        }
        Action::ShowStep => {
            game.show();
            (screen.cursor, screen.detail) = (game.solution.first, 0);
        }
        Action::SameAgain => {
            game.again();
            (screen.cursor, screen.detail) = (0, 0);
        }
        Action::NextCase => {
            let turn = screen.turn + 1;
            return deal(app, turn);
        }
        Action::Back if !detail && app.jobs.busy().is_none() => return toggle(app),
        action if detail => {
            /// How far the lines reach is known where they are drawn.
            const FARTHEST: usize = 200;
            match moved(screen.detail, FARTHEST, page, action) {
                Some(to) => screen.detail = to,
                None => return Reply::Pass,
            }
        }
        action => match moved(screen.cursor, game.solution.lines.len().saturating_sub(1), page, action) {
            Some(to) => (screen.cursor, screen.detail) = (to, 0),
            None => return Reply::Pass,
        },
    }
    Reply::Taken
}

/// Picks the marked line; where the wrong one is found, typing begins there.
fn enter(app: &mut App, alone: bool) -> Reply {
    app.pane = Pane::Master;
    let screen = &mut app.screens.practice.find;
    let Some(game) = &mut screen.game else { return Reply::Pass };
    match game.stage {
        Stage::Looking => {
            game.pick(screen.cursor);
            screen.detail = 0;
            let said = game.said().filter(|_| alone);
            said.into_iter().for_each(|said| app.say(said));
        }
        Stage::Mending => {
            (screen.cursor, screen.detail) = (game.solution.first, 0);
            let before = game.told.as_ref().map(|told| told.checked.answer.typed.clone());
            screen.field = Some(Field::new(before.unwrap_or_default()));
        }
        Stage::Mended | Stage::Shown => app.say("That was this one. n: the next. E: back to the worksheet."),
    }
    Reply::Taken
}

/// While an answer is typed.
fn typed(app: &mut App, action: &Action) -> Reply {
    let screen = &mut app.screens.practice.find;
    match typed::typed(&mut screen.field, action, &mut app.toast) {
        Typed::Taken => Reply::Taken,
        Typed::Other => Reply::Pass,
        Typed::Answer(typed) => {
            let Some(game) = &screen.game else { return Reply::Pass };
            let solution = Arc::clone(&game.solution);
            let sign = app.settings.sign;
            let work = move || {
                let check = || solution.questions.check(solution.first, &typed, &[]);
                let told = sign.while_writing(check).map(Arc::new);
                (told.map_err(|error| error.to_string()), solution)
            };
            Reply::Job(start(app, "checking …", work, |app, (told, solution)| {
                mended(app, &solution, told);
                None
            }))
        }
    }
}
