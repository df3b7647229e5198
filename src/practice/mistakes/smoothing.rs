//! Mistakes with α: where and how often it is added. Mistakes with k: other counts instead of the values of a feature or the
//! words of the vocabulary. Mistakes with words and values that are not in the training rows.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::asked::{Asked, Place};
use super::asked::{Cell, count_text, several, text, whole};
use super::overlay::{Change, Slip, both, occurring, one, power, priors, products, shares, terms};
use crate::math::{Expr, Name, Number, Sentence, ToSentence, sentence};
use crate::model::{CaseValue, Factor, FactorForm, Fitted};
use crate::recipe::Prior;
use crate::worked::{CaseTerm, Context, TermKind};

/// The first factor of the case whose count is 0 in some class; for an absent word, the count of documents without it.
fn zero<'a>(asked: &Asked<'a>) -> Option<Cell<'a>> {
    let fitted = asked.fitted;
    let cells = asked.terms.iter().filter(|_| asked.is_about_case()).flat_map(|term| {
        fitted.classes.iter().filter_map(move |class| Some((term, Cell::of(&term.quantity(class), fitted)?)))
    });
    let mut cells = cells.filter(|(term, cell)| is_zero(term, cell));
    cells.next().map(|(_, cell)| cell)
}

fn is_zero(term: &CaseTerm, cell: &Cell<'_>) -> bool {
    if term.kind == TermKind::Absent { cell.count() == cell.total() } else { cell.count().is_zero() }
}

/// Whether P(v | c) is asked and the class never has some other value.
fn is_with_zero(asked: &Asked<'_>) -> bool {
    let cell = asked.cell().filter(|_| asked.place == Place::Conditional);
    cell.is_some_and(|cell| cell.factor.values_of(cell.class) < cell.factor.k())
}

fn unsmoothed() -> Change {
    shares(|cell| Some((cell.count(), cell.total())))
}

pub(super) fn unsmoothed_shares(asked: &Asked<'_>) -> Option<Slip> {
    let cell = zero(asked).or_else(|| asked.cell())?;
    let why = if cell.count().is_zero() && asked.is_about_case() {
        ", and one factor of 0 makes the product 0"
    } else {
        ""
    };
    let says = sentence!(
        "You get this number without smoothing: {}/{} for {}{}. Add α to each count.",
        count_text(&cell.count()),
        count_text(&cell.total()),
        asked.name(&cell.quantity()),
        why
    );
    Some(Slip::new(unsmoothed(), says))
}

pub(super) fn smoothed_priors(asked: &Asked<'_>) -> Vec<Slip> {
    let fitted = asked.fitted;
    let Some(class) = asked.class().filter(|_| fitted.data.resolved.prior == Prior::Counts) else {
        return Vec::new();
    };
    let (own, n, k) = (fitted.class_count(class), fitted.rows(), fitted.classes.len());
    let right = fitted.alpha().clone();
    let too = if right.is_zero() { "" } else { " too" };
    // Without smoothing, the mistake adds 1. For a prior itself, it may also add 1 where the conditionals have another α.
    let by_one = asked.place == Place::Prior || right.is_zero();
    let mut alphas = vec![right];
    alphas.extend(by_one.then(BigRational::one));
    alphas.retain(|alpha| !alpha.is_zero());
    alphas.dedup();
    let slip = |alpha: BigRational| {
        let added = text(&Number::Exact(alpha.clone()));
        let says = sentence!(
            "You get this number if you smooth the prior{}: ({} + {})/({} + {} · {}) for {}. Do not smooth the prior.",
            too,
            own,
            added,
            n,
            added,
            k,
            asked.class_name()
        );
        let change = priors(move |fitted: &Fitted, class| {
            let k = whole(fitted.classes.len() as u64);
            Some((whole(fitted.class_count(class)) + &alpha, whole(fitted.rows()) + &alpha * k))
        });
        Slip::new(change, says)
    };
    alphas.into_iter().map(slip).collect()
}

