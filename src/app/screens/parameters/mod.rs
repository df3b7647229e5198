//! Screen 3: every number of the model, an explanation of the selected one, the keys, and copies of its numbers.

pub mod lines;
pub(crate) mod view;

use std::cell::Cell;

use crate::app::copying::{number, within, working};
use crate::app::dialogs::check;
use crate::app::dialogs::line::LineDialog;
use crate::app::dialogs::why::open_argument;
use crate::app::prelude::*;
use crate::app::screens::data::actions::{report_match, show_only};
use crate::app::screens::model::alphas;
pub use crate::app::screens::parameters::lines::{Line, Lines};
use crate::math::{Chain, DecimalSign, Event, Expr, Latex, Share};
use crate::model::{FactorForm, OrderBy};
use crate::plot::{Scene, beside};
use crate::report::json::{Answer, Fit};
use crate::report::{sheets, with_lines};
use crate::worked::{Deviations, Elimination, Step, derive, deviations, elimination, rows_behind};

#[derive(Clone, Debug, Default)]
pub struct ParametersScreen {
    pub line: usize,
    pub class: usize,
    pub column: usize,
    pub scroll: Scroll,
    pub detail: Scroll,
    pub used: Option<usize>,
    pub lines: Lines,
    pub why: Option<Box<Why>>,
    pub sought: Option<String>,
    /// The order of the lines; `None` is the order of the data.
    pub sort: Option<OrderBy>,
    /// Whether the picture of the number has room below the numbers; else it is in the right pane.
    pub pictured: Cell<bool>,
}

pub fn renewed(app: &mut App) {
    let screen = std::mem::take(&mut app.screens.parameters);
    let Some(fitted) = app.session.fitted() else { return };
    let mut lines = Lines::of(fitted);
    let is_possible = |by: &OrderBy| {
        let class = if let OrderBy::LogOdds(class) = by { *class } else { 0 };
        class < fitted.classes.len() && sorts(fitted, class).contains(by)
    };
    let sort = screen.sort.filter(is_possible);
    lines.sort(fitted, sort);
    let last = lines.len().saturating_sub(1);
    let selected = screen.why.as_ref().and_then(|why| lines.find(fitted, &why.quantity));
    let (line, class, column) = selected.unwrap_or((screen.line.min(last), screen.class, screen.column));
    let class = class.min(fitted.classes.len().saturating_sub(1));
    let column = column.min(fitted.features.len().saturating_sub(1));
    app.screens.parameters = ParametersScreen { line, class, column, lines, sort, why: None, ..screen };
}

/// Returns the possible orders of the lines: all for tables of values; by information for features that are numbers.
fn sorts(fitted: &Fitted, class: usize) -> Vec<OrderBy> {
    let counted = fitted.factors().iter().any(|factor| !factor.is_number() && factor.k() > 1);
    match fitted.factors().len() {
        0 => Vec::new(),
        _ if counted => vec![OrderBy::LogOdds(class), OrderBy::Information, OrderBy::Count, OrderBy::Name],
        1 => Vec::new(),
        _ => vec![OrderBy::Information],
    }
}

const ALPHAS: [&str; 3] = ["0", "1", "10"];

const ROWS: usize = 12;

#[derive(Clone, Debug)]
pub struct Why {
    pub quantity: Quantity,
    pub steps: Vec<Step>,
    /// Why it has no value, or what a value of 0 does.
    pub trouble: Option<String>,
    pub elimination: Option<Elimination>,
    pub found: Option<Details>,
}

#[derive(Clone, Debug)]
pub struct Details {
    pub rows: Arc<[usize]>,
    pub deviations: Option<Deviations>,
    pub alphas: Vec<(String, bool, Expr, Option<Number>)>,
    pub picture: Option<Arc<Scene>>,
}

