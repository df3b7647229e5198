//! Mistakes with α, where it is added and how often; with k, what is counted in the place of the values of a feature or of the words
//! of the vocabulary; and with words and values that training has not seen.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::asked::{Asked, Place};
use super::cell::{Cell, Count, count_text, several, text, whole};
use super::entry::{
    Change, Entry, Slip, both, entry, occurring, one, power, priors, products, shares, terms,
};
use crate::math::{Expr, Name, Number, Sentence, sentence};
use crate::model::{CaseValue, Factor, Fitted, Form};
use crate::recipe::Prior;
use crate::worked::{Context, Term, TermKind};

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
    entry("S2", "whether α is added", is_share_alone, |asked| added_to_raw(asked, 0)),
    entry("S4", "whether α is added", is_share_alone, |asked| {
        added_to_raw(asked, asked.fitted.classes.len())
    }),
    entry("S14", "k, the number of values", |asked| asked.is_smoothed(), same_k),
    entry("S16", "k, the number of values", |asked| asked.is_smoothed(), all_values),
    entry("S4", "k, the number of values", is_of_k, classes),
    entry("S5", "the size of the vocabulary", is_of_k, of_class),
    entry("S6", "the size of the vocabulary", is_of_vocabulary, tokens),
    entry("S7", "the size of the vocabulary", is_of_vocabulary, of_case),
    entry(
        "S8",
        "the size of the vocabulary",
        |asked| is_of_k(asked) && asked.any(Factor::is_words),
        documents,
    ),
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

/// 1 is added to the count although nothing is smoothed here, and the total does not grow as smoothing has it.
fn added_to_raw(asked: &Asked<'_>, more: usize) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let more = more as u64;
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
    let change = terms(|term, class, context| {
        let cell = Cell::of(&term.quantity(class), context.fitted);
        (!cell.is_some_and(|cell| is_zero(term, &cell))).then(|| occurring(term, class, context))
    });
    vec![Slip::new(both(change, unsmoothed()), says)]
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

fn is_of_k(asked: &Asked<'_>) -> bool {
    asked.place == Place::Values && asked.any(|factor| !factor.is_number()) || asked.is_smoothed()
}

fn is_of_vocabulary(asked: &Asked<'_>) -> bool {
    is_of_k(asked) && asked.any(|factor| factor.form == Form::Words)
}

/// Another k for the shares of the features that `of` is told of; itself, where k is asked.
fn with_k(asked: &Asked<'_>, k: u64, of: fn(&Factor) -> bool, says: Sentence) -> Vec<Slip> {
    if asked.place == Place::Values {
        return vec![Slip::new(one(asked.quantity.clone(), Some(Number::from(k))), says)];
    }
    let change =
        shares(move |cell| of(cell.factor).then(|| (cell.above(), cell.total() + cell.alpha() * whole(k))));
    vec![Slip::new(change, says)]
}

/// `That is`, where k is asked, and `This is what you get with k =` elsewhere.
fn opening(asked: &Asked<'_>, k: u64) -> Sentence {
    match asked.place {
        Place::Values => sentence!("That is {}", k),
        _ => sentence!("This is what you get with k = {}", k),
    }
}

fn meaning(asked: &Asked<'_>, factor: &Factor) -> Sentence {
    let size =
        if asked.place == Place::Values { Sentence::default() } else { sentence!(", {}", factor.outcomes()) };
    match factor.form {
        Form::Words => sentence!("k is the number of different words in all training documents{}", size),
        Form::Presence => sentence!("a word is there or not, so k is the number of these outcomes{}", size),
        _ => sentence!("k is the number of values that {} can take{}", factor.name, size),
    }
}

fn factor<'a>(asked: &Asked<'a>, fits: impl Fn(&Factor) -> bool) -> Option<&'a Factor> {
    asked.factors().into_iter().find(|factor| !factor.is_number() && fits(factor))
}

fn classes(asked: &Asked<'_>) -> Vec<Slip> {
    let k = asked.fitted.classes.len() as u64;
    // A feature with as many values as there are classes shows nothing.
    let Some(factor) = factor(asked, |factor| factor.outcomes() as u64 != k) else { return Vec::new() };
    let says = sentence!("{}, the number of classes; {}.", opening(asked, k), meaning(asked, factor));
    with_k(asked, k, |_| true, says)
}

