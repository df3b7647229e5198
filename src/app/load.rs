//! Opening data: another thread reads them, then every screen starts with them.

use crate::app::dialogs::opening::OpeningDialog;
use crate::app::dialogs::problem::{ProblemDialog, question};
use crate::app::prelude::*;
use crate::app::recents::{Recent, State, word};
use crate::app::screens::data::state::DataScreen;
use crate::app::screens::model::renewed;
use crate::app::screens::practice::stays;
use crate::app::session::{Loaded, Pick};
use crate::app::source::{Order, Problem};
use crate::app::{recents, source};
use crate::recipe::{Opening, Recipe};
use crate::table::Watch;
use crate::text::counted;
use crate::text::{brief, shown};
use std::sync::Arc;

pub fn load(app: &mut App, order: impl Into<Order>) -> Option<Job> {
    if stays(app, "Open the other data again to leave it.") {
        return None;
    }
    let order = order.into();
    let read = order.clone();
    let work = move |watch| source::load(&read, watch);
    Some(reading(app, order.clone(), work, |app, loaded| take(app, order, loaded)))
}

fn reading<T: Send + 'static>(
    app: &mut App,
    order: Order,
    work: impl FnOnce(Arc<Watch>) -> T + Send + 'static,
    taken: impl FnOnce(&mut App, T) -> Option<Job> + Send + 'static,
) -> Job {
    (app.screens.start.experiment, app.screens.practice.wanted) = (None, None);
    app.screens.start.resumed = None;
    app.screens.course.open = false;
    app.jobs.start_watched(Lane::Load, format!("reading {} …", order.source), work, taken)
}

/// Reads the open data again; the recipe, screen, case and undo history stay, as far as they fit. An exercise begins anew
/// with its data.
pub fn read_again(app: &mut App, order: Order) -> Option<Job> {
    if app.screens.practice.exercise.is_some() || app.session.table.is_none() {
        return load(app, order);
    }
    if stays(app, "Press the same key again to read the data again and leave it.") {
        return None;
    }
    let read = order.clone();
    let work = move |watch| again(&read, watch);
    Some(reading(app, order.clone(), work, |app, found| match found {
        Ok((loaded, gone)) => taken_again(app, order, loaded, &gone),
        Err(problem) => {
            app.show(ProblemDialog::new(order, problem));
            None
        }
    }))
}

/// Reads the data again with the recipe without missing columns; also returns these columns.
fn again(order: &Order, watch: Arc<Watch>) -> Result<(Loaded, Vec<String>), Problem> {
    let loaded = source::load(order, watch)?;
    let has = |name: &str| loaded.table.columns().iter().any(|column| column.name.as_str() == name);
    let (recipe, gone) = loaded.study.recipe.of_columns(has);
    if gone.is_empty() {
        return Ok((loaded, gone));
    }
    Ok((Loaded::new(loaded.study.with_recipe(recipe)?), gone))
}

fn taken_again(app: &mut App, order: Order, loaded: Loaded, gone: &[String]) -> Option<Job> {
    recents::opened(app);
    app.leave_counted();
    app.screens.data.refitted(&app.session, &loaded);
    let before = app.session.table.clone()?;
    let rows = loaded.table.rows();
    let data = &mut app.screens.data;
    let name = before.columns().get(data.column).map(|column| column.name.clone());
    let now = loaded.table.columns().iter().position(|column| Some(&column.name) == name.as_ref());
    (data.column, data.row) = (now.unwrap_or(0), data.row.min(rows.saturating_sub(1)));
    (data.profile, data.widths) = (None, loaded.widths.clone());
    let line = app.screens.model.line();
    let recipe = Box::new(if gone.is_empty() { *order.recipe } else { loaded.study.recipe.clone() });
    app.session.order = Some(Order { source: order.source, recipe });
    app.session.take(loaded);
    let mut said = vec![format!("Read again: {}, {} before.", counted(rows, "row", "rows"), before.rows())];
    if !gone.is_empty() {
        let names: Vec<_> = gone.iter().map(|name| shown(&brief(name)).into_owned()).collect();
        said.push(format!("Not in the data any more, so removed from the recipe: {}.", names.join(", ")));
    }
    if app.session.case.is_none() && app.session.pick != Pick::Query {
        app.session.choose(Pick::Query);
        said.push("This case does not exist any more, so the first one is selected.".to_owned());
    }
    renewed(app);
    line.into_iter().for_each(|line| app.screens.model.mark(line));
    app.renewed();
    app.screens.evaluate.begin_again();
    app.screens.practice = Default::default();
    app.dialogs.clear();
    ScreenId::ALL.iter().for_each(|id| (app.screens.of)(*id).settle(app));
    if let Some(problem) = app.session.problem() {
        said.push(format!("There is no model now. {} Press 2 to see what to do.", problem.what));
    }
    app.say(said.join(" "));
    let screen = if app.session.blocked(app.screen).is_some() { ScreenId::Model } else { app.screen };
    if screen == app.screen { app.entered() } else { app.enter(screen) }
}

/// Opens data without options. An unchanged recent file is opened with its last recipe.
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
    let opening = opening(app, &order, &loaded);
    let question = question(&loaded.study).map(|question| (order.clone(), question));
    let worksheet = app.screens.practice.wanted;
    let resumed = app.screens.start.resumed.take();
    begun(app, order, loaded);
    if let Some(notice) = app.session.notices.first().filter(|_| opening.is_none()) {
        let more = app.session.warnings.len().saturating_sub(1);
        let more = if more > 0 { format!(" ({more} more: !)") } else { String::new() };
        app.say(format!("{notice}{more}"));
    }
    match (app.session.problem(), asked) {
        _ if opening.is_some() && worksheet.is_none() => {
            opening.into_iter().for_each(|opening| app.show(OpeningDialog::new(opening)));
        }
        // An experiment and a worksheet begin with their own recipe.
        _ if question.is_some() && worksheet.is_none() && app.screens.start.experiment.is_none() => {
            let dialogs = question.map(|(order, question)| ProblemDialog::question(order, question));
            dialogs.into_iter().for_each(|dialog| app.show(dialog));
        }
        (Some(problem), Some(order)) => {
            app.show(ProblemDialog::no_model(order, problem));
        }
        (Some(_), None) => app.say("There is no model yet. Press 2 to see what to do."),
        (None, _) => {}
    }
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

/// Returns the questions about data that are opened for the first time without options.
fn opening(app: &App, order: &Order, loaded: &Loaded) -> Option<Opening> {
    let open = *order.recipe == Recipe::default() || loaded.target.is_none();
    let recents = &app.screens.start.recents.list;
    let known = word(&order.source).is_some_and(|word| recents.iter().any(|recent| recent.source == word));
    loaded.opening.clone().filter(|_| open && !known)
}

pub(crate) fn begun(app: &mut App, order: Order, loaded: Loaded) {
    recents::opened(app);
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
}
