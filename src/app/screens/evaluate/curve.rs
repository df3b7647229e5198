//! Screen 4: accuracy by α and learning curves.
//!
//! Both are drawn over a list of their points; the right pane explains the selected point. A curve takes time, so the last
//! complete one stays until the next is ready, and says if it is from the previous recipe.

use crate::app::prelude::*;
use crate::app::screens::evaluate::View;
use crate::app::screens::evaluate::actions::{advise_keys, along};
use crate::app::screens::model;
use crate::evaluate::{CandidateModel, Experiment, Learning, SEEDS, Sweep, Yardstick};
use crate::model::{OpenError, Study};
use crate::problem::Problem;
use crate::recipe::{ModelKind, Recipe, on_training_rows};
use crate::table::Watch;
use std::sync::Arc;

/// Returns the recipe of the model of the session, with its target written.
fn recipe(app: &App) -> Option<Recipe> {
    app.session.fitted()?;
    model::written(app, &app.session.study.as_ref()?.recipe)
}

/// Whether the curve on screen is of the current model and view.
pub fn is_fresh(app: &App) -> bool {
    let (Some(curve), Some(recipe)) = (drawn(app), recipe(app)) else { return false };
    match curve {
        Curve::Sweep(sweep) => sweep.is_of(&recipe),
        // A learning curve holds out its own rows, so the split does not matter.
        Curve::Learning(learned) => {
            learned.rivals == app.screens.evaluate.curve.rivals
                && on_training_rows(&learned.recipe) == on_training_rows(&recipe)
        }
    }
}

/// Starts drawing the curve, unless it is there.
pub fn ask(app: &mut App) -> Option<Job> {
    let (recipe, view, rivals) = (recipe(app)?, app.screens.evaluate.view, app.screens.evaluate.curve.rivals);
    if is_fresh(app) || refused(app).is_some() {
        return None;
    }
    let mut study = Study::clone(app.session.study.as_ref()?);
    study.recipe = recipe;
    let work = move |watch: Arc<Watch>| {
        let curve = match view {
            View::Learning => learn(&study, rivals, &watch),
            _ => Sweep::run(&study, Some(&watch)).map(|sweep| Curve::Sweep(Arc::new(sweep))),
        };
        curve.map_err(|problem| Box::new((view, rivals, study.recipe, advise_keys(problem))))
    };
    Some(app.jobs.start_watched(Lane::Curve, "drawing the curve …", work, |app, found| {
        app.screens.evaluate.curve.take(found);
        None
    }))
}

pub fn refused(app: &App) -> Option<&Problem> {
    let screen = &app.screens.evaluate;
    let (view, rivals, of, problem) = screen.curve.refused.as_deref()?;
    let is_same = (*view, *rivals) == (screen.view, screen.curve.rivals) && *of == recipe(app)?;
    is_same.then_some(problem)
}

/// Returns the last curve of the current view.
pub fn drawn(app: &App) -> Option<&Curve> {
    app.screens.evaluate.curve.drawn(app.screens.evaluate.view)
}

/// Returns the position of the point that has the α of the recipe.
pub fn own(app: &App) -> Option<usize> {
    match drawn(app)? {
        Curve::Sweep(sweep) => sweep.place(&recipe(app)?),
        Curve::Learning(_) => None,
    }
}

/// Returns the number of points, and the selected one.
pub fn cursor(app: &App) -> (usize, usize) {
    let screen = &app.screens.evaluate.curve;
    let Some(curve) = drawn(app) else { return (0, 0) };
    let at = match curve {
        Curve::Sweep(sweep) => {
            screen.sweep.cursor.or_else(|| own(app)).or_else(|| sweep.place(&sweep.recipe))
        }
        Curve::Learning(_) => screen.learning.cursor,
    };
    (curve.points(), at.unwrap_or(0).min(curve.points().saturating_sub(1)))
}

pub fn act(app: &mut App, action: &Action) -> Reply {
    let screen = &mut app.screens.evaluate;
    match action {
        Action::Measure => {
            screen.curve.measure = screen.curve.measure.next();
            Reply::Taken
        }
        Action::Rival => {
            // The choice replaces the models of an experiment.
            let without = screen.curve.rivals == Rivals::None;
            screen.curve.rivals = if without { Rivals::Logistic } else { Rivals::None };
            Reply::of(ask(app))
        }
        Action::Enter if screen.view == View::Sweep => choose(app),
        action if app.pane == Pane::Detail => Reply::moved(screen.detail.moves(action)),
        action => {
            let (points, mut to) = cursor(app);
            let page = (app.frame.lines() / 3).max(1);
            if !moves(&mut to, points.saturating_sub(1), page, along(action)) {
                return Reply::Pass;
            }
            let screen = &mut app.screens.evaluate;
            screen.detail.to(0);
            let sweeps = screen.view == View::Sweep;
            let drawn = if sweeps { &mut screen.curve.sweep } else { &mut screen.curve.learning };
            drawn.cursor = Some(to);
            Reply::Taken
        }
    }
}

