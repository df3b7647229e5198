//! Room 2: the recipe. Every change is fitted at once; a change that cannot be followed is shown with its reason, and the
//! model before it stays.

mod change;
mod meaning;
mod summary;

pub use change::Role;
pub use meaning::{Refusal, prior_words};
pub use summary::Summary;

use std::sync::Arc;

use num_rational::BigRational;
use num_traits::One;

use super::action::Action;
use super::app::{App, Pane, Room};
use super::desk::Loaded;
use super::field::{Edit, Field};
use super::frame::{Shape, follow};
use super::job::Job;
use super::overlay::Reply;
use super::start::moved;
use super::words::shown;
use super::{Problem, update};
use crate::recipe::{Bins, ModelKind, Prior, Recipe, Written, target_column};
use crate::table::Kind;

/// The most changes that can be taken back.
const MOST_UNDONE: usize = 200;

/// A line of the recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// A column of the data.
    Column(usize),
    /// Which column holds the classes.
    Target,
    /// Which model.
    Model,
    /// α.
    Alpha,
    /// Where the priors come from.
    Prior,
}

/// What is shown of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name as it stands in the data.
    pub name: String,
    /// The same, safe to show.
    pub shown: String,
    /// What it is to the model.
    pub role: Role,
    /// How its cells are read.
    pub kind: Kind,
    /// How its numbers become categories.
    pub bins: Option<Bins>,
    /// How many different values it has.
    pub distinct: usize,
}

impl Column {
    /// Whether it is a feature of numbers without bins.
    fn is_bare_number(&self) -> bool {
        self.role == Role::Feature && self.kind == Kind::Numeric && self.bins.is_none()
    }
}

/// The recipe on screen, worked out when it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The columns.
    pub columns: Vec<Column>,
    /// The name of the class column.
    pub target: String,
    /// The model that was chosen.
    pub model: ModelKind,
    /// α as written.
    pub alpha: String,
    /// Where the priors come from.
    pub prior: Prior,
}

/// The marked line, the recipe that is wanted, and what became of it.
#[derive(Clone, Debug, Default)]
pub struct ModelScreen {
    /// The marked line.
    pub cursor: usize,
    /// The first line shown on the left.
    pub top: usize,
    /// The first line shown on the right.
    pub detail: usize,
    /// α while it is typed.
    pub field: Option<Field>,
    /// The recipe on screen, where it is not the one that was fitted last.
    wanted: Option<Recipe>,
    /// The recipe in the words of the screen.
    pub view: Option<View>,
    /// Why the recipe on screen made no model.
    pub refused: Option<Refusal>,
    /// What the model is.
    pub summary: Option<Summary>,
    past: Vec<Recipe>,
    future: Vec<Recipe>,
}

impl ModelScreen {
    /// The marked line.
    pub fn line(&self) -> Option<Line> {
        let columns = self.view.as_ref()?.columns.len();
        Some(match self.cursor.checked_sub(columns) {
            None => Line::Column(self.cursor),
            Some(0) => Line::Target,
            Some(1) => Line::Model,
            Some(2) => Line::Alpha,
            Some(_) => Line::Prior,
        })
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.view.as_ref().map_or(0, |view| view.columns.len() + 4)
    }
}

/// The row of a line: the heading of the columns stands first, and a blank one and another heading before the model.
pub fn row_of(line: usize, columns: usize) -> usize {
    if line < columns { line + 1 } else { line + 3 }
}

/// Takes an action.
pub fn act(app: &mut App, action: &Action) -> Reply {
    if app.screens.model.field.is_some() {
        return typed(app, action);
    }
    let line = app.screens.model.line();
    match (action, line) {
        (Action::Undo, _) => return Reply::of(undo(app)),
        (Action::Redo, _) => return Reply::of(redo(app)),
        (Action::Enter, _) => return Reply::of(onward(app)),
        (Action::Left | Action::Right, Some(line)) => {
            return Reply::of(stepped(app, line, matches!(action, Action::Right)));
        }
        (Action::Toggle | Action::MakeTarget | Action::Bins | Action::Kind, Some(line)) => {
            return Reply::of(column_key(app, line, action));
        }
        (Action::Edit(Edit::Insert(c)), Some(Line::Alpha)) => {
            app.screens.model.field = Some(Field::new(c.to_string()));
            return Reply::Taken;
        }
        _ => {}
    }
    let page = app.frame.lines().saturating_sub(1).max(1);
    let screen = &mut app.screens.model;
    let (place, last) = match app.pane {
        Pane::Master => (&mut screen.cursor, screen.view.as_ref().map_or(0, |view| view.columns.len() + 3)),
        Pane::Detail => (&mut screen.detail, 200),
    };
    match moved(*place, last, page, action) {
        Some(to) => *place = to,
        None => return Reply::Pass,
    }
    if app.pane == Pane::Master {
        app.screens.model.detail = 0;
        settle(app);
    }
    Reply::Taken
}

