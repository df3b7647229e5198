//! A case worked by two models or conventions, compared step by step.
//!
//! Steps are aligned by the quantity they find. If the two cut a column into different bins, the bins of the case are
//! aligned, so that their counts are compared and not their names.

use super::definition::{Context, Definition, Rule, Term, TermKind};
use super::derivation::{Step, derive_all};
use super::error::WorkedError;
use super::resolve::resolve_quantity;
use super::side::{self, Side, Sides, figures_apart, in_numbers, same};
use super::variations::Overlay;
use crate::math::{Event, Expr, Name, Number, Quantity, Sentence, sentence};
use crate::model::{Case, CaseValue, Factor, Fitted};
use crate::problem::Problem;
use crate::recipe::Convention;
use num_traits::Zero;
use std::collections::{HashMap, HashSet};

#[derive(Clone, Debug)]
pub struct Against {
    pub here: Convention,
    pub there: Convention,
    pub steps: Vec<Compared>,
    pub posterior_here: Vec<(Name, Option<Number>)>,
    pub posterior_there: Vec<(Name, Option<Number>)>,
    /// The first difference, or that there is none.
    pub message: Sentence,
    /// Where the numbers there differ slightly from the program.
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Compared {
    pub quantity: Quantity,
    pub here: Option<Side>,
    pub there: Option<Side>,
    pub agreement: Agreement,
    /// The difference, if it begins here.
    pub why: Option<Why>,
}

/// A difference that begins in a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    pub sentence: Sentence,
    pub reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    Agrees,
    First,
    Differs,
    /// It differs because a step that it rests on differs.
    Follows,
    OnlyHere,
    OnlyThere,
}

impl Agreement {
    /// Whether the sides differ.
    pub fn differs(self) -> bool {
        self != Agreement::Agrees
    }
}

/// One side of the comparison: a model and its reading of the case.
#[derive(Clone, Copy)]
pub struct ComparedModel<'a> {
    pub fitted: &'a Fitted,
    pub case: Option<&'a Case>,
    pub goals: &'a [Quantity],
}

/// Compares the working of the goals on both sides, in the same number and order.
pub fn against(here: ComparedModel<'_>, there: ComparedModel<'_>) -> Result<Against, WorkedError> {
    let one = derive_all(here.fitted, here.case, here.goals, &[])?;
    let alias = aliases(&here, &there);
    let other = derive_all(there.fitted, there.case, there.goals, &[])?;
    let other: Vec<Step> = other.into_iter().map(|step| renamed_step(step, &alias)).collect();
    let mut steps = compared(&one, &other);
    let (mine, theirs) = (by_quantity(&one), by_quantity(&other));
    let mut first: Option<Sentence> = None;
    for step in &mut steps {
        if !matches!(step.agreement, Agreement::First | Agreement::Differs) {
            continue;
        }
        if let (Some(a), Some(b)) = (mine.get(&step.quantity), theirs.get(&step.quantity)) {
            let sides = Sides { here: &here, there: &there, mine: a, theirs: b };
            let reason = side::reason(&step.quantity, &sides);
            let sentence = sentence(step, &reason, there.fitted.convention());
            first.get_or_insert_with(|| sentence.clone());
            step.why = Some(Why { sentence, reason });
        }
    }
    let program = there.fitted.convention().program();
    let message = first.unwrap_or_else(|| {
        sentence!("Every step agrees: under the conventions of {} the numbers are the same.", program)
    });
    Ok(Against {
        here: here.fitted.convention(),
        there: there.fitted.convention(),
        posterior_here: posterior(&here),
        posterior_there: posterior(&there),
        warnings: there.fitted.data.resolved.warnings.iter().map(ToString::to_string).collect(),
        steps,
        message,
    })
}

/// Compares two models of the same columns: the posteriors of a case that the first model has read, or one typed quantity,
/// which needs a case only if it is about one.
///
/// # Errors
/// If a model does not have the quantity, or the second model cannot read the case.
pub fn compare(
    here: &Fitted,
    there: &Fitted,
    case: Option<&Case>,
    typed: Option<&str>,
) -> Result<Against, Problem> {
    let goals = |fitted: &Fitted| -> Result<Vec<Quantity>, Problem> {
        match typed {
            Some(typed) => Ok(vec![resolve_quantity(fitted, typed)?.quantity]),
            None => Ok(fitted.classes.iter().map(Quantity::posterior).collect()),
        }
    };
    let (mine, theirs) = (goals(here)?, goals(there)?);
    let case = case.filter(|_| mine.iter().any(Quantity::is_about_case));
    let other = case.map(|case| case.under(here, there)).transpose()?;
    let first = ComparedModel { fitted: here, case, goals: &mine };
    Ok(against(first, ComparedModel { fitted: there, case: other.as_ref(), goals: &theirs })?)
}

