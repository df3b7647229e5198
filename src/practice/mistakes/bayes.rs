//! Mistakes with the prior, in computing a score, with given numbers, and in turning scores into posteriors.

use super::asked::{Asked, Place};
use super::asked::{Cell, rounded};
use super::overlay::{Change, Slip, occurring, one, posteriors, power, scores, taken, terms};
use crate::math::{Event, Expr, Name, Number, Quantity, Sentence, sentence};
use crate::recipe::Prior;
use crate::worked::{CaseTerm, Context, Kinds, TermKind, multiplied, value_of};

pub(super) fn is_counted(asked: &Asked<'_>) -> bool {
    matches!(asked.fitted.data.resolved.prior, Prior::Counts | Prior::Laplace(_))
}

pub(super) fn added(asked: &Asked<'_>) -> Option<Slip> {
    let first = asked.terms.first().map(|term| multiplied(term, &asked.class_name(), &asked.context));
    let added = match first.filter(|_| asked.place != Place::Evidence) {
        Some(Expr::Of(factor)) => {
            let (and, rest) =
                if asked.terms.len() > 1 { (",", " and the other factors") } else { (" and", "") };
            let (name, number) = (asked.name(&factor), asked.number(&factor));
            sentence!("you add {}{} {} = {}{}", asked.say("{prior}")?, and, name, number, rest)
        }
        _ => "you add the prior and the factors".into(),
    };
    let says = sentence!("You get this number if {}. ‘And’ multiplies, so take their product.", added);
    let change = scores(|class, context| {
        let terms = context.terms().unwrap_or_default();
        let factors = terms.iter().map(|term| times(term, class, context));
        Expr::Add(factors.chain([Expr::Of(Quantity::prior(class))]).collect())
    });
    Some(Slip::new(change, says))
}

pub(super) fn times(term: &CaseTerm, class: &Name, context: &Context<'_>) -> Expr {
    let factor = multiplied(term, class, context);
    if term.times == 1 { factor } else { Expr::Mul(vec![Expr::int(term.times), factor]) }
}

const FACTORS: usize = 12;

pub(super) fn factor_left_out(asked: &Asked<'_>) -> Vec<Slip> {
    if asked.terms.len() < 2 || asked.terms.len() > FACTORS {
        return Vec::new();
    }
    let class = asked.class_name();
    let slip = |out: &CaseTerm| {
        let own = out.quantity(&class);
        let says =
            sentence!("You get this number if you leave out {}. Multiply by it too.", asked.name(&own));
        let (feature, value) = (out.feature.clone(), out.value.clone());
        let change = terms(move |term, class, context| {
            let kept = term.feature != feature || term.value != value;
            kept.then(|| occurring(term, class, context))
        });
        Slip::new(change, says).by(&(&out.feature, &out.value))
    };
    asked.terms.iter().map(slip).collect()
}

pub(super) fn others(asked: &Asked<'_>) -> impl Iterator<Item = Name> {
    let own = asked.class_name();
    asked.fitted.classes.iter().filter(move |class| **class != own).cloned()
}

/// The most classes with which a swap in one class alone is tried.
const CLASSES: usize = 4;

/// 1 − p instead of p: in every class, and in one class alone.
pub(super) fn complement(asked: &Asked<'_>) -> Vec<Slip> {
    let classes = &asked.fitted.classes;
    let mut slips = Vec::new();
    for term in &asked.terms {
        let Some(factor) = asked.fitted.factor(term.feature.as_str()).filter(|factor| factor.k() == 2) else {
            continue;
        };
        let Some(other) = factor.values().iter().find(|value| **value != term.value).cloned() else {
            continue;
        };
        slips.push(swapped(asked, term, &other, None));
        if classes.len() <= CLASSES {
            slips.extend(classes.iter().map(|class| swapped(asked, term, &other, Some(class))));
        }
    }
    slips
}

fn swapped(asked: &Asked<'_>, term: &CaseTerm, other: &Name, only: Option<&Name>) -> Slip {
    let class = only.cloned().unwrap_or_else(|| asked.class_name());
    let own = Quantity::conditional(&term.feature, &term.value, &class);
    let put = Quantity::conditional(&term.feature, other, &class);
    let says = sentence!(
        "You get this number if you take {} = {} for {} = {}{}. The case has {} = {}, so take the factor of that value.",
        put,
        asked.number(&put),
        own,
        asked.number(&own),
        if only.is_some() { "" } else { ", in every class" },
        term.feature,
        term.value
    );
    let (feature, value, only) = (term.feature.clone(), term.value.clone(), only.cloned());
    let by = (feature.clone(), value.clone(), only.clone());
    let change = Change::new(Kinds::SHARE, move |quantity, right, context| {
        let Quantity::Prob {
            event: Event::Value { feature: of, value: is },
            given: Some(Event::Class(class)),
        } = quantity
        else {
            return None;
        };
        if *of != feature || *is != value || only.as_ref().is_some_and(|only| only != class) {
            return None;
        }
        let factor = context.fitted.factor(of.as_str())?;
        let (at, class) =
            (context.fitted.position(factor, is.as_str())?, context.fitted.class(class.as_str())?);
        let p = factor.conditional(at, class)?;
        Some(taken(right, Some(Number::one().sub(&p))))
    });
    Slip::new(change, says).by(&by)
}