fn choose(app: &mut App) -> Reply {
    let (_, at) = cursor(app);
    let Some(Curve::Sweep(sweep)) = drawn(app).cloned() else { return Reply::Taken };
    let Some(point) = sweep.points.get(at) else { return Reply::Taken };
    if own(app) == Some(at) {
        return app.reply("The recipe has this α already.");
    }
    if let Err(problem) = &point.summary {
        return app.reply(format!("There is no model with this α: {}.", problem.what));
    }
    if !recipe(app).is_some_and(|recipe| sweep.is_of(&recipe)) {
        return app.reply("This curve is from the previous recipe. The new one is being computed.");
    }
    let job = model::changed(app, point.setting.recipe.clone());
    app.say(format!("The recipe has α = {} now. u: undo.", point.setting.text));
    Reply::of(job)
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Rivals {
    #[default]
    None,
    Logistic,
    Of(&'static Experiment),
}

#[derive(Clone, Debug)]
pub enum Curve {
    Sweep(Arc<Sweep>),
    Learning(Arc<Learned>),
}

impl Curve {
    fn points(&self) -> usize {
        match self {
            Curve::Sweep(sweep) => sweep.points.len(),
            Curve::Learning(learned) => learned.learning.sizes.len(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Learned {
    pub learning: Learning,
    pub recipe: Recipe,
    pub rivals: Rivals,
}

/// A curve that could not be drawn, with its recipe and the reason.
type Undrawn = Box<(View, Rivals, Recipe, Problem)>;

fn learn(study: &Study, rivals: Rivals, watch: &Watch) -> Result<Curve, Problem> {
    let own = || {
        let name = study.fitted.as_ref().map_or("", |fitted| fitted.title()).to_owned();
        CandidateModel { name, recipe: study.recipe.clone() }
    };
    let candidates = match rivals {
        Rivals::None => vec![own()],
        Rivals::Logistic => {
            let over = Recipe { model: Some(ModelKind::Logistic), ..Recipe::default() };
            let recipe = study.recipe.clone().overridden_by(over);
            vec![own(), CandidateModel { name: "logistic regression".to_owned(), recipe }]
        }
        Rivals::Of(experiment) => experiment.candidates(study).map_err(OpenError::from)?,
    };
    let learning = Learning::run(study, &candidates, SEEDS, Some(watch))?;
    Ok(Curve::Learning(Arc::new(Learned { learning, recipe: study.recipe.clone(), rivals })))
}

/// The last curve of a view, and its selected point; `None` for that of the recipe, or the first.
#[derive(Clone, Debug, Default)]
struct Drawn {
    curve: Option<Curve>,
    cursor: Option<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct CurveView {
    pub measure: Yardstick,
    pub rivals: Rivals,
    sweep: Drawn,
    learning: Drawn,
    refused: Option<Undrawn>,
}

impl CurveView {
    /// Returns the experiment that led here, until other data are opened.
    pub fn experiment(&self) -> Option<&'static Experiment> {
        match self.rivals {
            Rivals::Of(experiment) => Some(experiment),
            Rivals::None | Rivals::Logistic => None,
        }
    }

    /// Returns the last curve of a view.
    pub fn drawn(&self, view: View) -> Option<&Curve> {
        match view {
            View::Sweep => self.sweep.curve.as_ref(),
            View::Learning => self.learning.curve.as_ref(),
            _ => None,
        }
    }

    /// Shows a drawn curve; the cursor starts anew in another curve.
    fn take(&mut self, found: Result<Curve, Undrawn>) {
        let curve = match found {
            Ok(curve) => curve,
            Err(refused) => return self.refused = Some(refused),
        };
        self.refused = None;
        let drawn = if matches!(curve, Curve::Sweep(_)) { &mut self.sweep } else { &mut self.learning };
        let same = drawn.curve.as_ref().is_some_and(|old| old.points() == curve.points());
        *drawn = Drawn { cursor: drawn.cursor.filter(|_| same), curve: Some(curve) };
    }
}
