//! Mistakes with k: what is counted in the place of the values of a feature, or of the words of the vocabulary.

use super::asked::Asked;
use super::cell::{Cell, whole};
use super::entry::{Entry, Slip, one, shares};
use super::place::Place;
use crate::math::{Number, Sentence, sentence};
use crate::model::{CaseValue, Factor, Form};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { tag: "S4", hint: "k, the number of values", at: |asked| is_of_k(asked), slips: classes },
    Entry { tag: "S5", hint: "the size of the vocabulary", at: |asked| is_of_k(asked), slips: of_class },
    Entry { tag: "S6", hint: "the size of the vocabulary", at: is_of_vocabulary, slips: tokens },
    Entry { tag: "S7", hint: "the size of the vocabulary", at: is_of_vocabulary, slips: of_case },
    Entry {
        tag: "S8",
        hint: "the size of the vocabulary",
        at: |asked| is_of_k(asked) && asked.any(Factor::is_words),
        slips: documents,
    },
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
