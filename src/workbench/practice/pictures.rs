//! Questions about pictures: one after another, answered by a letter or by a number that is read off.

use std::sync::Arc;

use super::in_hand::start;
use super::state::View;
use crate::practice::PictureQuestion;
use crate::workbench::field::{self, Typed};
use crate::workbench::prelude::*;

pub(super) fn toggle(app: &mut App) -> Reply {
    let screen = &mut app.screens.practice;
    if screen.view == View::Pictures {
        screen.view = View::Worksheet;
        return Reply::Taken;
    }
    let turn = screen.pictures.turn;
    draw(app, turn)
}

fn draw(app: &mut App, turn: u64) -> Reply {
    let fitted = app.session.fitted().cloned();
    let work = move || Arc::new(PictureQuestion::draw(turn, fitted.as_deref()));
    Reply::Job(start(app, "drawing …", work, move |app, question| {
        app.screens.practice.view = View::Pictures;
        app.pane = Pane::Master;
        app.screens.practice.pictures.take(turn, question);
        None
    }))
}

pub(super) fn act(app: &mut App, action: &Action) -> Reply {
    let (detail, page) = (app.pane == Pane::Detail, app.frame.page(2));
    let screen = &mut app.screens.practice.pictures;
    if screen.field.is_some() {
        return match field::typed(&mut screen.field, action, &mut app.toast) {
            Typed::Taken => Reply::Taken,
            Typed::Other => Reply::Pass,
            Typed::Answer(typed) => {
                screen.answer(typed);
                told_alone(app);
                Reply::Taken
            }
        };
    }
    let Some(question) = screen.question.clone() else { return Reply::Pass };
    match action {
        Action::Edit(Edit::InsertChar(c)) if question.is_choice() => {
            screen.answer(c.to_string());
            told_alone(app);
        }
        Action::Edit(Edit::InsertChar(c)) => screen.field = Some(Field::new(c.to_string())),
        Action::Hint => {
            screen.hinted = true;
            if app.frame.shape() == Shape::One {
                app.say(question.hint.text(app.settings.face()));
            }
        }
        Action::ShowStep => {
            (screen.shown, screen.detail) = (true, 0);
            if app.frame.shape() == Shape::One {
                app.say(question.told_whole().text(app.settings.face()));
            }
        }
        Action::NextCase => {
            let turn = screen.turn + 1;
            return draw(app, turn);
        }
        Action::Back if !detail && app.jobs.busy().is_none() => return toggle(app),
        action if detail => return Reply::moved(moves(&mut screen.detail, 100, page, action)),
        _ => return Reply::Pass,
    }
    Reply::Taken
}

/// Where one pane fits, what is said of an answer is said in the sentence.
fn told_alone(app: &mut App) {
    let told = app.screens.practice.pictures.told.as_ref().map(|(_, told)| told.told.clone());
    if let Some(told) = told.filter(|_| app.frame.shape() == Shape::One) {
        app.say(told.text(app.settings.face()));
    }
}