fn posterior(of: &ComparedModel<'_>) -> Vec<(Name, Option<Number>)> {
    let Some(case) = of.case else { return Vec::new() };
    let found = of.fitted.predict(case).posterior;
    let value = |at: usize| found.as_ref().and_then(|found| found.get(at)).cloned();
    of.fitted.classes.iter().enumerate().map(|(at, class)| (class.clone(), value(at))).collect()
}

/// The name of the case's bin on the other side and on this side, by feature.
type Aliases = HashMap<(Name, Name), Name>;

fn aliases(here: &ComparedModel<'_>, there: &ComparedModel<'_>) -> Aliases {
    let (Some(mine), Some(theirs)) = (here.case, there.case) else { return Aliases::new() };
    let mut all = Aliases::new();
    for (at, factor) in here.fitted.factors().iter().enumerate() {
        let other = there.fitted.factors().iter().position(|other| other.name == factor.name);
        let label = |fitted: &Fitted, case: &Case, at: usize| side::bin(fitted, case, at);
        if let (Some(own), Some(other)) =
            (label(here.fitted, mine, at), other.and_then(|at| label(there.fitted, theirs, at)))
        {
            all.insert((factor.name.clone(), other), own);
        }
    }
    all
}

fn renamed(quantity: &Quantity, alias: &Aliases) -> Quantity {
    let event = |event: &Event| match event {
        Event::Value { feature, value } => {
            let value = alias.get(&(feature.clone(), value.clone())).unwrap_or(value).clone();
            Event::Value { feature: feature.clone(), value }
        }
        other => other.clone(),
    };
    match quantity {
        Quantity::Prob { event: of, given } => {
            Quantity::Prob { event: event(of), given: given.as_ref().map(event) }
        }
        Quantity::Count { event: of, class } => Quantity::Count { event: event(of), class: class.clone() },
        Quantity::Ln(inner) => renamed(inner, alias).ln(),
        other => other.clone(),
    }
}

fn renamed_step(step: Step, alias: &Aliases) -> Step {
    if alias.iter().all(|((_, theirs), mine)| theirs == mine) {
        return step;
    }
    let expr = |expr: &Expr| expr.replace(&|quantity| Expr::Of(renamed(quantity, alias)));
    Step {
        of: renamed(&step.of, alias),
        uses: step.uses.iter().map(|used| renamed(used, alias)).collect(),
        formula: expr(&step.formula),
        ..step
    }
}

fn by_quantity(steps: &[Step]) -> HashMap<&Quantity, &Step> {
    steps.iter().map(|step| (&step.of, step)).collect()
}

fn compared(one: &[Step], other: &[Step]) -> Vec<Compared> {
    let (mine, theirs) = (by_quantity(one), by_quantity(other));
    let (mut seen, mut order) = (HashSet::new(), Vec::new());
    one.iter().chain(other).for_each(|step| visit(&step.of, [&mine, &theirs], &mut seen, &mut order));
    let values =
        |steps: &HashMap<&Quantity, &Step>, of: &Quantity| steps.get(of).and_then(|step| step.value.clone());
    let side = |steps: &HashMap<&Quantity, &Step>, of: &Quantity| {
        let step = steps.get(of)?;
        Some(Side {
            formula: step.formula.clone(),
            numbers: in_numbers(step, &|used| steps.get(used).map(|step| step.shown.clone()), &|used| {
                values(steps, used)
            }),
            shown: step.shown.clone(),
            value: step.value.clone(),
        })
    };
    let mut apart: HashSet<Quantity> = HashSet::new();
    let mut found = false;
    let mut all = Vec::new();
    for of in order {
        let (here, there) = (side(&mine, &of), side(&theirs, &of));
        let agreement = match (&here, &there) {
            (Some(_), None) => Agreement::OnlyHere,
            (None, _) => Agreement::OnlyThere,
            (Some(a), Some(b)) if same(a.value.as_ref(), b.value.as_ref()) => Agreement::Agrees,
            (Some(a), Some(b)) => {
                let inherits = mine.get(&of).is_some_and(|step| step.uses.iter().any(|u| apart.contains(u)));
                apart.insert(of.clone());
                match (inherits && a.formula == b.formula, found) {
                    (true, _) => Agreement::Follows,
                    (false, true) => Agreement::Differs,
                    (false, false) => {
                        found = true;
                        Agreement::First
                    }
                }
            }
        };
        all.push(Compared { quantity: of, here, there, agreement, why: None });
    }
    all
}

