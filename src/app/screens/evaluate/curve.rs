//! Screen 4: accuracy by α and learning curves.
//!
//! Both are drawn over a list of their points; the right pane explains the selected point. A curve takes time, so the last
//! complete one stays until the next is ready, and says if it is from the previous recipe.

use crate::app::prelude::*;
use crate::app::screens::evaluate::View;
use crate::app::screens::evaluate::actions::{advise_keys, along};
use crate::app::screens::model;
use crate::evaluate::{CandidateModel, Experiment, Learning, SEEDS, Sweep};
use crate::problem::Problem;
use crate::recipe::on_training_rows;

fn recipe(app: &App) -> Option<Recipe> {
    app.session.fitted()?;
    model::with_own_target(app, &app.session.study.as_ref()?.recipe)
}

pub fn is_fresh(app: &App) -> bool {
    let screen = &app.screens.evaluate.curve;
    let (Some(drawn), Some(recipe)) = (screen.drawn.get(&app.screens.evaluate.view), recipe(app)) else {
        return false;
    };
    match &drawn.curve {
        Curve::Sweep(sweep) => sweep.is_of(&recipe),
        // A learning curve holds out its own rows, so the split does not matter.
        Curve::Learning(_) => {
            drawn.rivals == screen.rivals && on_training_rows(&drawn.recipe) == on_training_rows(&recipe)
        }
    }
}

pub fn ask(app: &mut App) -> Option<Job> {
    let (recipe, view, rivals) = (recipe(app)?, app.screens.evaluate.view, app.screens.evaluate.curve.rivals);
    if is_fresh(app) || refused(app).is_some() {
        return None;
    }
    let mut study = Study::clone(app.session.study.as_ref()?);
    study.recipe = recipe;
    let work = move |stage: Arc<ComparisonProgress>| {
        let curve = match view {
            View::Learning => learn(&study, rivals, &stage.watch),
            _ => Sweep::run(&study, Some(&stage.watch)).map(|sweep| Curve::Sweep(Arc::new(sweep))),
        };
        (study.recipe, curve)
    };
    Some(app.jobs.start_watched(Lane::Curve, "drawing the curve …", work, move |app, (recipe, curve)| {
        let screen = &mut app.screens.evaluate.curve;
        match curve {
            Ok(curve) => {
                // The cursor starts anew in another curve.
                let before = screen.drawn.get(&view).filter(|old| old.curve.points() == curve.points());
                let cursor = before.and_then(|old| old.cursor);
                screen.drawn.insert(view, DrawnCurve { curve, rivals, recipe, cursor });
                screen.refused = None;
            }
            Err(problem) => screen.refused = Some((view, rivals, recipe, advise_keys(problem))),
        }
        None
    }))
}

pub fn refused(app: &App) -> Option<&Problem> {
    let screen = &app.screens.evaluate;
    let (view, rivals, of, problem) = screen.curve.refused.as_ref()?;
    let is_same = (*view, *rivals) == (screen.view, screen.curve.rivals) && *of == recipe(app)?;
    is_same.then_some(problem)
}

pub fn drawn(app: &App) -> Option<&Curve> {
    Some(&app.screens.evaluate.curve.drawn.get(&app.screens.evaluate.view)?.curve)
}

pub fn own(app: &App) -> Option<usize> {
    match drawn(app)? {
        Curve::Sweep(sweep) => sweep.place(&recipe(app)?),
        Curve::Learning(_) => None,
    }
}

/// Returns the number of points, and the selected one.
pub fn cursor(app: &App) -> (usize, usize) {
    let screen = &app.screens.evaluate;
    let Some(DrawnCurve { curve, cursor, .. }) = screen.curve.drawn.get(&screen.view) else { return (0, 0) };
    let before = || if let Curve::Sweep(sweep) = curve { sweep.place(&sweep.recipe) } else { None };
    let at = cursor.or_else(|| own(app)).or_else(before).unwrap_or(0);
    (curve.points(), at.min(curve.points().saturating_sub(1)))
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
            screen.curve.drawn.entry(screen.view).and_modify(|drawn| drawn.cursor = Some(to));
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
    if !is_fresh(app) {
        return app.reply("This curve is from the previous recipe. The new one is being computed.");
    }
    let job = model::change_recipe(app, point.recipe.clone());
    app.say(format!("The recipe has α = {} now. u: undo.", point.alpha));
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
    Learning(Arc<Learning>),
}

impl Curve {
    fn points(&self) -> usize {
        match self {
            Curve::Sweep(sweep) => sweep.points.len(),
            Curve::Learning(learning) => learning.sizes.len(),
        }
    }
}

fn learn(study: &Study, rivals: Rivals, watch: &Watch) -> Result<Curve, Problem> {
    let name = study.fitted.as_ref().map_or("", |fitted| fitted.title()).to_owned();
    let own = CandidateModel { name, recipe: study.recipe.clone() };
    let candidates = match rivals {
        Rivals::None => vec![own],
        Rivals::Logistic => {
            let over = Recipe { model: Some(ModelKind::Logistic), ..Recipe::default() };
            let recipe = study.recipe.clone().overridden_by(over);
            vec![own, CandidateModel { name: "logistic regression".to_owned(), recipe }]
        }
        Rivals::Of(experiment) => experiment.candidates(study)?,
    };
    let learning = Learning::run(study, &candidates, SEEDS, Some(watch))?;
    Ok(Curve::Learning(Arc::new(learning)))
}

/// A curve with its recipe, and the selected point; `None` for that of the recipe, or the first.
#[derive(Clone, Debug)]
struct DrawnCurve {
    curve: Curve,
    rivals: Rivals,
    recipe: Recipe,
    cursor: Option<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct CurveView {
    pub measure: Measure,
    pub rivals: Rivals,
    drawn: HashMap<View, DrawnCurve>,
    /// The curve that could not be drawn, with its recipe and the reason.
    refused: Option<(View, Rivals, Recipe, Problem)>,
}

impl CurveView {
    pub fn experiment(&self) -> Option<&'static Experiment> {
        if let Rivals::Of(experiment) = self.rivals { Some(experiment) } else { None }
    }
}
