//! Mistakes with α: where it is added, and how often.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::asked::{Asked, Place};
use super::cell::{Cell, Count, count_text, several, text, whole};
use super::entry::{Change, Entry, Slip, both, entry, priors, products, shares};
use crate::math::{Expr, Number, Sentence, sentence};
use crate::model::{Factor, Fitted, Form};
use crate::recipe::Prior;
use crate::worked::{Term, TermKind, multiplied};

pub(super) const ENTRIES: &[Entry] = &[
    entry("S1", "whether α is added", |asked| asked.is_smoothed(), none),
    entry("S2", "the denominator", |asked| asked.is_smoothed(), numerator_only),
    entry("S3", "the denominator", |asked| asked.is_smoothed(), one_more),
    entry("S15", "the numerator", |asked| asked.is_smoothed(), denominator_only),
    entry("S9", "the denominator", |asked| asked.is_smoothed(), all_classes),
    entry("S10", "the prior", |asked| asked.is_of_priors() && asked.fitted.is_smoothed(), prior_too),
    entry("S11", "the size of α", |asked| asked.is_of_shares(), other_alpha),
    entry(
        "S12",
        "values that a class never has",
        |asked| asked.is_about_case() && zero(asked).is_some(),
        zero_skipped,
    ),
    entry(
        "S13",
        "which counts α is added to",
        |asked| asked.is_smoothed() && (zero(asked).is_some() || is_with_zero(asked)),
        zero_only,
    ),
    entry("S2", "whether α is added", is_share_alone, |asked| added_to_raw(asked, Below::Nothing)),
    entry("S4", "whether α is added", is_share_alone, |asked| added_to_raw(asked, Below::Classes)),
    entry("S14", "k, the number of values", |asked| asked.is_smoothed(), same_k),
    entry("S16", "k, the number of values", |asked| asked.is_smoothed(), all_values),
];

/// The first factor of the case whose count is 0 in some class: of an absent word, the documents without it.
fn zero<'a>(asked: &Asked<'a>) -> Option<Cell<'a>> {
    let fitted = asked.fitted;
    let cells = asked.terms.iter().filter(|_| asked.is_about_case()).flat_map(|term| {
        fitted.classes.iter().filter_map(move |class| Some((term, Cell::of(&term.quantity(class), fitted)?)))
    });
    let mut cells = cells.filter(|(term, cell)| is_zero(term, cell));
    cells.next().map(|(_, cell)| cell)
}

fn is_zero(term: &Term, cell: &Cell<'_>) -> bool {
    if term.kind == TermKind::Absent { cell.count() == cell.total() } else { cell.count().is_zero() }
}

/// Whether P(v | c) is asked and the class never has some other value.
fn is_with_zero(asked: &Asked<'_>) -> bool {
    let cell = asked.cell().filter(|_| asked.place == Place::Conditional);
    cell.is_some_and(|cell| cell.factor.values_of(cell.class) < cell.factor.k())
}

/// What a smoothed share becomes, told by the share that is asked or the first one.
fn told(
    asked: &Asked<'_>,
    say: impl Fn(&Cell<'_>) -> Sentence,
    of: impl Fn(&Cell<'_>) -> (Count, Count) + Send + Sync + 'static,
) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    vec![Slip::new(shares(move |cell| Some(of(cell))), say(&cell))]
}

fn unsmoothed() -> Change {
    shares(|cell| Some((cell.count(), cell.total())))
}

fn none(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = zero(asked).or_else(|| asked.cell()) else { return Vec::new() };
    let why = if cell.count().is_zero() && asked.is_about_case() {
        ", and one 0 wipes out all other evidence"
    } else {
        ""
    };
    let says = sentence!(
        "This is what you get without smoothing, {}/{} for {}{}; add α to each count.",
        count_text(&cell.count()),
        count_text(&cell.total()),
        asked.name(&cell.quantity()),
        why
    );
    vec![Slip::new(unsmoothed(), says)]
}

fn numerator_only(asked: &Asked<'_>) -> Vec<Slip> {
    let say = |cell: &Cell<'_>| {
        sentence!(
            "This is what you get if α is added above the bar only, {} for {}; add it below too, once for each of the {}, so that the probabilities add to 1.",
            cell.smoothed_over(count_text(&cell.total())),
            asked.name(&cell.quantity()),
            cell.sorts()
        )
    };
    told(asked, say, |cell| (cell.above(), cell.total()))
}

