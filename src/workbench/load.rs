//! Data are opened: read by another thread, and then every screen begins with them.

use super::grid::DataScreen;
use super::model::renewed;
use super::practice::stays;
use super::prelude::*;
use super::problem::{ProblemDialog, question};
use super::recents::{Recent, State, word};
use super::resume;
use super::session::Loaded;
use super::source::{self, Order, Problem};
use super::tour;
use crate::recipe::Recipe;

/// Reads other data; the present data stay until it is there.
pub fn load(app: &mut App, order: impl Into<Order>) -> Option<Job> {
    let order = order.into();
    if stays(app, "Open the other data once more to leave it.") {
        return None;
    }
    (app.screens.start.experiment, app.screens.practice.wanted) = (None, None);
    app.screens.start.resumed = None;
    app.screens.course.open = false;
    let label = format!("reading {} …", order.source);
    let read = order.clone();
    let work = move |watch| source::load(&read, watch);
    Some(app.jobs.start_watched(Lane::Load, label, work, |app, loaded| take(app, order, loaded)))
}

/// Data that are opened without a word about how: where they are a file that is as it was, by the recipe that they were left
/// with.
pub fn reopen(app: &mut App, mut order: Order) -> Option<Job> {
    let known = || {
        let word = word(&order.source).filter(|_| *order.recipe == Recipe::default())?;
        let recents = app.screens.start.recents.list.iter();
        recents.filter(|recent| !recent.is_sample()).find(|recent| recent.source == word).cloned()
    };
    let known = known().filter(|recent| recent.state() == State::Same && !recent.before.is_empty());
    let Some(recent) = known else { return load(app, order) };
    order.recipe = recent.order().recipe;
    let job = load(app, order);
    app.screens.start.resumed = Some(Recent { screen: ScreenId::Data.name().to_owned(), ..recent });
    job
}

fn take(app: &mut App, order: Order, loaded: Result<Loaded, Problem>) -> Option<Job> {
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(problem) => {
            app.show(ProblemDialog::new(order, problem));
            return app.entered();
        }
    };
    let asked = (*order.recipe != Recipe::default()).then(|| order.clone());
    let question = question(&loaded.study).map(|question| (order.clone(), question));
    let worksheet = app.screens.practice.wanted;
    let resumed = app.screens.start.resumed.take();
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
    app.screens.data.settle(&app.session, app.frame);
    if let (Some(experiment), None) = (app.screens.start.experiment.take(), app.session.problem()) {
        app.screens.evaluate.begin(experiment);
        return app.enter(ScreenId::Evaluate);
    }
    if let Some(recent) = resumed {
        return recent.resume(app);
    }
    if let (Some(level), None) = (worksheet, app.session.problem()) {
        app.screens.practice.level = level;
        return app.enter(ScreenId::Practice);
    }
    app.entered()
}

/// Opens other data: every screen starts over, and screen 1 is on screen.
pub(super) fn begun(app: &mut App, order: Order, loaded: Loaded) {
    resume::opened(app);
    let opened = order.clone();
    app.screens.data = DataScreen { widths: loaded.widths.clone(), ..DataScreen::default() };
    app.session.begin(order, loaded);
    app.screens.parameters = Default::default();
    app.renewed();
    app.screens.model = Default::default();
    renewed(app);
    app.screens.evaluate = Default::default();
    app.screens.explain = Default::default();
    app.screens.practice = Default::default();
    app.trail.clear();
    app.dialogs.clear();
    app.screen = ScreenId::Data;
    app.pane = Pane::Master;
    tour::opened(app, &opened);
}
