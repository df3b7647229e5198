//! Screen 2: the recipe, the result of fitting it, and the keys. Every change is fitted at once. A recipe without a model
//! is shown with the reason, and the previous model stays.

pub(crate) mod lines;
pub(crate) mod meaning;
pub(crate) mod view;

use crate::app::Problem;
use crate::app::copying::line;
use crate::app::dialogs::bins;
use crate::app::dialogs::priors::PriorsDialog;
use crate::app::prelude::*;
use crate::model::UnderAlpha;
use crate::problem;
use crate::recipe::{Costs, Decision, is_weight};

pub use crate::app::dialogs::choices::ListDialog;
pub use crate::app::screens::model::lines::Line;
use crate::app::screens::model::lines::{ADDED, values_for_one, with_next};

use crate::app::screens::model::meaning::{RecipeView, refusal, result, vocabularies};

/// Other α for a case: roughly equal steps of its logarithm, and 0.
const ALPHAS: [&str; 8] = ["0", "1/100", "1/10", "1/2", "1", "2", "10", "100"];

#[derive(Clone, Debug, Default)]
pub struct ModelScreen {
    pub cursor: usize,
    pub scroll: Scroll,
    pub detail: Scroll,
    pub field: Option<Field>,
    /// The recipe on screen while it is fitted, or if it has no model.
    pub(crate) pending: Option<Recipe>,
    pub view: Option<RecipeView>,
    pub refused: Option<Problem>,
    pub result: Option<Document>,
    vocabularies: Vec<(Vec<usize>, Document)>,
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
    pub fn words(&self) -> Option<&Document> {
        let words = &self.vocabularies;
        let found = match self.line()? {
            Line::Column(at) => words.iter().find(|(columns, _)| columns.contains(&at)),
            Line::Event | Line::Vocabulary | Line::StopWords | Line::MinCount | Line::LowerCase => {
                words.first()
            }
            _ => None,
        };
        found.map(|(_, text)| text)
    }

    pub fn takes_number(&self) -> bool {
        match self.line() {
            Some(Line::Prior) => {
                self.view.as_ref().is_some_and(|view| view.now(Line::Prior).starts_with(ADDED))
            }
            line => line.is_some_and(Line::takes_number),
        }
    }

    pub fn lines(&self) -> usize {
        self.view.as_ref().map_or(0, |view| view.columns.len() + view.lines.len())
    }

    pub(crate) fn refuse(&mut self, problem: Option<&problem::Problem>) {
        self.refused = problem.zip(self.view.as_ref()).map(|(problem, view)| refusal(problem, view));
    }

    /// Returns this case under other α, if computed for the model and the case of the session.
    pub fn smoothing(&self, session: &Session) -> Option<&Smoothing> {
        let (fitted, case) = (session.fitted()?, session.case.as_ref()?);
        let known = self.smoothing.as_deref()?;
        (Arc::ptr_eq(&known.fitted, fitted) && Arc::ptr_eq(&known.case, case)).then_some(known)
    }
}

#[derive(Clone, Debug)]
pub struct Smoothing {
    /// The class whose posterior is printed: the predicted class under the chosen α.
    pub class: usize,
    /// The position of the chosen α in `points`.
    pub now: Option<usize>,
    pub points: Vec<UnderAlpha>,
    pub fitted: Arc<Fitted>,
    case: Arc<Case>,
}

impl Smoothing {
    pub fn of(fitted: Arc<Fitted>, case: Arc<Case>) -> Smoothing {
        let own = &fitted.data.resolved.alpha;
        let points = fitted.under_alphas(&case, alphas(&ALPHAS, own));
        let class = fitted.predict(&case).predicted.unwrap_or(0);
        let now = points.iter().position(|point| point.alpha.value() == own.value());
        Smoothing { class, now, points, fitted, case }
    }
}

pub(crate) fn alphas(texts: &[&str], own: &ExactNumber) -> Vec<ExactNumber> {
    let others = texts.iter().filter_map(|text| ExactNumber::non_negative(text, "α").ok());
    let others = others.filter(|alpha| alpha.value() != own.value());
    let mut all: Vec<ExactNumber> = others.chain([own.clone()]).collect();
    all.sort_by(|a, b| a.value().cmp(b.value()));
    all
}

