//! The keys of real or drawn, and the work that draws the rows.

use std::sync::Arc;

use super::in_hand::start;
use super::state::View;
use crate::practice::RealOrDrawn;
use crate::problem::Problem;
use crate::workbench::prelude::*;

pub(super) fn toggle(app: &mut App) -> Reply {
    let screen = &mut app.screens.practice;
    if screen.view == View::Drawn {
        screen.view = View::Worksheet;
        return Reply::Taken;
    }
    let turn = screen.drawn.turn;
    draw(app, turn)
}

fn draw(app: &mut App, turn: u64) -> Reply {
    let Some(fitted) = app.session.fitted().cloned() else { return Reply::Pass };
    let work = move || RealOrDrawn::draw(turn, &fitted).map(Arc::new);
    let taken = move |app: &mut App, found: Result<Arc<RealOrDrawn>, Problem>| {
        match found {
            Ok(rows) => {
                app.screens.practice.view = View::Drawn;
                app.pane = Pane::Master;
                app.screens.practice.drawn.take(turn, rows);
            }
            Err(problem) => app.say(format!("Nothing is drawn: {}.", problem.what)),
        }
        None
    };
    Reply::Job(start(app, "drawing rows …", work, taken))
}

pub(super) fn act(app: &mut App, action: &Action) -> Reply {
    let (detail, page) = (app.pane == Pane::Detail, app.frame.page(2));
    let screen = &mut app.screens.practice.drawn;
    match action {
        Action::NextCase => {
            let turn = screen.turn + 1;
            return draw(app, turn);
        }
        Action::Toggle if !screen.checked => {
            let at = screen.cursor;
            screen.marked.get_mut(at).into_iter().for_each(|marked| *marked = !*marked);
        }
        Action::Enter if !screen.checked => {
            (screen.checked, screen.detail) = (true, 0);
            let told = screen.rows.as_ref().map(|rows| rows.told(&screen.marked));
            if let Some(told) = told.filter(|_| app.frame.shape() == Shape::One) {
                app.say(told.text(app.settings.face()));
            }
        }
        Action::Back if !detail && app.jobs.busy().is_none() => return toggle(app),
        action if detail => return Reply::moved(moves(&mut screen.detail, 100, page, action)),
        action => {
            let last = screen.marked.len().saturating_sub(1);
            let moved = moves(&mut screen.cursor, last, page, action);
            if moved {
                screen.detail = 0;
            }
            return Reply::moved(moved);
        }
    }
    Reply::Taken
}