fn visit(
    of: &Quantity,
    sides: [&HashMap<&Quantity, &Step>; 2],
    seen: &mut HashSet<Quantity>,
    all: &mut Vec<Quantity>,
) {
    if seen.insert(of.clone()) {
        for step in sides.iter().filter_map(|side| side.get(of)) {
            step.uses.iter().for_each(|used| visit(used, sides, seen, all));
        }
        all.push(of.clone());
    }
}

/// `P(No): 5/14 here, (5 + 1)/(14 + 1 · 2) = 6/16 in WEKA: WEKA smooths the prior too.` With as many figures as are
/// needed to distinguish the two.
fn sentence(step: &Compared, reason: &str, there: Convention) -> Sentence {
    let (Some(a), Some(b)) = (&step.here, &step.there) else { return reason.into() };
    let figures = figures_apart(a, b);
    let (mine, theirs) = (a.text(figures), b.text(figures));
    let (quantity, program) = (step.quantity.to_string(), there.program());
    sentence!("{}: {} here, {} in {}: {}.", quantity, mine, theirs, program, reason)
}

/// The formulas of the convention of a model, if it has its own.
pub fn of_convention(fitted: &Fitted) -> Option<&'static dyn Overlay> {
    match fitted.convention() {
        Convention::RE1071 => Some(&Threshold),
        Convention::Orange => Some(&OrangeProduct),
        Convention::Cs229 | Convention::ScikitLearn | Convention::Weka | Convention::Mass => None,
    }
}

/// The factor of a term in a score, if it is not the term's own probability.
pub(super) fn multiplied(term: &Term, class: &Name, context: &Context<'_>) -> Option<Expr> {
    let fitted = context.fitted;
    match (fitted.convention(), term.kind) {
        (Convention::Orange, TermKind::Value) => {
            let said = Quantity::class_given(class, &term.feature, &term.value);
            Some(Expr::from(said) / Quantity::prior(class).into())
        }
        (Convention::RE1071, TermKind::Absent) => {
            let (factor, value, at) = cell(&term.feature, &term.value, class, context)?;
            let opposite = factor.estimate(value, at).opposite().value()?;
            opposite.is_zero().then(|| Expr::Num(fitted.for_zero()))
        }
        _ => None,
    }
}

fn cell<'a>(
    feature: &Name,
    value: &Name,
    class: &Name,
    context: &Context<'a>,
) -> Option<(&'a Factor, usize, usize)> {
    let factor = context.factor(feature).ok()?;
    Some((factor, context.value(factor, value).ok()?, context.class(class).ok()?))
}

/// The package e1071 of R: a factor of 0 counts as 0.001 when a case is scored (`predict.naiveBayes`, its `threshold`).
/// The tables keep the 0, so a probability is replaced only for a case that has the value.
struct Threshold;

impl Overlay for Threshold {
    fn replace(&self, quantity: &Quantity, right: &Definition, context: &Context<'_>) -> Option<Definition> {
        let fitted = context.fitted;
        let replaced = || Definition::Fact { rule: Rule::Threshold, value: fitted.for_zero() };
        match quantity {
            Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
                let (factor, at, of) = cell(feature, value, class, context)?;
                let zero = factor.conditional(at, of).is_some_and(|p| p.is_zero());
                (zero && has(context, factor, at)).then(replaced)
            }
            Quantity::Density { event: Event::Value { .. }, .. } => match right {
                // A density that underflows to 0 is 0 in R.
                Definition::Estimated { value, .. } => (value.to_f64() == 0.0).then(replaced),
                _ => None,
            },
            Quantity::Prob { event: Event::Class(class), given: Some(Event::Value { feature, value }) } => {
                alone(class, feature, value, context)
            }
            _ => None,
        }
    }
}

fn has(context: &Context<'_>, factor: &Factor, value: usize) -> bool {
    let at = context.fitted.factors().iter().position(|other| other.name == factor.name);
    let cell = at.and_then(|at| context.case?.cells.get(at));
    match cell.map(|cell| &cell.value) {
        Some(CaseValue::Value(own)) => *own == value,
        Some(CaseValue::Words { known, .. }) => known.iter().any(|(word, _)| *word == value),
        _ => false,
    }
}

/// The posterior with only one value known, with 0.001 for 0; `None` if no factor is 0.
fn alone(class: &Name, feature: &Name, value: &Name, context: &Context<'_>) -> Option<Definition> {
    let fitted = context.fitted;
    let zero = |class: &Name| {
        let (factor, at, of) = cell(feature, value, class, context)?;
        Some(factor.conditional(at, of)?.is_zero())
    };
    if !fitted.classes.iter().any(|class| zero(class) == Some(true)) {
        return None;
    }
    let score = |class: &Name| {
        let own = Expr::Of(Quantity::conditional(feature, value, class));
        let factor = if zero(class) == Some(true) { Expr::Num(fitted.for_zero()) } else { own };
        factor * Quantity::prior(class).into()
    };
    let sum = Expr::Add(fitted.classes.iter().map(score).collect());
    Some(Definition::Formula { rule: Rule::Threshold, expr: score(class) / sum })
}

