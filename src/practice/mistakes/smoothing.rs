//! Mistakes with α and k, and with words and values that are not in the training rows.

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::asked::{Asked, Place, count_text, several};
use super::each::Bound;
use super::overlay::{Cell, is_valued};
use crate::math::{Name, Sentence, ToSentence, sentence};
use crate::model::{CaseCell, CaseValue, Factor, FactorForm};
use crate::recipe::Prior;
use crate::worked::{CaseTerm, TermKind};

pub(super) fn zero<'a>(asked: &Asked<'a>) -> Option<Cell<'a>> {
    let fitted = asked.fitted;
    let cell = |term: &CaseTerm, class: &Name| {
        Cell::of(&term.quantity(class), fitted).filter(|cell| is_zero(term, cell))
    };
    let mut terms = asked.terms.iter().filter(|_| asked.is_about_case());
    terms.find_map(|term| fitted.classes.iter().find_map(|class| cell(term, class)))
}

pub(super) fn is_zero(term: &CaseTerm, cell: &Cell<'_>) -> bool {
    if term.kind == TermKind::Absent { cell.count() == cell.total() } else { cell.count().is_zero() }
}

pub(super) fn is_with_zero(asked: &Asked<'_>) -> bool {
    let cell = asked.cell().filter(|_| asked.place == Place::Conditional);
    zero(asked).is_some() || cell.is_some_and(|cell| cell.factor.values_of(cell.class) < cell.factor.k())
}

/// `0/5 for P(Overcast | No)`, and what a 0 does to a product.
pub(super) fn unsmoothed(asked: &Asked<'_>) -> Option<Sentence> {
    let cell = zero(asked).or_else(|| asked.cell())?;
    let makes_zero = cell.count().is_zero() && asked.is_about_case();
    Some(sentence!(
        "{}/{} for {}{}",
        count_text(&cell.count()),
        count_text(&cell.total()),
        asked.name(&cell.quantity()),
        if makes_zero { ", and one factor of 0 makes the product 0" } else { "" }
    ))
}

pub(super) fn alphas_of_priors(asked: &Asked<'_>) -> Vec<Bound> {
    if asked.class().is_none() || asked.fitted.data.resolved.prior != Prior::Counts {
        return Vec::new();
    }
    let right = asked.fitted.alpha();
    // Without smoothing, the mistake adds 1. For a prior itself, it may also add 1 where the conditionals have another α.
    let by_one = !right.is_one() && (asked.place == Place::Prior || right.is_zero());
    let own = Some(right.clone()).filter(|alpha| !alpha.is_zero());
    own.into_iter().chain(by_one.then(BigRational::one)).map(Bound::number).collect()
}

/// Each k that a feature has, the largest first, where some feature of the question has another.
pub(super) fn ks_of_features(asked: &Asked<'_>) -> Vec<Bound> {
    let all = asked.fitted.factors().iter().filter(|factor| is_valued(factor));
    let mut ks: Vec<usize> = all.map(Factor::k).collect();
    ks.sort_unstable_by(|a, b| b.cmp(a));
    ks.dedup();
    let own = asked.factors();
    let bound = |k: usize| {
        let other = own.iter().find(|factor| is_valued(factor) && factor.k() != k)?;
        let says = sentence!("{} has {}", other.name, several(other.k(), "values"));
        Some(Bound { holes: vec![("another feature", says)], ..Bound::number(k as u64) }.by(&k))
    };
    ks.into_iter().filter_map(bound).collect()
}

/// Another k, and what it would be right as, of a feature like `factor`.
fn other_k(asked: &Asked<'_>, k: u64, what: impl ToSentence, factor: &Factor) -> Bound {
    let size =
        if asked.place == Place::Values { Sentence::default() } else { sentence!(", {}", factor.outcomes()) };
    let meaning = match factor.form {
        FactorForm::Words => {
            sentence!("k is the number of different words in all training documents{}", size)
        }
        FactorForm::Presence => sentence!("k is the number of outcomes of a word, present or absent{}", size),
        _ => sentence!("k is the number of values that {} can take{}", factor.name, size),
    };
    let holes = vec![("another number", what.to_sentence()), ("meaning of k", meaning)];
    Bound { holes, ..Bound::number(k) }
}

fn k_of_first(
    asked: &Asked<'_>,
    what: &str,
    fits: impl Fn(&Factor) -> bool,
    k: impl Fn(&Factor) -> Option<u64>,
) -> Vec<Bound> {
    let factor = asked.factors().into_iter().find(|factor| !factor.is_number() && fits(factor));
    let bound = |factor| Some(other_k(asked, k(factor)?, what, factor));
    factor.and_then(bound).into_iter().collect()
}