/// Returns the recipe on screen. Its target is always written: finding the default reads every row, and it must not
/// change with the features.
pub fn current(app: &App) -> Option<Recipe> {
    let recipe = app.screens.model.pending.as_ref();
    with_own_target(app, recipe.or_else(|| Some(&app.session.study.as_ref()?.recipe))?)
}

pub fn with_own_target(app: &App, recipe: &Recipe) -> Option<Recipe> {
    let mut recipe = recipe.clone();
    if recipe.target.is_none() {
        let column = app.session.target.and_then(|at| app.session.table.as_ref()?.columns().get(at));
        recipe.target = column.map(|column| column.name.as_str().to_owned());
    }
    Some(recipe)
}

/// Shows the recipe of the model again, after its fit was stopped.
pub fn restore_recipe(app: &mut App) {
    app.screens.model.pending = None;
    if let (Some(order), Some(study)) = (&mut app.session.order, &app.session.study) {
        *order.recipe = study.recipe.clone();
    }
    show_recipe(app);
}

pub const SEALED_RECIPE: &str =
    "The exercise sets the recipe. Finish it first, or leave it: Esc on screen 7.";

pub fn change_recipe(app: &mut App, recipe: Recipe) -> Option<Job> {
    if app.session.sealed {
        return app.reply(SEALED_RECIPE);
    }
    let before = current(app)?;
    app.session.history.remember(Past::Recipe(Box::new(before)));
    preview_recipe(app, recipe)
}

pub fn preview_recipe(app: &mut App, recipe: Recipe) -> Option<Job> {
    set_recipe(app, recipe.without_stale_choices())
}

/// Accepts the previewed recipe: undo restores `before`.
pub fn accept_preview(app: &mut App, before: Recipe) {
    if current(app).is_some_and(|now| now != before) {
        app.session.history.remember(Past::Recipe(Box::new(before)));
    }
}

pub fn set_recipe(app: &mut App, recipe: Recipe) -> Option<Job> {
    app.screens.model.pending = Some(recipe.clone());
    show_recipe(app);
    refit(app, recipe)
}

pub fn refit(app: &mut App, recipe: Recipe) -> Option<Job> {
    let study = app.session.study.clone()?;
    if let Some(order) = &mut app.session.order {
        *order.recipe = recipe.clone();
    }
    let work = move || study.with_recipe(recipe).map(Loaded::new).map_err(Problem::from);
    Some(app.jobs.start(Lane::Fit, "fitting …", work, refitted))
}

