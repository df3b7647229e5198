//! The keys of the curves.

use super::{cursor, own, recipe, sweep, wanted};
use crate::workbench::action::Action;
use crate::workbench::app::{App, Pane};
use crate::workbench::dialog::Reply;
use crate::workbench::evaluate::View;
use crate::workbench::frame::moved;
use crate::workbench::model;

/// Lines of the right pane that can be scrolled past.
const LAST: usize = 60;

/// Takes an action.
pub fn act(app: &mut App, action: &Action) -> Reply {
    match action {
        Action::Measure => {
            let screen = &mut app.screens.evaluate.curve;
            screen.measure = screen.measure.next();
            Reply::Taken
        }
        Action::Vary => vary(app),
        Action::Rival => rival(app),
        Action::Enter if app.screens.evaluate.view == View::Sweep => choose(app),
        action if app.pane == Pane::Detail => {
            let page = app.frame.lines().saturating_sub(1).max(1);
            let detail = &mut app.screens.evaluate.curve.detail;
            moved(*detail, LAST, page, action).map_or(Reply::Pass, |to| {
                *detail = to;
                Reply::Taken
            })
        }
        action => walk(app, action),
    }
}

/// Up and down in the list of points, which is left and right in the chart.
fn walk(app: &mut App, action: &Action) -> Reply {
    let action = match action {
        Action::Left => &Action::Up,
        Action::Right => &Action::Down,
        action => action,
    };
    let (points, at) = cursor(app);
    let page = (app.frame.lines() / 3).max(1);
    let Some(to) = moved(at, points.saturating_sub(1), page, action) else { return Reply::Pass };
    let which = usize::from(app.screens.evaluate.view != View::Sweep);
    let screen = &mut app.screens.evaluate.curve;
    screen.detail = 0;
    screen.cursors.get_mut(which).into_iter().for_each(|cursor| *cursor = Some(to));
    Reply::Taken
}

/// The marked value becomes the recipe's.
fn choose(app: &mut App) -> Reply {
    let (_, at) = cursor(app);
    let Some(sweep) = sweep(app).cloned() else { return Reply::Taken };
    let Some(point) = sweep.points.get(at) else { return Reply::Taken };
    if own(app) == Some(at) {
        app.say("This is what the recipe says now.");
        return Reply::Taken;
    }
    if let Err(problem) = &point.summary {
        app.say(format!("There is no model with it: {}.", problem.what));
        return Reply::Taken;
    }
    if !recipe(app).is_some_and(|recipe| sweep.is_of(&recipe)) {
        app.say("The curve is of the recipe before: the new one is being drawn.");
        return Reply::Taken;
    }
    let job = model::changed(app, point.setting.recipe.clone());
    let words = sweep.parameter.words(&point.setting.text);
    app.say(format!("{words}: the recipe has it now. u in 2 Model takes it back."));
    Reply::of(job)
}

/// Another number is swept over.
fn vary(app: &mut App) -> Reply {
    let (Some(super::Plot::Sweep(now)), Some(fitted)) = (wanted(app), app.session.fitted().cloned()) else {
        return Reply::Pass;
    };
    let next = now.next(&fitted);
    if next == now {
        app.say(format!("{} is all that can be varied in this model.", now.name()));
        return Reply::Taken;
    }
    let screen = &mut app.screens.evaluate.curve;
    (screen.parameter, screen.cursors[0], screen.detail) = (Some(next), None, 0);
    Reply::of(super::ask(app))
}

/// Logistic regression learns, too, or no longer.
fn rival(app: &mut App) -> Reply {
    let screen = &mut app.screens.evaluate.curve;
    if screen.experiment.is_some_and(|experiment| experiment.learns()) {
        // The experiment's own models make way for the choice.
        screen.experiment = None;
        screen.rival = false;
    } else {
        screen.rival = !screen.rival;
    }
    Reply::of(super::ask(app))
}