impl Why {
    pub fn new(fitted: &Fitted, quantity: Quantity, form: NumberForm) -> Option<Why> {
        let goal = match &quantity {
            // The part of a class in ℓ is explained with the whole.
            Quantity::LogLik(_) => Quantity::LogLik(Share::Whole),
            _ if form == NumberForm::Ln => quantity.clone().ln(),
            _ => quantity.clone(),
        };
        // The working of ln 0 says no more than that of the 0.
        let steps = derive(fitted, None, &goal)
            .ok()
            .filter(|steps| steps.last().is_some_and(|step| step.value.is_some()))
            .or_else(|| derive(fitted, None, &quantity).ok())?;
        let trouble = trouble(fitted, &steps, &quantity);
        let elimination = elimination(fitted, &quantity);
        Some(Why { quantity, steps, trouble, elimination, found: None })
    }

    /// Whether a step has its own formula in the pane. For ℓ, these are the steps of the class and of its parts.
    pub fn has_formula(&self, step: &Step) -> bool {
        let Quantity::LogLik(Share::Class(class)) = &self.quantity else {
            return !step.uses.is_empty() || step.of == self.quantity;
        };
        match &step.of {
            Quantity::LogLik(Share::Whole) => true,
            Quantity::LogLik(Share::Class(of) | Share::Feature { class: of, .. } | Share::Together(of)) => {
                of == class
            }
            _ => false,
        }
    }

    pub fn step(&self, of: &Quantity) -> Option<&Step> {
        self.steps.iter().find(|step| step.of == *of)
    }

    pub fn used(&self) -> Vec<&Quantity> {
        let shown = self.steps.iter().rev().filter(|step| self.has_formula(step));
        with_lines(&self.quantity, shown).1.into_iter().map(|step| &step.of).collect()
    }

    /// Returns the sides of its formula that have numbers, or the whole formula.
    pub fn latex(&self) -> String {
        let Some(Step { chain, .. }) = self.steps.last() else { return String::new() };
        let mut sides = chain.rest.iter().skip(1);
        match sides.next() {
            Some((_, first)) => Latex.chain(&Chain { lhs: first.clone(), rest: sides.cloned().collect() }),
            None => Latex.chain(chain),
        }
    }
}

/// Returns what needs the rows: those counted for a number, what they add to it, the number under other α, and its picture.
fn find(fitted: &Fitted, quantity: &Quantity) -> Details {
    let counted = rows_behind(fitted, &[quantity], usize::MAX).into_iter().next().unwrap_or_default();
    // A prior is not smoothed by α, so there is nothing to compare.
    let smoothed = matches!(quantity, Quantity::Prob { event: Event::Value { .. }, .. });
    let alphas = if smoothed { under_alphas(fitted, quantity) } else { Vec::new() };
    let picture = beside(fitted, quantity).map(Arc::new);
    Details { rows: counted.rows.into(), deviations: deviations(fitted, quantity, ROWS), alphas, picture }
}

/// Returns a number under other α and the current one, in increasing order.
fn under_alphas(fitted: &Fitted, quantity: &Quantity) -> Vec<(String, bool, Expr, Option<Number>)> {
    let now = &fitted.data.resolved.alpha;
    let under = |alpha: ExactNumber| {
        let is_now = alpha.value() == now.value();
        let other = if is_now { None } else { Some(fitted.with_alpha(alpha.clone()).ok()?) };
        let steps = derive(other.as_ref().unwrap_or(fitted), None, quantity).ok()?;
        let step = steps.last()?;
        Some((alpha.text().to_owned(), is_now, step.shown.clone(), step.value.clone()))
    };
    alphas(&ALPHAS, now).into_iter().filter_map(under).collect()
}

