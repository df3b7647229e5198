//! Screen 3: every number of the model, and an explanation of the selected one.

pub(crate) mod actions;
pub mod lines;
pub(crate) mod view;

use std::cell::Cell;
use std::sync::Arc;

use crate::app::App;
pub use crate::app::screens::parameters::actions::Parameters;
pub use crate::app::screens::parameters::lines::{Line, Lines};
use crate::app::settings::NumberForm;
use crate::app::words::Scroll;
use crate::math::{Chain, Event, Expr, Latex, Name, Number, Quantity, Share};
use crate::model::{Fitted, OrderBy};
use crate::plot::{Scene, beside};
use crate::recipe::Written;
use crate::report::with_lines;
use crate::worked::{
    Derivation, Deviations, Elimination, Step, derive, deviations, elimination, rows_behind,
};

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
    pub alternatives: Option<Alternatives>,
    pub sought: Option<String>,
    /// The order of the lines; `None` is the order of the data.
    pub sort: Option<OrderBy>,
    /// Whether the picture of the number has room below the numbers; else it is in the right pane.
    pub pictured: Cell<bool>,
}

impl ParametersScreen {
    /// Returns the next order of the lines: by log-odds for the selected class, by information, by count, by name, and again
    /// as in the data. `None` if there is nothing to sort.
    pub fn next_sort(&self, fitted: &Fitted) -> Option<Option<OrderBy>> {
        let all = sorts(fitted, self.class);
        let next = match self.sort {
            None => 0,
            Some(now) => all.iter().position(|by| *by == now).map_or(0, |at| at + 1),
        };
        (!all.is_empty()).then(|| all.get(next).copied())
    }
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
    app.screens.parameters =
        ParametersScreen { line, class, column, lines, sort, why: None, alternatives: None, ..screen };
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

const ALPHAS: [u32; 3] = [0, 1, 10];

/// The most rows whose share of a sum is shown.
const ROWS: usize = 12;

/// The same counts under other α, with the current one marked.
pub type Alternatives = Arc<[(Written, Arc<Fitted>)]>;

#[derive(Clone, Debug)]
pub struct Why {
    pub quantity: Quantity,
    pub derivation: Derivation,
    /// Why it has no value, or what a value of 0 does.
    pub trouble: Option<String>,
    /// Σ⁻¹ or |Σ| column by column, if the number is computed so.
    pub elimination: Option<Elimination>,
    pub found: Option<Found>,
}

#[derive(Clone, Debug)]
pub struct Found {
    pub rows: Arc<[usize]>,
    pub deviations: Option<Deviations>,
    /// The number under other α: the α, whether it is the current one, the number as counted, its value.
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
        let derivation = derive(fitted, None, &goal)
            .ok()
            .filter(|derivation| derivation.last().is_some_and(|step| step.value.is_some()))
            .or_else(|| derive(fitted, None, &quantity).ok())?;
        let trouble = trouble(fitted, &derivation, &quantity);
        let elimination = elimination(fitted, &quantity);
        Some(Why { quantity, derivation, trouble, elimination, found: None })
    }

    /// Whether a step has its own formula in the pane. For ℓ, these are the steps of the class and of its parts.
    pub fn tells(&self, step: &Step) -> bool {
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

    /// Returns the numbers that it uses and that have a line each, in the order of the pane.
    pub fn used(&self) -> Vec<&Quantity> {
        let shown = self.derivation.steps.iter().rev().filter(|step| self.tells(step));
        with_lines(&self.quantity, shown).1.into_iter().map(|step| &step.of).collect()
    }

    /// Returns the sides of its formula that have numbers, or the whole formula.
    pub fn latex(&self) -> String {
        let Some(Step { chain, .. }) = self.derivation.last() else { return String::new() };
        let mut sides = chain.rest.iter().skip(1);
        match sides.next() {
            Some((_, first)) => Latex.chain(&Chain { lhs: first.clone(), rest: sides.cloned().collect() }),
            None => Latex.chain(chain),
        }
    }
}

/// Returns the same counts under other α and the current one, in increasing order.
fn alternatives(fitted: &Arc<Fitted>) -> Alternatives {
    let now = &fitted.data.resolved.alpha;
    let mut all: Vec<Written> = ALPHAS.map(Written::int).into();
    if !all.iter().any(|alpha| alpha.value() == now.value()) {
        all.push(now.clone());
        all.sort_by(|a, b| a.value().cmp(b.value()));
    }
    let model = |alpha: Written| {
        if alpha.value() == now.value() {
            return Some((alpha, Arc::clone(fitted)));
        }
        let other = fitted.with_alpha(alpha.clone()).ok()?;
        Some((alpha, Arc::new(other)))
    };
    all.into_iter().filter_map(model).collect()
}

fn find(fitted: &Fitted, quantity: &Quantity, alternatives: &Alternatives) -> Found {
    let counted = rows_behind(fitted, &[quantity], usize::MAX).into_iter().next().unwrap_or_default();
    let now = fitted.alpha();
    let under = |(alpha, model): &(Written, Arc<Fitted>)| {
        let step = derive(model, None, quantity).ok()?;
        let step = step.last()?;
        Some((alpha.text().to_owned(), alpha.value() == now, step.shown.clone(), step.value.clone()))
    };
    // A prior is not smoothed by α, so there is nothing to compare.
    let smoothed = matches!(quantity, Quantity::Prob { event: Event::Value { .. }, .. });
    let alphas = if smoothed { alternatives.iter().filter_map(under).collect() } else { Vec::new() };
    let picture = beside(fitted, quantity).map(Arc::new);
    Found { rows: counted.rows.into(), deviations: deviations(fitted, quantity, ROWS), alphas, picture }
}

fn trouble(fitted: &Fitted, derivation: &Derivation, quantity: &Quantity) -> Option<String> {
    let found = &derivation.step(quantity)?.value;
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
    let smoothed = fitted.with_alpha(Written::int(1)).ok().and_then(|model| {
        let class = model.class(class.as_str())?;
        let factor = model.feature(feature.as_str())?;
        let share = lines::estimate(&model, Line::Value { factor, value: 0 }, class)?;
        Some(format!(" With α = 1 it is {}.", NumberForm::Fraction.written(&share).plain()))
    });
    format!("0/0 has no value: {none}, and α = 0 adds nothing.{}", smoothed.unwrap_or_default())
}
