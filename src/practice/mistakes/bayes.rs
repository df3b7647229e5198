//! Mistakes with the prior, in computing a score, with given numbers, in turning scores into posteriors, and with logarithms.

use super::asked::{Asked, Place, list, rounded};
use super::cell::Cell;
use super::each::Bound;
use super::overlay::{Change, Slip, both, one, power, taken};
use crate::math::{Event, Expr, Name, Number, Quantity, Rounded, Sentence, sentence};
use crate::worked::{CaseTerm, Context, Kinds, TermKind, multiplied, value_of};
use std::f64::consts::{LN_2, LN_10};

/// `the prior and the factors`, or what they are.
pub(super) fn prior_and_factors(asked: &Asked<'_>) -> Sentence {
    let class = asked.class_name();
    let first = asked.terms.first().map(|term| multiplied(term, &class, &asked.context));
    let Some(Expr::Of(factor)) = first.filter(|_| asked.place != Place::Evidence) else {
        return "the prior and the factors".into();
    };
    let (and, rest) = if asked.terms.len() > 1 { (",", " and the other factors") } else { (" and", "") };
    let prior = asked.equation(&Quantity::prior(&class));
    sentence!("{}{} {}{}", prior, and, asked.equation(&factor), rest)
}

/// The factors of a class, a repeated one times its number.
pub(super) fn added_factors(class: &Name, context: &Context<'_>) -> Expr {
    let times = |term: &CaseTerm| {
        let factor = multiplied(term, class, context);
        if term.times == 1 { factor } else { Expr::Mul(vec![Expr::int(term.times), factor]) }
    };
    Expr::Add(context.terms().unwrap_or_default().iter().map(times).collect())
}

/// The most factors of a case of which each is left out.
const FACTORS: usize = 12;

pub(super) fn factors(asked: &Asked<'_>) -> Vec<Bound> {
    if asked.terms.len() < 2 || asked.terms.len() > FACTORS {
        return Vec::new();
    }
    let class = asked.class_name();
    let factor = |term: &CaseTerm| Bound::quantity(term.quantity(&class)).by(&(&term.feature, &term.value));
    asked.terms.iter().map(factor).collect()
}

/// 1 − p instead of p.
pub(super) fn complement(asked: &Asked<'_>) -> Vec<Slip> {
    let slip = |term: &CaseTerm| {
        let factor = asked.fitted.factor(term.feature.as_str()).filter(|factor| factor.k() == 2)?;
        let other = factor.values().iter().find(|value| **value != term.value)?;
        Some(swapped(asked, term, other))
    };
    asked.terms.iter().filter_map(slip).collect()
}

