//! What work found, brought to the screen that waits for it.

use super::against::AgainstDialog;
use super::app::{App, Pane, Room};
use super::desk::Loaded;
use super::dialog;
use super::job::{Job, Lane, Outcome, Ticket};
use super::open::OpenDialog;
use super::problem::ProblemDialog;
use super::source::Order;
use super::update::entered;
use super::what_if::WhatIfDialog;
use super::{
    bins, course, data, evaluate, model, parameters, practice, question, recipe_dialog, recipe_file,
};
use crate::recipe::Recipe;

/// Takes what a job found, if it is still wanted.
pub fn take(app: &mut App, ticket: Ticket, outcome: Outcome) -> Option<Job> {
    if !app.jobs.accept(ticket) {
        return None;
    }
    match outcome {
        Outcome::Loaded(order, result) if ticket.lane == Lane::Preview => {
            app.screens.start.previewed(order.source, result);
            None
        }
        Outcome::Loaded(order, Ok(loaded)) => {
            let asked = (*order.recipe != Recipe::default()).then(|| order.clone());
            let question = question::of(&loaded.study).map(|question| (order.clone(), question));
            let worksheet = app.screens.practice.wanted;
            begun(app, order, loaded);
            if let Some(notice) = app.desk.notices.first() {
                let more = app.desk.warnings.len().saturating_sub(1);
                let more = if more > 0 { format!(" ({more} more: !)") } else { String::new() };
                app.say(format!("{notice}{more}"));
            }
            match (app.desk.problem(), asked) {
                // An experiment and a worksheet begin with what their own recipe says.
                _ if question.is_some() && worksheet.is_none() && app.screens.start.experiment.is_none() => {
                    let dialogs = question.map(|(order, question)| ProblemDialog::question(order, question));
                    dialogs.into_iter().for_each(|dialog| app.show(dialog));
                }
                (Some(problem), Some(order)) => {
                    app.show(ProblemDialog::no_model(order, problem));
                }
                (Some(_), None) => app.say("There is no model yet: 2 says what to press."),
                (None, _) => {}
            }
            data::settle(app);
            if let (Some(experiment), None) = (app.screens.start.experiment.take(), app.desk.problem()) {
                return evaluate::curve::begin(app, experiment);
            }
            if let (Some(level), None) = (worksheet, app.desk.problem()) {
                return practice::begin(app, level);
            }
            data::profile(app)
        }
        Outcome::Loaded(order, Err(problem)) => {
            app.show(ProblemDialog::new(order, problem));
            entered(app)
        }
        Outcome::Fitted(Ok(loaded)) => {
            if !model::fitted(app, &loaded) {
                dialog::settle(app);
                return None;
            }
            // What was counted by class, and the rows of a number, belong to the model before.
            data::show_all(app);
            app.screens.data.profile = None;
            app.screens.data.widths = loaded.widths.clone();
            app.desk.take(loaded);
            model::renewed(app);
            parameters::renewed(app);
            entered(app)
        }
        Outcome::Fitted(Err(problem)) => {
            model::unreadable(app, problem);
            None
        }
        Outcome::Listed(folder, entries) => {
            if let Some(dialog) = app.dialog::<OpenDialog>() {
                dialog.listed(&folder, entries);
            }
            None
        }
        Outcome::Profiled(column, profile) => {
            app.screens.data.profiled(column, profile);
            None
        }
        Outcome::Spread(column, spread) => bins::counted(app, column, spread),
        Outcome::Searched(search, place) => data::found(app, &search, place),
        Outcome::Counted(found) => {
            parameters::counted(app, *found);
            None
        }
        Outcome::Evaluated(found) => evaluate::take(app, found),
        Outcome::Smoothed(found) => {
            model::smoothing::take(app, found);
            None
        }
        Outcome::Compared(convention, found) => {
            if let Some(dialog) = app.dialog::<AgainstDialog>() {
                dialog.take(convention, found);
            }
            None
        }
        Outcome::Saved(saved) => {
            recipe_dialog::saved(app, saved);
            None
        }
        Outcome::FileRead(path, found) => recipe_file::taken(app, path, found),
        Outcome::Tried(tried) => {
            if let Some(dialog) = app.dialog::<WhatIfDialog>() {
                dialog.take(*tried);
            }
            None
        }
        Outcome::Practised(found) => {
            let job = practice::take(app, found);
            // Of several answers that were typed ahead the last one brings the record of all.
            job.or_else(|| course::answered(app))
        }
        Outcome::Kept(gained, result) => course::kept(app, gained, result),
        Outcome::Wiped(result) => {
            course::wiped(app, result);
            None
        }
        Outcome::Explained(pick, Ok(told)) => {
            app.screens.explain.take(told, pick);
            None
        }
        Outcome::Explained(_, Err(why)) => {
            app.say(why);
            None
        }
    }
}

/// Lays other data on the desk: every room starts over, and room 1 is on screen.
pub(super) fn begun(app: &mut App, order: Order, loaded: Loaded) {
    if app.desk.table.is_none() {
        app.screens.start.opened();
    }
    app.screens.data = data::DataScreen::new(loaded.widths.clone());
    app.desk.begin(order, loaded);
    app.screens.parameters = parameters::ParametersScreen::default();
    parameters::renewed(app);
    app.screens.model = model::ModelScreen::default();
    model::renewed(app);
    app.screens.evaluate = Default::default();
    app.screens.explain = Default::default();
    app.screens.practice = Default::default();
    app.trail.clear();
    app.dialogs.clear();
    app.room = Room::Data;
    app.pane = Pane::Master;
}