/// Whether P(v | c) itself is asked where nothing is smoothed.
fn is_share_alone(asked: &Asked<'_>) -> bool {
    asked.place == Place::Conditional && asked.is_of_shares() && !asked.is_smoothed()
}

/// What is added to the total beside the 1 that is added to the count.
#[derive(Clone, Copy)]
enum Below {
    Nothing,
    Classes,
}

/// 1 is added to the count although nothing is smoothed here, and the total does not grow as smoothing has it.
fn added_to_raw(asked: &Asked<'_>, below: Below) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let more = match below {
        Below::Nothing => 0,
        Below::Classes => asked.fitted.classes.len() as u64,
    };
    let total = count_text(&cell.total());
    let total = if more == 0 { total } else { sentence!("({} + {})", total, more) };
    let says = sentence!(
        "This is what you get if 1 is added to the count, ({} + 1)/{} for {}; nothing is smoothed here, so leave the counts as they are.",
        count_text(&cell.count()),
        total,
        asked.name(&cell.quantity())
    );
    vec![Slip::new(shares(move |cell| Some((cell.count() + whole(1), cell.total() + whole(more)))), says)]
}

fn one_more(asked: &Asked<'_>) -> Vec<Slip> {
    let say = |cell: &Cell<'_>| {
        let k = count_text(&cell.outcomes());
        let below = sentence!("({} + {})", count_text(&cell.total()), count_text(&cell.alpha()));
        sentence!(
            "This is what you get if the total grows by α once, {} for {}; α is added to {} counts, so the total grows {} times by α.",
            cell.smoothed_over(&below),
            asked.name(&cell.quantity()),
            k,
            k
        )
    };
    told(asked, say, |cell| (cell.above(), cell.total() + cell.alpha()))
}

fn denominator_only(asked: &Asked<'_>) -> Vec<Slip> {
    let say = |cell: &Cell<'_>| {
        let (total, alpha) = (count_text(&cell.total()), count_text(&cell.alpha()));
        sentence!(
            "This is what you get if α is added below the bar only, {}/({} + {} · {}) for {}; add it to the count as well.",
            count_text(&cell.count()),
            total,
            alpha,
            count_text(&cell.outcomes()),
            asked.name(&cell.quantity())
        )
    };
    told(asked, say, |cell| (cell.count(), cell.total() + cell.alpha() * cell.outcomes()))
}

fn all_classes(asked: &Asked<'_>) -> Vec<Slip> {
    let say = |cell: &Cell<'_>| {
        let unit = cell.unit();
        sentence!(
            "This is what you get if you divide by the {} of all classes; divide by the {} of {} only, with α for each value.",
            several(count_text(&cell.all()), unit),
            several(count_text(&cell.total()), unit),
            cell.class_name()
        )
    };
    told(asked, say, |cell| (cell.above(), cell.all() + cell.alpha() * cell.outcomes()))
}