fn swapped(asked: &Asked<'_>, term: &CaseTerm, other: &Name) -> Slip {
    let class = asked.class_name();
    let own = Quantity::conditional(&term.feature, &term.value, &class);
    let put = Quantity::conditional(&term.feature, other, &class);
    let says = sentence!(
        "You get this number if you take {} = {} for {} = {}, in every class. The case has {} = {}, so take the factor of that value.",
        put,
        asked.number(&put),
        own,
        asked.number(&own),
        term.feature,
        term.value
    );
    let swapped = (term.feature.clone(), term.value.clone());
    let by = swapped.clone();
    let change = Change::new(Kinds::SHARE, move |quantity, right, context| {
        let Quantity::Prob { event: Event::Value { feature, value }, given: Some(Event::Class(class)) } =
            quantity
        else {
            return None;
        };
        let (of, is) = &swapped;
        if feature != of || value != is {
            return None;
        }
        let factor = context.fitted.factor(feature.as_str())?;
        let at = context.fitted.position(factor, value.as_str())?;
        let p = factor.conditional(at, context.fitted.class(class.as_str())?)?;
        Some(taken(right, Some(Number::one().sub(&p))))
    });
    Slip::new(change, says).by(&by)
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
pub(super) fn products_of_features(asked: &Asked<'_>) -> Vec<Bound> {
    let by_model = asked.terms.iter().map(|term| marginal(term, &asked.context)).collect();
    let by_count: Option<Vec<Expr>> = if asked.is_smoothed() {
        asked.terms.iter().map(|term| counted(term, asked)).collect()
    } else {
        None
    };
    let product = |factors: Vec<Expr>| {
        let value = value_of(&Expr::Mul(factors), &|quantity: &Quantity| asked.right(quantity))?;
        let sum = asked.right(&Quantity::evidence()).and_then(|evidence| evidence.div(&value));
        let sum = sum.map(|sum| sentence!(", and your posteriors add to {}", rounded(&sum)));
        let holes = vec![("product", rounded(&value)), ("and the sum", sum.unwrap_or_default())];
        Some(Bound { holes, ..Bound::number(value) })
    };
    [Some(by_model), by_count].into_iter().flatten().filter_map(product).collect()
}

pub(super) fn other_base(_: &Asked<'_>) -> Vec<Slip> {
    let slip = |(meaning, ln): (&str, f64)| {
        let factor = Number::Float(ln).significant(5);
        let says = sentence!(
            "That is {}. The ranking stays, but the question asks for ln, so multiply by {}.",
            meaning,
            factor
        );
        Slip { scale: 1.0 / ln, decides: false, ..Slip::new(Change::none(), says) }
    };
    [("the logarithm to base 10", LN_10), ("the logarithm to base 2", LN_2)].map(slip).into()
}

const LISTED: usize = 3;

pub(super) fn logarithms(asked: &Asked<'_>, of: f64) -> Sentence {
    let value = |class: &Name| Some(asked.right(&Quantity::score(class))?.ln() / of);
    let all = asked.fitted.classes.iter().take(LISTED).filter_map(value);
    list(&all.filter(|ln| ln.is_finite()).map(|ln| rounded(&Number::Float(ln))).collect::<Vec<_>>())
}

const DECIMALS: std::ops::RangeInclusive<usize> = 1..=6;

const ENOUGH: usize = 2;

/// Each score rounded to the same number of decimals, if one of them then has a single figure.
pub(super) fn fixed_decimals(asked: &Asked<'_>) -> Vec<Slip> {
    let classes = &asked.fitted.classes;
    let scores: Option<Vec<(&Name, Number)>> =
        classes.iter().map(|class| Some((class, asked.right(&Quantity::score(class))?))).collect();
    let Some(scores) = scores else { return Vec::new() };
    DECIMALS.filter_map(|decimals| rounded_to(&scores, decimals)).collect()
}

fn rounded_to(scores: &[(&Name, Number)], decimals: usize) -> Option<Slip> {
    let left = || scores.iter().map(|(_, score)| figures_left(score, decimals));
    // A score that rounds to 0 gives a posterior of 0 or 1, which other slips give too.
    if left().any(|figures| figures == 0) || left().all(|figures| figures >= ENOUGH) {
        return None;
    }
    let texts: Vec<Rounded> = scores.iter().map(|(_, score)| score.fixed(decimals)).collect();
    let rounded: Vec<Number> = texts.iter().map(Rounded::number).collect::<Option<_>>()?;
    let right: Vec<Number> = scores.iter().map(|(_, score)| score.clone()).collect();
    // If the shares are still right, the rounding is not a mistake.
    if shares(&rounded)? == shares(&right)? {
        return None;
    }
    let kept = scores.iter().map(|(_, score)| score.significant(ENOUGH));
    let says = sentence!(
        "You get this number if you round the scores to {}. Keep at least two significant figures: {}.",
        list(&texts.iter().take(LISTED).collect::<Vec<_>>()),
        list(&kept.take(LISTED).collect::<Vec<_>>())
    );
    let change = scores
        .iter()
        .zip(rounded)
        .fold(Change::none(), |all, ((class, _), value)| both(all, one(Quantity::score(class), Some(value))));
    Some(Slip::new(change, says))
}

fn shares(scores: &[Number]) -> Option<Vec<Rounded>> {
    let sum = scores.iter().fold(Number::zero(), |sum, score| sum.add(score));
    scores.iter().map(|score| Some(score.div(&sum)?.significant(ENOUGH))).collect()
}

pub(in crate::practice) fn figures_left(value: &Number, decimals: usize) -> usize {
    let rounded = value.fixed(decimals);
    rounded.pointed().trim_start_matches(['-', '0', '.']).bytes().filter(u8::is_ascii_digit).count()
}