/// Shows the data under another recipe, or why that failed. A recipe without a model stays on screen with the reason, and
/// the previous model stays.
fn refitted(app: &mut App, loaded: Result<Loaded, Problem>) -> Option<Job> {
    let loaded = match loaded {
        Ok(loaded) => loaded,
        Err(problem) => {
            app.screens.model.refused = Some(problem);
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
    app.screens.model.pending = None;
    show_recipe(app);
    let fitted = app.session.fitted();
    app.screens.model.vocabularies = fitted.map(|fitted| vocabularies(fitted)).unwrap_or_default();
    app.screens.model.result = fitted.map(|fitted| result(fitted));
    let study = app.session.study.as_ref();
    app.screens.model.refuse(study.and_then(|study| study.fitted.as_ref().err()));
}

fn show_recipe(app: &mut App) {
    let (Some(recipe), Some(table)) = (current(app), app.session.table.clone()) else { return };
    let screen = &mut app.screens.model;
    let selected = screen.line();
    screen.view = Some(RecipeView::new(&recipe, &table));
    // There may be more or fewer lines above.
    selected.filter(|line| !matches!(line, Line::Column(_))).into_iter().for_each(|line| screen.mark(line));
    screen.cursor = screen.cursor.min(screen.lines().saturating_sub(1));
    app.settle_dialogs();
}

pub struct Model;

impl Screen for Model {
    fn extract<'a>(&self, app: &'a App, what: What) -> Option<Found<'a>> {
        let screen = &app.screens.model;
        match what {
            What::Marked => {
                let (view, selected) = (screen.view.as_ref()?, screen.line()?);
                line(match selected {
                    Line::Column(at) => view.columns.get(at)?.name.clone(),
                    selected => view.now(selected),
                })
            }
            What::Table => {
                let study = app.session.study.as_deref()?;
                Some(Ok(Extract::default().document(move || {
                    let mut out = report::profile(study);
                    study.fitted.iter().for_each(|fitted| out.append(report::overview(&**fitted)));
                    out
                })))
            }
            _ => None,
        }
    }

    fn act(&self, app: &mut App, action: &Action) -> Reply {
        if app.screens.model.field.is_some() {
            return typed(app, action);
        }
        let line = app.screens.model.line();
        match (action, line) {
            (Action::Enter, _) if app.pane == Pane::Master && app.screens.model.takes_number() => {
                let number = current(app).zip(line).map(|(recipe, line)| line.number(&recipe));
                app.screens.model.field = number.map(Field::selected);
                return Reply::Taken;
            }
            (Action::Enter | Action::OpenList, Some(line)) => return Reply::of(ListDialog::open(app, line)),
            (Action::Left | Action::Right, Some(line)) => {
                return Reply::of(stepped(app, line, matches!(action, Action::Right)));
            }
            (Action::GivePriors, _) => {
                PriorsDialog::open(app);
                return Reply::Taken;
            }
            (Action::EditBins, Some(Line::Column(column))) => return Reply::of(bins::open(app, column)),
            (Action::Toggle | Action::MakeTarget | Action::MakeWeight, Some(Line::Column(column)))
            | (Action::Bins | Action::Kind | Action::One, Some(Line::Column(column))) => {
                return Reply::of(column_key(app, column, action));
            }
            _ => {}
        }
        let page = app.frame.page(1);
        let screen = &mut app.screens.model;
        if app.pane == Pane::Detail {
            return Reply::moved(screen.detail.moves(action));
        }
        let last = screen.lines().saturating_sub(1);
        if !moves(&mut screen.cursor, last, page, action) {
            return Reply::Pass;
        }
        screen.detail.to(0);
        Reply::of(ask_smoothing(app))
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        use Scope::{Always, Choice, Columns, Detail, Everywhere, List, Number, Page, PriorLine};
        let screen = &app.screens.model;
        match (screen.line(), screen.takes_number()) {
            _ if app.pane == Pane::Detail => &[Detail, Scope::Model, Page, Everywhere, Always],
            _ if screen.field.is_some() => &[Scope::Typed, Always],
            (Some(Line::Prior), true) => {
                &[List, Number, PriorLine, Choice, Scope::Model, Page, Everywhere, Always]
            }
            (Some(Line::Prior), false) => &[List, PriorLine, Choice, Scope::Model, Page, Everywhere, Always],
            (_, true) => &[List, Number, Choice, Scope::Model, Page, Everywhere, Always],
            (Some(Line::Column(_)) | None, _) => &[List, Columns, Scope::Model, Page, Everywhere, Always],
            _ => &[List, Choice, Scope::Model, Page, Everywhere, Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        let screen = &app.screens.model;
        match (app.pane, screen.line()) {
            (_, Some(Line::MinCount)) if screen.field.is_some() => {
                "Type a whole number, 1 or more. Enter: accept."
            }
            (_, Some(Line::Decision)) if screen.field.is_some() => {
                "costs:ACTION/CLASS=COST,…  threshold:CLASS=1/3  reject:2/3  file:COSTS.csv"
            }
            (_, Some(Line::Maps)) if screen.field.is_some() => {
                "Type x^2, x*y, ln x, with the names of columns. Enter: accept."
            }
            _ if screen.field.is_some() => "Type a decimal or a fraction: 0.5 or 1/2. Enter: accept.",
            (Pane::Master, _) => "Every change refits the model. u: undo, S: save the recipe.",
            (Pane::Detail, _) => "The selected line explained, and the fitted model.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        bins::refresh(app).or_else(|| ask_smoothing(app))
    }

    fn wide(&self, _: &App) -> bool {
        true
    }
}

/// The most classes for which → writes all costs.
const MOST_CLASSES: usize = 12;

fn stepped(app: &mut App, line: Line, forward: bool) -> Option<Job> {
    let (recipe, table) = (current(app)?, Arc::clone(app.session.table.as_ref()?));
    let next = match line {
        Line::Column(_) => return None,
        Line::Target => {
            let now = target_column(&recipe, &table).ok()?;
            let last = table.columns().len().saturating_sub(1);
            let may_be = |at: &usize| !is_weight(&recipe, &table, *at);
            let other = if forward { (now + 1..=last).find(may_be) } else { (0..now).rev().find(may_be) };
            other.map(|other| recipe.with_role(&table, table.name_of(other), ColumnRole::Target))
        }
        Line::Decision if forward && recipe.decision.is_none() => {
            let classes = app.session.fitted().map(|fitted| fitted.classes.as_slice());
            let few = classes.filter(|all| (2..=MOST_CLASSES).contains(&all.len()));
            let equal = |all: &[Name]| {
                let costs = Costs::equal(all.iter().map(|class| class.as_str().to_owned()).collect());
                Recipe { decision: Some(Decision::Costs(costs)), ..recipe.clone() }
            };
            few.map(equal)
        }
        line => line.stepped(&recipe, forward),
    };
    match next {
        Some(recipe) => return change_recipe(app, recipe),
        None if line == Line::Prior && forward => PriorsDialog::open(app),
        None => app.say(if forward { "This is the last choice." } else { "This is the first choice." }),
    }
    None
}

fn column_key(app: &mut App, column: usize, action: &Action) -> Option<Job> {
    let (recipe, table) = (current(app)?, Arc::clone(app.session.table.as_ref()?));
    let about = app.screens.model.view.as_ref()?.columns.get(column)?;
    let (name, is_number) = (table.name_of(column), about.kind == Kind::Numeric);
    let as_role = |role| Ok(Some(recipe.with_role(&table, name, role)));
    let next = match (action, about.role) {
        (Action::MakeTarget, ColumnRole::Target) => Err("This column is the class already."),
        (Action::MakeTarget, _) => as_role(ColumnRole::Target),
        (_, ColumnRole::Target) => Err("This column is the class. Press * on another column first."),
        (Action::MakeWeight, _) if !is_number => Err("Only a column of numbers can be the weight."),
        (Action::MakeWeight, ColumnRole::Weight) => as_role(ColumnRole::Feature),
        (Action::MakeWeight, _) => as_role(ColumnRole::Weight),
        (_, ColumnRole::Weight) => Err("This column is the weight. Press W to make it a feature."),
        (Action::Toggle, ColumnRole::Feature) => as_role(ColumnRole::Ignored),
        (Action::Toggle, _) => as_role(ColumnRole::Feature),
        (Action::One, _) if about.kind == Kind::Text => {
            Err("A text column has words, so no value can count as 1.")
        }
        (Action::One, _) if values_for_one(&recipe, &table, column).len() < 2 => {
            Err("Only a column with two or more values, or with 0 and 1, can be yes or no.")
        }
        (Action::Bins, _) if !is_number => Err("Only a column of numbers has bins."),
        _ => Ok(with_next(&recipe, &table, column, action)),
    };
    match next {
        Ok(recipe) => change_recipe(app, recipe?),
        Err(why) => app.reply(why),
    }
}

fn typed(app: &mut App, action: &Action) -> Reply {
    let Some(line) = app.screens.model.line() else { return Reply::Pass };
    let Some(field) = &mut app.screens.model.field else { return Reply::Pass };
    match action {
        action if field.take(action, &mut app.toast) => {}
        Action::Back => app.screens.model.field = None,
        Action::Enter => {
            let text = field.text().to_owned();
            match current(app).map(|recipe| line.typed(&recipe, &text)) {
                Some(Ok(recipe)) => {
                    app.screens.model.field = None;
                    return Reply::of(change_recipe(app, recipe));
                }
                Some(Err(error)) => {
                    let problem = Problem::from(error);
                    app.say(format!("{} {}", problem.what, problem.fix));
                }
                None => {}
            }
        }
        _ => return Reply::Pass,
    }
    Reply::Taken
}

/// Computes the case under other α, if their line is selected, α is used, and they are not known yet.
fn ask_smoothing(app: &mut App) -> Option<Job> {
    // Other α would give away the answer of an exercise.
    if app.session.sealed || app.screen != ScreenId::Model || app.screens.model.line() != Some(Line::Alpha) {
        return None;
    }
    let (fitted, case) = (Arc::clone(app.session.fitted()?), app.session.case.clone()?);
    if app.screens.model.smoothing(&app.session).is_some() || !fitted.is_smoothed() {
        return None;
    }
    let work = move || Arc::new(Smoothing::of(fitted, case));
    Some(app.jobs.start(Lane::Smoothing, "", work, |app, found| {
        app.screens.model.smoothing = Some(found);
        None
    }))
}
