//! Screen 4: accuracy by α and learning curves.
//!
//! Both are drawn over a list of their points; the right pane explains the selected point. A curve takes time, so the last
//! complete one stays until the next is ready, and says if it is from the previous recipe.

use crate::app::prelude::*;
use crate::app::screens::evaluate::View;
use crate::app::screens::evaluate::actions::told_here;
use crate::app::screens::model;
use crate::evaluate::{CandidateModel, Experiment, Learning, Point, SEEDS, Sweep, Yardstick};
use crate::model::{OpenError, Study};
use crate::problem::Problem;
use crate::recipe::{ModelKind, Recipe, on_training_rows};
use crate::table::Watch;
use std::sync::Arc;

/// Returns the recipe of the model of the session, with its target written.
fn recipe(app: &App) -> Option<Recipe> {
    model::written(app, &app.session.study.as_ref()?.recipe)
}

pub fn wanted(app: &App) -> Option<Plot> {
    let (view, screen) = (app.screens.evaluate.view, &app.screens.evaluate.curve);
    app.session.fitted()?;
    match view {
        View::Sweep => Some(Plot::Sweep),
        View::Learning => Some(Plot::Learning(match (screen.experiment, screen.rival) {
            (Some(experiment), _) => Rivals::Of(experiment),
            (_, true) => Rivals::Logistic,
            (_, false) => Rivals::None,
        })),
        _ => None,
    }
}

/// Whether the curve on screen is of the current model and view.
pub fn is_fresh(app: &App) -> bool {
    let (Some(plot), Some(recipe)) = (wanted(app), recipe(app)) else { return false };
    let drawn = &app.screens.evaluate.curve.drawn;
    match plot {
        Plot::Sweep => drawn.sweep.as_ref().is_some_and(|sweep| sweep.is_of(&recipe)),
        Plot::Learning(rivals) => {
            let of =
                |learned: &Arc<Learned>| learned.rivals == rivals && same_model(&learned.recipe, &recipe);
            drawn.learned.as_ref().is_some_and(of)
        }
    }
}

/// Whether two recipes make the same model. A learning curve holds out its own rows, so the split does not matter.
fn same_model(a: &Recipe, b: &Recipe) -> bool {
    on_training_rows(a) == on_training_rows(b)
}

/// Starts drawing the curve, unless it is there.
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

pub fn refused(app: &App) -> Option<&Problem> {
    let (plot, recipe) = (wanted(app)?, recipe(app)?);
    let (of, refused, problem) = app.screens.evaluate.curve.refused.as_deref()?;
    (*of == plot && *refused == recipe).then_some(problem)
}

pub fn sweep(app: &App) -> Option<&Arc<Sweep>> {
    app.screens.evaluate.curve.drawn.sweep.as_ref().filter(|_| wanted(app) == Some(Plot::Sweep))
}

pub fn learned(app: &App) -> Option<&Arc<Learned>> {
    app.screens.evaluate.curve.drawn.learned.as_ref()
}

pub fn own(app: &App) -> Option<usize> {
    sweep(app)?.place(&recipe(app)?)
}

pub fn current(app: &App) -> Option<&Point> {
    sweep(app)?.current(&recipe(app)?)
}

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

pub fn act(app: &mut App, action: &Action) -> Reply {
    match action {
        Action::Measure => {
            let screen = &mut app.screens.evaluate.curve;
            screen.measure = screen.measure.next();
            Reply::Taken
        }
        Action::Rival => rival(app),
        Action::Enter if app.screens.evaluate.view == View::Sweep => choose(app),
        action if app.pane == Pane::Detail => Reply::moved(app.screens.evaluate.curve.detail.moves(action)),
        action => walk(app, action),
    }
}