/// While α is typed.
fn typed(app: &mut App, action: &Action) -> Reply {
    let Some(field) = &mut app.screens.model.field else { return Reply::Pass };
    match action {
        Action::Edit(edit) => field.edit(*edit),
        Action::Paste(text) => {
            field.paste(text);
        }
        Action::Back => app.screens.model.field = None,
        Action::Enter => {
            let text = field.text().to_owned();
            match Written::non_negative(&text, "α") {
                Ok(alpha) => {
                    app.screens.model.field = None;
                    let recipe = current(app).map(|recipe| change::with_alpha(&recipe, alpha));
                    return Reply::of(recipe.and_then(|recipe| changed(app, recipe)));
                }
                Err(error) => {
                    let problem = Problem::from(crate::problem::Problem::from(error));
                    app.say(format!("{} {}", problem.what, problem.fix));
                }
            }
        }
        _ => return Reply::Pass,
    }
    Reply::Taken
}

/// Stops typing, if α is being typed.
pub fn stop_typing(app: &mut App) -> bool {
    app.screens.model.field.take().is_some()
}

/// The recipe on screen.
fn current(app: &App) -> Option<Recipe> {
    app.screens.model.wanted.clone().or_else(|| Some(app.desk.study.as_ref()?.recipe.clone()))
}

fn alpha(recipe: &Recipe) -> (String, BigRational) {
    recipe.alpha.as_ref().map_or_else(
        || ("1".to_owned(), BigRational::one()),
        |alpha| (alpha.text().to_owned(), alpha.value().clone()),
    )
}

/// ← or → on a line.
fn stepped(app: &mut App, line: Line, forward: bool) -> Option<Job> {
    let (recipe, table) = (current(app)?, Arc::clone(app.desk.table.as_ref()?));
    let next = match line {
        Line::Column(_) => return None,
        Line::Target => {
            let now = target_column(&recipe, &table).ok()?;
            let last = table.columns().len().saturating_sub(1);
            let other = if forward { Some(now + 1).filter(|at| *at <= last) } else { now.checked_sub(1) };
            other.and_then(|other| change::with_target(&recipe, &table, other))
        }
        Line::Model => change::with_model(&recipe, forward),
        Line::Alpha => change::with_alpha_step(&recipe, &alpha(&recipe).1, forward),
        Line::Prior => change::with_prior(&recipe, forward),
    };
    match next {
        Some(recipe) => changed(app, recipe),
        None => {
            app.say(if forward { "This is the last choice." } else { "This is the first choice." });
            None
        }
    }
}

/// A key that is about the marked column.
fn column_key(app: &mut App, line: Line, action: &Action) -> Option<Job> {
    let Line::Column(column) = line else { return None };
    let (recipe, table) = (current(app)?, Arc::clone(app.desk.table.as_ref()?));
    let about = app.screens.model.view.as_ref()?.columns.get(column)?.clone();
    let why_not = match (action, about.role, about.kind) {
        (Action::MakeTarget, Role::Target, _) => Some("It is the target already."),
        (Action::MakeTarget, ..) => None,
        (_, Role::Target, _) => Some("It is the target. Press t on another column first."),
        (Action::Bins, _, kind) if kind != Kind::Numeric => Some("Only numbers have bins."),
        _ => None,
    };
    if let Some(why) = why_not {
        app.say(why);
        return None;
    }
    let next = match action {
        Action::Toggle => change::toggled(&recipe, &table, column),
        Action::MakeTarget => change::with_target(&recipe, &table, column),
        Action::Bins => change::with_next_bins(&recipe, &table, column),
        _ => change::with_other_kind(&recipe, &table, column),
    };
    next.and_then(|recipe| changed(app, recipe))
}

