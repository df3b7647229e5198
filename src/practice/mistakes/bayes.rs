//! Mistakes with priors, factors and scores, in turning scores into posteriors, with logarithms, and with repeated and absent
//! words.

use super::asked::{Asked, Place, list, rounded, text};
use super::each::Bound;
use super::overlay::{Cell, Change, Slip, both, conditional, occurring, one, power, products, taken};
use crate::math::{Expr, Name, Number, Quantity, Rounded, Sentence, ToSentence, sentence};
use crate::model::{Case, CaseValue, Factor, FactorForm, Fitted};
use crate::worked::{CaseTerm, Context, Kinds, TermKind, multiplied, value_of};
use num_bigint::BigInt;
use num_traits::One;
use std::collections::{HashMap, HashSet};
use std::f64::consts::{LN_2, LN_10};

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
    let (of, is) = (term.feature.clone(), term.value.clone());
    let change = Change::new(Kinds::SHARE, move |quantity, right, context| {
        let (feature, value, class) = conditional(quantity)?;
        let factor = context.fitted.factor(feature.as_str()).filter(|_| (feature, value) == (&of, &is))?;
        let at = context.fitted.position(factor, value.as_str())?;
        let p = factor.conditional(at, context.fitted.class(class.as_str())?)?;
        Some(taken(right, Some(Number::one().sub(&p))))
    });
    Slip::new(change, says).by(&(&term.feature, &term.value))
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

pub(crate) fn figures_left(value: &Number, decimals: usize) -> usize {
    let rounded = value.fixed(decimals);
    rounded.pointed().trim_start_matches(['-', '0', '.']).bytes().filter(u8::is_ascii_digit).count()
}

pub(super) fn words(fitted: &Fitted, class: Option<usize>) -> Option<u64> {
    let factor = fitted.factors().iter().find(|factor| factor.is_words())?;
    let classes = class.map_or(0..fitted.classes.len(), |class| class..class + 1);
    Some(classes.map(|class| factor.sum(class, Factor::tokens)).sum())
}

pub(super) fn repeated<'t>(asked: &'t Asked<'_>) -> Option<&'t CaseTerm> {
    asked.terms.iter().filter(|term| term.times > 1).max_by_key(|term| term.times)
}

const NAMED: usize = 3;

pub(super) fn absent(asked: &Asked<'_>) -> Option<Sentence> {
    let absent: Vec<&CaseTerm> = asked.terms.iter().filter(|term| term.kind == TermKind::Absent).collect();
    let mut names: Vec<Sentence> = absent.iter().take(NAMED).map(|term| term.value.to_sentence()).collect();
    if absent.len() > NAMED {
        names.push(sentence!("{} more", absent.len() - NAMED));
    }
    (!names.is_empty()).then(|| list(&names))
}

/// How often each word occurs in the document, by its feature.
pub(super) fn counts(case: Option<&Case>, fitted: &Fitted) -> HashMap<(Name, Name), u32> {
    let cells = fitted.factors().iter().zip(case.map(|case| case.cells.as_slice()).unwrap_or_default());
    let words = cells.flat_map(|(factor, cell)| match &cell.value {
        CaseValue::Words { known, .. } => {
            let name = |(word, times): &(usize, u32)| {
                Some(((factor.name.clone(), factor.values().get(*word)?.clone()), *times))
            };
            known.iter().filter_map(name).collect()
        }
        _ => Vec::new(),
    });
    words.collect()
}

pub(super) fn repeated_in_case(asked: &Asked<'_>) -> Option<(Sentence, u32)> {
    let times = counts(asked.context.case, asked.fitted);
    let mut repeats = asked.terms.iter().map(|term| (term.value.to_sentence(), repeats_of(&times, term)));
    repeats.find(|(_, times)| *times > 1)
}

/// How often a present word occurs in the document; 1 for other factors.
pub(super) fn repeats_of(times: &HashMap<(Name, Name), u32>, term: &CaseTerm) -> u32 {
    let found = times.get(&(term.feature.clone(), term.value.clone()));
    found.filter(|_| term.kind == TermKind::Word).copied().unwrap_or(term.times)
}

/// The probabilities of the words that a multinomial document does not have.
pub(super) fn absent_words(terms: &[CaseTerm], class: &Name, context: &Context<'_>) -> Vec<Quantity> {
    let of_words = context.fitted.factors().iter().filter(|factor| factor.form == FactorForm::Words);
    let absent = of_words.flat_map(|factor| {
        let of_factor = terms.iter().filter(|term| term.feature == factor.name);
        let there: HashSet<&Name> = of_factor.map(|term| &term.value).collect();
        let missing = factor.values().iter().filter(move |word| !there.contains(word));
        missing.map(move |word| Quantity::conditional(&factor.name, word, class))
    });
    absent.collect()
}

/// The longest document whose coefficient is tried.
const LONGEST: u32 = 2_000;

fn factorial(n: u32) -> BigInt {
    (1..=n).fold(BigInt::one(), |product, factor| product * factor)
}

pub(super) fn coefficient(asked: &Asked<'_>) -> Vec<Slip> {
    let is_counted = |feature: &Name| {
        asked.fitted.factor(feature.as_str()).is_some_and(|factor| factor.form == FactorForm::Words)
    };
    let words = asked.terms.iter().filter(|term| term.is_word() && is_counted(&term.feature));
    let words: Vec<u32> = words.map(|term| term.times).collect();
    let all = words.iter().fold(0_u32, |sum, times| sum.saturating_add(*times));
    if !(2..=LONGEST).contains(&all) {
        return Vec::new();
    }
    let below = words.iter().fold(BigInt::one(), |product, times| product * factorial(*times));
    let coefficient = factorial(all) / below;
    if coefficient.is_one() {
        return Vec::new();
    }
    // A long document has more orders than a float can hold.
    let many = Number::from_int(coefficient).within(512);
    let what = if asked.place == Place::Posterior {
        "cancels in the posterior"
    } else {
        "is the same in every class"
    };
    let says = sentence!(
        "This has the number of orders of the {} words as a factor, {}, which {}. It is not wrong, and you can leave it out.",
        all,
        text(&many),
        what
    );
    let change = products(move |class, context| {
        let terms = context.terms().ok()?;
        let factors = terms.iter().map(|term| occurring(term, class, context));
        Some(std::iter::once(Expr::Num(many.clone())).chain(factors).collect())
    });
    vec![Slip { harmless: true, ..Slip::new(change, says) }]
}