fn is_evidence(asked: &Asked<'_>) -> bool {
    asked.place == Place::Evidence
}

fn score(class: &Name) -> Expr {
    Expr::Of(Quantity::score(class))
}

fn value(asked: &Asked<'_>, expr: &Expr) -> Option<Number> {
    value_of(expr, &|quantity: &Quantity| asked.right(quantity))
}

fn over(of: impl Fn(&Name, &Context<'_>) -> Expr + Send + Sync + 'static, says: impl Into<Sentence>) -> Slip {
    Slip::new(posteriors(move |class, context| Expr::frac(score(class), of(class, context))), says)
}

fn marginal(term: &CaseTerm, context: &Context<'_>) -> Expr {
    let of =
        |class: &Name| Expr::Mul(vec![Expr::Of(Quantity::prior(class)), multiplied(term, class, context)]);
    let sum = Expr::Add(context.fitted.classes.iter().map(of).collect());
    power(sum, term.times)
}

/// The share of all rows with the value, or without the absent word; `None` for densities.
fn counted(term: &CaseTerm, asked: &Asked<'_>) -> Option<Expr> {
    let cell = Cell::of(&term.quantity(&asked.class_name()), asked.fitted)?;
    let (with, all) = (cell.of_value(), cell.all());
    let above = if term.kind == TermKind::Absent { &all - with } else { with };
    let share = Number::Exact(above).div(&Number::Exact(all))?;
    Some(Expr::pow(Expr::Num(share), Expr::int(term.times)))
}

/// ∏P(xᵢ) of the model and, where it smooths, of the plain counts.
fn naive_products(asked: &Asked<'_>) -> Vec<Number> {
    let by_model = asked.terms.iter().map(|term| marginal(term, &asked.context)).collect();
    let by_count: Option<Vec<Expr>> = if asked.is_smoothed() {
        asked.terms.iter().map(|term| counted(term, asked)).collect()
    } else {
        None
    };
    [Some(by_model), by_count].into_iter().flatten().filter_map(|all| value(asked, &Expr::Mul(all))).collect()
}

pub(super) fn naive_evidence(asked: &Asked<'_>) -> Vec<Slip> {
    let slip = |value: Number| {
        let sum = asked.right(&Quantity::evidence()).and_then(|evidence| evidence.div(&value));
        let sum = sum.map_or_else(Sentence::default, |sum| {
            sentence!(", and your posteriors add to {}", rounded(&sum))
        });
        let says = sentence!(
            "You get this number if the denominator is {}, the product of the features' own probabilities{}. The features are independent only within a class, so divide by the sum of the scores.",
            rounded(&value),
            sum
        );
        over(move |_, _| Expr::Num(value.clone()), says)
    };
    naive_products(asked).into_iter().map(slip).collect()
}

fn in_its_place(asked: &Asked<'_>, value: Option<Number>, says: impl Into<Sentence>) -> Option<Slip> {
    // A wrong sum and a wrong division are different ways to make the mistake.
    value.map(|value| Slip::new(one(asked.quantity.clone(), Some(value)), says).by(&"evidence"))
}

pub(super) fn naive_product(asked: &Asked<'_>) -> Vec<Slip> {
    let says = "That is the product of the features' own probabilities. The features are independent only within a class, so add the scores.";
    let slip =
        |(at, value): (usize, Number)| Some(in_its_place(asked, Some(value), says)?.by(&("evidence", at)));
    naive_products(asked).into_iter().enumerate().filter_map(slip).collect()
}

fn rest(out: &Name, context: &Context<'_>) -> Expr {
    let kept = context.fitted.classes.iter().filter(|class| *class != out);
    Expr::Add(kept.map(score).collect())
}

pub(super) fn without_a_class(asked: &Asked<'_>) -> Vec<Slip> {
    let classes = &asked.fitted.classes;
    if classes.len() < 3 {
        return Vec::new();
    }
    let slip = |out: &Name| {
        let says = sentence!(
            "You get this number if you leave the score of {} out of the sum. Add the scores of all {} classes.",
            out,
            classes.len()
        );
        if is_evidence(asked) {
            return in_its_place(asked, value(asked, &rest(out, &asked.context)), says)
                .map(|slip| slip.by(&("evidence", out)));
        }
        let own = out.clone();
        Some(over(move |_, context| rest(&own, context), says).by(out))
    };
    classes.iter().filter_map(slip).collect()
}

pub(super) fn odds(asked: &Asked<'_>) -> Vec<Slip> {
    let class = asked.class_name();
    let says = sentence!(
        "You get this number if you divide the score of {} by the scores of the other classes: these are odds. Divide by the sum of all scores, its own included.",
        class
    );
    let mut found = vec![over(rest, says)];
    let rivals =
        asked.fitted.classes.iter().filter(|other| **other != class && asked.fitted.classes.len() > 2);
    for other in rivals {
        let says = sentence!(
            "You get this number if you divide the score of {} by that of {}: these are odds. Divide by the sum of all scores.",
            class,
            other
        );
        let (own, other) = (class.clone(), other.clone());
        let rival = other.clone();
        // For the rival the two change places.
        let divided = over(move |class, _| score(if *class == rival { &own } else { &rival }), says);
        found.push(divided.by(&other));
    }
    found
}