/// Wants another recipe, and remembers the one before.
fn changed(app: &mut App, recipe: Recipe) -> Option<Job> {
    let before = current(app)?;
    let screen = &mut app.screens.model;
    if screen.past.len() >= MOST_UNDONE {
        screen.past.remove(0);
    }
    screen.past.push(before);
    screen.future.clear();
    wanted(app, recipe)
}

fn wanted(app: &mut App, recipe: Recipe) -> Option<Job> {
    app.screens.model.wanted = Some(recipe.clone());
    look(app);
    update::refit(app, recipe)
}

fn undo(app: &mut App) -> Option<Job> {
    let now = current(app)?;
    let Some(before) = app.screens.model.past.pop() else {
        app.say("There is no change to take back.");
        return None;
    };
    app.screens.model.future.push(now);
    wanted(app, before)
}

fn redo(app: &mut App) -> Option<Job> {
    let now = current(app)?;
    let Some(after) = app.screens.model.future.pop() else {
        app.say("There is no change to make again.");
        return None;
    };
    app.screens.model.past.push(now);
    wanted(app, after)
}

/// Goes on to the numbers, if there are any.
fn onward(app: &mut App) -> Option<Job> {
    if let Some(refused) = &app.screens.model.refused {
        let what = refused.what.clone();
        app.say(format!("{what} The right pane says what to press."));
        return None;
    }
    update::enter(app, Room::Parameters)
}

/// Takes the result of a recipe. A recipe that made no model is kept on screen with its reason, and the model before it
/// stays; `true` when the result is the new study.
pub fn fitted(app: &mut App, loaded: &Loaded) -> bool {
    let problem = loaded.study.fitted.as_ref().err();
    let columns = app.screens.model.view.as_ref().map(|view| view.columns.as_slice()).unwrap_or_default();
    app.screens.model.refused = problem.map(|problem| Refusal::new(problem, columns));
    problem.is_none() || app.desk.fitted().is_none()
}

/// Takes a recipe that the data cannot be read by.
pub fn unreadable(app: &mut App, problem: Problem) {
    app.screens.model.refused = Some(Refusal { what: problem.what, fix: problem.fix });
}

/// Takes another study: its recipe is the one on screen now.
pub fn renewed(app: &mut App) {
    app.screens.model.wanted = None;
    look(app);
    app.screens.model.summary = app.desk.fitted().map(|fitted| Summary::of(fitted));
    let Some(problem) = app.desk.study.as_ref().and_then(|study| study.fitted.as_ref().err()) else {
        app.screens.model.refused = None;
        return;
    };
    let columns = app.screens.model.view.as_ref().map(|view| view.columns.as_slice()).unwrap_or_default();
    app.screens.model.refused = Some(Refusal::new(problem, columns));
}

/// Puts the recipe into the words of the screen.
fn look(app: &mut App) {
    let (Some(recipe), Some(table)) = (current(app), app.desk.table.clone()) else { return };
    let target = target_column(&recipe, &table).ok();
    let column = |(at, column): (usize, &crate::table::Column)| {
        let said = recipe.column(column.name.as_str());
        let bins = said.and_then(|said| said.bins.clone()).or_else(|| recipe.bins.clone());
        let kind = said.and_then(|said| said.kind).unwrap_or(column.kind);
        Column {
            name: column.name.as_str().to_owned(),
            shown: shown(column.name.as_str()).into_owned(),
            role: change::role(&recipe, &table, target, at),
            kind,
            bins: bins.filter(|_| kind == Kind::Numeric),
            distinct: table.distinct(at),
        }
    };
    let columns: Vec<Column> = table.columns().iter().enumerate().map(column).collect();
    let name = target.and_then(|at| columns.get(at)).map(|column| column.shown.clone());
    app.screens.model.view = Some(View {
        target: name.unwrap_or_else(|| "?".into()),
        columns,
        model: recipe.model.unwrap_or(ModelKind::Auto),
        alpha: alpha(&recipe).0,
        prior: recipe.prior.clone().unwrap_or(Prior::Counts),
    });
    settle(app);
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
