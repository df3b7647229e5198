//! Mistakes with how often a word is multiplied, and with words that are not there.

use std::collections::{HashMap, HashSet};

use super::asked::{Asked, Place};
use super::cell::{Cell, count_text, list, whole};
use super::entry::{Change, Entry, Slip, entry, products, shares};
use super::smoothing::power;
use crate::math::{Expr, Name, Quantity, Sentence, ToSentence, sentence};
use crate::model::{Case, CaseValue, Factor, Fitted, Form};
use crate::worked::{Context, Term, TermKind, multiplied};

pub(super) const ENTRIES: &[Entry] = &[
    entry("X1", "how often a word occurs", |asked| !asked.ln && is_multinomial(asked), exponent_dropped),
    entry("X2", "how often a word occurs", is_multinomial, times_instead),
    entry("X3", "the words that are missing", is_bernoulli, absent_ignored),
    entry("X4", "the words that are missing", is_bernoulli, absent_as_present),
    entry("X5", "the words that are missing", is_bernoulli, absent_of_class),
    entry("X6", "how often a word is counted", is_bernoulli, repeats),
    entry("X7", "which model the numbers are of", |asked| asked.is_of_words(), bernoulli_in_multinomial),
    entry("X8", "which model the numbers are of", |asked| asked.is_of_words(), multinomial_in_bernoulli),
];

pub(super) fn is_multinomial(asked: &Asked<'_>) -> bool {
    asked.is_about_case() && asked.any(|factor| factor.form == Form::Words)
}

fn is_bernoulli(asked: &Asked<'_>) -> bool {
    asked.is_about_case() && asked.any(|factor| factor.form == Form::Presence)
}

