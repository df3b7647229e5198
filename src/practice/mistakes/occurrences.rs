//! Mistakes with repeated and absent words, and the multinomial coefficient, which changes no decision.

use std::collections::{HashMap, HashSet};

use num_bigint::BigInt;
use num_traits::One;

use super::asked::{Asked, Place, list, text};
use super::overlay::{Slip, occurring, products};
use crate::math::{Expr, Name, Number, Quantity, Sentence, ToSentence, sentence};
use crate::model::{Case, CaseValue, Factor, FactorForm, Fitted};
use crate::worked::{CaseTerm, Context, TermKind};

/// The words of a class, or of all classes, in the first text.
pub(super) fn words(fitted: &Fitted, class: Option<usize>) -> Option<u64> {
    let factor = fitted.factors().iter().find(|factor| factor.is_words())?;
    let classes = class.map_or(0..fitted.classes.len(), |class| class..class + 1);
    Some(classes.map(|class| factor.sum(class, Factor::tokens)).sum())
}

pub(super) fn is_multinomial(asked: &Asked<'_>) -> bool {
    asked.is_about_case() && asked.any(|factor| factor.form == FactorForm::Words)
}

pub(super) fn is_bernoulli(asked: &Asked<'_>) -> bool {
    asked.is_about_case() && asked.any(|factor| factor.form == FactorForm::Presence)
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

/// The first factor of a word that occurs several times in the document, and how often.
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
