//! Data that were opened, or fitted by another recipe: every screen begins with them.

use super::app::{App, Pane};
use super::dialog;
use super::job::Job;
use super::problem::ProblemDialog;
use super::screen_id::ScreenId;
use super::session::Loaded;
use super::source::{Order, Problem};
use super::update::entered;
use super::{data, evaluate, model, parameters, practice, question};
use crate::recipe::Recipe;

/// Takes data that were read, or why they cannot be.
pub fn take(app: &mut App, order: Order, loaded: Result<Loaded, Problem>) -> Option<Job> {
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(problem) => {
            app.show(ProblemDialog::new(order, problem));
            return entered(app);
        }
    };
    let asked = (*order.recipe != Recipe::default()).then(|| order.clone());
    let question = question::of(&loaded.study).map(|question| (order.clone(), question));
    let worksheet = app.screens.practice.wanted;
    begun(app, order, loaded);
    if let Some(notice) = app.session.notices.first() {
        let more = app.session.warnings.len().saturating_sub(1);
        let more = if more > 0 { format!(" ({more} more: !)") } else { String::new() };
        app.say(format!("{notice}{more}"));
    }
    match (app.session.problem(), asked) {
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
    if let (Some(experiment), None) = (app.screens.start.experiment.take(), app.session.problem()) {
        return evaluate::curve::begin(app, experiment);
    }
    if let (Some(level), None) = (worksheet, app.session.problem()) {
        return practice::begin(app, level);
    }
    data::profile(app)
}

/// Takes the same data under another recipe, or why they cannot be read by it.
pub fn refitted(app: &mut App, loaded: Result<Loaded, Problem>) -> Option<Job> {
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(problem) => {
            model::unreadable(app, problem);
            return None;
        }
    };
    if !model::fitted(app, &loaded) {
        dialog::settle(app);
        return None;
    }
    // What was counted by class, and the rows of a number, belong to the model before.
    data::show_all(app);
    app.screens.data.profile = None;
    app.screens.data.widths = loaded.widths.clone();
    app.session.take(loaded);
    model::renewed(app);
    parameters::renewed(app);
    entered(app)
}

/// Opens other data: every screen starts over, and screen 1 is on screen.
pub(super) fn begun(app: &mut App, order: Order, loaded: Loaded) {
    if app.session.table.is_none() {
        app.screens.start.opened();
    }
    app.screens.data = data::DataScreen::new(loaded.widths.clone());
    app.session.begin(order, loaded);
    app.screens.parameters = parameters::ParametersScreen::default();
    parameters::renewed(app);
    app.screens.model = model::ModelScreen::default();
    model::renewed(app);
    app.screens.evaluate = Default::default();
    app.screens.explain = Default::default();
    app.screens.practice = Default::default();
    app.trail.clear();
    app.dialogs.clear();
    app.room = ScreenId::Data;
    app.pane = Pane::Master;
}
