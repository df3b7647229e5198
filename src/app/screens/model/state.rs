//! The state of screen 2: the selected line, the wanted recipe, and the result of fitting it.

use std::sync::Arc;

use num_traits::Zero;

use crate::app::key::Field;
use crate::app::prelude::*;
use crate::app::screens::model::lines::Line;
use crate::app::screens::model::meaning::{Refusal, View};
use crate::app::session::{Loaded, Past, Session};
use crate::app::source;
use crate::math::{Name, Number, Sentence};
use crate::model::{Case, Factor, Fitted, Form, UnderAlpha};
use crate::problem::Problem;
use crate::recipe::{Prior, Recipe, Written};
use crate::report::{Align, Document, Grid, Role, cells, class_mark, top_words, top_words_formula};
use crate::text::counted;

/// The α that are tried: roughly equal steps of its logarithm, and 0.
const TRIED: [&str; 8] = ["0", "1/100", "1/10", "1/2", "1", "2", "10", "100"];

#[derive(Clone, Debug, Default)]
pub struct ModelScreen {
    pub cursor: usize,
    pub scroll: Scroll,
    pub detail: Scroll,
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
    pub fn words(&self) -> Option<&Document> {
        let words = &self.summary.as_ref()?.words;
        let found = match self.line()? {
            Line::Column(at) => words.iter().find(|(columns, _)| columns.contains(&at)),
            line if line.is_of_words() => words.first(),
            _ => None,
        };
        found.map(|(_, text)| text)
    }

