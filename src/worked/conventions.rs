//! The formulas of other programs as overlays: e1071's 0.001 for a factor of 0, and Orange's product.
//!
//! They are part of what is right under a convention, so the evaluator puts them in place before any other overlay is
//! asked. What they come to in many rows is told in `model`; a test holds the two together.

use num_traits::Zero;

use super::context::{Context, Term, TermKind};
use super::definition::{Definition, Rule};
use super::overlay::Overlay;
use crate::math::{Event, Expr, Name, Number, Quantity};
use crate::model::{CaseValue, Factor, Fitted};
use crate::recipe::Convention;

/// The formulas of the convention that a model follows, where it has some of its own.
pub fn of_convention(fitted: &Fitted) -> Option<&'static dyn Overlay> {
    match fitted.convention() {
        Convention::RE1071 => Some(&Threshold),
        Convention::Orange => Some(&OrangeProduct),
        Convention::Cs229 | Convention::ScikitLearn | Convention::Weka | Convention::Mass => None,
    }
}

/// What a score is multiplied with for a term, where that is not the term's own probability.
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
    fn tag(&self) -> &str {
        "r-e1071"
    }

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
                // What is 0 to a float is 0 to R.
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

/// The posterior where only one value is known, with 0.001 for what is 0; `None` where nothing is.
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
    fn tag(&self) -> &str {
        "orange"
    }

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

/// What must be said beside a posterior under a convention with formulas of its own.
pub(super) fn warning(context: &Context<'_>) -> Option<String> {
    let fitted = context.fitted;
    match fitted.convention() {
        Convention::Orange => Some(
            "Orange's scores are no probabilities and may exceed 1; divided by their sum they are.".into(),
        ),
        Convention::RE1071 => {
            let terms = context.terms().ok()?;
            let zero = |term: &&Term| fitted.classes.iter().any(|class| is_zero(term, class, context));
            let put = |term: &&Term| fitted.classes.iter().any(|class| is_put(term, class, context));
            let said = |names: Vec<String>, what: &str| {
                let some = names.iter().take(6).cloned().collect::<Vec<String>>().join(", ");
                let more = names.len().saturating_sub(6);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                (!names.is_empty())
                    .then(|| format!("e1071 takes 0.001 where {what} is 0 in some class: {some}{more}."))
            };
            let zeros = terms.iter().filter(zero).map(named).collect();
            let deviations = terms.iter().filter(put).map(|term| term.feature.to_string()).collect();
            let both = [said(zeros, "a factor"), said(deviations, "a standard deviation")];
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