fn trouble(fitted: &Fitted, steps: &[Step], quantity: &Quantity) -> Option<String> {
    let found = &steps.iter().find(|step| step.of == *quantity)?.value;
    let is_zero = found.as_ref().is_some_and(Number::is_zero);
    match quantity {
        Quantity::Prob { event: Event::Class(class), given: None } => {
            is_zero.then(|| format!("No case can be {class}: a prior of 0 makes every product 0."))
        }
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
            let words = fitted.factor(feature.as_str()).is_some_and(|factor| factor.is_words());
            if found.is_none() {
                return Some(undefined(fitted, feature, class, words));
            }
            let never = match words {
                true => format!("The word {value} never occurs in {class}"),
                false => format!("{feature} is never {value} in {class}"),
            };
            let then = "so this factor makes the whole product 0. Any α above 0 prevents this.";
            is_zero.then(|| format!("{never}, {then}"))
        }
        _ => None,
    }
}

fn undefined(fitted: &Fitted, feature: &Name, class: &Name, words: bool) -> String {
    let none = match words {
        true => format!("no document of {class} has a word"),
        false => format!("no row with {class} has a known {feature}"),
    };
    let smoothed = fitted.with_alpha(ExactNumber::int(1)).ok().and_then(|model| {
        let class = model.class(class.as_str())?;
        let factor = model.feature(feature.as_str())?;
        let share = lines::estimate(&model, Line::Value { factor, value: 0 }, class)?;
        Some(format!(" With α = 1 it is {}.", NumberForm::Fraction.written(&share).plain()))
    });
    format!("0/0 has no value: {none}, and α = 0 adds nothing.{}", smoothed.unwrap_or_default())
}

pub struct Parameters;

impl Screen for Parameters {
    fn extract<'a>(&self, app: &'a App, what: What) -> Option<Found<'a>> {
        let (fitted, screen) = (app.session.fitted()?.as_ref(), &app.screens.parameters);
        let why = screen.why.as_ref()?;
        let used =
            || why.used().get(screen.used.filter(|_| app.pane == Pane::Detail)?).map(|of| (*of).clone());
        let of = used().unwrap_or_else(|| why.quantity.clone());
        let numbers = screen.lines.len().saturating_mul(fitted.classes.len());
        match what {
            What::Marked => {
                let as_ln = why.step(&of.clone().ln()).filter(|_| app.settings.form == NumberForm::Ln);
                Some(Ok(number(app, fitted, as_ln.or_else(|| why.step(&of))?, false)))
            }
            What::Working => working(app, fitted, None, of),
            What::Column => {
                let factor = fitted.factor(of.feature()?.as_str())?;
                let name = factor.name.as_str();
                let numbers = factor.k().saturating_mul(fitted.classes.len());
                Some(within(numbers, "fit").map(|()| {
                    Extract::default().document(move || report::of_factor(fitted, factor, None)).sheet(
                        move || {
                            let mut all = sheets::parameters(fitted);
                            all.rows.retain(|row| row.get(1).is_some_and(|feature| feature == name));
                            all
                        },
                    )
                }))
            }
            What::Table => {
                let study = app.session.study.as_deref()?;
                Some(within(numbers, "fit").map(|()| {
                    Extract::default()
                        .document(move || report::parameters(fitted, None))
                        .sheet(move || sheets::parameters(fitted))
                        .json(move || Some(Answer::new(study, Some(fitted), Fit::new(fitted))))
                }))
            }
            _ => None,
        }
    }

    fn act(&self, app: &mut App, action: &Action) -> Reply {
        let screen = &mut app.screens.parameters;
        let quantity = screen.why.as_ref().map(|why| why.quantity.clone());
        match (action, app.pane) {
            (Action::Find, _) => app.show(LineDialog::find()),
            (Action::FindNext | Action::FindPrevious, _) => {
                return Reply::of(search(app, None, matches!(action, Action::FindNext)));
            }
            (Action::Sort, _) => return Reply::of(sort(app)),
            (Action::Form, _) => {
                app.settings.form = app.settings.form.next();
                return Reply::of(look(app));
            }
            (Action::Enter, Pane::Detail) if screen.used.is_some() => return Reply::of(open_used(app)),
            (Action::Enter, _) => return Reply::of(open(app)),
            (Action::CheckAnswer, _) => {
                return quantity.map_or(Reply::Taken, |quantity| check::open(app, &quantity));
            }
            (Action::WhyFormula, _) => {
                quantity.into_iter().for_each(|quantity| open_argument(app, &quantity));
            }
            (Action::Left | Action::Right, Pane::Detail) => {
                return Reply::moved(select_used(app, matches!(action, Action::Right)));
            }
            (action, Pane::Detail) => return Reply::moved(screen.detail.moves(action)),
            (action, Pane::Master) => return travel(app, action),
        }
        Reply::Taken
    }

    fn scopes(&self, app: &App) -> &'static [Scope] {
        use Scope::{Always, Detail, Everywhere, Grid, OwnSigma, Page, Used, UsedNumber};
        let screen = &app.screens.parameters;
        let own = app.session.fitted().and_then(|fitted| fitted.gda()).is_some_and(|gda| !gda.is_shared());
        match app.pane {
            Pane::Master if own => &[Grid, OwnSigma, Scope::Parameters, Page, Everywhere, Always],
            Pane::Master => &[Grid, Scope::Parameters, Page, Everywhere, Always],
            Pane::Detail if screen.used.is_some() => {
                &[Detail, Used, UsedNumber, Scope::Parameters, Page, Everywhere, Always]
            }
            Pane::Detail if screen.why.as_ref().is_some_and(|why| !why.used().is_empty()) => {
                &[Detail, Used, Scope::Parameters, Page, Everywhere, Always]
            }
            Pane::Detail => &[Detail, Scope::Parameters, Page, Everywhere, Always],
        }
    }

    fn hint(&self, app: &App) -> &'static str {
        let given = app.session.fitted().is_some_and(|fitted| fitted.data.is_given());
        match app.pane {
            Pane::Master if given => "The numbers are given. Edit them in 1 Data.",
            Pane::Detail if given => "This number is given; no rows were counted.",
            Pane::Master => "The right pane explains the selected number. Enter: its rows.",
            Pane::Detail => "From the formula to the counted rows.",
        }
    }

    fn entered(&self, app: &mut App) -> Option<Job> {
        if let Some(quantity) = app.session.wanted.take() {
            select(app, &quantity);
        }
        look(app)
    }

    fn works(&self, app: &App, action: &Action) -> bool {
        let sorts = || app.session.fitted().is_some_and(|fitted| !sorts(fitted, 0).is_empty());
        !matches!(action, Action::Sort) || sorts()
    }

    fn find(&self, app: &mut App, text: &str) -> Option<Job> {
        search(app, Some(text), true)
    }
}

