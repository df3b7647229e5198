//! Screen 2: the recipe. Every change is fitted at once; a change that cannot be followed is shown with its reason, and the
//! model before it stays.

pub(super) mod change;
mod column;
mod column_keys;
mod line;
mod lines;
mod meaning;
pub(super) mod smoothing;
mod stepping;
mod summary;
mod typing;
mod view;

pub use change::Role;
pub use column::Column;
pub use lines::Line;
pub use meaning::Refusal;
pub use smoothing::{Smoothing, of as smoothing_of};
pub use summary::{ClassPrior, Summary, Words};
pub use typing::stop_typing;
pub use view::{View, row_of};

use std::sync::Arc;

use super::action::Action;
use super::app::{App, Pane};
use super::dialog::Reply;
use super::field::{Edit, Field};
use super::frame::{Shape, follow, moved};
use super::history::History;
use super::job::Job;
use super::keys::Scope;
use super::priors::PriorsDialog;
use super::screen::{Screen, Screens};
use super::screen_id::ScreenId;
use super::session::Loaded;
use super::{Problem, bins, dialog, update};
use crate::recipe::{Prior, Recipe, target_column};

/// The marked line, the recipe that is wanted, and what became of it.
#[derive(Clone, Debug, Default)]
pub struct ModelScreen {
    /// The marked line.
    pub cursor: usize,
    /// The first line shown on the left.
    pub top: usize,
    /// The first line shown on the right.
    pub detail: usize,
    /// The number of the marked line while it is typed.
    pub field: Option<Field>,
    /// The recipe on screen, where it is not the one that was fitted last.
    wanted: Option<Recipe>,
    /// The recipe in the words of the screen.
    pub view: Option<View>,
    /// Why the recipe on screen made no model.
    pub refused: Option<Refusal>,
    /// What the model is.
    pub summary: Option<Summary>,
    /// The case in hand under other α, once it was worked out.
    pub smoothing: Option<Arc<Smoothing>>,
    history: History<Recipe>,
}

impl ModelScreen {
    /// The marked line.
    pub fn line(&self) -> Option<Line> {
        let view = self.view.as_ref()?;
        match self.cursor.checked_sub(view.columns.len()) {
            None => Some(Line::Column(self.cursor)),
            Some(at) => view.lines.get(at).or(view.lines.last()).copied(),
        }
    }

    /// The words of the marked column, where the model of the session counts its words; those of the one text, on the lines
    /// that say which words it may use.
    pub fn words(&self) -> Option<&Words> {
        let words = &self.summary.as_ref()?.words;
        match self.line()? {
            Line::Column(at) => words.iter().find(|words| words.columns.contains(&at)),
            line if line.is_of_words() => words.first(),
            _ => None,
        }
    }

    /// Whether a number stands on the marked line, and may be typed over.
    pub fn takes_number(&self) -> bool {
        let is_added = |view: &View| matches!(view.prior, Prior::Laplace(_));
        match self.line() {
            Some(Line::Prior) => self.view.as_ref().is_some_and(is_added),
            Some(line) => line.takes_number(),
            None => false,
        }
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.view.as_ref().map_or(0, |view| view.columns.len() + view.lines.len())
    }
}

/// How screen 2 answers.
#[derive(Debug)]
pub struct Model;

