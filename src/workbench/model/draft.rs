//! The recipe on screen: every change is fitted at once, and can be taken back. A change that cannot be followed stays with
//! its reason, and the model before it stays, too.

use super::meaning::Refusal;
use super::view::{Summary, View};
use crate::recipe::Recipe;
use crate::workbench::prelude::*;
use crate::workbench::session::Loaded;
use crate::workbench::session::Past;
use crate::workbench::source::Problem;

/// The recipe on screen. Its target is always written: which column it is by default takes a look at every row, and
/// must not change with the features.
pub fn current(app: &App) -> Option<Recipe> {
    let recipe = app.screens.model.wanted.as_ref();
    written(app, recipe.or_else(|| Some(&app.session.study.as_ref()?.recipe))?)
}

pub fn written(app: &App, recipe: &Recipe) -> Option<Recipe> {
    let mut recipe = recipe.clone();
    if recipe.target.is_none() {
        let column = app.session.target.and_then(|at| app.session.table.as_ref()?.columns().get(at));
        recipe.target = column.map(|column| column.name.as_str().to_owned());
    }
    Some(recipe)
}

pub fn stopped(app: &mut App) {
    app.screens.model.wanted = None;
    if let (Some(order), Some(study)) = (&mut app.session.order, &app.session.study) {
        *order.recipe = study.recipe.clone();
    }
    look(app);
}

pub fn changed(app: &mut App, recipe: Recipe) -> Option<Job> {
    if app.session.sealed {
        app.say("The exercise sets the recipe. Finish it first, or leave it: Esc on screen 7.");
        return None;
    }
    let before = current(app)?;
    app.session.history.remember(Past::Recipe(Box::new(before)));
    wanted(app, recipe.without_stale_choices())
}

pub fn tried(app: &mut App, recipe: Recipe) -> Option<Job> {
    wanted(app, recipe.without_stale_choices())
}

/// Keeps the recipe that was tried; `before` is the one that can be taken back.
pub fn kept(app: &mut App, before: Recipe) {
    if current(app).is_some_and(|now| now != before) {
        app.session.history.remember(Past::Recipe(Box::new(before)));
    }
}

pub fn wanted(app: &mut App, recipe: Recipe) -> Option<Job> {
    app.screens.model.wanted = Some(recipe.clone());
    look(app);
    refit(app, recipe)
}

/// Fits the data of the session by another recipe; what is on screen stays until the new model is there.
pub fn refit(app: &mut App, recipe: Recipe) -> Option<Job> {
    let study = app.session.study.clone()?;
    if let Some(order) = &mut app.session.order {
        *order.recipe = recipe.clone();
    }
    let work = move || study.with_recipe(recipe).map(Loaded::new).map_err(Problem::from);
    Some(app.jobs.start(Lane::Fit, "fitting …", work, refitted))
}

/// Takes the same data under another recipe, or why they cannot be read by it. A recipe that made no model is kept on screen
/// with its reason, and the model before it stays.
fn refitted(app: &mut App, loaded: Result<Loaded, Problem>) -> Option<Job> {
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(problem) => {
            app.screens.model.refused = Some(Refusal { what: problem.what, fix: problem.fix });
            return None;
        }
    };
    let problem = loaded.study.fitted.as_ref().err();
    app.screens.model.refuse(problem);
    if problem.is_some() && app.session.fitted().is_some() {
        app.settle_dialogs();
        return None;
    }
    // What was counted by class, and the rows of a number, belong to the model before.
    app.leave_counted();
    app.screens.data.refitted(&app.session, &loaded);
    app.screens.data.profile = None;
    app.screens.data.widths = loaded.widths.clone();
    app.session.take(loaded);
    renewed(app);
    app.renewed();
    app.entered()
}

pub fn renewed(app: &mut App) {
    app.screens.model.wanted = None;
    look(app);
    app.screens.model.summary = app.session.fitted().map(|fitted| Summary::of(fitted));
    let study = app.session.study.as_ref();
    app.screens.model.refuse(study.and_then(|study| study.fitted.as_ref().err()));
}

fn look(app: &mut App) {
    let (Some(recipe), Some(table)) = (current(app), app.session.table.clone()) else { return };
    app.screens.model.view = Some(View::new(&recipe, &table));
    app.screens.model.settle(app.frame);
    app.settle_dialogs();
}