fn travel(app: &mut App, action: &Action) -> Reply {
    let Some(fitted) = app.session.fitted() else { return Reply::Pass };
    let (classes, features) = (fitted.classes.len(), fitted.features.len());
    let screen = &mut app.screens.parameters;
    let last = screen.lines.len().saturating_sub(1);
    // In a matrix, ← and → select a column.
    let (place, many) = match screen.lines.at(screen.line) {
        Some(Line::Of(..)) => (&mut screen.column, features),
        Some(Line::Determinant) => (&mut screen.class, 0),
        _ => (&mut screen.class, classes),
    };
    match action {
        Action::Left if many > 0 => *place = place.saturating_sub(1),
        Action::Right if many > 0 => *place = (*place + 1).min(many - 1),
        Action::ClassBefore => screen.class = screen.class.saturating_sub(1),
        Action::ClassAfter => screen.class = (screen.class + 1).min(classes.saturating_sub(1)),
        Action::SelectColumn(to) if many > 0 => *place = (*to).min(many - 1),
        action if moves(&mut screen.line, last, screen.scroll.page(), action) => {}
        _ => return Reply::Pass,
    }
    Reply::of(arrive(app))
}

fn arrive(app: &mut App) -> Option<Job> {
    app.screens.parameters.detail.to(0);
    app.screens.parameters.used = None;
    look(app)
}