pub(super) fn zero_skipped(asked: &Asked<'_>) -> Option<Slip> {
    let cell = zero(asked)?;
    let next = if asked.fitted.alpha().is_zero() { "Keep the 0" } else { "Smooth it" };
    let says = sentence!(
        "You get this number if you leave out factors of 0, such as that of {} in {}. {}: a value that a class never has is evidence.",
        cell.value_name(),
        cell.class_name(),
        next
    );
    let change = terms(|term, class, context| {
        let cell = Cell::of(&term.quantity(class), context.fitted);
        (!cell.is_some_and(|cell| is_zero(term, &cell))).then(|| occurring(term, class, context))
    });
    Some(Slip::new(both(change, unsmoothed()), says))
}

pub(super) fn only_zeros_smoothed(asked: &Asked<'_>) -> Option<Slip> {
    if zero(asked).is_none() && !is_with_zero(asked) {
        return None;
    }
    let says = sentence!(
        "You get this number if you smooth only counts of 0. Add α to every {} of {}",
        if asked.cell()?.factor.is_words() { "word" } else { "value" },
        asked.say("{feature}, also to those with a count.")?
    );
    let change = shares(|cell| {
        let smoothed = (cell.alpha(), cell.total() + cell.alpha() * cell.outcomes());
        Some(if cell.count().is_zero() { smoothed } else { (cell.count(), cell.total()) })
    });
    Some(Slip::new(change, says))
}

pub(super) fn one_k(asked: &Asked<'_>) -> Vec<Slip> {
    let valued = |factor: &&Factor| !factor.is_words() && !factor.is_number();
    let all: Vec<&Factor> = asked.fitted.factors().iter().filter(valued).collect();
    let mut ks: Vec<usize> = all.iter().map(|factor| factor.k()).collect();
    ks.sort_unstable_by(|a, b| b.cmp(a));
    ks.dedup();
    let own = asked.factors();
    let slip = |k: usize| {
        let other = own.iter().copied().filter(valued).find(|factor| factor.k() != k)?;
        let says = sentence!(
            "You get this number with k = {} for every feature. {} has {}: use each feature's own k.",
            k,
            other.name,
            several(other.k(), "values")
        );
        let change = shares(move |cell| {
            let is_valued = cell.factor.form != FactorForm::Words && cell.factor.form != FactorForm::Presence;
            is_valued.then(|| (cell.above(), cell.total() + cell.alpha() * whole(k as u64)))
        });
        Some(Slip::new(change, says).by(&k))
    };
    ks.into_iter().filter_map(slip).collect()
}

/// Another k for the shares of features like `factor`; k itself, if the question asks for it.
fn with_k(
    asked: &Asked<'_>,
    k: u64,
    what: impl ToSentence,
    factor: &Factor,
    of: fn(&Factor) -> bool,
) -> Slip {
    let is_asked = asked.place == Place::Values;
    let opening = if is_asked { "That is" } else { "You get this number with k =" };
    let says = sentence!("{} {}, {}. Here {}.", opening, k, what, meaning(asked, factor));
    let change = if is_asked {
        one(asked.quantity.clone(), Some(Number::from(k)))
    } else {
        shares(move |cell| of(cell.factor).then(|| (cell.above(), cell.total() + cell.alpha() * whole(k))))
    };
    Slip::new(change, says)
}

fn meaning(asked: &Asked<'_>, factor: &Factor) -> Sentence {
    let size =
        if asked.place == Place::Values { Sentence::default() } else { sentence!(", {}", factor.outcomes()) };
    match factor.form {
        FactorForm::Words => {
            sentence!("k is the number of different words in all training documents{}", size)
        }
        FactorForm::Presence => sentence!("k is the number of outcomes of a word, present or absent{}", size),
        _ => sentence!("k is the number of values that {} can take{}", factor.name, size),
    }
}

