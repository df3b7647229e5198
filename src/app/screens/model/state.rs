//! The state of screen 2: the selected line, the wanted recipe, and the result of fitting it.

use std::sync::Arc;

use crate::app::key::Field;
use crate::app::prelude::*;
use crate::app::screens::model::lines::Line;
use crate::app::screens::model::meaning::Refusal;
use crate::app::screens::model::summary::{Summary, View, Words, row_of};
use crate::app::session::{Loaded, Past, Session};
use crate::app::source;
use crate::app::words::{Frame, Shape, follow};
use crate::math::Name;
use crate::model::{Case, Fitted, UnderAlpha};
use crate::problem::Problem;
use crate::recipe::{Prior, Recipe, Written};

/// The α that are tried: roughly equal steps of its logarithm, and 0.
const TRIED: [&str; 8] = ["0", "1/100", "1/10", "1/2", "1", "2", "10", "100"];

#[derive(Clone, Debug, Default)]
pub struct ModelScreen {
    pub cursor: usize,
    pub top: usize,
    pub detail: usize,
    pub field: Option<Field>,
    pub(crate) wanted: Option<Recipe>,
    pub view: Option<View>,
    pub refused: Option<Refusal>,
    pub summary: Option<Summary>,
    pub smoothing: Option<Arc<Smoothing>>,
}

impl ModelScreen {
    pub fn line(&self) -> Option<Line> {
        let view = self.view.as_ref()?;
        match self.cursor.checked_sub(view.columns.len()) {
            None => Some(Line::Column(self.cursor)),
            Some(at) => view.lines.get(at).or(view.lines.last()).copied(),
        }
    }

    pub(crate) fn mark(&mut self, line: Line) {
        let Some(view) = &self.view else { return };
        let at = view.lines.iter().position(|other| *other == line);
        self.cursor = at.map_or(self.cursor, |at| view.columns.len() + at);
    }

    /// Returns the words of the selected column, if the model counts them; on the lines of the vocabulary, those of the
    /// first text column.
    pub fn words(&self) -> Option<&Words> {
        let words = &self.summary.as_ref()?.words;
        match self.line()? {
            Line::Column(at) => words.iter().find(|words| words.columns.contains(&at)),
            line if line.is_of_words() => words.first(),
            _ => None,
        }
    }

    pub fn takes_number(&self) -> bool {
        let is_added = |view: &View| matches!(view.prior, Prior::Laplace(_));
        match self.line() {
            Some(Line::Prior) => self.view.as_ref().is_some_and(is_added),
            Some(line) => line.takes_number(),
            None => false,
        }
    }

    pub fn lines(&self) -> usize {
        self.view.as_ref().map_or(0, |view| view.columns.len() + view.lines.len())
    }

    pub(crate) fn refuse(&mut self, problem: Option<&Problem>) {
        self.refused = problem.zip(self.view.as_ref()).map(|(problem, view)| Refusal::new(problem, view));
    }

    /// Returns this case under other α, if computed for the model and the case of the session.
    pub fn smoothing(&self, session: &Session) -> Option<&Smoothing> {
        let (fitted, case) = (session.fitted()?, session.case.as_ref()?);
        let known = self.smoothing.as_deref()?;
        (Arc::ptr_eq(&known.fitted, fitted) && Arc::ptr_eq(&known.case, case)).then_some(known)
    }

    pub fn settle(&mut self, frame: Frame) {
        if frame.shape() == Shape::Tiny {
            return;
        }
        self.cursor = self.cursor.min(self.lines().saturating_sub(1));
        let columns = self.view.as_ref().map_or(0, |view| view.columns.len());
        self.top = follow(self.top, row_of(self.cursor, columns), frame.lines());
        if self.cursor == 0 {
            self.top = 0;
        }
    }
}

/// A case under other α.
#[derive(Clone, Debug)]
pub struct Smoothing {
    pub classes: Vec<Name>,
    /// The class whose posterior is printed: the predicted class under the chosen α.
    pub class: usize,
    /// The position of the chosen α in `points`.
    pub now: Option<usize>,
    pub points: Vec<UnderAlpha>,
    fitted: Arc<Fitted>,
    case: Arc<Case>,
}

impl Smoothing {
    pub fn of(fitted: Arc<Fitted>, case: Arc<Case>) -> Smoothing {
        let own = fitted.data.resolved.alpha.clone();
        let mut alphas: Vec<Written> =
            TRIED.iter().filter_map(|text| Written::non_negative(text, "α").ok()).collect();
        alphas.retain(|alpha| alpha.value() != own.value());
        alphas.push(own.clone());
        alphas.sort_by(|a, b| a.value().cmp(b.value()));
        let points = fitted.under_alphas(&case, alphas);
        let class = fitted.predict(&case).predicted.unwrap_or(0);
        let now = points.iter().position(|point| point.alpha.value() == own.value());
        Smoothing { classes: fitted.classes.clone(), class, now, points, fitted, case }
    }
}

/// Returns the recipe on screen. Its target is always written: finding the default reads every row, and it must not
/// change with the features.
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

/// Keeps the tried recipe; undo restores `before`.
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

/// Fits another recipe to the data; the screen stays as it is until the new model is ready.
pub fn refit(app: &mut App, recipe: Recipe) -> Option<Job> {
    let study = app.session.study.clone()?;
    if let Some(order) = &mut app.session.order {
        *order.recipe = recipe.clone();
    }
    let work = move || study.with_recipe(recipe).map(Loaded::new).map_err(source::Problem::from);
    Some(app.jobs.start(Lane::Fit, "fitting …", work, refitted))
}

/// Shows the data under another recipe, or why that failed. A recipe without a model stays on screen with the reason, and
/// the previous model stays.
fn refitted(app: &mut App, loaded: Result<Loaded, source::Problem>) -> Option<Job> {
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
    // Counts by class, and the rows of a number, belong to the previous model.
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