fn select_used(app: &mut App, forward: bool) -> bool {
    let screen = &mut app.screens.parameters;
    let many = screen.why.as_ref().map_or(0, |why| why.used().len());
    let Some(last) = many.checked_sub(1) else { return false };
    screen.used = Some(match screen.used {
        None => 0,
        Some(at) if forward => (at + 1).min(last),
        Some(at) => at.saturating_sub(1),
    });
    true
}

fn open_used(app: &mut App) -> Option<Job> {
    let screen = &app.screens.parameters;
    let of = screen.why.as_ref()?.used().get(screen.used?).map(|of| (*of).clone())?;
    if select(app, &of) {
        return arrive(app);
    }
    open_argument(app, &of);
    None
}

fn select(app: &mut App, quantity: &Quantity) -> bool {
    let screen = &mut app.screens.parameters;
    let place = app.session.fitted().and_then(|fitted| screen.lines.find(fitted, quantity));
    let Some((line, class, column)) = place else { return false };
    (screen.line, screen.class, screen.column) = (line, class, column);
    screen.detail.to(0);
    true
}

/// Explains the selected number: the working at once; what needs the rows, as a job if there are many.
fn look(app: &mut App) -> Option<Job> {
    let fitted = Arc::clone(app.session.fitted()?);
    let screen = &mut app.screens.parameters;
    let quantity = lines::quantity(&fitted, screen.lines.at(screen.line)?, screen.class, screen.column)?;
    let before = screen.why.take().filter(|why| why.quantity == quantity).and_then(|why| why.found);
    let is_found = before.is_some();
    let why = Why::new(&fitted, quantity.clone(), app.settings.form)?;
    screen.why = Some(Box::new(Why { found: before, ..why }));
    if is_found {
        return None;
    }
    let is_quick = fitted.data.table.rows() <= 1000 && screen.lines.len() <= 5000;
    let (model, of) = (Arc::clone(&fitted), quantity.clone());
    let work = move || find(&model, &of);
    let apply = move |app: &mut App, found| {
        // The model may have been replaced while its rows were counted.
        let is_current = app.session.fitted().is_some_and(|now| Arc::ptr_eq(now, &fitted));
        let why = app.screens.parameters.why.as_mut().filter(|why| is_current && why.quantity == quantity);
        if let Some(why) = why {
            why.found = Some(found);
        }
        None
    };
    if is_quick { apply(app, work()) } else { Some(app.jobs.start(Lane::Rows, "", work, apply)) }
}

fn open(app: &mut App) -> Option<Job> {
    let why = app.screens.parameters.why.as_ref()?;
    if app.session.fitted().is_some_and(|fitted| fitted.data.is_given()) {
        return app.reply("This number is given, so no rows were counted. Edit it in 1 Data.");
    }
    if app.session.fitted().is_some_and(|fitted| !fitted.data.has_all_rows()) {
        return app.reply("The rows are not available: the data are counts or sums.");
    }
    let Some(found) = &why.found else {
        return app.reply("The rows are still being counted.");
    };
    if found.rows.is_empty() {
        return app.reply(format!("No row was counted for {}, so there are no rows to show.", why.quantity));
    }
    let (of, rows) = (why.quantity.to_string(), Arc::clone(&found.rows));
    let column = column_of(app, &why.quantity).or(app.session.target).unwrap_or(0);
    show_only(app, of, &rows, column)
}

fn column_of(app: &App, quantity: &Quantity) -> Option<usize> {
    let fitted = app.session.fitted()?;
    let at = fitted.feature(quantity.feature()?.as_str())?;
    let word = match (quantity, fitted.factors().get(at)) {
        (Quantity::Prob { event: Event::Value { value, .. }, .. }, Some(factor)) => {
            factor.by_word(value.as_str()).and_then(|word| factor.word_columns.get(word).copied())
        }
        _ => None,
    };
    word.or(fitted.features.get(at).map(|feature| feature.column))
}

