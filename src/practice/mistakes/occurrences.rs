//! Mistakes with how often a word is multiplied, with absent words, with the counts of training documents, and the coefficient
//! that changes no decision.

use std::collections::{HashMap, HashSet};

use num_bigint::BigInt;
use num_traits::One;

use super::asked::{Asked, Place};
use super::asked::{Cell, count_text, list, several, text, whole};
use super::bayes::is_counted;
use super::overlay::{Change, Slip, both, occurring, power, priors, products, shares, terms};
use crate::math::{Expr, Name, Number, Quantity, Sentence, ToSentence, sentence};
use crate::model::{Case, CaseValue, Factor, FactorForm, Fitted};
use crate::worked::{CaseTerm, Context, TermKind, multiplied};

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

fn counts(case: Option<&Case>, fitted: &Fitted) -> HashMap<(Name, Name), u32> {
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

pub(super) fn repeats(asked: &Asked<'_>) -> Option<Slip> {
    let times = counts(asked.context.case, asked.fitted);
    let term = asked.terms.iter().find(|term| repeats_of(&times, term) > 1)?;
    let says = sentence!(
        "You get this number if you multiply by {} {} times. Bernoulli uses only whether a word is present, so multiply once.",
        term.value,
        repeats_of(&times, term)
    );
    let change = terms(move |term, class, context| {
        Some(power(multiplied(term, class, context), repeats_of(&times, term)))
    });
    Some(Slip::new(change, says))
}

/// How often a present word occurs in the document; 1 for other factors.
fn repeats_of(times: &HashMap<(Name, Name), u32>, term: &CaseTerm) -> u32 {
    let found = times.get(&(term.feature.clone(), term.value.clone()));
    found.filter(|_| term.kind == TermKind::Word).copied().unwrap_or(term.times)
}

fn mixed(asked: &Asked<'_>, estimated: &Sentence, multiplied: &str) -> Sentence {
    let fitted =
        if asked.any(|factor| factor.form == FactorForm::Words) { "multinomial" } else { "Bernoulli" };
    let example = asked.cell().map(|cell| asked.name(&cell.quantity())).unwrap_or_default();
    if asked.place == Place::Conditional {
        return sentence!(
            "You get this number if {} is {}. Here the model is {}, so use its counts.",
            example,
            estimated,
            fitted
        );
    }
    sentence!(
        "You get this number with {} for {}, multiplied {}. Do not mix two models: here it is {}.",
        estimated,
        example,
        multiplied,
        fitted
    )
}

pub(super) fn bernoulli_in_multinomial(asked: &Asked<'_>) -> Option<Slip> {
    let cell = asked.cell()?;
    let estimated = sentence!(
        "the share of documents with the word, {} of {}",
        count_text(&cell.documents()),
        asked.fitted.class_count(cell.class)
    );
    let says = mixed(asked, &estimated, "once for each occurrence");
    let change = if asked.any(|factor| factor.form == FactorForm::Words) {
        shares(|cell| {
            let documents = whole(cell.fitted.class_count(cell.class));
            (cell.factor.form == FactorForm::Words)
                .then(|| (cell.documents() + cell.alpha(), documents + cell.alpha() * whole(2)))
        })
    } else {
        let times = counts(asked.context.case, asked.fitted);
        terms(move |term, class, context| {
            let there = term.kind != TermKind::Absent;
            there.then(|| power(multiplied(term, class, context), repeats_of(&times, term)))
        })
    };
    Some(Slip::new(change, says))
}

pub(super) fn multinomial_in_bernoulli(asked: &Asked<'_>) -> Option<Slip> {
    let cell = asked.cell()?;
    let tokens = |factor: &Factor, class: usize| factor.sum(class, Factor::tokens);
    let estimated = sentence!(
        "the share of words, {} of {}",
        count_text(&cell.tokens()),
        tokens(cell.factor, cell.class)
    );
    let says = mixed(asked, &estimated, "once for each word of the vocabulary");
    if asked.any(|factor| factor.form == FactorForm::Words) {
        if !asked.is_about_case() {
            return None;
        }
        return Some(Slip::new(products(once_per_word), says));
    }
    let classes = asked.fitted.classes.len();
    let totals: Vec<Vec<u64>> = asked
        .fitted
        .factors()
        .iter()
        .map(|factor| (0..classes).map(|class| tokens(factor, class)).collect())
        .collect();
    let change = shares(move |cell| {
        let total = whole(*totals.get(cell.at)?.get(cell.class)?);
        (cell.factor.form == FactorForm::Presence)
            .then(|| (cell.tokens() + cell.alpha(), total + cell.alpha() * whole(cell.factor.k() as u64)))
    });
    Some(Slip::new(change, says))
}

fn once_per_word(class: &Name, context: &Context<'_>) -> Option<Vec<Expr>> {
    let terms = context.terms().ok()?;
    let mut factors: Vec<Expr> = terms.iter().map(|term| multiplied(term, class, context)).collect();
    for factor in context.fitted.factors().iter().filter(|factor| factor.form == FactorForm::Words) {
        let there: HashSet<&Name> =
            terms.iter().filter(|term| term.feature == factor.name).map(|term| &term.value).collect();
        let missing = factor.values().iter().filter(|word| !there.contains(word));
        factors.extend(missing.map(|word| {
            let p = Expr::Of(Quantity::conditional(&factor.name, word, class));
            Expr::Add(vec![Expr::int(1), p.negated()])
        }));
    }
    Some(factors)
}

pub(super) fn once_each(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let fitted = asked.fitted;
    let sums = |factor: &Factor| -> Vec<u64> {
        (0..fitted.classes.len()).map(|class| factor.sum(class, Factor::documents)).collect()
    };
    let totals: Vec<Vec<u64>> = fitted.factors().iter().map(sums).collect();
    let own = totals.get(cell.at).and_then(|of| of.get(cell.class)).copied().unwrap_or(0);
    let counted = move || -> Change {
        let totals = totals.clone();
        shares(move |cell: &Cell<'_>| {
            let total = whole(*totals.get(cell.at)?.get(cell.class)?);
            let of_words = cell.factor.form == FactorForm::Words;
            of_words.then(|| (cell.documents() + cell.alpha(), total + cell.alpha() * cell.outcomes()))
        })
    };
    let start = sentence!(
        "You get this number if a word counts once in each training document, so that {} has {}",
        cell.class_name(),
        several(own, "words")
    );
    let next = "Count every repeat in training";
    let kept = Slip::new(counted(), sentence!("{}. {}.", start, next));
    if !asked.is_about_case() {
        return vec![kept];
    }
    let once = terms(|term, class, context| Some(multiplied(term, class, context)));
    let says = sentence!("{}, and once in this document. {}, and there too.", start, next);
    vec![kept, Slip::new(both(once, counted()), says)]
}

