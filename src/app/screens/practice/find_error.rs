//! Find the error: the user finds the wrong line of a solution with one mistake, and corrects it.

use crate::app::prelude::*;
use crate::app::screens::practice::{View, repeat, start};
use crate::practice::find_error::{Errors, FindError, Stage};
use crate::practice::worksheet::Score;

/// The seed of the order of solutions; the same for everybody, so that a class can discuss its third one.
const SEED: u64 = 1;

#[derive(Clone, Debug, Default)]
pub struct FindScreen {
    errors: Option<Arc<Errors>>,
    pub(crate) game: Option<FindError>,
    turn: u64,
    pub cursor: usize,
    pub detail: Scroll,
    pub field: Option<Field>,
}

impl FindScreen {
    pub fn hint(&self) -> &'static str {
        match self.game.as_ref().map(|game| game.stage).unwrap_or_default() {
            _ if self.field.is_some() => "Type the right value of the line. Enter: check. Esc: commands.",
            Stage::Looking => "There is one mistake. Enter: pick the first wrong line. i: hint.",
            Stage::Mending => "Enter: edit the wrong line. i: hint. a: show it.",
            Stage::Mended | Stage::Shown => "n: the next one. R: the same again. E: back to the worksheet.",
        }
    }

    fn select(&mut self, line: usize) {
        (self.cursor, self.detail, self.field) = (line, Scroll::default(), None);
    }

    fn edit(&mut self) {
        let Some(game) = &self.game else { return };
        let answer = game.checked.as_ref().map_or("", |checked| checked.answer.typed.as_str());
        let field = Field::selected(answer);
        self.select(game.solution.first);
        self.field = Some(field);
    }
}

pub(crate) fn works(game: &FindError, action: &Action) -> bool {
    match action {
        Action::Enter | Action::Hint | Action::ShowStep => !game.is_done(),
        Action::SameAgain => game.is_done() || !game.picks.is_empty() || !game.hints.is_empty(),
        _ => true,
    }
}

pub(crate) fn toggle(app: &mut App) -> Reply {
    let screen = &mut app.screens.practice;
    if screen.view == View::FindError {
        screen.view = View::Worksheet;
    } else if screen.game(&app.session).is_some() {
        screen.view = View::FindError;
    } else {
        let turn = screen.find.turn;
        return open_solution(app, turn);
    }
    Reply::Taken
}

fn open_solution(app: &mut App, turn: u64) -> Reply {
    let screen = &app.screens.practice;
    let Some(sheet) = screen.sheet(&app.session) else { return Reply::Pass };
    let questions = Arc::clone(&sheet.questions);
    let known = screen.find.errors.clone().filter(|errors| Arc::ptr_eq(&errors.questions, &questions));
    let work = move || {
        let errors = known.unwrap_or_else(|| Arc::new(Errors::new(questions)));
        (errors.solution(SEED, turn), errors)
    };
    Reply::Job(start(app, "making a mistake …", work, move |app, (solution, errors)| {
        let Some(solution) = app.or_report(solution)? else {
            return app
                .reply("No known mistake changes this case in its first two digits. Try another case.");
        };
        let screen = &mut app.screens.practice;
        let score = screen.find.game.as_ref().map_or_else(Score::default, |game| game.score);
        let game = Some(FindError::new(Arc::new(solution), score));
        screen.find = FindScreen { errors: Some(errors), game, turn, ..FindScreen::default() };
        (screen.view, app.pane) = (View::FindError, Pane::Master);
        None
    }))
}

pub(crate) fn act(app: &mut App, action: &Action) -> Reply {
    let (detail, page) = (app.pane == Pane::Detail, app.frame.page(2));
    let screen = &mut app.screens.practice;
    if screen.game(&app.session).is_none() {
        screen.view = View::Worksheet;
        return Reply::Taken;
    }
    let screen = &mut screen.find;
    if let Some(field) = &mut screen.field {
        match action {
            action if field.take(action, &mut app.toast) => return Reply::Taken,
            Action::Back => {
                screen.field = None;
                return Reply::Taken;
            }
            Action::Enter => {
                let answer = field.text().trim().to_owned();
                screen.field = None;
                return if answer.is_empty() { Reply::Taken } else { check(app, answer) };
            }
            Action::Hint => {}
            _ => return Reply::Pass,
        }
    }
    let Some(game) = &mut screen.game else { return Reply::Pass };
    match action {
        Action::Enter if game.is_done() => {
            app.pane = Pane::Master;
            app.say("This one is finished. n: the next. E: back to the worksheet.");
        }
        Action::Enter => {
            app.pane = Pane::Master;
            let looks = game.stage == Stage::Looking;
            game.pick(screen.cursor);
            screen.detail.to(0);
            let text = game.verdict().filter(|_| looks);
            if game.stage == Stage::Mending {
                screen.edit();
            }
            repeat(app, text.map(Sentence::from));
        }
        Action::Hint => {
            let stage = game.stage;
            game.hint();
            let hint = game.hints.last().cloned().filter(|_| !game.is_done());
            if game.is_done() {
                screen.field = None;
            } else if game.stage != stage {
                screen.edit();
            }
            repeat(app, hint);
        }
        Action::ShowStep => {
            game.show();
            let first = game.solution.first;
            screen.select(first);
        }
        Action::SameAgain => {
            game.again();
            screen.select(0);
        }
        Action::NextCase => {
            let turn = screen.turn + 1;
            return open_solution(app, turn);
        }
        Action::Back if !detail && app.jobs.busy().is_none() => return toggle(app),
        action if detail => return Reply::moved(screen.detail.moves(action)),
        action => {
            let last = game.solution.lines.len().saturating_sub(1);
            if !moves(&mut screen.cursor, last, page, action) {
                return Reply::Pass;
            }
            screen.detail.to(0);
        }
    }
    Reply::Taken
}

fn check(app: &mut App, answer: String) -> Reply {
    let Some(game) = &app.screens.practice.find.game else { return Reply::Pass };
    let solution = Arc::clone(&game.solution);
    let work = move || (solution.questions.check(solution.first, &answer, &[]), solution);
    Reply::Job(start(app, "checking …", work, |app, (checked, solution)| {
        let checked = app.or_report(checked)?;
        let screen = &mut app.screens.practice.find;
        let game = screen.game.as_mut().filter(|game| Arc::ptr_eq(&game.solution, &solution))?;
        let mut text = checked.message(app.settings.face());
        game.take(Arc::new(checked));
        if game.is_done() {
            text.push_str(" Tab: what was wrong.");
        } else {
            screen.edit();
        }
        repeat(app, Some(text.into()));
        None
    }))
}