fn search(app: &mut App, text: Option<&str>, forward: bool) -> Option<Job> {
    let fitted = Arc::clone(app.session.fitted()?);
    let screen = &mut app.screens.parameters;
    screen.sought = text.map(str::to_owned).or(screen.sought.take());
    let Some(text) = screen.sought.clone() else {
        return app.reply("There is no search text yet. Press / to find a value or a word.");
    };
    let sought = text.to_lowercase();
    let matches = |at: &usize| {
        let Some(line) = screen.lines.at(*at) else { return false };
        let label = lines::label(&fitted, line);
        // A feature is found at the first of its values.
        let feature = line.feature().filter(|_| label.is_none() || screen.lines.is_first(*at));
        let names = label.iter().chain(feature.and_then(|at| lines::feature(&fitted, at)));
        names.into_iter().any(|name| name.as_str().to_lowercase().contains(&sought))
    };
    let (from, all) = (screen.line, screen.lines.len().max(1));
    let step = |n: usize| if forward { (from + n) % all } else { (from + all - n) % all };
    match (1..=all).map(step).find(matches) {
        None => app.say(format!("No value or feature contains “{}”.", shown(&text))),
        Some(line) => {
            report_match(app, from, line, forward);
            app.screens.parameters.line = line;
        }
    }
    arrive(app)
}

/// Sorts the lines by the next order: by log-odds for the selected class, by information, by count, by name, and again as
/// in the data. The cursor goes to the first line of its feature; in the order of the data, it stays
/// on its number.
fn sort(app: &mut App) -> Option<Job> {
    let fitted = Arc::clone(app.session.fitted()?);
    let screen = &mut app.screens.parameters;
    let all = sorts(&fitted, screen.class);
    if all.is_empty() {
        return app.reply("There is nothing to sort here: matrices keep the order of the features.");
    }
    let next = screen.sort.and_then(|now| all.iter().position(|by| *by == now)).map_or(0, |at| at + 1);
    let sort = all.get(next).copied();
    let marked = screen.lines.at(screen.line);
    screen.sort = sort;
    screen.lines.sort(&fitted, sort);
    if let Some(marked @ Line::Value { .. }) = marked {
        let is_meant = |line: &Line| match sort {
            Some(_) => line.feature() == marked.feature(),
            None => *line == marked,
        };
        screen.line = screen.lines.position(is_meant).unwrap_or(0);
    }
    let message = sorted(&fitted, sort, app.settings.sign);
    app.say(message);
    arrive(app)
}

fn sorted(fitted: &Fitted, by: Option<OrderBy>, sign: DecimalSign) -> String {
    match by {
        None => "Sorted as in the data.".to_owned(),
        Some(OrderBy::LogOdds(class)) => {
            let name = fitted.classes.get(class).map(|name| shown(name.as_str())).unwrap_or_default();
            format!("Sorted by log-odds for {name}: the strongest evidence for {name} is first.")
        }
        Some(OrderBy::Information) => {
            let top = most_informative(fitted, sign).filter(|_| fitted.features.len() > 1);
            format!("Sorted by information, highest first.{}", top.unwrap_or_default())
        }
        Some(OrderBy::Count) => "Sorted by count: the most frequent value is first.".to_owned(),
        Some(OrderBy::Name) => "Sorted by name.".to_owned(),
    }
}

fn most_informative(fitted: &Fitted, sign: DecimalSign) -> Option<String> {
    let at = *fitted.feature_order().first()? as usize;
    let percent = Number::Float(100.0 * fitted.explained(at)?).fixed(1).written(sign);
    let name = shown(lines::feature(fitted, at)?.as_str());
    Some(match fitted.factors().get(at) {
        Some(Factor { form: FactorForm::Presence, .. }) => {
            format!(" A word of {name} explains {percent} % of the class entropy.")
        }
        Some(factor) if factor.is_number() => {
            format!(" The classes explain {percent} % of the variance of {name}.")
        }
        _ => format!(" {name} explains {percent} % of the class entropy."),
    })
}