/// The factors of a class with another formula for some terms; `None` leaves a term out.
fn terms(of: impl Fn(&Term, &Name, &Context<'_>) -> Option<Expr> + Send + Sync + 'static) -> Change {
    products(move |class, context| {
        let terms = context.terms().ok()?;
        Some(terms.iter().filter_map(|term| of(term, class, context)).collect())
    })
}

fn repeated<'t>(asked: &'t Asked<'_>) -> Option<&'t Term> {
    asked.terms.iter().filter(|term| term.times > 1).max_by_key(|term| term.times)
}

fn exponent_dropped(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(term) = repeated(asked) else { return Vec::new() };
    let says = sentence!(
        "This is what you get if each word counts once; {} occurs {} times, so multiply its probability {} times.",
        term.value,
        term.times,
        term.times
    );
    vec![Slip::new(terms(|term, class, context| Some(multiplied(term, class, context))), says)]
}

fn times_instead(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(term) = repeated(asked) else { return Vec::new() };
    let says = sentence!(
        "This is what you get if {} counts as {} · p; it occurs {} times, and occurrences multiply, so take p to the power of {}.",
        term.value,
        term.times,
        term.times,
        term.times
    );
    let change = terms(|term, class, context| {
        let factor = multiplied(term, class, context);
        Some(if term.times == 1 { factor } else { Expr::Mul(vec![Expr::int(term.times), factor]) })
    });
    vec![Slip::new(change, says)]
}

/// Words that are named in a sentence.
const NAMED: usize = 3;

/// The words that are not there, by name.
fn absent(asked: &Asked<'_>) -> Option<Sentence> {
    let absent: Vec<&Term> = asked.terms.iter().filter(|term| term.kind == TermKind::Absent).collect();
    let mut names: Vec<Sentence> = absent.iter().take(NAMED).map(|term| term.value.to_sentence()).collect();
    if absent.len() > NAMED {
        names.push(sentence!("{} more", absent.len() - NAMED));
    }
    (!names.is_empty()).then(|| list(&names))
}

fn absent_ignored(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(absent) = absent(asked) else { return Vec::new() };
    let says = sentence!(
        "This is what you get from the words that are there; Bernoulli also uses those that are missing, so multiply by 1 − P(word) for {}.",
        absent
    );
    let change = terms(|term, class, context| {
        (term.kind != TermKind::Absent).then(|| power(multiplied(term, class, context), term.times))
    });
    vec![Slip::new(change, says)]
}

fn absent_as_present(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(absent) = absent(asked) else { return Vec::new() };
    let says = sentence!(
        "This is what you get if missing words count as if they were there; multiply by 1 − P(word) for {}.",
        absent
    );
    let change = terms(|term, class, _| Some(power(Expr::Of(term.quantity(class)), term.times)));
    vec![Slip::new(change, says)]
}

fn absent_of_class(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(absent) = absent(asked) else { return Vec::new() };
    let says = sentence!(
        "This is what you get if each class looks at its own missing words only; in every class multiply by 1 − P(word) for {}.",
        absent
    );
    let change = terms(|term, class, context| {
        let foreign = term.kind == TermKind::Absent
            && Cell::of(&term.quantity(class), context.fitted)
                .is_some_and(|cell| cell.factor.documents(cell.value, cell.class) == 0);
        (!foreign).then(|| power(multiplied(term, class, context), term.times))
    });
    vec![Slip::new(change, says)]
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

fn repeats(asked: &Asked<'_>) -> Vec<Slip> {
    let times = counts(asked.context.case, asked.fitted);
    let Some(term) = asked.terms.iter().find(|term| repeats_of(&times, term) > 1) else { return Vec::new() };
    let says = sentence!(
        "This is what you get if {} is multiplied {} times; Bernoulli asks only whether a word is there, so multiply it once.",
        term.value,
        repeats_of(&times, term)
    );
    let change = terms(move |term, class, context| {
        Some(power(multiplied(term, class, context), repeats_of(&times, term)))
    });
    vec![Slip::new(change, says)]
}

/// How often a word that is there stands in the document; 1 for other factors.
fn repeats_of(times: &HashMap<(Name, Name), u32>, term: &Term) -> u32 {
    let found = times.get(&(term.feature.clone(), term.value.clone()));
    found.filter(|_| term.kind == TermKind::Word).copied().unwrap_or(term.times)
}

fn mixed(asked: &Asked<'_>, estimated: &Sentence, multiplied: &str) -> Sentence {
    let fitted = if asked.any(|factor| factor.form == Form::Words) { "multinomial" } else { "Bernoulli" };
    let example = asked.cell().map(|cell| asked.name(&cell.quantity())).unwrap_or_default();
    if asked.place == Place::Conditional {
        return sentence!(
            "This is what you get if {} is {}; the model here is {}, so count as it does.",
            example,
            estimated,
            fitted
        );
    }
    sentence!(
        "This is what you get with {} for {}, multiplied {}; choose one model, here {}.",
        estimated,
        example,
        multiplied,
        fitted
    )
}

fn bernoulli_in_multinomial(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let estimated = sentence!(
        "the share of documents with the word, {} of {}",
        count_text(&cell.documents()),
        asked.fitted.class_count(cell.class)
    );
    let says = mixed(asked, &estimated, "once for each occurrence");
    let change = if asked.any(|factor| factor.form == Form::Words) {
        shares(|cell| {
            let documents = whole(cell.fitted.class_count(cell.class));
            (cell.factor.form == Form::Words)
                .then(|| (cell.documents() + cell.alpha(), documents + cell.alpha() * whole(2)))
        })
    } else {
        let times = counts(asked.context.case, asked.fitted);
        terms(move |term, class, context| {
            let there = term.kind != TermKind::Absent;
            there.then(|| power(multiplied(term, class, context), repeats_of(&times, term)))
        })
    };
    vec![Slip::new(change, says)]
}

fn multinomial_in_bernoulli(asked: &Asked<'_>) -> Vec<Slip> {
    let Some(cell) = asked.cell() else { return Vec::new() };
    let tokens = |factor: &Factor, class: usize| factor.sum(class, Factor::tokens);
    let estimated = sentence!(
        "the share of words, {} of {}",
        count_text(&cell.tokens()),
        tokens(cell.factor, cell.class)
    );
    let says = mixed(asked, &estimated, "once for each word of the vocabulary");
    if asked.any(|factor| factor.form == Form::Words) {
        if !asked.is_about_case() {
            return Vec::new();
        }
        return vec![Slip::new(products(once_per_word), says)];
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
        (cell.factor.form == Form::Presence)
            .then(|| (cell.tokens() + cell.alpha(), total + cell.alpha() * whole(cell.factor.k() as u64)))
    });
    vec![Slip::new(change, says)]
}

/// Each word of the vocabulary as there or not, with the probabilities of the multinomial model.
fn once_per_word(class: &Name, context: &Context<'_>) -> Option<Vec<Expr>> {
    let terms = context.terms().ok()?;
    let mut factors: Vec<Expr> = terms.iter().map(|term| multiplied(term, class, context)).collect();
    for factor in context.fitted.factors().iter().filter(|factor| factor.form == Form::Words) {
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