fn factor<'a>(asked: &Asked<'a>, fits: impl Fn(&Factor) -> bool) -> Option<&'a Factor> {
    asked.factors().into_iter().find(|factor| !factor.is_number() && fits(factor))
}

pub(super) fn k_of_classes(asked: &Asked<'_>) -> Option<Slip> {
    let k = asked.fitted.classes.len() as u64;
    // A feature with as many values as classes would give the same number.
    let factor = factor(asked, |factor| factor.outcomes() as u64 != k)?;
    Some(with_k(asked, k, "the number of classes", factor, |_| true))
}

pub(super) fn k_of_class(asked: &Asked<'_>) -> Vec<Slip> {
    let classes = 0..asked.fitted.classes.len();
    let differs = |factor: &Factor, class: usize| factor.values_of(class) < factor.k();
    let fits = |factor: &Factor| {
        factor.form != FactorForm::Presence && classes.clone().any(|class| differs(factor, class))
    };
    let Some(factor) = factor(asked, fits) else { return Vec::new() };
    let sorts = if factor.is_words() { "words" } else { "values" };
    let slip = |class: usize| {
        let name = asked.fitted.classes.get(class)?;
        let what = sentence!("the different {} of {} in {} alone", sorts, factor.name, name);
        Some(with_k(asked, factor.values_of(class) as u64, what, factor, |_| true))
    };
    if asked.place == Place::Values {
        return classes.filter_map(slip).collect();
    }
    let mut of_each = asked.class().into_iter().chain(classes.clone());
    let example = of_each.find(|class| differs(factor, *class)).and_then(slip);
    // The vocabulary of a class is counted once, not for every word.
    let own = |factor: &Factor| classes.clone().map(|class| factor.values_of(class) as u64).collect();
    let ks: Vec<Vec<u64>> = asked.fitted.factors().iter().map(own).collect();
    let change = shares(move |cell: &Cell<'_>| {
        let k = *ks.get(cell.at)?.get(cell.class)?;
        (cell.factor.form != FactorForm::Presence)
            .then(|| (cell.above(), cell.total() + cell.alpha() * whole(k)))
    });
    example.map(|example| Slip { change: Some(change), ..example }).into_iter().collect()
}

fn is_words(factor: &Factor) -> bool {
    factor.form == FactorForm::Words
}

pub(super) fn k_of_tokens(asked: &Asked<'_>) -> Option<Slip> {
    let factor = factor(asked, is_words)?;
    let k = (0..asked.fitted.classes.len()).map(|class| factor.total(class)).sum();
    Some(with_k(asked, k, "all words with their repeats", factor, is_words))
}

pub(super) fn k_of_case(asked: &Asked<'_>) -> Option<Slip> {
    let factor = factor(asked, is_words)?;
    let at = asked.fitted.feature(factor.name.as_str()).filter(|_| !asked.is_of_one_value())?;
    let CaseValue::Words { known, unknown } = &asked.context.case?.cells.get(at)?.value else { return None };
    let k = (known.len() + unknown.len()) as u64;
    Some(with_k(asked, k, "the different words of this document", factor, is_words))
}

pub(super) fn k_of_documents(asked: &Asked<'_>) -> Option<Slip> {
    let factor = factor(asked, Factor::is_words)?;
    Some(with_k(asked, asked.fitted.rows(), "the number of documents", factor, Factor::is_words))
}

/// A word or value without a factor: of which feature, and how often.
#[derive(Clone)]
struct Unknown {
    factor: usize,
    name: String,
    times: u32,
}