fn prior_too(asked: &Asked<'_>) -> Vec<Slip> {
    let fitted = asked.fitted;
    let Some(class) = asked.class().filter(|_| fitted.data.resolved.prior == Prior::Counts) else {
        return Vec::new();
    };
    let (own, n, k) = (fitted.class_count(class), fitted.rows(), fitted.classes.len());
    let right = fitted.alpha().clone();
    let too = if right.is_zero() { "" } else { " too" };
    // Where nothing is smoothed, it is by 1, as it is for a prior itself where the conditionals have another α.
    let by_one = asked.place == Place::Prior || right.is_zero();
    let mut alphas = vec![right];
    alphas.extend(by_one.then(BigRational::one));
    alphas.retain(|alpha| !alpha.is_zero());
    alphas.dedup();
    let slip = |alpha: BigRational| {
        let added = text(&Number::Exact(alpha.clone()));
        let says = sentence!(
            "This is what you get if the prior is smoothed{}, ({} + {})/({} + {} · {}) for {}; leave the prior as counted.",
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

fn other_alpha(asked: &Asked<'_>) -> Vec<Slip> {
    let right = asked.fitted.alpha().clone();
    let alphas = [BigRational::new(1.into(), 2.into()), whole(2), BigRational::one()];
    let slip = |alpha: BigRational| {
        let used = text(&Number::Exact(alpha.clone()));
        let says = if right.is_zero() {
            sentence!(
                "This is what you get with α = {}; nothing is added to the counts here, so take α = 0.",
                used
            )
        } else {
            sentence!(
                "This is what you get with α = {}; take α = {}, as chosen here.",
                used,
                text(&Number::Exact(right.clone()))
            )
        };
        let change =
            shares(move |cell| Some((cell.count() + &alpha, cell.total() + &alpha * cell.outcomes())));
        Slip::new(change, says)
    };
    alphas.into_iter().filter(|alpha| *alpha != right).map(slip).collect()
}

fn zero_skipped(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = zero(asked) else { return Vec::new() };
    let next = if asked.fitted.alpha().is_zero() { "keep the 0" } else { "smooth it" };
    let says = sentence!(
        "This is what you get if factors of 0 are left out, as that of {} in {}; what a class never has is evidence, so {}.",
        cell.value_name(),
        cell.class_name(),
        next
    );
    let change = products(|class, context| {
        let terms = context.terms().ok()?;
        let kept = terms.iter().filter(|term| {
            !Cell::of(&term.quantity(class), context.fitted).is_some_and(|cell| is_zero(term, &cell))
        });
        Some(kept.map(|term| power(multiplied(term, class, context), term.times)).collect())
    });
    vec![Slip::new(both(change, unsmoothed()), says)]
}

pub(super) fn power(factor: Expr, times: u32) -> Expr {
    if times == 1 { factor } else { Expr::pow(factor, Expr::int(times)) }
}

fn zero_only(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let says = sentence!(
        "This is what you get if only counts of 0 are smoothed; add α to every {} of {}, those with a count too.",
        if cell.factor.is_words() { "word" } else { "value" },
        cell.factor.name
    );
    let change = shares(|cell| {
        let smoothed = (cell.alpha(), cell.total() + cell.alpha() * cell.outcomes());
        Some(if cell.count().is_zero() { smoothed } else { (cell.count(), cell.total()) })
    });
    vec![Slip::new(change, says)]
}

fn same_k(asked: &Asked<'_>) -> Vec<Slip> {
    let valued = |factor: &&Factor| !factor.is_words() && !factor.is_number();
    let all: Vec<&Factor> = asked.fitted.factors().iter().filter(valued).collect();
    let mut ks: Vec<usize> = all.iter().map(|factor| factor.k()).collect();
    ks.sort_unstable_by(|a, b| b.cmp(a));
    ks.dedup();
    let own = asked.factors();
    let slip = |k: usize| {
        let other = own.iter().copied().filter(valued).find(|factor| factor.k() != k)?;
        let says = sentence!(
            "This is what you get with k = {} for every feature; {} has {} values, so use each feature's own number.",
            k,
            other.name,
            other.k()
        );
        let change = shares(move |cell| {
            let is_valued = cell.factor.form != Form::Words && cell.factor.form != Form::Presence;
            is_valued.then(|| (cell.above(), cell.total() + cell.alpha() * whole(k as u64)))
        });
        Some(Slip::new(change, says).by(&k))
    };
    ks.into_iter().filter_map(slip).collect()
}

/// The values of all features together in the place of k, over the total of the class or of all classes.
fn all_values(asked: &Asked<'_>) -> Vec<Slip> {
    let valued: Vec<&Factor> =
        asked.fitted.factors().iter().filter(|factor| !factor.is_words() && !factor.is_number()).collect();
    let sum: usize = valued.iter().map(|factor| factor.k()).sum();
    let Some(cell) = asked.cell().filter(|_| valued.len() > 1) else { return Vec::new() };
    let says = sentence!(
        "This is what you get if the total grows by all {} values of all features; {} has {}, so it grows {} times by α.",
        sum,
        cell.factor.name,
        cell.sorts(),
        count_text(&cell.outcomes())
    );
    let over = |total: for<'c> fn(&Cell<'c>) -> Count| {
        shares(move |cell| Some((cell.above(), total(cell) + cell.alpha() * whole(sum as u64))))
    };
    vec![Slip::new(over(|cell| cell.total()), says.clone()), Slip::new(over(|cell| cell.all()), says)]
}