pub(super) fn query_in_training(asked: &Asked<'_>) -> Vec<Slip> {
    let fitted = asked.fitted;
    let (Some(case), Some(at)) = (asked.context.case, fitted.factors().iter().position(Factor::is_words))
    else {
        return Vec::new();
    };
    let labelled = case.row.is_some_and(|row| fitted.class_of_row(row).is_some());
    if labelled || asked.is_of_one_value() || !is_counted(asked) {
        return Vec::new();
    }
    let Some(CaseValue::Words { known, .. }) = case.cells.get(at).map(|cell| &cell.value) else {
        return Vec::new();
    };
    let n = fitted.rows() + 1;
    let train = sentence!("It has no label, so train on the other {} only", fitted.rows());
    let mut slips = vec![Slip::new(
        priors(move |fitted, class| Some((whole(fitted.class_count(class)), whole(n)))),
        sentence!("You get this number if this document is one of {} training documents. {}.", n, train),
    )];
    for (class, name) in fitted.classes.iter().enumerate() {
        let says =
            sentence!("You get this number if this document is a training document of {}. {}.", name, train);
        slips.push(Slip::new(added(class, at, known.clone(), n), says));
    }
    slips
}

/// Counts with one more document in a class; the vocabulary stays.
fn added(of: usize, at: usize, known: Vec<(usize, u32)>, n: u64) -> Change {
    let more = move |class: usize| u64::from(class == of);
    let tokens: u64 = known.iter().map(|(_, times)| u64::from(*times)).sum();
    let times: HashMap<usize, u32> = known.into_iter().collect();
    let counts = shares(move |cell: &Cell<'_>| {
        if cell.at != at || cell.class != of {
            return None;
        }
        let times = times.get(&cell.value).copied().unwrap_or(0);
        let (more, all) = if cell.factor.form == FactorForm::Words {
            (u64::from(times), tokens)
        } else {
            (u64::from(times > 0), 1)
        };
        Some((cell.above() + whole(more), cell.total() + whole(all) + cell.alpha() * cell.outcomes()))
    });
    both(
        counts,
        priors(move |fitted, class| Some((whole(fitted.class_count(class) + more(class)), whole(n)))),
    )
}

/// The longest document whose coefficient is tried.
const LONGEST: u32 = 2_000;

fn factorial(n: u32) -> BigInt {
    (1..=n).fold(BigInt::one(), |product, factor| product * factor)
}

pub(super) fn coefficient(asked: &Asked<'_>) -> Option<Slip> {
    let words: Vec<u32> = asked
        .terms
        .iter()
        .filter(|term| term.is_word() && is_form(asked.fitted, &term.feature))
        .map(|term| term.times)
        .collect();
    let all = words.iter().fold(0_u32, |sum, times| sum.saturating_add(*times));
    if !(2..=LONGEST).contains(&all) {
        return None;
    }
    let below = words.iter().fold(BigInt::one(), |product, times| product * factorial(*times));
    let coefficient = factorial(all) / below;
    if coefficient.is_one() {
        return None;
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
    Some(Slip { harmless: true, ..Slip::new(change, says) })
}

fn is_form(fitted: &Fitted, feature: &Name) -> bool {
    fitted.factor(feature.as_str()).is_some_and(|factor| factor.form == FactorForm::Words)
}