fn unknown(asked: &Asked<'_>) -> Vec<Unknown> {
    let fitted = asked.fitted;
    let cells = asked.context.case.map(|case| case.cells.as_slice()).unwrap_or_default();
    let mut found = Vec::new();
    for (at, (factor, cell)) in fitted.factors().iter().zip(cells).enumerate() {
        match &cell.value {
            CaseValue::Words { unknown, .. } => {
                let unseen = unknown.iter().filter(|(word, _)| fitted.why_left_out(factor, word).is_none());
                found.extend(unseen.map(|(word, times)| Unknown {
                    factor: at,
                    name: word.to_string(),
                    times: *times,
                }));
            }
            CaseValue::Unseen => {
                let name = Name::new(cell.text.as_str()).to_string();
                found.push(Unknown { factor: at, name, times: 1 });
            }
            _ => {}
        }
    }
    found
}

fn with(
    unknown: &[Unknown],
    of: impl Fn(&Fitted, usize, usize) -> Option<Number> + Send + Sync + 'static,
) -> Change {
    let unknown = unknown.to_vec();
    products(move |class: &Name, context: &Context<'_>| {
        let fitted = context.fitted;
        let at = fitted.class(class.as_str())?;
        let terms = context.terms().ok()?;
        let known = terms.iter().map(|term| occurring(term, class, context));
        let added = unknown.iter().map(|word| {
            let p = of(fitted, word.factor, at).map_or(Expr::ratio(0, 0), Expr::Num);
            power(p, word.times)
        });
        Some(known.chain(added).collect())
    })
}

/// (0 + α)/(total + α · k)
fn smoothed(fitted: &Fitted, factor: usize, class: usize, more: u64) -> Option<Number> {
    let factor = fitted.factors().get(factor)?;
    let alpha = fitted.alpha();
    let k = whole(factor.outcomes() as u64 + more);
    Number::Exact(alpha.clone()).div(&Number::Exact(whole(factor.total(class)) + alpha * k))
}

pub(super) fn unknown_counted(asked: &Asked<'_>) -> Vec<Slip> {
    let all = unknown(asked);
    let (Some(first), Some(class)) = (all.first(), asked.class()) else { return Vec::new() };
    let Some(factor) = asked.fitted.factors().get(first.factor) else { return Vec::new() };
    let unseen = sentence!("{} is not in the training data, so leave it out", first.name);
    let zero = with(&all, |_, _, _| Some(Number::zero()));
    let mut slips = vec![Slip::new(
        zero,
        sentence!("You get this number if {} has the probability 0. {}.", first.name, unseen),
    )];
    if asked.fitted.alpha().is_zero() {
        return slips;
    }
    let below = whole(factor.total(class)) + asked.fitted.alpha() * whole(factor.outcomes() as u64);
    let says = sentence!(
        "You get this number if {} has the probability {}/{} in {}. {}.",
        first.name,
        count_text(asked.fitted.alpha()),
        count_text(&below),
        asked.class_name(),
        unseen
    );
    slips.push(Slip::new(with(&all, |fitted, factor, class| smoothed(fitted, factor, class, 0)), says));
    // In a Bernoulli model a word has two outcomes for any vocabulary.
    if factor.form == FactorForm::Presence {
        return slips;
    }
    let more = more(&all, asked.fitted);
    let k = factor.k() as u64 + more.get(first.factor).copied().unwrap_or(0);
    let says = sentence!("You get this number with k = {}, including {}. {}.", k, first.name, unseen);
    let own = more.clone();
    let product = with(&all, move |fitted, factor, class| {
        smoothed(fitted, factor, class, own.get(factor).copied().unwrap_or(0))
    });
    let larger = shares(move |cell| {
        let k = cell.outcomes() + whole(*more.get(cell.at)?);
        (cell.factor.form != FactorForm::Presence).then(|| (cell.above(), cell.total() + cell.alpha() * k))
    });
    slips.push(Slip::new(both(product, larger), says));
    slips
}

fn more(all: &[Unknown], fitted: &Fitted) -> Vec<u64> {
    let of = |at: usize| all.iter().filter(|word| word.factor == at).count() as u64;
    (0..fitted.factors().len()).map(of).collect()
}
