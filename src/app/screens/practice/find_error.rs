//! The keys of find the error: the user finds the wrong line of a solution with one mistake, and corrects it.

use std::sync::Arc;

use crate::app::key;
use crate::app::key::Typed;
use crate::app::prelude::*;
use crate::app::screens::practice::state::start;
use crate::app::screens::practice::state::{DrawnSolution, View};
use crate::practice::Checked;
use crate::practice::find_error::{Errors, Solution, Stage};

/// The seed of the order of solutions; the same for everybody, so that a class can discuss its third one.
const SEED: u64 = 1;

pub(crate) fn toggle(app: &mut App) -> Reply {
    if app.screens.practice.view == View::FindError {
        app.screens.practice.view = View::Worksheet;
        return Reply::Taken;
    }
    if app.screens.practice.game(&app.session).is_some() {
        app.screens.practice.view = View::FindError;
        return Reply::Taken;
    }
    let turn = app.screens.practice.find.turn;
    draw(app, turn)
}

fn draw(app: &mut App, turn: u64) -> Reply {
    let Some(sheet) = app.screens.practice.sheet(&app.session) else { return Reply::Pass };
    let questions = Arc::clone(&sheet.questions);
    let errors = app.screens.practice.find.errors.clone();
    let errors = errors.filter(|errors| Arc::ptr_eq(&errors.questions, &questions));
    let work = move || {
        let errors = errors.unwrap_or_else(|| Arc::new(Errors::new(questions)));
        let solution = errors.solution(SEED, turn).map_err(|error| error.to_string());
        solution.map(|solution| DrawnSolution { errors, turn, solution: solution.map(Arc::new) })
    };
    Reply::Job(start(app, "making a mistake …", work, |app, found| {
        drawn(app, found);
        None
    }))
}

fn drawn(app: &mut App, drawn: Result<DrawnSolution, String>) {
    match drawn {
        Ok(drawn) if drawn.solution.is_none() => {
            app.say("No known mistake changes this case in its first two digits. Try another case.")
        }
        Ok(drawn) => {
            app.screens.practice.view = View::FindError;
            app.pane = Pane::Master;
            app.screens.practice.find.take(drawn);
        }
        Err(why) => app.say(why),
    }
}

fn mended(app: &mut App, solution: &Arc<Solution>, told: Result<Arc<Checked>, String>) {
    let alone = app.frame.shape() == Shape::One;
    let Some(game) = &mut app.screens.practice.find.game else { return };
    if !Arc::ptr_eq(&game.solution, solution) {
        return;
    }
    match told {
        Ok(told) => {
            let mut said = told.message(app.settings.face());
            game.take(told);
            if game.is_done() {
                said.push_str(" Tab: what was wrong.");
            } else {
                app.screens.practice.find.write();
            }
            if alone {
                app.say(said);
            }
        }
        Err(why) => app.say(why),
    }
}

pub(crate) fn act(app: &mut App, action: &Action) -> Reply {
    let (detail, page) = (app.pane == Pane::Detail, app.frame.page(2));
    let alone = app.frame.shape() == Shape::One && !detail;
    if app.screens.practice.game(&app.session).is_none() {
        app.screens.practice.view = View::Worksheet;
        return Reply::Taken;
    }
    let screen = &mut app.screens.practice.find;
    if screen.field.is_some() {
        match typed(app, action) {
            Reply::Pass if matches!(action, Action::Hint) => {}
            reply => return reply,
        }
    }
    let screen = &mut app.screens.practice.find;
    let Some(game) = &mut screen.game else { return Reply::Pass };
    match action {
        Action::Enter => return enter(app, alone),
        Action::Hint => {
            let looking = game.stage == Stage::Looking;
            game.hint();
            let hint = game.hints.last().cloned().filter(|_| alone && !game.is_done());
            let done = game.is_done();
            match game.stage {
                Stage::Mending if looking => screen.write(),
                _ if done => screen.field = None,
                _ => {}
            }
            hint.into_iter().for_each(|hint| app.say(hint.text(app.settings.face())));
        }
        Action::ShowStep => {
            game.show();
            (screen.cursor, screen.detail, screen.field) = (game.solution.first, 0, None);
        }
        Action::SameAgain => {
            game.again();
            (screen.cursor, screen.detail, screen.field) = (0, 0, None);
        }
        Action::NextCase => {
            let turn = screen.turn + 1;
            return draw(app, turn);
        }
        Action::Back if !detail && app.jobs.busy().is_none() => return toggle(app),
        action if detail => {
            /// The number of lines is known only where they are drawn.
            const FARTHEST: usize = 200;
            return Reply::moved(moves(&mut screen.detail, FARTHEST, page, action));
        }
        action => {
            let last = game.solution.lines.len().saturating_sub(1);
            if !moves(&mut screen.cursor, last, page, action) {
                return Reply::Pass;
            }
            screen.detail = 0;
        }
    }
    Reply::Taken
}

/// Picks the selected line; if it is the wrong one, typing starts there.
fn enter(app: &mut App, alone: bool) -> Reply {
    app.pane = Pane::Master;
    let screen = &mut app.screens.practice.find;
    let Some(game) = &mut screen.game else { return Reply::Pass };
    match game.stage {
        Stage::Looking => {
            game.pick(screen.cursor);
            screen.detail = 0;
            let said = game.said().filter(|_| alone);
            if game.stage == Stage::Mending {
                screen.write();
            }
            said.into_iter().for_each(|said| app.say(said));
        }
        Stage::Mending => screen.write(),
        Stage::Mended | Stage::Shown => {
            app.say("This one is finished. n: the next. E: back to the worksheet.")
        }
    }
    Reply::Taken
}

fn typed(app: &mut App, action: &Action) -> Reply {
    let screen = &mut app.screens.practice.find;
    match key::typed(&mut screen.field, action, &mut app.toast) {
        Typed::Taken => Reply::Taken,
        Typed::Other => Reply::Pass,
        Typed::Answer(typed) => {
            let Some(game) = &screen.game else { return Reply::Pass };
            let solution = Arc::clone(&game.solution);
            let work = move || {
                let told = solution.questions.check(solution.first, &typed, &[]).map(Arc::new);
                (told.map_err(|error| error.to_string()), solution)
            };
            Reply::Job(start(app, "checking …", work, |app, (told, solution)| {
                mended(app, &solution, told);
                None
            }))
        }
    }
}
