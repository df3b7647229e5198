//! The formulas of programs that do not score a case by the product of its probabilities.

use super::{CaseTerm, Context, Definition, Rule, TermKind};
use crate::math::{Event, Expr, Name, Quantity};
use crate::model::{CaseValue, Factor, first_of};
use crate::recipe::Convention;
use num_traits::Zero;

/// The definition under the convention of the model, if it is not `right`.
pub(super) fn replaced(quantity: &Quantity, right: &Definition, context: &Context<'_>) -> Option<Definition> {
    match context.fitted.convention() {
        Convention::RE1071 => of_e1071(quantity, right, context),
        Convention::Orange => of_orange(quantity, right, context),
        Convention::Cs229 | Convention::ScikitLearn | Convention::Weka | Convention::Mass => None,
    }
}

/// The factor of a term in a score, if it is not the term's own probability.
pub(super) fn multiplied(term: &CaseTerm, class: &Name, context: &Context<'_>) -> Option<Expr> {
    let fitted = context.fitted;
    match (fitted.convention(), term.kind) {
        (Convention::Orange, TermKind::Value) => {
            let given = Quantity::class_given(class, &term.feature, &term.value);
            Some(Expr::from(given) / Quantity::prior(class).into())
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
fn of_e1071(quantity: &Quantity, right: &Definition, context: &Context<'_>) -> Option<Definition> {
    let fitted = context.fitted;
    let is_replaced = match quantity {
        Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } => {
            let (factor, at, of) = cell(feature, value, class, context)?;
            let zero = factor.conditional(at, of).is_some_and(|p| p.is_zero());
            zero && has(context, factor, at)
        }
        Quantity::Density { event: Event::Value { .. }, .. } => {
            // A density that underflows to 0 is 0 in R.
            right.value.as_ref().is_some_and(|value| value.to_f64() == 0.0)
        }
        Quantity::Prob { event: Event::Class(class), given: Some(Event::Value { feature, value }) } => {
            return alone(class, feature, value, context);
        }
        _ => false,
    };
    is_replaced.then(|| Definition::fact(Rule::Threshold, fitted.for_zero()))
}

fn has(context: &Context<'_>, factor: &Factor, value: usize) -> bool {
    let at = context.fitted.feature(factor.name.as_str());
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
    let is_zero = |class: &Name| {
        let found = cell(feature, value, class, context);
        found.and_then(|(factor, at, of)| factor.conditional(at, of)).is_some_and(|p| p.is_zero())
    };
    if !fitted.classes.iter().any(is_zero) {
        return None;
    }
    let score = |class: &Name| {
        let own = Expr::Of(Quantity::conditional(feature, value, class));
        let factor = if is_zero(class) { Expr::Num(fitted.for_zero()) } else { own };
        factor * Quantity::prior(class).into()
    };
    let sum = Expr::Add(fitted.classes.iter().map(score).collect());
    Some(Definition::formula(Rule::Threshold, score(class) / sum))
}

/// Orange: `score(c) = P(c) · ∏ P(c | xⱼ)/P(c)` with `P(c | xⱼ) = (count(xⱼ, c) + α)/(count(xⱼ) + α K)`
/// (`Orange.classification.NaiveBayesLearner`).
fn of_orange(quantity: &Quantity, right: &Definition, context: &Context<'_>) -> Option<Definition> {
    match quantity {
        Quantity::Prob { event: Event::Class(class), given: Some(Event::Value { feature, value }) } => {
            let count = |class: Option<&Name>| Expr::Of(Quantity::value_count(feature, value, class));
            let (top, bottom) = (count(Some(class)), count(None));
            if context.fitted.alpha().is_zero() {
                return Some(Definition::formula(Rule::Frequency, top / bottom));
            }
            let alpha = || Expr::Of(Quantity::Alpha);
            let classes = Expr::int(context.fitted.classes.len() as u64);
            let share = (top + alpha()) / (bottom + alpha() * classes);
            Some(Definition::formula(Rule::ClassGivenValue, share))
        }
        Quantity::Score(_) | Quantity::Prob { event: Event::Case, given: Some(Event::Class(_)) } => {
            Some(Definition { rule: Rule::DividedByPrior, ..right.clone() })
        }
        _ => None,
    }
}

pub(super) fn warning(context: &Context<'_>) -> Option<String> {
    let fitted = context.fitted;
    match fitted.convention() {
        Convention::Orange => Some(
            "Orange's scores are not probabilities and may exceed 1. Divided by their sum, they are probabilities.".into(),
        ),
        Convention::RE1071 => {
            let terms = context.terms().ok()?;
            let note = |is: fn(&CaseTerm, &Name, &Context<'_>) -> bool, what: &str, name: fn(&CaseTerm) -> String| {
                let replaced = |term: &&CaseTerm| fitted.classes.iter().any(|class| is(term, class, context));
                let some = first_of(terms.iter().filter(replaced).map(name), 6, ", ");
                (!some.is_empty()).then(|| format!("e1071 uses 0.001 where {what} is 0 in some class: {some}."))
            };
            let has_no_deviation = |term: &CaseTerm, class: &Name, context: &Context<'_>| {
                context.normal(&term.feature, class).is_ok_and(|normal| context.fitted.is_replaced(normal))
            };
            let deviation = note(has_no_deviation, "a standard deviation", |term| term.feature.to_string());
            let both = note(is_zero, "a factor", named).into_iter().chain(deviation);
            Some(both.collect::<Vec<String>>().join(" ")).filter(|text| !text.is_empty())
        }
        _ => None,
    }
}

fn named(term: &CaseTerm) -> String {
    match term.kind {
        TermKind::Word => term.value.to_string(),
        TermKind::Absent => format!("no {}", term.value),
        _ => format!("{}={}", term.feature, term.value),
    }
}

fn is_zero(term: &CaseTerm, class: &Name, context: &Context<'_>) -> bool {
    if term.kind == TermKind::Density {
        let x = term.value.as_str().parse::<f64>().ok();
        let normal = context.normal(&term.feature, class).ok();
        return normal.zip(x).is_some_and(|(normal, x)| normal.density(x).to_f64() == 0.0);
    }
    let Some((factor, value, at)) = cell(&term.feature, &term.value, class, context) else { return false };
    let estimate = factor.estimate(value, at);
    let p = if term.kind == TermKind::Absent { estimate.opposite() } else { estimate };
    p.value().is_some_and(|p| p.is_zero())
}
