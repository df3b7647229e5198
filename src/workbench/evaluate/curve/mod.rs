//! The curves of screen 4: the model under other values of one number, and how it learns from more and more rows.
//!
//! Both are drawn over a list of their points, and a point says on the right what it is. A curve takes time, so the last
//! complete one stays until the next is there, and says when it is of the recipe before.

mod drawn;
mod experiment;
mod keys;

use std::sync::Arc;

pub use drawn::{Drawn, Learned, Plot, Rivals, Undrawn, draw};
pub use experiment::begin;
pub use keys::act;

use crate::evaluate::{Experiment, Parameter, Yardstick};
use crate::model::Study;
use crate::problem::Problem;
use crate::recipe::{Recipe, Split};
use crate::table::Watch;
use crate::workbench::app::App;
use crate::workbench::evaluate::View;
use crate::workbench::job::{Job, Lane};
use crate::workbench::model;

/// The curves that were drawn last, and the cursor in each.
#[derive(Clone, Debug, Default)]
pub struct CurveView {
    /// What is drawn upwards.
    pub measure: Yardstick,
    /// What is swept over; `None` for the first that makes sense.
    parameter: Option<Parameter>,
    /// Whether logistic regression learns beside the model.
    rival: bool,
    /// The experiment that led here, until other data are opened.
    pub experiment: Option<&'static Experiment>,
    /// The last curves that were drawn whole.
    drawn: Drawn,
    /// What could not be drawn, for which recipe, and why.
    refused: Option<Undrawn>,
    /// The marked point of each curve; `None` for the recipe's own, or the first.
    cursors: [Option<usize>; 2],
    /// The first line shown on the right.
    pub detail: usize,
}

/// The recipe of the model of the session, with its target written, as every change of it has.
fn recipe(app: &App) -> Option<Recipe> {
    model::written(app, &app.session.study.as_ref()?.recipe)
}

/// What the view shows, or will show.
pub fn wanted(app: &App) -> Option<Plot> {
    let (view, screen) = (app.screens.evaluate.view, &app.screens.evaluate.curve);
    let fitted = app.session.study.as_ref()?.fitted.as_ref().ok()?;
    match view {
        View::Sweep => Some(Plot::Sweep(screen.parameter.unwrap_or_else(|| Parameter::first(fitted)))),
        View::Learning => Some(Plot::Learning(match (screen.experiment, screen.rival) {
            (Some(experiment), _) if experiment.learns() => Rivals::Of(experiment),
            (_, true) => Rivals::Logistic,
            (_, false) => Rivals::None,
        })),
        _ => None,
    }
}

/// Whether the curve on screen is of the model of the session and shows what is wanted.
pub fn is_fresh(app: &App) -> bool {
    let (Some(plot), Some(recipe)) = (wanted(app), recipe(app)) else { return false };
    let drawn = &app.screens.evaluate.curve.drawn;
    match plot {
        Plot::Sweep(parameter) => {
            let of =
                |sweep: &Arc<crate::evaluate::Sweep>| sweep.parameter == parameter && sweep.is_of(&recipe);
            drawn.sweep.as_ref().is_some_and(of)
        }
        Plot::Learning(rivals) => {
            let of = |learned: &Arc<Learned>| learned.rivals == rivals && alike(&learned.recipe, &recipe);
            drawn.learned.as_ref().is_some_and(of)
        }
    }
}

/// Whether two recipes make the same model: a learning curve holds out rows of its own, whatever the split.
fn alike(a: &Recipe, b: &Recipe) -> bool {
    let of = |recipe: &Recipe| Recipe { split: Some(Split::None), ..recipe.clone() };
    of(a) == of(b)
}

/// Has the curve drawn, unless it is there.
pub fn ask(app: &mut App) -> Option<Job> {
    let (plot, recipe) = (wanted(app)?, recipe(app)?);
    if is_fresh(app) || refused(app).is_some() {
        return None;
    }
    let mut study = Study::clone(app.session.study.as_ref()?);
    study.recipe = recipe;
    let work = move |watch: Arc<Watch>| draw(&study, plot, &watch);
    Some(app.jobs.start_watched(Lane::Curve, "drawing the curve …", work, |app, found| {
        app.screens.evaluate.curve.take(found);
        None
    }))
}

/// Why the wanted curve cannot be drawn, if it cannot.
pub fn refused(app: &App) -> Option<&Problem> {
    let (plot, recipe) = (wanted(app)?, recipe(app)?);
    let (of, refused, problem) = app.screens.evaluate.curve.refused.as_deref()?;
    (*of == plot && *refused == recipe).then_some(problem)
}

/// The sweep that was drawn last, whichever recipe it is of.
pub fn sweep(app: &App) -> Option<&Arc<crate::evaluate::Sweep>> {
    let Some(Plot::Sweep(parameter)) = wanted(app) else { return None };
    app.screens.evaluate.curve.drawn.sweep.as_ref().filter(|sweep| sweep.parameter == parameter)
}

/// The learning curve that was drawn last, whichever recipe it is of.
pub fn learned(app: &App) -> Option<&Arc<Learned>> {
    app.screens.evaluate.curve.drawn.learned.as_ref()
}

/// The point of the sweep that the model of the session is.
pub fn own(app: &App) -> Option<usize> {
    sweep(app)?.place(&recipe(app)?)
}

/// The model of the session, as the sweep judged it.
pub fn current(app: &App) -> Option<&crate::evaluate::Point> {
    sweep(app)?.current(&recipe(app)?)
}

/// How many points the curve has, and which is marked.
pub fn cursor(app: &App) -> (usize, usize) {
    let cursors = app.screens.evaluate.curve.cursors;
    let (points, at, otherwise) = match app.screens.evaluate.view {
        View::Sweep => {
            let drawn = sweep(app);
            let before = || drawn.and_then(|sweep| sweep.place(&sweep.recipe));
            (drawn.map_or(0, |sweep| sweep.points.len()), cursors[0], own(app).or_else(before))
        }
        _ => (learned(app).map_or(0, |learned| learned.learning.sizes.len()), cursors[1], None),
    };
    (points, at.or(otherwise).unwrap_or(0).min(points.saturating_sub(1)))
}

impl CurveView {
    /// Takes what was drawn; a cursor in another curve starts anew.
    pub fn take(&mut self, found: Result<Drawn, Undrawn>) {
        match found {
            Ok(drawn) => {
                self.refused = None;
                if let Some(sweep) = drawn.sweep {
                    let same = self.drawn.sweep.as_ref().is_some_and(|old| {
                        old.parameter == sweep.parameter && old.points.len() == sweep.points.len()
                    });
                    self.cursors[0] = self.cursors[0].filter(|_| same);
                    self.drawn.sweep = Some(sweep);
                }
                if let Some(learned) = drawn.learned {
                    self.drawn.learned = Some(learned);
                }
            }
            Err(refused) => self.refused = Some(refused),
        }
    }
}