fn of_class(asked: &Asked<'_>) -> Vec<Slip> {
    let classes = 0..asked.fitted.classes.len();
    let differs = |factor: &Factor, class: usize| factor.values_of(class) < factor.k();
    let fits = |factor: &Factor| {
        factor.form != Form::Presence && classes.clone().any(|class| differs(factor, class))
    };
    let Some(factor) = factor(asked, fits) else { return Vec::new() };
    let sorts = if factor.is_words() { "words" } else { "values" };
    let said = |class: usize| {
        let k = factor.values_of(class) as u64;
        let (name, feature) = (asked.fitted.classes.get(class)?, &factor.name);
        let says = sentence!(
            "{}, the different {} of {} in {} alone; {}.",
            opening(asked, k),
            sorts,
            feature,
            name,
            meaning(asked, factor)
        );
        Some((k, says))
    };
    if asked.place == Place::Values {
        let all = (0..asked.fitted.classes.len()).filter_map(said);
        return all.flat_map(|(k, says)| with_k(asked, k, |_| true, says)).collect();
    }
    let example = asked
        .class()
        .filter(|class| differs(factor, *class))
        .or_else(|| classes.clone().find(|class| differs(factor, *class)));
    let Some((_, says)) = example.and_then(said) else { return Vec::new() };
    // The vocabulary of a class is counted once, not for every word.
    let own = |factor: &Factor| {
        (0..asked.fitted.classes.len()).map(|class| factor.values_of(class) as u64).collect()
    };
    let ks: Vec<Vec<u64>> = asked.fitted.factors().iter().map(own).collect();
    let change = shares(move |cell: &Cell<'_>| {
        let k = *ks.get(cell.at)?.get(cell.class)?;
        (cell.factor.form != Form::Presence).then(|| (cell.above(), cell.total() + cell.alpha() * whole(k)))
    });
    vec![Slip::new(change, says)]
}

fn is_words(factor: &Factor) -> bool {
    factor.form == Form::Words
}

fn tokens(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(factor) = factor(asked, is_words) else { return Vec::new() };
    let k = (0..asked.fitted.classes.len()).map(|class| factor.total(class)).sum();
    let says = sentence!("{}, all words with their repeats; {}.", opening(asked, k), meaning(asked, factor));
    with_k(asked, k, is_words, says)
}

fn of_case(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(factor) = factor(asked, is_words) else { return Vec::new() };
    let at = asked.fitted.factors().iter().position(|other| other.name == factor.name);
    let cell = at.and_then(|at| asked.context.case?.cells.get(at)).filter(|_| !asked.is_of_one_value());
    let Some(CaseValue::Words { known, unknown }) = cell.map(|cell| &cell.value) else { return Vec::new() };
    let k = (known.len() + unknown.len()) as u64;
    let says = sentence!(
        "{}, the different words of the document in hand; {}.",
        opening(asked, k),
        meaning(asked, factor)
    );
    with_k(asked, k, is_words, says)
}

fn documents(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(factor) = factor(asked, Factor::is_words) else { return Vec::new() };
    let k = asked.fitted.rows();
    let says = sentence!("{}, the number of documents; {}.", opening(asked, k), meaning(asked, factor));
    with_k(asked, k, Factor::is_words, says)
}

pub(super) const UNSEEN: &[Entry] = &[entry(
    "X15",
    "words and values that training has not seen",
    |asked| asked.is_about_case() && !unknown(asked).is_empty(),
    counted,
)];

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

fn counted(asked: &Asked<'_>) -> Vec<Slip> {
    let all = unknown(asked);
    let (Some(first), Some(class)) = (all.first(), asked.class()) else { return Vec::new() };
    let Some(factor) = asked.fitted.factors().get(first.factor) else { return Vec::new() };
    let unseen = sentence!("{} is not in the training data; leave it out", first.name);
    let zero = with(&all, |_, _, _| Some(Number::zero()));
    let mut slips = vec![Slip::new(
        zero,
        sentence!("This is what you get if {} has the probability 0; {}.", first.name, unseen),
    )];
    if asked.fitted.alpha().is_zero() {
        return slips;
    }
    let below = whole(factor.total(class)) + asked.fitted.alpha() * whole(factor.outcomes() as u64);
    let says = sentence!(
        "This is what you get if {} has the probability {}/{} in {}; {}.",
        first.name,
        count_text(asked.fitted.alpha()),
        count_text(&below),
        asked.class_name(),
        unseen
    );
    slips.push(Slip::new(with(&all, |fitted, factor, class| smoothed(fitted, factor, class, 0)), says));
    // A word of Bernoulli's model has two outcomes, however many words there are.
    if factor.form == Form::Presence {
        return slips;
    }
    let more = more(&all, asked.fitted);
    let k = factor.k() as u64 + more.get(first.factor).copied().unwrap_or(0);
    let says = sentence!("This is what you get with k = {}, {} included; {}.", k, first.name, unseen);
    let own = more.clone();
    let product = with(&all, move |fitted, factor, class| {
        smoothed(fitted, factor, class, own.get(factor).copied().unwrap_or(0))
    });
    let larger = shares(move |cell| {
        let k = cell.outcomes() + whole(*more.get(cell.at)?);
        (cell.factor.form != Form::Presence).then(|| (cell.above(), cell.total() + cell.alpha() * k))
    });
    slips.push(Slip::new(both(product, larger), says));
    slips
}

fn more(all: &[Unknown], fitted: &Fitted) -> Vec<u64> {
    let of = |at: usize| all.iter().filter(|word| word.factor == at).count() as u64;
    (0..fitted.factors().len()).map(of).collect()
}