impl Screen for Model {
    fn act(&self, app: &mut App, action: &Action) -> Reply {
        if app.screens.model.field.is_some() {
            return typing::typed(app, action);
        }
        let line = app.screens.model.line();
        match (action, line) {
            (Action::Undo, _) => return Reply::of(undo(app)),
            (Action::Redo, _) => return Reply::of(redo(app)),
            (Action::Enter, _) if app.pane == Pane::Master && app.screens.model.takes_number() => {
                typing::begin(app);
                return Reply::Taken;
            }
            (Action::Enter, _) => return Reply::of(onward(app)),
            (Action::Left | Action::Right, Some(line)) => {
                return Reply::of(stepped(app, line, matches!(action, Action::Right)));
            }
            (Action::GivePriors, _) => {
                PriorsDialog::open(app);
                return Reply::Taken;
            }
            (Action::EditBins, Some(Line::Column(column))) => return Reply::of(bins::open(app, column)),
            (
                Action::Toggle
                | Action::MakeTarget
                | Action::MakeWeight
                | Action::Bins
                | Action::Kind
                | Action::One,
                Some(line),
            ) => return Reply::of(column_keys::act(app, line, action)),
            (Action::Edit(Edit::Insert(c)), Some(_)) if app.screens.model.takes_number() => {
                app.screens.model.field = Some(Field::new(c.to_string()));
                return Reply::Taken;
            }
            _ => {}
        }
        let page = app.frame.lines().saturating_sub(1).max(1);
        let screen = &mut app.screens.model;
        let lines = screen.lines();
        let (place, last) = match app.pane {
            Pane::Master => (&mut screen.cursor, lines.saturating_sub(1)),
            Pane::Detail => (&mut screen.detail, 200),
        };
        match moved(*place, last, page, action) {
            Some(to) => *place = to,
            None => return Reply::Pass,
        }
        if app.pane == Pane::Master {
            app.screens.model.detail = 0;
            settle(app);
            return Reply::of(smoothing::ask(app));
        }
        Reply::Taken
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        if app.pane == Pane::Detail {
            return &[Scope::Detail, Scope::Model, Scope::Page, Scope::Everywhere, Scope::Always];
        }
        use Scope::{Always, Choice, Columns, Everywhere, List, Number, Page, PriorLine, WithoutStages};
        let screen = &app.screens.model;
        match screen.line() {
            _ if screen.field.is_some() => &[Scope::TypedNumber, Always],
            Some(Line::Prior) if screen.takes_number() => {
                &[List, Number, PriorLine, Choice, Scope::Model, Page, WithoutStages, Always]
            }
            Some(Line::Prior) => &[List, PriorLine, Choice, Scope::Model, Page, Everywhere, Always],
            // Digits are the number's own.
            Some(_) if screen.takes_number() => {
                &[List, Number, Choice, Scope::Model, Page, WithoutStages, Always]
            }
            Some(Line::Column(_)) | None => &[List, Columns, Scope::Model, Page, Everywhere, Always],
            Some(_) => &[List, Choice, Scope::Model, Page, Everywhere, Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        let screen = &app.screens.model;
        match (app.pane, screen.line()) {
            (_, Some(line)) if screen.field.is_some() && line.takes_whole() => {
                "A whole number, 1 or more. Enter takes it."
            }
            _ if screen.field.is_some() => "A decimal or a fraction: 0.5 or 1/2. Enter takes it.",
            (Pane::Master, _) => "Everything refits as you change it. u undoes, S saves the recipe.",
            (Pane::Detail, _) => "The marked line in words, and what the recipe made.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        bins::refresh(app).or_else(|| smoothing::ask(app))
    }

    fn scroll<'a>(&self, screens: &'a mut Screens) -> Option<&'a mut usize> {
        Some(&mut screens.model.detail)
    }

    fn settle(&self, app: &mut App) {
        settle(app);
    }

    fn wide(&self, _: &App) -> bool {
        true
    }
}

/// The recipe on screen. Its target is always written: which column it is by default takes a look at every row, and
/// must not change with the features.
pub fn current(app: &App) -> Option<Recipe> {
    let recipe = app.screens.model.wanted.as_ref();
    written(app, recipe.or_else(|| Some(&app.session.study.as_ref()?.recipe))?)
}

/// A recipe of the data of the session with its target written.
pub fn written(app: &App, recipe: &Recipe) -> Option<Recipe> {
    let mut recipe = recipe.clone();
    if recipe.target.is_none() {
        let column = app.session.target.and_then(|at| app.session.table.as_ref()?.columns().get(at));
        recipe.target = column.map(|column| column.name.as_str().to_owned());
    }
    Some(recipe)
}

/// Forgets a change whose fitting was stopped.
pub fn stopped(app: &mut App) {
    app.screens.model.wanted = None;
    if let (Some(order), Some(study)) = (&mut app.session.order, &app.session.study) {
        *order.recipe = study.recipe.clone();
    }
    look(app);
}

/// ← or → on a line.
fn stepped(app: &mut App, line: Line, forward: bool) -> Option<Job> {
    let (recipe, table) = (current(app)?, Arc::clone(app.session.table.as_ref()?));
    let next = match line {
        Line::Column(_) => return None,
        Line::Target => {
            let now = target_column(&recipe, &table).ok()?;
            let last = table.columns().len().saturating_sub(1);
            let may_be = |at: &usize| !change::is_weight(&recipe, &table, *at);
            let other = if forward { (now + 1..=last).find(may_be) } else { (0..now).rev().find(may_be) };
            other.and_then(|other| change::with_target(&recipe, &table, other))
        }
        Line::Prior => {
            let next = line.stepped(&recipe, forward);
            if next.is_none() && forward {
                PriorsDialog::open(app);
                return None;
            }
            next
        }
        line => line.stepped(&recipe, forward),
    };
    match next {
        Some(recipe) => changed(app, recipe),
        None => {
            app.say(if forward { "This is the last choice." } else { "This is the first choice." });
            None
        }
    }
}

/// Wants another recipe, and remembers the one before.
pub fn changed(app: &mut App, recipe: Recipe) -> Option<Job> {
    if app.session.sealed {
        app.say("The exercise sets the recipe. Finish it first, or leave it: Esc on screen 7.");
        return None;
    }
    let before = current(app)?;
    app.screens.model.history.remember(before);
    wanted(app, recipe.without_stale_choices())
}

fn wanted(app: &mut App, recipe: Recipe) -> Option<Job> {
    app.screens.model.wanted = Some(recipe.clone());
    look(app);
    update::refit(app, recipe)
}

pub(super) fn undo(app: &mut App) -> Option<Job> {
    let now = current(app)?;
    let Some(before) = app.screens.model.history.back(now) else {
        app.say("There is no change to take back.");
        return None;
    };
    wanted(app, before)
}

pub(super) fn redo(app: &mut App) -> Option<Job> {
    let now = current(app)?;
    let Some(after) = app.screens.model.history.forth(now) else {
        app.say("There is no change to make again.");
        return None;
    };
    wanted(app, after)
}

/// Goes on to the numbers, if there are any.
fn onward(app: &mut App) -> Option<Job> {
    if let Some(refused) = &app.screens.model.refused {
        let what = refused.what.clone();
        app.say(format!("{what} The right pane says what to press."));
        return None;
    }
    if let Some(why) = app.session.blocked(ScreenId::Parameters) {
        app.say(why);
        return None;
    }
    update::enter(app, ScreenId::Parameters)
}

/// Takes the result of a recipe. A recipe that made no model is kept on screen with its reason, and the model before it
/// stays; `true` when the result is the new study.
pub fn fitted(app: &mut App, loaded: &Loaded) -> bool {
    let problem = loaded.study.fitted.as_ref().err();
    let view = app.screens.model.view.as_ref();
    app.screens.model.refused = problem.zip(view).map(|(problem, view)| Refusal::new(problem, view));
    problem.is_none() || app.session.fitted().is_none()
}

/// Takes a recipe that the data cannot be read by.
pub fn unreadable(app: &mut App, problem: Problem) {
    app.screens.model.refused = Some(Refusal { what: problem.what, fix: problem.fix });
}

/// Takes another study: its recipe is the one on screen now.
pub fn renewed(app: &mut App) {
    app.screens.model.wanted = None;
    look(app);
    app.screens.model.summary = app.session.fitted().map(|fitted| Summary::of(fitted));
    let Some(problem) = app.session.study.as_ref().and_then(|study| study.fitted.as_ref().err()) else {
        app.screens.model.refused = None;
        return;
    };
    let view = app.screens.model.view.as_ref();
    app.screens.model.refused = view.map(|view| Refusal::new(problem, view));
}

/// Puts the recipe into the words of the screen.
fn look(app: &mut App) {
    let (Some(recipe), Some(table)) = (current(app), app.session.table.clone()) else { return };
    app.screens.model.view = Some(View::new(&recipe, &table));
    settle(app);
    dialog::settle(app);
}

/// Keeps the marked line on screen.
pub fn settle(app: &mut App) {
    if app.frame.shape() == Shape::Tiny {
        return;
    }
    let rows = app.frame.lines();
    let screen = &mut app.screens.model;
    screen.cursor = screen.cursor.min(screen.lines().saturating_sub(1));
    let columns = screen.view.as_ref().map_or(0, |view| view.columns.len());
    screen.top = follow(screen.top, row_of(screen.cursor, columns), rows);
    if screen.cursor == 0 {
        screen.top = 0;
    }
}