/// Orange: `score(c) = P(c) · ∏ P(c | xⱼ)/P(c)` with `P(c | xⱼ) = (count(xⱼ, c) + α)/(count(xⱼ) + α K)`
/// (`Orange.classification.NaiveBayesLearner`).
struct OrangeProduct;

impl Overlay for OrangeProduct {
    fn replace(&self, quantity: &Quantity, right: &Definition, context: &Context<'_>) -> Option<Definition> {
        match (quantity, right) {
            (Quantity::Prob { event: Event::Class(class), given: Some(event @ Event::Value { .. }) }, _) => {
                let count = |class: Option<&Name>| {
                    Expr::Of(Quantity::Count { event: event.clone(), class: class.cloned() })
                };
                let (top, bottom) = (count(Some(class)), count(None));
                if context.fitted.alpha().is_zero() {
                    return Some(Definition::Formula { rule: Rule::Frequency, expr: top / bottom });
                }
                let alpha = || Expr::Of(Quantity::Alpha);
                let classes = Expr::int(context.fitted.classes.len() as u64);
                let expr = (top + alpha()) / (bottom + alpha() * classes);
                Some(Definition::Formula { rule: Rule::ClassGivenValue, expr })
            }
            (Quantity::Score(_), Definition::Formula { expr, .. }) => {
                Some(Definition::Formula { rule: Rule::DividedByPrior, expr: expr.clone() })
            }
            (
                Quantity::Prob { event: Event::Case, given: Some(Event::Class(_)) },
                Definition::Formula { expr, .. },
            ) => Some(Definition::Formula { rule: Rule::DividedByPrior, expr: expr.clone() }),
            _ => None,
        }
    }
}

/// The note beside a posterior under a convention with its own formulas.
pub(super) fn warning(context: &Context<'_>) -> Option<String> {
    let fitted = context.fitted;
    match fitted.convention() {
        Convention::Orange => Some(
            "Orange's scores are not probabilities and may exceed 1. Divided by their sum, they are probabilities.".into(),
        ),
        Convention::RE1071 => {
            let terms = context.terms().ok()?;
            let zero = |term: &&Term| fitted.classes.iter().any(|class| is_zero(term, class, context));
            let put = |term: &&Term| fitted.classes.iter().any(|class| is_put(term, class, context));
            let note = |names: Vec<String>, what: &str| {
                let some = names.iter().take(6).cloned().collect::<Vec<String>>().join(", ");
                let more = names.len().saturating_sub(6);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                (!names.is_empty())
                    .then(|| format!("e1071 uses 0.001 where {what} is 0 in some class: {some}{more}."))
            };
            let zeros = terms.iter().filter(zero).map(named).collect();
            let deviations = terms.iter().filter(put).map(|term| term.feature.to_string()).collect();
            let both = [note(zeros, "a factor"), note(deviations, "a standard deviation")];
            let both: Vec<String> = both.into_iter().flatten().collect();
            (!both.is_empty()).then(|| both.join(" "))
        }
        _ => None,
    }
}

fn named(term: &Term) -> String {
    match term.kind {
        TermKind::Word => term.value.to_string(),
        TermKind::Absent => format!("no {}", term.value),
        _ => format!("{}={}", term.feature, term.value),
    }
}

fn is_put(term: &Term, class: &Name, context: &Context<'_>) -> bool {
    let normal = context.factor(&term.feature).ok().zip(context.class(class).ok());
    normal.and_then(|(factor, at)| factor.normal(at)).is_some_and(|normal| context.fitted.is_put(normal))
}

fn is_zero(term: &Term, class: &Name, context: &Context<'_>) -> bool {
    let number = |number: Option<Number>| number.is_some_and(|number| number.to_f64() == 0.0);
    if term.kind == TermKind::Density {
        let normal = context.factor(&term.feature).ok().zip(context.class(class).ok());
        let normal = normal.and_then(|(factor, at)| factor.normal(at));
        let x = term.value.as_str().parse::<f64>().ok();
        return number(normal.zip(x).map(|(normal, x)| normal.density(x)));
    }
    let Some((factor, value, at)) = cell(&term.feature, &term.value, class, context) else { return false };
    let estimate = factor.estimate(value, at);
    let p = if term.kind == TermKind::Absent { estimate.opposite() } else { estimate };
    p.value().is_some_and(|p| p.is_zero())
}