    pub fn takes_number(&self) -> bool {
        let is_added = || self.view.as_ref().is_some_and(|view| matches!(view.prior, Prior::Laplace(_)));
        self.line().is_some_and(|line| if line == Line::Prior { is_added() } else { line.takes_number() })
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

    pub fn settle(&mut self) {
        self.cursor = self.cursor.min(self.lines().saturating_sub(1));
    }
}

/// Returns the row of a line: one heading above the columns; a blank line and another heading above the model.
pub(crate) fn row_of(line: usize, columns: usize) -> usize {
    if line < columns { line + 1 } else { line + 3 }
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
        let others = TRIED.iter().filter_map(|text| Written::non_negative(text, "α").ok());
        let others = others.filter(|alpha| alpha.value() != own.value());
        let mut alphas: Vec<Written> = others.chain([own.clone()]).collect();
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
    show_recipe(app);
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
    show_recipe(app);
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
    show_recipe(app);
    app.screens.model.summary = app.session.fitted().map(|fitted| Summary::of(fitted));
    let study = app.session.study.as_ref();
    app.screens.model.refuse(study.and_then(|study| study.fitted.as_ref().err()));
}

fn show_recipe(app: &mut App) {
    let (Some(recipe), Some(table)) = (current(app), app.session.table.clone()) else { return };
    app.screens.model.view = Some(View::new(&recipe, &table));
    app.screens.model.settle();
    app.settle_dialogs();
}

/// The most informative words that are listed.
const TOP: usize = 5;
/// The most features and classes that are listed.
const LISTED: usize = 40;

/// The fitted model as text.
#[derive(Clone, Debug)]
pub struct Summary {
    pub result: Document,
    /// The vocabulary of each factor of words, with the columns it belongs to.
    pub words: Vec<(Vec<usize>, Document)>,
    pub priors: Document,
    pub counts: Document,
}

impl Summary {
    pub fn of(fitted: &Fitted) -> Summary {
        let words = fitted.factors().iter().filter(|factor| factor.is_words());
        Summary {
            result: result(fitted),
            words: words.map(|factor| vocabulary(fitted, factor)).collect(),
            priors: priors(fitted),
            counts: counts(fitted),
        }
    }
}

/// Returns the rows used, the number of parameters, and the smallest count.
fn result(fitted: &Fitted) -> Document {
    let mut out = Document::default();
    let mut say = |role, text: String| out.labelled(" ", role, text);
    say(Role::Text, fitted.title().to_owned());
    if fitted.data.is_given() {
        say(Role::Text, "every number is given; no row is counted".to_owned());
    } else {
        let rows = counted(fitted.table_rows(), "row", "rows");
        say(Role::Text, format!("{rows}, {} without a class", fitted.statistics.unlabelled));
    }
    if let Some(column) = fitted.weight_column() {
        let all = fitted.rows();
        say(Role::Text, format!("each counts as often as its weight in {column}, {all} in all"));
    }
    let classes = fitted.classes.len();
    let features = counted(fitted.data.resolved.features.len(), "feature", "features");
    say(Role::Text, format!("{features}, {}", counted(classes, "class", "classes")));
    let likelihoods: usize = fitted.factors().iter().map(|factor| factor.k() * classes).sum();
    let moments = moments(fitted);
    let mut numbers = Vec::new();
    if likelihoods > 0 || moments == 0 {
        numbers.push(counted(likelihoods, "likelihood", "likelihoods"));
    }
    if moments > 0 {
        numbers.push(format!("{moments} means and (co)variances"));
    }
    numbers.push(counted(classes, "prior", "priors"));
    say(Role::Text, numbers.join(" + "));
    match smallest_count(fitted) {
        None => {}
        Some((0, never)) if fitted.alpha().is_zero() => say(
            Role::Warning,
            format!("smallest count 0, so α is needed: {never}, and that makes a product 0"),
        ),
        Some((0, never)) => say(Role::Text, format!("smallest count 0, which α smooths: {never}")),
        Some((least, _)) => say(Role::Text, format!("smallest count {least}")),
    }
    out.blank();
    out.say(Role::Secondary, fitted.conventions());
    out
}

/// Returns the number of means and (co)variances.
fn moments(fitted: &Fitted) -> usize {
    let (d, classes) = (fitted.features.len(), fitted.classes.len());
    match fitted.gda() {
        None => fitted.factors().iter().map(|factor| factor.form.parameters().len()).sum::<usize>() * classes,
        Some(gda) => {
            let entries = if gda.is_diagonal() { d } else { d * (d + 1) / 2 };
            d * classes + entries * if gda.is_shared() { 1 } else { classes }
        }
    }
}

/// Returns the smallest count, and which value never occurs in which class if it is 0; `None` if nothing is counted.
fn smallest_count(fitted: &Fitted) -> Option<(u64, String)> {
    if fitted.data.is_given() {
        return None;
    }
    let all = fitted.factors().iter().flat_map(|factor| {
        let classes = 0..fitted.classes.len();
        let pairs = (0..factor.k()).flat_map(move |value| classes.clone().map(move |class| (value, class)));
        pairs.map(move |(value, class)| (factor.count(value, class), factor, value, class))
    });
    let (count, factor, value, class) = all.min_by_key(|(count, ..)| *count)?;
    let name = |names: &[Name], at: usize| names.get(at).map(ToString::to_string).unwrap_or_default();
    let (value, class) = (name(factor.values(), value), name(&fitted.classes, class));
    let never = match factor.is_words() {
        true => format!("the word {value} never occurs in {class}"),
        false => format!("{} is never {value} in {class}", factor.name),
    };
    Some((count, never))
}

fn vocabulary(fitted: &Fitted, factor: &Factor) -> (Vec<usize>, Document) {
    let left_out = factor.left_out();
    let columns = factor.table_columns().iter().copied().chain(left_out.iter().map(|word| word.column));
    let mut size = format!("V = {}", counted(factor.k(), "word", "words"));
    if !left_out.is_empty() {
        size += &format!(", {} left out", left_out.len());
    }
    let mut out = Document::default();
    out.blank();
    out.labelled(" ", Role::Strong, size);
    out.labelled(" ", Role::Text, "Most informative words for");
    for line in top_words(fitted, factor, TOP) {
        // A word and its number stay on one line.
        out.labelled("  ", Role::Text, line.plain().replace(" +", "\u{a0}+"));
    }
    out.labelled(" ", Role::Secondary, top_words_formula(fitted));
    (columns.collect(), out)
}

fn priors(fitted: &Fitted) -> Document {
    let value = |value: Option<Number>| value.map_or("0/0".into(), |value| Sentence::from(value.fixed(4)));
    let mut grid = Grid::new([("prior", Align::Left), ("by rows", Align::Right), ("now", Align::Right)]);
    for (class, name) in fitted.classes.iter().take(LISTED).enumerate() {
        let share = Number::ratio(fitted.class_count(class), fitted.rows());
        let name = format!("{} {}", class_mark(class), name.as_str());
        grid.push(Role::Class(class), cells![name, value(share), value(fitted.prior(class))]);
    }
    listed(grid, fitted.classes.len(), ["more class", "more classes"])
}

/// Returns what is counted for each feature.
fn counts(fitted: &Fitted) -> Document {
    let classes = counted(fitted.classes.len(), "class", "classes");
    let mut grid = Grid::new([("feature", Align::Left), ("what is counted", Align::Left)]);
    let Some(gda) = fitted.gda() else {
        for factor in fitted.factors().iter().take(LISTED) {
            let what = match (factor.form.parameters(), &factor.form) {
                ([], Form::Words | Form::Presence) => counted(factor.k(), "word", "words"),
                ([], Form::Bins(_)) => counted(factor.k(), "interval", "intervals"),
                ([], _) => counted(factor.k(), "value", "values"),
                (parameters, _) => parameters.join(" and "),
            };
            grid.push(Role::Text, cells![factor.name.as_str(), format!("{what} × {classes}")]);
        }
        return listed(grid, fitted.factors().len(), ["more feature", "more features"]);
    };
    let spread = match (gda.is_diagonal(), gda.is_shared()) {
        (true, true) => "and one σ²",
        (true, false) => "and a σ² of each",
        (false, true) => "and a row of Σ",
        (false, false) => "and a row of each Σ",
    };
    for feature in fitted.features.iter().take(LISTED) {
        grid.push(Role::Text, cells![feature.name.as_str(), format!("μ × {classes}, {spread}")]);
    }
    listed(grid, fitted.features.len(), ["more feature", "more features"])
}

/// Returns a list of at most `LISTED` rows, and how many are left out.
fn listed(grid: Grid, all: usize, [one, many]: [&str; 2]) -> Document {
    let mut out = Document::default();
    out.blank();
    out.grid(grid);
    if all > LISTED {
        out.say(Role::Secondary, format!("and {}", counted(all - LISTED, one, many)));
    }
    out
}
