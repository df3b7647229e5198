//! Mistakes with k, what is counted in the place of the values of a feature or of the words of the vocabulary; and what is
//! done with words and values that training has not seen.

use super::asked::{Asked, Place};
use super::cell::{Cell, count_text, whole};
use super::entry::{Change, Entry, Slip, both, entry, one, products, shares};
use super::smoothing::power;
use crate::math::{Expr, Name, Number, Sentence, sentence};
use crate::model::{CaseValue, Factor, Fitted, Form};
use crate::worked::{Context, multiplied};

pub(super) const ENTRIES: &[Entry] = &[
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

/// What k is, with its size where that is not asked.
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

/// The factors of a class with one more for each unknown word.
fn with(
    unknown: &[Unknown],
    of: impl Fn(&Fitted, usize, usize) -> Option<Number> + Send + Sync + 'static,
) -> Change {
    let unknown = unknown.to_vec();
    products(move |class: &Name, context: &Context<'_>| {
        let fitted = context.fitted;
        let at = fitted.class(class.as_str())?;
        let terms = context.terms().ok()?;
        let known = terms.iter().map(|term| power(multiplied(term, class, context), term.times));
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
    if num_traits::Zero::is_zero(asked.fitted.alpha()) {
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

/// How many unknown words or values each feature has.
fn more(all: &[Unknown], fitted: &Fitted) -> Vec<u64> {
    let of = |at: usize| all.iter().filter(|word| word.factor == at).count() as u64;
    (0..fitted.factors().len()).map(of).collect()
}