pub(super) fn number_of_classes(asked: &Asked<'_>) -> Vec<Bound> {
    let k = asked.fitted.classes.len() as u64;
    // A feature with as many values as classes would give the same number.
    k_of_first(asked, "the number of classes", |factor| factor.outcomes() as u64 != k, |_| Some(k))
}

/// A feature of which some class lacks a value. The vocabulary of a class is not a k of a word that is present or absent.
fn with_fewer_values<'a>(asked: &Asked<'a>) -> Option<&'a Factor> {
    let lacks = |factor: &Factor| (0..asked.fitted.classes.len()).any(|class| lacks_values(factor, class));
    let is_counted = |factor: &Factor| !factor.is_number() && factor.form != FactorForm::Presence;
    asked.factors().into_iter().find(|factor| is_counted(factor) && lacks(factor))
}

fn lacks_values(factor: &Factor, class: usize) -> bool {
    factor.values_of(class) < factor.k()
}

fn values_of(asked: &Asked<'_>, factor: &Factor, class: usize) -> Option<Bound> {
    let (sorts, name) =
        (if factor.is_words() { "words" } else { "values" }, asked.fitted.classes.get(class)?);
    let what = sentence!("the different {} of {} in {} alone", sorts, factor.name, name);
    Some(other_k(asked, factor.values_of(class) as u64, what, factor))
}

pub(super) fn numbers_of_values(asked: &Asked<'_>) -> Vec<Bound> {
    let Some(factor) = with_fewer_values(asked) else { return Vec::new() };
    (0..asked.fitted.classes.len()).filter_map(|class| values_of(asked, factor, class)).collect()
}

pub(super) fn example_of_values(asked: &Asked<'_>) -> Vec<Bound> {
    let example = |factor: &Factor| {
        let mut classes = asked.class().into_iter().chain(0..asked.fitted.classes.len());
        values_of(asked, factor, classes.find(|class| lacks_values(factor, *class))?)
    };
    with_fewer_values(asked).and_then(example).into_iter().collect()
}

fn are_words(factor: &Factor) -> bool {
    factor.form == FactorForm::Words
}

pub(super) fn number_of_tokens(asked: &Asked<'_>) -> Vec<Bound> {
    let classes = 0..asked.fitted.classes.len();
    let tokens = |factor: &Factor| Some(classes.clone().map(|class| factor.total(class)).sum());
    k_of_first(asked, "all words with their repeats", are_words, tokens)
}

pub(super) fn words_of_case(asked: &Asked<'_>) -> Vec<Bound> {
    k_of_first(asked, "the different words of this document", are_words, |factor| {
        let at = asked.fitted.feature(factor.name.as_str()).filter(|_| !asked.is_of_one_value())?;
        match &asked.cells().get(at)?.value {
            CaseValue::Words { known, unknown } => Some((known.len() + unknown.len()) as u64),
            _ => None,
        }
    })
}

pub(super) fn number_of_documents(asked: &Asked<'_>) -> Vec<Bound> {
    k_of_first(asked, "the number of documents", Factor::is_words, |_| Some(asked.fitted.rows()))
}

pub(super) struct Unknown {
    pub feature: Name,
    pub name: String,
    pub times: u32,
    /// k of the feature with all of its unknown words.
    pub k: u64,
}

pub(super) fn unknown(asked: &Asked<'_>) -> Vec<Unknown> {
    let of_cell = |(factor, cell): (&Factor, &CaseCell)| {
        let words: Vec<(String, u32)> = match &cell.value {
            CaseValue::Words { unknown, .. } => {
                let unseen =
                    unknown.iter().filter(|(word, _)| asked.fitted.why_left_out(factor, word).is_none());
                unseen.map(|(word, times)| (word.to_string(), *times)).collect()
            }
            CaseValue::Unseen => vec![(Name::new(cell.text.as_str()).to_string(), 1)],
            _ => Vec::new(),
        };
        let (feature, k) = (factor.name.clone(), (factor.outcomes() + words.len()) as u64);
        words.into_iter().map(move |(name, times)| Unknown { feature: feature.clone(), name, times, k })
    };
    asked.fitted.factors().iter().zip(asked.cells()).flat_map(of_cell).collect()
}

pub(super) fn first_unknown<'a>(asked: &Asked<'a>) -> Option<(Unknown, &'a Factor)> {
    let first = unknown(asked).into_iter().next()?;
    let factor = asked.fitted.factor(first.feature.as_str())?;
    Some((first, factor))
}

pub(super) fn k_with_unknown(asked: &Asked<'_>, factor: &Factor) -> u64 {
    let unknown = unknown(asked).into_iter().find(|word| word.feature == factor.name);
    unknown.map_or(factor.outcomes() as u64, |word| word.k)
}