fn walk(app: &mut App, action: &Action) -> Reply {
    let action = match action {
        Action::Left => &Action::Up,
        Action::Right => &Action::Down,
        action => action,
    };
    let (points, mut to) = cursor(app);
    if !moves(&mut to, points.saturating_sub(1), (app.frame.lines() / 3).max(1), action) {
        return Reply::Pass;
    }
    let which = usize::from(app.screens.evaluate.view != View::Sweep);
    let screen = &mut app.screens.evaluate.curve;
    screen.detail.to(0);
    screen.cursors.get_mut(which).into_iter().for_each(|cursor| *cursor = Some(to));
    Reply::Taken
}

fn choose(app: &mut App) -> Reply {
    let (_, at) = cursor(app);
    let Some(sweep) = sweep(app).cloned() else { return Reply::Taken };
    let Some(point) = sweep.points.get(at) else { return Reply::Taken };
    if own(app) == Some(at) {
        app.say("The recipe has this α already.");
        return Reply::Taken;
    }
    if let Err(problem) = &point.summary {
        app.say(format!("There is no model with this α: {}.", problem.what));
        return Reply::Taken;
    }
    if !recipe(app).is_some_and(|recipe| sweep.is_of(&recipe)) {
        app.say("This curve is from the previous recipe. The new one is being computed.");
        return Reply::Taken;
    }
    let job = model::changed(app, point.setting.recipe.clone());
    app.say(format!("The recipe has α = {} now. u: undo.", point.setting.text));
    Reply::of(job)
}

fn rival(app: &mut App) -> Reply {
    let screen = &mut app.screens.evaluate.curve;
    if screen.experiment.is_some() {
        // The choice replaces the models of the experiment.
        screen.experiment = None;
        screen.rival = false;
    } else {
        screen.rival = !screen.rival;
    }
    Reply::of(ask(app))
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plot {
    Sweep,
    Learning(Rivals),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rivals {
    None,
    Logistic,
    Of(&'static Experiment),
}

#[derive(Clone, Debug, Default)]
pub struct Drawn {
    pub sweep: Option<Arc<Sweep>>,
    pub learned: Option<Arc<Learned>>,
}

#[derive(Clone, Debug)]
pub struct Learned {
    pub learning: Learning,
    pub recipe: Recipe,
    pub rivals: Rivals,
}

/// A curve that could not be drawn: its recipe, and the reason.
pub type Undrawn = Box<(Plot, Recipe, Problem)>;

/// Draws a curve; may take long.
pub fn draw(study: &Study, plot: Plot, watch: &Watch) -> Result<Drawn, Undrawn> {
    let drawn =
        match plot {
            Plot::Sweep => Sweep::run(study, Some(watch))
                .map(|sweep| Drawn { sweep: Some(Arc::new(sweep)), learned: None }),
            Plot::Learning(rivals) => learn(study, rivals, watch)
                .map(|learned| Drawn { sweep: None, learned: Some(Arc::new(learned)) }),
        };
    drawn.map_err(|problem| Box::new((plot, study.recipe.clone(), told_here(problem))))
}

fn learn(study: &Study, rivals: Rivals, watch: &Watch) -> Result<Learned, Problem> {
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
    Ok(Learned { learning, recipe: study.recipe.clone(), rivals })
}

/// The last drawn curves, and the cursor in each.
#[derive(Clone, Debug, Default)]
pub struct CurveView {
    pub measure: Yardstick,
    pub(crate) rival: bool,
    /// The experiment that led here, until other data are opened.
    pub experiment: Option<&'static Experiment>,
    pub(crate) drawn: Drawn,
    pub(crate) refused: Option<Undrawn>,
    /// The selected point of each curve; `None` for that of the recipe, or the first.
    pub(crate) cursors: [Option<usize>; 2],
    pub detail: Scroll,
}

impl CurveView {
    /// Shows a drawn curve; the cursor starts anew in another curve.
    pub fn take(&mut self, found: Result<Drawn, Undrawn>) {
        match found {
            Ok(drawn) => {
                self.refused = None;
                if let Some(sweep) = drawn.sweep {
                    let same =
                        self.drawn.sweep.as_ref().is_some_and(|old| old.points.len() == sweep.points.len());
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
